//! The result of a unit.

use crate::{Share, Unit, UnitId};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use solver_core::{Cube, Expr, Goal, Model, ModelError};

/// The prime 2⁶¹ − 1. Counts are also kept modulo this number, as a check on the arithmetic.
pub(crate) const PRIME: u64 = (1 << 61) - 1;

/// The result of a unit: what was explored of its part, and what remains.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The unit.
    pub unit: UnitId,
    /// The job that the unit belongs to.
    pub(crate) job: String,
    /// The number of solutions in the explored part.
    #[serde(with = "text")]
    pub count: BigUint,
    /// The count modulo 2⁶¹ − 1.
    pub(crate) residue: u64,
    /// The explored share of the tree.
    #[serde(with = "text")]
    pub explored: Share,
    /// The remaining parts.
    #[serde(with = "texts")]
    pub rest: Vec<Cube>,
    /// For a job with an objective, the best solution found, if it was better than the bound.
    pub best: Option<Best>,
    /// For a job with an objective, the bound in minimisation form; only solutions with a smaller value were accepted.
    pub(crate) bound: Option<i32>,
    /// The cost of the unit.
    pub effort: Effort,
}

/// A solution with an objective.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// The objective value.
    pub value: i32,
    /// The values of the model's variables, in model order.
    pub values: Vec<i32>,
}

impl Best {
    /// The objective value in minimisation form: negated when maximising.
    pub(crate) fn as_minimised(&self, goal: Goal) -> i32 {
        if goal == Goal::Minimize { self.value } else { self.value.saturating_neg() }
    }

    /// Describes why this is not a solution with this objective value; `None` if it is one.
    pub(crate) fn wrong(&self, model: &Model, objective: &Expr) -> Option<String> {
        match model.refutes(&self.values, objective, self.value) {
            Ok(None) => None,
            Ok(Some(wrong)) => Some(format!("its solution of value {} violates {}", self.value, wrong.culprit)),
            Err(ModelError::WrongCount { values, variables }) => {
                Some(format!("its solution has {values} values, but the model has {variables} variables"))
            }
            Err(error) => Some(error.to_string()),
        }
    }
}

/// The cost of a unit, which may differ from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// The number of tree nodes.
    pub nodes: u64,
    /// The number of failed nodes.
    pub failures: u64,
    /// The time in milliseconds, including the time to build the engine.
    pub milliseconds: u64,
}

impl Outcome {
    /// Creates the result of a unit with its explored share and the remaining parts, but no solutions yet.
    pub(crate) fn new(job: &str, unit: &Unit, explored: Share, rest: Vec<Cube>, effort: Effort) -> Outcome {
        let (unit, job, count) = (unit.id, job.to_owned(), BigUint::default());
        Outcome { unit, job, count, residue: 0, explored, rest, best: None, bound: None, effort }
    }

    /// Whether two complete results of one unit contradict each other. With an objective, results are not compared,
    /// because the solutions found depend on the bound.
    pub(crate) fn contradicts(&self, other: &Outcome) -> bool {
        let are_complete = self.rest.is_empty() && other.rest.is_empty();
        let counts = self.bound.is_none() && other.bound.is_none() && self.best.is_none() && other.best.is_none();
        are_complete && counts && (&self.count, self.residue) != (&other.count, other.residue)
    }
}

/// Serializes a value as text.
mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(value: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: std::str::FromStr>(from: D) -> Result<T, D::Error>
    where
        T::Err: std::fmt::Display,
    {
        String::deserialize(from)?.parse().map_err(Error::custom)
    }
}

/// Serializes a list of values as texts.
mod texts {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(values: &[impl ToString], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(ToString::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: std::str::FromStr>(from: D) -> Result<Vec<T>, D::Error>
    where
        T::Err: std::fmt::Display,
    {
        let texts = Vec::<String>::deserialize(from)?;
        texts.into_iter().map(|text| text.parse().map_err(Error::custom)).collect()
    }
}
