//! Search: which variable next, which value first, and the walk over the tree.

mod brancher;
mod discrepancy;
mod learn;
mod limits;
mod neighbourhood;
mod nogoods;
mod objective;
mod order;
mod restarts;
mod rng;
mod root;
mod values;
mod walk;

pub use brancher::AfterFailure;
pub(crate) use brancher::{Brancher, Chooser, Group, Manner};
pub use discrepancy::Exploration;
pub(crate) use discrepancy::Tour;
pub use limits::Limits;
pub(crate) use neighbourhood::Excursions;
pub use neighbourhood::{Neighbourhood, Neighbourhoods};
pub(crate) use nogoods::Nogoods;
pub(crate) use objective::{Bounded, Limit, Objective};
pub use order::{Ties, VarOrder};
pub(crate) use restarts::Cutoffs;
pub use restarts::Restarts;
pub use rng::Rng;
pub(crate) use root::Probes;
pub use root::{Probing, RootInference};
pub use values::{Branching, ValueOrder};
pub(crate) use walk::{Rounds, Walk};
pub use walk::{Statistics, Step};

/// Why a name is not one of an order's names.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {what} `{given}`; one of: {known}")]
pub struct UnknownName {
    /// What was to be named.
    pub what: &'static str,
    /// The name as given.
    pub given: String,
    /// The names that there are.
    pub known: String,
}

/// Gives a fieldless enum its names: `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($type:ident, $what:literal, $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// Every choice, in the order of the documentation.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name that the command line and `FromStr` know.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::search::UnknownName;

            fn from_str(given: &str) -> Result<$type, $crate::search::UnknownName> {
                $type::ALL.iter().copied().find(|x| x.name() == given).ok_or_else(|| {
                    let names: Vec<&str> = $type::ALL.iter().map(|x| x.name()).collect();
                    $crate::search::UnknownName { what: $what, given: given.to_owned(), known: names.join(", ") }
                })
            }
        }
    };
}
pub(crate) use named;
