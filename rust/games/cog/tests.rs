//! What random games with all options have to keep, and the trickiest tables. The rules one by one are
//! tested through Python, in `tests/cog/`.

mod agents;
mod bumps;
mod positions;
mod random_games;
mod tables;
