//! Why an action is refused, by the first rule that forbids it.

use super::Cog;
use super::action::{Action, Mask};
use super::bump::Stuck;
use super::components::{Cost, Effect};
use super::crossword::{Obstacle, letter_name};
use super::illegal::IllegalAction;
use super::notation::{pattern_text, square_text, tile_name};
use super::rules::{LETTER_STARS, POWER_STARS};
use super::state::{Node, State, edge};
use super::types::{CardKind, Letter, Place, Side, Tile, WordId};
use crate::grid::Cells;

pub(super) type Checked = Result<(), IllegalAction>;

impl Cog {
    /// Whether the player to act may do this.
    pub(super) fn refuse(&self, state: &State, action: Action) -> Checked {
        self.refuse_node(state, action)?;
        match action {
            Action::Top(slot) => self.refuse_top(state, slot),
            Action::Bottom(slot) => self.refuse_bottom(state, slot),
            Action::Die(die) => self.refuse_die(state, die),
            Action::Order(slot, is_protected) => self.refuse_order(state, slot, is_protected),
            Action::Redraw => needs_stars(state, POWER_STARS, "C-65"),
            Action::Reroll => needs_stars(state, POWER_STARS, "C-86"),
            Action::Take(letter) if self.centre_letters(state) >> letter & 1 == 0 => {
                Err(IllegalAction::NotInCentre(letter_name(letter)))
            }
            Action::ConvertStars => needs_stars(state, LETTER_STARS, "C-217"),
            Action::ConvertLetters(first, second) => self.refuse_letters(state, first, second),
            Action::Activate(card) => self.refuse_activation(state, card),
            Action::Spell(word, place) => self.refuse_spelling(state, word, place),
            Action::Tiles(wild, len) => self.refuse_tiles(state, wild, len),
            Action::FlipReserve(letter) => {
                needs_stars(state, POWER_STARS, "C-148")?;
                needs_tiles(state, Tile::natural(letter), 1, "C-149")
            }
            Action::FlipGrid(square) => self.refuse_flip(state, square),
            Action::Complete { card, for_cube, wild } => {
                self.refuse_completion(state, card, for_cube, wild)
            }
            Action::Remove(word) => self.refuse_removal(state, word),
            Action::Discard(tile) => needs_tiles(state, tile, 1, "C-198"),
            _ => Ok(()),
        }
    }

    /// Whether it is the time for an action of this sort; the rule is that of the sort.
    fn refuse_node(&self, state: &State, action: Action) -> Checked {
        let node = state.node;
        let is_extra = node.has_conversions();
        let may_remove = node == Node::Construct || (is_extra && self.rules.removes_any_time);
        let (is_time, when, rule) = match action {
            Action::Top(_) | Action::Bottom(_) | Action::Die(_) | Action::Order(..) => {
                (node == Node::Place, "when a cog is to be placed", "C-55")
            }
            Action::Redraw | Action::Keep => {
                (node == Node::Redraw, "directly after a card is taken", "C-65")
            }
            Action::Reroll | Action::Move => {
                (node == Node::Reroll, "directly after a die is taken", "C-86")
            }
            Action::Take(_) => (node == Node::Take, "when a centre letter is due", "C-96"),
            Action::ConvertStars | Action::ConvertLetters(..) => {
                (is_extra, "at a decision of one's own about something else", "C-220")
            }
            Action::Activate(_) => (node == Node::Activate, "in Phase III", "C-107"),
            Action::Tiles(..) => {
                (node == Node::Tiles, "when a word can be spelled in several ways", "C-286")
            }
            Action::Spell(..) => (node == Node::Construct, "in Phase IV", "C-125"),
            Action::FlipReserve(_) | Action::FlipGrid(_) => {
                (node == Node::Construct, "in Phase IV", "C-150")
            }
            Action::Complete { .. } => (node == Node::Construct, "in Phase IV", "C-177"),
            Action::Remove(_) => (may_remove, "in Phase IV", "C-202"),
            Action::Discard(_) => (
                node == Node::Discard,
                "at the end of a round, from more letters than fit",
                "C-198",
            ),
            _ => {
                let is_closing = matches!(node, Node::Convert | Node::Activate | Node::Construct);
                (is_closing, "where conversions or Phase III or IV can be ended", "C-58")
            }
        };
        if !is_time {
            return Err(match node {
                Node::Tiles => IllegalAction::TilesFirst,
                _ => IllegalAction::Elsewhere(when, rule),
            });
        }
        let counts = action.is_conversion() || matches!(action, Action::Remove(_));
        if counts && self.is_used_up(state) {
            return Err(IllegalAction::UsedUp(self.rules.cap));
        }
        Ok(())
    }

