//! Inference against trying out all deals: the game is played again in every world at once, with
//! the rules of the engine and none of this module. Games begin from made-up positions with few
//! cards, so that all worlds can be listed.

use std::collections::HashMap;

use serde_json::{Map, json};

use super::super::Bogoss;
use super::super::action::Action;
use super::super::hand::Hand;
use super::super::rules::{INFO, LayMode};
use super::super::state::{Phase, State, Table as Position};
use super::super::types::{Answer, Entry, Kind, Laying, SEATS, Sort};
use super::automaton::Automaton;
use super::belief::Belief;
use super::deals::{Deals, LARGE};
use super::joint::{Budget, Joint};
use super::pair::shares;
use super::reading::{ORDERS, Order};
use super::table::{lacking, max_each, min_each, size};
use super::{Knowledge, Look, Timeline};
use crate::game::{Actor, ComponentSource, Game, Seat, Setup};
use crate::random::Random;

/// Hands of all seats, and the pile.
type Cards = ([Hand; SEATS], Hand);
type Worlds = HashMap<Cards, (State, f64)>;

/// Games that are tried.
const GAMES: u64 = 120;

/// Most worlds that are listed.
const MOST: usize = 4_000;

fn pick<T: Clone>(random: &mut Random, values: &[T]) -> T {
    values[random.below(values.len() as u32) as usize].clone()
}

fn random_game(random: &mut Random, players: u8) -> Bogoss {
    let mut options = json!({
        "need_rule": pick(random, &["useful", "any", "next_skeleton"]),
        "give_choice": pick(random, &["donor", "asker", "random"]),
        "extra_requests": pick(random, &["unlimited", "one"]),
        "draw_hit": pick(random, &["requested", "useful"]),
        "broken_skeleton": pick(random, &["all_broken", "any_broken"]),
        "lay_mode": pick(random, &["forced", "joker_choice", "free"]),
        "refill_empty": pick(random, &[0, 0, 3]),
        "first_player": 0,
        "max_turns": 60,
    });
    for flag in ["broken_draw_ends", "joker_hit", "donor_refill", "sided_limbs"] {
        options[flag] = json!(random.below(2) == 0);
    }
    let text = INFO.default_components.to_owned();
    let components = ComponentSource { file: String::new(), text };
    let options = options.as_object().expect("an object").clone();
    Bogoss::new(Setup { players, options, components }).expect("a game")
}

/// A position with few cards, mostly of few sorts so that skeletons come about.
fn random_start(game: &Bogoss, random: &mut Random) -> State {
    let mut deck: Vec<Sort> = game.deck.cards().collect();
    let sorts: Vec<Sort> = Sort::all(game.rules.is_sided).collect();
    let rare: Vec<Sort> = (0..random.below(7)).map(|_| pick(random, &sorts)).collect();
    deck.retain(|sort| !rare.contains(sort) || random.below(4) == 0);
    for place in (1..deck.len()).rev() {
        deck.swap(place, random.below(place as u32 + 1) as usize);
    }
    let mut state = game.fresh();
    let table = &mut state.now;
    let size = [0, 0, 6, 3, 2][game.players] + random.below(2) as usize;
    for seat in 0..game.players {
        deck.drain(..size).for_each(|card| table.hands[seat].add(card));
    }
    table.pile = deck.drain(..3 + random.below(5) as usize).collect();
    table.dealt = 6 * game.players as u8;
    table.phase = Phase::Ask;
    state
}

/// Nobody may hold what has to be laid.
fn is_settled(game: &Bogoss, state: &State) -> bool {
    let with_jokers = game.rules.lay_mode == LayMode::Forced;
    game.rules.lay_mode == LayMode::Free
        || state.now.hands.iter().all(|&hand| game.complete(hand, with_jokers).is_none())
}

fn key(state: &State) -> Cards {
    (state.now.hands, state.now.pile)
}

/// What a seat sees, in a form that compares fast.
#[derive(Clone, Debug, PartialEq)]
struct Face {
    hand: Hand,
    sizes: Vec<u32>,
    last: Option<(Seat, Seat, usize, Answer)>,
    laid: Vec<(Seat, bool, [Sort; 6])>,
    turn: (Seat, u32, bool, Option<Seat>),
}

fn face(state: &State, seat: Seat) -> Face {
    let table = &state.now;
    let hands = table.hands.iter().map(|hand| hand.len());
    Face {
        hand: table.hands[usize::from(seat)],
        sizes: hands.chain([table.pile.len()]).collect(),
        last: state
            .log
            .last()
            .map(|entry| (entry.asker, entry.target, entry.kind.index(), entry.answer)),
        laid: state
            .layings
            .iter()
            .map(|&Laying { seat, is_broken, cards, .. }| (seat, is_broken, cards))
            .collect(),
        turn: (table.turn_of, table.turn, table.may_stop, table.winner),
    }
}

