//! One position of Bogoss and the course of a game: the deal, requests, turns, the end (rules,
//! sections 4 to 9).
//!
//! A *step* is a request, or the beginning of a turn, with everything that follows from it up to the
//! next moment at which the player whose turn it is may ask. Within a step others are shown the
//! position from before it, so that nobody learns that somebody had a choice (B-56, B-58).

use tinyvec::ArrayVec;

use super::Bogoss;
use super::action::Action;
use super::rules::{CARDS, GOAL, GiveChoice, HAND, LayMode, NeedRule};
use super::types::{
    Answer, Entry, Hand, Kind, Laying, PARTS, Refill, SEATS, SKELETON, Sort, Status,
};
use crate::game::{Actor, Outcome, Seat};
use crate::random::Random;

/// The kinds of a set, in order, and how many they are.
const NTH: [([Kind; Kind::COUNT], u32); 16] = {
    let mut sets = [([Kind::Leg; Kind::COUNT], 0); 16];
    let mut set = 0;
    while set < 16 {
        let mut kind = 0;
        while kind < Kind::COUNT {
            if set >> kind & 1 == 1 {
                sets[set].0[sets[set].1 as usize] = Kind::ALL[kind];
                sets[set].1 += 1;
            }
            kind += 1;
        }
        set += 1;
    }
    sets
};

/// `2^16 / n`, rounded up, for the counts of kinds.
const RECIPROCALS: [u32; 8] = [0, 0x1_0000, 0x8000, 0x5556, 0x4000, 0, 0, 0];

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first player is drawn (B-9).
    First,
    /// A card is dealt (B-8).
    Deal,
    /// The player whose turn it is asks, or stops (B-12, B-29).
    Ask,
    /// The asker picks a status (`give_choice = asker`).
    Take,
    /// The target picks a card (B-20).
    Give,
    /// Chance picks a card (`give_choice = random`).
    Given,
    /// The asker draws (B-31).
    Draw,
    /// Somebody draws outside requests (B-25, B-47).
    Refill,
    /// Somebody lays a skeleton or holds it back (B-43).
    Lay,
    /// Nothing: the game is over.
    Over,
}

/// Where in a step somebody lays or refills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Nowhere.
    Idle,
    /// After the deal, the player this many places after the first one (B-11).
    Deal(u8),
    /// At the start of the turn (B-43, B-47).
    Start,
    /// The asker, after receiving or drawing (B-26, B-33).
    Asker,
    /// The giver, after giving (B-25).
    Giver,
}

/// A request that is not settled yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Who is asked.
    pub target: Seat,
    /// For what.
    pub kind: Kind,
    /// The status that the asker has picked (`give_choice = asker`).
    pub taken: Option<Status>,
}

/// The position at one moment, without what is kept of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The hand of each seat.
    pub hands: [Hand; SEATS],
    /// The draw pile: what may come, not in which order.
    pub pile: Hand,
    /// Cards that everybody knows to be in each hand.
    pub known: [Hand; SEATS],
    /// Kinds, a bit each, of which everybody knows that a hand has none (B-57).
    pub lacks: [u8; SEATS],
    /// Whole skeletons that each seat has laid.
    pub laid: [u8; SEATS],
    /// How many layings there have been.
    pub layings: u8,
    /// How many requests have been answered.
    pub requests: u32,
    /// How many cards have been drawn outside requests.
    pub refills: u32,
    /// The turn, from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub turn_of: Seat,
    /// The seat that begins (B-9).
    pub first: Seat,
    /// Cards dealt so far (B-8).
    pub dealt: u8,
    /// What is due.
    pub phase: Phase,
    /// Where in a step that is.
    pub stage: Stage,
    /// The request that is not settled yet.
    pub request: Option<Request>,
    /// Whether the turn goes on once the request is settled (B-27, B-34).
    pub goes_on: bool,
    /// Whether the player may end the turn instead of asking (B-29).
    pub may_stop: bool,
    /// Whether a request would follow from a whole card received (B-28).
    pub is_follow_up: bool,
    /// Cards still to draw at the start of the turn (B-47).
    pub to_draw: u8,
    /// Who has won.
    pub winner: Option<Seat>,
}

