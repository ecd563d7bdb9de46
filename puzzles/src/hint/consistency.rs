//! Levels of consistency at the root: which is the weakest level that solves a puzzle without search?
//!
//! Each level starts from the candidates that the previous one leaves, so it removes at least as many:
//!
//! | level | removes |
//! |---|---|
//! | value, bounds, domain | what propagation excludes, each rule at its strongest level up to this one, or at its weakest |
//! | pairs | values whose assignment fails under propagation of two rules that share at least two open cells |
//! | singleton | values whose assignment fails under propagation of all rules |
//! | two-level | values whose assignment fails under singleton consistency |
//!
//! From pairs on, each rule is domain consistent, and a level is repeated until nothing is removed. Pairs are a weak
//! form of domain consistency on the conjunction of two constraints (G. Katsirelos, F. Bacchus, *GAC on conjunctions of
//! constraints*, CP 2001). Singleton consistency: R. Debruyne, C. Bessière, *Some practicable filtering techniques for
//! the constraint satisfaction problem*, IJCAI 1997. Levels as a measure of difficulty: H. Simonis, *Sudoku as a
//! constraint problem*, Workshop on Modelling and Reformulating Constraint Satisfaction Problems, 2005.

use super::bench::Bench;
use crate::fact::Fact;
use crate::statement::{Rule, Statement, distinct};
use solver_core::engine::{Engine, Halt};
use solver_core::prelude::*;
use solver_core::why::WhyError;
use solver_core::{Atom, View};

/// The levels of consistency, from the weakest to the strongest.
pub const CONSISTENCIES: [&str; 6] = ["value", "bounds", "domain", "pairs", "singleton", "two-level"];

/// The index of the level that propagates two rules at a time.
const PAIRS: usize = 3;

/// The remaining values of each cell; none after a contradiction.
type Left = Vec<Vec<i32>>;

/// A computation of levels within a limited number of probes, which count as nodes.
struct Probing<'s> {
    statement: &'s Statement,
    limits: &'s Limits,
    nodes: u64,
    left: Left,
}

impl Statement {
    /// Computes the remaining values of each cell for each [level](CONSISTENCIES), up to the first level that leaves at
    /// most one value in each cell, or until a limit, which is then returned.
    ///
    /// ```
    /// use puzzles::{CONSISTENCIES, Limits, kind};
    /// let sudoku = kind("sudoku").unwrap();
    /// let statement = (sudoku.read)("12..\n34..\n....\n...1\n").unwrap().statement().unwrap();
    /// let (left, stopped) = statement.consistencies(&Limits::default()).unwrap();
    /// // The puzzle has two solutions, so no level leaves one value in each cell.
    /// assert_eq!((left.len(), stopped), (CONSISTENCIES.len(), None));
    /// ```
    ///
    /// # Errors
    /// [`WhyError`] when the model is invalid.
    pub fn consistencies(&self, limits: &Limits) -> Result<(Vec<Left>, Option<StopReason>), WhyError> {
        let (mut model, nodes) = (self.needed_with(&[]), limits.nodes.unwrap_or(u64::MAX));
        let left = self.cells.iter().map(|cell| cell.values.clone()).collect();
        let mut probing = Probing { statement: self, limits, nodes, left };
        let mut levels = Vec::new();
        while levels.is_empty() || levels.len() < CONSISTENCIES.len() && probing.left.iter().any(|left| left.len() > 1)
        {
            let level = levels.len();
            model.set_levels(Consistency::ALL[level.min(PAIRS - 1)]);
            // The levels after pairs have depth 1 and 2, and those before have depth 0.
            let end = match level {
                PAIRS => probing.pairs(&model),
                _ => probing.reduce(&model, (0..self.cells.len()).collect(), level.saturating_sub(PAIRS)),
            };
            match end {
                Err(WhyError::Stopped { by }) => return Ok((levels, Some(by))),
                end => end?,
            }
            levels.push(probing.left.clone());
        }
        Ok((levels, None))
    }
}

impl Probing<'_> {
    /// Makes a model's rules on these cells consistent at a [depth](consistent) of assumptions.
    fn reduce(&mut self, model: &Model, cells: Vec<usize>, depth: usize) -> Result<(), WhyError> {
        let bench = Bench::build(self.statement, model.clone(), cells, self.limits)?;
        let all = bench.cells.iter().map(|&cell| (cell, &self.statement.cells[cell].values));
        let facts = all.flat_map(|(cell, values)| values.iter().map(move |&value| Fact { cell, value, holds: false }));
        let gone: Vec<Fact> = facts.filter(|fact| !self.left[fact.cell].contains(&fact.value)).collect();
        let (mut engine, end) = bench.with(&gone);
        match end.and_then(|()| consistent(&mut engine, &bench.views, depth, &mut self.nodes)) {
            Ok(()) => bench.seen().for_each(|(cell, view)| self.left[cell] = engine.values(view)),
            Err(Halt::Failed) => self.left.iter_mut().for_each(Vec::clear),
            Err(Halt::Stopped(by)) => return Err(WhyError::Stopped { by }),
        }
        Ok(())
    }

    /// Makes every pair of rules that share at least two open cells singleton consistent, and all rules domain
    /// consistent.
    fn pairs(&mut self, model: &Model) -> Result<(), WhyError> {
        let before = self.left.clone();
        let is_needed = |rule: &&Rule| rule.constraint.index() < self.statement.needed().constraints();
        let rules: Vec<&Rule> = self.statement.rules.iter().filter(is_needed).collect();
        for (number, one) in rules.iter().enumerate() {
            for other in &rules[..number] {
                let is_shared = |cell: &&usize| self.left[**cell].len() > 1 && other.cells.contains(cell);
                if one.cells.iter().filter(is_shared).nth(1).is_some() {
                    let pair = model.only_these(&[other.constraint, one.constraint])?;
                    self.reduce(&pair, distinct(one.cells.iter().chain(&other.cells).copied()), 1)?;
                }
            }
        }
        self.reduce(model, (0..self.left.len()).collect(), 0)?;
        if self.left == before { Ok(()) } else { self.pairs(model) }
    }
}

/// Removes values whose assignment fails at the next lower depth, until a fixpoint. Depth 0 is propagation, and depth 1
/// is singleton consistency.
fn consistent(engine: &mut Engine, views: &[View], depth: usize, nodes: &mut u64) -> Result<(), Halt> {
    let Some(lower) = depth.checked_sub(1) else { return engine.propagate() };
    consistent(engine, views, lower, nodes)?;
    let before = engine.facts();
    for &view in views {
        for value in engine.values(view) {
            if engine.fixed(view).is_some() || !engine.contains(view, value) {
                continue;
            }
            *nodes = nodes.checked_sub(1).ok_or(Halt::Stopped(StopReason::Nodes))?;
            engine.push_level();
            let assumed = engine.assume(Atom::equals(view, value));
            let end = assumed.and_then(|()| consistent(engine, views, lower, nodes));
            engine.pop_level();
            if end == Err(Halt::Failed) {
                engine.assume(Atom::differs(view, value))?;
                consistent(engine, views, lower, nodes)?;
            } else {
                end?;
            }
        }
    }
    if engine.facts() == before { Ok(()) } else { consistent(engine, views, depth, nodes) }
}
