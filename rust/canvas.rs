//! A buffer that is drawn anew again and again: what was written last time is remembered, so that
//! only that is cleared, and the rest of the memory is never touched.

use std::hint::black_box;

use tinyvec::TinyVec;

use crate::random::Random;

/// Bytes that are cleared together.
const BLOCK: usize = 64;

/// Where a buffer may hold something else than 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// What was told of the ones on it: on the heap, as most drawings tell nothing.
    runs: Vec<Run>,
    /// Under which numbers its parts were drawn, 0 for none.
    drawn: [u32; PARTS],
    /// For every 64 blocks one bit a block, of this time and of the time before. No heap for the usual
    /// sizes.
    words: TinyVec<[Word; 8]>,
}

/// Parts of a buffer that can be left as they are.
const PARTS: usize = 2;

/// Cells of which so many are 1, and as many more behind them that are the same, `times` in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Run {
    at: u32,
    len: u16,
    times: u16,
    ones: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Word {
    kept: u64,
    old: u64,
}

impl Word {
    /// Blocks that are written now.
    #[inline(always)]
    fn keep(&mut self, blocks: u64) {
        self.old &= !blocks;
        self.kept |= blocks;
    }
}

impl Written {
    /// Begins to draw on `cells`, which are 0 wherever this does not say otherwise. What is not drawn
    /// on becomes 0.
    #[must_use]
    #[inline]
    pub fn canvas<'a>(&'a mut self, cells: &'a mut [u8]) -> Canvas<'a> {
        let count = cells.len().div_ceil(BLOCK).div_ceil(64);
        if self.words.len() != count {
            self.words.resize(count, Word::default());
        }
        let words = self.words.as_mut_slice();
        for word in &mut *words {
            *word = Word { kept: 0, old: word.kept };
        }
        self.runs.clear();
        Canvas { cells, words, runs: &mut self.runs, drawn: &mut self.drawn }
    }

    /// Forgets under which numbers parts were drawn: what is drawn next has numbers of its own.
    #[inline]
    pub fn renew(&mut self) {
        self.drawn = [0; PARTS];
    }

    /// How many ones were told ([`Canvas::tell`]).
    #[must_use]
    #[inline]
    pub fn told(&self) -> usize {
        self.runs.iter().map(Run::count).sum()
    }

    /// Forgets what was told.
    #[inline]
    pub fn forget(&mut self) {
        self.runs.clear();
    }

    /// Asks for the memory that [`Written::choose`] reads, without waiting for it.
    #[inline(always)]
    pub fn fetch(&self) {
        if let (Some(first), Some(last)) = (self.runs.first(), self.runs.last()) {
            black_box(first.at ^ last.at);
        }
    }

    /// A uniformly random one of those that were told; `None` if there is none.
    #[must_use]
    #[inline(always)]
    pub fn choose(&self, random: &mut Random) -> Option<Told> {
        let total = u32::try_from(self.told()).ok().filter(|&total| total > 0)?;
        let mut index = random.below(total) as usize;
        for &run in &self.runs {
            if index < run.count() {
                return Some(Told { run, index });
            }
            index -= run.count();
        }
        None
    }
}

/// One of the ones that were told.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    run: Run,
    /// How many of the run come before it.
    index: usize,
}

impl Told {
    /// Asks for the memory that [`Told::place`] reads, without waiting for it.
    #[inline(always)]
    pub fn fetch(&self, cells: &[u8]) {
        let at = self.run.at as usize;
        let cells = &cells[at..at + usize::from(self.run.len)];
        cells.iter().step_by(BLOCK).for_each(|cell| {
            black_box(*cell);
        });
    }

    /// Its place on the cells that were drawn on.
    #[must_use]
    #[inline(always)]
    pub fn place(&self, cells: &[u8]) -> usize {
        let Self { run, index } = self;
        let (at, len, ones) = (run.at as usize, usize::from(run.len), usize::from(run.ones));
        let place = nth_one(&cells[at..at + len], index % ones);
        at + index / ones * len + place.unwrap_or_default()
    }
}

impl Run {
    #[inline(always)]
    fn count(&self) -> usize {
        usize::from(self.ones) * usize::from(self.times)
    }
}

/// The place of the one after `index` others among cells that are 0 or 1.
#[inline(always)]
fn nth_one(cells: &[u8], mut index: usize) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let (words, rest) = cells.as_chunks::<8>();
    for (word, bytes) in words.iter().enumerate() {
        // How many ones there are up to each byte.
        let counts = u64::from_le_bytes(*bytes).wrapping_mul(ONES);
        let count = (counts >> 56) as usize;
        if index < count {
            // The first byte up to which there are more than `index`.
            let more = ((counts | HIGH) - ONES * (index as u64 + 1)) & HIGH;
            return Some(8 * word + more.trailing_zeros() as usize / 8);
        }
        index -= count;
    }
    let ones = rest.iter().enumerate().filter(|(_, cell)| **cell != 0);
    ones.map(|(place, _)| 8 * words.len() + place).nth(index)
}

