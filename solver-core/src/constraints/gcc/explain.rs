//! Reasons for the inferences of `gcc`: views that take a value, views that have lost it, and value sets with too few
//! or too many views.
//!
//! To explain a fact, its negation is added to the past domains. Then the constraint cannot hold, and a value or a set
//! of values shows it: too many views lie within the set, or too few views meet it. A separate flow finds the set, and
//! the premises are facts about the views within it or outside it.

use super::network::{Network, Refuted};
use super::*;
use crate::constraints::premises::{lay_within, some_within, within};
use crate::constraints::within::{complement, satisfying};

/// The part of a domain that is considered: all of it, or its hull.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    Domains,
    Hulls,
}

/// The fact's subject: the view at a position, a value's count, or nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    View(usize),
    Count(usize),
    Nothing,
}

struct Scene<'a> {
    meaning: &'a Meaning,
    past: &'a DomainsAt<'a>,
    target: Target,
    /// The values of the target that satisfy the fact.
    fact: ValueSet,
}

pub(super) fn explain(
    meaning: &Meaning,
    look: Look,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let place = (hint / 4) as usize;
    let n = meaning.views.len();
    let (target, view) = match (fact, place.checked_sub(n)) {
        (None, _) => (Target::Nothing, None),
        (Some(_), None) => (Target::View(place), Some(meaning.views[place])),
        (Some(_), Some(k)) => match meaning.counts[k] {
            Occurrence::Exactly(view) => (Target::Count(k), Some(view)),
            Occurrence::Between(..) => (Target::Nothing, None),
        },
    };
    let values = view.zip(fact).map(|(view, fact)| satisfying(view, fact)).unwrap_or_default();
    let scene = Scene { meaning, past, target, fact: values };
    match hint % 4 {
        UNLISTED => {
            scene.say_target(&meaning.unlisted, why);
            &CLOSED
        }
        FLOW => scene.explain_flow(look, why),
        kind => {
            // For a view, the value comes from the fact.
            let k = place.checked_sub(n).or_else(|| {
                let v = meaning.views[place].value_of(fact?.value());
                meaning.values.binary_search(&v).ok()
            });
            let Some(k) = k else { return &CLOSED };
            scene.explain_values(&[k], kind, why)
        }
    }
}

impl Scene<'_> {
    /// The allowed range of occurrences for the `k`-th value if the fact is false.
    fn range(&self, k: usize) -> (i64, i64) {
        if self.target != Target::Count(k) {
            return self.meaning.range(k, |view| (self.past.min(view), self.past.max(view)));
        }
        // For the count in the fact, only its root domain and the negated fact are used.
        let root = self.past.root();
        let (low, high) = self.meaning.range(k, |view| (root.min(view), root.max(view)));
        let contrary = ValueSet::range(low as i32, high as i32).minus(&self.fact);
        match (contrary.min(), contrary.max()) {
            (Some(low), Some(high)) => (low.into(), high.into()),
            _ => (low, high),
        }
    }

    fn position(&self) -> Option<usize> {
        if let Target::View(position) = self.target { Some(position) } else { None }
    }

    /// Adds the premises stating that the fact's view lies within the set if the fact is false.
    fn say_target(&self, set: &ValueSet, why: &mut Premises) {
        if let Some(position) = self.position() {
            let allowed = ValueSet::union([set.clone(), self.fact.clone()]);
            within(self.meaning.views[position], &allowed, self.past, why);
        }
    }

    /// The count views of these values, except the count in the fact.
    fn other_counts(&self, values: &[usize]) -> impl Iterator<Item = View> {
        let others = values.iter().filter(|&&k| self.target != Target::Count(k));
        others.filter_map(|&k| match self.meaning.counts[k] {
            Occurrence::Exactly(view) => Some(view),
            Occurrence::Between(..) => None,
        })
    }

    /// Adds premises stating that too many views lie within these values (FULL), or that too few meet them (SCARCE)
    /// because too many lie outside.
    fn explain_values(&self, values: &[usize], kind: u32, why: &mut Premises) -> &'static Rule {
        let Meaning { views, values: all, others, unlisted, .. } = self.meaning;
        let is_full = kind == FULL;
        let bound = |(low, high): (i64, i64)| if is_full { high } else { low };
        let bounds: i64 = values.iter().map(|&k| bound(self.range(k))).sum();
        let premise = |view: View| match is_full {
            true => Atom::at_most(view, self.past.max(view)),
            false => Atom::at_least(view, self.past.min(view)),
        };
        why.extend(self.other_counts(values).map(premise));
        let mut set = ValueSet::from_values(values.iter().map(|&k| all[k]));
        if !is_full {
            set = complement(&set);
        } else if *others == Others::Forbidden && values.len() > 1 {
            set = ValueSet::union([set, unlisted.clone()]);
        }
        // The fact's view counts as one of these views if it would have one of the values.
        let counts = self.position().is_some_and(|p| self.would_lie_within(p, &set));
        let target = self.position().filter(|_| counts);
        if counts {
            self.say_target(&set, why);
        }
        let fitting = if is_full { bounds } else { views.len() as i64 - bounds };
        some_within(views, &set, target, fitting + 1 - i64::from(counts), self.past, why);
        if values.len() == 1 {
            return if is_full { &TAKEN } else { &NEEDED };
        }
        let (of_view, of_value) = if is_full { (AT_LEAST_ONE, AT_MOST) } else { (AT_MOST_ONE, AT_LEAST) };
        let is_member = |&p: &usize| (Some(p) == target || lay_within(views[p], &set, self.past)) == is_full;
        (0..views.len()).filter(is_member).for_each(|p| why.row(of_view, p as i64));
        values.iter().for_each(|&k| why.row(of_value, all[k].into()));
        if is_full { &HALL_SET } else { &NEEDY_SET }
    }

    fn would_lie_within(&self, position: usize, set: &ValueSet) -> bool {
        lay_within(self.meaning.views[position], &ValueSet::union([set.clone(), self.fact.clone()]), self.past)
    }

    fn explain_flow(&self, look: Look, why: &mut Premises) -> &'static Rule {
        let mut network = Network::new(self.meaning);
        for k in 0..self.meaning.values.len() {
            network.set_range(k, self.range(k));
        }
        for position in 0..self.meaning.views.len() {
            self.fill_row(&mut network, position, look);
        }
        let kind = match network.settle(|_| true) {
            Err(Refuted::TooMany) => FULL,
            Err(Refuted::TooFew) => SCARCE,
            Ok(()) => return &CLOSED,
        };
        self.explain_values(&network.seen().collect::<Vec<usize>>(), kind, why)
    }

    /// Fills a row with the values that a view had; for the fact's view, only those that violate the fact.
    fn fill_row(&self, network: &mut Network, position: usize, look: Look) {
        let (meaning, past, view) = (self.meaning, self.past, self.meaning.views[position]);
        let without = if self.position() == Some(position) { self.fact.clone() } else { ValueSet::default() };
        let domain = past.domain(view);
        let hull = ValueSet::range(domain.bounds.0, domain.bounds.1).minus(&without);
        let had = |v: i32| hull.contains(v) && (look == Look::Hulls || domain.contains(v));
        (0..meaning.values.len()).filter(|&k| had(meaning.values[k])).for_each(|k| network.allow(position, k));
        if meaning.others == Others::Allowed {
            let has_other = match look {
                Look::Hulls => !hull.intersection(&meaning.unlisted).is_empty(),
                Look::Domains => !lay_within(view, &ValueSet::union([meaning.listed.clone(), without]), past),
            };
            if has_other {
                network.allow(position, meaning.values.len());
            }
        }
    }
}
