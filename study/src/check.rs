//! Checking a search: every inference of the event stream verified, by rule.

use solver_core::SymbolTable;
use solver_core::engine::{Engine, Inference, Invalid};
use solver_core::observe::{Event, Observer};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Verifies every inference of a search against the checker of its rule, and counts.
///
/// The search ends at the first inference that is not valid.
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

/// What was verified of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Inferences, failures included.
    pub inferences: u64,
    /// Inferences that were failures: of a constraint as a whole, or of a variable left without values.
    pub failures: u64,
    /// Premises of all of them together.
    pub premises: u64,
}

impl Tally {
    /// The mean number of premises; 0 when there was no inference.
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

/// An inference that does not follow: a fault in a propagator, its explanation or its checker.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the inference of the constraint `{constraint}` at node {node} is not valid: {why}")]
pub struct InvalidInference {
    /// The number of the node, from 1.
    pub node: u64,
    /// The constraint's name, as its model has it.
    pub constraint: String,
    /// What is wrong.
    pub why: Invalid,
}

impl Check {
    /// Nothing is verified yet.
    pub fn new() -> Check {
        Check::default()
    }

    /// What was verified, by the names of the rules. Whoever watched a search that does not
    /// record reasons has verified nothing.
    ///
    /// # Errors
    /// The first inference that is not valid. It has ended the search.
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
            // Nothing else infers.
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
