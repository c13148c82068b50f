//! Options in a form that rules can ask; `rules.rs` lists them with their defaults.

use crate::games::resolved::Resolved;
use serde_json::{Map, Value};

/// What a bumping player takes from the slot (C-81).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BumpTakes {
    /// What lies there.
    WhatLiesThere,
    /// Nothing; what lies there stays.
    Nothing,
    /// What lies there, else the printed bonus.
    FullBonus,
}

/// What happens to a turn-order bonus that nobody took (C-51).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// Only what is missing is added.
    TopUp,
    /// It goes back before the new bonus comes.
    Replace,
    /// The new bonus comes on top.
    Add,
}

/// The order in which seats play Phases III and IV (C-272).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimOrder {
    /// That of the turn-order cards.
    Turn,
    /// The reverse.
    Reverse,
    /// Drawn anew for each of the two phases.
    Random,
}

/// The options in a form that rules can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `None`: drawn at random (C-27).
    pub first_player: Option<u8>,
    /// C-224.
    pub hides_vp: bool,
    /// The set's star tokens are all there are (C-13).
    pub has_star_limit: bool,
    /// A removal may leave neighbouring tiles without a common word (C-210a).
    pub removal_leaves_run: bool,
    /// C-79.
    pub bumps_over_protected: bool,
    /// C-75.
    pub bump_wraps: bool,
    /// C-81.
    pub bump_takes: BumpTakes,
    /// C-51.
    pub leftover: Leftover,
    /// C-165.
    pub grid_card_redraw: bool,
    /// C-129.
    pub permits_completed: bool,
    /// C-171.
    pub grid_after_item: bool,
    /// C-167.
    pub bonus_repeats: bool,
    /// C-202.
    pub removes_any_time: bool,
    /// An item card without a place for its cube cannot be completed (C-182).
    pub items_need_goal: bool,
    /// C-36.
    pub removes_items: bool,
    /// C-244.
    pub rank_needs_card: bool,
    /// The second time that the bag runs out makes the round the last one, not the first (C-232).
    pub ends_at_second: bool,
    /// C-272.
    pub sim_order: SimOrder,
    /// C-290.
    pub auto_activates: bool,
    /// C-289.
    pub cap: u16,
}

impl Options {
    /// Reads options that are resolved and of their kinds.
    #[must_use]
    pub fn read(options: &Map<String, Value>) -> Self {
        let options = Resolved(options);
        Self {
            first_player: options.number("first_player").map(|seat| seat as u8),
            hides_vp: options.flag("vp_hidden"),
            has_star_limit: options.is("star_limit", "supply"),
            removal_leaves_run: options.is("removal_leaves_run", "legal"),
            bumps_over_protected: options.flag("bump_over_protected"),
            bump_wraps: options.is("bump_pushout", "wrap"),
            bump_takes: options.choice(
                "bump_takes",
                &[("nothing", BumpTakes::Nothing), ("full_bonus", BumpTakes::FullBonus)],
                BumpTakes::WhatLiesThere,
            ),
            leftover: options.choice(
                "order_leftover",
                &[("replace", Leftover::Replace), ("add", Leftover::Add)],
                Leftover::TopUp,
            ),
            grid_card_redraw: options.flag("grid_card_redraw"),
            permits_completed: options.flag("permit_completed"),
            grid_after_item: options.flag("grid_after_item"),
            bonus_repeats: options.flag("inner_bonus_repeat"),
            removes_any_time: options.flag("deconstruct_any_time"),
            items_need_goal: options.is("item_without_goal", "not_completable"),
            removes_items: options.flag("remove_items_of_removed_goal"),
            rank_needs_card: options.flag("item_rank_needs_card"),
            ends_at_second: options.is("out_of_letters_end", "second"),
            sim_order: options.choice(
                "sim_order",
                &[("reverse", SimOrder::Reverse), ("random", SimOrder::Random)],
                SimOrder::Turn,
            ),
            auto_activates: options.flag("auto_activate"),
            cap: options.number("microaction_cap").unwrap_or_default() as u16,
        }
    }
}