    fn refuse_top(&self, state: &State, slot: u8) -> Checked {
        let number = self.top().get(usize::from(slot)).map_or(0, |slot| slot.number);
        let is_taken = state.taken[0] >> slot & 1 == 1;
        needs_slot(number > 0 && !is_taken, || format!("top slot {number}"))?;
        needs_edge(state, edge::TOP, "top")
    }

    fn refuse_bottom(&self, state: &State, slot: u8) -> Checked {
        let is_taken = state.taken[1] >> slot & 1 == 1;
        needs_slot(slot < self.players && !is_taken, || format!("bottom slot {}", slot + 1))?;
        needs_edge(state, edge::BOTTOM, "bottom")
    }

    fn refuse_die(&self, state: &State, die: u8) -> Checked {
        let is_open = die < self.players && state.dice[usize::from(die)].holder.is_none();
        needs_slot(is_open, || format!("the {} die", self.die_name(die)))?;
        needs_edge(state, edge::DICE, "dice")
    }

    /// C-57, C-72 to C-80.
    fn refuse_order(&self, state: &State, slot: u8, is_protected: bool) -> Checked {
        needs_slot(slot < self.players, || format!("turn-order slot #{}", slot + 1))?;
        needs_edge(state, edge::ORDER, "turn-order")?;
        let bump = self.order_cost(state, slot, false);
        needs_stars(state, bump, "C-72")?;
        self.bump(self.slots(state), slot).map_err(|stuck| match stuck {
            Stuck::NoSlot => IllegalAction::NoSlot(slot + 1),
            Stuck::Protected => IllegalAction::Protected(slot + 1),
            Stuck::Chain(place) => IllegalAction::ProtectedChain(place + 1),
        })?;
        let rule = if bump > 0 { "C-80" } else { "C-76" };
        needs_stars(state, self.order_cost(state, slot, is_protected), rule)
    }

    /// C-218, C-223.
    fn refuse_letters(&self, state: &State, first: Tile, second: Tile) -> Checked {
        if first.kind() > second.kind() {
            let [first, second] = [first, second].map(tile_name);
            return Err(IllegalAction::Tiles(format!("{second} comes before {first}"), "C-218"));
        }
        needs_tiles(state, first, if first == second { 2 } else { 1 }, "C-218")?;
        needs_tiles(state, second, 1, "C-218")?;
        if self.has_star(state) { Ok(()) } else { Err(IllegalAction::NoStarLeft) }
    }

    /// C-107 to C-111.
    fn refuse_activation(&self, state: &State, card: CardKind) -> Checked {
        let id = || self.card_id(card).to_owned();
        let Some(Effect::Round { cost, .. }) = self.effect(card) else {
            return Err(IllegalAction::WrongCard(id(), "card for once a round", "C-107"));
        };
        let hand = &state.mat().hand;
        if !hand.has(card, Side::Up) && !hand.has(card, Side::Used) {
            return Err(IllegalAction::NotHeld(id(), "", "C-107"));
        }
        if !self.is_met(state, card) {
            let is_own = |die: &u8| state.dice[usize::from(*die)].holder == Some(state.seat);
            let die = (0..self.players).find(is_own).unwrap_or_default();
            let (cost, rule) = match cost {
                Cost::Die(colour) => (format!("the {} die", self.die_name(colour)), "C-108"),
                Cost::Pips(values) => {
                    let values: Vec<String> = (1..=6)
                        .filter(|value| values >> value & 1 == 1)
                        .map(|value: u8| value.to_string())
                        .collect();
                    (format!("a die that shows {}", values.join(" or ")), "C-109")
                }
            };
            let pips = state.dice[usize::from(die)].pips;
            let die = self.die_name(die).to_owned();
            return Err(IllegalAction::Cost { card: id(), cost, die, pips, rule });
        }
        if hand.has(card, Side::Up) { Ok(()) } else { Err(IllegalAction::Used(id())) }
    }

