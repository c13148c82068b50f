//! Positions as JSON, complete, for the owner of the table; read back with every check that the
//! rules imply.

use serde_json::{Value, json};

use super::Cobogo;
use super::action::Action;
use super::components::{EMPTY, Group};
use super::judge::{RESERVED, Reserved};
use super::mosaic::Mosaic;
use super::pile::Pile;
use super::state::{State, Step};
use super::types::{
    Bounds, CardId, CardSet, HAND, Hand, HandCard, NO_CARD, Placement, SEATS, Source, Spot,
};
use crate::game::{FormatError, clip};
use crate::games::fields::{Fields, number};

/// Farthest row or column that a mosaic may ever reach. The table has no edge (K-39); this one is far
/// beyond what 254 cards of 8 cells can reach from the first, and keeps made-up positions within what
/// the engine counts with.
const FARTHEST: i64 = 16_000;

impl Step {
    const ALL: [Self; 9] = [
        Self::First,
        Self::Reserve,
        Self::Deal,
        Self::Glass,
        Self::Window,
        Self::Starter,
        Self::Special,
        Self::Shuffle,
        Self::Play,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Reserve => "reserve",
            Self::Deal => "deal",
            Self::Glass => "glass",
            Self::Window => "window",
            Self::Starter => "starter",
            Self::Special => "special",
            Self::Shuffle => "shuffle",
            Self::Play => "play",
        }
    }
}

fn source_text(source: Source) -> String {
    match source {
        Source::Deal => "deal".to_owned(),
        Source::Draw => "draw".to_owned(),
        Source::Rejected(number) => format!("rejected {number}"),
    }
}

const POSITION: &[&str] = &[
    "step", "dealt", "first", "to_move", "drawing", "won", "mosaic", "starter", "reserved",
    "hands", "pile", "placed",
];

impl Cobogo {
    pub(super) fn write_json(&self, state: &State) -> Value {
        let id = |card: CardId| (card != NO_CARD).then(|| self.id(card));
        let ids = |cards: &CardSet| cards.iter().map(|card| self.id(card)).collect::<Vec<_>>();
        let hands = state.hands[..self.players].iter().map(|hand| {
            let cards = hand.cards().iter().map(|card| {
                json!({
                    "brick": self.id(card.brick),
                    "back": id(card.back),
                    "from": source_text(card.source),
                })
            });
            cards.collect::<Vec<_>>()
        });
        let pile = &state.pile;
        let placed = state.log.iter().map(|placement| {
            json!({
                "seat": placement.seat,
                "brick": self.id(placement.brick),
                "rot": placement.at.rot,
                "row": placement.at.row,
                "col": placement.at.col,
                "from": source_text(placement.source),
            })
        });
        json!({
            "step": self.step(state).name(),
            "dealt": state.dealt,
            "first": state.first,
            "to_move": state.to_move,
            "drawing": state.drawing,
            "won": state.won,
            "mosaic": self.mosaic_view(state),
            "starter": id(state.starter),
            "reserved": state.reserved.cards().iter().map(|&card| self.id(card)).collect::<Vec<_>>(),
            "hands": hands.collect::<Vec<_>>(),
            "pile": {
                "bricks": ids(&pile.bricks),
                "backs": ids(&pile.backs),
                "loose": pile.loose,
                "top": id(pile.top),
                "rejected": pile.rejected.iter().map(|&card| self.id(card)).collect::<Vec<_>>(),
                "rejected_left": pile.rejected_left,
            },
            "placed": placed.collect::<Vec<_>>(),
        })
    }

