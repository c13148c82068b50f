//! From TOML to a component set, with every check (listed in [`super`]): boards, ateliers, piles.

use super::{
    Atelier, ComponentSet, Fundathos, MAX_ATELIER, MAX_BOARD_SIDE, MIN_MURAL_SIDE, MIN_PLAYERS,
};
use crate::game::{ComponentInfo, ComponentProblem};
use crate::games::athos::types::{Cell, Master, Tool};
use crate::games::document::{self, Drawing, FORM, Problems, Table, quoted};

mod artwork;
mod cubes;

/// Reads a set, its digest still empty.
///
/// # Errors
/// Every problem, at most 20, in the order of the file.
pub(super) fn read(text: &str) -> Result<ComponentSet, Vec<ComponentProblem>> {
    document::read(text, |root| {
        let mut problems = Problems::default();
        let set = set(root, &mut problems);
        (set, problems)
    })
}

fn set(root: &Table<'_>, problems: &mut Problems) -> Option<ComponentSet> {
    let known = [
        "name",
        "edition",
        "source",
        "mural",
        "fundathos",
        "ateliers",
        "faces",
        "kinds",
        "cards",
        "masters",
        "tools",
    ];
    root.only(&known, problems);
    let name = root.label("name", problems);
    let edition = root.label("edition", problems);
    let source = root.label("source", problems);
    let mural = mural(root, problems);
    let fundathos = fundathos(root, problems);
    let ateliers = ateliers(root, problems);
    let cubes = cubes::read(root, problems);
    let masters = masters(root, problems);
    let tools = tools(root, problems);
    if let (Some(fundathos), Some(cubes)) = (&fundathos, cubes.total) {
        enough_cubes(root, fundathos.count(), cubes, problems);
    }
    let (mural, columns) = mural?;
    let info =
        ComponentInfo { name: name?, edition: edition?, source: source?, digest: String::new() };
    Some(ComponentSet {
        info,
        mural,
        columns,
        fundathos: fundathos?,
        ateliers: ateliers?,
        kinds: cubes.kinds?,
        faces: cubes.faces?,
        cards: cubes.cards?,
        masters: masters?,
        tools: tools?,
    })
}

/// A board drawn as text.
struct Board<'d> {
    drawing: Drawing<'d>,
    rows: u8,
    cols: u8,
    /// The sign of each cell, row by row.
    cells: Vec<char>,
}

/// Reads a board: a rectangle with sides of at least `least`, of these signs alone. A fault of its
/// size breaks the first rule, one of a sign the second.
fn board<'d>(
    root: &Table<'d>,
    key: &str,
    least: usize,
    signs: &str,
    [size, sign]: [&'static str; 2],
    problems: &mut Problems,
) -> Option<Board<'d>> {
    let value = root.text(key, size, problems)?;
    let drawing = value.drawing();
    let rows = drawing.rows.len();
    let cols = drawing.rows.first().map_or(0, |row| row.width());
    let limits = least..=MAX_BOARD_SIDE;
    if !limits.contains(&rows) || !limits.contains(&cols) {
        let message = format!(
            "the board is {rows}x{cols}; it is {least}x{least} to {MAX_BOARD_SIDE}x{MAX_BOARD_SIDE}"
        );
        problems.add(value.place, value.key, size, message);
        return None;
    }
    if let Some(row) = drawing.rows.iter().position(|row| row.width() != cols) {
        let width = drawing.rows[row].width();
        let message = format!("row {row} has {width} cell(s), row 0 has {cols}");
        problems.add(drawing.place(row, 0), value.key, size, message);
        return None;
    }
    let mut is_sound = true;
    let mut cells = Vec::with_capacity(rows * cols);
    for (row, drawn) in drawing.rows.iter().enumerate() {
        for (column, letter) in drawn.text.chars().enumerate() {
            cells.push(letter);
            if !signs.contains(letter) {
                let found = quoted(letter.encode_utf8(&mut [0; 4]));
                let message = format!("a cell is one of {signs} and not {found}");
                problems.add(drawing.place(row, column), &value.key, sign, message);
                is_sound = false;
            }
        }
    }
    is_sound.then_some(Board { drawing, rows: rows as u8, cols: cols as u8, cells })
}

