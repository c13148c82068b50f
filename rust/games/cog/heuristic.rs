//! What the greedy agent looks at: points now, and what its mat promises of points later.
//!
//! The agent tries every action and judges the position that follows. Points count as they are. Cubes
//! count the points of their words (C-237), and a goal card with more of them a growing share of its
//! bonus (C-173). Letters count a little each, wild ones more, and words that can still bring a cube
//! the more the fewer letters the reserve lacks; in Phase IV the best word that can be spelled next
//! counts nearly in full. Stars, cards that will work in later rounds, item cards (C-240) and the place
//! in turn order count something. What is still due, such as a letter of the bag, counts its mean.

use std::ops::ControlFlow;

use super::Cog;
use super::action::Action;
use super::components::{Cost, Effect, Gain, Icon, MAX_WORDS};
use super::crossword::Words;
use super::pending::CardDue;
use super::rules::PIPS;
use super::state::{Mat, State, Step};
use super::types::{CardKind, LETTERS, Letter, Side, Tile, members};
use crate::game::Seat;
use crate::grid::Cells;

/// A letter, beside the words that it helps.
const LETTER: f64 = 0.5;
/// A letter or a star beyond the number of them that a player keeps.
const SURPLUS: f64 = 0.1;
/// A wild tile.
const WILD: f64 = 1.6;
/// The share of its points that a word promises that lacks so many letters.
const NEAR: [f64; 5] = [0.16, 0.1, 0.05, 0.02, 0.01];
/// What spelling a word is worth beside all else: its tiles might wait for ever.
const SPELLING: f64 = 3.0;
/// The share of its worth that a word has which can be spelled next.
const NEXT: f64 = 0.9;
/// A star.
const STAR: f64 = 0.85;
/// A letter from the bag, and one of choice.
const BAG: f64 = 0.9;
const CENTRE: f64 = 1.2;
/// A card of the deck.
const CARD: f64 = 3.0;
/// How likely a die meets a card's cost.
const MEETS: f64 = 0.45;
/// An always-in-effect card in the first round.
const ALWAYS: f64 = 8.0;
/// An item card that can still be completed, with the share of its bonus, and a completed one, which
/// counts for the majority (C-240).
const ITEM: f64 = 1.5;
const OPEN_ITEM: f64 = 0.6;
const COMPLETED: f64 = 3.0;
/// What a removal costs beside all else.
const REMOVAL: f64 = 6.0;
/// A place in turn order.
const PLACE: f64 = 0.3;

impl Cog {
    /// What an action promises to `seat`: the worth of the position after it.
    pub(super) fn promise(
        &self,
        state: &State,
        seat: Seat,
        action: Action,
        next: &mut State,
    ) -> f64 {
        next.clone_from(state);
        self.advance(next, action);
        if let Some(play) = next.pending.spelling {
            // The choice of tiles that comes next is made with the fewest wild ones.
            let choices = self.dictionary.wilds(play, next.mat().reserve.tiles());
            let fewest = choices.iter().min_by_key(|wild| wild.count_ones());
            self.advance(next, Action::Tiles(fewest.unwrap_or_default(), 0));
        }
        let extra = match action {
            Action::Spell(..) => SPELLING,
            Action::Remove(_) => -REMOVAL,
            // Of two ways that are worth the same the one that does nothing.
            _ if action.is_closing() => 0.01,
            _ => 0.0,
        };
        self.worth(next, seat) + extra
    }

    /// What the position is worth to a seat.
    fn worth(&self, state: &State, seat: Seat) -> f64 {
        let mat = &state.mats[usize::from(seat)];
        if let Step::Over(_) = state.step {
            return f64::from(self.totals(state)[usize::from(seat)]);
        }
        let place = self.slots(state).iter().position(|slot| slot.cog == Some(seat));
        f64::from(mat.vp)
            + self.goals_worth(state, mat)
            + self.tiles_worth(state, mat)
            + self.stars_worth(state, mat.stars)
            + self.cards_worth(state, mat, seat)
            - PLACE * place.map_or(0.0, |place| place as f64)
            + if seat == state.seat { self.due_worth(state) } else { 0.0 }
            + match state.step {
                Step::Construct(_) if seat == state.seat && !self.is_used_up(state) => {
                    NEXT * self.best_spelling(state, mat)
                }
                _ => 0.0,
            }
    }

    fn rounds_left(&self, state: &State) -> f64 {
        let last = if state.is_last { state.round } else { self.face().rounds };
        f64::from(last - state.round)
    }

