//! Whether a search that learns uses the linear relaxation.

use crate::names::named;

/// Whether a search that learns from conflicts uses the linear relaxation: the linear rows of the model together as a
/// linear program. It changes the tree but not the set of solutions.
#[doc(alias("linear programming", "LP", "simplex", "reduced costs"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Relaxation {
    /// In [automatic search](crate::Search::auto), where it helps.
    #[default]
    Auto,
    /// Never.
    Off,
    /// At the root only: before the first decision, and after restarts.
    Root,
    /// At every node, as often as its work pays.
    On,
}

impl Relaxation {
    /// Whether it is surely used.
    pub(crate) fn is_used(self) -> bool {
        matches!(self, Relaxation::Root | Relaxation::On)
    }
}

named!(Relaxation, "linear relaxation", Auto = "auto", Off = "off", Root = "root", On = "on");
