//! Conditions, such as `(le,3)` or `(in,{1,2})`.

use crate::error::Fault;
use crate::text::Text;
use solver_core::prelude::*;

/// A condition that a number must satisfy.
#[derive(Clone)]
pub(crate) enum Condition {
    Relation(Relation, Expr),
    In(ValueSet),
    NotIn(ValueSet),
}

/// A relation between two numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Less,
    AtMost,
    AtLeast,
    Greater,
    Equal,
    Differs,
}

impl Relation {
    pub(crate) fn named(name: &str) -> Option<Relation> {
        Some(match name {
            "lt" => Relation::Less,
            "le" => Relation::AtMost,
            "ge" => Relation::AtLeast,
            "gt" => Relation::Greater,
            "eq" => Relation::Equal,
            "ne" => Relation::Differs,
            _ => return None,
        })
    }

    pub(crate) fn holds(self, left: Expr, right: Expr) -> Comparison {
        match self {
            Relation::Less => left.less_than(right),
            Relation::AtMost => left.at_most(right),
            Relation::AtLeast => left.at_least(right),
            Relation::Greater => left.greater_than(right),
            Relation::Equal => left.equals(right),
            Relation::Differs => left.differs(right),
        }
    }
}

impl Condition {
    /// Reads a condition.
    pub(crate) fn read(mut text: Text<'_>) -> Result<Condition, Fault> {
        text.expect("(")?;
        let whole = text;
        let word = text.word().unwrap_or_default();
        text.expect(",")?;
        let condition = match (Relation::named(word), word) {
            (Some(relation), _) => Condition::Relation(relation, text.operand()?.expr()?),
            (None, "in" | "notin") => {
                let values = text.operand()?.values()?;
                if word == "in" { Condition::In(values) } else { Condition::NotIn(values) }
            }
            _ => return Err(whole.expected("a condition")),
        };
        text.expect(")")?;
        text.finish().map(|()| condition)
    }

    /// Returns the comparison that is true if `e` satisfies the condition.
    pub(crate) fn holds(self, e: Expr) -> Comparison {
        match self {
            Condition::Relation(relation, other) => relation.holds(e, other),
            Condition::In(values) => e.in_set(values),
            Condition::NotIn(values) => !e.in_set(values),
        }
    }

    /// The expression that a number must equal, if the condition is an equality.
    pub(crate) fn equal(&self) -> Option<&Expr> {
        match self {
            Condition::Relation(Relation::Equal, other) => Some(other),
            _ => None,
        }
    }

    /// The expression that a number must not exceed, if the condition is an upper bound.
    pub(crate) fn at_most(&self) -> Option<Expr> {
        match self {
            Condition::Relation(Relation::AtMost, limit) => Some(limit.clone()),
            Condition::Relation(Relation::Less, limit) => Some(limit.clone() - 1),
            _ => None,
        }
    }
}