/// One position, with everything in it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The position now.
    pub now: Table,
    /// The position from before the step under way, where `now` would not tell it.
    pub before: Option<Table>,
    /// Every request that has been answered.
    pub log: Vec<Entry>,
    /// Every skeleton laid, in order.
    pub layings: ArrayVec<[Laying; SEATS + 1]>,
    /// Every card drawn outside requests.
    pub refills: Vec<Refill>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            now: self.now,
            before: self.before,
            log: self.log.clone(),
            layings: self.layings,
            refills: self.refills.clone(),
        }
    }

    /// Keeps the room of the lists, so that playouts don't allocate in the long run.
    fn clone_from(&mut self, source: &Self) {
        self.now = source.now;
        self.before = source.before;
        self.log.clone_from(&source.log);
        self.layings = source.layings;
        self.refills.clone_from(&source.refills);
    }
}

impl Table {
    /// The seat that lays or refills at this stage.
    #[must_use]
    pub fn seat_of(&self, stage: Stage, players: usize) -> Seat {
        match (stage, self.request) {
            (Stage::Giver, Some(request)) => request.target,
            (Stage::Deal(place), _) => {
                ((usize::from(self.first) + usize::from(place)) % players) as Seat
            }
            _ => self.turn_of,
        }
    }

    /// The seat that is dealt the next card (B-8).
    #[must_use]
    pub fn dealt_to(&self, players: usize) -> Seat {
        self.seat_of(Stage::Deal(self.dealt / HAND), players)
    }

    /// Who decides.
    #[inline]
    #[must_use]
    pub fn actor(&self, players: usize) -> Actor {
        match self.phase {
            Phase::Over => Actor::Nobody,
            Phase::Ask | Phase::Take => Actor::Player(self.turn_of),
            Phase::Give => {
                Actor::Player(self.request.map_or(self.turn_of, |request| request.target))
            }
            Phase::Lay => Actor::Player(self.seat_of(self.stage, players)),
            _ => Actor::Chance,
        }
    }

    /// The sorts that can be given now, a bit each (B-19, B-20).
    #[inline]
    #[must_use]
    pub fn gift_bits(&self) -> u16 {
        let Some(Request { target, kind, taken }) = self.request else { return 0 };
        let sorts = self.hands[usize::from(target)].sorts_of(kind);
        match taken {
            None => sorts,
            Some(Status::Whole) => sorts & 0x3f,
            Some(Status::Broken) => sorts & !0x3f,
        }
    }

    /// The sorts that can be given now, in order.
    pub fn gifts(&self) -> impl Iterator<Item = Sort> + use<> {
        let bits = self.gift_bits();
        (0..Sort::NATURAL).filter(move |index| bits >> index & 1 == 1).map(Sort::from_index)
    }
}

impl Bogoss {
    pub(super) fn fresh(&self) -> State {
        let now = Table {
            hands: [Hand::default(); SEATS],
            pile: self.deck,
            known: [Hand::default(); SEATS],
            lacks: [0; SEATS],
            laid: [0; SEATS],
            layings: 0,
            requests: 0,
            refills: 0,
            turn: 1,
            turn_of: self.rules.first_player.unwrap_or(0),
            first: self.rules.first_player.unwrap_or(0),
            dealt: 0,
            phase: if self.rules.first_player.is_some() { Phase::Deal } else { Phase::First },
            stage: Stage::Idle,
            request: None,
            goes_on: false,
            may_stop: false,
            is_follow_up: false,
            to_draw: 0,
            winner: None,
        };
        State {
            now,
            before: None,
            log: Vec::new(),
            layings: ArrayVec::default(),
            refills: Vec::new(),
        }
    }

