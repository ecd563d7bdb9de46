//! The propagator of the relaxation.

use super::combine::{Combined, Combiner, Rounding};
use super::component::Component;
use super::guard::Effect;
use super::kept::{Kept, Posted};
use super::simplex::Outcome;
use crate::linear_rows::{Column, LinearRows};
use crate::prelude_propagator::*;
use crate::store::Relaxed;

static RULE: Rule = Rule::new("relaxation.sum", "{premises}, and {sum}, so {fact}");

/// The maximum numbers of simplex steps: between two checks of the limits; in one solve; in one solve at the root.
const SLICE: usize = 50;
const STEPS: usize = 500;
const ROOT_STEPS: usize = 10_000;

/// The linear relaxation of a problem. Empty until it is built at the root.
#[derive(Clone, Default)]
pub(crate) struct LinearRelaxation {
    components: Vec<Component>,
    combiner: Combiner,
    kept: Kept,
    /// Whether reasons are relative to the root domains, and so omit premises that hold there.
    from_root: bool,
}

impl LinearRelaxation {
    /// Creates the relaxation of these rows, which bounds the objective from below and uses at most `room` bytes.
    /// `spent` is the work so far. With `from_root`, reasons are relative to the root domains and omit premises that
    /// hold there.
    pub(crate) fn new(
        rows: LinearRows,
        objective: Option<View>,
        room: Option<usize>,
        spent: i64,
        from_root: bool,
    ) -> LinearRelaxation {
        let components = Component::split(rows, objective, room.unwrap_or(usize::MAX), spent);
        LinearRelaxation { components, from_root, ..LinearRelaxation::default() }
    }

    /// The numbers of rows and columns of the linear programs.
    pub(crate) fn shape(&self) -> (u64, u64) {
        let rows = self.components.iter().map(|component| component.rows.len() as u64).sum();
        (rows, self.components.iter().map(|component| component.columns.len() as u64).sum())
    }

    /// The memory of the linear programs and kept rows, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.components.iter().map(Component::bytes).sum::<usize>() + self.kept.bytes()
    }

    /// Whether there is nothing to relax.
    pub(crate) fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// The rows of a component as the constraints contributed them.
    fn posted(&self, component: u32) -> Posted<'_> {
        let Component { rows, columns, roots, .. } = &self.components[component as usize];
        Posted { rows, columns, roots }
    }

    /// Solves a component, and propagates the combined row.
    fn solve(&mut self, cx: &mut Context<'_>, number: usize) -> Result<(), Conflict> {
        let component = &mut self.components[number];
        let is_root = cx.core.slots.level() == 0;
        if !(component.guard.admits(cx.core.budget.spent()) || is_root)
            || !component.read_bounds(cx, is_root && self.from_root)
        {
            return Ok(());
        }
        let mut work = component.columns.len() / 4;
        let mut steps = if is_root { ROOT_STEPS } else { STEPS };
        let outcome = loop {
            let outcome = component.simplex.solve(SLICE);
            let effort = component.simplex.take_effort();
            work += effort;
            cx.work(effort)?;
            steps -= SLICE;
            if outcome != Outcome::Limit || steps == 0 {
                break outcome;
            }
        };
        let inferred = if outcome == Outcome::Trouble { Ok(Effect::Nothing) } else { self.combine(cx, number) };
        let Relaxed { statistics, bytes } = &mut cx.core.relaxed;
        statistics.solves += 1;
        statistics.failures += u64::from(inferred.is_err());
        *bytes = self.bytes();
        let effect = inferred.unwrap_or(Effect::Failure);
        self.components[number].guard.assess(effect, work as i64, cx.core.budget.spent());
        inferred.map(|_| ())
    }

    /// Combines the rows with the multipliers of the last solve, rounded to small integers if possible. If that is
    /// impossible, or nothing is inferred, rounds the multipliers more finely.
    fn combine(&mut self, cx: &mut Context<'_>, number: usize) -> Result<Effect, Conflict> {
        let component = &self.components[number];
        let Component { rows, roots, simplex, .. } = component;
        for rounding in [Rounding::Small, Rounding::Fine] {
            let Some(row) = self.combiner.combine(rows, simplex.multipliers(), roots, rounding) else { continue };
            let effect = infer(cx, &mut self.kept, number as u32, component, row)?;
            if effect != Effect::Nothing {
                return Ok(effect);
            }
        }
        Ok(Effect::Nothing)
    }
}

/// Propagates a combined row, and keeps it if something is inferred from it.
fn infer(
    cx: &mut Context<'_>,
    kept: &mut Kept,
    number: u32,
    component: &Component,
    row: &Combined,
) -> Result<Effect, Conflict> {
    let Component { columns, bounds, roots, objective, .. } = component;
    let least = |&(column, coefficient): &(u32, i64)| {
        let (low, high) = bounds[column as usize];
        coefficient * i64::from(if coefficient > 0 { low } else { high })
    };
    let slack = row.constant - row.terms.iter().map(least).sum::<i64>();
    let moves = |&(_, (column, coefficient)): &(u32, (u32, i64))| {
        let (low, high) = bounds[column as usize];
        coefficient.abs() * (i64::from(high) - i64::from(low)) > slack
    };
    let moved = || (0..).zip(row.terms.iter().copied()).filter(moves);
    if slack >= 0 && moved().next().is_none() {
        return Ok(Effect::Nothing);
    }
    kept.push(number, row, columns, roots);
    if slack < 0 {
        let hint = kept.hint(None);
        keep(cx, kept);
        return cx.fail(|| Lazy(hint));
    }
    let first = kept.lengths()[1] as u32;
    for (position, _) in moved() {
        kept.hint(Some(position));
    }
    keep(cx, kept);
    let mut effect = Effect::Objective;
    for (hint, (_, (column, coefficient))) in (first..).zip(moved()) {
        let (low, high) = bounds[column as usize];
        let room = slack / coefficient.abs();
        let Column { var, value } = columns[column as usize];
        let x = View::from(var);
        match (value, coefficient > 0) {
            (None, true) => cx.at_most(x, i64::from(low) + room, || Lazy(hint))?,
            (None, false) => cx.at_least(x, i64::from(high) - room, || Lazy(hint))?,
            (Some(value), true) => cx.remove(x, value, || Lazy(hint))?,
            (Some(value), false) => cx.fix(x, value, || Lazy(hint))?,
        }
        cx.core.relaxed.statistics.inferences += 1;
        if Some(column) != *objective {
            effect = Effect::Bound;
        }
    }
    Ok(effect)
}

/// Keeps the rows until the current level is undone.
fn keep(cx: &mut Context<'_>, kept: &Kept) {
    for (i, length) in kept.lengths().into_iter().enumerate() {
        cx.set_trailed(i, length as i64);
    }
}

impl Propagator for LinearRelaxation {
    /// The relaxation runs at fixpoints, whatever has changed, so it subscribes to nothing.
    fn scope(&self, scope: &mut Scope) {
        scope.priority(7).trailed_integers(2);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        self.kept.truncate([cx.trailed(0) as usize, cx.trailed(1) as usize]);
        for number in 0..self.components.len() {
            self.solve(cx, number)?;
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        self.kept.add_sum(|component| self.posted(component), past, fact, hint, why);
        self.kept.explain(past, fact, hint, why);
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && self.kept.excludes(|component| self.posted(component), case, self.from_root)
    }
}
