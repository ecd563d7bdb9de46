//! The forms of a constraint: plain, half-reified, reified and negated.
//!
//! A reified form has one more position than the constraint: the condition, which comes last. The form is posted just
//! as a model posts it, so one declaration tests [`HalfReified`] and [`ReifiedByEvaluation`] with every constraint.

use super::case::Case;
use super::declared::{Declared, Holds, Parameters, Ranged};
use super::{Faulty, Plant};
use crate::constraints::reified::{self, HalfReified, ReifiedByEvaluation};
use crate::propagator::Propagator;
use std::fmt;
use std::sync::Arc;

/// The form in which a case posts the constraint C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Form {
    /// C
    Holds,
    /// `b -> C`
    HalfReified,
    /// `b <-> C`
    Reified,
    /// not C: `b <-> C` with `b` fixed to 0
    Denied,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 4] = [Form::Holds, Form::HalfReified, Form::Reified, Form::Denied];

    /// The largest value of the condition; `None` without a condition.
    pub(super) fn condition(self) -> Option<i32> {
        match self {
            Form::Holds => None,
            Form::HalfReified | Form::Reified => Some(1),
            Form::Denied => Some(0),
        }
    }

    /// The factor by which a case of this form does less work than one of the plain constraint. Less work suffices,
    /// because the propagator is the same and only the condition is new.
    pub(super) fn share(self) -> u64 {
        if self == Form::Holds { 1 } else { 4 }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Form::Holds => "C",
            Form::HalfReified => "b -> C",
            Form::Reified => "b <-> C",
            Form::Denied => "not C",
        })
    }
}

impl Case {
    /// The propagators of the case.
    pub(super) fn propagators(
        &self,
        check: &Declared,
        views: &[Ranged],
        plant: Option<Plant>,
    ) -> Vec<Box<dyn Propagator>> {
        if self.form == Form::Holds {
            return vec![check.propagator(&*self.parameters, views, plant)];
        }
        let Some(((condition, _), arguments)) = views.split_last() else { return Vec::new() };
        let inner = check.propagator(&*self.parameters, arguments, plant);
        let mut all: Vec<Box<dyn Propagator>> = vec![Box::new(HalfReified::new(*condition, inner))];
        if self.by_evaluation {
            let form = if self.form == Form::HalfReified { reified::Form::HalfReified } else { reified::Form::Reified };
            let (holds, parameters) = (Arc::clone(check.oracle()), Arc::clone(&self.parameters));
            let meaning = Arc::new(move |values: &[i32]| holds(&*parameters, values));
            all.push(Box::new(ReifiedByEvaluation::new(
                *condition,
                form,
                arguments.iter().map(|a| a.0).collect(),
                meaning,
            )));
        }
        all
    }

    /// Whether `values`, one per position, satisfy the constraint in the form of the case.
    pub(super) fn satisfied(&self, check: &Declared, values: &[i32]) -> bool {
        let oracle = check.oracle();
        let holds = |values: &[i32]| oracle(&*self.parameters, values);
        match (self.form, values) {
            (Form::Holds, _) | (_, []) => holds(values),
            (Form::HalfReified, [arguments @ .., b]) => *b == 0 || holds(arguments),
            (_, [arguments @ .., b]) => (*b == 1) == holds(arguments),
        }
    }

    /// The number of the constraint's own positions.
    pub(super) fn arguments(&self) -> usize {
        self.places.len() - usize::from(self.form != Form::Holds)
    }

    /// Whether the masks require the constraint to hold, so that its claims apply.
    pub(super) fn is_required(&self, masks: &[u64]) -> bool {
        self.form == Form::Holds || self.position(self.places.len() - 1, masks) == [1]
    }
}

impl Declared {
    /// The constraint's own propagator, possibly with a fault.
    fn propagator(&self, parameters: &dyn Parameters, views: &[Ranged], plant: Option<Plant>) -> Box<dyn Propagator> {
        let post = self.post.as_ref().expect("a check needs `post`");
        let propagator = post(parameters, views);
        match plant {
            None => propagator,
            Some(plant) => Box::new(Faulty::new(propagator, plant)),
        }
    }

    fn oracle(&self) -> &Holds {
        self.holds.as_ref().expect("a check needs `holds`")
    }
}