    /// Applies a legal action or a possible chance event.
    #[inline]
    pub(super) fn advance(&self, state: &mut State, action: Action) {
        match action {
            Action::Ask { target, kind } => self.ask(state, target, kind),
            Action::Stop => self.pass_turn(state),
            Action::Give(sort) | Action::Given(sort) => self.give(state, sort),
            Action::Take(status) => self.take(state, status),
            Action::Draw(sort) if state.now.phase == Phase::Draw => self.draw(state, sort),
            Action::Draw(sort) => self.refill(state, sort),
            Action::Deal(sort) => self.deal(state, sort),
            Action::First(seat) => {
                (state.now.first, state.now.turn_of) = (seat, seat);
                state.now.phase = Phase::Deal;
            }
            Action::Lay => {
                let stage = state.now.stage;
                let seat = state.now.seat_of(stage, self.players);
                if let Some(is_broken) = self.complete(state.now.hands[usize::from(seat)], true) {
                    self.lay(state, seat, is_broken);
                }
                if state.now.phase != Phase::Over {
                    self.lay_all(state, stage);
                }
            }
            Action::Hold => self.after_laying(state, state.now.stage),
        }
    }

    /// B-8, B-11: a card is dealt; after the last one complete skeletons are laid.
    fn deal(&self, state: &mut State, sort: Sort) {
        let table = &mut state.now;
        table.pile.remove(sort);
        table.hands[usize::from(table.dealt_to(self.players))].add(sort);
        table.dealt += 1;
        if usize::from(table.dealt) == usize::from(HAND) * self.players {
            if self.has_long_steps {
                state.before = Some(*table);
            }
            self.lay_from_deal(state);
        }
    }

    /// B-11: the cards are dealt, and skeletons are laid in turn order.
    pub(super) fn lay_from_deal(&self, state: &mut State) {
        self.lay_all(state, Stage::Deal(0));
    }

    /// B-12 to B-21: a request, up to the choice of the card that is given.
    #[inline]
    fn ask(&self, state: &mut State, target: Seat, kind: Kind) {
        if self.has_long_steps {
            state.before = Some(state.now);
        }
        let table = &mut state.now;
        table.request = Some(Request { target, kind, taken: None });
        let [whole, broken] = table.hands[usize::from(target)].has_kind(kind);
        if !(whole || broken) {
            return self.miss(state);
        }
        if whole && broken {
            table.phase = match self.rules.give_choice {
                GiveChoice::Donor => Phase::Give,
                GiveChoice::Asker => Phase::Take,
                GiveChoice::Random => Phase::Given,
            };
        } else if self.rules.is_sided {
            self.choose_side(state);
        } else {
            let status = if whole { Status::Whole } else { Status::Broken };
            self.give(state, Sort::new(status, kind, false));
        }
    }

    /// The asker picks between the statuses that are there (B-20, `give_choice = asker`).
    fn take(&self, state: &mut State, status: Status) {
        if let Some(request) = &mut state.now.request {
            request.taken = Some(status);
        }
        self.choose_side(state);
    }

    /// The status is settled; where both sides are there, the giver or chance picks one (B-5).
    fn choose_side(&self, state: &mut State) {
        let mut gifts = state.now.gifts();
        let (first, second) = (gifts.next(), gifts.next());
        if second.is_some() {
            let is_random = self.rules.give_choice == GiveChoice::Random;
            state.now.phase = if is_random { Phase::Given } else { Phase::Give };
        } else if let Some(sort) = first {
            self.give(state, sort);
        }
    }

    /// B-19, B-24: a card changes hands before everybody's eyes.
    #[inline]
    fn give(&self, state: &mut State, sort: Sort) {
        let table = &mut state.now;
        let (Some(Request { target, kind, taken }), asker) = (table.request, table.turn_of) else {
            return;
        };
        let (to, from) = (usize::from(asker), usize::from(target));
        table.hands[from].remove(sort);
        table.hands[to].add(sort);
        table.known[from].remove_one_of(sort);
        table.known[to].add(sort);
        table.lacks[to] &= !(1 << kind.index());
        // B-27, B-28, B-30.
        table.goes_on = !(sort.is_broken() || self.rules.is_one_extra && table.is_follow_up);
        table.is_follow_up = table.goes_on;
        let answer = Answer::Given(sort);
        self.note(state, Entry { asker, target, kind, answer, was_offered: taken.is_some() });
        self.settle(state);
    }

