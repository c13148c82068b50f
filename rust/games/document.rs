//! A TOML file in which everything has a place: what the component sets of all games are read from.
//!
//! Nothing here knows a game. [`read`] does what every loader begins with. [`Table`] hands out values of the right type and notes every fault in
//! [`Problems`] with its byte offset; lines and columns are worked out once, for the faults that are
//! reported. [`Drawing`] is a picture made of characters, each of which has a place too.

use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::thread;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::game::ComponentProblem;

/// Most problems in one report.
const MAX_PROBLEMS: usize = 20;
/// Most characters of a value that a message quotes.
const MAX_QUOTED: usize = 40;
/// The rule of a fault of mere form: none.
pub(crate) const FORM: &str = "";
/// Longest file, in bytes: twice what 254 cards of Cobogó with shapes of 64x64 need.
const MAX_BYTES: usize = 2 << 20;
/// Stack to read a file on. The TOML parser allows 80 keys in a row (`a.b.c`) in each of 80 inline
/// tables within each other, 6,400 tables deep, and drops them by recursion: a file of 13 kB would
/// overflow the 2 MiB of an ordinary thread. The deepest file takes 6 MiB without optimisation.
const STACK_BYTES: usize = 32 << 20;
/// Longest name, edition or source, in characters.
const MAX_LABEL: usize = 100;

/// Reads a file: `build` makes of its root what it can, and notes every fault.
///
/// # Errors
/// Every problem, at most 20, in the order of the file.
pub(crate) fn read<T: Send>(
    text: &str,
    build: impl FnOnce(&Table<'_>) -> (Option<T>, Problems) + Send,
) -> Result<T, Vec<ComponentProblem>> {
    let refuse = |message: String| {
        let mut problems = Problems::default();
        problems.add(None, "", FORM, message);
        Err(problems.into_report(text))
    };
    if text.len() > MAX_BYTES {
        return refuse(format!("the file has {} bytes; at most {MAX_BYTES}", text.len()));
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        match builder.spawn_scoped(scope, || read_text(text, build)) {
            Ok(reading) => reading.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(error) => refuse(format!("no thread to read the file on: {error}")),
        }
    })
}

/// Does the work of [`read`], on a stack that is large enough.
fn read_text<T>(
    text: &str,
    build: impl FnOnce(&Table<'_>) -> (Option<T>, Problems),
) -> Result<T, Vec<ComponentProblem>> {
    let mut problems = Problems::default();
    let (document, mut errors) = DeTable::parse_recoverable(text);
    errors.sort_by_key(|error| error.span().map(|span| span.start));
    for error in errors.into_iter().take(MAX_PROBLEMS) {
        let message = format!("not TOML: {}", error.message().replace('\n', " "));
        problems.add(error.span().map(|span| span.start), "", FORM, message);
    }
    // What is read from a file with such faults would only bring faults that are not there.
    if !problems.is_empty() {
        return Err(problems.into_report(text));
    }
    match build(&Table::root(text, document.get_ref())) {
        (Some(read), problems) if problems.is_empty() => Ok(read),
        (_, problems) => Err(problems.into_report(text)),
    }
}

/// Every fault found so far.
#[derive(Default)]
pub(crate) struct Problems {
    found: Vec<Found>,
}

/// One fault, not yet translated to a line and a column.
struct Found {
    place: Option<usize>,
    key: String,
    rule: &'static str,
    message: String,
}

impl Problems {
    /// Notes a fault at a byte offset of the file, or at none.
    pub(crate) fn add(
        &mut self,
        place: impl Into<Option<usize>>,
        key: impl Into<String>,
        rule: &'static str,
        message: impl Into<String>,
    ) {
        let (place, key, message) = (place.into(), key.into(), message.into());
        self.found.push(Found { place, key, rule, message });
    }

    /// Whether no fault was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The first [`MAX_PROBLEMS`] faults in the order of the file, those without a place before all.
    pub(crate) fn into_report(mut self, text: &str) -> Vec<ComponentProblem> {
        self.found.sort_by_key(|found| found.place);
        self.found.dedup_by(|a, b| a.place == b.place && a.key == b.key && a.message == b.message);
        self.found.truncate(MAX_PROBLEMS);
        let report = self.found.into_iter().map(|found| {
            let (line, column) = found.place.map_or((0, 0), |place| line_and_column(text, place));
            ComponentProblem {
                line,
                column,
                key: found.key,
                rule: found.rule,
                message: found.message,
            }
        });
        report.collect()
    }
}

/// Line and column of a byte offset, both from 1, the column in characters.
fn line_and_column(text: &str, place: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(place)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    // A byte order mark is not a character of the first line.
    let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
    (line, column)
}

/// A value in quotes for a message, cut where it is long.
pub(crate) fn quoted(value: &str) -> String {
    format!("\"{}\"", shortened(value))
}

/// A value or key for a message, on one line and cut where it is long.
pub(crate) fn shortened(value: &str) -> String {
    match value.char_indices().nth(MAX_QUOTED) {
        None => value.escape_debug().to_string(),
        Some((end, _)) => format!("{}...", value[..end].escape_debug()),
    }
}

/// A table of the file, on its way to being read.
pub(crate) struct Table<'d> {
    source: &'d str,
    entries: &'d DeTable<'d>,
    /// Where its header is; none for the file itself.
    place: Option<usize>,
    /// Its name in full; empty for the file itself.
    path: String,
}

