//! `regular` in a model.

use super::{Automaton, AutomatonError, Regular};
use crate::budget::Stopped;
use crate::constraints::layered::Graph;
use crate::model::spelling::{Decomposition, Named, Say, listed, reached};
use crate::model::{ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, any_of};
use crate::propagator::Propagator;
use std::sync::Arc;

struct Word {
    arguments: Vec<Expr>,
    automaton: Automaton,
    /// The automaton unrolled, once for all engines; `None` if that is too large.
    graph: Option<Arc<Graph>>,
}

impl Model {
    /// The arguments, in their order, are a word that the automaton accepts. Domain consistent.
    ///
    /// The automaton is unrolled at once: time and memory are proportional to its transitions times the arguments.
    ///
    /// ```
    /// use solver_core::{constraints::Automaton, prelude::*};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 6, 0..=1)?;
    /// // No two ones in a row.
    /// let automaton = Automaton::new(2, 0, [0, 1], [(0, 0, 0), (0, 1, 1), (1, 0, 0)])?;
    /// m.regular(&x, &automaton);
    /// assert_eq!(m.count()?, Outcome::Complete(21)); // a Fibonacci number
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("automaton", "dfa", "extensional"))]
    pub fn regular<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        automaton: &Automaton,
    ) -> Posted<'_, Plain> {
        let arguments: Vec<Expr> = arguments.into_iter().map(Into::into).collect();
        let graph = automaton.unroll(arguments.len()).map(Arc::new);
        self.state(Word { arguments, automaton: automaton.clone(), graph })
    }
}

impl Word {
    fn too_large(&self) -> String {
        AutomatonError::TooLarge { views: self.arguments.len() }.to_string()
    }
}

impl ConstraintDef for Word {
    fn kind(&self) -> &'static str {
        "regular"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        self.graph.is_none().then(|| self.too_large())
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.automaton.accepts(values)
    }

    fn written(&self, say: Say<'_>) -> String {
        format!(
            "regular({}; {} states, {} transitions)",
            say(&self.arguments),
            self.automaton.states(),
            self.automaton.transitions()
        )
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let bundles = self.automaton.bundles();
        let states = reached(x, |_| bundles.clone(), self.automaton.start(), into)?;
        let accepting = states.into_iter().filter(|(state, _)| self.automaton.is_accepting(*state));
        into.require(any_of(accepting.map(|(_, reached)| reached)))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let parts = self.automaton.xcsp3()?;
        (!x.is_empty()).then(|| format!("<regular> <list> {} </list> {parts} </regular>", listed(x)))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let Some(graph) = &self.graph else { return Err(Refusal::TooLarge(self.too_large())) };
        Ok(vec![Box::new(Regular::with(site.views().into(), Arc::clone(graph), self.automaton.clone()))])
    }
}
