//! What the rules imply of a position from outside.

use super::Bogoss;
use super::hand::Hand;
use super::rules::{GOAL, GiveChoice, HAND, LayMode};
use super::state::{Phase, Request, Stage, State, Table};
use super::types::{Answer, Entry, Kind, Laying, PARTS, Sort, Status};
use crate::game::FormatError;

pub(super) type Checked = Result<(), FormatError>;

pub(super) fn refuse(rule: &'static str, key: String, message: impl Into<String>) -> Checked {
    Err(FormatError::rule(rule, key, message))
}

impl Bogoss {
    pub(super) fn check_state(&self, state: &State) -> Checked {
        self.check_layings(state)?;
        state.log.iter().enumerate().try_for_each(|(index, entry)| {
            self.check_entry(&format!("position.log[{index}]"), entry)
        })?;
        self.check_table(state, &state.now, "position")?;
        let in_step = !self.sees_now(state, None);
        match &state.before {
            None if in_step && self.has_long_steps => {
                refuse("B-56", "position.before".to_owned(), "is missing within a step")
            }
            None => Ok(()),
            Some(_) if !(in_step && self.has_long_steps) => {
                refuse("B-56", "position.before".to_owned(), "no step is under way")
            }
            Some(before) => self.check_before(state, before),
        }
    }

    /// B-3, B-39 to B-42, B-51: skeletons are what they are said to be, and the last one may win.
    fn check_layings(&self, state: &State) -> Checked {
        let mut laid = [0; super::types::SEATS];
        let mut has_won = false;
        for (index, laying) in state.layings.iter().enumerate() {
            let key = format!("position.laid[{index}]");
            if has_won {
                return refuse("B-51", key, "somebody has won before this one");
            }
            self.check_skeleton(&key, laying)?;
            if laying.requests as usize > state.log.len() {
                return refuse("B-45", key, "was laid after more requests than there were");
            }
            let own = &mut laid[usize::from(laying.seat)];
            *own += u8::from(!laying.is_broken);
            has_won = laying.is_broken || *own == GOAL;
        }
        let last = state.layings.last().filter(|_| has_won);
        let winner = last.map(|laying| laying.seat);
        if state.now.winner != winner {
            let message = match winner {
                Some(seat) => format!("by the skeletons laid seat {seat} has won"),
                None => "by the skeletons laid nobody has won".to_owned(),
            };
            return refuse("B-51", "position.winner".to_owned(), message);
        }
        let is_over = state.now.phase == Phase::Over;
        let at_cap = state.now.turn == self.rules.max_turns;
        match winner {
            Some(_) if !is_over => {
                refuse("B-51", "position.phase".to_owned(), "somebody has won: the game is over")
            }
            None if is_over && !at_cap => {
                refuse("B-53", "position.phase".to_owned(), "nobody has won before the last turn")
            }
            _ => Ok(()),
        }
    }

    fn check_skeleton(&self, key: &str, laying: &Laying) -> Checked {
        let mut broken = 0;
        for (part, (&card, kind)) in laying.cards.iter().zip(PARTS).enumerate() {
            let Some((of, status)) = card.natural() else { continue };
            let is_right = self.rules.is_sided && part % 2 == 1 && kind.is_limb();
            let mixes = laying.is_broken && self.rules.is_any_broken;
            let is_status = mixes || (status == Status::Broken) == laying.is_broken;
            if of != kind || card.is_right() != is_right || !is_status {
                let message = format!("{} is not that part", self.name(card));
                return refuse("B-41", format!("{key}.cards[{part}]"), message);
            }
            broken += u8::from(card.is_broken());
        }
        if laying.is_broken && broken == 0 {
            return refuse("B-41", key.to_owned(), "no card of it is broken");
        }
        let jokers = laying.cards.iter().filter(|&&card| card == Sort::JOKER).count();
        if jokers > usize::from(self.deck.jokers()) {
            return refuse("B-39", key.to_owned(), format!("{jokers} jokers; there are 2"));
        }
        Ok(())
    }

