//! The one source of randomness: PCG64 DXSM, and the streams that games draw from.
//!
//! Game *i* of a batch draws from stream `(seed, i)` and from nothing else, so a batch gives the
//! same games on any number of threads, alone or together. Nothing here touches a global generator.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Dxsm;
use serde::de::value::{Error, MapDeserializer};
use serde::{Deserialize, Serialize};

/// A stream of random numbers, fully determined by a seed and a game's index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Words")]
pub struct Random(Pcg64Dxsm);

/// The state of a generator as text has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    state: u128,
    increment: u128,
}

impl TryFrom<Words> for Random {
    type Error = Error;

    fn try_from(words: Words) -> Result<Self, Error> {
        // With an even increment some generators stand still.
        if words.increment.is_multiple_of(2) {
            return Err(serde::de::Error::custom("the increment is even"));
        }
        let words = [("state", words.state), ("increment", words.increment)];
        Pcg64Dxsm::deserialize(MapDeserializer::new(words.into_iter())).map(Self)
    }
}

/// Spreads close seeds and indices far apart (the finaliser of SplitMix64).
fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Random {
    /// The stream of game `index` under `seed`.
    #[must_use]
    pub fn stream(seed: u64, index: u64) -> Self {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let a = mix(seed.wrapping_add(STEP));
        let b = mix(index.wrapping_add(a).wrapping_add(STEP));
        let words =
            [a ^ b, mix(b.wrapping_add(STEP)), mix(a.wrapping_sub(b)), mix(b ^ a.rotate_left(32))];
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(words) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Self(Pcg64Dxsm::from_seed(bytes))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number in `0..limit`, exactly uniform (Lemire's method with rejection).
    ///
    /// # Panics
    /// In debug builds, if `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        debug_assert!(limit > 0, "nothing to choose from");
        let limit = u64::from(limit);
        let mut product = u128::from(self.bits()) * u128::from(limit);
        if (product as u64) < limit {
            let threshold = limit.wrapping_neg() % limit;
            while (product as u64) < threshold {
                product = u128::from(self.bits()) * u128::from(limit);
            }
        }
        (product >> 64) as u32
    }

    /// The item of the highest value; among equals one at random.
    ///
    /// # Panics
    /// If there is none.
    pub fn best<T: Copy>(&mut self, items: &[T], mut value: impl FnMut(T) -> f64) -> T {
        let mut best = items[0];
        let (mut highest, mut equals) = (f64::NEG_INFINITY, 0);
        for &item in items {
            let value = value(item);
            if value > highest {
                (best, highest, equals) = (item, value, 1);
            } else if value == highest {
                equals += 1;
                if self.below(equals) == 0 {
                    best = item;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible_and_differ() {
        let draw = |seed, index| Random::stream(seed, index).bits();
        assert_eq!(draw(7, 3), draw(7, 3));
        let mut seen: Vec<u64> = (0..40)
            .flat_map(|seed| (0..40).map(move |index| draw(seed, index)))
            .chain([draw(u64::MAX, 0), draw(0, u64::MAX)])
            .collect();
        let total = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), total);
    }

    #[test]
    fn a_generator_is_read_back_unless_it_would_stand_still() {
        let mut random = Random::stream(7, 3);
        random.bits();
        let text = serde_json::to_string(&random).unwrap();
        let mut read: Random = serde_json::from_str(&text).unwrap();
        assert_eq!(read.bits(), random.bits());
        for text in [r#"{"state":0,"increment":0}"#, r#"{"state":1,"increment":2}"#, "{}"] {
            assert!(serde_json::from_str::<Random>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn below_is_in_range_and_even() {
        let mut random = Random::stream(1, 2);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn the_best_is_one_of_the_highest() {
        let mut random = Random::stream(1, 3);
        let mut counts = [0_u32; 4];
        for _ in 0..10_000 {
            counts[random.best(&[0, 1, 2, 3], |item| [1.0, 7.0, -2.0, 7.0][item])] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0));
        assert!((4_800..5_200).contains(&counts[1]), "{counts:?}");
    }
}
