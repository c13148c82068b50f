//! One position of C.O.G.; `course.rs` says how one step follows another.

use tinyvec::ArrayVec;

use super::Cog;
use super::components::{MAX_CENTRE, MAX_PLAYERS, MAX_SLOT};
use super::crossword::{Grid, Words};
use super::pending::Pending;
use super::rules::{MOST_POINTS, Reason};
use super::types::{CardKind, Cards, Die, Hand, Letter, Letters, Reserve, Tile};
use crate::game::{Actor, Seat};

/// Most seats, and most slots of an edge.
pub const SEATS: usize = MAX_PLAYERS as usize;

/// Where the main line of the game stands: what is done next once nothing is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A letter for this centre square (C-20).
    Centre(u8),
    /// The goal die (C-25).
    Goal,
    /// The first player (C-27).
    First,
    /// The next of the starting letters, two each in order (C-29).
    StartLetter(u8),
    /// The starting bonus of this turn-order card (C-30 to C-33).
    StartBonus(u8),
    /// Task 1 of Phase I: this letter of this top slot in use (C-42).
    Top(u8, u8),
    /// Task 2: the card of this bottom slot (C-45).
    Bottom(u8),
    /// Task 3: the roll of this die (C-48).
    Dice(Die),
    /// Task 4: this icon of this turn-order slot (C-49).
    Order(u8, u8),
    /// The neutral pawns move (C-255).
    Neutral,
    /// The placement of this turn of Phase II (C-54).
    Place(u8),
    /// Conversions after the placement of this turn (C-220).
    After(u8),
    /// The order of Phase III (C-267).
    ActivateOrder,
    /// Phase III of the player at this place of the order.
    Activate(u8),
    /// The order of Phase IV (C-269).
    ConstructOrder,
    /// Phase IV of the player at this place of the order.
    Construct(u8),
    /// Tasks 1 to 4 of Phase V (C-188 to C-194).
    Clock,
    /// Task 5 of the player at this place of the new order (C-195).
    Aid(u8),
    /// Conversions of this player before Task 6 (C-199).
    Limits(u8),
    /// Task 6 of this player (C-198).
    Discard(u8),
    /// The game is over.
    Over(Reason),
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The goal die.
    RollGoal,
    /// The first player.
    DrawFirst,
    /// A tile of the bag.
    DrawLetter,
    /// A card of the deck.
    DealCard,
    /// A die.
    Roll(Die),
    /// The die of the neutral pawns.
    RollNeutral,
    /// The order of a phase.
    DrawSeats,
    /// A player places a cog (C-55).
    Place,
    /// A player keeps a card or exchanges it (C-65).
    Redraw,
    /// A player moves or rolls again (C-86).
    Reroll,
    /// A player takes a letter of the centre (C-96).
    Take,
    /// A player converts (C-219).
    Convert,
    /// A player activates cards (C-107).
    Activate,
    /// A player spells words and completes items (C-125).
    Construct,
    /// A player says where a word has wild tiles (C-286).
    Tiles,
    /// A player puts tiles back (C-198).
    Discard,
    /// Nothing: the game is over.
    Over,
}

impl Node {
    /// Whether a player is to act.
    #[must_use]
    pub const fn is_decision(self) -> bool {
        use Node::{Activate, Construct, Convert, Discard, Place, Redraw, Reroll, Take, Tiles};
        matches!(
            self,
            Place | Redraw | Reroll | Take | Convert | Activate | Construct | Tiles | Discard
        )
    }

    /// Whether conversions are offered (C-220).
    #[must_use]
    pub const fn has_conversions(self) -> bool {
        use Node::{Activate, Construct, Convert, Place, Redraw, Reroll};
        matches!(self, Place | Redraw | Reroll | Convert | Activate | Construct)
    }
}

/// A slot of the top edge with what lies there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TopSlot {
    /// Its tiles, in order of kinds.
    pub tiles: ArrayVec<[Tile; MAX_SLOT as usize]>,
    /// Its stars.
    pub stars: u8,
    /// Points in place of letters (C-230).
    pub vp: u8,
}

/// A turn-order slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OrderSlot {
    /// Whose cog is there.
    pub cog: Option<Seat>,
    /// Whether a star lies under the cog (C-76).
    pub is_protected: bool,
    /// Letters that lie there.
    pub letters: Letters,
    /// Stars that lie there.
    pub stars: u8,
    /// Points that lie there.
    pub vp: u16,
}

/// A die in the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DieState {
    /// What it shows in this round; 0 before it is rolled.
    pub pips: u8,
    /// Who has taken it.
    pub holder: Option<Seat>,
}

/// The edges of the board, as bits of [`Mat::edges`].
pub mod edge {
    /// Letters and stars.
    pub const TOP: u8 = 1;
    /// Cabinet cards.
    pub const BOTTOM: u8 = 2;
    /// Dice.
    pub const DICE: u8 = 4;
    /// Turn order.
    pub const ORDER: u8 = 8;
}

