//! What a set means as text, and the digest of it.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::{CardInfo, ComponentSet, Cost, Effect, Gain, Goal, Letter, LetterInfo, Limits, WordId};
use crate::game::ComponentInfo;

impl ComponentSet {
    /// What the set means as text, one fact a line: what the digest is taken of. Layout, comments
    /// and the source have no part in it.
    pub(super) fn canonical(&self) -> String {
        let ComponentInfo { name, edition, .. } = &self.info;
        let mut text = format!("cog component set 1\nname {name}\nedition {edition}\n");
        let Limits { letters, stars, aid_at_most, star_supply, cubes } = self.limits;
        // Writing to a string can't fail.
        let _ = writeln!(text, "limits {letters} {stars} {aid_at_most} {star_supply} {cubes}");
        let _ = writeln!(text, "grid {}", self.grid_text());
        let _ = writeln!(text, "dice {}\nstart {}", self.dice.join(" "), gains(&self.start));
        for face in &self.faces {
            let slots = face.top.iter().map(|slot| format!("{}+{}", slot.letters, slot.stars));
            let slots: Vec<String> = slots.collect();
            let _ = writeln!(text, "face {} {} {}", face.rounds, face.centre, slots.join(" "));
            let _ = writeln!(text, "order {}\ntrack {}", gains(&face.order), gains(&face.track));
        }
        for LetterInfo { letter, tiles, spares } in &self.letters {
            let _ = writeln!(text, "letter {letter} {tiles} {spares}");
        }
        for Goal { words, gain } in &self.goals {
            let words: Vec<&str> = words.iter().map(|&word| self.text_of(word)).collect();
            let _ = writeln!(text, "goal {} {gain}", words.join(" "));
        }
        for CardInfo { id, copies, effect } in &self.cards {
            let _ = writeln!(text, "card {id} {copies} {}", self.effect_text(effect));
        }
        text
    }

    /// A word in capitals.
    fn text_of(&self, word: WordId) -> &str {
        &self.words[usize::from(word)].text
    }

    /// The grid on one line.
    fn grid_text(&self) -> String {
        let rows = self.grid.bonuses.chunks(self.grid.side.into()).map(gains);
        rows.collect::<Vec<String>>().join("/")
    }

    /// What a card does, as in component files.
    fn effect_text(&self, effect: &Effect) -> String {
        let capital = |letter: Letter| self.letters[usize::from(letter)].letter;
        match *effect {
            Effect::Immediate(gain) => format!("gain {gain}"),
            Effect::Round { cost: Cost::Die(die), gain } => {
                format!("die {} gain {gain}", self.dice[usize::from(die)])
            }
            Effect::Round { cost: Cost::Pips(pips), gain } => {
                let pips =
                    (1..=6).filter(|pip| pips >> pip & 1 == 1).map(|pip: u8| pip.to_string());
                format!("pips {} gain {gain}", pips.collect::<Vec<_>>().join(" "))
            }
            Effect::Always(mask) => {
                let letters = (0..self.letters.len() as Letter).filter(|of| mask >> of & 1 == 1);
                format!("wild {}", letters.map(capital).collect::<String>())
            }
            Effect::Item { word, missing: (first, second), gain } => {
                let missing: String =
                    [Some(first), second].into_iter().flatten().map(capital).collect();
                format!("item {} missing {missing} gain {gain}", self.text_of(word))
            }
        }
    }

    /// SHA-256 of [`ComponentSet::canonical`] in hexadecimal.
    pub(super) fn digest(&self) -> String {
        let digest = Sha256::digest(self.canonical().as_bytes());
        digest.iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// Gains on one line.
fn gains(gains: &[Gain]) -> String {
    gains.iter().map(Gain::to_string).collect::<Vec<_>>().join(" ")
}