    pub(super) fn read_json(&self, value: &Value) -> Result<State, FormatError> {
        let fields = Fields::new("position", value, POSITION)?;
        let mut state = self.fresh();
        let name = fields.text("step")?;
        let step = Step::ALL.iter().find(|step| step.name() == name);
        let step = step.and_then(|step| self.steps.iter().position(|here| here == step));
        state.step = step.ok_or_else(|| {
            let names: Vec<&str> = self.steps.iter().map(|step| step.name()).collect();
            FormatError::form(
                "position.step",
                format!("{:?} is none of {}", clip(name), names.join(", ")),
            )
        })? as u8;
        let last_seat = self.players as i64 - 1;
        state.dealt = fields.number("dealt", 0, (HAND * self.players) as i64)? as u8;
        state.first = fields.number("first", 0, last_seat)? as u8;
        state.to_move = fields.number("to_move", 0, last_seat)? as u8;
        state.drawing = fields.flag("drawing")?;
        state.won = match fields.get("won")? {
            Value::Null => None,
            Value::Bool(won) => Some(*won),
            _ => return Err(FormatError::form("position.won", "true, false or null is expected")),
        };
        state.mosaic = self.read_mosaic(fields.get("mosaic")?)?;
        state.starter = self.read_card_or_null("position.starter", fields.get("starter")?)?;
        state.reserved = self.read_reserved(fields.list("reserved")?)?;
        self.read_hands(&mut state, fields.list("hands")?)?;
        self.read_pile(&mut state, fields.get("pile")?)?;
        self.read_placed(&mut state, fields.list("placed")?)?;
        self.check_cards(&state)?;
        self.check_groups(&state)?;
        self.check_room(&state)?;
        self.check_rejected(&state)?;
        if self.step(&state) != Step::Play {
            self.check_preparation(&state)?;
        }
        self.check_course(&state)?;
        Ok(state)
    }

    fn read_card(&self, key: &str, value: &Value) -> Result<CardId, FormatError> {
        let id = value.as_str().and_then(|id| self.ids.get(id));
        id.copied().ok_or_else(|| {
            FormatError::form(key, format!("the set has no card {}", clip(&value.to_string())))
        })
    }

    fn read_card_or_null(&self, key: &str, value: &Value) -> Result<CardId, FormatError> {
        if value.is_null() { Ok(NO_CARD) } else { self.read_card(key, value) }
    }

    fn read_cards(&self, key: &str, list: &[Value]) -> Result<Vec<CardId>, FormatError> {
        let cards = list.iter().enumerate();
        cards.map(|(index, value)| self.read_card(&format!("{key}[{index}]"), value)).collect()
    }

    fn read_mosaic(&self, value: &Value) -> Result<Mosaic, FormatError> {
        let key = "position.mosaic";
        let fields = Fields::new(key, value, &["row0", "col0", "rows"])?;
        let row0 = fields.number("row0", -FARTHEST, FARTHEST)?;
        let col0 = fields.number("col0", -FARTHEST, FARTHEST)?;
        let rows = fields.list("rows")?;
        if rows.is_empty() {
            return Ok(Mosaic::default());
        }
        let mut cells = Vec::new();
        let mut width = 0;
        for (index, row) in rows.iter().enumerate() {
            let key = format!("{key}.rows[{index}]");
            let row = row.as_str().ok_or_else(|| FormatError::form(&*key, "a text is expected"))?;
            let start = cells.len();
            for letter in row.chars() {
                let code = self.set.code(letter).filter(|_| letter != '*').ok_or_else(|| {
                    FormatError::form(&*key, format!("{letter:?} is no brick type of the set"))
                })?;
                cells.push(code);
            }
            let length = cells.len() - start;
            if index > 0 && length != width {
                let message = format!("has {length} cells, the first row has {width}");
                return Err(FormatError::form(key, message));
            }
            width = length;
        }
        let height = rows.len();
        if width == 0 || height as i64 > FARTHEST || width as i64 > FARTHEST {
            let message = format!("{height} by {width} cells; 1 to {FARTHEST} are possible");
            return Err(FormatError::form(key, message));
        }
        let empty = |row: &[u8]| row.iter().all(|&code| code == EMPTY);
        let column_is_empty = |col: usize| cells.chunks(width).all(|row| row[col] == EMPTY);
        if empty(&cells[..width])
            || empty(&cells[cells.len() - width..])
            || column_is_empty(0)
            || column_is_empty(width - 1)
        {
            return Err(FormatError::form(key, "the first or last row or column is empty"));
        }
        let (top, left) = (row0 as i16, col0 as i16);
        let bounds = Bounds::EMPTY.with(top, left, height, width);
        let mosaic = Mosaic::from_cells(&self.outlines, bounds, &cells);
        if !self.is_connected(&mosaic) {
            return Err(FormatError::rule("K-40", key, "the mosaic is not connected by sides"));
        }
        Ok(mosaic)
    }

