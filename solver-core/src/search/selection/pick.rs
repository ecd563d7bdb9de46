//! Variable selection: which variable to branch on.

use super::tournament::{FEWEST, Players};
use super::{Cursor, Selection, Step};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::scores::{DecisionVars, Score};
use crate::search::{TieBreak, ValueSelect, VarSelect};
use crate::var::Var;
use crate::view::View;
use std::cmp::Ordering;

impl Selection {
    /// Returns the variable to branch on, or `None` when all are fixed. All variables before `cursor` are fixed; the
    /// cursor moves to the first open one.
    #[inline]
    pub(crate) fn next(&mut self, engine: &Engine, cursor: &mut Cursor) -> Option<Var> {
        let mut at = cursor.index as usize;
        while engine.store.fixed(*self.decision_vars.vars.get(at)?).is_some() {
            at += 1;
        }
        self.inspections = at - cursor.index as usize + self.inspected_by_scores;
        self.choices += 1;
        cursor.index = at as u32;
        if self.strays {
            if self.uses_conflicts {
                // The projected variables are decided before the others.
                let end = if at < self.projected { self.projected } else { usize::MAX };
                self.inspections += self.conflicts.inspections();
                if let Some(var) = self.conflicts.next(engine, &self.decision_vars, end) {
                    return Some(var);
                }
            }
            if !self.priorities.is_empty() {
                self.settle(engine);
                at = self.by_priority(engine, at, cursor.group as usize);
                cursor.group = self.groups.partition_point(|group| group.end <= at) as u32;
            }
        }
        let group = self.group_at(at);
        let (order, end) = (group.orders[0].0, group.end);
        if order == VarSelect::Input {
            return Some(self.decision_vars.vars[at]);
        }
        let is_local = group.is_local;
        self.settle(engine);
        if is_local
            && end - at >= FEWEST
            && let Some(var) = self.winner(engine, at, end)
        {
            return Some(var);
        }
        self.inspections += end - at;
        Some(match order {
            VarSelect::SmallestDomain if self.group_at(at).first_smallest => self.first_smallest(engine, at, end),
            VarSelect::Random => self.any(engine, at),
            _ => self.best(engine, at),
        })
    }

    /// The number of variables that the last choice inspected, for the budget.
    #[inline]
    pub(crate) fn inspections(&self) -> usize {
        self.inspections
    }

    /// The decision of the custom branchers, if there is one.
    #[inline]
    pub(crate) fn chosen(&mut self, engine: &Engine) -> Option<Atom> {
        self.custom.iter_mut().find_map(|custom| custom.choose(engine))
    }

    /// Returns the group of the variable with this index.
    #[inline]
    pub(super) fn group_at(&self, index: usize) -> &Step {
        match &self.groups[..] {
            [first, ..] if index < first.end => first,
            groups => &groups[groups.partition_point(|group| group.end <= index)],
        }
    }

    /// The value selection of a variable.
    #[inline]
    pub(super) fn values_of(&self, var: Var, cursor: Cursor) -> ValueSelect {
        match &self.groups[..] {
            [all] => all.values,
            groups if !self.strays && groups[0].end > cursor.index as usize => groups[0].values,
            _ => self.decision_vars.index(var).map_or(ValueSelect::Min, |index| self.group_at(index).values),
        }
    }

    fn unfixed<'a>(&'a self, engine: &'a Engine, from: usize, to: usize) -> impl Iterator<Item = &'a Var> {
        self.decision_vars.vars[from..to].iter().filter(|v| engine.store.fixed(**v).is_none())
    }

    /// The hot path: the smallest domain, with ties broken by input order. Scanning stops at the first domain with two
    /// values, because no open variable has fewer.
    #[inline]
    fn first_smallest(&self, engine: &Engine, from: usize, to: usize) -> Var {
        let mut best = self.decision_vars.vars[from];
        let mut least = engine.store.size(best);
        for &var in &self.decision_vars.vars[from + 1..to] {
            if least == 2 {
                break;
            }
            let size = engine.store.size(var);
            if size > 1 && size < least {
                (best, least) = (var, size);
            }
        }
        best
    }

    fn any(&mut self, engine: &Engine, from: usize) -> Var {
        let to = self.group_at(from).end;
        let count = self.unfixed(engine, from, to).count() as u64;
        let k = self.rng.below(count) as usize;
        self.unfixed(engine, from, to).nth(k).copied().unwrap_or(self.decision_vars.vars[from])
    }