fn is_public(state: &State) -> bool {
    matches!(state.now.phase, Phase::Ask | Phase::Over)
}

/// Who draws the card of a chance node.
fn drawer(game: &Bogoss, state: &State) -> Seat {
    state.now.seat_of(state.now.stage, game.players)
}

/// What a seat did or drew in a step, where, and what it saw before a decision.
type Own = Vec<(Phase, Option<Face>, Action)>;

/// One step as a seat saw it.
struct Segment<'a> {
    game: &'a Bogoss,
    seat: Seat,
    own: Own,
    end: &'a State,
    end_face: Face,
    /// The answer of the request in the step.
    answer: Option<Answer>,
}

impl Segment<'_> {
    /// All ways from a world to the end of the step that look like the true one.
    fn run(&self, state: &State, weight: f64, own: usize, drawn: &mut Vec<Sort>, ends: &mut Ends) {
        let table = &state.now;
        let is_own = self.game.actor(state) == Actor::Player(self.seat);
        let is_end = is_public(state) || (is_own && own == self.own.len());
        if is_end {
            let same = own == self.own.len()
                && table.phase == self.end.now.phase
                && face(state, self.seat) == self.end_face;
            if same {
                // Two ways of hidden decisions that lead to the same position are one deal.
                ends.insert((key(state), drawn.clone()), (state.clone(), weight));
            }
            return;
        }
        let mut go = |action, chance: f64, own, drawn: &mut Vec<Sort>| {
            let mut next = state.clone();
            self.game.advance(&mut next, action);
            self.run(&next, weight * chance, own, drawn, ends);
        };
        let is_drawn = matches!(table.phase, Phase::Draw | Phase::Refill);
        if is_own || (is_drawn && drawer(self.game, state) == self.seat) {
            let Some((phase, saw, action)) = self.own.get(own) else { return };
            if *phase != table.phase
                || saw.as_ref().is_some_and(|saw| *saw != face(state, self.seat))
            {
                return;
            }
            let copies = if let Action::Draw(sort) = action { table.pile.count(*sort) } else { 1 };
            if copies > 0 {
                go(*action, copies.into(), own + 1, drawn);
            }
            return;
        }
        let given = if let Some(Answer::Given(sort)) = self.answer { Some(sort) } else { None };
        match table.phase {
            Phase::Take => {
                // At this seat's own choice of a side the status has been picked already.
                let picked = self.end.now.request.and_then(|request| request.taken);
                let given = given.and_then(Sort::natural).map(|(_, status)| status);
                let status = given.or(picked);
                status.into_iter().for_each(|status| go(Action::Take(status), 1.0, own, drawn));
            }
            Phase::Give => {
                let given = given.filter(|&given| table.gifts().any(|gift| gift == given));
                given.into_iter().for_each(|given| go(Action::Give(given), 1.0, own, drawn));
            }
            Phase::Given => self.game.visit_chance(table, |event, chance| {
                if given.is_some_and(|given| event == Action::Given(given)) {
                    go(event, chance, own, drawn);
                }
            }),
            Phase::Lay => {
                [Action::Lay, Action::Hold].map(|it| go(it, 1.0, own, drawn)).into_iter().collect()
            }
            _ => {
                for sort in table.pile.sorts() {
                    drawn.push(sort);
                    go(Action::Draw(sort), table.pile.count(sort).into(), own, drawn);
                    drawn.pop();
                }
            }
        }
    }
}

type Ends = HashMap<(Cards, Vec<Sort>), (State, f64)>;

/// Every way to deal the cards that `seat` does not see.
fn first_worlds(game: &Bogoss, start: &State, seat: Seat) -> Worlds {
    let mut pool = start.now.pile;
    let mut blank = start.clone();
    let mut places = Vec::new();
    for other in game.seats().filter(|&other| other != seat) {
        let hand = &mut blank.now.hands[usize::from(other)];
        pool.add_all(*hand);
        places.extend(vec![usize::from(other); hand.len() as usize]);
        *hand = Hand::default();
    }
    blank.now.pile = pool;
    let mut worlds = Worlds::from([(key(&blank), (blank, 1.0))]);
    for place in places {
        let mut next = Worlds::new();
        for (state, weight) in worlds.into_values() {
            for sort in state.now.pile.sorts() {
                let mut dealt = state.clone();
                dealt.now.pile.remove(sort);
                dealt.now.hands[place].add(sort);
                let ways = weight * f64::from(state.now.pile.count(sort));
                next.entry(key(&dealt)).or_insert((dealt, 0.0)).1 += ways;
            }
        }
        worlds = next;
    }
    worlds.retain(|_, (state, _)| is_settled(game, state));
    worlds
}

