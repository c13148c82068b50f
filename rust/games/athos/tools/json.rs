//! Tools in positions as JSON: written, read, and checked (Y-1 to Y-23).

use serde_json::{Value, json};

use super::super::Athos;
use super::super::json::absent;
use super::super::rules::ACTIONS;
use super::super::state::{Phase, State};
use super::super::types::Tool;
use super::effects::CUT_TAKES;
use super::{Pile, Tools, fresh_piles, members};
use crate::game::FormatError;
use crate::games::fields::Fields;

const TOOLS: &[&str] = &["unknown", "piles", "held", "new", "lays", "unpaid", "spent", "takes"];
const HELD: &[&str] = &["key", "level"];
const KEY: &str = "position.tools";
/// Most lays of a turn: one of a Master, three of a series, the extra one.
const MOST_LAYS: i64 = 5;

type Checked = Result<(), FormatError>;

fn wrong(key: &str, message: impl Into<String>) -> FormatError {
    FormatError::form(format!("{KEY}.{key}"), message)
}

fn refuse(rule: &'static str, key: &str, message: &str) -> Checked {
    Err(FormatError::rule(rule, format!("{KEY}.{key}"), message))
}

/// The tool that a text names.
fn read_tool(key: &str, value: &Value) -> Result<Tool, FormatError> {
    let tool = value.as_str().and_then(Tool::of_key);
    tool.ok_or_else(|| wrong(key, "the key of a tool is expected"))
}

impl Athos {
    pub(in super::super) fn tools_json(&self, state: &State) -> Value {
        if !self.has_tools() {
            return Value::Null;
        }
        let tools = &state.tools;
        let pile = |pile: &Pile| {
            let cards = pile.iter().map(|&code| code.checked_sub(1).map(usize::from));
            cards.map(|tool| tool.map(|tool| Tool::KEYS[tool])).collect::<Vec<_>>()
        };
        let view = self.tools_view(state);
        json!({
            "unknown": members(tools.unknown).map(Tool::key).collect::<Vec<_>>(),
            "piles": tools.piles.iter().map(pile).collect::<Vec<_>>(),
            "held": view["held"],
            "new": tools.is_new,
            "lays": tools.lays,
            "unpaid": tools.unpaid,
            "spent": tools.is_spent,
            "takes": tools.takes,
        })
    }

    pub(in super::super) fn read_tools(&self, value: &Value) -> Result<Tools, FormatError> {
        if !self.has_tools() {
            return absent(KEY, value);
        }
        let fields = Fields::new(KEY, value, TOOLS)?;
        let mut tools = Tools::default();
        for value in fields.list("unknown")? {
            tools.unknown |= 1 << read_tool("unknown", value)?.index();
        }
        for (pile, value) in self.sized(&fields, "piles", tools.piles.len())?.iter().enumerate() {
            let cards = value.as_array().filter(|cards| cards.len() <= Tool::COUNT);
            for value in cards.ok_or_else(|| wrong("piles", "two lists of tools are expected"))? {
                let code = if value.is_null() { 0 } else { read_tool("piles", value)? as u8 + 1 };
                tools.piles[pile].push(code);
            }
        }
        for (side, value) in self.sized(&fields, "held", self.sides)?.iter().enumerate() {
            if value.is_null() {
                continue;
            }
            let fields = Fields::new(&format!("{KEY}.held[{side}]"), value, HELD)?;
            tools.held[side] = Some(read_tool("held", fields.get("key")?)?);
            tools.turned |= (fields.number("level", 1, 2)? as u8 - 1) << side;
        }
        tools.is_new = fields.flag("new")?;
        tools.lays = fields.number("lays", 0, MOST_LAYS)? as u8;
        tools.unpaid = fields.number("unpaid", 0, MOST_LAYS)? as u8;
        tools.is_spent = fields.flag("spent")?;
        tools.takes = fields.number("takes", 0, CUT_TAKES[1].into())? as u8;
        Ok(tools)
    }

