//! A brancher's decision.

use crate::atom::Atom;
use crate::engine::Engine;
#[cfg(any(test, feature = "harness"))]
use crate::model::Model;
use crate::model::{Comparison, IntVar, Sign};
use crate::view::View;

/// A decision to try first. The other branch is its negation.
#[doc(alias("branch", "choice"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    variable: IntVar,
    relation: Relation,
    value: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Equals,
    Differs,
    AtMost,
    AtLeast,
}

impl Decision {
    /// `x = value`, or else `x != value`.
    pub fn equals(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::Equals, value }
    }

    /// `x != value`, or else `x = value`.
    pub fn differs(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::Differs, value }
    }

    /// `x <= value`, or else `x > value`.
    pub fn at_most(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::AtMost, value }
    }

    /// `x >= value`, or else `x < value`.
    pub fn at_least(x: IntVar, value: i32) -> Decision {
        Decision { variable: x, relation: Relation::AtLeast, value }
    }

    /// Converts a comparison of one variable with a value, such as `x = 3` or `x + 1 <= 4`. Returns `None` for any
    /// other comparison.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// assert_eq!(Decision::from_comparison(&constraint!(x > 3)), Some(Decision::at_least(x, 4)));
    /// assert_eq!(Decision::from_comparison(&constraint!(x > y)), None);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn from_comparison(comparison: &Comparison) -> Option<Decision> {
        let Comparison { difference, sign } = comparison;
        let difference = difference.normalised();
        let (&[(factor @ (1 | -1), variable)], []) = (&difference.terms[..], &difference.functions[..]) else {
            return None;
        };
        let value = i32::try_from(-factor * difference.constant).ok()?;
        let relation = match sign {
            Sign::Equal => Relation::Equals,
            Sign::Differs => Relation::Differs,
            Sign::AtMost if factor == 1 => Relation::AtMost,
            Sign::AtMost => Relation::AtLeast,
        };
        Some(Decision { variable, relation, value })
    }

    pub(in crate::solve) fn variable(&self) -> IntVar {
        self.variable
    }

    /// Formats the decision.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn written(&self, model: &Model) -> String {
        let name = match model.owner().owns(self.variable) {
            true => model.name_at(self.variable.index as usize),
            false => "a variable of another model".to_owned(),
        };
        format!("{name} {} {}", ["=", "!=", "<=", ">="][self.relation as usize], self.value)
    }

    /// Returns the decision as an atom about its variable's view; `None` if that atom is already true or false.
    pub(super) fn atom(&self, view: View, engine: &Engine) -> Option<Atom> {
        let v = self.value;
        let (low, high) = (engine.min(view), engine.max(view));
        let open = match self.relation {
            Relation::Equals | Relation::Differs => low < high && low <= v && v <= high && engine.contains(view, v),
            Relation::AtMost => low <= v && v < high,
            Relation::AtLeast => low < v && v <= high,
        };
        open.then(|| self.literal(view))
    }

    pub(super) fn literal(&self, view: View) -> Atom {
        match self.relation {
            Relation::Equals => Atom::equals(view, self.value),
            Relation::Differs => Atom::differs(view, self.value),
            Relation::AtMost => Atom::at_most(view, self.value),
            Relation::AtLeast => Atom::at_least(view, self.value),
        }
    }
}
