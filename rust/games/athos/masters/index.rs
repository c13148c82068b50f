//! Indices of what Masters bring. One block is for the Master that is held, whichever it is.

use super::super::Athos;
use super::super::atelier::Held;
use super::super::contract::Crossing;
use super::super::layout::{Indices, SIDES};
use super::super::state::State;
use super::super::types::{Master, Pattern};
use super::{MasterAction, Series, Spot, Use, members};

/// The place of getting a Master, and of keeping each.
pub(in super::super) fn master_place(action: MasterAction) -> Option<usize> {
    match action {
        MasterAction::Get => Some(0),
        MasterAction::Keep(master) => Some(1 + master.index()),
        MasterAction::Use(_) => None,
    }
}

/// The inverse of [`master_place`].
pub(in super::super) fn master_at(place: usize) -> Option<MasterAction> {
    let Some(master) = place.checked_sub(1) else { return Some(MasterAction::Get) };
    Master::ALL.get(master).copied().map(MasterAction::Keep)
}

/// The number of two of `count` things, or of one twice, the lower first.
fn pair_place(lower: usize, higher: usize) -> usize {
    higher * (higher + 1) / 2 + lower
}

/// The inverse of [`pair_place`].
fn pair_at(place: usize) -> (usize, usize) {
    let mut higher = 0;
    while (higher + 1) * (higher + 2) / 2 <= place {
        higher += 1;
    }
    (place - higher * (higher + 1) / 2, higher)
}

impl Athos {
    pub(in super::super) fn master_indices(&self) -> usize {
        if self.has_masters() { 1 + Master::COUNT } else { 0 }
    }

    /// The most indices that any Master in play needs.
    pub(in super::super) fn use_indices(&self, indices: &Indices) -> usize {
        let sizes = members(self.masters.unwrap_or(0));
        sizes.map(|master| self.use_size(indices, master)).max().unwrap_or(0)
    }

    fn use_size(&self, indices: &Indices, master: Master) -> usize {
        let [slots, cells, spaces, _] = indices.parts();
        let cards = self.set.cards.len();
        match master {
            Master::Contracts => cards * Spot::COUNT * cards * Crossing::COUNT,
            Master::Precision => cards,
            Master::SetSquare => cards * Crossing::COUNT,
            Master::Perfection => Series::COUNT,
            Master::Versatility => slots * SIDES,
            Master::Correction => cells * (cells + 1) / 2,
            Master::Restoration => indices.restores().iter().sum(),
            Master::Laying => indices.lays(),
            Master::Purchase => spaces,
            Master::Adaptation => cards * Spot::COUNT * cards * Spot::COUNT,
        }
    }

    fn spot_place(spot: Spot) -> usize {
        usize::from(spot.card) * Spot::COUNT + spot.number()
    }

    fn spot_at(place: usize) -> Spot {
        Spot::numbered((place / Spot::COUNT) as Pattern, place % Spot::COUNT)
    }

    fn crossing_place(card: Pattern, crossing: Crossing) -> usize {
        usize::from(card) * Crossing::COUNT + crossing as usize
    }

    fn crossing_at(place: usize) -> (Pattern, Crossing) {
        ((place / Crossing::COUNT) as Pattern, Crossing::ALL[place % Crossing::COUNT])
    }

    /// The place of a use among those of its Master, which has to be held.
    pub(in super::super) fn use_place(
        &self,
        state: &State,
        indices: &Indices,
        action: Use,
    ) -> Option<usize> {
        let side = self.side(state);
        let held = state.masters.held[side];
        if held != Some(action.master()) {
            return None;
        }
        let cards = self.set.cards.len();
        let place = match action {
            Use::Contracts(from, card, crossing) => {
                let to = Self::crossing_place(card, crossing);
                Self::spot_place(from) * cards * Crossing::COUNT + to
            }
            Use::Precision(card) => card.into(),
            Use::SetSquare(card, crossing) => Self::crossing_place(card, crossing),
            Use::Perfection(series) => series as usize,
            Use::Versatility(tile, to) => {
                let faces = self.set.kinds[usize::from(self.kind(tile.face))].faces;
                let face = faces.iter().position(|&face| face == to)?;
                self.slot(state, side, tile)? * SIDES + face
            }
            Use::Correction(one, other) => {
                let one = self.number(one)?;
                pair_place(one, other.map_or(Some(one), |other| self.number(other))?)
            }
            Use::Restoration(cell, lay) => self.restore_place(state, cell, lay)?,
            Use::Laying(lay) => self.lay_place(state, self.slot(state, side, lay.tile)?, lay)?,
            Use::Purchase(cell) => self.space(cell)?,
            Use::Adaptation(own, other, _) => {
                Self::spot_place(own) * cards * Spot::COUNT + Self::spot_place(other)
            }
        };
        (place < self.use_size(indices, action.master())).then_some(place)
    }

    /// The use at a place, by the Master that is held.
    pub(in super::super) fn use_at(
        &self,
        state: &State,
        indices: &Indices,
        place: usize,
    ) -> Option<Use> {
        let side = self.side(state);
        let master = state.masters.held[side]?;
        if place >= self.use_size(indices, master) {
            return None;
        }
        let cards = self.set.cards.len();
        let in_slot = |slot| self.in_slot(state, side, slot);
        Some(match master {
            Master::Contracts => {
                let by = cards * Crossing::COUNT;
                let (card, crossing) = Self::crossing_at(place % by);
                Use::Contracts(Self::spot_at(place / by), card, crossing)
            }
            Master::Precision => Use::Precision(place as Pattern),
            Master::SetSquare => {
                let (card, crossing) = Self::crossing_at(place);
                Use::SetSquare(card, crossing)
            }
            Master::Perfection => Use::Perfection(Series::ALL[place]),
            Master::Versatility => {
                let tile: Held = in_slot(place / SIDES)?;
                let faces = self.set.kinds[usize::from(self.kind(tile.face))].faces;
                let to = faces[place % SIDES];
                let first = faces.iter().position(|&other| other == to);
                (first == Some(place % SIDES)).then_some(())?;
                Use::Versatility(tile, to)
            }
            Master::Correction => {
                let (one, other) = pair_at(place);
                let second = (one != other).then(|| self.numbered(other));
                Use::Correction(self.numbered(one), second)
            }
            Master::Restoration => {
                let (cell, lay) = self.restore_at(state, place)?;
                Use::Restoration(cell, lay)
            }
            Master::Laying => Use::Laying(self.lay_at(state, place, in_slot)?),
            Master::Purchase => Use::Purchase(self.space_at(place)?),
            Master::Adaptation => {
                let by = cards * Spot::COUNT;
                let other = Self::spot_at(place % by);
                let named =
                    if other.crossing.is_none() { super::uses::owner(state, other)? } else { 0 };
                Use::Adaptation(Self::spot_at(place / by), other, named)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_have_numbers_of_their_own() {
        let pairs = (0..9).flat_map(|higher| (0..=higher).map(move |lower| (lower, higher)));
        for (place, pair) in pairs.enumerate() {
            assert_eq!((pair_place(pair.0, pair.1), pair_at(place)), (place, pair));
        }
    }
}