    fn read_reserved(&self, list: &[Value]) -> Result<Reserved, FormatError> {
        let key = "position.reserved";
        let cards = self.read_cards(key, list)?;
        if cards.len() > RESERVED {
            let message = format!("{} cards; at most {RESERVED} are reserved", cards.len());
            return Err(FormatError::rule("K-104", key, message));
        }
        let mut reserved = Reserved::default();
        let expansions = self.expansion_groups();
        for (index, &card) in cards.iter().enumerate() {
            let (group, earlier) = (self.group(card), &cards[..index]);
            let content = self.judge.demand(card).content;
            let key = format!("{key}[{index}]");
            if group == Group::Base {
                let base = earlier.iter().filter(|&&other| self.group(other) == Group::Base);
                if base.clone().count() == self.rules.base_reserved() {
                    let message = format!("more than {} base cards", self.rules.base_reserved());
                    return Err(FormatError::rule("K-101", key, message));
                }
                if base.clone().any(|&other| self.judge.demand(other).content == content) {
                    let message = format!("the type of {} is reserved already", self.id(card));
                    return Err(FormatError::rule("K-10", key, message));
                }
            } else if !expansions.contains(&group) {
                let message = format!("{} belongs to an expansion not in use", self.id(card));
                return Err(FormatError::rule("K-100", key, message));
            } else if earlier.iter().any(|&other| self.group(other) == group) {
                let message = format!("a second {} card", group.name());
                return Err(FormatError::rule("K-76", key, message));
            }
            reserved.push(card);
        }
        Ok(reserved)
    }

    fn read_source(&self, key: &str, text: &str) -> Result<Source, FormatError> {
        let number = |text: &str| text.strip_prefix("rejected ").and_then(|n| n.parse().ok());
        match text {
            "deal" => Ok(Source::Deal),
            "draw" => Ok(Source::Draw),
            _ => number(text).map(Source::Rejected).ok_or_else(|| {
                FormatError::form(
                    key,
                    format!("{:?} is none of deal, draw, rejected <number>", clip(text)),
                )
            }),
        }
    }

    fn read_hands(&self, state: &mut State, list: &[Value]) -> Result<(), FormatError> {
        let key = "position.hands";
        if list.len() != self.players {
            let message = format!("{} hands for {} players", list.len(), self.players);
            return Err(FormatError::form(key, message));
        }
        state.hands = [Hand::default(); SEATS];
        for (seat, cards) in list.iter().enumerate() {
            let key = format!("{key}[{seat}]");
            let cards =
                cards.as_array().ok_or_else(|| FormatError::form(&*key, "a list is expected"))?;
            if cards.len() > HAND {
                let message = format!("{} cards; a hand holds at most {HAND}", cards.len());
                return Err(FormatError::rule("K-46", key, message));
            }
            for (slot, card) in cards.iter().enumerate() {
                let key = format!("{key}[{slot}]");
                let fields = Fields::new(&key, card, &["brick", "back", "from"])?;
                let brick = self.read_card(&fields.path("brick"), fields.get("brick")?)?;
                let back = self.read_card_or_null(&fields.path("back"), fields.get("back")?)?;
                let source = self.read_source(&fields.path("from"), fields.text("from")?)?;
                if !self.deck.shuffled && back != brick {
                    let message = "brick side and pattern side are of different cards";
                    return Err(FormatError::rule("K-118", key, message));
                }
                state.hands[seat].push(HandCard { brick, back, source });
            }
        }
        Ok(())
    }

