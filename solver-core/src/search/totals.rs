//! The objective of core-guided search: a sum of slices and totals that is reformulated with every core.
//!
//! A *core* is a set of terms that cannot all have their smallest value. A *total* is an auxiliary variable that counts
//! the terms of a core that exceed their smallest value; at least one of them does. Hence the smallest weight of the
//! core moves to the base of the sum, each unit of the total beyond the first costs that weight, and each term keeps
//! only the excess of its weight (B. Andres, B. Kaufmann, O. Matheis, T. Schaub, *Unsatisfiability-based optimization
//! in clasp*, ICLP 2012; for integers, in slices: G. Gange, J. Berg, E. Demirović, P. J. Stuckey, *Core-guided and
//! core-boosted search for CP*, CPAIOR 2020). A reformulation does not change the value of the sum in any solution, but
//! every core raises the sum's lower bound as computed from the domains, and hence the objective's.

use crate::prelude_propagator::*;
use crate::reason::Scratch;
use crate::store::LiteralState;
use crate::var::Var;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

static COUNTED: Rule =
    Rule::new("total.counted", "{premises}, and a total counts how many terms cost more than they have to, so {fact}");

/// The rule that bounds the objective and the terms by the sum.
pub(crate) static COSTS: Rule =
    Rule::new("total.costs", "{premises}, and the objective is at least what its terms and totals cost, so {fact}");

/// An objective that is at least a sum: a base and terms with positive weights. The reserved variables become totals.
#[derive(Clone, Debug)]
pub(crate) struct ObjectiveSum {
    /// The index of the propagator that [`Totals`] replaces.
    pub(crate) propagator: u32,
    pub(crate) base: i64,
    pub(crate) terms: Vec<(i64, View)>,
    /// Reserved variables, with the values from 0 to [`MOST`].
    pub(crate) reserved: Vec<View>,
}

/// The maximum number of atoms in a total.
pub(crate) const MOST: i32 = 1 << 20;

/// The cost of a view: either the weight for each unit above a value, or the weight once if the view exceeds that
/// value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    pub(crate) view: View,
    pub(crate) above: i32,
    pub(crate) once: bool,
    pub(crate) weight: i64,
}

impl Slice {
    /// Returns the number of units that a view value costs.
    #[inline]
    pub(crate) fn paid(self, value: impl Into<i64>) -> i64 {
        let units = (value.into() - i64::from(self.above)).max(0);
        if self.once { units.min(1) } else { units }
    }

    /// Returns the atom that is true if and only if the slice costs nothing.
    pub(crate) fn free(self) -> Atom {
        Atom::at_most(self.view, self.above)
    }
}

/// A total counts its true atoms. No two atoms share a variable.
#[derive(Clone, Debug)]
pub(crate) struct Total {
    pub(crate) view: View,
    pub(crate) atoms: Vec<Atom>,
    /// The cost of each unit.
    pub(crate) weight: i64,
}

/// The current reformulation: the objective is at least the base plus the cost of the slices.
#[derive(Clone, Debug)]
pub(crate) struct Reformulation {
    pub(crate) base: i64,
    pub(crate) slices: Vec<Slice>,
    pub(crate) totals: Vec<Total>,
}

/// Propagates a reformulation: totals by counting, the sum by bounds.
#[derive(Clone)]
pub(crate) struct Totals {
    objective: View,
    /// The largest objective value at the root.
    greatest: i32,
    /// The scope: the objective, the terms, and the reserved variables.
    views: Vec<View>,
    /// The current reformulation. Hints number its slices first, then the objective, then its totals.
    now: Reformulation,
    /// By scope index: where the variable occurs.
    uses: Vec<Uses>,
    /// The totals to recount.
    due: FixedBitSet,
}

/// Where a variable occurs.
#[derive(Clone, Default)]
struct Uses {
    totals: Vec<u32>,
    in_sum: bool,
}