/// Plays one game, and the worlds of one seat along; compares at a random node that the seat sees.
/// Says how many layings there were, or nothing if there were too many worlds.
fn compare(number: u64) -> Option<(usize, usize)> {
    let mut random = Random::stream(20_260, number);
    let players = pick(&mut random, &[2, 2, 2, 3, 3, 4]);
    let game = random_game(&mut random, players);
    let mut state = random_start(&game, &mut random);
    while !is_settled(&game, &state) {
        state = random_start(&game, &mut random);
    }
    let seat = random.below(game.players as u32) as Seat;
    let mut worlds = first_worlds(&game, &state, seat);
    let plies = random.below(40);
    let mut begin = state.clone();
    let (mut own, mut first): (Own, Option<Action>) = (Own::new(), None);
    for ply in 0.. {
        let sees = game.sees_now(&state, Some(seat));
        let is_last = sees && (ply >= plies || state.now.phase == Phase::Over);
        if first.is_some() && (is_public(&state) || is_last) {
            let answered = state.log.len() > begin.log.len();
            let answer = state.log.last().filter(|_| answered).map(|entry| entry.answer);
            let segment = Segment {
                game: &game,
                seat,
                own: std::mem::take(&mut own),
                end: &state,
                end_face: face(&state, seat),
                answer,
            };
            let action = first.take().expect("a step has begun");
            let mut next = Worlds::new();
            for (world, weight) in worlds.into_values() {
                if game.check(&world, action).is_err() {
                    continue;
                }
                let mut after = world.clone();
                game.advance(&mut after, action);
                let mut ends = Ends::new();
                // An own decision right after the request is the end already.
                segment.run(&after, weight, 0, &mut Vec::new(), &mut ends);
                for (end, weight) in ends.into_values() {
                    next.entry(key(&end)).or_insert((end, 0.0)).1 += weight;
                }
            }
            worlds = next;
            begin = state.clone();
        }
        if worlds.len() > MOST {
            return None;
        }
        if is_last {
            break;
        }
        let actor = game.actor(&state);
        let action = match actor {
            Actor::Chance => game.draw_chance(&state.now, &mut random),
            _ => game.pick(&state.now, &mut random),
        };
        let is_own_draw =
            matches!(state.now.phase, Phase::Draw | Phase::Refill) && drawer(&game, &state) == seat;
        if first.is_none() {
            first = Some(action);
        } else if actor == Actor::Player(seat) {
            own.push((state.now.phase, Some(face(&state, seat)), action));
        } else if is_own_draw {
            own.push((state.now.phase, None, action));
        }
        game.advance(&mut state, action);
    }
    check(&game, &state, seat, &worlds, &mut random, number);
    Some((state.layings.len(), worlds.len()))
}