    fn read_pile(&self, state: &mut State, value: &Value) -> Result<(), FormatError> {
        let key = "position.pile";
        let names = ["bricks", "backs", "loose", "top", "rejected", "rejected_left"];
        let fields = Fields::new(key, value, &names)?;
        let pile = &mut state.pile;
        let set = |name: &str| -> Result<CardSet, FormatError> {
            let cards = self.read_cards(&fields.path(name), fields.list(name)?)?;
            let set = CardSet::of(cards.iter().copied());
            if set.len() as usize != cards.len() {
                return Err(FormatError::rule("K-1", fields.path(name), "a card is listed twice"));
            }
            Ok(set)
        };
        (pile.bricks, pile.backs) = (set("bricks")?, set("backs")?);
        let loose = fields.list("loose")?;
        if loose.len() != Group::COUNT {
            let message = format!("{} numbers are expected, one a group", Group::COUNT);
            return Err(FormatError::form(fields.path("loose"), message));
        }
        for (index, count) in loose.iter().enumerate() {
            let most = self.deck.groups[index].len();
            let key = format!("{}[{index}]", fields.path("loose"));
            pile.loose[index] = number(&key, count, 0, most.into())? as u8;
        }
        pile.top = self.read_card_or_null(&fields.path("top"), fields.get("top")?)?;
        if pile.top != NO_CARD && !self.rules.physical {
            let message = "the top card is seen only with back_visibility = physical";
            return Err(FormatError::rule("K-117", fields.path("top"), message));
        }
        let rejected = self.read_cards(&fields.path("rejected"), fields.list("rejected")?)?;
        let most = rejected.len() as i64;
        pile.rejected = rejected.into_iter().collect();
        pile.rejected_left = fields.number("rejected_left", 0, most)? as u8;
        self.check_sides(&state.pile, &fields)
    }

    /// Every card of the pile has a side left that it can turn out to have (K-9, K-118).
    fn check_sides(&self, pile: &Pile, fields: &Fields<'_>) -> Result<(), FormatError> {
        if !self.deck.shuffled && pile.bricks != pile.backs {
            let message = "with pairing = fixed both lists name the same cards";
            return Err(FormatError::rule("K-118", fields.path("backs"), message));
        }
        for group in Group::ALL {
            let cards = &self.deck.groups[group.index()];
            let loose = u32::from(pile.loose[group.index()]);
            let (bricks, backs) = (pile.bricks.and(cards).len(), pile.backs.and(cards).len());
            let mut settled = u32::from(pile.top != NO_CARD && cards.contains(pile.top));
            if group == Group::Base {
                settled += u32::from(pile.rejected_left);
            }
            let fits = if self.deck.shuffled {
                bricks >= loose + settled && backs >= loose
            } else {
                bricks == loose
            };
            if !fits {
                let message = format!(
                    "{loose} unordered {} cards with {bricks} brick sides and {backs} pattern sides",
                    group.name()
                );
                return Err(FormatError::rule("K-9", fields.path("loose"), message));
            }
        }
        Ok(())
    }

    fn read_placed(&self, state: &mut State, list: &[Value]) -> Result<(), FormatError> {
        state.log.clear();
        for (index, value) in list.iter().enumerate() {
            let key = format!("position.placed[{index}]");
            let names = ["seat", "brick", "rot", "row", "col", "from"];
            let fields = Fields::new(&key, value, &names)?;
            let at = Spot {
                rot: fields.number("rot", 0, 3)? as u8,
                row: fields.number("row", -FARTHEST, FARTHEST)? as i16,
                col: fields.number("col", -FARTHEST, FARTHEST)? as i16,
            };
            state.log.push(Placement {
                seat: fields.number("seat", 0, self.players as i64 - 1)? as u8,
                brick: self.read_card(&fields.path("brick"), fields.get("brick")?)?,
                at,
                source: self.read_source(&fields.path("from"), fields.text("from")?)?,
            });
        }
        Ok(())
    }