    fn effect(&self, card: CardKind) -> Option<Effect> {
        self.set.cards.get(usize::from(card)).map(|card| card.effect)
    }

    /// C-127 to C-146, with the fewest wild tiles.
    fn refuse_spelling(&self, state: &State, word: WordId, place: Place) -> Checked {
        let mat = state.mat();
        if usize::from(word) >= self.dictionary.len() || !self.is_on_grid(place.square) {
            return Err(IllegalAction::Spelling(Obstacle::Tiles));
        }
        let reserve = mat.reserve.tiles();
        let play = self.play(mat, word, place);
        let wild = self.dictionary.wilds(play, reserve).iter().next();
        // Without any such choice the reserve lacks letters, whichever tiles are wild.
        let spelling = (word, place, wild.unwrap_or_default());
        let words = self.words_in_play(state);
        let found = mat.grid.check_wilds(&self.dictionary, words, reserve, spelling);
        match found {
            Err(early @ (Obstacle::Tiles | Obstacle::Word)) => return Err(early.into()),
            _ if !self.rules.permits_completed && mat.completed >> self.goal_of(word) & 1 == 1 => {
                let text = self.word_text(word).to_owned();
                let why = "belongs to a goal card that the player has completed";
                return Err(IllegalAction::NotPermitted(text, why, "C-129"));
            }
            Err(obstacle) => return Err(obstacle.into()),
            Ok(_) => {}
        }
        if !self.rules.grid_after_item && mat.item_cubes >> word & 1 == 1 {
            let text = self.word_text(word).to_owned();
            let why = "has the cube of an item card";
            return Err(IllegalAction::NotPermitted(text, why, "C-171"));
        }
        Ok(())
    }

    fn is_on_grid(&self, square: u8) -> bool {
        let (row, column) = Cells::place(square);
        row < self.set.grid.side && column < self.set.grid.side
    }

    /// C-286.
    fn refuse_tiles(&self, state: &State, wild: Mask, len: u8) -> Checked {
        let Some(play) = state.pending.spelling else { return Ok(()) };
        let length = self.dictionary.length(play.word);
        let choices = self.dictionary.wilds(play, state.mat().reserve.tiles());
        let word = self.word_text(play.word);
        if len != length {
            let message = format!("{word} has {length} letters, not {len}");
            return Err(IllegalAction::Tiles(message, "C-286"));
        }
        if choices.has(wild) {
            return Ok(());
        }
        if wild & !play.new != 0 {
            let new = pattern_text(play.new, length);
            let message = format!("{word} takes new tiles only at the signs ? of {new}");
            return Err(IllegalAction::Tiles(message, "C-161"));
        }
        let held = state.mat().reserve.tiles().wilds;
        let message = format!(
            "the reserve, with {held} wild tile(s), has no such tiles for {word}: {} is possible",
            pattern_text(choices.iter().next().unwrap_or_default(), length)
        );
        Err(IllegalAction::Tiles(message, "C-146"))
    }

    /// C-148, C-149.
    fn refuse_flip(&self, state: &State, square: u8) -> Checked {
        needs_stars(state, POWER_STARS, "C-148")?;
        match state.mat().grid.tile(square) {
            Some(tile) if !tile.is_wild => Ok(()),
            _ => Err(IllegalAction::NothingToFlip(square_text(square))),
        }
    }

