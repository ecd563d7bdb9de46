//! Whether a clause-learning search uses the linear relaxation.

use crate::names::named;

/// When a clause-learning search uses the linear relaxation: the linear program of the model's linear rows.
/// The relaxation changes the tree but not the set of solutions.
#[doc(alias("linear programming", "LP", "simplex", "reduced costs"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Relaxation {
    /// In [automatic search](crate::Search::auto), if it helps.
    #[default]
    Auto,
    /// Never.
    Off,
    /// At the root only: before the first decision, and after restarts.
    Root,
    /// At every node, as often as it pays off.
    On,
}

impl Relaxation {
    /// Checks whether the relaxation is certain to be used.
    pub(crate) fn is_used(self) -> bool {
        matches!(self, Relaxation::Root | Relaxation::On)
    }
}

named!(Relaxation, "linear relaxation", Auto = "auto", Off = "off", Root = "root", On = "on");