/// Size of the mural, and the columns on its back (CD-1, W-4).
fn mural(root: &Table<'_>, problems: &mut Problems) -> Option<((u8, u8), Vec<Cell>)> {
    let board = board(root, "mural", MIN_MURAL_SIDE, ".*+", ["CD-1", "W-4"], problems)?;
    if !board.cells.contains(&'*') {
        problems.add(root.place_of("mural"), "mural", "W-4", "the back has no column, *");
    }
    let mut columns = Vec::new();
    let mut signs = board.cells.iter();
    for (row, col) in (0..board.rows).flat_map(|row| (0..board.cols).map(move |col| (row, col))) {
        let is_row_end = row == 0 || row == board.rows - 1;
        let is_col_end = col == 0 || col == board.cols - 1;
        let fault = match signs.next() {
            Some('+') if !(is_row_end && is_col_end) => "a padlock is in a corner, not here",
            Some('.' | '*') if is_row_end && is_col_end => "a corner has a padlock, +",
            Some('*') if is_row_end || is_col_end => "a column is not on the edge",
            Some('*') => {
                columns.push((row, col));
                continue;
            }
            _ => continue,
        };
        let place = board.drawing.place(row.into(), col.into());
        problems.add(place, "mural", "W-4", format!("cell {row},{col}: {fault}"));
    }
    Some(((board.rows, board.cols), columns))
}

/// The Fundathos board (CD-3).
fn fundathos(root: &Table<'_>, problems: &mut Problems) -> Option<Fundathos> {
    let board = board(root, "fundathos", 1, "#.", ["CD-3"; 2], problems)?;
    let spaces: Vec<bool> = board.cells.iter().map(|&sign| sign == '#').collect();
    // Of one space or more the northernmost is on the border, and so is released (L-4).
    if !spaces.contains(&true) {
        problems.add(root.place_of("fundathos"), "fundathos", "CD-3", "the board has no space, #");
    }
    Some(Fundathos { rows: board.rows, cols: board.cols, spaces })
}

/// Both sides of an atelier, with what a start tile and a swap need (CD-4).
fn ateliers(root: &Table<'_>, problems: &mut Problems) -> Option<[Atelier; 2]> {
    let table = root.table("ateliers", "B-5", problems)?;
    table.only(&["1-4", "5-6"], problems);
    let mut side = |key: &str| {
        let side = table.table(key, "B-5", problems)?;
        side.only(&["free", "protected"], problems);
        let mut spaces = |key: &str, needs: &[(u16, &'static str, &str)]| {
            let spaces = side.number(key, 0..=MAX_ATELIER, "B-6", problems)?;
            if let Some((least, rule, what)) = needs.iter().find(|(least, ..)| spaces < *least) {
                let message = format!("{spaces} {key} space(s); {what} needs {least}");
                problems.add(side.place_of(key), side.path_of(key), rule, message);
            }
            Some(spaces as u8)
        };
        let start = (1, "C-5", "a start tile");
        let both = [start, (2, "U-20", "the swap of solo, duel and teams")];
        let free = spaces("free", if key == "1-4" { &both } else { &both[..1] });
        let protected = spaces("protected", &[(1, "I-6", "a swap")]);
        Some(Atelier { free: free?, protected: protected? })
    };
    let (few, many) = (side("1-4"), side("5-6"));
    Some([few?, many?])
}

/// Every space of Fundathos holds a cube, and every player starts with one (C-2, C-5).
fn enough_cubes(root: &Table<'_>, spaces: usize, cubes: u16, problems: &mut Problems) {
    let least = spaces + usize::from(MIN_PLAYERS);
    if usize::from(cubes) < least {
        let message = format!(
            "{spaces} space(s) and {MIN_PLAYERS} start tiles need {least} cubes; there are {cubes}"
        );
        problems.add(root.place_of("fundathos"), "fundathos", "C-5", message);
    }
}

/// The Masters in the pile: any of the ten, in the order of the rules.
fn masters(root: &Table<'_>, problems: &mut Problems) -> Option<Vec<(Master, String)>> {
    let Some(table) = optional(root, "masters", problems)? else {
        return Some(Vec::new());
    };
    table.only(&Master::KEYS, problems);
    let held = Master::ALL.into_iter().filter(|master| table.has(master.key()));
    let titled = held.map(|master| Some((master, table.label(master.key(), problems)?)));
    // Every title is read, so that all faults are told.
    titled.collect::<Vec<_>>().into_iter().collect()
}

/// The tools: any of the eight, in the order of the rules (Y-1).
fn tools(root: &Table<'_>, problems: &mut Problems) -> Option<Vec<(Tool, [String; 2])>> {
    let Some(table) = optional(root, "tools", problems)? else {
        return Some(Vec::new());
    };
    table.only(&Tool::KEYS, problems);
    let held = Tool::ALL.into_iter().filter(|tool| table.has(tool.key()));
    let titled = held.map(|tool| {
        let levels = table.table(tool.key(), "Y-1", problems)?;
        levels.only(&["I", "II"], problems);
        let titles = ["I", "II"].map(|level| levels.label(level, problems));
        let [Some(first), Some(second)] = titles else { return None };
        Some((tool, [first, second]))
    });
    titled.collect::<Vec<_>>().into_iter().collect()
}

/// A table that may be missing; `None` if something else is there.
fn optional<'d>(root: &Table<'d>, key: &str, problems: &mut Problems) -> Option<Option<Table<'d>>> {
    if root.has(key) { root.table(key, FORM, problems).map(Some) } else { Some(None) }
}