    /// Cubes and what they promise of a goal card's bonus (C-173, C-237).
    fn goals_worth(&self, state: &State, mat: &Mat) -> f64 {
        let built = state.pending.built.word.filter(|_| std::ptr::eq(mat, state.mat()));
        let mut cubes = mat.cubes();
        if let Some(word) = built
            && mat.completed >> self.goal_of(word) & 1 == 0
        {
            cubes |= 1 << word;
        }
        // The bonus of a full card is being gained.
        let is_open = |words: Words| words & cubes != 0 && words & !mat.cubes() != 0;
        let goals = (0..).zip(&self.goal_words).filter(|&(_, &words)| is_open(words));
        goals.map(|(goal, &words)| self.goal_worth(goal, words, cubes)).sum()
    }

    fn goal_worth(&self, goal: usize, words: Words, cubes: Words) -> f64 {
        let points = |words: Words| -> f64 {
            members(words).map(|word| 1.0 + f64::from(self.dictionary.length(word as u8))).sum()
        };
        let share = f64::from((words & cubes).count_ones()) / f64::from(words.count_ones());
        let extra = gain_worth(&self.set.goals[goal].gain) - points(words);
        points(words & cubes) + extra * share * share
    }

    /// The words that can still bring a cube.
    pub(super) fn open_words(&self, state: &State, mat: &Mat) -> Words {
        let done = mat.cubes() | mat.grid.standing() | self.words_of(mat.completed);
        self.words_in_play(state) & !done
    }

    /// The best word that can be spelled next in Phase IV: its cube and its bonus spaces.
    fn best_spelling(&self, state: &State, mat: &Mat) -> f64 {
        let open = self.open_words(state, mat);
        let mut worths = [0.0; MAX_WORDS];
        for word in members(open) {
            let goal = usize::from(self.goal_of(word as u8));
            let (words, cubes) = (self.goal_words[goal], mat.cubes());
            worths[word] = self.goal_worth(goal, words, cubes | 1 << word)
                - self.goal_worth(goal, words, cubes);
        }
        let mut best: f64 = 0.0;
        let permitted = self.permitted(state, mat);
        let _: ControlFlow<()> =
            mat.grid.plays(&self.dictionary, permitted, mat.reserve.tiles(), |play| {
                let squares = play.squares() & self.bonus_squares;
                let mut worth = worths[usize::from(play.word)];
                if !squares.is_empty() {
                    worth += self.bonus_worth(squares);
                }
                best = best.max(worth);
                ControlFlow::Continue(())
            });
        best
    }

    /// What bonus spaces are worth.
    pub(super) fn bonus_worth(&self, squares: Cells) -> f64 {
        let covered = self.bonuses.iter().filter(|&&(square, _)| squares.has(square));
        covered.map(|(_, gain)| gain_worth(gain)).sum()
    }

    /// Tiles of the reserve: a little each, and what they promise of words. In the last Phase IV what
    /// is left over counts half a point (C-245).
    fn tiles_worth(&self, state: &State, mat: &Mat) -> f64 {
        let wild = (WILD - LETTER) * f64::from(mat.reserve.tiles().wilds);
        let count = f64::from(mat.reserve.len());
        if self.rounds_left(state) == 0.0 {
            let is_late = matches!(state.step, Step::Construct(_));
            let promise = if is_late { 0.0 } else { self.promise_of_words(state, mat) };
            return 0.5 * (count + wild) + promise;
        }
        let kept = count.min(self.set.limits.letters.into());
        LETTER * kept + SURPLUS * (count - kept) + wild + self.promise_of_words(state, mat)
    }

    /// The words that can still bring a cube, each worth the more the fewer letters it lacks.
    fn promise_of_words(&self, state: &State, mat: &Mat) -> f64 {
        let tiles = mat.reserve.tiles();
        // A crossing gives a letter.
        let given = u32::from(mat.grid.standing() != 0);
        let words = members(self.open_words(state, mat)).map(|word| {
            let word = word as u8;
            let length = self.dictionary.length(word);
            let lacking = self.dictionary.lacking(word, (1 << length) - 1, tiles);
            let near = NEAR.get(lacking.saturating_sub(given) as usize);
            near.map_or(0.0, |near| near * (1.0 + f64::from(length)))
        });
        words.sum()
    }

    fn stars_worth(&self, state: &State, stars: u32) -> f64 {
        if self.rounds_left(state) == 0.0 && matches!(state.step, Step::Construct(_)) {
            // Two of them make a letter (C-247).
            return 0.25 * f64::from(stars);
        }
        let most = self.set.limits.stars.into();
        STAR * f64::from(stars.min(most)) + SURPLUS * f64::from(stars.saturating_sub(most))
    }

    fn cards_worth(&self, state: &State, mat: &Mat, seat: Seat) -> f64 {
        let cards = mat.hand.cards().iter().map(|card| match card.side() {
            Side::Up => self.card_worth(state, seat, card.kind()),
            Side::Used => self.later_worth(state, card.kind()),
            Side::Completed => COMPLETED,
        });
        cards.sum()
    }