    /// B-31: the target has nothing to give.
    fn miss(&self, state: &mut State) {
        let table = &mut state.now;
        let Some(Request { target, kind, .. }) = table.request else { return };
        if !table.pile.is_empty() {
            table.phase = Phase::Draw;
            return;
        }
        table.lacks[usize::from(target)] |= 1 << kind.index();
        table.goes_on = false;
        let (asker, answer) = (table.turn_of, Answer::PileEmpty);
        self.note(state, Entry { asker, target, kind, answer, was_offered: false });
        self.finish(state);
    }

    /// B-31 to B-35: the asker draws after a request in vain.
    fn draw(&self, state: &mut State, sort: Sort) {
        let is_hit = self.is_hit(&state.now, sort);
        let table = &mut state.now;
        let Some(Request { target, kind, .. }) = table.request else { return };
        let asker = usize::from(table.turn_of);
        // B-57: it is public now that the target has none.
        table.lacks[usize::from(target)] |= 1 << kind.index();
        table.pile.remove(sort);
        table.hands[asker].add(sort);
        if is_hit {
            table.known[asker].add(sort);
            if let Some((of, _)) = sort.natural() {
                table.lacks[asker] &= !(1 << of.index());
            }
        } else {
            // Anything can have come but what would have been a hit for sure.
            let is_sure = !self.rules.has_useful_hits && !self.rules.broken_draw_ends;
            table.lacks[asker] &= if is_sure { 1 << kind.index() } else { 0 };
        }
        (table.goes_on, table.is_follow_up) = (is_hit, false);
        let answer = if is_hit { Answer::Hit(sort) } else { Answer::NoHit(sort) };
        let asker = table.turn_of;
        self.note(state, Entry { asker, target, kind, answer, was_offered: false });
        self.settle(state);
    }

    /// B-26, B-33: the asker lays, and the request is settled.
    #[inline]
    fn settle(&self, state: &mut State) {
        let hand = state.now.hands[usize::from(state.now.turn_of)];
        if self.has_long_steps || self.complete(hand, true).is_some() {
            self.lay_all(state, Stage::Asker);
        } else {
            self.finish(state);
        }
    }

    /// B-32: whether a card drawn now would be a hit.
    pub(super) fn is_hit(&self, table: &Table, sort: Sort) -> bool {
        let Some((kind, status)) = sort.natural() else { return self.rules.joker_hit };
        if status == Status::Broken && self.rules.broken_draw_ends {
            return false;
        }
        if self.rules.has_useful_hits {
            return self.useful(table, table.turn_of) >> kind.index() & 1 == 1;
        }
        table.request.is_some_and(|request| request.kind == kind)
    }

    fn note(&self, state: &mut State, entry: Entry) {
        state.log.push(entry);
        state.now.requests += 1;
    }

    /// B-25, B-47: a card drawn outside requests.
    fn refill(&self, state: &mut State, card: Sort) {
        let table = &mut state.now;
        let (stage, seat) = (table.stage, table.seat_of(table.stage, self.players));
        let hand = usize::from(seat);
        table.pile.remove(card);
        table.hands[hand].add(card);
        table.lacks[hand] = 0;
        table.refills += 1;
        state.refills.push(Refill { seat, card, turn: table.turn, requests: table.requests });
        let goes_on = if stage == Stage::Start {
            table.to_draw -= 1;
            table.to_draw > 0
        } else {
            table.hands[hand].len() < u32::from(HAND)
        };
        if !goes_on || table.pile.is_empty() {
            table.to_draw = 0;
            self.lay_all(state, stage);
        }
    }

