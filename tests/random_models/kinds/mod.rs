//! Every constraint of the catalogue: how to draw one, what it means, and how a model is told.
//!
//! One entry for each function of `Model` that posts a constraint, by that name. What takes more than a line to say of a meaning is in
//! [`meaning`](crate::meaning); it sees values in `i128`, all of them defined.

mod arithmetic;
mod counting;
mod schedules;
mod sequences;
mod structures;

use super::draw::Draw;
use super::term::Term;
use solver_core::model::Posted;
use solver_core::prelude::*;
use std::fmt::Debug;
use std::sync::Arc;

/// When a constraint must hold, as the model is told.
pub enum Condition {
    /// In every solution.
    Always,
    /// If this is 1.
    HalfReified(Expr),
    /// If and only if this is 1.
    Iff(Expr),
}

impl Condition {
    /// Puts a constraint that was just posted under the condition.
    pub fn on<Kind>(&self, posted: Posted<'_, Kind>) -> ConstraintId {
        match self {
            Condition::Always => posted.id(),
            Condition::HalfReified(b) => posted.enforce_if(b.clone()).id(),
            Condition::Iff(b) => posted.iff(b.clone()).id(),
        }
    }
}

type Holds = Arc<dyn Fn(&[i128]) -> bool + Send + Sync>;
type Post = Arc<dyn Fn(&mut Model, &[Expr], &Condition) -> ConstraintId + Send + Sync>;

/// A constraint of the catalogue with its arguments.
#[derive(Clone)]
pub struct Stated {
    /// The function of `Model`.
    pub name: &'static str,
    /// All that it is told beside its arguments, in words.
    pub parameters: String,
    /// The arguments, in one row.
    pub arguments: Vec<Term>,
    holds: Holds,
    post: Post,
}

impl Stated {
    /// Whether it holds; not when an argument is undefined.
    pub fn holds(&self, x: &[i32]) -> bool {
        let values: Option<Vec<i128>> = self.arguments.iter().map(|a| a.value(x)).collect();
        values.is_some_and(|values| (self.holds)(&values))
    }

    /// Posts it under a condition.
    pub fn post(&self, m: &mut Model, x: &[IntVar], condition: &Condition) -> ConstraintId {
        let arguments: Vec<Expr> = self.arguments.iter().map(|a| a.expr(x)).collect();
        (self.post)(m, &arguments, condition)
    }
}

/// A constraint before it has its name.
struct Drawn(String, Vec<Term>, Holds, Post);

/// A constraint with parameters `p` (`()` if there are none), by its meaning and its function.
fn state<P: Debug + Send + Sync + 'static>(
    p: P,
    arguments: Vec<Term>,
    holds: fn(&P, &[i128]) -> bool,
    post: fn(&P, &mut Model, &[Expr], &Condition) -> ConstraintId,
) -> Drawn {
    let (words, p) = (format!("{p:?}"), Arc::new(p));
    let again = Arc::clone(&p);
    Drawn(words, arguments, Arc::new(move |v| holds(&p, v)), Arc::new(move |m, x, c| post(&again, m, x, c)))
}

/// How to draw a constraint.
type Kind = (&'static str, fn(&mut Draw) -> Drawn);

/// The names of all kinds.
pub fn names() -> impl Iterator<Item = &'static str> {
    families().into_iter().flatten().map(|kind| kind.0)
}

fn families() -> [&'static [Kind]; 5] {
    [arithmetic::KINDS, counting::KINDS, schedules::KINDS, sequences::KINDS, structures::KINDS]
}

/// A random constraint of a random kind.
pub(super) fn draw(d: &mut Draw) -> Stated {
    let number = d.below(names().count());
    draw_kind(d, number)
}

/// A random constraint of the kind with this number, counted as in [`names`].
pub(super) fn draw_kind(d: &mut Draw, number: usize) -> Stated {
    let (name, draw) = *families().into_iter().flatten().nth(number).expect("one of them");
    let Drawn(parameters, arguments, holds, post) = draw(d);
    Stated { name, parameters, arguments, holds, post }
}

/// `count` arguments, and these after them.
fn and(mut arguments: Vec<Term>, more: impl IntoIterator<Item = Term>) -> Vec<Term> {
    arguments.extend(more);
    arguments
}
