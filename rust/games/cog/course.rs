//! The course of a game: what follows what (C-39, C-56), until a player or chance has to be asked.

use super::Cog;
use super::action::Action;
use super::pending::Source;
use super::state::{Node, State, Step};

impl Cog {
    /// Applies a legal action or a possible chance event, and all that follows without a choice.
    pub(super) fn advance(&self, state: &mut State, action: Action) {
        self.carry_out(state, action);
        self.proceed(state);
    }

    fn carry_out(&self, state: &mut State, action: Action) {
        match action {
            Action::Top(slot) => self.place_top(state, slot),
            Action::Bottom(slot) => self.place_bottom(state, slot),
            Action::Die(die) => self.place_die(state, die),
            Action::Order(slot, is_protected) => self.place_order(state, slot, is_protected),
            Action::Redraw => self.redraw(state),
            Action::Keep => self.keep(state),
            Action::Reroll => self.reroll(state),
            Action::Move => self.move_pawn(state),
            Action::Take(letter) => self.take_centre(state, letter),
            Action::ConvertStars => self.convert_stars(state),
            Action::ConvertLetters(first, second) => self.convert_letters(state, first, second),
            Action::Activate(card) => self.activate(state, card),
            Action::Spell(word, place) => self.spell(state, word, place),
            Action::Tiles(wild, _) => self.choose_tiles(state, wild),
            Action::FlipReserve(letter) => self.flip_reserve(state, letter),
            Action::FlipGrid(square) => self.flip_grid(state, square),
            Action::Complete { card, for_cube, wild } => {
                self.complete(state, card, for_cube, wild);
            }
            Action::Remove(word) => self.remove(state, word),
            Action::Done => self.close(state),
            Action::Discard(tile) => self.discard(state, tile),
            Action::Goal(number) => self.remove_goal(state, number),
            Action::First(seat) => self.seat_first(state, seat),
            Action::Draw(letter) => self.draw(state, letter),
            Action::Deal(card) => self.deal(state, card),
            Action::Roll(die, pips) => self.roll(state, die, pips),
            Action::RollNeutral(pips) => self.move_neutral(state, pips),
            Action::Seats(order) => self.seat_order(state, order),
        }
    }

    /// Goes on until somebody or something has to be asked.
    pub(super) fn proceed(&self, state: &mut State) {
        loop {
            let stop = if state.pending.is_empty() { self.step(state) } else { self.settle(state) };
            if let Some(node) = stop {
                state.node = node;
                return;
            }
        }
    }

    /// The next step of the main line; `None` once it is done.
    fn step(&self, state: &mut State) -> Option<Node> {
        match state.step {
            Step::Centre(square) => self.lay_centre(state, square),
            Step::Goal => Some(Node::RollGoal),
            Step::First => self.first_seat(state),
            Step::StartLetter(count) => self.start_letter(state, count),
            Step::StartBonus(card) => self.start_bonus(state, card),
            Step::Top(slot, letter) => self.lay_top(state, slot, letter),
            Step::Bottom(slot) => self.lay_card(state, slot),
            Step::Dice(die) => self.roll_next(state, die),
            Step::Order(slot, icon) => self.lay_order(state, slot, icon),
            Step::Neutral => Some(Node::RollNeutral),
            Step::Place(turn) => self.next_turn(state, turn),
            Step::After(turn) => self.after_turn(state, turn),
            Step::ActivateOrder => self.open_phase(state, Step::Activate(0)),
            Step::Activate(place) => self.next_activation(state, place),
            Step::ConstructOrder => self.open_phase(state, Step::Construct(0)),
            Step::Construct(place) => self.next_construction(state, place),
            Step::Clock => self.conclude(state),
            Step::Aid(place) => self.aid(state, place),
            Step::Limits(place) => self.before_limits(state, place),
            Step::Discard(place) => self.apply_limits(state, place),
            Step::Over(_) => Some(Node::Over),
        }
    }

    /// What is pending, the next piece of it; `None` once it is done.
    fn settle(&self, state: &mut State) -> Option<Node> {
        let pending = &state.pending;
        if pending.is_converting {
            return self.draw_converted(state);
        }
        if pending.spelling.is_some() {
            return Some(Node::Tiles);
        }
        if pending.card_due.is_some() {
            return self.card_due(state);
        }
        if pending.card.is_some() {
            return self.offer_redraw(state);
        }
        if let Some(die) = pending.die {
            return self.offer_reroll(state, die);
        }
        if !pending.gains.is_empty() {
            return self.gain(state);
        }
        let built = &mut state.pending.built;
        if built.bonuses != 0 {
            let bonus = built.bonuses.trailing_zeros() as u8;
            built.bonuses &= built.bonuses - 1;
            state.pending.begin(Source::Bonus(bonus));
        } else if let Some(word) = built.word.take() {
            self.place_cube(state, word);
        }
        None
    }

    /// The closing action of a node.
    fn close(&self, state: &mut State) {
        state.step = match state.step {
            Step::After(turn) => Step::Place(turn + 1),
            Step::Activate(place) => Step::Activate(place + 1),
            Step::Construct(place) => self.end_construction(state, place),
            Step::Limits(place) => Step::Discard(place),
            step => step,
        };
    }
}
