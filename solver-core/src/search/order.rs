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
    DomDeg = "dom/deg",
    DomWdeg = "dom/wdeg",
    Random = "random",
);

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