    /// What the rules imply of tools.
    pub(in super::super) fn check_tools(&self, state: &State) -> Checked {
        let Some(in_play) = self.tools else { return Ok(()) };
        let tools = &state.tools;
        let codes = || tools.piles.iter().flatten().copied();
        let lying = codes().filter_map(|code| code.checked_sub(1));
        let held = tools.held.iter().flatten().map(|&tool| tool as u8);
        let mut seen = tools.unknown;
        for tool in lying.chain(held) {
            if seen >> tool & 1 == 1 {
                return refuse("Y-1", "piles", "a tool is in two places");
            }
            seen |= 1 << tool;
        }
        let unknown = codes().filter(|&code| code == 0).count();
        if seen != in_play || unknown != tools.unknown.count_ones() as usize {
            return refuse("Y-1", "piles", "other tools are in play");
        }
        let sizes = [tools.piles[0].len(), tools.piles[1].len()];
        if sizes.contains(&0) && sizes.iter().sum::<usize>() > 1 {
            return refuse("Y-5", "piles", "the cards would have been dealt anew");
        }
        for (side, atelier) in state.ateliers[..self.sides].iter().enumerate() {
            let room = match tools.of(side) {
                Some((Tool::Mallets, is_turned)) => 1 + usize::from(is_turned),
                _ => 0,
            };
            if atelier.on_tool().count() > room {
                return refuse("Y-23", "held", "there is no room for tiles on this tool");
            }
        }
        let is_setup = matches!(state.phase, Phase::First | Phase::Setup);
        let deals = match state.phase {
            Phase::Deal => state.masters.draws == 0,
            // The first pile is dealt first, and others only later.
            _ => is_setup,
        };
        if is_setup {
            return self.check_first_tools(state, in_play);
        }
        if tools.to_deal().is_some() != deals {
            return refuse("Y-2", "piles", "the top cards are on offer");
        }
        self.check_tool_turn(state)
    }

    /// Y-2: before the first turn.
    fn check_first_tools(&self, state: &State, in_play: u8) -> Checked {
        let tools = &state.tools;
        let mut fresh = Tools { piles: fresh_piles(in_play), unknown: in_play, ..Tools::default() };
        if self.in_bag(state) == 0
            && let Some(first) = tools.top(0)
        {
            fresh.piles[0][0] = first as u8 + 1;
            fresh.unknown &= !(1 << first.index());
        }
        let is_due = self.in_bag(state) > 0 || tools.to_deal().is_some();
        if *tools == fresh && is_due {
            return Ok(());
        }
        refuse("Y-2", "piles", "the tools are dealt at the end of the setup")
    }

    /// What the tool has to do with this turn.
    fn check_tool_turn(&self, state: &State) -> Checked {
        let (tools, side) = (&state.tools, self.side(state));
        let held = tools.of(side);
        let spent = if state.masters.series.is_some() { 0 } else { state.pending.spends };
        let left = state.actions_left.saturating_sub(spent);
        let gave_up = state.has_acted && left + ACTIONS <= self.most_actions(state);
        if tools.is_new && !(gave_up && held.is_some()) {
            return refuse("Y-6", "new", "no tool was taken or turned in this turn");
        }
        if (tools.lays > 0) != state.has_laid {
            return refuse("Y-15", "lays", "lays of this turn contradict each other");
        }
        let is_level = matches!(held, Some((Tool::Level, _)));
        if tools.is_spent && !(is_level && state.has_laid && !tools.is_new) {
            return refuse("Y-15", "spent", "tool 1 has not paid");
        }
        let pays = matches!(held, Some((Tool::Trowels | Tool::Instruments | Tool::SetSquares, _)));
        let can_be = self.rules.is_bonus_separate && pays && !tools.is_new && state.has_acted;
        if tools.unpaid > 0 && !can_be {
            return refuse("Y-11", "unpaid", "nothing waits to be paid");
        }
        let is_cut = match held {
            Some((Tool::Cutters, is_turned)) if self.usable_tool(state).is_some() => {
                let most = CUT_TAKES[usize::from(is_turned)];
                match state.phase {
                    Phase::Roll => tools.takes == most,
                    Phase::Cut => tools.takes <= most,
                    _ => false,
                }
            }
            _ => false,
        };
        let mut after = state.clone();
        let can_take = state.phase != Phase::Cut || self.can_take_after_cut(&mut after);
        if tools.takes > 0 && !is_cut || !can_take {
            return refuse("Y-20", "takes", "no tile can be taken after a cut");
        }
        Ok(())
    }
}
