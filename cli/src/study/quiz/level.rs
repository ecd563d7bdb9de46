//! Levels of a quiz: how much an answer must contain, from just the fact to the weakest consistency level that infers
//! it.

/// What an answer must contain; each level adds to the previous one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// The fact.
    Fact,
    /// The constraint that implies it.
    Constraint,
    /// A minimal set of premises.
    Reason,
    /// The weakest consistency level at which the constraint infers it.
    Consistency,
}

solver_core::named_variants!(pub(super) Level {
    Fact = "fact", Constraint = "constraint", Reason = "reason", Consistency = "consistency",
});

impl Level {
    pub(super) fn next(self) -> Option<Level> {
        Level::ALL.into_iter().find(|&other| other > self)
    }

    /// Describes what an answer must contain at this level.
    pub(super) fn describe(self) -> String {
        let what = match self {
            Level::Fact => "state what follows, as `FACT`",
            Level::Constraint => "state what follows, and by which constraint, as `FACT by CONSTRAINT`",
            Level::Reason => {
                "also name the facts from which it follows, none of them needless, as `FACT by CONSTRAINT because FACTS`"
            }
            Level::Consistency => {
                "also name the weakest level that derives it (value, bounds, domain or none), as `FACT by CONSTRAINT at LEVEL because FACTS`"
            }
        };
        format!("Level {} of {}, {}: {what}.", self as usize + 1, Level::ALL.len(), self.name())
    }
}