    /// What a card that lies face up is worth.
    fn card_worth(&self, state: &State, seat: Seat, card: CardKind) -> f64 {
        match self.set.cards[usize::from(card)].effect {
            Effect::Immediate(gain) => gain_worth(&gain),
            Effect::Round { gain, .. } => {
                self.later_worth(state, card) + gain_worth(&gain) * self.now(state, seat, card)
            }
            Effect::Always(_) => self.later_worth(state, card),
            Effect::Item { gain, .. } => ITEM + OPEN_ITEM * gain_worth(&gain),
        }
    }

    /// What it is worth in later rounds.
    fn later_worth(&self, state: &State, card: CardKind) -> f64 {
        let left = self.rounds_left(state);
        match self.set.cards[usize::from(card)].effect {
            Effect::Round { gain, .. } => left * MEETS * gain_worth(&gain),
            Effect::Always(_) => (left + 1.0) * ALWAYS / f64::from(self.face().rounds),
            _ => 0.0,
        }
    }

    /// How likely it can still be used in this round.
    fn now(&self, state: &State, seat: Seat, card: CardKind) -> f64 {
        let is_before = match state.step {
            Step::Activate(place) => {
                let sequence = &state.sequence[usize::from(place)..usize::from(self.players)];
                sequence.contains(&seat)
            }
            Step::Construct(_) | Step::ConstructOrder | Step::Clock => false,
            Step::Aid(_) | Step::Limits(_) | Step::Discard(_) => false,
            _ => true,
        };
        if !is_before {
            return 0.0;
        }
        let Effect::Round { cost, .. } = self.set.cards[usize::from(card)].effect else {
            return 0.0;
        };
        let die = (0..self.players).find(|&die| state.dice[usize::from(die)].holder == Some(seat));
        match (die, cost) {
            (None, _) => MEETS,
            (Some(die), Cost::Die(colour)) => f64::from(u8::from(colour == die)),
            (Some(die), Cost::Pips(values)) => {
                f64::from(values >> state.dice[usize::from(die)].pips & 1)
            }
        }
    }

    /// What is still due to the player whose turn it is.
    fn due_worth(&self, state: &State) -> f64 {
        let pending = &state.pending;
        let mut worth = 0.0;
        if pending.is_converting {
            worth += BAG;
        }
        for gain in &pending.gains {
            worth += self.icons(gain.source)[usize::from(gain.done)..]
                .iter()
                .map(icon_worth)
                .sum::<f64>();
        }
        for bonus in members(pending.built.bonuses.into()) {
            worth += gain_worth(&self.bonuses[bonus].1);
        }
        if let Some(card) = pending.card {
            worth += self.card_worth(state, state.seat, card);
        }
        worth += match pending.card_due {
            Some(CardDue::First | CardDue::Second) => CARD,
            None => 0.0,
        };
        if let Some(die) = pending.die {
            let pips = state.dice[usize::from(die)].pips;
            worth += if pending.is_rolling {
                (1..=PIPS).map(|pips| self.move_worth(state, pips)).sum::<f64>() / f64::from(PIPS)
            } else {
                self.move_worth(state, pips)
            };
        }
        worth
    }

    /// What a move of the own pawn gains.
    pub(super) fn move_worth(&self, state: &State, pips: u8) -> f64 {
        let space = self.space_after(state.mat().pawn, pips);
        if self.is_taken(state, space) {
            return 0.0;
        }
        gain_worth(&self.face().track[usize::from(space)])
    }

    /// How much the words that can still bring a cube lack each letter: the nearer a word, the more.
    pub(super) fn wants(&self, state: &State) -> [f64; LETTERS] {
        let mat = state.mat();
        let mut wants = [0.0; LETTERS];
        for word in members(self.open_words(state, mat)) {
            let letters = self.dictionary.letters(word as u8);
            let full = (1 << letters.len()) - 1;
            let lacking = self.dictionary.lacking(word as u8, full, mat.reserve.tiles());
            for (index, &letter) in letters.iter().enumerate() {
                let same = letters[..=index].iter().filter(|&&other| other == letter).count();
                if same > mat.reserve.count(Tile::natural(letter)).into() {
                    wants[usize::from(letter)] += 1.0 / f64::from(lacking * lacking);
                }
            }
        }
        wants
    }
}

/// How much a letter is wanted.
pub(super) fn want(wants: &[f64; LETTERS], letter: Letter) -> f64 {
    wants[usize::from(letter)]
}

/// What a gain is worth.
pub(super) fn gain_worth(gain: &Gain) -> f64 {
    gain.icons().iter().map(icon_worth).sum()
}

fn icon_worth(icon: &Icon) -> f64 {
    match *icon {
        Icon::Bag => BAG,
        Icon::Centre => CENTRE,
        Icon::Star => STAR,
        Icon::Vp(points) => points.into(),
        Icon::Card => CARD,
    }
}
