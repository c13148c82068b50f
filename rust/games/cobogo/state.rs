//! One position of Cobogó and the course of a game: turns, draws, the end (rules, sections 4 to 9).

use super::action::Action;
use super::components::{EMPTY, Group};
use super::judge::Reserved;
use super::mosaic::{Mosaic, Obstacle};
use super::pile::{Pile, sample};
use super::rules;
use super::types::{CardId, CardSet, Hand, Log, NO_CARD, Placement, SEATS, Spot};
use super::{Cobogo, IllegalAction};
use crate::game::{Actor, Outcome, Seat};
use crate::random::Random;

/// One position, with everything in it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What lies on the table, seen from above.
    pub mosaic: Mosaic,
    /// The draw pile.
    pub pile: Pile,
    /// The hand of each seat.
    pub hands: [Hand; SEATS],
    /// The reserved pattern cards (K-16).
    pub reserved: Reserved,
    /// Brick side of the window card that started the mosaic (K-86), or [`NO_CARD`].
    pub starter: CardId,
    /// Every placement so far (K-106).
    pub log: Log,
    /// The part of the preparation that is due; the last step is play.
    pub step: u8,
    /// Cards dealt so far (K-14).
    pub dealt: u8,
    /// The seat that begins (K-8).
    pub first: Seat,
    /// The seat whose turn it is.
    pub to_move: Seat,
    /// Whether that seat has placed and is about to draw (K-43).
    pub drawing: bool,
    /// Whether the team has won, once the game is over.
    pub won: Option<bool>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            mosaic: self.mosaic.clone(),
            pile: self.pile.clone(),
            log: self.log.clone(),
            ..*self
        }
    }

    /// In place, where a derived one would make a copy and move it.
    fn clone_from(&mut self, source: &Self) {
        let Self { mosaic, pile, log, .. } = self;
        mosaic.clone_from(&source.mosaic);
        pile.clone_from(&source.pile);
        // Copied whole: one placement after the other takes longer.
        *log = source.log.clone();
        let Self { hands, reserved, starter, step, dealt, first, to_move, drawing, won, .. } =
            *source;
        (self.hands, self.reserved, self.starter) = (hands, reserved, starter);
        (self.step, self.dealt, self.first, self.to_move) = (step, dealt, first, to_move);
        (self.drawing, self.won) = (drawing, won);
    }
}

/// A part of the preparation, in the order that the options give (K-75, K-100).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Who begins (K-8).
    First,
    /// Base cards are reserved (K-10).
    Reserve,
    /// Opening hands (K-14).
    Deal,
    /// The glass card (K-78).
    Glass,
    /// The window card (K-85).
    Window,
    /// The other window card (K-86).
    Starter,
    /// The special card (K-95).
    Special,
    /// Unreserved expansion cards join the pile (K-75).
    Shuffle,
    /// The game itself.
    Play,
}

impl Cobogo {
    /// The order of the preparation under the options.
    pub(super) fn steps(options: &rules::Options) -> Vec<Step> {
        let mut steps = vec![Step::First, Step::Reserve];
        if !options.shuffle_before_deal {
            steps.push(Step::Deal);
        }
        if options.vidracaria {
            steps.push(Step::Glass);
        }
        if options.janelao {
            steps.extend([Step::Window, Step::Starter]);
        }
        if options.clientes {
            steps.push(Step::Special);
        }
        steps.push(Step::Shuffle);
        if options.shuffle_before_deal {
            steps.push(Step::Deal);
        }
        steps.push(Step::Play);
        steps
    }

    pub(super) fn step(&self, state: &State) -> Step {
        self.steps[usize::from(state.step)]
    }

    /// Whether the preparation is over: its last step is play.
    fn is_playing(&self, state: &State) -> bool {
        usize::from(state.step) + 1 == self.steps.len()
    }

    pub(super) fn fresh(&self) -> State {
        let mut state = State {
            mosaic: Mosaic::default(),
            pile: Pile::new(&self.deck, &self.expansion_groups()),
            hands: [Hand::default(); SEATS],
            reserved: Reserved::default(),
            starter: NO_CARD,
            log: Log::default(),
            step: 0,
            dealt: 0,
            first: 0,
            to_move: 0,
            drawing: false,
            won: None,
        };
        self.settle(&mut state);
        state
    }