impl<'d> Table<'d> {
    /// The file itself.
    fn root(source: &'d str, entries: &'d DeTable<'d>) -> Self {
        Self { source, entries, place: None, path: String::new() }
    }

    /// Where the table's header is; none for the file itself.
    pub(crate) fn place(&self) -> Option<usize> {
        self.place
    }

    /// The name of the table in full.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The name of a key in full, such as `base[3].shape`.
    pub(crate) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Every key with its place.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&'d str, usize)> {
        self.entries.keys().map(|key| (key.get_ref().as_ref(), key.span().start))
    }

    /// Whether the table has the key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Where the value of a key is.
    pub(crate) fn place_of(&self, key: &str) -> Option<usize> {
        self.entries.get(key).map(|value| value.span().start)
    }

    /// Notes every key that is not among `known`.
    pub(crate) fn only(&self, known: &[&str], problems: &mut Problems) {
        for (key, place) in self.keys().filter(|(key, _)| !known.contains(key)) {
            let message = format!("unknown key {}; known here: {}", quoted(key), known.join(", "));
            problems.add(place, self.path_of(&shortened(key)), FORM, message);
        }
    }

    /// A string that has to be there.
    pub(crate) fn text(
        &self,
        key: &str,
        rule: &'static str,
        problems: &mut Problems,
    ) -> Option<Text<'d>> {
        let value = self.value(key, rule, problems)?;
        let DeValue::String(text) = value.get_ref() else {
            self.wrong_type(key, value, "a string", rule, problems);
            return None;
        };
        let span = value.span();
        let raw = self.source.get(span.clone()).unwrap_or_default();
        Some(Text { text, raw, place: span.start, key: self.path_of(key) })
    }

    /// A line of text for people.
    pub(crate) fn label(&self, key: &str, problems: &mut Problems) -> Option<String> {
        let value = self.text(key, FORM, problems)?;
        let length = value.text.chars().count();
        let message = if value.text.trim().is_empty() {
            "the text is blank".to_owned()
        } else if length > MAX_LABEL {
            format!("the text has {length} characters; at most {MAX_LABEL}")
        } else if value.text.chars().any(char::is_control) {
            format!("{} has a control character", quoted(value.text))
        } else {
            return Some(value.text.to_owned());
        };
        problems.add(value.place, value.key, FORM, message);
        None
    }

    /// A whole number that has to be there, within limits.
    pub(crate) fn number(
        &self,
        key: &str,
        limits: RangeInclusive<u16>,
        rule: &'static str,
        problems: &mut Problems,
    ) -> Option<u16> {
        let value = self.value(key, rule, problems)?;
        let DeValue::Integer(digits) = value.get_ref() else {
            self.wrong_type(key, value, "a whole number", rule, problems);
            return None;
        };
        // Neither "-1" nor a number too long to read is within any limits.
        let number = u16::from_str_radix(digits.as_str(), digits.radix()).ok();
        let number = number.filter(|number| limits.contains(number));
        if number.is_none() {
            let found = shortened(&digits.to_string());
            let (least, most) = (limits.start(), limits.end());
            let message = format!("{found} is not in {least}..{most}");
            problems.add(value.span().start, self.path_of(key), rule, message);
        }
        number
    }

    /// A table that has to be there.
    pub(crate) fn table(
        &self,
        key: &str,
        rule: &'static str,
        problems: &mut Problems,
    ) -> Option<Table<'d>> {
        let value = self.value(key, rule, problems)?;
        let DeValue::Table(entries) = value.get_ref() else {
            self.wrong_type(key, value, "a table", rule, problems);
            return None;
        };
        let place = Some(value.span().start);
        Some(Table { source: self.source, entries, place, path: self.path_of(key) })
    }

    /// An array of tables, and where it begins. No such key is an empty array; `None` stands for an
    /// item, or for the whole array, that is something else.
    pub(crate) fn tables(
        &self,
        key: &str,
        problems: &mut Problems,
    ) -> (Option<usize>, Vec<Option<Table<'d>>>) {
        let Some(value) = self.entries.get(key) else {
            return (None, Vec::new());
        };
        let place = Some(value.span().start);
        let DeValue::Array(items) = value.get_ref() else {
            let expected = format!("tables with the header [[{key}]]");
            self.wrong_type(key, value, &expected, FORM, problems);
            return (place, vec![None]);
        };
        let tables = items.iter().enumerate().map(|(index, item)| {
            let indexed = format!("{key}[{index}]");
            let DeValue::Table(entries) = item.get_ref() else {
                self.wrong_type(&indexed, item, "a table", FORM, problems);
                return None;
            };
            let (source, place) = (self.source, Some(item.span().start));
            Some(Table { source, entries, place, path: self.path_of(&indexed) })
        });
        (place, tables.collect())
    }

    /// The value of a key; its absence is a problem.
    fn value(
        &self,
        key: &str,
        rule: &'static str,
        problems: &mut Problems,
    ) -> Option<&'d Spanned<DeValue<'d>>> {
        let value = self.entries.get(key);
        if value.is_none() {
            problems.add(self.place, self.path_of(key), rule, format!("the key {key} is missing"));
        }
        value
    }

    /// Notes that a value is of the wrong type.
    fn wrong_type(
        &self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        expected: &str,
        rule: &'static str,
        problems: &mut Problems,
    ) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        let message = format!("expected {expected}, found {found}");
        problems.add(value.span().start, self.path_of(key), rule, message);
    }
}

