//! Exact shares of the search tree.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use solver_core::Cube;
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

/// A share of the search tree as an exact fraction, zero by default. The branches of a node divide its share equally.
///
/// ```
/// use cluster::Share;
/// let (half, third): (Share, Share) = ("1/2".parse()?, "1/3".parse()?);
/// assert_eq!((half + third).to_string(), "5/6");
/// # Ok::<(), cluster::JobError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Share(BigRational);

/// The estimated size of a part. A part is larger if its decisions constrain less; ties are broken by the share, which
/// gives all branches equal weight.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Size(Reverse<u64>, Share);

impl Size {
    pub(crate) fn new(cube: &Cube) -> Size {
        Size(Reverse(cube.says()), Share::new(cube))
    }
}

impl Share {
    /// The entire tree.
    pub fn whole() -> Share {
        Share(BigRational::one())
    }

    /// The share of a part.
    pub fn new(cube: &Cube) -> Share {
        cube.branches().fold(Share::whole(), |share, (_, of)| share.part(1, of))
    }

    /// Returns the share of a part that a depth-first search has explored when its current node is `at`. The current
    /// node is not included.
    pub fn before(part: &Cube, at: &Cube) -> Share {
        let below = at.branches().skip(part.branches().count());
        let mut here = Share::new(part);
        let mut explored = Share::default();
        for (index, of) in below {
            explored = explored + here.part(index, of);
            here = here.part(1, of);
        }
        explored
    }

    /// Returns the share of `some` branches of a node that has this share and `of` branches in total.
    fn part(&self, some: u32, of: u32) -> Share {
        Share(&self.0 * BigRational::new(BigInt::from(some), BigInt::from(of.max(1))))
    }

    /// An approximation between 0 and 1, for display.
    pub fn approximately(&self) -> f64 {
        let scaled = (&self.0 * BigRational::from(BigInt::from(1_u64 << 53))).to_integer();
        scaled.to_string().parse::<f64>().unwrap_or(0.0) / (1_u64 << 53) as f64
    }
}

impl std::ops::Add for Share {
    type Output = Share;

    fn add(self, other: Share) -> Share {
        Share(self.0 + other.0)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0.numer(), self.0.denom())
    }
}

impl FromStr for Share {
    type Err = crate::JobError;

    fn from_str(text: &str) -> Result<Share, crate::JobError> {
        let bad = || crate::JobError::Unreadable("a share", text.chars().take(80).collect());
        let (above, below) = text.split_once('/').ok_or_else(bad)?;
        let (above, below): (BigInt, BigInt) = (above.parse().map_err(|_| bad())?, below.parse().map_err(|_| bad())?);
        if below <= BigInt::zero() || above < BigInt::zero() || above > below {
            return Err(bad());
        }
        Ok(Share(BigRational::new(above, below)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(text: &str) -> Cube {
        text.parse().expect("a cube")
    }

    #[test]
    fn what_is_explored_and_what_is_left_make_the_part() {
        // The second of three branches, and there the second of two.
        let (part, at) = (cube("0=1:1/2"), cube("0=1:1/2 1=5:1/3 2!=7:1/2"));
        assert_eq!(Share::before(&part, &at).to_string(), "1/4");
        let left = Share::new(&at) + Share::new(&cube("0=1:1/2 1=6:2/3"));
        assert_eq!(Share::before(&part, &at) + left, Share::new(&part));
    }

    #[test]
    fn shares_are_read_as_they_are_written() {
        for text in ["0/1", "1/1", "3/1267650600228229401496703205376"] {
            assert_eq!(text.parse::<Share>().expect("a share").to_string(), text);
        }
        for text in ["", "1", "2/1", "-1/2", "1/0", "1/-2", "a/b", "1/2/3"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
        assert!(("3/4".parse::<Share>().expect("a share").approximately() - 0.75).abs() < 1e-9);
    }
}
