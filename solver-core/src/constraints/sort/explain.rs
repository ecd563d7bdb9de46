//! Why: bounds without which there would be a matching.

use super::relation::Relation;
use crate::constraints::within::satisfying;
use crate::prelude_propagator::*;

/// Up to so many views premises are tried one by one.
const MOST_TRIED: usize = 200;

/// The bounds that each view has in a case, as they are changed to try something.
struct Trial {
    relation: Relation,
    bounds: Vec<(i32, i32)>,
}

impl Trial {
    fn is_refuted(&mut self) -> bool {
        for (i, &bounds) in self.bounds.iter().enumerate() {
            self.relation.set(i, bounds);
        }
        self.bounds.iter().any(|b| b.0 > b.1) || !self.relation.can_match()
    }
}

/// Premises for a conflict, or for a fact about the view at a position.
pub(super) fn explain(views: &[View], past: &Past<'_>, fact: Option<(usize, Atom)>, why: &mut Premises) {
    why.row("sorted", 0);
    let root = past.root();
    let at = |past: &Past<'_>, view: View| (past.min(view), past.max(view));
    let mut trial =
        Trial { relation: Relation::new(views.len() / 2), bounds: views.iter().map(|&view| at(past, view)).collect() };
    let mut free: Vec<(i32, i32)> = views.iter().map(|&view| at(&root, view)).collect();
    if let Some((position, fact)) = fact {
        // The contrary of the fact, and what of the view's bounds is needed beside it.
        let values = satisfying(views[position], fact);
        let (bounds, free) = (&mut trial.bounds[position], &mut free[position]);
        match (values.min(), values.max()) {
            (Some(least), Some(most)) if most > View::LIMIT => (bounds.1, free.1) = (least - 1, least - 1),
            (_, Some(most)) => (bounds.0, free.0) = (most + 1, most + 1),
            _ => {}
        }
    }
    let tries = views.len() <= MOST_TRIED;
    for (i, &view) in views.iter().enumerate() {
        let (low, high) = trial.bounds[i];
        if low != free[i].0 {
            trial.bounds[i].0 = free[i].0;
            if !tries || !trial.is_refuted() {
                trial.bounds[i].0 = low;
                why.push(Atom::at_least(view, low));
            }
        }
        if high != free[i].1 {
            trial.bounds[i].1 = free[i].1;
            if !tries || !trial.is_refuted() {
                trial.bounds[i].1 = high;
                why.push(Atom::at_most(view, high));
            }
        }
    }
}
