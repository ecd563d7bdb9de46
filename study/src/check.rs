//! Verifies every inference of the event stream with the checker of its rule.

use solver_core::SymbolTable;
use solver_core::engine::{Engine, Inference, Invalid};
use solver_core::observe::{Event, Observer};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Verifies every inference of a search with the checker of its rule, and counts the inferences by rule.
///
/// The search stops at the first invalid inference.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 4, 0..=3)?;
/// m.all_different(&x);
/// let mut check = study::Check::new();
/// m.search().observe(&mut check)?;
/// let rules = check.finish()?;
/// let taken = &rules["all_different.value"];
/// assert_eq!(taken.premises, taken.inferences); // one queen takes a value from another
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Check {
    rules: BTreeMap<&'static str, Tally>,
    symbols: Option<SymbolTable>,
    node: u64,
    invalid: Option<InvalidInference>,
}

/// Counts of the verified inferences of one rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of inferences, including failures.
    pub inferences: u64,
    /// The number of failures: violated constraints and empty domains.
    pub failures: u64,
    /// The total number of premises of all inferences.
    pub premises: u64,
}

impl Tally {
    /// Returns the mean number of premises per inference, or 0 if there are no inferences.
    pub fn mean_premises(&self) -> f64 {
        if self.inferences == 0 { 0.0 } else { self.premises as f64 / self.inferences as f64 }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.inferences += other.inferences;
        self.failures += other.failures;
        self.premises += other.premises;
    }
}

/// An invalid inference, which is a bug in a propagator, in its explanation or in its checker.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the inference of constraint `{constraint}` at node {node} is invalid: {why}")]
pub struct InvalidInference {
    /// The index of the node, counted from 1.
    pub node: u64,
    /// The name of the constraint in the model.
    pub constraint: String,
    /// The error found in the inference.
    pub why: Invalid,
}

impl Check {
    /// Creates a check that has verified nothing yet.
    pub fn new() -> Check {
        Check::default()
    }

    /// Returns the counts of verified inferences by rule. The map is empty if the search did not record reasons.
    ///
    /// # Errors
    /// The first invalid inference; the search stopped there.
    pub fn finish(self) -> Result<BTreeMap<&'static str, Tally>, InvalidInference> {
        match self.invalid {
            Some(invalid) => Err(invalid),
            None => Ok(self.rules),
        }
    }

    fn count(&mut self, verified: Result<Option<Inference>, Invalid>, failure: bool) -> ControlFlow<()> {
        match verified {
            Ok(Some(inference)) => {
                let tally = self.rules.entry(inference.rule.name).or_default();
                tally.inferences += 1;
                tally.failures += u64::from(failure);
                tally.premises += inference.premises.len() as u64;
                ControlFlow::Continue(())
            }
            Ok(None) => ControlFlow::Continue(()),
            Err(why) => {
                let constraint = self.constraint(why.propagator());
                self.invalid = Some(InvalidInference { node: self.node, constraint, why });
                ControlFlow::Break(())
            }
        }
    }

    fn constraint(&self, propagator: usize) -> String {
        match &self.symbols {
            Some(symbols) => symbols.constraint(symbols.constraint_of(propagator)).to_owned(),
            None => format!("of propagator number {propagator}"),
        }
    }
}

impl Observer for Check {
    fn start(&mut self, symbols: Option<&SymbolTable>, _: &Engine) -> ControlFlow<()> {
        self.symbols = symbols.cloned();
        self.node = 1;
        ControlFlow::Continue(())
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        match *event {
            Event::Decide { node, .. } => self.node = node,
            Event::Prune { position, .. } => return self.count(engine.verify(position), false),
            Event::Fail { .. } => return self.count(engine.verify_conflict(), true),
            // Other events carry no inference.
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
