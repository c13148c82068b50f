//! The default set is that of section 14.13 of the rules.

use super::default_set;

#[test]
fn the_deck_shrinks_with_the_dice() {
    let set = default_set();
    assert_eq!([2, 3, 4].map(|players| set.deck(players)), [36, 39, 42]);
    assert_eq!((set.tiles(), set.spares(), set.words.len()), (120, 16, 18));
}