    /// Every card is in one place only (K-1, K-16); where sides are paired anew, every side.
    fn check_cards(&self, state: &State) -> Result<(), FormatError> {
        if state.starter != NO_CARD
            && (self.group(state.starter) != Group::Window || !self.rules.janelao)
        {
            let message = format!("{} is no window card in use", self.id(state.starter));
            return Err(FormatError::rule("K-86", "position.starter", message));
        }
        let held = || state.hands.iter().flat_map(|hand| hand.cards());
        let known = |card: &CardId| *card != NO_CARD;
        let placed = state.log.iter().map(|placement| ("position.placed", placement.brick));
        let starter = Some(state.starter).filter(known);
        let bricks = placed
            .chain(held().map(|card| ("position.hands", card.brick)))
            .chain(starter.map(|card| ("position.starter", card)))
            .chain(state.pile.bricks.iter().map(|card| ("position.pile.bricks", card)));
        let reserved = state.reserved.cards().iter().map(|&card| ("position.reserved", card));
        let undermost = state.pile.undermost().iter().map(|&card| ("position.pile.rejected", card));
        let top = Some(state.pile.top).filter(known);
        let backs = reserved.chain(undermost).chain(top.map(|card| ("position.pile.top", card)));
        if !self.deck.shuffled {
            return self.check_once(bricks.chain(backs));
        }
        self.check_once(bricks)?;
        let in_hands = held().map(|card| ("position.hands", card.back));
        let backs = backs.chain(in_hands.filter(|(_, card)| known(card)));
        self.check_once(
            backs.chain(state.pile.backs.iter().map(|card| ("position.pile.backs", card))),
        )
    }

    fn check_once<'a>(
        &self,
        cards: impl Iterator<Item = (&'a str, CardId)>,
    ) -> Result<(), FormatError> {
        let mut seen = CardSet::default();
        for (key, card) in cards {
            if seen.contains(card) {
                let message = format!("{} is in two places", self.id(card));
                return Err(FormatError::rule("K-1", key, message));
            }
            seen.insert(card);
        }
        Ok(())
    }

    /// Cards in play are base cards, or of an expansion that has joined the pile; opening hands are
    /// base cards where it joins after the deal (K-75). Both sides of a card are of one group (K-118).
    fn check_groups(&self, state: &State) -> Result<(), FormatError> {
        let refuse = |rule, key: &str, card: CardId, message: &str| {
            Err(FormatError::rule(rule, key, format!("{} {message}", self.id(card))))
        };
        let placed =
            state.log.iter().map(|placed| ("position.placed", placed.brick, placed.source));
        let held = state.hands.iter().flat_map(|hand| hand.cards());
        let in_hands = held.clone().map(|card| ("position.hands", card.brick, card.source));
        for (key, card, source) in placed.chain(in_hands) {
            let group = self.group(card);
            if !self.is_in_pile(state, group) || (self.is_base(source) && group != Group::Base) {
                return refuse("K-75", key, card, "cannot have come into play like this");
            }
        }
        for card in held.filter(|card| card.back != NO_CARD) {
            if self.group(card.back) != self.group(card.brick) {
                let message = "is the pattern side of a card of another group";
                return refuse("K-118", "position.hands", card.back, message);
            }
        }
        if state.pile.top != NO_CARD && !self.is_in_pile(state, self.group(state.pile.top)) {
            return refuse("K-75", "position.pile.top", state.pile.top, "is not in the pile");
        }
        for group in Group::ALL {
            if state.pile.loose[group.index()] > 0 && !self.is_in_pile(state, group) {
                let message = format!("{} cards are not in the pile", group.name());
                return Err(FormatError::rule("K-75", "position.pile.loose", message));
            }
        }
        self.check_counts(state)
    }

    /// No group has more cards in play than the set has (K-1).
    fn check_counts(&self, state: &State) -> Result<(), FormatError> {
        let placed = state.log.iter().map(|placement| placement.brick);
        let held = state.hands.iter().flat_map(|hand| hand.cards()).map(|card| card.brick);
        let named = placed.chain(held).chain(state.reserved.cards().iter().copied());
        let named = named.chain(state.pile.undermost().iter().copied());
        let mut counts = state.pile.loose.map(u32::from);
        for card in named.chain(Some(state.pile.top).filter(|&card| card != NO_CARD)) {
            counts[self.group(card).index()] += 1;
        }
        for group in Group::ALL.into_iter().filter(|&group| self.is_in_pile(state, group)) {
            let (count, most) = (counts[group.index()], self.deck.groups[group.index()].len());
            if count > most {
                let message = format!("{count} {} cards in play, the set has {most}", group.name());
                return Err(FormatError::rule("K-1", "position.pile.loose", message));
            }
        }
        Ok(())
    }

