//! Icons, and the gains that they make up (rules C-102 and C-163).

use std::fmt;

/// Most icons of one gain.
pub const MAX_ICONS: usize = 6;
/// Most victory points of one icon.
pub const MAX_VP: u8 = 99;
/// Most centre letters of one gain (C-98).
pub const MAX_CENTRE_PICKS: u8 = 2;

/// What a space, card or slot gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Icon {
    /// `?`: a letter from the bag.
    Bag,
    /// `+`: a letter of the player's choice from the centre (C-96).
    Centre,
    /// `*`: a star token.
    Star,
    /// `5VP`: victory points.
    Vp(u8),
    /// `card`: the top card of the cabinet deck, in the lower right corner of a grid alone (C-164).
    Card,
}

impl Icon {
    /// What the icon counts where points are compared: a star or a letter is 2 VP.
    const fn value(self) -> u16 {
        match self {
            Self::Bag | Self::Centre | Self::Star => 2,
            Self::Vp(points) => points as u16,
            Self::Card => 0,
        }
    }
}

impl fmt::Display for Icon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bag => f.write_str("?"),
            Self::Centre => f.write_str("+"),
            Self::Star => f.write_str("*"),
            Self::Vp(points) => write!(f, "{points}VP"),
            Self::Card => f.write_str("card"),
        }
    }
}

/// The icons of a space, card or slot in printed order: none to [`MAX_ICONS`] of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gain {
    /// Places without an icon hold [`Icon::Bag`], so that equal gains are equal.
    icons: [Icon; MAX_ICONS],
    count: u8,
}

impl Gain {
    /// No icon.
    pub const NONE: Self = Self { icons: [Icon::Bag; MAX_ICONS], count: 0 };

    /// These icons; none if there are too many of them.
    #[must_use]
    pub fn new(icons: &[Icon]) -> Option<Self> {
        let mut gain = Self { count: icons.len() as u8, ..Self::NONE };
        gain.icons.get_mut(..icons.len())?.copy_from_slice(icons);
        Some(gain)
    }

    /// The icons in printed order.
    #[must_use]
    pub fn icons(&self) -> &[Icon] {
        &self.icons[..usize::from(self.count)]
    }

    /// Whether there is no icon.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How often an icon is among them.
    #[must_use]
    pub fn count(&self, icon: Icon) -> u8 {
        self.icons().iter().filter(|&&of| of == icon).count() as u8
    }

    /// The victory points of all icons together.
    #[must_use]
    pub fn points(&self) -> u16 {
        let points = self.icons().iter().map(|icon| match icon {
            Icon::Vp(points) => u16::from(*points),
            _ => 0,
        });
        points.sum()
    }

    /// What the gain is worth where points are compared: a star or a letter counts 2 VP.
    #[must_use]
    pub fn value(&self) -> u16 {
        self.icons().iter().map(|icon| icon.value()).sum()
    }
}

impl Default for Gain {
    fn default() -> Self {
        Self::NONE
    }
}

/// As in component files: `*3VP?`, or `.`.
impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str(".");
        }
        self.icons().iter().try_for_each(|icon| write!(f, "{icon}"))
    }
}