/// What belongs to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mat {
    /// Points gained so far (C-236).
    pub vp: u32,
    /// Star tokens.
    pub stars: u32,
    /// The space of the pawn.
    pub pawn: u8,
    /// Edges with a cog of this player ([`edge`]).
    pub edges: u8,
    /// Goal cards that are completed, a bit each from 0 (C-173).
    pub completed: u8,
    /// Bonus spaces that have paid, a bit each in reading order; only where they pay once (C-167).
    pub covered: u8,
    /// Letters that are wild for this player, a bit each; it follows from the cards (C-118).
    pub always: u32,
    /// Words with a cube for a word that was spelled (C-169).
    pub spelled_cubes: Words,
    /// Words with a cube for an item card (C-179).
    pub item_cubes: Words,
    /// Cards, power and item ones, completed ones too.
    pub hand: Hand,
    /// Tiles of the reserve.
    pub reserve: Reserve,
    /// The crossword.
    pub grid: Grid,
}

impl Mat {
    /// Words with a cube.
    #[must_use]
    pub const fn cubes(&self) -> Words {
        self.spelled_cubes | self.item_cubes
    }

    /// Adds points.
    pub fn gain_vp(&mut self, points: u32) {
        self.vp = (self.vp + points).min(MOST_POINTS);
    }

    /// Adds stars that came from the supply.
    pub fn gain_stars(&mut self, stars: u32) {
        self.stars = (self.stars + stars).min(MOST_POINTS);
    }

    /// Adds a tile to the reserve; it turns over if a card makes its letter wild (C-119).
    pub fn receive(&mut self, tile: Tile) {
        let is_wild = tile.is_wild || self.always >> tile.letter & 1 == 1;
        self.reserve.add(Tile { is_wild, ..tile });
    }
}

/// One position, with everything in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Where the main line stands.
    pub step: Step,
    /// What has begun and is not finished.
    pub pending: Pending,
    /// What the game waits for; it follows from the rest.
    pub node: Node,
    /// Whose turn it is; 0 where it is nobody's.
    pub seat: Seat,
    /// The round, from 1.
    pub round: u8,
    /// Seats by turn-order card (C-27, C-191).
    pub order: [Seat; SEATS],
    /// Seats in the order in which they play Phase III or IV (C-272); zeros in other phases.
    pub sequence: [Seat; SEATS],
    /// What the player has done in this Phase IV (C-289).
    pub microactions: u16,
    /// The goal card that left the game, from 0 (C-25).
    pub removed_goal: Option<u8>,
    /// The bag.
    pub bag: Letters,
    /// The round in which the spares went into the bag (C-226); 0 before.
    pub spares_round: u8,
    /// Running out of letters has made this round the last one (C-232).
    pub is_last: bool,
    /// The deck.
    pub deck: Cards,
    /// The discard pile.
    pub discard: Cards,
    /// Star tokens in the supply; 0 if there is no limit (C-13).
    pub stars: u8,
    /// Letters on the centre squares (C-20).
    pub centre: [Option<Letter>; MAX_CENTRE as usize],
    /// The slots of the top edge in use, from the left.
    pub top: [TopSlot; SEATS],
    /// Slots of the top and of the bottom edge with a cog, a bit each.
    pub taken: [u8; 2],
    /// The cards of the bottom edge.
    pub bottom: [Option<CardKind>; SEATS],
    /// The dice in the game.
    pub dice: [DieState; SEATS],
    /// What the die of the neutral pawns shows in this round; 0 before it is rolled (C-255).
    pub neutral_die: u8,
    /// The turn-order slots, from #1.
    pub slots: [OrderSlot; SEATS],
    /// The spaces of the neutral pawns (C-253).
    pub neutral: [u8; 2],
    /// Mats by seat.
    pub mats: [Mat; SEATS],
}

impl State {
    /// The mat of the player whose turn it is.
    #[must_use]
    pub fn mat(&self) -> &Mat {
        &self.mats[usize::from(self.seat)]
    }

    /// The same, to change it.
    #[must_use]
    pub fn mat_mut(&mut self) -> &mut Mat {
        &mut self.mats[usize::from(self.seat)]
    }
}

impl Cog {
    /// The position before anything has happened.
    pub(super) fn fresh(&self) -> State {
        let mut state = State {
            step: Step::Centre(0),
            pending: Pending::default(),
            node: Node::DrawLetter,
            seat: 0,
            round: 1,
            order: self.rules.first_player.map_or([0; SEATS], |first| self.order_from(first)),
            sequence: [0; SEATS],
            microactions: 0,
            removed_goal: None,
            bag: self.tiles,
            spares_round: 0,
            is_last: false,
            deck: self.deck,
            discard: Cards::default(),
            stars: if self.rules.has_star_limit { self.set.limits.star_supply } else { 0 },
            centre: Default::default(),
            top: Default::default(),
            taken: [0; 2],
            bottom: Default::default(),
            dice: Default::default(),
            neutral_die: 0,
            slots: Default::default(),
            neutral: if self.players == 2 { [0, self.face().opposite()] } else { [0; 2] },
            mats: Default::default(),
        };
        self.proceed(&mut state);
        state
    }

    /// Who decides.
    #[inline]
    pub(super) fn to_act(&self, state: &State) -> Actor {
        match state.node {
            Node::Over => Actor::Nobody,
            node if node.is_decision() => Actor::Player(state.seat),
            _ => Actor::Chance,
        }
    }
}
