//! From TOML to a component set, with every check (listed in [`super`]).

use std::collections::{BTreeMap, HashMap};

use super::shape::place_of_fault;
use super::{
    ANY, BrickType, Card, Code, ComponentSet, FIRST_TYPE, GLASS, Group, MAX_BASE_CARDS,
    MAX_CARD_SIDE, MAX_CARDS, MAX_NUMBER, MIN_BASE_CARDS, Pattern,
};
use crate::game::{ComponentInfo, ComponentProblem};
use crate::games::cobogo::rules::BASE_RESERVED;
use crate::games::document::{self, Drawing, FORM, Problems, Table, Text, quoted, shortened};
use crate::grid::Shape;

/// Longest id, in characters.
const MAX_ID: usize = 16;

/// Reads a set, its digest still empty.
///
/// # Errors
/// Every problem, at most 20, in the order of the file.
pub(super) fn read(text: &str) -> Result<ComponentSet, Vec<ComponentProblem>> {
    document::read(text, |root| {
        let mut reader = Reader::default();
        let set = reader.set(root);
        (set, reader.problems)
    })
}

/// What is known while a file is read.
#[derive(Default)]
struct Reader {
    problems: Problems,
    /// Rows and columns of a card, where they could be read.
    card: Option<(usize, usize)>,
    /// The code of every declared letter, with the place of its declaration; `None` if the table of
    /// types could not be read.
    codes: Option<BTreeMap<char, (Code, usize)>>,
    /// The ids so far, with the full name of their card.
    ids: HashMap<String, String>,
    /// The types seen on either side of any card.
    seen: Vec<Code>,
    /// Whether a side could not be read, so that nothing can be said on what all cards show.
    is_unsure: bool,
}

impl Reader {
    fn set(&mut self, root: &Table<'_>) -> Option<ComponentSet> {
        let [base, glass, window, special] = Group::ALL.map(Group::name);
        let known = ["name", "edition", "source", "card", "types", base, glass, window, special];
        root.only(&known, &mut self.problems);
        let name = root.label("name", &mut self.problems);
        let edition = root.label("edition", &mut self.problems);
        let source = root.label("source", &mut self.problems);
        self.card = self.card_size(root);
        let types = self.types(root);
        let mut cards = Vec::new();
        for group in Group::ALL {
            cards.extend(self.group(root, group, cards.len()));
        }
        self.unused_types();
        let (rows, cols) = self.card?;
        let cards = cards.into_iter().collect::<Option<Vec<Card>>>()?;
        let info = ComponentInfo {
            name: name?,
            edition: edition?,
            source: source?,
            digest: String::new(),
        };
        Some(ComponentSet { info, rows, cols, types: types?, cards })
    }

    /// Rows and columns of every card (K-2).
    fn card_size(&mut self, root: &Table<'_>) -> Option<(usize, usize)> {
        let card = root.table("card", "K-2", &mut self.problems)?;
        card.only(&["rows", "cols"], &mut self.problems);
        let limits = 1..=MAX_CARD_SIDE as u16;
        let rows = card.number("rows", limits.clone(), "K-2", &mut self.problems);
        let cols = card.number("cols", limits, "K-2", &mut self.problems);
        Some((usize::from(rows?), usize::from(cols?)))
    }

    /// The types of brick, by letter; those with a fault in name or colour still count as declared.
    fn types(&mut self, root: &Table<'_>) -> Option<Vec<BrickType>> {
        let table = root.table("types", "K-3", &mut self.problems)?;
        let mut types = BTreeMap::new();
        let mut places = BTreeMap::new();
        for (key, place) in table.keys() {
            if let Some(letter) = single(key).filter(char::is_ascii_uppercase) {
                types.insert(letter, self.brick_type(&table, letter));
                places.insert(letter, place);
            } else {
                let message = format!("a type is one letter A..Z, not {}", quoted(key));
                let path = table.path_of(&shortened(key));
                self.problems.add(place, path, "K-3", message);
            }
        }
        let codes = (FIRST_TYPE..).zip(places);
        self.codes = Some(codes.map(|(code, (letter, place))| (letter, (code, place))).collect());
        types.into_values().collect()
    }

    fn brick_type(&mut self, types: &Table<'_>, letter: char) -> Option<BrickType> {
        let table = types.table(letter.encode_utf8(&mut [0; 4]), "K-3", &mut self.problems)?;
        table.only(&["name", "color"], &mut self.problems);
        let name = table.label("name", &mut self.problems);
        let color = table.label("color", &mut self.problems);
        Some(BrickType { letter, name: name?, color: color? })
    }

