//! Machine words as rows of a grid: bit `c` stands for column `c`.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// An unsigned word that holds one row of a grid.
pub(crate) trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Send
    + Sync
{
    /// No column.
    const ZERO: Self;
    /// The number of columns that fit.
    const BITS: u32;
    /// The low bits of a longer row.
    fn truncate(bits: u64) -> Self;
    /// The number of columns set.
    fn ones(self) -> u32;
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn truncate(bits: u64) -> Self {
                bits as Self
            }

            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
        }
    )*};
}

word!(u16, u32, u64);