/// A buffer under way; dropping it clears what was written before and not now.
#[derive(Debug)]
pub struct Canvas<'a> {
    cells: &'a mut [u8],
    words: &'a mut [Word],
    runs: &'a mut Vec<Run>,
    drawn: &'a mut [u32; PARTS],
}

impl Canvas<'_> {
    /// All cells. All must be written: they may hold anything.
    #[inline(always)]
    pub fn all(&mut self) -> &mut [u8] {
        let blocks = self.cells.len().div_ceil(BLOCK);
        for (index, word) in self.words.iter_mut().enumerate() {
            *word = Word { kept: !0 >> (64 - (blocks - 64 * index).min(64)), old: 0 };
        }
        self.cells
    }

    /// Notes that a part of all cells is drawn under this number, from 1. True if that was so the last
    /// time: then [`Canvas::all`], through which they have to be drawn every time, still holds it.
    #[must_use]
    #[inline(always)]
    pub fn is_drawn(&mut self, part: usize, number: u32) -> bool {
        std::mem::replace(&mut self.drawn[part], number) == number
    }

    /// The cells from `at` on, `len` of them. All must be written: they may hold anything.
    #[inline(always)]
    pub fn part(&mut self, at: usize, len: usize) -> &mut [u8] {
        if len > 0 {
            let (first, last) = (at / BLOCK, (at + len - 1) / BLOCK);
            // Only at the ends do blocks have cells that are not about to be written.
            for (block, edge) in [(first, at), (last, at + len)] {
                if !edge.is_multiple_of(BLOCK) {
                    self.empty(block);
                }
            }
            let (low, high) = (!0 << (first % 64), !0 >> (63 - last % 64));
            match (first / 64, last / 64) {
                (one, other) if one == other => self.words[one].keep(low & high),
                (one, other) => {
                    self.words[one].keep(low);
                    self.words[one + 1..other].iter_mut().for_each(|word| word.keep(!0));
                    self.words[other].keep(high);
                }
            }
        }
        &mut self.cells[at..at + len]
    }

    /// Writes 1 to a cell; the rest of its block becomes 0 unless it is written, too.
    #[inline(always)]
    pub fn one(&mut self, at: usize) {
        self.claim(at, 1);
        self.cells[at] = 1;
    }

    /// Writes these cells, at most a block; as [`Canvas::one`] else.
    #[inline(always)]
    pub fn stamp<const LEN: usize>(&mut self, at: usize, cells: &[u8; LEN]) {
        self.claim(at, LEN);
        self.cells[at..at + LEN].copy_from_slice(cells);
    }

    /// The same for any number of cells up to a block.
    #[inline(always)]
    pub fn write(&mut self, at: usize, cells: &[u8]) {
        self.claim(at, cells.len());
        self.cells[at..at + cells.len()].copy_from_slice(cells);
    }

    /// Writes these cells `times` times, one behind the other.
    #[inline(always)]
    pub fn repeat(&mut self, at: usize, cells: &[u8], times: usize) {
        let part = self.part(at, cells.len() * times);
        let mut written = cells.len();
        part[..written].copy_from_slice(cells);
        while written < part.len() {
            let more = written.min(part.len() - written);
            part.copy_within(..more, written);
            written += more;
        }
    }

    /// Tells that `ones` of the `len` cells from `at` on are 1 and the others 0, and that the cells behind
    /// them are the same again, `times` times in all. Where every one is told, one of them can be
    /// picked at random without a look at the rest ([`Written::choose`]).
    #[inline(always)]
    pub fn tell(&mut self, at: usize, len: usize, times: usize, ones: usize) {
        let short = |number: usize| u16::try_from(number).ok();
        let run = || {
            Some(Run { at: at as u32, len: short(len)?, times: short(times)?, ones: short(ones)? })
        };
        if ones > 0
            && let Some(run) = run()
        {
            self.runs.push(run);
        }
    }

    /// Clears a block that holds something from before.
    #[inline(always)]
    fn empty(&mut self, block: usize) {
        let old = &mut self.words[block / 64].old;
        if *old >> (block % 64) & 1 == 1 {
            *old &= !(1 << (block % 64));
            clear(self.cells, block);
        }
    }

    /// Makes sure that blocks hold nothing from before.
    #[inline(always)]
    fn claim(&mut self, at: usize, len: usize) {
        for block in at / BLOCK..=(at + len - 1) / BLOCK {
            self.empty(block);
            self.words[block / 64].keep(1 << (block % 64));
        }
    }

    /// Copies `len` cells that have been written.
    #[inline(always)]
    pub fn copy(&mut self, from: usize, to: usize, len: usize) {
        self.part(to, len);
        self.cells.copy_within(from..from + len, to);
    }
}