    /// Finds the variable with the smallest keys by a tournament; `None` if a scan is just as good.
    #[inline(never)]
    fn winner(&mut self, engine: &Engine, from: usize, to: usize) -> Option<Var> {
        let Selection { decision_vars, as_views, scores, groups, tournament, choices, .. } = self;
        let group = groups.iter().find(|group| group.end > from)?;
        let keys = Keys { engine, decision_vars, as_views, scores, group };
        let (news, changed) = engine.store.changed();
        let changed = changed.filter_map(|var| decision_vars.index(var));
        let (best, inspections) = tournament.best(from..to, (*choices, engine.level()), (news, changed), &keys)?;
        debug_assert!(keys.open(best), "the variable chosen is open");
        self.inspections += inspections;
        Some(self.decision_vars.vars[best])
    }

    /// Finds the variable with the smallest keys by a scan, with the group's tie-breaking.
    pub(super) fn best(&mut self, engine: &Engine, from: usize) -> Var {
        let Selection { decision_vars, as_views, scores, rng, groups, .. } = self;
        let Some(group) = groups.iter().find(|group| group.end > from) else { return decision_vars.vars[from] };
        let keys = Keys { engine, decision_vars, as_views, scores, group };
        let key = |k: usize, index: usize| keys.key(k, index);
        let (mut best, mut best_key) = (from, key(0, from));
        let mut equals = 1;
        for at in from + 1..group.end {
            if engine.store.fixed(decision_vars.vars[at]).is_some() {
                continue;
            }
            let new = key(0, at);
            let first = new.total_cmp(&best_key);
            let compared = (1..group.orders.len())
                .fold(first, |so_far, k| so_far.then_with(|| key(k, at).total_cmp(&key(k, best))));
            let take = match compared {
                Ordering::Less => {
                    equals = 1;
                    true
                }
                Ordering::Greater => false,
                Ordering::Equal => {
                    equals += 1;
                    match group.tie_break {
                        TieBreak::First => false,
                        TieBreak::Last => true,
                        // Each of k tied variables survives with probability 1/k.
                        TieBreak::Random => rng.below(equals) == 0,
                    }
                }
            };
            if take {
                (best, best_key) = (at, new);
            }
        }
        decision_vars.vars[best]
    }
}

/// The keys of a group's variables, by index, for the current domains.
struct Keys<'a> {
    engine: &'a Engine,
    decision_vars: &'a DecisionVars,
    as_views: &'a [View],
    scores: &'a [(VarSelect, Box<dyn Score>)],
    group: &'a Step,
}

impl Keys<'_> {
    /// The key of the group's `k`-th selection.
    #[inline]
    fn key(&self, k: usize, index: usize) -> f64 {
        let (order, score) = self.group.orders[k];
        match self.scores.get(score) {
            Some((_, score)) => score.key(self.engine, self.decision_vars, index),
            None => {
                let view = self.as_views.get(index).copied();
                key(self.engine, order, view.unwrap_or(View::from(self.decision_vars.vars[index])))
            }
        }
    }
}

impl Players for Keys<'_> {
    fn open(&self, index: usize) -> bool {
        self.engine.store.fixed(self.decision_vars.vars[index]).is_none()
    }

    fn compare(&self, new: usize, old: usize) -> Ordering {
        let by = |k: usize| self.key(k, new).total_cmp(&self.key(k, old));
        let compared = (1..self.group.orders.len()).fold(by(0), |so_far, k| so_far.then_with(|| by(k)));
        compared.then(if self.group.tie_break == TieBreak::Last { Ordering::Less } else { Ordering::Greater })
    }
}

/// The key of a selection that depends only on the domain: the smaller, the better.
pub(super) fn key(engine: &Engine, order: VarSelect, view: View) -> f64 {
    let var = view.var();
    let (low, high) = view.bounds_of(engine.store.bounds(var));
    match order {
        VarSelect::LargestDomain => -f64::from(engine.store.size(var)),
        VarSelect::SmallestValue => f64::from(low),
        VarSelect::LargestValue => -f64::from(high),
        VarSelect::MaxRegret => {
            let second = if view.is_negated() {
                view.value_of(engine.nth(var, engine.store.size(var).saturating_sub(2)))
            } else {
                engine.next(var, view.var_value(low) + 1).map_or(low, |v| view.value_of(v))
            };
            f64::from(low) - f64::from(second)
        }
        _ => f64::from(engine.store.size(var)),
    }
}