    /// B-14, B-19, B-32: what can come of a request.
    fn check_entry(&self, key: &str, entry: Entry) -> Checked {
        if entry.asker == entry.target {
            return refuse("B-14", key.to_owned(), "nobody asks themself");
        }
        if entry.was_offered && self.rules.give_choice != GiveChoice::Asker {
            return refuse("B-20", key.to_owned(), "only with give_choice = asker");
        }
        if entry.was_offered && !matches!(entry.answer, Answer::Given(_)) {
            return refuse("B-20", key.to_owned(), "only a card that is given can be picked");
        }
        let is_kind = |sort: Sort| sort.natural().is_some_and(|(kind, _)| kind == entry.kind);
        let rules = &self.rules;
        match entry.answer {
            Answer::Given(sort) if !is_kind(sort) => {
                refuse("B-19", key.to_owned(), format!("{} was not asked for", self.name(sort)))
            }
            Answer::Hit(sort) => {
                let is_hit = if sort == Sort::JOKER {
                    rules.joker_hit
                } else {
                    (rules.has_useful_hits || is_kind(sort))
                        && !(rules.broken_draw_ends && sort.is_broken())
                };
                if is_hit {
                    return Ok(());
                }
                refuse("B-32", key.to_owned(), format!("{} is no hit", self.name(sort)))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn check_table(&self, state: &State, table: &Table, key: &str) -> Checked {
        self.check_cards(state, table, key)?;
        self.check_known(table, key)?;
        self.check_hands(table, key)?;
        self.check_phase(table, key)?;
        self.check_request(table, key)?;
        let at = |name: &str| format!("{key}.{name}");
        if table.to_draw > 0 && table.phase != Phase::Refill {
            return refuse("B-47", at("to_draw"), "nobody draws");
        }
        let is_dealt = table.dealt == HAND * self.players as u8;
        if !is_dealt || matches!(table.phase, Phase::First | Phase::Deal) {
            return self.check_deal(table, key);
        }
        match table.phase {
            Phase::Lay => self.check_lay(table, key)?,
            Phase::Refill => self.check_refill(table, key)?,
            _ => {}
        }
        self.check_past(state, table, key)
    }

    /// B-1: no card is in two places. Cards can be out of the game in positions that are made up.
    fn check_cards(&self, state: &State, table: &Table, key: &str) -> Checked {
        let laid = state.layings[..usize::from(table.layings)].iter().flat_map(|it| it.cards);
        let laid: Hand = laid.collect();
        for sort in Sort::all(self.rules.is_sided) {
            let held: u32 = table.hands.iter().map(|hand| u32::from(hand.count(sort))).sum();
            let count = held + u32::from(table.pile.count(sort)) + u32::from(laid.count(sort));
            if count > u32::from(self.deck.count(sort)) {
                let (name, all) = (self.name(sort), self.deck.count(sort));
                let message = format!("{count} cards {name}; the deck has {all}");
                return refuse("B-1", key.to_owned(), message);
            }
        }
        Ok(())
    }

    /// B-56, B-57: what everybody knows of a hand is true.
    fn check_known(&self, table: &Table, key: &str) -> Checked {
        for seat in self.seats().map(usize::from) {
            let (hand, key) = (table.hands[seat], format!("{key}.known[{seat}]"));
            for sort in table.known[seat].sorts() {
                if hand.count(sort) < table.known[seat].count(sort) {
                    let message =
                        format!("the hand has only {} {}", hand.count(sort), self.name(sort));
                    return refuse("B-56", key, message);
                }
            }
            for kind in Kind::ALL {
                if table.lacks[seat] >> kind.index() & 1 == 1
                    && hand.has_kind(kind) != [false, false]
                {
                    let message = format!("the hand has a card of the kind {}", kind.letter());
                    return refuse("B-57", key, message);
                }
            }
        }
        Ok(())
    }

    /// B-43: nobody holds what has to be laid.
    fn check_hands(&self, table: &Table, key: &str) -> Checked {
        if matches!(table.phase, Phase::First | Phase::Deal | Phase::Over)
            || self.rules.lay_mode == LayMode::Free
        {
            return Ok(());
        }
        let refilling =
            (table.phase == Phase::Refill).then(|| table.seat_of(table.stage, self.players));
        let with_jokers = self.rules.lay_mode == LayMode::Forced;
        for place in 0..self.players as u8 {
            let seat = table.seat_of(Stage::Deal(place), self.players);
            let is_later = matches!(table.stage, Stage::Deal(now) if now < place);
            let hand = table.hands[usize::from(seat)];
            let is_due = !is_later && refilling != Some(seat);
            if is_due && self.complete(hand, with_jokers).is_some() {
                let message = "a complete skeleton has to be laid";
                return refuse("B-43", format!("{key}.hands[{seat}]"), message);
            }
        }
        Ok(())
    }

    /// Which stage belongs to which phase.
    fn check_phase(&self, table: &Table, key: &str) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        let fits = match (table.phase, table.stage) {
            (Phase::Lay, Stage::Idle) | (Phase::Refill, Stage::Idle) => false,
            (Phase::Refill, stage) => matches!(stage, Stage::Start | Stage::Giver),
            (Phase::Lay, _) => true,
            (_, stage) => stage == Stage::Idle,
        };
        if !fits {
            return refuse("B-43", at("stage"), "does not belong to the phase");
        }
        let settles = matches!(table.stage, Stage::Asker | Stage::Giver);
        if table.goes_on && !settles {
            return refuse("B-27", at("goes_on"), "no request is being settled");
        }
        if table.phase == Phase::First && self.rules.first_player.is_some() {
            return refuse("B-9", at("phase"), "the first player is not drawn");
        }
        if let Some(seat) = self.rules.first_player.filter(|&seat| seat != table.first) {
            return refuse("B-9", at("first"), format!("the first player is {seat}"));
        }
        let is_resting = matches!(table.phase, Phase::First | Phase::Deal | Phase::Over)
            || matches!(table.stage, Stage::Deal(_) | Stage::Start);
        if is_resting && (table.may_stop || table.is_follow_up) {
            return refuse("B-12", at("may_stop"), "the turn has not begun, or is over");
        }
        if table.is_follow_up && !table.may_stop && !settles {
            return refuse(
                "B-27",
                at("follow_up"),
                "the first request of a turn follows from none",
            );
        }
        if table.winner.is_some() && table.phase != Phase::Over {
            return refuse("B-51", at("winner"), "the game is not over");
        }
        Ok(())
    }

    /// B-8: hands while cards are dealt.
    fn check_deal(&self, table: &Table, key: &str) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        if !matches!(table.phase, Phase::First | Phase::Deal) {
            return refuse("B-8", at("dealt"), "every seat has been dealt its cards");
        }
        if key == "position" && table.dealt == HAND * self.players as u8 {
            return refuse("B-11", at("phase"), "the deal is over");
        }
        let is_new = (table.turn, table.turn_of) == (1, table.first)
            && (table.layings, table.requests) == (0, 0);
        if !is_new || (table.phase == Phase::First && (table.dealt, table.first) != (0, 0)) {
            return refuse("B-11", at("phase"), "nothing happens before the deal is over");
        }
        let due = (HAND * self.players as u8 - table.dealt).into();
        if table.pile.len() < due {
            let message = format!("{} cards; {due} are still to be dealt", table.pile.len());
            return refuse("B-8", at("pile"), message);
        }
        for place in 0..self.players as u8 {
            let seat = table.seat_of(Stage::Deal(place), self.players);
            let expected = table.dealt.saturating_sub(HAND * place).min(HAND);
            let size = table.hands[usize::from(seat)].len();
            if size != u32::from(expected) {
                let message = format!("{size} cards; {expected} have been dealt");
                return refuse("B-8", format!("{key}.hands[{seat}]"), message);
            }
            if !table.known[usize::from(seat)].is_empty() || table.lacks[usize::from(seat)] > 0 {
                return refuse("B-56", format!("{key}.known[{seat}]"), "nothing is known yet");
            }
        }
        Ok(())
    }

    /// B-13 to B-20: the request under way.
    fn check_request(&self, table: &Table, key: &str) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        let is_open = matches!(table.phase, Phase::Take | Phase::Give | Phase::Given | Phase::Draw);
        let Some(Request { target, kind, taken }) = table.request else {
            if is_open || matches!(table.stage, Stage::Asker | Stage::Giver) {
                return refuse("B-12", at("request"), "is missing");
            }
            return Ok(());
        };
        if !is_open && !matches!(table.stage, Stage::Asker | Stage::Giver) {
            return refuse("B-12", at("request"), "no request is under way");
        }
        if target == table.turn_of {
            return refuse("B-14", at("request"), "nobody asks themself");
        }
        let choice = self.rules.give_choice;
        if taken.is_some() && (choice != GiveChoice::Asker || table.phase == Phase::Take) {
            return refuse("B-20", at("request.taken"), "no status has been picked");
        }
        if is_open && self.askable(table) >> kind.index() & 1 == 0 {
            return refuse("B-16", at("request"), "no card of that kind is of use");
        }
        let [whole, broken] = table.hands[usize::from(target)].has_kind(kind);
        let has_both = whole && broken;
        let gifts = table.gifts().count();
        let fits = match table.phase {
            Phase::Take => choice == GiveChoice::Asker && has_both,
            Phase::Give => {
                let is_settled = choice != GiveChoice::Asker || taken.is_some() == has_both;
                choice != GiveChoice::Random && gifts > 1 && is_settled
            }
            Phase::Given => choice == GiveChoice::Random && gifts > 1,
            _ => true,
        };
        if !fits {
            return refuse("B-20", at("phase"), "there is no such choice");
        }
        if table.phase == Phase::Draw && (whole || broken || table.pile.is_empty()) {
            return refuse("B-31", at("phase"), "a card was given, or there is none to draw");
        }
        Ok(())
    }