    /// The cards of a group, `None` for each with a fault, and the checks on their number.
    fn group(&mut self, root: &Table<'_>, group: Group, before: usize) -> Vec<Option<Card>> {
        let (place, tables) = root.tables(group.name(), &mut self.problems);
        self.count(group, place, &tables, before);
        let mut contents = Vec::with_capacity(tables.len());
        let mut cards = Vec::with_capacity(tables.len());
        for table in &tables {
            let content = table.as_ref().and_then(|table| self.content(table, group));
            contents.push(content);
            cards.push(table.as_ref().and_then(|table| self.card(table, group, content)));
        }
        let contents: Option<Vec<Code>> = contents.into_iter().collect();
        match contents {
            Some(contents) if group == Group::Base => self.pattern_types(place, contents),
            Some(_) => {}
            None => self.is_unsure = true,
        }
        cards
    }

    /// Whether a group has as many cards as the rules need and the limits allow.
    fn count(
        &mut self,
        group: Group,
        place: Option<usize>,
        tables: &[Option<Table<'_>>],
        before: usize,
    ) {
        let (name, count) = (group.name(), tables.len());
        let (least, rule) = match group {
            Group::Base => (MIN_BASE_CARDS, "K-14"),
            // One to reserve and one to start with.
            Group::Window if count > 0 => (2, "K-86"),
            _ => (0, FORM),
        };
        // What could not be read may stand for any number of cards.
        if count < least && tables.iter().all(Option::is_some) {
            let message = format!("{count} {name} card(s); at least {least}");
            self.problems.add(place, name, rule, message);
        }
        let most = if group == Group::Base { MAX_BASE_CARDS } else { MAX_CARDS };
        let most = most.min(MAX_CARDS.saturating_sub(before));
        if let Some(Some(extra)) = tables.get(most) {
            let total = before + count;
            let message = format!(
                "{count} {name} card(s), {total} up to here; at most {MAX_BASE_CARDS} base cards and {MAX_CARDS} in all"
            );
            self.problems.add(extra.place(), extra.path(), "K-1", message);
        }
    }

    /// At least 3 types on base pattern sides, one of them twice (K-6).
    fn pattern_types(&mut self, place: Option<usize>, mut contents: Vec<Code>) {
        let sides = contents.len();
        contents.sort_unstable();
        contents.dedup();
        let types = contents.len();
        if sides > 0 && types < BASE_RESERVED {
            let message =
                format!("{types} type(s) on the base pattern sides; at least {BASE_RESERVED}");
            self.problems.add(place, Group::Base.name(), "K-6", message);
        }
        if sides > 0 && types == sides {
            let message = "no type is on two base pattern sides; at least one has to be";
            self.problems.add(place, Group::Base.name(), "K-6", message);
        }
    }

    fn card(&mut self, table: &Table<'_>, group: Group, content: Option<Code>) -> Option<Card> {
        let keys = ["id", "name", "brick", "type", "number", "shape"];
        table.only(&keys, &mut self.problems);
        let id = self.id(table);
        let name = if table.has("name") {
            table.label("name", &mut self.problems).map(Some)
        } else {
            Some(None)
        };
        let brick = self.brick(table, group);
        let number = table.number("number", 1..=MAX_NUMBER, "K-3", &mut self.problems);
        let shape = self.shape(table);
        self.is_unsure |= brick.is_none();
        let pattern = Pattern { content: content?, number: number?, shape: shape? };
        Some(Card { id: id?, name: name?, group, brick: brick?, pattern })
    }

    /// A name that action texts and options can use.
    fn id(&mut self, table: &Table<'_>) -> Option<String> {
        let value = table.text("id", "K-85", &mut self.problems)?;
        let id = value.text;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let message = if id.is_empty() || id.len() > MAX_ID || !id.bytes().all(is_plain) {
            format!("an id is 1..{MAX_ID} of A-Z a-z 0-9 _ -, not {}", quoted(id))
        } else if id == "random" {
            "the id \"random\" is a word of the options".to_owned()
        } else if let Some(other) = self.ids.get(id) {
            format!("the id {id:?} is already that of {other}")
        } else {
            self.ids.insert(id.to_owned(), table.path().to_owned());
            return Some(id.to_owned());
        };
        self.problems.add(value.place, value.key, "K-85", message);
        None
    }

    /// The brick side: a full rectangle of types and glass (K-2).
    fn brick(&mut self, table: &Table<'_>, group: Group) -> Option<Vec<Code>> {
        let rule = if group == Group::Base { "K-1" } else { "K-74" };
        let value = table.text("brick", rule, &mut self.problems)?;
        let drawing = value.drawing();
        let has_card_size = self.has_card_size(&value, &drawing);
        let mut unknown = Vec::new();
        let mut codes = Vec::new();
        for (row, cells) in drawing.rows.iter().enumerate() {
            for (column, letter) in cells.text.chars().enumerate() {
                let code = if letter == '#' { Some(GLASS) } else { self.code(letter) };
                codes.extend(code);
                // Each unknown character once a card.
                if code.is_none() && !unknown.contains(&letter) {
                    unknown.push(letter);
                    let (rule, message) = unknown_cell(letter);
                    self.problems.add(drawing.place(row, column), &value.key, rule, message);
                }
            }
        }
        self.seen.extend(&codes);
        (has_card_size && unknown.is_empty()).then_some(codes)
    }

    /// The code of a declared type; of any letter, where it is unknown what is declared.
    fn code(&self, letter: char) -> Option<Code> {
        match &self.codes {
            Some(codes) => codes.get(&letter).map(|&(code, _)| code),
            None => letter.is_ascii_uppercase().then(|| FIRST_TYPE + (letter as u8 - b'A')),
        }
    }

    /// Whether a brick side has the rows and columns of the set's cards (K-2).
    fn has_card_size(&mut self, value: &Text<'_>, drawing: &Drawing<'_>) -> bool {
        let Some((rows, cols)) = self.card else {
            return false;
        };
        let found = drawing.rows.len();
        if found != rows {
            // The first row too many, or the last one if there are too few.
            let row = rows.min(found.saturating_sub(1));
            let message = format!("the brick side has {found} row(s); every card has {rows}");
            self.problems.add(drawing.place(row, 0), &value.key, "K-2", message);
            return false;
        }
        for (row, cells) in drawing.rows.iter().enumerate() {
            let width = cells.width();
            if width != cols {
                let message = format!(
                    "row {} of the brick side has {width} cell(s); every card has {cols}",
                    row + 1
                );
                self.problems.add(drawing.place(row, 0), &value.key, "K-2", message);
                return false;
            }
        }
        true
    }

    /// What the pattern is made of: one declared type on base cards, else the group's own sign.
    fn content(&mut self, table: &Table<'_>, group: Group) -> Option<Code> {
        let (rule, expected) = match group {
            Group::Base => ("K-3", "a letter A..Z"),
            Group::Glass => ("K-77", "\"#\""),
            Group::Window => ("K-88", "\"*\""),
            Group::Special => ("K-98", "\"*\""),
        };
        let value = table.text("type", rule, &mut self.problems)?;
        let letter = single(value.text);
        let content = match (group, letter) {
            (Group::Base, Some(letter)) => self.code(letter),
            (Group::Glass, Some('#')) => Some(GLASS),
            (Group::Window | Group::Special, Some('*')) => Some(ANY),
            _ => None,
        };
        if content.is_none() {
            let message = match letter.filter(char::is_ascii_uppercase) {
                Some(letter) if group == Group::Base => unknown_cell(letter).1,
                _ => {
                    let (name, found) = (group.name(), quoted(value.text));
                    format!("the type of a {name} pattern is {expected}, not {found}")
                }
            };
            self.problems.add(value.place, value.key, rule, message);
        }
        self.seen.extend(content);
        content
    }

    /// The shape of a pattern: a connected polyomino in its own box (K-4).
    fn shape(&mut self, table: &Table<'_>) -> Option<Shape> {
        let value = table.text("shape", "K-3", &mut self.problems)?;
        let drawing = value.drawing();
        match Shape::from_drawing(&drawing.one_line()) {
            Ok(shape) => Some(shape),
            Err(error) => {
                let (row, column) = place_of_fault(&drawing, &error);
                let place = drawing.place(row, column);
                self.problems.add(place, value.key, "K-4", error.to_string());
                None
            }
        }
    }

    /// Types that are declared but on no card: a slip of the pen (K-3).
    fn unused_types(&mut self) {
        let Some(codes) = self.codes.as_ref().filter(|_| !self.is_unsure) else {
            return;
        };
        for (letter, (code, place)) in codes {
            if !self.seen.contains(code) {
                let message = format!("the type {letter} is on no card");
                self.problems.add(*place, format!("types.{letter}"), "K-3", message);
            }
        }
    }
}

/// What is wrong with a letter or sign that a brick side can't show.
fn unknown_cell(letter: char) -> (&'static str, String) {
    if letter.is_ascii_uppercase() {
        ("K-3", format!("the type {letter} is not declared in [types]"))
    } else {
        let cell = quoted(letter.encode_utf8(&mut [0; 4]));
        ("K-2", format!("a cell holds a letter A..Z or #, not {cell}"))
    }
}

/// The only character of a text.
fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}
