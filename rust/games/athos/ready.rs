//! A game made ready: what follows from a set and options.

use serde_json::{Map, Value};

use super::components::ComponentSet;
use super::contract::Art;
use super::fundathos::Board;
use super::layout::Indices;
use super::mural::Ground;
use super::rules::{CROWD, Mode, Options};
use super::types::Face;
use super::{Athos, masters, tools};
use crate::game::SetupError;
use crate::grid::Cells;

impl Athos {
    /// Makes the game ready from a set that has been read already.
    ///
    /// # Errors
    /// [`SetupError::Option`] where the number of players or the first player does not suit the mode.
    pub fn from_set(
        set: ComponentSet,
        players: u8,
        options: Map<String, Value>,
    ) -> Result<Self, SetupError> {
        let rules = Options::read(&options);
        let refuse = |option: &str, rule, message| {
            Err(SetupError::Option { option: option.to_owned(), message, rule })
        };
        let (fewest, most, rule) = rules.mode.players();
        if !(fewest..=most).contains(&players) {
            let word = options.get("mode").and_then(Value::as_str).unwrap_or_default();
            let number = match (fewest, most) {
                (1, 1) => "1 player".to_owned(),
                _ if fewest == most => format!("{most} players"),
                _ => format!("{fewest} to {most} players"),
            };
            let message = format!("{word} is for {number}, not {players}");
            return refuse("mode", rule, message);
        }
        if players > set.most_players() {
            let most = set.most_players();
            let message = format!("the set has cubes for {most} players");
            return refuse("players", "C-5", message);
        }
        if rules.mode.is_tug() && rules.first_player != Some(0) {
            let message = "atelier 1 begins: only 0 is accepted".to_owned();
            return refuse("first_player", "U-7", message);
        }
        let sides = if rules.mode.is_tug() { 2 } else { players.into() };
        let spaces = set.ateliers[usize::from(!rules.mode.is_tug() && sides >= CROWD)];
        let (rows, columns) = set.mural;
        let is_back = rules.mode == Mode::Challenging;
        let ground = Ground {
            columns: if is_back { cells(&set.columns) } else { Cells::EMPTY },
            padlocks: if is_back { cells(&set.padlocks()) } else { Cells::EMPTY },
            slide_contact: rules.contact,
            multi_side: rules.multi_side,
            opposite_slide: rules.opposite,
            ..Ground::front(rows.into(), columns.into())
        };
        let arts: Vec<[Art; 4]> = (0..set.cards.len())
            .map(|card| std::array::from_fn(|turns| Art::new(set.cards[card].artworks[turns])))
            .collect();
        let differ = |arts: &[Art; 4]| {
            (0..4_u8)
                .filter(|&turns| !arts[..usize::from(turns)].contains(&arts[usize::from(turns)]))
                .collect()
        };
        let turned = (0..).map(Face).zip(&set.faces).map(|(face, info)| {
            let mut others = set.kinds[usize::from(info.kind)].faces.to_vec();
            others.dedup();
            others.retain(|&other| other != face);
            others
        });
        let turned: Vec<Vec<Face>> = turned.collect();
        let turned_to = turned.iter().zip(&set.faces).map(|(others, info)| {
            let faces = set.kinds[usize::from(info.kind)].faces;
            // A face that a cube shows twice goes by its first side.
            std::array::from_fn(|side| {
                u8::from(others.contains(&faces[side]) && !faces[..side].contains(&faces[side]))
            })
        });
        let turned_to = turned_to.collect();
        let mut game = Self {
            indices: Indices::default(),
            turned,
            turned_to,
            players: players.into(),
            sides,
            cubes: set.kinds.iter().map(|kind| usize::from(kind.count)).sum(),
            board: Board::new(spaces_of(&set)),
            ground,
            spaces: [spaces.free, spaces.protected],
            masters: rules.has_masters.then(|| masters::in_play(&set, rules.mode)),
            tools: rules.has_tools.then(|| tools::in_play(&set, rules.mode)),
            orientations: arts.iter().map(differ).collect(),
            arts,
            options,
            rules,
            set,
        };
        game.indices = game.lay_out();
        Ok(game)
    }
}

fn cells(places: &[(u8, u8)]) -> Cells {
    places.iter().map(|&(row, column)| Cells::cell(row, column)).collect()
}

/// The spaces of Fundathos.
fn spaces_of(set: &ComponentSet) -> Cells {
    let columns = usize::from(set.fundathos.cols);
    let spaces = set.fundathos.spaces.iter().enumerate().filter(|(_, is_space)| **is_space);
    spaces.map(|(place, _)| Cells::cell((place / columns) as u8, (place % columns) as u8)).collect()
}
