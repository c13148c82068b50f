//! The board as bits against a plain board.

use super::super::rules::{COLUMNS, LINE, ROWS};
use super::super::state::{State, cell};
use crate::random::Random;

type Plain = [[Option<u8>; COLUMNS]; ROWS];

/// Whether a seat has a line, looked up cell by cell.
fn has_line(board: &Plain, seat: u8) -> bool {
    let at = |row: i32, column: i32| {
        let row = usize::try_from(row).ok().and_then(|row| board.get(row))?;
        *row.get(usize::try_from(column).ok()?)?
    };
    (0..ROWS as i32).any(|row| {
        (0..COLUMNS as i32).any(|column| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|&(down, right)| {
                (0..LINE as i32).all(|k| at(row + k * down, column + k * right) == Some(seat))
            })
        })
    })
}

/// CF-2, CF-3, CF-5, CF-6: stones, lines and the end, in random games.
#[test]
fn bits_are_a_board() {
    let (mut wins, mut draws) = (0, 0);
    for game in 0..4_000 {
        let (mut state, mut board, mut random) =
            (State::default(), Plain::default(), Random::stream(1, game));
        for ply in 0.. {
            let seat = (ply % 2) as u8;
            let is_won = has_line(&board, 1 - seat);
            assert_eq!(state.to_act(), seat);
            assert_eq!(state.winner(), is_won.then_some(1 - seat));
            assert_eq!(state.is_over(), is_won || ply == ROWS * COLUMNS);
            assert_eq!(state, State::of_stones([0, 1].map(|seat| state.stones(seat))));
            for (row, cells) in board.iter().enumerate() {
                for (column, &content) in cells.iter().enumerate() {
                    for seat in 0..2 {
                        let is_there = state.stones(seat) & cell(row, column) != 0;
                        assert_eq!(is_there, content == Some(seat));
                    }
                }
            }
            if state.is_over() {
                assert_eq!(state.open(), 0);
                (wins, draws) = if is_won { (wins + 1, draws) } else { (wins, draws + 1) };
                break;
            }
            let open: Vec<u8> =
                (0..COLUMNS as u8).filter(|&c| board[ROWS - 1][usize::from(c)].is_none()).collect();
            assert_eq!(state.open_columns().collect::<Vec<_>>(), open);
            let (before, column) = (state, state.random_column(&mut random));
            let row = board.iter().position(|row| row[usize::from(column)].is_none());
            board[row.expect("an open column")][usize::from(column)] = Some(seat);
            state.drop_stone(column);
            assert_eq!(state.undone(column), Some(before));
        }
    }
    assert!(wins > 3_900 && draws > 2, "{wins} wins, {draws} draws");
}
