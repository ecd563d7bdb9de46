//! Variable orders: which unfixed variable to branch on.

use super::named;

/// Which unfixed variable comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VarSelect {
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
    /// As `dom/wdeg`, with refined weights: each constraint weighs on each of its variables apart, a failure adds the more the fewer
    /// variables of the constraint were not decided and the fewer values the variable had, and constraints with no other unfixed
    /// variable do not count (variant ca.cd of H. Wattez, C. Lecoutre, A. Paparrizou, S. Tabary, *Refining constraint weighting*,
    /// ICTAI 2019, section III).
    RefinedWdeg,
    /// Fewest values per recent failures of the constraints on the variable, older ones counting less and less
    /// (CHS; D. Habet, C. Terrioux, *Conflict history based heuristic for constraint satisfaction problem solving*,
    /// Journal of Heuristics 27, 2021, section 3).
    ConflictHistory,
    /// Fewest values per activity: how often propagation has changed the variable's domain, older changes counting less
    /// (ABS; L. Michel, P. Van Hentenryck, *Activity-based search for black-box constraint programming solvers*, CPAIOR 2012,
    /// section 3). Begins with random dives from the root.
    Activity,
    /// The variable whose values leave the least of the search space (IBS; P. Refalo, *Impact-based search strategies for constraint
    /// programming*, CP 2004, sections 2 and 3). Begins with trying each value at the root.
    Impact,
    /// Fewest values per share of the variable's decisions that failed at once, lately failed ones first
    /// (FRBA; H. Li, M. Yin, Z. Li, *Failure based variable ordering heuristics for solving CSPs*, CP 2021, section 3).
    FailureRate,
    /// Any, with equal probability.
    Random,
}

named!(
    VarSelect,
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
    RefinedWdeg = "ca.cd",
    ConflictHistory = "chs",
    Activity = "activity",
    Impact = "impact",
    FailureRate = "frba",
    Random = "random",
);

impl VarSelect {
    /// Whether a variable's key depends on nothing but its own domain and the failures of constraints on it.
    pub(crate) fn is_local(self) -> bool {
        match self {
            VarSelect::SmallestDomain
            | VarSelect::LargestDomain
            | VarSelect::SmallestValue
            | VarSelect::LargestValue
            | VarSelect::MaxRegret
            | VarSelect::Degree
            | VarSelect::MostConstrained
            | VarSelect::DomDeg
            | VarSelect::DomWdeg => true,
            VarSelect::Input
            | VarSelect::RefinedWdeg
            | VarSelect::ConflictHistory
            | VarSelect::Activity
            | VarSelect::Impact
            | VarSelect::FailureRate
            | VarSelect::Random => false,
        }
    }

    /// Whether the order depends on nothing but the domains, so that a tree searched again is the same tree.
    pub(crate) fn is_static(self) -> bool {
        match self {
            VarSelect::Input
            | VarSelect::SmallestDomain
            | VarSelect::LargestDomain
            | VarSelect::SmallestValue
            | VarSelect::LargestValue
            | VarSelect::MaxRegret
            | VarSelect::Degree
            | VarSelect::MostConstrained
            | VarSelect::DomDeg => true,
            VarSelect::DomWdeg
            | VarSelect::RefinedWdeg
            | VarSelect::ConflictHistory
            | VarSelect::Activity
            | VarSelect::Impact
            | VarSelect::FailureRate
            | VarSelect::Random => false,
        }
    }
}

/// Which of equally good variables is taken. In input order no two are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TieBreak {
    /// The first, in the order of the model.
    #[default]
    First,
    /// The last.
    Last,
    /// Any, with equal probability.
    Random,
}

named!(TieBreak, "tie breaking", First = "first", Last = "last", Random = "random");