    /// C-176 to C-182.
    fn refuse_completion(
        &self,
        state: &State,
        card: CardKind,
        for_cube: bool,
        wild: Mask,
    ) -> Checked {
        let id = || self.card_id(card).to_owned();
        let Some(Effect::Item { word, .. }) = self.effect(card) else {
            return Err(IllegalAction::WrongCard(id(), "item card", "C-176"));
        };
        let mat = state.mat();
        if !mat.hand.has(card, Side::Up) {
            let state = if mat.hand.has(card, Side::Completed) { " left to complete" } else { "" };
            return Err(IllegalAction::NotHeld(id(), state, "C-177"));
        }
        let missing = &self.missing[usize::from(card)];
        let patterns = self.patterns(mat, missing);
        if !patterns.contains(&wild) {
            return Err(self.lacks(state, missing, wild));
        }
        let [cube, bonus] = self.ways(state, word);
        if if for_cube { cube } else { bonus } {
            return Ok(());
        }
        let (why, rule) = if mat.grid.standing() >> word & 1 == 1 {
            ("the word stands on the grid: only the bonus is possible", "C-181")
        } else if bonus {
            ("there is no free space for a cube: only the bonus is possible", "C-182")
        } else {
            (
                "there is no free space for a cube, without which the card cannot be completed",
                "C-182",
            )
        };
        Err(IllegalAction::Item(why, rule))
    }

    /// What the reserve lacks for an item card (C-177).
    fn lacks(&self, state: &State, missing: &[Letter], wild: Mask) -> IllegalAction {
        let reserve = &state.mat().reserve;
        let rule = if missing.len() > 1 { "C-178" } else { "C-177" };
        for (index, &letter) in missing.iter().enumerate() {
            let needed = missing
                .iter()
                .enumerate()
                .filter(|&(other, same)| *same == letter && wild >> other & 1 == 0);
            let (needed, held) = (needed.count() as u8, reserve.count(Tile::natural(letter)));
            if wild >> index & 1 == 0 && needed > held {
                return IllegalAction::NotInReserve {
                    tile: letter_name(letter),
                    needed,
                    held,
                    rule,
                };
            }
        }
        let (needed, held) = (wild.count_ones() as u8, reserve.tiles().wilds);
        IllegalAction::NotInReserve { tile: '?', needed, held, rule }
    }

    /// C-201 to C-210a.
    fn refuse_removal(&self, state: &State, word: WordId) -> Checked {
        let mat = state.mat();
        let text = || self.word_text(word).to_owned();
        if mat.grid.place(word).is_none() {
            return Err(IllegalAction::NotStanding(text()));
        }
        if mat.completed >> self.goal_of(word) & 1 == 1 {
            return Err(IllegalAction::Completed(text()));
        }
        let may_leave_run = self.rules.removal_leaves_run;
        Ok(mat.grid.can_remove(&self.dictionary, word, may_leave_run)?)
    }
}

/// C-55, C-57: an edge that the player has not used.
fn needs_edge(state: &State, edge: u8, name: &'static str) -> Checked {
    if state.mat().edges & edge != 0 {
        return Err(IllegalAction::EdgeUsed(name));
    }
    Ok(())
}

/// C-55.
fn needs_slot(is_open: bool, name: impl Fn() -> String) -> Checked {
    if is_open { Ok(()) } else { Err(IllegalAction::Taken(name())) }
}

fn needs_stars(state: &State, needed: u8, rule: &'static str) -> Checked {
    let held = state.mat().stars;
    if held >= u32::from(needed) {
        return Ok(());
    }
    Err(IllegalAction::Stars { needed, held, rule })
}

fn needs_tiles(state: &State, tile: Tile, needed: u8, rule: &'static str) -> Checked {
    let held = state.mat().reserve.count(tile);
    if held >= needed {
        return Ok(());
    }
    Err(IllegalAction::NotInReserve { tile: tile_name(tile), needed, held, rule })
}
