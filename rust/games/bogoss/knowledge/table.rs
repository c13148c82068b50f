//! Weighted sets of card counts: the common currency of the counting.

/// How many cards of each sort, one byte a sort, so that sums of counts are sums of words.
pub type Counts = u128;

/// The count of one sort.
pub const fn count(counts: Counts, sort: usize) -> u8 {
    (counts >> (8 * sort)) as u8
}

/// One card of a sort.
pub const fn one(sort: usize) -> Counts {
    1 << (8 * sort)
}

/// From one byte a sort.
pub fn pack(hand: &[u8; SORTS]) -> Counts {
    let mut bytes = [0; 16];
    bytes[..SORTS].copy_from_slice(hand);
    Counts::from_le_bytes(bytes)
}

/// To one byte a sort.
pub fn unpack(counts: Counts) -> [u8; SORTS] {
    let bytes = counts.to_le_bytes();
    std::array::from_fn(|sort| bytes[sort])
}

/// Whether no sort of `part` is more frequent than in `whole` (no count is over 127).
pub const fn fits(part: Counts, whole: Counts) -> bool {
    const GUARD: Counts = u128::from_ne_bytes([0x80; 16]);
    (whole | GUARD).wrapping_sub(part) & GUARD == GUARD
}

/// Number of sorts.
pub const SORTS: usize = 13;

/// A sum of weights for each of some counts.
#[derive(Clone, Debug, Default)]
pub struct Table {
    cells: Vec<(Counts, f64)>,
    len: usize,
}

/// No card counts: it marks a free cell.
const FREE: Counts = Counts::MAX;

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        Self { cells: vec![(FREE, 0.0); 64], len: 0 }
    }

    fn slot(&self, key: Counts) -> usize {
        let mut mixed = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^= mixed >> 32;
        let mask = self.cells.len() - 1;
        let mut slot = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) as usize >> 20 & mask;
        while self.cells[slot].0 != key && self.cells[slot].0 != FREE {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds to the weight of `key`.
    pub fn add(&mut self, key: Counts, weight: f64) {
        let slot = self.slot(key);
        let cell = &mut self.cells[slot];
        cell.1 += weight;
        if cell.0 == FREE {
            cell.0 = key;
            self.len += 1;
            if self.len * 2 > self.cells.len() {
                self.grow();
            }
        }
    }

    /// The weight of `key`, 0 where it has none.
    pub fn get(&self, key: Counts) -> f64 {
        self.cells[self.slot(key)].1
    }

    fn grow(&mut self) {
        let larger = vec![(FREE, 0.0); self.cells.len() * 4];
        for (key, weight) in std::mem::replace(&mut self.cells, larger) {
            if key != FREE {
                let slot = self.slot(key);
                self.cells[slot] = (key, weight);
            }
        }
    }

    /// All that was added, in no order that means anything, but the same for the same additions.
    pub fn into_entries(self) -> Vec<(Counts, f64)> {
        self.cells.into_iter().filter(|cell| cell.0 != FREE).collect()
    }
}