/// A string of the file.
pub(crate) struct Text<'d> {
    /// What it says.
    pub(crate) text: &'d str,
    /// How it is written, quotes included.
    raw: &'d str,
    /// Where it begins.
    pub(crate) place: usize,
    /// The name of its key in full.
    pub(crate) key: String,
}

impl<'d> Text<'d> {
    /// The string as a drawing: rows end at a newline or a `/`, white space around a row and
    /// blank rows above and below the drawing mean nothing.
    pub(crate) fn drawing(&self) -> Drawing<'d> {
        let (text, start) = match self.verbatim() {
            Some((text, start)) => (text, Some(start)),
            None => (self.text, None),
        };
        let mut rows = Vec::new();
        let mut offset = 0;
        for line in text.split(['\n', '/']) {
            let row = line.trim();
            let indent = line.len() - line.trim_start().len();
            rows.push(Row { text: row, place: start.map(|start| start + offset + indent) });
            offset += line.len() + 1;
        }
        while rows.last().is_some_and(|row| row.text.is_empty()) {
            rows.pop();
        }
        let blank = rows.iter().take_while(|row| row.text.is_empty()).count();
        rows.drain(..blank);
        Drawing { rows, place: self.place }
    }

    /// The text as it stands in the file, with the place of its first byte; none where escapes stand
    /// for something else.
    fn verbatim(&self) -> Option<(&'d str, usize)> {
        let quotes = ["'''", "\"\"\"", "'", "\""].into_iter().find(|quotes| {
            self.raw.len() >= 2 * quotes.len()
                && self.raw.starts_with(quotes)
                && self.raw.ends_with(quotes)
        })?;
        let mut inner = &self.raw[quotes.len()..self.raw.len() - quotes.len()];
        let mut start = self.place + quotes.len();
        // TOML drops a newline right after the opening quotes.
        if quotes.len() == 3
            && let Some(end) =
                inner.find('\n').filter(|&end| inner[..end].trim_end_matches('\r').is_empty())
        {
            inner = &inner[end + 1..];
            start += end + 1;
        }
        let same = inner == self.text || inner.lines().eq(self.text.lines());
        same.then_some((inner, start))
    }
}

/// A picture made of characters, row by row.
pub(crate) struct Drawing<'d> {
    /// Its rows, from the top.
    pub(crate) rows: Vec<Row<'d>>,
    /// Where the string begins.
    place: usize,
}

impl Drawing<'_> {
    /// Where a character is in the file: at the start of the string if escapes hide it.
    pub(crate) fn place(&self, row: usize, column: usize) -> usize {
        let text = self.rows.get(row).map_or("", |row| row.text);
        let offset = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
        self.place_of_byte(row, offset)
    }

    /// Where a byte of a row is in the file: at the start of the string if escapes hide it.
    pub(crate) fn place_of_byte(&self, row: usize, offset: usize) -> usize {
        let start = self.rows.get(row).and_then(|row| row.place);
        start.map_or(self.place, |start| start + offset)
    }

    /// Every word with its place, row by row.
    pub(crate) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        self.rows.iter().enumerate().flat_map(move |(row, drawn)| {
            drawn.words().map(move |(offset, word)| (self.place_of_byte(row, offset), word))
        })
    }

    /// The drawing on one line, rows separated by `/`.
    pub(crate) fn one_line(&self) -> String {
        let rows: Vec<&str> = self.rows.iter().map(|row| row.text).collect();
        rows.join("/")
    }
}

/// A row of a drawing.
pub(crate) struct Row<'d> {
    /// Its characters.
    pub(crate) text: &'d str,
    /// Where it begins, if it stands in the file as it is.
    place: Option<usize>,
}

impl Row<'_> {
    /// How many characters it has.
    pub(crate) fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Its words, each with the offset of its first byte.
    pub(crate) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut end = 0;
        self.text.split_inclusive(char::is_whitespace).filter_map(move |piece| {
            let start = end;
            end += piece.len();
            let word = piece.trim_end();
            (!word.is_empty()).then_some((start, word))
        })
    }
}
