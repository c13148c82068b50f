//! The texts of what tools bring.

use std::fmt::Write as _;

use super::super::Athos;
use super::super::action::Action;
use super::super::atelier::Held;
use super::super::notation::{cell_text, read_cell};
use super::super::types::Tool;
use super::ToolAction;
use crate::game::clip;

impl Athos {
    pub(in super::super) fn write_tool(&self, action: ToolAction, text: &mut String) {
        let pair = |one: Held, other: Option<Held>| {
            let mut names = self.held_text(one);
            if let Some(other) = other {
                names.push(' ');
                names.push_str(&self.held_text(other));
            }
            names
        };
        // Writing to a string never fails.
        let _ = match action {
            ToolAction::Take(tool) => write!(text, "tool {}", tool.key()),
            ToolAction::Upgrade => write!(text, "upgrade"),
            ToolAction::Cut(one, other) => write!(text, "cut {}", pair(one, other)),
            ToolAction::Stop => write!(text, "stop"),
            ToolAction::Stow(one, other) => write!(text, "stow {}", pair(one, other)),
            ToolAction::Retrieve(face) => write!(text, "retrieve {}", self.face_name(face)),
            ToolAction::Relay(lay) => {
                let _ = write!(text, "retrieve {} {}", self.laid_text(lay), cell_text(lay.cell));
                self.add_slides(text, lay)
            }
            ToolAction::Pull(cell) => write!(text, "pull {}", cell_text(cell)),
            ToolAction::Bonus => write!(text, "bonus"),
        };
    }

    /// Reads an action of the expansion, if the words are one.
    pub(in super::super) fn read_tool(&self, words: &[&str]) -> Option<Result<Action, String>> {
        let action = match *words {
            ["tool", key] => read_key(key).map(ToolAction::Take),
            ["upgrade"] => Ok(ToolAction::Upgrade),
            ["cut", ref tiles @ ..] => {
                self.read_pair(tiles).map(|(one, other)| ToolAction::Cut(one, other))
            }
            ["stop"] => Ok(ToolAction::Stop),
            ["stow", ref tiles @ ..] => {
                self.read_pair(tiles).map(|(one, other)| ToolAction::Stow(one, other))
            }
            ["retrieve", face] => self.read_face(face).map(ToolAction::Retrieve),
            ["retrieve", tile, cell, ref slides @ ..] => self.read_relay(tile, cell, slides),
            ["pull", cell] => read_cell(cell).map(ToolAction::Pull),
            ["bonus"] => Ok(ToolAction::Bonus),
            _ => return None,
        };
        Some(action.map(Action::Tool))
    }

    fn read_relay(&self, tile: &str, cell: &str, slides: &[&str]) -> Result<ToolAction, String> {
        let lay = self.read_lay(tile, read_cell(cell)?, slides)?;
        if lay.tool || lay.tile.place != Held::default().place {
            return Err("a tile of the box is named by face and turn, without a place, and no \
                        other tool is used with it"
                .to_owned());
        }
        Ok(ToolAction::Relay(lay))
    }

    /// One tile of the atelier, or two.
    fn read_pair(&self, tiles: &[&str]) -> Result<(Held, Option<Held>), String> {
        match tiles {
            [one] => Ok((self.read_held(one)?, None)),
            [one, other] => Ok((self.read_held(one)?, Some(self.read_held(other)?))),
            _ => Err("one tile is expected, or two".to_owned()),
        }
    }
}

/// The tool of a key.
fn read_key(key: &str) -> Result<Tool, String> {
    Tool::of_key(key)
        .ok_or_else(|| format!("{:?} is no tool: {} are known", clip(key), Tool::KEYS.join(" ")))
}