    /// Which skeleton is complete, the broken one first (B-41 to B-44): whether it is broken.
    #[inline]
    pub(super) fn complete(&self, hand: Hand, with_jokers: bool) -> Option<bool> {
        let jokers = if with_jokers { u32::from(hand.jokers()) } else { 0 };
        let [whole, broken] = hand.parts(self.need);
        let is_broken = if self.rules.is_any_broken {
            hand.has_broken() && hand.mended().parts(self.need)[0] + jokers >= SKELETON as u32
        } else {
            broken + jokers >= SKELETON as u32
        };
        if is_broken { Some(true) } else { (whole + jokers >= SKELETON as u32).then_some(false) }
    }

    /// B-43: a player lays what has to be laid, and is asked about what may be laid.
    fn lay_all(&self, state: &mut State, stage: Stage) {
        let seat = state.now.seat_of(stage, self.players);
        let mode = self.rules.lay_mode;
        if mode != LayMode::Free {
            let with_jokers = mode == LayMode::Forced;
            while let Some(is_broken) =
                self.complete(state.now.hands[usize::from(seat)], with_jokers)
            {
                self.lay(state, seat, is_broken);
                if state.now.phase == Phase::Over {
                    return;
                }
            }
        }
        if mode != LayMode::Forced
            && self.complete(state.now.hands[usize::from(seat)], true).is_some()
        {
            (state.now.phase, state.now.stage) = (Phase::Lay, stage);
            return;
        }
        self.after_laying(state, stage);
    }

    /// Lays one skeleton, natural cards first (B-44, B-45); two whole ones or a broken one win (B-51).
    #[cold]
    fn lay(&self, state: &mut State, seat: Seat, is_broken: bool) {
        let table = &mut state.now;
        let place = usize::from(seat);
        let statuses: &[Status] = match (is_broken, self.rules.is_any_broken) {
            (false, _) => &[Status::Whole],
            (true, false) => &[Status::Broken],
            (true, true) => &[Status::Broken, Status::Whole],
        };
        let mut cards = [Sort::JOKER; SKELETON];
        for (part, card) in cards.iter_mut().enumerate() {
            let is_right = self.rules.is_sided && part % 2 == 1;
            for &status in statuses.iter().rev() {
                let sort = Sort::new(status, PARTS[part], is_right);
                if table.hands[place].has(sort) {
                    *card = sort;
                }
            }
            table.hands[place].remove(*card);
            table.known[place].remove_one_of(*card);
        }
        let turn = if matches!(table.phase, Phase::Deal) || matches!(table.stage, Stage::Deal(_)) {
            0
        } else {
            table.turn
        };
        table.layings += 1;
        table.laid[place] += u8::from(!is_broken);
        state.layings.push(Laying { seat, is_broken, cards, turn, requests: table.requests });
        if is_broken || table.laid[place] == GOAL {
            table.winner = Some(seat);
            self.end(state);
        }
    }

    /// What follows once a player has laid, or holds back, what is complete.
    fn after_laying(&self, state: &mut State, stage: Stage) {
        match stage {
            Stage::Asker => self.after_asker(state),
            Stage::Giver | Stage::Idle => self.finish(state),
            Stage::Deal(place) if usize::from(place) + 1 < self.players => {
                // The phase says that this is still the deal.
                state.now.phase = Phase::Deal;
                self.lay_all(state, Stage::Deal(place + 1));
            }
            Stage::Deal(_) => self.start_turn(state),
            Stage::Start => {
                (state.now.phase, state.now.stage) = (Phase::Ask, Stage::Idle);
                state.before = None;
            }
        }
    }

    /// B-25: a giver refills, and lays; otherwise the request is settled.
    fn after_asker(&self, state: &mut State) {
        if self.has_long_steps
            && let Some(Entry { target, answer: Answer::Given(_), .. }) = state.log.last()
        {
            let size = state.now.hands[usize::from(*target)].len();
            let draws = self.rules.donor_refill && !state.now.pile.is_empty();
            if draws && size < u32::from(HAND) {
                (state.now.phase, state.now.stage) = (Phase::Refill, Stage::Giver);
                return;
            }
            return self.lay_all(state, Stage::Giver);
        }
        self.finish(state);
    }