impl Drop for Canvas<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        for (word, Word { old, .. }) in self.words.iter_mut().enumerate() {
            while *old != 0 {
                clear(self.cells, word * 64 + old.trailing_zeros() as usize);
                *old &= *old - 1;
            }
        }
    }
}

#[inline(always)]
fn clear(cells: &mut [u8], block: usize) {
    let rest = &mut cells[block * BLOCK..];
    match rest.first_chunk_mut::<BLOCK>() {
        Some(whole) => *whole = [0; BLOCK],
        None => rest.fill(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn every_drawing_is_on_a_clean_canvas() {
        let mut random = Random::stream(3, 0);
        for size in [1, 63, 64, 65, 1000, 64 * 64 + 5] {
            let (mut written, mut cells) = (Written::default(), vec![0; size]);
            for _ in 0..50 {
                let mut expected = vec![0; size];
                let mut canvas = written.canvas(&mut cells);
                if random.below(8) == 0 {
                    canvas.all().fill(9);
                    expected.fill(9);
                }
                for _ in 0..random.below(6) {
                    let at = random.below(size as u32) as usize;
                    let len = random.below((size - at) as u32 + 1).min(200) as usize;
                    let value = random.below(256) as u8;
                    canvas.part(at, len).fill(value);
                    expected[at..at + len].fill(value);
                    let to = random.below((size - len) as u32 + 1) as usize;
                    canvas.copy(at, to, len);
                    expected.copy_within(at..at + len, to);
                    let at = random.below(size as u32) as usize;
                    let len = (size - at).min(1 + random.below(64) as usize);
                    canvas.write(at, &[1; 64][..len]);
                    expected[at..at + len].fill(1);
                    canvas.one(at);
                    let times = (size - at) / len;
                    canvas.repeat(at, &[3; 64][..len], times);
                    expected[at..at + times * len].fill(3);
                    if let Some(place) = size.checked_sub(3) {
                        let at = random.below(place as u32 + 1) as usize;
                        canvas.stamp(at, &[7, 0, 8]);
                        expected[at..at + 3].copy_from_slice(&[7, 0, 8]);
                    }
                }
                drop(canvas);
                assert_eq!(cells, expected);
            }
        }
    }

    #[test]
    fn a_part_stays_drawn_under_its_number() {
        let (mut written, mut cells) = (Written::default(), vec![0; 100]);
        let mut draw = |written: &mut Written, number, value| {
            let mut canvas = written.canvas(&mut cells);
            let is_drawn = canvas.is_drawn(1, number);
            let all = canvas.all();
            if !is_drawn {
                all.fill(value);
            }
            (is_drawn, all[0], all[99])
        };
        assert_eq!(draw(&mut written, 1, 5), (false, 5, 5));
        assert_eq!(draw(&mut written, 1, 6), (true, 5, 5));
        assert_eq!(draw(&mut written, 2, 7), (false, 7, 7));
        written.renew();
        assert_eq!(draw(&mut written, 2, 8), (false, 8, 8));
    }

    #[test]
    fn told_ones_are_picked_alike() {
        let mut random = Random::stream(3, 1);
        let (mut written, mut cells) = (Written::default(), vec![0; 500]);
        let pick = |written: &Written, cells: &[u8], random: &mut Random| {
            written.choose(random).map(|told| told.place(cells))
        };
        assert_eq!(pick(&written, &cells, &mut random), None);
        let mut canvas = written.canvas(&mut cells);
        canvas.repeat(7, &[0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1], 3);
        canvas.tell(7, 11, 3, 3);
        canvas.tell(100, 64, 1, 0);
        canvas.stamp(300, &[1, 1]);
        canvas.tell(200, 200, 1, 2);
        drop(canvas);
        let ones: Vec<usize> = (0..500).filter(|&place| cells[place] == 1).collect();
        assert_eq!((written.told(), ones.len()), (11, 11));
        let mut counts = vec![0; 500];
        for _ in 0..11_000 {
            counts[pick(&written, &cells, &mut random).expect("a one")] += 1;
        }
        // Six standard deviations around 1000.
        assert!(ones.iter().all(|&place| (820..=1180).contains(&counts[place])), "{counts:?}");
        assert_eq!(ones.iter().map(|&place| counts[place]).sum::<i32>(), 11_000);
        written.forget();
        assert_eq!((written.told(), pick(&written, &cells, &mut random)), (0, None));
    }
}
