//! Reification by evaluation: decides the constraint once its arguments are fixed.

use super::Form;
use crate::prelude_propagator::*;
use std::sync::Arc;

pub(crate) static DECIDED: Rule =
    Rule::new("reified.decided", "{premises} decide whether the constraint holds, so {fact}");

/// The maximum size of an enumerated domain. If the last unfixed argument has a larger domain, nothing is inferred
/// until it is fixed.
const MOST_VALUES: u32 = 4_096;

/// The semantics of a constraint: whether it holds for given argument values.
pub type Meaning = Arc<dyn Fn(&[i32]) -> bool + Send + Sync>;

/// `b -> C` or `b <-> C`, using only the semantics of `C`.
#[derive(Clone)]
pub struct ReifiedByEvaluation {
    condition: View,
    arguments: Vec<View>,
    form: Form,
    holds: Meaning,
    /// A hint: a recently unfixed position, which is tested first.
    open: usize,
    /// Scratch space.
    values: Vec<i32>,
}

impl ReifiedByEvaluation {
    /// Creates the propagator. `condition` must not have values other than 0 and 1.
    pub fn new(condition: View, form: Form, arguments: Vec<View>, holds: Meaning) -> ReifiedByEvaluation {
        ReifiedByEvaluation { condition, values: Vec::with_capacity(arguments.len()), arguments, form, holds, open: 0 }
    }

    /// Returns whether none, one or several of the arguments are unfixed.
    fn left(&mut self, cx: &Context<'_>) -> Left {
        let n = self.arguments.len();
        let is_open = |i: &usize| cx.fixed(self.arguments[*i]).is_none();
        let mut open = (0..n).map(|k| (self.open + k) % n).filter(is_open);
        match (open.next(), open.next()) {
            (None, _) => Left::None,
            (Some(only), None) => Left::One(only),
            (Some(first), Some(_)) => {
                self.open = first;
                Left::More
            }
        }
    }

    /// Checks whether the constraint holds with the value `v` at one position.
    fn holds_with(&mut self, cx: &Context<'_>, position: usize, v: i32) -> bool {
        self.values.clear();
        self.values.extend(self.arguments.iter().map(|&view| cx.min(view)));
        if let Some(value) = self.values.get_mut(position) {
            *value = v;
        }
        (self.holds)(&self.values)
    }

    /// Returns the values of all arguments but one, as premises.
    fn others(&self, cx: &Context<'_>, but: usize) -> Vec<Atom> {
        if !cx.explains() {
            return Vec::new();
        }
        let others = self.arguments.iter().enumerate().filter(|&(i, _)| i != but);
        others.map(|(_, &view)| Atom::equals(view, cx.min(view))).collect()
    }

    /// Propagates when all arguments are fixed.
    fn decide(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let holds = self.holds_with(cx, usize::MAX, 0);
        if !holds || self.form == Form::Reified {
            let why = self.others(cx, usize::MAX);
            cx.fix(self.condition, holds.into(), || DECIDED.because(why))?;
        }
        Ok(Status::Entailed)
    }

    /// Propagates when the condition and all arguments but one are fixed.
    fn prune(&mut self, cx: &mut Context<'_>, wanted: bool, last: usize) -> Result<Status, Conflict> {
        let view = self.arguments[last];
        let twice = self.arguments.iter().filter(|v| v.var() == view.var()).count() > 1;
        if twice || view.var() == self.condition.var() || cx.size(view) > MOST_VALUES {
            return Ok(Status::Stable);
        }
        cx.work(cx.size(view) as usize * (1 + self.arguments.len()))?;
        let mut why = self.others(cx, last);
        why.push(Atom::equals(self.condition, wanted.into()));
        let mut next = Some(cx.min(view));
        while let Some(v) = next {
            // The domain may lose `v`, so the next value is determined first.
            next = cx.next(view, v + 1);
            if self.holds_with(cx, last, v) != wanted {
                cx.remove(view, v, || DECIDED.because(why.iter().copied()))?;
            }
        }
        Ok(Status::Entailed)
    }
}

/// The number of unfixed arguments: none, one with its position, or several.
enum Left {
    None,
    One(usize),
    More,
}

impl Propagator for ReifiedByEvaluation {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.arguments, Wake::Fixed).watch(self.condition, Wake::Fixed).priority(2);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let condition = cx.fixed(self.condition).map(|b| b == 1);
        if condition == Some(false) && self.form == Form::HalfReified {
            return Ok(Status::Entailed);
        }
        cx.work(self.arguments.len())?;
        match (self.left(cx), condition) {
            (Left::None, _) => self.decide(cx),
            (Left::One(last), Some(wanted)) => self.prune(cx, wanted, last),
            _ => Ok(Status::Stable),
        }
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        unreachable!("every reason is given at once")
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let values: Option<Vec<i32>> = self.arguments.iter().map(|&view| case.fixed(view)).collect();
        let (Some(values), Some(condition)) = (values, case.fixed(self.condition)) else { return false };
        let holds = (self.holds)(&values);
        rule == &DECIDED
            && match (condition == 1, self.form) {
                (true, _) => !holds,
                (false, Form::Reified) => holds,
                (false, Form::HalfReified) => false,
            }
    }
}