    /// The request is settled: the asker may go on, or the turn ends (B-27 to B-30, B-34, B-35).
    #[inline]
    fn finish(&self, state: &mut State) {
        let table = &mut state.now;
        (table.request, table.stage) = (None, Stage::Idle);
        if !table.goes_on {
            return self.pass_turn(state);
        }
        (table.phase, table.goes_on, table.may_stop) = (Phase::Ask, false, true);
        state.before = None;
    }

    /// B-10, B-36, B-48, B-53: the next seat clockwise, or the end.
    #[inline]
    fn pass_turn(&self, state: &mut State) {
        if state.now.turn >= self.rules.max_turns {
            return self.end(state);
        }
        let next = state.now.turn_of + 1;
        state.now.turn_of = if usize::from(next) == self.players { 0 } else { next };
        state.now.turn += 1;
        self.start_turn(state);
    }

    /// B-12, B-43, B-47: a turn begins.
    #[inline]
    fn start_turn(&self, state: &mut State) {
        let table = &mut state.now;
        (table.phase, table.stage) = (Phase::Ask, Stage::Idle);
        (table.may_stop, table.is_follow_up) = (false, false);
        if !self.has_long_steps {
            return;
        }
        state.before = Some(*table);
        let is_empty = table.hands[usize::from(table.turn_of)].is_empty();
        if self.rules.refill_empty > 0 && is_empty && !table.pile.is_empty() {
            (table.phase, table.stage) = (Phase::Refill, Stage::Start);
            table.to_draw = self.rules.refill_empty;
        } else {
            self.lay_all(state, Stage::Start);
        }
    }

    /// B-51, B-53: the game is over.
    #[cold]
    fn end(&self, state: &mut State) {
        let table = &mut state.now;
        (table.phase, table.stage, table.request) = (Phase::Over, Stage::Idle, None);
        (table.goes_on, table.may_stop, table.is_follow_up) = (false, false, false);
        table.to_draw = 0;
        state.before = None;
    }

    /// The kinds, a bit each, that a seat can use a card of (B-16).
    #[inline]
    pub(super) fn useful(&self, table: &Table, seat: Seat) -> u8 {
        let hand = table.hands[usize::from(seat)];
        let times = match self.rules.need_rule {
            NeedRule::Any => return 0xf,
            NeedRule::Useful => GOAL - table.laid[usize::from(seat)],
            NeedRule::NextSkeleton => 1,
        };
        hand.wanted(self.need.times(times), self.need)
    }

    /// The kinds, a bit each, that the player whose turn it is may ask for (B-16).
    #[inline]
    pub(super) fn askable(&self, table: &Table) -> u8 {
        match self.useful(table, table.turn_of) {
            0 => 0xf,
            kinds => kinds,
        }
    }

    /// Calls `visit` with every legal action: by target and kind, then to stop; what to give, whole
    /// before broken, left before right; to lay, to hold.
    pub(super) fn visit_legal(&self, table: &Table, mut visit: impl FnMut(Action)) {
        match table.phase {
            Phase::Ask => {
                let kinds = self.askable(table);
                for target in (0..self.players as Seat).filter(|&seat| seat != table.turn_of) {
                    for kind in Kind::ALL {
                        if kinds >> kind.index() & 1 == 1 {
                            visit(Action::Ask { target, kind });
                        }
                    }
                }
                if table.may_stop {
                    visit(Action::Stop);
                }
            }
            Phase::Give => table.gifts().for_each(|sort| visit(Action::Give(sort))),
            Phase::Take => Status::ALL.into_iter().for_each(|status| visit(Action::Take(status))),
            Phase::Lay => [Action::Lay, Action::Hold].into_iter().for_each(visit),
            _ => {}
        }
    }