    /// Whether the cards that are left fit on the table in any line (K-39).
    fn check_room(&self, state: &State) -> Result<(), FormatError> {
        let bounds = state.mosaic.bounds();
        let hands: usize = state.hands.iter().map(|hand| hand.cards().len()).sum();
        let cards = hands as i64 + i64::from(state.pile.len());
        let reach = cards * self.set.rows.max(self.set.cols) as i64;
        let ends = [bounds.top, bounds.left, bounds.bottom, bounds.right].map(i64::from);
        if ends.iter().all(|end| end.abs() + reach <= FARTHEST) {
            return Ok(());
        }
        let message = format!("with {cards} cards left it could grow beyond {FARTHEST}");
        Err(FormatError::rule("K-39", "position.mosaic", message))
    }

    /// Rejected cards are of types that were reserved before them, and those that were drawn since
    /// are where they are said to be (K-10, K-11).
    fn check_rejected(&self, state: &State) -> Result<(), FormatError> {
        let reserved =
            state.reserved.cards().iter().filter(|&&card| self.group(card) == Group::Base);
        let contents: Vec<_> = reserved.map(|&card| self.judge.demand(card).content).collect();
        // Nothing is rejected after the last reservation.
        let last = usize::from(self.step(state) != Step::Reserve);
        let before = &contents[..contents.len().saturating_sub(last)];
        for (index, &card) in state.pile.rejected.iter().enumerate() {
            let is_base = self.group(card) == Group::Base;
            if !is_base || !before.contains(&self.judge.demand(card).content) {
                let key = format!("position.pile.rejected[{index}]");
                let message = format!("{} is of no type reserved before it", self.id(card));
                return Err(FormatError::rule("K-11", key, message));
            }
        }
        let placed = state.log.iter().map(|placement| (placement.source, placement.brick));
        let held = state.hands.iter().flat_map(|hand| hand.cards());
        let mut drawn = 0;
        for (source, card) in placed.chain(held.map(|card| (card.source, card.back))) {
            let Source::Rejected(number) = source else { continue };
            drawn += 1;
            let named = state.pile.rejected.get(usize::from(number));
            // Under shuffled pairing a placed card tells its brick side only.
            let fits = named.is_some_and(|&named| self.deck.shuffled || named == card);
            let lies = state.pile.rejected.len() - usize::from(state.pile.rejected_left);
            if !fits || (!self.has_joined(state) && usize::from(number) >= lies) {
                let message = format!("\"rejected {number}\" is not that rejected card");
                return Err(FormatError::rule("K-11", "position", message));
            }
        }
        let gone = state.pile.rejected.len() - usize::from(state.pile.rejected_left);
        if !self.has_joined(state) && gone != drawn {
            let message = format!("{gone} rejected cards are drawn, {drawn} are placed or held");
            return Err(FormatError::rule("K-11", "position.pile.rejected_left", message));
        }
        if self.has_joined(state) && state.pile.rejected_left > 0 {
            let message = "no rejected card lies undermost after the shuffle";
            return Err(FormatError::rule("K-75", "position.pile.rejected_left", message));
        }
        Ok(())
    }

    /// Before the play a position must be one that some course of the preparation leads to (K-9 to
    /// K-14, K-100): it is prepared again, event by event, and compared.
    fn check_preparation(&self, state: &State) -> Result<(), FormatError> {
        let mut next = self.fresh();
        while next != *state {
            let event = self.next_event(&next, state);
            let Some(event) = event.filter(|&event| self.refuse(&next, event).is_ok()) else {
                let message = "no course of the preparation leads to this position";
                return Err(FormatError::rule("K-100", "position.step", message));
            };
            self.advance(&mut next, event);
        }
        Ok(())
    }