    /// Goes on with the preparation until a chance event or a player is needed. A top card that
    /// is seen is settled before anything else happens to the pile (K-117).
    fn settle(&self, state: &mut State) {
        while !self.top_is_due(state) {
            let done = match self.step(state) {
                Step::First => {
                    self.rules.first_player.inspect(|&seat| state.first = seat).is_some()
                }
                Step::Reserve => state.reserved.cards().len() == self.rules.base_reserved(),
                Step::Deal => usize::from(state.dealt) == rules::OPENING_HAND * self.players,
                Step::Glass => self.has_reserved(state, Group::Glass),
                Step::Window => {
                    self.window_pattern.is_some_and(|card| self.reserve_third(state, card))
                        || self.has_reserved(state, Group::Window)
                }
                Step::Starter => {
                    if let Some(card) = self.only_starter(state) {
                        self.start_mosaic(state, card);
                    }
                    state.starter != NO_CARD
                }
                Step::Special => {
                    self.special_pattern.is_some_and(|card| self.reserve_third(state, card))
                        || self.has_reserved(state, Group::Special)
                }
                Step::Shuffle => {
                    self.join_expansions(state);
                    true
                }
                Step::Play => return,
            };
            if !done {
                return;
            }
            state.step += 1;
            if self.step(state) == Step::Play {
                state.to_move = state.first;
            }
        }
    }

    /// Reserves an expansion card: its pattern side is settled (K-78, K-85, K-95).
    fn reserve(&self, state: &mut State, card: CardId) {
        state.reserved.push(card);
        state.pile.backs.remove(card);
    }

    fn reserve_third(&self, state: &mut State, card: CardId) -> bool {
        self.reserve(state, card);
        true
    }

    fn has_reserved(&self, state: &State, group: Group) -> bool {
        state.reserved.cards().iter().any(|&card| self.group(card) == group)
    }

    fn unreserved(&self, state: &State, group: Group) -> CardSet {
        let mut cards = self.deck.groups[group.index()];
        state.reserved.cards().iter().for_each(|&card| cards.remove(card));
        cards
    }

    /// The starter, where nothing is left to chance: the one other window card (K-86).
    fn only_starter(&self, state: &State) -> Option<CardId> {
        let others = self.unreserved(state, Group::Window);
        (others.len() == 1 && !self.deck.shuffled).then(|| others.nth(0))
    }

    /// Brick sides that the starter may have.
    fn starters(&self, state: &State) -> CardSet {
        if self.deck.shuffled {
            return self.deck.groups[Group::Window.index()];
        }
        self.unreserved(state, Group::Window)
    }

    fn start_mosaic(&self, state: &mut State, card: CardId) {
        state.starter = card;
        state.pile.bricks.remove(card);
        let face = self.bricks[usize::from(card)].upright();
        state.mosaic.place(&self.outlines, face, 0, 0);
    }

    /// K-75: what of Vidraçaria and Clientes Especiais is not reserved joins the pile. Once a game,
    /// while its caller is called at every event of the preparation.
    #[inline(never)]
    fn join_expansions(&self, state: &mut State) {
        let mut joining = Vec::new();
        for (used, group) in
            [(self.rules.vidracaria, Group::Glass), (self.rules.clientes, Group::Special)]
        {
            if used {
                joining.push((group, self.unreserved(state, group)));
            }
        }
        state.pile.join(&self.deck, &joining, |card| self.twins.first_with_pattern(card));
    }

    /// Whether the top card's pattern side is about to be seen (K-117).
    pub(super) fn top_is_due(&self, state: &State) -> bool {
        self.rules.physical
            && state.won.is_none()
            && self.step(state) != Step::First
            && state.pile.top_is_unknown()
    }

    #[inline(always)]
    pub(super) fn actor_of(&self, state: &State) -> Actor {
        if state.won.is_some() {
            Actor::Nobody
        } else if !self.is_playing(state) || state.drawing || self.top_is_due(state) {
            Actor::Chance
        } else {
            Actor::Player(state.to_move)
        }
    }

