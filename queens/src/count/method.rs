//! The two counting methods and their board sizes.

use solver_core::named_variants;

/// A counting method.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Bit-parallel backtracking from the four edges inwards, in vector lanes if the processor has them, for 1 to 32
    /// queens. It uses very little memory.
    Bits,
    /// The join of four quarter boards, for 1 to 24 queens. It is tens of times faster, but its memory grows with the
    /// board: 20 MB for 18 queens, about half a gigabyte for 22.
    Quadrants,
}

named_variants!(pub Method { Bits = "bits", Quadrants = "quadrants"});

impl Method {
    /// The fastest method for a board size: [`Quadrants`](Method::Quadrants) up to the largest board that it supports,
    /// then [`Bits`](Method::Bits).
    ///
    /// ```
    /// use queens::count::Method;
    /// assert_eq!(Method::fastest(18), Method::Quadrants);
    /// assert_eq!(Method::fastest(25), Method::Bits);
    /// ```
    pub fn fastest(n: u32) -> Method {
        if n <= Method::Quadrants.largest() { Method::Quadrants } else { Method::Bits }
    }

    /// The size of the largest board that the method supports.
    pub fn largest(self) -> u32 {
        match self {
            Method::Bits => 32,
            Method::Quadrants => 24,
        }
    }
}