fn check(
    game: &Bogoss,
    state: &State,
    seat: Seat,
    worlds: &Worlds,
    random: &mut Random,
    number: u64,
) {
    let table = game.seen(state, Some(seat));
    let mut timeline = Timeline::default();
    timeline.read(&Look { game, state, table: &table, seat }).expect("a log that agrees");
    let about = || format!("game {number}, seat {seat}: {:?}\n{timeline:?}", game.rules);
    let knowledge = Knowledge::new(game, &timeline);
    let agreeing = knowledge.deals(game).unwrap_or_else(|| panic!("{}", about()));
    let total: f64 = worlds.values().map(|world| world.1).sum();
    assert!(total > 0.0, "{}", about());
    let tables = knowledge.tables(game);
    let copies = tables.iter().map(|&table| table.clone()).collect();
    let all = Joint::new(copies, timeline.pool, LARGE).expect("few worlds");
    let marginals = all.marginals(LARGE).expect("few worlds");
    for (other, entries) in timeline.seats.iter().zip(marginals) {
        let mut expected: HashMap<Hand, f64> = HashMap::new();
        for (cards, world) in worlds {
            *expected.entry(cards.0[usize::from(other.seat)]).or_default() += world.1 / total;
        }
        let all: f64 = entries.iter().map(|entry| entry.1).sum();
        for (hidden, weight) in entries.into_iter().filter(|entry| entry.1 > 0.0) {
            let hand = Hand::of_word(hidden.wrapping_add(other.net));
            let chance = expected.remove(&hand).unwrap_or(0.0);
            assert!((chance - weight / all).abs() < 1e-10, "{hand:?} {chance} {}", about());
        }
        assert!(expected.is_empty(), "{expected:?} {}", about());
    }
    let by_hands = Belief::by_hands(&timeline, &tables, LARGE).expect("few worlds");
    let by_hands = by_hands.expect("some worlds");
    let orders =
        ORDERS.map(|(is_broken_first, kinds, jokers)| Order::of(is_broken_first, kinds, jokers));
    for order in orders {
        let automata: Vec<_> = tables.iter().map(|table| Automaton::new(table, &order)).collect();
        let by_sorts = Belief::by_sorts(&timeline, &automata, &order).expect("some worlds");
        assert_close(&by_hands, &by_sorts, about);
    }
    // By counting for some seats, all or none, and by trial for the others.
    for counted in 0..game.players {
        let order: Vec<usize> = (0..timeline.seats.len()).rev().collect();
        let counts = order[..counted].iter().map(|&seat| tables[seat].clone()).collect();
        let joint = Joint::new(counts, timeline.pool, LARGE).expect("few worlds");
        let deals = Deals { order, counted, joint };
        let draw = |drawn: &mut Position, random: &mut Random| {
            timeline.deal(drawn, &deals.draw(game, &timeline, random));
        };
        check_draws(draw, state, worlds, total, random, number);
    }
    let draw = |drawn: &mut Position, random: &mut Random| {
        let guessed = timeline.guess(game, random);
        let hidden = guessed.unwrap_or_else(|| agreeing.draw(game, &timeline, random));
        timeline.deal(drawn, &hidden);
    };
    check_draws(draw, state, worlds, total, random, number);
}

/// Draws come as often as they should, by the chi-square statistic of cells that expect 5 or more.
fn check_draws(
    deal: impl Fn(&mut Position, &mut Random),
    state: &State,
    worlds: &Worlds,
    total: f64,
    random: &mut Random,
    number: u64,
) {
    const DRAWS: f64 = 2000.0;
    let mut seen: HashMap<Cards, f64> = HashMap::new();
    for _ in 0..DRAWS as u32 {
        let mut drawn = state.now;
        deal(&mut drawn, random);
        *seen.entry((drawn.hands, drawn.pile)).or_default() += 1.0;
    }
    let (mut rest, mut cells) = ((0.0, 0.0), Vec::new());
    for (cards, world) in worlds {
        let expected = DRAWS * world.1 / total;
        let drawn = seen.remove(cards).unwrap_or(0.0);
        if expected >= 5.0 {
            cells.push((expected, drawn));
        } else {
            rest = (rest.0 + expected, rest.1 + drawn);
        }
    }
    assert!(seen.is_empty(), "game {number}: impossible cards were drawn");
    if rest.0 >= 5.0 {
        cells.push(rest);
    }
    let chi: f64 = cells.iter().map(|(e, o)| (o - e) * (o - e) / e).sum();
    let freedom = cells.len() as f64 - 1.0;
    if freedom > 0.0 {
        // Wilson and Hilferty: the cube root is nearly normal. Seeds are fixed, so this can't flicker.
        let spread = 2.0 / (9.0 * freedom);
        let deviation = ((chi / freedom).cbrt() - 1.0 + spread) / spread.sqrt();
        assert!(deviation < 4.5, "game {number}: {deviation} sigma, {chi} of {freedom}");
    }
}

/// B-16, B-19 to B-25, B-32 to B-35, B-43, B-44, B-47, B-57, under all options.
#[test]
fn inference_agrees_with_all_worlds() {
    let results: Vec<(usize, usize)> = (0..GAMES).filter_map(compare).collect();
    let layings: usize = results.iter().map(|result| result.0).sum();
    let worlds: usize = results.iter().map(|result| result.1).sum();
    assert!(results.len() as u64 > GAMES / 2, "only {} games", results.len());
    assert!(worlds > 20 * results.len(), "only {worlds} worlds in {} games", results.len());
    assert!(layings > results.len() / 20, "only {layings} layings in {} games", results.len());
}