impl Totals {
    /// Creates the propagator used before the first core; it counts nothing.
    pub(crate) fn none_yet(objective: View, sum: &ObjectiveSum) -> Totals {
        // No view can have a value smaller than this base.
        let nothing = Reformulation { base: (-View::LIMIT).into(), slices: Vec::new(), totals: Vec::new() };
        Totals::new(objective, View::LIMIT, sum, nothing)
    }

    /// Creates the propagator of a reformulation; `greatest` is the objective's largest value at the root.
    pub(crate) fn new(objective: View, greatest: i32, sum: &ObjectiveSum, now: Reformulation) -> Totals {
        let views: Vec<View> = std::iter::once(objective)
            .chain(sum.terms.iter().map(|term| term.1))
            .chain(sum.reserved.iter().copied())
            .collect();
        let mut uses = vec![Uses::default(); views.len()];
        let positions: FxHashMap<Var, usize> = views.iter().enumerate().map(|(at, view)| (view.var(), at)).collect();
        for var in now.slices.iter().map(|slice| slice.view.var()).chain([objective.var()]) {
            uses[positions[&var]].in_sum = true;
        }
        for (number, total) in (0..).zip(&now.totals) {
            for var in total.atoms.iter().map(|atom| atom.var()).chain([total.view.var()]) {
                uses[positions[&var]].totals.push(number);
            }
        }
        let due = FixedBitSet::with_capacity(now.totals.len());
        Totals { objective, greatest, views, now, uses, due }
    }

    /// Propagates one total: it is at least the number of true atoms and at most the number of atoms that are not
    /// false. If the total is fixed to one of these bounds, the open atoms become fixed too.
    fn count(&self, cx: &mut Context<'_>, number: usize) -> Result<(), Conflict> {
        let Total { view, atoms, .. } = &self.now.totals[number];
        let hint = (self.now.slices.len() + 1 + number) as u32;
        cx.work(atoms.len())?;
        let (mut held, mut possible) = (0, 0);
        for &atom in atoms {
            let state = cx.literal_state(atom);
            held += i32::from(state == LiteralState::True);
            possible += i32::from(state != LiteralState::False);
        }
        cx.at_least(*view, held, || Lazy(hint))?;
        cx.at_most(*view, possible, || Lazy(hint))?;
        let (low, high) = cx.bounds(*view);
        let (all, none) = (low == possible, high == held);
        if held == possible || !all && !none {
            return Ok(());
        }
        for &atom in atoms {
            if cx.literal_state(atom) == LiteralState::Open {
                cx.assert(if all { atom } else { !atom }, || Lazy(hint))?;
            }
        }
        Ok(())
    }

    /// Propagates the sum: the objective is at least the cost of the slices, and no slice costs more than the remaining
    /// slack.
    fn sum(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let slices = &self.now.slices;
        cx.work(slices.len())?;
        let least: i64 = slices.iter().map(|slice| slice.weight * slice.paid(cx.min(slice.view))).sum();
        let least = self.now.base + least;
        cx.at_least(self.objective, least, || Lazy(slices.len() as u32))?;
        let slack = i64::from(cx.max(self.objective)) - least;
        for (hint, &slice) in (0..).zip(slices) {
            let (low, high) = cx.bounds(slice.view);
            let paid = slice.paid(low);
            if slice.weight * (slice.paid(high) - paid) > slack {
                cx.at_most(slice.view, i64::from(slice.above) + paid + slack / slice.weight, || Lazy(hint))?;
            }
        }
        Ok(())
    }

    /// Explains an inference about a total's view or one of its atoms, using no more of the other atoms than needed.
    fn explain_count(&self, past: &DomainsAt<'_>, fact: Atom, Total { view, atoms, .. }: &Total, why: &mut Premises) {
        let others = || atoms.iter().copied().filter(|atom| atom.var() != fact.var());
        let true_ones = |count: i64| others().filter(|&atom| past.entails(atom)).take(count.max(0) as usize);
        let false_ones =
            |count: i64| others().map(|atom| !atom).filter(|&atom| past.entails(atom)).take(count.max(0) as usize);
        let count = atoms.len() as i64;
        match atoms.iter().find(|atom| atom.var() == fact.var()).map(|&atom| fact.follows_from(atom)) {
            None if fact.is_lower_bound(*view) => why.extend(true_ones(fact.bound(*view))),
            None => why.extend(false_ones(count - fact.bound(*view))),
            Some(true) => {
                let low = past.min(*view);
                why.push(Atom::at_least(*view, low));
                why.extend(false_ones(count - i64::from(low)));
            }
            Some(false) => {
                let high = past.max(*view);
                why.push(Atom::at_most(*view, high));
                why.extend(true_ones(high.into()));
            }
        }
    }

