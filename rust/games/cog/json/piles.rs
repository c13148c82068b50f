//! Tiles, stars and cards: as many as the set has (rules, section 16).

use super::require;
use super::step::Stage;
use crate::game::FormatError;
use crate::games::cog::Cog;
use crate::games::cog::components::{Effect, MAX_KINDS};
use crate::games::cog::notation::tile_name;
use crate::games::cog::state::State;
use crate::games::cog::types::{Cards, LETTERS, Letter, Tile};

impl Cog {
    pub(super) fn check_piles(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        self.check_tiles(state)?;
        self.check_stars(state)?;
        self.check_cards(state, stage)
    }

    /// Each tile is in one place (C-5).
    fn check_tiles(&self, state: &State) -> Result<(), FormatError> {
        let mut counts = [0_u16; LETTERS];
        let mut add = |letter: Letter, count: u8| counts[usize::from(letter)] += u16::from(count);
        state.bag.iter().for_each(|(letter, count)| add(letter, count));
        state.centre.iter().flatten().for_each(|&letter| add(letter, 1));
        state.top.iter().flat_map(|slot| slot.tiles).for_each(|tile| add(tile.letter, 1));
        for slot in self.slots(state) {
            slot.letters.iter().for_each(|(letter, count)| add(letter, count));
        }
        for mat in &state.mats[..usize::from(self.players)] {
            mat.reserve.iter().for_each(|(tile, count)| add(tile.letter, count));
            let tiles = mat.grid.occupied().iter().filter_map(|square| mat.grid.tile(square));
            tiles.for_each(|tile| add(tile.letter, 1));
        }
        for (letter, count) in (0..).zip(counts) {
            let spares = if state.spares_round > 0 { self.spares.count(letter) } else { 0 };
            let tiles = u16::from(self.tiles.count(letter)) + u16::from(spares);
            require(
                count == tiles,
                "C-5",
                || "position.bag".to_owned(),
                || {
                    let name = tile_name(Tile::natural(letter));
                    format!(
                        "there are {tiles} tiles {name} in the game; bag and table have {count}"
                    )
                },
            )?;
        }
        Ok(())
    }

    /// Each star is in one place (C-13).
    fn check_stars(&self, state: &State) -> Result<(), FormatError> {
        let players = usize::from(self.players);
        let on_top = state.top.iter().map(|slot| u64::from(slot.stars));
        let slots = self.slots(state).iter();
        let slots = slots.map(|slot| u64::from(slot.stars) + u64::from(slot.is_protected));
        let held = state.mats[..players].iter().map(|mat| u64::from(mat.stars));
        let board = on_top.sum::<u64>() + slots.sum::<u64>();
        let count = u64::from(state.stars) + board + held.sum::<u64>();
        let supply = self.set.limits.star_supply;
        require(
            !self.rules.has_star_limit || count == u64::from(supply),
            "C-13",
            || "position.stars".to_owned(),
            || format!("there are {supply} star tokens; supply and table have {count}"),
        )
    }

    /// Each card is in one place (C-22, C-36).
    fn check_cards(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        let mut counts = [0_u16; MAX_KINDS];
        let mut add = |kind: u8, count: u8| counts[usize::from(kind)] += u16::from(count);
        let mut add_pile = |cards: &Cards| cards.iter().for_each(|(kind, count)| add(kind, count));
        let is_before_cards = state.round == 1 && stage < Stage::Collect(1);
        require(
            !is_before_cards || state.discard.is_empty(),
            "C-22",
            || "position.discard".to_owned(),
            || "nobody has discarded a card yet".to_owned(),
        )?;
        add_pile(&state.deck);
        add_pile(&state.discard);
        let board = state.bottom.iter().chain([&state.pending.card]).flatten();
        board.for_each(|&kind| add(kind, 1));
        for mat in &state.mats[..usize::from(self.players)] {
            mat.hand.cards().iter().for_each(|card| add(card.kind(), 1));
        }
        for (kind, card) in (0..).zip(&self.set.cards) {
            let is_removed = self.rules.removes_items
                && matches!(card.effect, Effect::Item { word, .. }
                    if state.removed_goal == Some(self.goal_of(word)));
            let copies = if is_removed { 0 } else { self.deck.count(kind) };
            let count = counts[usize::from(kind)];
            require(
                count == u16::from(copies),
                "C-22",
                || "position.deck".to_owned(),
                || format!("there are {copies} cards {}; deck and table have {count}", card.id),
            )?;
        }
        Ok(())
    }
}