/// Whole decks: sums sort by sort against sums hand by hand, where these take a second at most.
#[test]
fn sorts_agree_with_hands_in_whole_decks() {
    const MANY: usize = 20_000;
    let mut large = 0;
    for number in 0..80 {
        let mut random = Random::stream(20_261, number);
        let players = pick(&mut random, &[3, 4, 5, 6, 7]);
        let game = random_game(&mut random, players);
        let seat = random.below(players.into()) as Seat;
        let plies = random.below(12 * u32::from(players));
        let mut state = game.initial();
        let mut ply = 0;
        while ply < plies || !game.sees_now(&state, Some(seat)) {
            let action = match game.actor(&state) {
                Actor::Nobody => break,
                Actor::Chance => game.draw_chance(&state.now, &mut random),
                Actor::Player(_) => {
                    ply += 1;
                    game.pick(&state.now, &mut random)
                }
            };
            game.advance(&mut state, action);
        }
        let table = game.seen(&state, Some(seat));
        let mut timeline = Timeline::default();
        timeline.read(&Look { game: &game, state: &state, table: &table, seat }).expect("a log");
        let knowledge = Knowledge::new(&game, &timeline);
        let tables = knowledge.tables(&game);
        let budget = Budget { pairs: 40_000_000, cells: 1 << 22 };
        let Ok(by_hands) = Belief::by_hands(&timeline, &tables, budget) else { continue };
        let share = shares(timeline.pool);
        let (states, order, seats) = Order::best(&tables, &share, 0);
        if states > 50 * MANY {
            continue;
        }
        large += usize::from(states > MANY);
        let by_sorts = Belief::by_sorts(&timeline, &seats, &order).expect("some deals");
        assert_close(&by_hands.expect("some deals"), &by_sorts, || format!("game {number}"));
    }
    assert!(large > 5, "{large} positions have many states");
}

fn assert_close(by_hands: &Belief, by_sorts: &Belief, about: impl Fn() -> String) {
    let numbers = |belief: &Belief| -> Vec<f64> {
        belief.holds.iter().flatten().chain(&belief.pile).copied().collect()
    };
    for (a, b) in numbers(by_hands).into_iter().zip(numbers(by_sorts)) {
        assert!((a - b).abs() < 1e-10, "{a} {b} {}", about());
    }
}

/// A log that can't have led to the hands of now: the seat that gave a card can't have laid a skeleton
/// before it was asked. Nobody's cards can be counted then, and only what is known of now is left.
#[test]
fn a_past_that_contradicts_itself_is_left_out() {
    let source = ComponentSource { file: String::new(), text: INFO.default_components.to_owned() };
    let game =
        Bogoss::new(Setup { players: 7, options: Map::new(), components: source }).expect("a game");
    let cards = |names: &str| -> Hand {
        let sorts = names.split_whitespace().map(|name| Sort::of_name(name, false));
        sorts.map(|sort| sort.expect("a card")).collect()
    };
    let mut state = game.fresh();
    let hands = ["", "", "wR bL bA", "", "wR bS J", "bA", ""].map(cards);
    let skeleton = ["wL", "wL", "wA", "wA", "wS", "wR"];
    let skeleton = skeleton.map(|name| Sort::of_name(name, false).expect("a card"));
    let given = Sort::of_name("bA", false).expect("a card");
    state.now.hands = hands;
    (state.now.pile, state.now.dealt, state.now.phase) = (Hand::default(), 42, Phase::Ask);
    (state.now.turn, state.now.turn_of) = (16, 3);
    (state.now.layings, state.now.requests, state.now.laid[6]) = (1, 1, 1);
    state.layings.push(Laying {
        seat: 6,
        is_broken: false,
        cards: skeleton,
        turn: 12,
        requests: 1,
    });
    state.log.push(Entry {
        asker: 2,
        target: 3,
        kind: Kind::Arm,
        answer: Answer::Given(given),
        was_offered: false,
    });
    for seat in game.seats() {
        let belief = game.belief(&state, seat).expect("few worlds");
        assert_eq!(belief["holds"][usize::from(seat)], json!(held(hands[usize::from(seat)])));
        let drawn = game.determinize(&state, seat, &mut Random::stream(1, seat.into()));
        assert_eq!(game.view(&drawn, Some(seat)), game.view(&state, Some(seat)));
    }
}

/// Whether a hand has each kind, as a probability.
fn held(hand: Hand) -> [f64; 4] {
    Kind::ALL.map(|kind| f64::from(u8::from(hand.has_kind(kind) != [false; 2])))
}

#[test]
fn counts_are_compared_byte_by_byte() {
    let (a, b) = (0x0003_0002_0100, 0x0001_0005_0100);
    assert_eq!(lacking(a, b), 0x0002_0000_0000);
    assert_eq!(max_each(a, b), 0x0003_0005_0100);
    assert_eq!(min_each(a, b), 0x0001_0002_0100);
    assert_eq!(size(a), 6);
}
