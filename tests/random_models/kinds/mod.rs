//! Every constraint in the catalogue: how it is generated, what it means, and how it is posted.
//!
//! Each `Model` method that posts a constraint has one entry, under its name. Semantics longer than one line are in
//! [`meaning`](crate::meaning); they take defined `i128` values.

mod arithmetic;
mod counting;
mod graphs;
mod schedules;
mod sequences;
mod structures;

use super::draw::Draw;
use super::term::Term;
use solver_core::model::Posted;
use solver_core::prelude::*;
use std::fmt::Debug;
use std::sync::Arc;

/// The condition of a constraint, as posted in a model.
pub enum Condition {
    /// The constraint holds in every solution.
    Always,
    /// The constraint holds if this is 1.
    HalfReified(Expr),
    /// The constraint holds if and only if this is 1.
    Iff(Expr),
}

impl Condition {
    /// Adds the condition to the constraint that was just posted.
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

/// A constraint from the catalogue, with its arguments.
#[derive(Clone)]
pub struct Stated {
    /// The method of `Model` that posts the constraint.
    pub name: &'static str,
    /// The parameters as text; they are not among the arguments.
    pub parameters: String,
    /// The arguments, concatenated.
    pub arguments: Vec<Term>,
    holds: Holds,
    post: Post,
}

impl Stated {
    /// Whether the constraint holds; false if an argument is undefined.
    pub fn holds(&self, x: &[i32]) -> bool {
        let values: Option<Vec<i128>> = self.arguments.iter().map(|a| a.value(x)).collect();
        values.is_some_and(|values| (self.holds)(&values))
    }

    /// Posts the constraint with a condition.
    pub fn post(&self, m: &mut Model, x: &[IntVar], condition: &Condition) -> ConstraintId {
        let arguments: Vec<Expr> = self.arguments.iter().map(|a| a.expr(x)).collect();
        (self.post)(m, &arguments, condition)
    }
}

/// A constraint without its name.
struct Drawn(String, Vec<Term>, Holds, Post);

/// Builds a constraint with parameters `p` (`()` if there are none) from its semantics and the function that posts it.
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

/// The name of a kind of constraint, and the function that generates it.
type Kind = (&'static str, fn(&mut Draw) -> Drawn);

/// Lists the names of all kinds.
pub fn names() -> impl Iterator<Item = &'static str> {
    families().into_iter().flatten().map(|kind| kind.0)
}

fn families() -> [&'static [Kind]; 6] {
    [arithmetic::KINDS, counting::KINDS, graphs::KINDS, schedules::KINDS, sequences::KINDS, structures::KINDS]
}

/// Generates a constraint of a random kind.
pub(super) fn draw(d: &mut Draw) -> Stated {
    let number = d.below(names().count());
    draw_kind(d, number)
}

/// Generates a constraint of the kind at this index in [`names`].
pub(super) fn draw_kind(d: &mut Draw, number: usize) -> Stated {
    let (name, draw) = *families().into_iter().flatten().nth(number).expect("one of them");
    let Drawn(parameters, arguments, holds, post) = draw(d);
    Stated { name, parameters, arguments, holds, post }
}

/// Appends more arguments.
fn and(mut arguments: Vec<Term>, more: impl IntoIterator<Item = Term>) -> Vec<Term> {
    arguments.extend(more);
    arguments
}
