//! The yardsticks in the core: playouts, and all that is done with one position.
//!
//! `cargo bench --bench yardsticks`

mod common;

use common::{game, random_playouts, states};
use criterion::{Criterion, criterion_group, criterion_main};
use ludoteca::games::yardsticks::connect_four::ConnectFour;
use ludoteca::games::yardsticks::go_fish::GoFish;
use serde_json::json;

fn whole_games(criterion: &mut Criterion) {
    random_playouts(criterion, "2 players", &*game::<ConnectFour>(2, &json!({})));
    for players in [2, 3, 10] {
        let name = format!("{players} players");
        random_playouts(criterion, &name, &*game::<GoFish>(players, &json!({})));
    }
}

fn positions(criterion: &mut Criterion) {
    states(criterion, &*game::<ConnectFour>(2, &json!({})), 6);
    states(criterion, &*game::<GoFish>(3, &json!({})), 30);
}

criterion_group!(benches, whole_games, positions);
criterion_main!(benches);
