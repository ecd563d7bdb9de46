//! Reasons for the inferences of `sort`: the bounds that prevent a matching.

use super::relation::Relation;
use crate::constraints::shortage::{Places, Shortage};
use crate::constraints::within::satisfying;
use crate::prelude_propagator::*;

/// Up to this many views, each premise is tested. With more views, all premises are kept.
const MOST_TRIED: usize = 200;

/// The bounds of each view, modified to test whether a premise is needed.
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

/// Explains a conflict, or a fact about the view at a position.
pub(super) fn explain(views: &[View], past: &DomainsAt<'_>, fact: Option<(usize, Atom)>, why: &mut Premises) {
    let root = past.root();
    let at = |past: &DomainsAt<'_>, view: View| (past.min(view), past.max(view));
    let mut trial =
        Trial { relation: Relation::new(views.len() / 2), bounds: views.iter().map(|&view| at(past, view)).collect() };
    let mut free: Vec<(i32, i32)> = views.iter().map(|&view| at(&root, view)).collect();
    if let Some((position, fact)) = fact {
        // The fact's negation replaces a bound of its view and needs no premise.
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
        for is_low in [true, false] {
            let side = |bounds: &mut (i32, i32), to: i32| {
                std::mem::replace(if is_low { &mut bounds.0 } else { &mut bounds.1 }, to)
            };
            let wide = if is_low { free[i].0 } else { free[i].1 };
            let bound = side(&mut trial.bounds[i], wide);
            if bound != wide && !(tries && trial.is_refuted()) {
                side(&mut trial.bounds[i], bound);
                why.push(if is_low { Atom::at_least(view, bound) } else { Atom::at_most(view, bound) });
            }
        }
    }
    if let Some(Shortage { items, places }) = lack(&trial.bounds) {
        items.iter().for_each(|&j| why.row("view", j as i64));
        places.iter().for_each(|&i| why.row("place", i.into()));
    }
}

/// Finds unsorted views to which the bounds leave too few positions (P. Hall 1935): the views reached from one
/// that a maximum matching leaves unmatched.
pub(super) fn lack(bounds: &[(i32, i32)]) -> Option<Shortage> {
    let n = bounds.len() / 2;
    let mut places = bounds[n..].to_vec();
    for i in 1..n {
        places[i].0 = places[i].0.max(places[i - 1].0);
    }
    for i in (1..n).rev() {
        places[i - 1].1 = places[i - 1].1.min(places[i].1);
    }
    let meets = |x: (i32, i32), y: (i32, i32)| x.0.max(y.0) <= x.1.min(y.1);
    let possible = |&x: &(i32, i32)| (0..).zip(&places).filter(|place| meets(x, *place.1)).map(|(i, _)| i).collect();
    let options: Vec<Vec<i32>> = bounds[..n].iter().map(possible).collect();
    let mut places = Places::new(options.iter().map(|options| &options[..]));
    (0..n).find_map(|j| places.give(j).err())
}
