//! Levels of a quiz: how much an answer has to say, from the fact alone to the weakest consistency that sees it.

/// What an answer has to say; each level asks for more than the one before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// What follows.
    Fact,
    /// By which constraint.
    Constraint,
    /// From which facts, and none too many.
    Reason,
    /// At which level of consistency the constraint sees it, the weakest one.
    Consistency,
}

study::named!(pub(super) Level {
    Fact = "fact", Constraint = "constraint", Reason = "reason", Consistency = "consistency",
});

impl Level {
    pub(super) fn next(self) -> Option<Level> {
        Level::ALL.into_iter().find(|&other| other > self)
    }

    /// What to say at this level, and how.
    pub(super) fn told(self) -> String {
        let what = match self {
            Level::Fact => "say what follows, as `FACT`",
            Level::Constraint => "say what follows, and by which constraint, as `FACT by CONSTRAINT`",
            Level::Reason => "say also from which facts, none too many, as `FACT by CONSTRAINT because FACTS`",
            Level::Consistency => {
                "say also the weakest level that sees it (value, bounds, domain or none), as `FACT by CONSTRAINT at LEVEL because FACTS`"
            }
        };
        format!("Level {} of {}, {}: {what}.", self as usize + 1, Level::ALL.len(), self.name())
    }
}
