//! Reasons of `sort`: bounds without which there would be a matching.

use super::relation::Relation;
use crate::constraints::within::satisfying;
use crate::prelude_propagator::*;

/// With at most this many views, premises are tried one by one.
const MOST_TRIED: usize = 200;

/// The bounds of each view in a case, modified for trials.
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
pub(super) fn explain(views: &[View], past: &DomainsAt<'_>, fact: Option<(usize, Atom)>, why: &mut Premises) {
    let root = past.root();
    let at = |past: &DomainsAt<'_>, view: View| (past.min(view), past.max(view));
    let mut trial =
        Trial { relation: Relation::new(views.len() / 2), bounds: views.iter().map(|&view| at(past, view)).collect() };
    let mut free: Vec<(i32, i32)> = views.iter().map(|&view| at(&root, view)).collect();
    if let Some((position, fact)) = fact {
        // The negation of the fact, and the rest of the view's bounds that is needed.
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
    if let Some(Lack { views, places }) = lack(&trial.bounds) {
        views.iter().for_each(|&j| why.row("view", j as i64));
        places.iter().for_each(|&i| why.row("place", i as i64));
    }
}

/// Some of the unsorted views, and all their possible places, which are fewer.
pub(super) struct Lack {
    pub(super) views: Vec<usize>,
    pub(super) places: Vec<usize>,
}

/// Finds views with too few places by the bounds of all, the unsorted ones first (P. Hall 1935): those reached from one without a place in a maximum
/// matching.
pub(super) fn lack(bounds: &[(i32, i32)]) -> Option<Lack> {
    let n = bounds.len() / 2;
    let mut places = bounds[n..].to_vec();
    for i in 1..n {
        places[i].0 = places[i].0.max(places[i - 1].0);
    }
    for i in (1..n).rev() {
        places[i - 1].1 = places[i - 1].1.min(places[i].1);
    }
    let meets = |j: usize, i: usize| bounds[j].0.max(places[i].0) <= bounds[j].1.min(places[i].1);
    let mut owner: Vec<Option<usize>> = vec![None; n];
    for lonely in 0..n {
        // Breadth first: the views reached, and for each place the predecessor view.
        let (mut reached, mut from) = (vec![lonely], vec![None; n]);
        let mut next = 0;
        let mut free = None;
        while let (Some(&j), None) = (reached.get(next), free) {
            next += 1;
            for i in (0..n).filter(|&i| meets(j, i)) {
                if from[i].is_none() {
                    from[i] = Some(j);
                    match owner[i] {
                        Some(other) => reached.push(other),
                        None => free = free.or(Some(i)),
                    }
                }
            }
        }
        let Some(mut place) = free else {
            return Some(Lack { views: reached, places: (0..n).filter(|&i| from[i].is_some()).collect() });
        };
        // Each view on the path moves to the place that it reached.
        while let Some(j) = from[place] {
            let old = owner.iter().position(|&o| o == Some(j));
            owner[place] = Some(j);
            match old {
                Some(old) if j != lonely => place = old,
                _ => break,
            }
        }
    }
    None
}