    /// The seat that is dealt the next card: two in a row to each seat, clockwise (K-14).
    pub(super) fn dealt_to(&self, state: &State) -> Seat {
        let seat = usize::from(state.first) + usize::from(state.dealt) / rules::OPENING_HAND;
        (if seat < self.players { seat } else { seat - self.players }) as Seat
    }

    /// Calls `visit` with every outcome of a chance node.
    pub(super) fn visit_chance(&self, state: &State, mut visit: impl FnMut(Action, f64)) {
        if self.top_is_due(state) {
            return state.pile.back_outcomes(&self.deck, |card, p| visit(Action::Top(card), p));
        }
        let uniform = |cards: CardSet, event: fn(CardId) -> Action| {
            let chance = 1.0 / f64::from(cards.len());
            cards.iter().map(move |card| (event(card), chance)).collect::<Vec<_>>()
        };
        let group = |group: Group| self.deck.groups[group.index()];
        let outcomes = match self.step(state) {
            Step::First => {
                let chance = 1.0 / self.players as f64;
                (0..self.players as Seat).map(|seat| (Action::First(seat), chance)).collect()
            }
            Step::Reserve => {
                return state
                    .pile
                    .back_outcomes(&self.deck, |card, p| visit(Action::Reveal(card), p));
            }
            Step::Deal => {
                let seat = self.dealt_to(state);
                return state
                    .pile
                    .brick_outcomes(&self.deck, |card, p| visit(Action::Deal(seat, card), p));
            }
            Step::Glass => uniform(group(Group::Glass), Action::Glass),
            Step::Window => uniform(group(Group::Window), Action::Window),
            Step::Special => uniform(group(Group::Special), Action::Special),
            Step::Starter => uniform(self.starters(state), Action::Starter),
            Step::Shuffle | Step::Play => {
                if state.drawing {
                    let seat = state.to_move;
                    state
                        .pile
                        .brick_outcomes(&self.deck, |card, p| visit(Action::Draw(seat, card), p));
                }
                return;
            }
        };
        outcomes.into_iter().for_each(|(event, chance)| visit(event, chance));
    }

    /// Draws one outcome of a chance node.
    #[inline(always)]
    pub(super) fn draw_chance(&self, state: &State, random: &mut Random) -> Action {
        if self.top_is_due(state) {
            return Action::Top(state.pile.sample_back(&self.deck, random));
        }
        let mut pick = |group: Group| sample(&self.deck.groups[group.index()], random);
        match self.step(state) {
            Step::First => Action::First(random.below(self.players as u32) as Seat),
            Step::Reserve => Action::Reveal(state.pile.sample_back(&self.deck, random)),
            Step::Deal => {
                Action::Deal(self.dealt_to(state), state.pile.sample_brick(&self.deck, random))
            }
            Step::Glass => Action::Glass(pick(Group::Glass)),
            Step::Window => Action::Window(pick(Group::Window)),
            Step::Special => Action::Special(pick(Group::Special)),
            Step::Starter => Action::Starter(sample(&self.starters(state), random)),
            Step::Shuffle | Step::Play => {
                Action::Draw(state.to_move, state.pile.sample_brick(&self.deck, random))
            }
        }
    }

    /// Applies a legal action or a possible chance event.
    #[inline(always)]
    pub(super) fn advance(&self, state: &mut State, action: Action) {
        match action {
            Action::Place { slot, at } => self.place(state, slot, at),
            Action::Draw(_, card) => self.draw_card(state, card),
            _ => self.prepare(state, action),
        }
    }

    /// Applies a chance event of the preparation, or the sight of the top card.
    fn prepare(&self, state: &mut State, action: Action) {
        match action {
            Action::Place { .. } | Action::Draw(..) => {}
            Action::Top(card) => state.pile.see_top(&self.deck, card),
            Action::First(seat) => {
                state.first = seat;
                state.step += 1;
            }
            Action::Reveal(card) => self.reveal(state, card),
            Action::Glass(card) | Action::Window(card) | Action::Special(card) => {
                self.reserve(state, card);
                // A fixed choice is settled by `settle`; this one was an event, so the step is done.
                state.step += 1;
            }
            Action::Starter(card) => {
                self.start_mosaic(state, card);
                state.step += 1;
            }
            Action::Deal(seat, card) => {
                let card = state.pile.take(&self.deck, card, true);
                state.hands[usize::from(seat)].push(card);
                state.dealt += 1;
            }
        }
        self.settle(state);
    }