    /// B-43: somebody may lay or hold back.
    fn check_lay(&self, table: &Table, key: &str) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        let hand = table.hands[usize::from(table.seat_of(table.stage, self.players))];
        if self.rules.lay_mode == LayMode::Forced || self.complete(hand, true).is_none() {
            return refuse("B-43", at("phase"), "there is nothing to lay or to hold back");
        }
        Ok(())
    }

    /// B-25, B-47: somebody draws outside requests.
    fn check_refill(&self, table: &Table, key: &str) -> Checked {
        let at = |name: &str| format!("{key}.{name}");
        let size = table.hands[usize::from(table.seat_of(table.stage, self.players))].len();
        if table.pile.is_empty() {
            return refuse("B-25", at("phase"), "there is nothing to draw");
        }
        if table.stage == Stage::Giver {
            let draws = self.rules.donor_refill && size < u32::from(HAND) && table.to_draw == 0;
            return if draws {
                Ok(())
            } else {
                refuse("B-25", at("phase"), "the giver draws none")
            };
        }
        let drawn = u32::from(self.rules.refill_empty) - u32::from(table.to_draw);
        if table.to_draw == 0 || size != drawn {
            return refuse("B-47", at("to_draw"), format!("{size} cards are drawn"));
        }
        Ok(())
    }
}
