//! The texts of what Masters bring.

use std::fmt::Write as _;

use super::super::Athos;
use super::super::action::Action;
use super::super::contract::Crossing;
use super::super::notation::{cell_text, read_cell, read_master, read_number};
use super::super::types::{Master, Pattern};
use super::{MasterAction, Series, Spot, Use};
use crate::game::clip;

/// The name of the spot beside the crossings.
const EXTRA: &str = "extra";

const USES: &str = "`use` is followed by `contracts A NW B SE`, `precision A`, `set_square A NW`, \
                    `perfection lay`, `versatility rotate Aa Ba`, `correction 1,1 2,2`, \
                    `restoration restore ...`, `laying lay ...`, `purchase take 2,3` or \
                    `adaptation A NW B SE`";

impl Athos {
    pub(in super::super) fn write_master(&self, action: MasterAction, text: &mut String) {
        // Writing to a string never fails.
        let _ = match action {
            MasterAction::Get => write!(text, "master"),
            MasterAction::Keep(master) => write!(text, "keep {}", master.key()),
            MasterAction::Use(action) => {
                let _ = write!(text, "use {} ", action.master().key());
                self.write_use(action, text);
                Ok(())
            }
        };
    }

    fn write_use(&self, action: Use, text: &mut String) {
        let spot = |spot: Spot| {
            let place = spot.crossing.map_or(EXTRA, Crossing::name);
            format!("{} {place}", self.letter(spot.card))
        };
        let _ = match action {
            Use::Contracts(from, card, crossing) => {
                write!(text, "{} {} {}", spot(from), self.letter(card), crossing.name())
            }
            Use::Precision(card) => write!(text, "{}", self.letter(card)),
            Use::SetSquare(card, crossing) => {
                write!(text, "{} {}", self.letter(card), crossing.name())
            }
            Use::Perfection(series) => write!(text, "{}", series.word()),
            Use::Versatility(tile, to) => {
                self.write_text(Action::Rotate(tile, to), text);
                Ok(())
            }
            Use::Correction(one, other) => {
                let _ = write!(text, "{}", cell_text(one));
                other.map_or(Ok(()), |other| write!(text, " {}", cell_text(other)))
            }
            Use::Restoration(cell, lay) => {
                self.write_text(Action::Restore(cell, lay), text);
                Ok(())
            }
            Use::Laying(lay) => {
                self.write_text(Action::Lay(lay), text);
                Ok(())
            }
            Use::Purchase(cell) => write!(text, "take {}", cell_text(cell)),
            Use::Adaptation(own, other, side) => {
                let _ = write!(text, "{} {}", spot(own), spot(other));
                if other.crossing.is_none() { write!(text, " {side}") } else { Ok(()) }
            }
        };
    }

    /// What follows `use`.
    pub(in super::super) fn read_use(&self, words: &[&str]) -> Result<Action, String> {
        let wrong = || USES.to_owned();
        let (key, rest) = words.split_first().ok_or_else(wrong)?;
        let master = read_master(key)?;
        let action = match (master, rest) {
            (Master::Contracts, [from, spot, card, crossing]) => Use::Contracts(
                self.read_spot(from, spot)?,
                self.read_card(card)?,
                read_crossing(crossing)?,
            ),
            (Master::Precision, [card]) => Use::Precision(self.read_card(card)?),
            (Master::SetSquare, [card, crossing]) => {
                Use::SetSquare(self.read_card(card)?, read_crossing(crossing)?)
            }
            (Master::Perfection, [word]) => {
                let series = Series::ALL.into_iter().find(|series| series.word() == *word);
                Use::Perfection(series.ok_or_else(wrong)?)
            }
            (Master::Correction, [one]) => Use::Correction(read_cell(one)?, None),
            (Master::Correction, [one, other]) => {
                let (one, other) = (read_cell(one)?, read_cell(other)?);
                if one >= other {
                    return Err("two cells are named row by row, each once".to_owned());
                }
                Use::Correction(one, Some(other))
            }
            (Master::Adaptation, [own, place, other, spot, owner @ ..]) => {
                let other = self.read_spot(other, spot)?;
                let side = match (owner, other.crossing) {
                    ([side], None) => read_number(side, "side")?,
                    ([], Some(_)) => 0,
                    _ => return Err(wrong()),
                };
                Use::Adaptation(self.read_spot(own, place)?, other, side)
            }
            (Master::Versatility | Master::Restoration | Master::Laying | Master::Purchase, _) => {
                match (master, self.parse(&rest.join(" "))?) {
                    (Master::Versatility, Action::Rotate(tile, to)) => Use::Versatility(tile, to),
                    (Master::Restoration, Action::Restore(cell, lay))
                        if lay.card.is_none() && !lay.tool =>
                    {
                        Use::Restoration(cell, lay)
                    }
                    (Master::Laying, Action::Lay(lay)) if !lay.tool => Use::Laying(lay),
                    (Master::Purchase, Action::TakeFrom(cell)) => Use::Purchase(cell),
                    _ => return Err(wrong()),
                }
            }
            _ => return Err(wrong()),
        };
        Ok(Action::Master(MasterAction::Use(action)))
    }

    /// A card, named by its letter.
    fn read_card(&self, text: &str) -> Result<Pattern, String> {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let card = letter.and_then(|letter| self.set.pattern_of(letter));
        card.ok_or_else(|| format!("{:?} is no card: a letter is expected", clip(text)))
    }

    fn read_spot(&self, card: &str, place: &str) -> Result<Spot, String> {
        let card = self.read_card(card)?;
        if place == EXTRA {
            return Ok(Spot { card, crossing: None });
        }
        Ok(Spot { card, crossing: Some(read_crossing(place)?) })
    }
}

/// The crossing of a name.
pub(in super::super) fn read_crossing(name: &str) -> Result<Crossing, String> {
    let crossing = Crossing::ALL.into_iter().find(|crossing| crossing.name() == name);
    crossing.ok_or_else(|| format!("{:?} is no crossing: NW, NE, SW or SE is expected", clip(name)))
}