    /// A uniformly random legal action: the one at `random.below(count)` in the order of
    /// [`Bogoss::visit_legal`].
    #[inline]
    pub(super) fn pick(&self, table: &Table, random: &mut Random) -> Action {
        match table.phase {
            Phase::Ask => {
                let kinds = &NTH[usize::from(self.askable(table) & 0xf)];
                let each = kinds.1;
                let requests = each * (self.players as u32 - 1);
                let k = random.below(requests + u32::from(table.may_stop));
                if k == requests {
                    return Action::Stop;
                }
                // `k / each` for the few values that there are.
                let target = (k * RECIPROCALS[each as usize & 7]) >> 16;
                Action::Ask {
                    target: (target + u32::from(target >= u32::from(table.turn_of))) as Seat,
                    kind: kinds.0[(k - target * each) as usize & 3],
                }
            }
            Phase::Give => {
                let mut bits = table.gift_bits();
                for _ in 0..random.below(bits.count_ones()) {
                    bits &= bits - 1;
                }
                Action::Give(Sort::from_index(bits.trailing_zeros() as usize))
            }
            Phase::Take => Action::Take(Status::ALL[random.below(2) as usize]),
            _ => [Action::Lay, Action::Hold][random.below(2) as usize],
        }
    }

    /// Calls `visit` with every outcome of a chance node (B-63).
    pub(super) fn visit_chance(&self, table: &Table, mut visit: impl FnMut(Action, f64)) {
        let mut over = |hand: Hand, event: fn(Sort) -> Action| {
            let total = f64::from(hand.len());
            hand.sorts().for_each(|sort| visit(event(sort), f64::from(hand.count(sort)) / total));
        };
        match table.phase {
            Phase::Deal => over(table.pile, Action::Deal),
            Phase::Draw | Phase::Refill => over(table.pile, Action::Draw),
            Phase::Given => over(self.gift_cards(table), Action::Given),
            Phase::First => {
                let chance = 1.0 / self.players as f64;
                (0..self.players as Seat).for_each(|seat| visit(Action::First(seat), chance));
            }
            _ => {}
        }
    }

    /// The cards, not sorts, that chance gives from (B-20, `give_choice = random`).
    fn gift_cards(&self, table: &Table) -> Hand {
        let Some(request) = table.request else { return Hand::default() };
        let hand = table.hands[usize::from(request.target)];
        table.gifts().flat_map(|sort| (0..hand.count(sort)).map(move |_| sort)).collect()
    }

    /// Draws one outcome of a chance node.
    #[inline]
    pub(super) fn draw_chance(&self, table: &Table, random: &mut Random) -> Action {
        match table.phase {
            Phase::First => Action::First(random.below(self.players as u32) as Seat),
            Phase::Given => {
                let cards = self.gift_cards(table);
                Action::Given(cards.nth(random.below(cards.len())))
            }
            phase => {
                let sort = table.pile.nth(random.below(table.pile.len()));
                if phase == Phase::Deal { Action::Deal(sort) } else { Action::Draw(sort) }
            }
        }
    }

    /// An upper bound of the decisions in a game (B-37, B-53).
    pub(super) fn longest(&self) -> u32 {
        let rules = &self.rules;
        let chooses = match rules.give_choice {
            GiveChoice::Donor => 1,
            GiveChoice::Asker => 1 + u32::from(rules.is_sided),
            GiveChoice::Random => 0,
        };
        // The giver may hold back too; a laying is counted once below.
        let holds = if rules.lay_mode == LayMode::Forced { 0 } else { 2 };
        let requests = u32::from(CARDS) - 1;
        let turn = requests * (1 + chooses + holds) + 1 + holds / 2;
        let players = self.players as u32;
        let deal = players * (holds / 2);
        rules.max_turns * turn + deal + (players + 1) * (holds / 2)
    }

    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        (state.now.phase == Phase::Over).then(|| Outcome {
            winners: state.now.winner.map_or(0, |seat| 1 << seat),
            reason: match (state.now.winner, state.layings.last()) {
                (None, _) => 2,
                (Some(_), last) => u8::from(last.is_some_and(|laying| laying.is_broken)),
            },
            level: None,
        })
    }
}
