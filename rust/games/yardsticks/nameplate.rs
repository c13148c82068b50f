//! The component set of a game on whose pieces nothing is printed: a file with three labels.

use crate::game::{ComponentInfo, ComponentSource, SetupError};
use crate::games::document::{self, Problems};

/// Reads the set of `game` from TOML: name, edition and source, no other key.
///
/// # Errors
/// [`SetupError::Components`] with every problem, in the order of the file.
pub(super) fn parse(game: &str, source: &ComponentSource) -> Result<ComponentInfo, SetupError> {
    let read = document::read(&source.text, |root| {
        let mut problems = Problems::default();
        root.only(&["name", "edition", "source"], &mut problems);
        let labels = ["name", "edition", "source"].map(|key| root.label(key, &mut problems));
        (labels.into_iter().collect::<Option<Vec<String>>>(), problems)
    });
    let labels =
        read.map_err(|problems| SetupError::Components { file: source.file.clone(), problems })?;
    let [name, edition, source] = [0, 1, 2].map(|label| labels[label].clone());
    // Neither layout, comments nor the source have part in what a set means.
    let digest =
        document::digest(&format!("{game} component set 1\nname {name}\nedition {edition}\n"));
    Ok(ComponentInfo { name, edition, source, digest })
}
