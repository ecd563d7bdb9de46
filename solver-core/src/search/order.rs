//! Variable orders: which unfixed variable to branch on.

use super::named;

/// Which unfixed variable comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VarOrder {
    /// As stated in the model.
    #[default]
    Input,
    /// Fewest values left (first fail; Haralick & Elliott 1980).
    SmallestDomain,
    /// Most values left.
    LargestDomain,
    /// The smallest value in the domain.
    SmallestValue,
    /// The largest value in the domain.
    LargestValue,
    /// The largest difference between the two smallest values.
    MaxRegret,
    /// Most constraints on the variable, counted once at the start.
    Degree,
    /// Fewest values left; of equals the one with most constraints (Brélaz 1979).
    MostConstrained,
    /// Fewest values per constraint on the variable (Bessière & Régin 1996), constraints counted once at the start.
    DomDeg,
    /// Fewest values per weight, where each constraint on the variable weighs one
    /// plus its failures so far (after Boussemart, Hemery, Lecoutre & Sais 2004,
    /// section 3; fixed variables of a constraint are not looked at).
    DomWdeg,
    /// Any, with equal probability.
    Random,
}

named!(
    VarOrder,
    "variable order",
    Input = "input",
    SmallestDomain = "dom",
    LargestDomain = "largest",
    SmallestValue = "smallest-value",
    LargestValue = "largest-value",
    MaxRegret = "regret",
    Degree = "degree",
    MostConstrained = "most-constrained",
    DomDeg = "dom/deg",
    DomWdeg = "dom/wdeg",
    Random = "random",
);

impl VarOrder {
    /// Whether the order depends on nothing but the domains, so that a tree searched again is the same tree.
    pub(crate) fn is_static(self) -> bool {
        match self {
            VarOrder::Input
            | VarOrder::SmallestDomain
            | VarOrder::LargestDomain
            | VarOrder::SmallestValue
            | VarOrder::LargestValue
            | VarOrder::MaxRegret
            | VarOrder::Degree
            | VarOrder::MostConstrained
            | VarOrder::DomDeg => true,
            VarOrder::DomWdeg | VarOrder::Random => false,
        }
    }
}

/// Which of equally good variables is taken. In input order no two are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ties {
    /// The first, in the order of the model.
    #[default]
    First,
    /// The last.
    Last,
    /// Any, with equal probability.
    Random,
}

named!(Ties, "tie breaking", First = "first", Last = "last", Random = "random");
