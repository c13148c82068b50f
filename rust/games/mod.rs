//! The games, one folder each, and the registry.

pub mod athos;
pub mod bogoss;
pub mod cobogo;
pub mod cog;
pub(crate) mod document;
pub(crate) mod fields;
pub(crate) mod resolved;
pub mod yardsticks;

use crate::play::{Maker, maker, yardstick};
use yardsticks::connect_four::ConnectFour;
use yardsticks::go_fish::GoFish;

/// Every game in the order of the documentation. A new game is one line here and one folder.
pub const REGISTRY: &[Maker] = &[
    maker::<cobogo::Cobogo>(),
    maker::<bogoss::Bogoss>(),
    maker::<athos::Athos>(),
    maker::<cog::Cog>(),
    yardstick::<ConnectFour>(),
    yardstick::<GoFish>(),
];

/// The registered game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Maker> {
    REGISTRY.iter().find(|maker| maker.info.name == name)
}
