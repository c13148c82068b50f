//! Why an action is refused, by the first rule that forbids it.

use super::Bogoss;
use super::action::Action;
use super::state::{Phase, Table};
use super::types::{Kind, Sort, Status};
use crate::game::{Refusal, Seat, WrongNode};

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The game has ended (B-51, B-53), or chance and players are taken for each other (B-62, B-63).
    #[error(transparent)]
    Node(#[from] WrongNode),
    /// There is no such seat (B-13).
    #[error("there is no seat {target}: the seats are 0 to {last}")]
    NoSeat {
        /// The seat named.
        target: Seat,
        /// The last seat.
        last: Seat,
    },
    /// Nobody asks themself (B-14).
    #[error("a player asks others, not itself")]
    OwnSeat,
    /// No card of that kind is of use (B-16).
    #[error("no further card of the kind {} can serve seat {seat}", kind.letter())]
    Useless {
        /// Who asks.
        seat: Seat,
        /// For what.
        kind: Kind,
    },
    /// The turn's first request is compulsory (B-12).
    #[error("a turn begins with a request, which must be made")]
    MustAsk,
    /// Nobody has asked for a card (B-19).
    #[error("nobody has asked for a card")]
    NotAsked,
    /// A card is due first (B-19).
    #[error("a card of the kind {} has to be given first", .0.letter())]
    GiveFirst(Kind),
    /// A joker (B-22).
    #[error("a joker never answers a request")]
    Joker,
    /// Not of the kind asked for (B-19).
    #[error("a card of the kind {} was asked for", .0.letter())]
    OtherKind(Kind),
    /// Not of the status picked (B-20).
    #[error("a {} card was picked", .0.name())]
    OtherStatus(Status),
    /// Not in the hand (B-19).
    #[error("there is no such card in the hand")]
    NotHeld,
    /// The asker has no status to pick (B-20).
    #[error("no status is to be picked here")]
    NoPick,
    /// The asker has to pick a status first (B-20).
    #[error("the status of the card has to be picked first")]
    PickFirst,
    /// The decision to lay is due (B-43).
    #[error("a skeleton is to be laid or held back first")]
    LayFirst,
    /// No decision to lay is due (B-43).
    #[error("there is no skeleton to lay or to hold back here")]
    NothingToLay,
}

impl Refusal for IllegalAction {
    fn rule(&self) -> &'static str {
        match self {
            Self::Node(WrongNode::Over) => "B-51",
            Self::Node(WrongNode::ChanceIsDue | WrongNode::Impossible) => "B-63",
            Self::Node(WrongNode::NotChance(_)) => "B-62",
            Self::NoSeat { .. } => "B-13",
            Self::OwnSeat => "B-14",
            Self::Useless { .. } => "B-16",
            Self::MustAsk => "B-12",
            Self::NotAsked | Self::GiveFirst(_) | Self::OtherKind(_) | Self::NotHeld => "B-19",
            Self::Joker => "B-22",
            Self::OtherStatus(_) | Self::NoPick | Self::PickFirst => "B-20",
            Self::LayFirst | Self::NothingToLay => "B-43",
        }
    }
}

impl Bogoss {
    /// Why a decision is refused, by the first rule that forbids it.
    pub(super) fn refuse_decision(
        &self,
        table: &Table,
        action: Action,
    ) -> Result<(), IllegalAction> {
        use IllegalAction as No;
        let kind = table.request.map_or(Kind::Leg, |request| request.kind);
        match (table.phase, action) {
            (Phase::Ask, Action::Ask { target, kind }) => self.refuse_request(table, target, kind),
            (Phase::Ask, Action::Stop) if table.may_stop => Ok(()),
            (Phase::Ask, Action::Stop) => Err(No::MustAsk),
            (Phase::Ask, Action::Give(_)) => Err(No::NotAsked),
            (Phase::Give, Action::Give(sort)) => self.refuse_gift(table, sort),
            (Phase::Take, Action::Take(_)) | (Phase::Lay, Action::Lay | Action::Hold) => Ok(()),
            (Phase::Lay, _) => Err(No::LayFirst),
            (_, Action::Lay | Action::Hold) => Err(No::NothingToLay),
            (Phase::Take, _) => Err(No::PickFirst),
            (_, Action::Take(_)) => Err(No::NoPick),
            _ => Err(No::GiveFirst(kind)),
        }
    }

    fn refuse_request(&self, table: &Table, target: Seat, kind: Kind) -> Result<(), IllegalAction> {
        let seat = table.turn_of;
        if usize::from(target) >= self.players {
            return Err(IllegalAction::NoSeat { target, last: self.players as Seat - 1 });
        }
        if target == seat {
            return Err(IllegalAction::OwnSeat);
        }
        if self.askable(table) >> kind.index() & 1 == 0 {
            return Err(IllegalAction::Useless { seat, kind });
        }
        Ok(())
    }

    fn refuse_gift(&self, table: &Table, sort: Sort) -> Result<(), IllegalAction> {
        let Some(request) = table.request else { return Err(IllegalAction::NotAsked) };
        let Some((kind, status)) = sort.natural() else { return Err(IllegalAction::Joker) };
        if kind != request.kind {
            return Err(IllegalAction::OtherKind(request.kind));
        }
        match request.taken {
            Some(taken) if taken != status => Err(IllegalAction::OtherStatus(taken)),
            _ if table.hands[usize::from(request.target)].count(sort) == 0 => {
                Err(IllegalAction::NotHeld)
            }
            _ => Ok(()),
        }
    }
}
