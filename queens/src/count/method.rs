//! The two counting methods, and the board sizes they are suited to.

use std::fmt;
use std::str::FromStr;

/// How to count the boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Bit-parallel backtracking from the four edges inwards, in vector lanes where the
    /// processor has them. Needs no memory to speak of. 1 to 32 queens.
    Bits,
    /// The join of four quarter boards. Tens of times faster, and its memory grows: 20 MB for
    /// 18 queens, about half a gigabyte for 22. 1 to 24 queens.
    Quadrants,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 2] = [Method::Bits, Method::Quadrants];

    /// The method that is fastest for a size: [`Quadrants`](Method::Quadrants) as far as it
    /// goes, [`Bits`](Method::Bits) beyond.
    ///
    /// ```
    /// use queens::count::Method;
    /// assert_eq!(Method::fastest(18), Method::Quadrants);
    /// assert_eq!(Method::fastest(25), Method::Bits);
    /// ```
    pub fn fastest(n: u32) -> Method {
        if n <= Method::Quadrants.largest() { Method::Quadrants } else { Method::Bits }
    }

    /// The largest board of the method.
    pub fn largest(self) -> u32 {
        match self {
            Method::Bits => 32,
            Method::Quadrants => 24,
        }
    }

    /// The name, as [`from_str`](FromStr::from_str) reads it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Bits => "bits",
            Method::Quadrants => "quadrants",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no method has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no counting method \"{name}\": the methods are bits and quadrants")]
pub struct UnknownMethod {
    /// The requested name.
    pub name: String,
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Method, UnknownMethod> {
        Method::ALL
            .into_iter()
            .find(|method| method.name() == name)
            .ok_or_else(|| UnknownMethod { name: name.to_owned() })
    }
}