    /// K-10 to K-12: a card of a new type is reserved, another goes under the pile.
    pub fn reveal(&self, state: &mut State, card: CardId) {
        state.pile.turn_up(&self.deck, card);
        if self.is_new_type(state, card) {
            state.reserved.push(card);
        } else {
            state.pile.reject(card);
        }
    }

    /// K-10, K-11: whether no reserved card asks for the type of this one.
    pub(super) fn is_new_type(&self, state: &State, card: CardId) -> bool {
        let content = |card: CardId| self.judge.demand(card).content;
        state.reserved.cards().iter().all(|&other| content(other) != content(card))
    }

    /// K-18, K-36, K-63 to K-67: a card is placed where it may be, then the patterns are judged.
    #[inline(always)]
    pub fn place(&self, state: &mut State, slot: u8, at: Spot) {
        let seat = state.to_move;
        let card = state.hands[usize::from(seat)].take(usize::from(slot));
        let face = self.bricks[usize::from(card.brick)].face(at.rot);
        state.mosaic.place(&self.outlines, face, at.row, at.col);
        state.log.push(Placement { seat, brick: card.brick, at, source: card.source });
        if self.judge.is_won(&state.mosaic, &state.reserved) {
            state.won = Some(true);
        } else if !state.pile.is_empty() {
            state.drawing = true;
        } else {
            self.pass_turn(state);
        }
    }

    /// K-43: the drawn card takes the last slot, and the turn passes.
    #[inline(always)]
    pub fn draw_card(&self, state: &mut State, card: CardId) {
        let card = state.pile.take(&self.deck, card, false);
        state.hands[usize::from(state.to_move)].push(card);
        state.drawing = false;
        self.pass_turn(state);
    }

    /// K-20, K-23, K-66: clockwise to the next seat with a card; without any the game is lost.
    #[inline(always)]
    fn pass_turn(&self, state: &mut State) {
        let mut seat = usize::from(state.to_move);
        for _ in 0..self.players {
            seat = if seat + 1 == self.players { 0 } else { seat + 1 };
            if !state.hands[seat].cards().is_empty() {
                state.to_move = seat as Seat;
                return;
            }
        }
        state.won = Some(false);
    }

