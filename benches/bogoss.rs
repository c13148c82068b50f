//! Bogoss in the core: playouts, and all that is done with one position.
//!
//! `cargo bench --bench bogoss`

mod common;

use common::{game, playouts, random_playouts, states};
use criterion::{Criterion, criterion_group, criterion_main};
use ludoteca::agents::Greedy;
use ludoteca::games::bogoss::Bogoss;
use serde_json::json;

fn whole_games(criterion: &mut Criterion) {
    let all = json!({
        "give_choice": "asker", "draw_hit": "useful", "broken_skeleton": "any_broken",
        "lay_mode": "free", "donor_refill": true, "refill_empty": 6, "sided_limbs": true,
    });
    for (name, players, given) in
        [("3 players", 3, json!({})), ("2 players", 2, json!({})), ("3 players, options", 3, all)]
    {
        random_playouts(criterion, name, &*game::<Bogoss>(players, &given));
    }
    playouts(criterion, "3 players, greedy", &*game::<Bogoss>(3, &json!({})), &Greedy);
}

fn positions(criterion: &mut Criterion) {
    states(criterion, &*game::<Bogoss>(3, &json!({})), 30);
}

criterion_group!(benches, whole_games, positions);
criterion_main!(benches);
