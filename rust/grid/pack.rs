//! Cells to bits: which cells of a row hold a code.

use super::word::Word;

/// Cells that are compared at once.
const LANES: usize = 16;

/// Appends the membership bits of every row of at most 64 columns, top to bottom.
pub(crate) fn push_rows<W: Word>(rows: &mut Vec<W>, cells: &[u8], width: usize, code: u8) {
    let compare = Compare::new(code);
    match width {
        16 => whole::<W, 16>(rows, cells, compare),
        32 => whole::<W, 32>(rows, cells, compare),
        48 => whole::<W, 48>(rows, cells, compare),
        64 => whole::<W, 64>(rows, cells, compare),
        1..=15 => masked::<W, 16>(rows, cells, width, compare),
        17..=31 => masked::<W, 32>(rows, cells, width, compare),
        33..=47 => masked::<W, 48>(rows, cells, width, compare),
        _ => masked::<W, 64>(rows, cells, width, compare),
    }
}

/// Rows whose width is a multiple of what is compared at once.
fn whole<W: Word, const WIDTH: usize>(rows: &mut Vec<W>, cells: &[u8], compare: Compare) {
    let (cells, _) = cells.as_chunks::<WIDTH>();
    rows.extend(cells.iter().map(|row| W::truncate(compare.row(row))));
}

/// Rows of other widths: `REACH` cells are compared from the start of each, and those of the next
/// rows are masked off. The last rows have too few cells behind them and are copied.
fn masked<W: Word, const REACH: usize>(
    rows: &mut Vec<W>,
    cells: &[u8],
    width: usize,
    compare: Compare,
) {
    let mask = u64::MAX >> (64 - width);
    let count = cells.len() / width;
    let in_place = cells.len().checked_sub(REACH).map_or(0, |room| room / width + 1);
    rows.extend((0..in_place).map(|row| {
        let cells = cells[row * width..].first_chunk::<REACH>();
        W::truncate(cells.map_or(0, |cells| compare.row(cells)) & mask)
    }));
    rows.extend((in_place..count).map(|row| {
        let rest = &cells[row * width..];
        let mut padded = [0; REACH];
        padded[..rest.len()].copy_from_slice(rest);
        W::truncate(compare.row(&padded) & mask)
    }));
}

/// Compares cells with one code.
#[derive(Clone, Copy)]
struct Compare {
    code: u8,
    #[cfg(target_arch = "x86_64")]
    sse2: Option<pulp::core_arch::x86::Sse2>,
}

impl Compare {
    #[inline(always)]
    fn new(code: u8) -> Self {
        Self {
            code,
            // Always there on this architecture: a constant, not a test.
            #[cfg(target_arch = "x86_64")]
            sse2: pulp::core_arch::x86::Sse2::try_new(),
        }
    }

    /// Bit `i` of the result says whether cell `i` holds the code.
    #[inline(always)]
    fn row<const LEN: usize>(self, cells: &[u8; LEN]) -> u64 {
        let mut bits = 0;
        for (index, lanes) in cells.as_chunks().0.iter().enumerate() {
            bits |= u64::from(self.lanes(lanes)) << (index * LANES);
        }
        bits
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn lanes(self, lanes: &[u8; LANES]) -> u16 {
        match self.sse2 {
            Some(sse2) => {
                let equal = sse2._mm_cmpeq_epi8(pulp::cast(*lanes), pulp::cast([self.code; LANES]));
                sse2._mm_movemask_epi8(equal) as u16
            }
            None => portable(lanes, self.code),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    fn lanes(self, lanes: &[u8; LANES]) -> u16 {
        portable(lanes, self.code)
    }
}

/// The same without vector instructions: eight cells in a word.
fn portable(lanes: &[u8; LANES], code: u8) -> u16 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (words, _) = lanes.as_chunks::<8>();
    words.iter().rev().fold(0, |bits, &word| {
        let difference = u64::from_le_bytes(word) ^ u64::from_le_bytes([code; 8]);
        // The top bit of every byte that is zero; no carry leaves a byte.
        let equal = !(((difference & LOW) + LOW) | difference | LOW);
        let gathered = (equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits << 8 | gathered as u16
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn every_width_and_code() {
        let mut random = Random::stream(3, 3);
        for width in 1..=64 {
            for code in [0, 1, 127, 128, 129, 255] {
                let cells: Vec<u8> = (0..width * 7)
                    .map(|_| [code, code ^ 1, code ^ 128, 0][random.below(4) as usize])
                    .collect();
                let expected: Vec<u64> = cells
                    .chunks(width)
                    .map(|row| {
                        row.iter().rev().fold(0, |bits, &cell| bits << 1 | u64::from(cell == code))
                    })
                    .collect();
                let mut found: Vec<u64> = Vec::new();
                push_rows(&mut found, &cells, width, code);
                assert_eq!(found, expected, "width {width}, code {code}");
            }
        }
    }

    #[test]
    fn portable_equals_vectors() {
        let mut random = Random::stream(4, 4);
        for code in 0..=255_u8 {
            let lanes = std::array::from_fn(|_| {
                if random.below(3) == 0 { code } else { random.below(256) as u8 }
            });
            assert_eq!(portable(&lanes, code), Compare::new(code).lanes(&lanes));
        }
    }
}
