//! The component set: how many cards there are of each part, its TOML form and its checks (rules,
//! sections 3 and 13).
//!
//! A set is read by [`ComponentSet::parse`], which reports every fault at once with its line,
//! column, key and rule. `docs/components.md` describes the file for its authors. The checks:
//!
//! | rule | what is refused |
//! | --- | --- |
//! | none | text that is not TOML, or longer than 2 MiB; unknown keys; missing or blank labels |
//! | B-1 | other sums than 30 whole cards, 12 broken ones and 2 jokers |
//! | B-2 | a count that is missing or no number from 0 to 44 |
//! | B-5 | an odd number of a limb, with `sided_limbs` |
//! | B-41 | too few broken cards of a kind for one skeleton: 2 L, 2 A, 1 S, 1 R |
//! | B-51 | too few whole cards of a kind for two skeletons of one player: 4 L, 4 A, 2 S, 2 R |

use std::fmt::Write as _;

use super::hand::Hand;
use super::rules::{BROKEN, CARDS, JOKERS, WHOLE, fewest};
use super::types::{Kind, Sort, Status};
use crate::game::{ComponentInfo, ComponentSource, SetupError};
use crate::games::document::{self, Problems, Table};

/// The default set, `default-v1`, as TOML.
pub const DEFAULT_V1: &str = include_str!("data/default-v1.toml");

/// How many cards there are of each part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentSet {
    /// Name, edition, source and digest.
    pub info: ComponentInfo,
    /// Cards by status and kind.
    pub counts: [[u8; Kind::COUNT]; 2],
}

impl ComponentSet {
    /// Reads a set from TOML and checks all that the rules imply; `is_sided` if limbs have sides.
    ///
    /// # Errors
    /// [`SetupError::Components`] with every problem, at most 20, in the order of the file.
    ///
    /// ```
    /// use ludoteca::game::ComponentSource;
    /// use ludoteca::games::bogoss::components::{ComponentSet, DEFAULT_V1};
    ///
    /// let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    /// let set = ComponentSet::parse(&source, false)?;
    /// assert_eq!(set.counts, [[10, 10, 5, 5], [4, 4, 2, 2]]);
    /// # Ok::<(), ludoteca::game::SetupError>(())
    /// ```
    pub fn parse(source: &ComponentSource, is_sided: bool) -> Result<Self, SetupError> {
        let read = document::read(&source.text, |root| {
            let mut problems = Problems::default();
            let set = Self::read(root, is_sided, &mut problems);
            (set, problems)
        });
        let mut set = read
            .map_err(|problems| SetupError::Components { file: source.file.clone(), problems })?;
        set.info.digest = set.digest();
        Ok(set)
    }

    fn read(root: &Table<'_>, is_sided: bool, problems: &mut Problems) -> Option<Self> {
        let [whole, broken] = Status::ALL.map(Status::name);
        root.only(&["name", "edition", "source", "jokers", whole, broken], problems);
        let name = root.label("name", problems);
        let edition = root.label("edition", problems);
        let source = root.label("source", problems);
        let jokers = root.number("jokers", JOKERS..=JOKERS, "B-1", problems);
        let counts = Status::ALL.map(|status| read_counts(root, status, is_sided, problems));
        jokers?;
        let [whole, broken] = counts;
        Some(Self {
            info: ComponentInfo {
                name: name?,
                edition: edition?,
                source: source?,
                digest: String::new(),
            },
            counts: [whole?, broken?],
        })
    }

    /// All cards; half of each limb are right ones if `is_sided` (B-5).
    #[must_use]
    pub fn deck(&self, is_sided: bool) -> Hand {
        let mut deck = Hand::default();
        for (status, counts) in Status::ALL.into_iter().zip(self.counts) {
            for (kind, count) in Kind::ALL.into_iter().zip(counts) {
                let rights = if is_sided && kind.is_limb() { count / 2 } else { 0 };
                (0..count).for_each(|n| deck.add(Sort::new(status, kind, n < rights)));
            }
        }
        (0..JOKERS).for_each(|_| deck.add(Sort::JOKER));
        deck
    }

    /// SHA-256 of what the set means, in hexadecimal: neither layout, comments nor the source have
    /// part in it.
    fn digest(&self) -> String {
        let ComponentInfo { name, edition, .. } = &self.info;
        let mut text = format!("bogoss component set 1\nname {name}\nedition {edition}\n");
        for (status, counts) in Status::ALL.into_iter().zip(self.counts) {
            for (kind, count) in Kind::ALL.into_iter().zip(counts) {
                let name = Sort::new(status, kind, false).name(false);
                // Writing to a string can't fail.
                let _ = writeln!(text, "{name} {count}");
            }
        }
        let _ = writeln!(text, "J {JOKERS}");
        document::digest(&text)
    }
}

/// The cards of one status by kind.
fn read_counts(
    root: &Table<'_>,
    status: Status,
    is_sided: bool,
    problems: &mut Problems,
) -> Option<[u8; Kind::COUNT]> {
    let (sum, rule) = match status {
        Status::Whole => (WHOLE, "B-51"),
        Status::Broken => (BROKEN, "B-41"),
    };
    let table = root.table(status.name(), "B-2", problems)?;
    table.only(&["L", "A", "S", "R"], problems);
    let counts = Kind::ALL.map(|kind| {
        let key = kind.letter().to_string();
        let count = table.number(&key, 0..=CARDS, "B-2", problems)?;
        let place = table.place_of(&key);
        let least = fewest(kind)[status as usize];
        if count < least {
            let message = format!("{count} {} card(s); at least {least}", status.name());
            problems.add(place, table.path_of(&key), rule, message);
        }
        if is_sided && kind.is_limb() && count % 2 == 1 {
            let message = format!("{count} is odd: with sided_limbs half of a limb are left ones");
            problems.add(place, table.path_of(&key), "B-5", message);
        }
        Some(count)
    });
    let [Some(legs), Some(arms), Some(skulls), Some(ribs)] = counts else { return None };
    let total = legs + arms + skulls + ribs;
    if total != sum {
        let message = format!("{total} {} cards in all; there are {sum}", status.name());
        problems.add(table.place(), table.path(), "B-1", message);
    }
    Some([legs, arms, skulls, ribs].map(|count| count as u8))
}

#[cfg(test)]
mod tests;