    /// The event that leads from an earlier position of the preparation towards a later one.
    fn next_event(&self, state: &State, later: &State) -> Option<Action> {
        let reserved = |group: Group| {
            later.reserved.cards().iter().copied().find(|&card| self.group(card) == group)
        };
        let seat = self.dealt_to(state);
        let hand = later.hands[usize::from(seat)].cards();
        let held = hand.get(state.hands[usize::from(seat)].cards().len());
        let event = match self.step(state) {
            Step::First => Some(Action::First(later.first)),
            Step::Reserve => self.next_revealed(state, later).map(Action::Reveal),
            Step::Deal => held.map(|card| Action::Deal(seat, card.brick)),
            Step::Glass => reserved(Group::Glass).map(Action::Glass),
            Step::Window => reserved(Group::Window).map(Action::Window),
            Step::Special => reserved(Group::Special).map(Action::Special),
            Step::Starter => (later.starter != NO_CARD).then_some(Action::Starter(later.starter)),
            Step::Shuffle | Step::Play => None,
        };
        if !self.top_is_due(state) {
            return event;
        }
        // The card that is turned up or dealt next, or the one that lies there still; before the
        // shuffle of K-75 it can have been any.
        let next = match event {
            Some(Action::Reveal(card)) => Some(card),
            _ => held.map(|card| card.back),
        };
        let mut any = None;
        self.visit_chance(state, |event, _| any = any.or(Some(event)));
        let seen = [next, Some(later.pile.top)].into_iter().flatten().map(Action::Top);
        seen.into_iter().find(|&top| self.refuse(state, top).is_ok()).or(any)
    }

    /// The next card to turn up: rejected ones as soon as their type is reserved (K-10, K-11).
    fn next_revealed(&self, state: &State, later: &State) -> Option<CardId> {
        let content = |card: CardId| self.judge.demand(card).content;
        let reserved = state.reserved.cards();
        let rejected = later.pile.rejected.get(state.pile.rejected.len()).copied();
        let is_rejected =
            |&card: &CardId| reserved.iter().any(|&other| content(other) == content(card));
        let next = later.reserved.cards().get(reserved.len()).copied();
        let next = next.filter(|&card| self.group(card) == Group::Base);
        rejected.filter(is_rejected).or(next)
    }

    /// Whose turn it can be, and whether the game can be over.
    fn check_course(&self, state: &State) -> Result<(), FormatError> {
        let playing = self.step(state) == Step::Play;
        let any_card = state.hands.iter().any(|hand| !hand.cards().is_empty());
        let refuse = |rule, key, message: &str| Err(FormatError::rule(rule, key, message));
        if !playing {
            if state.won.is_some() || state.drawing || !state.log.is_empty() {
                return refuse("K-17", "position.step", "nothing is placed before the play");
            }
            return Ok(());
        }
        if usize::from(state.dealt) != HAND * self.players {
            return refuse("K-14", "position.dealt", "every seat has been dealt its cards");
        }
        if state.reserved.cards().is_empty() {
            return refuse("K-10", "position.reserved", "no pattern card is reserved");
        }
        if !any_card && !state.pile.is_empty() && !state.drawing && state.won.is_none() {
            return refuse("K-66", "position.hands", "cards in the pile but none in any hand");
        }
        if state.drawing && (state.pile.is_empty() || state.won.is_some()) {
            return refuse("K-44", "position.drawing", "there is nothing to draw");
        }
        let mover = state.hands[usize::from(state.to_move)].cards().len();
        if state.drawing && mover == HAND {
            return refuse("K-43", "position.drawing", "the hand is full, nothing was placed");
        }
        let has_won =
            !state.mosaic.bounds().is_empty() && self.judge.is_won(&state.mosaic, &state.reserved);
        match state.won {
            None if !any_card && !state.drawing => {
                refuse("K-66", "position.won", "no card is left: the game is over")
            }
            None if mover == 0 && !state.drawing => {
                refuse("K-23", "position.to_move", "this seat has no card")
            }
            Some(true) if !has_won => {
                refuse("K-63", "position.won", "not every reserved pattern is fulfilled")
            }
            Some(false) if any_card || !state.pile.is_empty() => {
                refuse("K-66", "position.won", "cards are left: the game is not lost")
            }
            Some(false) if has_won => {
                refuse("K-67", "position.won", "every reserved pattern is fulfilled")
            }
            _ => Ok(()),
        }
    }
}
