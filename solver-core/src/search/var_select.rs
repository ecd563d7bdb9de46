//! Variable selection: which unfixed variable to branch on.

use crate::names::named;

/// Variable selection: which unfixed variable comes next.
#[doc(alias("variable selection", "variable order", "first-fail", "branching heuristic"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum VarSelect {
    /// Input order: as declared in the model.
    #[doc(alias = "input_order")]
    #[default]
    Input,
    /// Smallest domain, `dom` (first fail; Haralick & Elliott 1980).
    #[doc(alias("first fail", "first-fail", "first_fail", "dom"))]
    SmallestDomain,
    /// Largest domain. (MiniZinc's `largest` is [`LargestValue`](VarSelect::LargestValue).)
    #[doc(alias = "anti_first_fail")]
    LargestDomain,
    /// The variable whose smallest value is smallest.
    #[doc(alias = "smallest")]
    SmallestValue,
    /// The variable whose largest value is largest.
    #[doc(alias = "largest")]
    LargestValue,
    /// The variable with the largest difference between its two smallest values.
    #[doc(alias = "max_regret")]
    MaxRegret,
    /// Largest degree: the number of constraints on the variable, counted once at the start.
    #[doc(alias("occurrence", "deg"))]
    Degree,
    /// Smallest domain, with ties broken by largest degree (Brélaz 1979).
    #[doc(alias = "most_constrained")]
    MostConstrained,
    /// Smallest `dom/deg`: domain size divided by the number of constraints on the variable, counted once at the
    /// start (Bessière & Régin 1996).
    #[doc(alias = "dom/deg")]
    DomDeg,
    /// Smallest `dom/wdeg`: domain size divided by weighted degree, where each constraint on the variable weighs one
    /// plus its failures so far (after Boussemart, Hemery, Lecoutre & Sais 2004, section 3, but constraints without
    /// another open variable also count).
    #[doc(alias("dom_w_deg", "dom/wdeg", "wdeg", "afc"))]
    DomWdeg,
    /// The variant of `dom/wdeg` with refined weights: each constraint has a weight per variable. A failure adds more
    /// to this weight if fewer of the constraint's variables were unfixed and if the variable had fewer values.
    /// Constraints with no other unfixed variable do not count (variant ca.cd of H. Wattez, C. Lecoutre, A. Paparrizou,
    /// S. Tabary, *Refining constraint weighting*, ICTAI 2019, section III).
    #[doc(alias("ca.cd", "wdeg"))]
    RefinedWdeg,
    /// Smallest domain size divided by the recent failures of the constraints on the variable, where older failures
    /// count progressively less (CHS; D. Habet, C. Terrioux, *Conflict history based heuristic for constraint
    /// satisfaction problem solving*, Journal of Heuristics 27, 2021, section 3).
    #[doc(alias = "chs")]
    ConflictHistory,
    /// Smallest domain size divided by activity. The activity counts how often propagation has changed the variable's
    /// domain; older changes count less (ABS; L. Michel, P. Van Hentenryck, *Activity-based search for black-box
    /// constraint programming solvers*, CPAIOR 2012, section 3). Begins with random probes from the root.
    #[doc(alias("abs", "activity-based search"))]
    Activity,
    /// The variable whose values leave the least of the search space (IBS; P. Refalo, *Impact-based search strategies
    /// for constraint programming*, CP 2004, sections 2 and 3). Begins by propagating each value at the root.
    #[doc(alias("ibs", "impact-based search"))]
    Impact,
    /// Smallest domain size divided by the sum of the failure rate, which is the share of the variable's decisions that
    /// failed at once, and a term for recent failures (FRBA; H. Li, M. Yin, Z. Li, *Failure based variable ordering
    /// heuristics for solving CSPs*, CP 2021, section 3).
    #[doc(alias = "frba")]
    FailureRate,
    /// A random variable, uniformly.
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
    /// Whether a variable's key depends only on its domain and on failures of constraints on it.
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

    /// Whether the order depends only on the domains, so that a repeated search explores the same tree.
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

/// Tie-breaking: which of several equally good variables is taken. Input order has no ties.
#[doc(alias("ties", "tie-breaking"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TieBreak {
    /// The first, in the order of the model.
    #[default]
    First,
    /// The last.
    Last,
    /// At random, uniformly.
    Random,
}

named!(TieBreak, "tie breaking", First = "first", Last = "last", Random = "random");
