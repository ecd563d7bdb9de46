//! Half-reification by the constraint's own propagator.

use crate::prelude_propagator::*;

/// `b -> C`, using a propagator of C.
///
/// ```
/// use solver_core::constraints::{HalfReified, NotEqual};
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1), ValueSet::range(3, 3), ValueSet::range(1, 5)]);
/// let (condition, x, y) = (b.view(0), b.view(1), b.view(2));
/// b.post(Box::new(HalfReified::new(condition, Box::new(NotEqual::new(x, y)))));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert!(e.contains(y, 3));
/// e.assume(Atom::equals(condition, 1)).unwrap();
/// e.propagate().unwrap();
/// assert!(!e.contains(y, 3));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
pub struct HalfReified {
    condition: View,
    inner: Box<dyn Propagator>,
    /// All positions of the inner scope, used for its first run.
    positions: Vec<u32>,
    wants_positions: bool,
    /// The number of trailed integers of the inner propagator. If it wants modified positions, one more integer records
    /// whether it has run.
    integers: usize,
    /// Scratch space.
    modified: Vec<u32>,
}

impl HalfReified {
    /// Creates a propagator that runs `inner` when `condition` is 1; the condition must not have values other than 0
    /// and 1.
    pub fn new(condition: View, inner: Box<dyn Propagator>) -> HalfReified {
        let mut scope = Scope::default();
        inner.scope(&mut scope);
        let positions = (0..scope.positions.len() as u32).collect();
        HalfReified {
            condition,
            positions,
            wants_positions: scope.wants_positions,
            integers: scope.integers,
            inner,
            modified: Vec::new(),
        }
    }

    fn met(&self) -> Atom {
        Atom::equals(self.condition, 1)
    }

    fn run(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.modified.clear();
        if self.wants_positions {
            let first = cx.trailed(self.integers) == 0;
            cx.set_trailed(self.integers, 1);
            // Changes made while the condition was unfixed were not passed on, so the first run gets all positions.
            let news = if first { &self.positions[..] } else { modified };
            self.modified.extend(news.iter().filter(|&&position| (position as usize) < self.positions.len()));
        }
        let known = cx.eager_reasons();
        let result = self.inner.propagate(cx, &self.modified);
        let met = self.met();
        cx.amend(known, |premises| premises.push(met));
        result
    }
}

impl Clone for HalfReified {
    fn clone(&self) -> HalfReified {
        HalfReified {
            inner: self.inner.clone(),
            positions: self.positions.clone(),
            modified: Vec::with_capacity(self.positions.len()),
            ..*self
        }
    }
}

impl Propagator for HalfReified {
    fn scope(&self, scope: &mut Scope) {
        self.inner.scope(scope);
        // The inner propagator's watched values persist when the search backtracks to a node where the condition is
        // unfixed. There, a change of an unwatched value could make the constraint impossible.
        scope.subscribes_to_all();
        scope.watch(self.condition, Wake::Fixed).trailed_integers(self.integers + usize::from(self.wants_positions));
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        match cx.fixed(self.condition) {
            Some(1) => self.run(cx, modified),
            Some(_) => Ok(Status::Entailed),
            None => {
                let mut why = Premises::new();
                let Some(rule) = self.inner.refuted(cx, &mut why) else { return Ok(Status::Stable) };
                cx.fix(self.condition, 0, || rule.because(why.iter().copied()))?;
                Ok(Status::Entailed)
            }
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let rule = self.inner.explain(past, fact, hint, why);
        why.push(self.met());
        rule
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        rows.conditional(self.condition, |rows| self.inner.linear_rows(rows));
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        case.fixed(self.condition) == Some(1) && self.inner.check(rule, case)
    }
}