    /// Explains an inference by lower bounds on other slices and an upper bound on the objective, as few and as weak as
    /// possible. Drops the cheapest premises first, while the inference still follows.
    fn explain_sum(&self, past: &DomainsAt<'_>, fact: Atom, hint: u32, why: &mut Premises) {
        let Reformulation { base, slices, .. } = &self.now;
        // The amount by which the sum would exceed the objective if the fact were false.
        let mut surplus = base - 1;
        let mut supports: Scratch<Support> = Scratch::new();
        for (number, slice) in (0..).zip(slices) {
            if number == hint {
                surplus += slice.weight * slice.paid(fact.bound(slice.view) + 1);
                continue;
            }
            let paid = slice.paid(past.min_from(slice.view, slice.above));
            if paid > 0 {
                surplus += slice.weight * paid;
                let bound = i64::from(slice.above) + paid;
                supports.push(Support { cost: slice.weight * paid, weight: slice.weight, view: slice.view, bound });
            }
        }
        if hint == slices.len() as u32 {
            surplus -= fact.bound(self.objective) - 1;
        } else {
            let most = i64::from(past.max(self.objective));
            surplus -= most;
            let cost = i64::from(self.greatest) - most;
            supports.push(Support { cost, weight: 1, view: -self.objective, bound: -most });
        }
        supports.sort_by_key(|support| support.cost);
        for Support { cost, weight, view, bound } in supports {
            if cost <= surplus {
                surplus -= cost;
                continue;
            }
            let step = surplus.max(0) / weight;
            surplus -= step * weight;
            why.push(Atom::at_least(view, bound - step));
        }
    }
}

/// A bound used as a premise, and the amount that the sum loses without it.
struct Support {
    cost: i64,
    weight: i64,
    view: View,
    bound: i64,
}

impl Propagator for Totals {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Bounds).modified_positions().priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let mut sums = false;
        self.due.clear();
        for &position in modified {
            let Uses { totals, in_sum } = &self.uses[position as usize];
            sums |= in_sum;
            self.due.extend(totals.iter().map(|&number| number as usize));
        }
        for number in self.due.ones() {
            self.count(cx, number)?;
        }
        if sums {
            self.sum(cx)?;
        }
        Ok(Status::Again)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let total = (hint as usize).checked_sub(self.now.slices.len() + 1).map(|number| &self.now.totals[number]);
        match (fact, total) {
            (Some(fact), Some(total)) => self.explain_count(past, fact, total, why),
            (Some(fact), None) => self.explain_sum(past, fact, hint, why),
            // Every failure comes from inferring a false atom, which is its fact.
            (None, _) => {}
        }
        if total.is_some() { &COUNTED } else { &COSTS }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let least = |view: View, otherwise: i32| case.min(view).unwrap_or(otherwise);
        if rule == &COSTS {
            let cost = |slice: &Slice| slice.weight * slice.paid(least(slice.view, slice.above));
            let sum: i64 = self.now.slices.iter().map(cost).sum();
            return case.max(self.objective).is_none_or(|most| self.now.base + sum > i64::from(most));
        }
        let cannot_be = |Total { view, atoms, .. }: &Total| {
            let held = atoms.iter().filter(|&&atom| case.excludes(!atom)).count();
            let possible = atoms.iter().filter(|&&atom| !case.excludes(atom)).count();
            case.bounds(*view).is_none_or(|(low, high)| (high as usize) < held || low as usize > possible)
        };
        rule == &COUNTED && self.now.totals.iter().any(cannot_be)
    }
}
