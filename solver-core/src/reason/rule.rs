//! Inference rules: a constraint's named kinds of inference.

/// How a cutting-planes proof justifies an inference by this rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Justification {
    /// Unit propagation over the constraint's own rows derives the fact.
    UnitPropagation,
    /// A sum of model rows is needed, for example those of a Hall set.
    SumOfRows,
}

/// An inference rule: one static per rule of a constraint.
#[doc(alias = "inference rule")]
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// The stable name, `constraint.rule`.
    pub name: &'static str,
    /// A sentence template; `{fact}` and `{premises}` are filled in.
    pub text: &'static str,
    /// The justification that a proof needs.
    pub justification: Justification,
}

impl Rule {
    /// Creates a rule whose inferences follow by unit propagation over the constraint's own rows.
    pub const fn new(name: &'static str, text: &'static str) -> Rule {
        Rule { name, text, justification: Justification::UnitPropagation }
    }

    /// Creates a rule whose inferences need a sum of rows.
    pub const fn sum_of_rows(name: &'static str, text: &'static str) -> Rule {
        Rule { name, text, justification: Justification::SumOfRows }
    }
}