    /// The turns of a hand card that are listed (K-120), with their outline.
    fn turns(&self, state: &State, slot: usize) -> impl Iterator<Item = (u8, usize)> + use<'_> {
        (0..self.turns_at(state, slot)).map(|rot| (rot, self.outlines.of_turn(rot)))
    }

    /// How many turns of a slot's card are listed, for the seat to move; none of an empty slot.
    pub(super) fn turns_at(&self, state: &State, slot: usize) -> u8 {
        let hand = state.hands[usize::from(state.to_move)].cards();
        hand.get(slot).map_or(0, |card| self.bricks[usize::from(card.brick)].turns())
    }

    pub(super) fn hand_size(&self, state: &State) -> usize {
        state.hands[usize::from(state.to_move)].cards().len()
    }

    /// Calls `visit` with every legal placement by slot, turn, row, column.
    pub(super) fn visit_legal(&self, state: &State, mut visit: impl FnMut(Action)) {
        if self.actor_of(state) != Actor::Player(state.to_move) {
            return;
        }
        for slot in 0..self.hand_size(state) {
            if state.mosaic.bounds().is_empty() {
                visit(Action::Place { slot: slot as u8, at: Spot::default() });
                continue;
            }
            for (rot, outline) in self.turns(state, slot) {
                state.mosaic.for_each_anchor(&self.outlines, outline, |row, col| {
                    visit(Action::Place { slot: slot as u8, at: Spot { rot, row, col } });
                });
            }
        }
    }

    /// A uniformly random legal placement: the one at `random.below(count)` in the order of
    /// [`crate::game::Game::legal_actions`].
    #[inline(always)]
    pub fn random_placement(&self, state: &State, random: &mut Random) -> Action {
        let slots = self.hand_size(state);
        if state.mosaic.bounds().is_empty() {
            return Action::Place { slot: random.below(slots as u32) as u8, at: Spot::default() };
        }
        // Upright, then turned, and once more where a half turn looks different (K-120).
        let counts = [0, 1].map(|rot| state.mosaic.anchor_count(self.outlines.of_turn(rot)));
        let both = counts[0] + counts[1];
        let [first, second] = [0, 1].map(|slot| {
            let turns = self.turns_at(state, slot);
            both * u32::from(turns / 2) + counts[0] * u32::from(turns % 2)
        });
        // What is random is found by arithmetic: a branch could not be foreseen.
        let mut k = random.below(first + second);
        let is_second = k >= first;
        k -= if is_second { first } else { 0 };
        let is_half = k >= both;
        k -= if is_half { both } else { 0 };
        let is_turned = k >= counts[0];
        k -= if is_turned { counts[0] } else { 0 };
        let rot = 2 * u8::from(is_half) + u8::from(is_turned);
        let outline = self.outlines.of_turn(rot);
        let (row, col) = state.mosaic.nth_anchor(&self.outlines, outline, k);
        Action::Place { slot: is_second.into(), at: Spot { rot, row, col } }
    }

    /// Why a placement is refused, by the first rule that forbids it.
    pub(super) fn refuse_placement(
        &self,
        state: &State,
        seat: Seat,
        slot: u8,
        at: Spot,
    ) -> Result<(), IllegalAction> {
        let hand = state.hands[usize::from(seat)].cards();
        let Some(card) = hand.get(usize::from(slot)) else {
            return Err(IllegalAction::Slot { slot, cards: hand.len() });
        };
        if at.rot > 3 {
            return Err(IllegalAction::Rotation(at.rot));
        }
        if state.mosaic.bounds().is_empty() {
            return if at == Spot::default() { Ok(()) } else { Err(IllegalAction::First) };
        }
        let brick = &self.bricks[usize::from(card.brick)];
        let outline = self.outlines.of_turn(at.rot);
        if at.rot < brick.turns() && state.mosaic.is_anchor(&self.outlines, outline, at.row, at.col)
        {
            return Ok(());
        }
        // The slow way, which finds the first rule that forbids it.
        let face = brick.face(at.rot);
        match state.mosaic.obstacle(at.row, at.col, face.height, face.width) {
            Some(Obstacle::Glass(row, col)) => return Err(IllegalAction::Glass { row, col }),
            Some(Obstacle::CornerOnly) => return Err(IllegalAction::CornerOnly),
            Some(Obstacle::Apart) => return Err(IllegalAction::Apart),
            None => {}
        }
        let least = at.rot % brick.turns();
        if least != at.rot {
            return Err(IllegalAction::SameAs { rot: at.rot, least });
        }
        Ok(())
    }

    /// Cards that count as merits if the team wins now (K-70).
    #[must_use]
    pub fn merits(&self, state: &State) -> u32 {
        let hands: usize = state.hands.iter().map(|hand| hand.cards().len()).sum();
        let pile = if self.rules.hands_only { 0 } else { state.pile.len() };
        hands as u32 + pile
    }

    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        state.won.map(|won| Outcome {
            // K-69: the result is common to all.
            winners: if won { (1 << self.players) - 1 } else { 0 },
            reason: u8::from(!won),
            level: won.then(|| rules::title(self.merits(state)) as u8),
        })
    }

    /// K-40: whether the cells of a mosaic from outside hang together by their sides.
    pub(super) fn is_connected(&self, mosaic: &Mosaic) -> bool {
        let (bounds, cells) = (mosaic.bounds(), mosaic.cells());
        let filled: Vec<u8> = cells.iter().map(|&code| u8::from(code != EMPTY)).collect();
        crate::grid::label_groups(&filled, bounds.height(), bounds.width()).1 == 1
    }
}
