//! What random games of all modes and options have to keep. The rules one by one are tested through
//! Python, in `tests/athos/`.

mod random_games;
