//! `regular` in a model.

use super::{Automaton, AutomatonError, Regular};
use crate::constraints::layered::Graph;
use crate::model::defining::*;

struct Word {
    automaton: Automaton,
    /// The automaton unrolled, once for all engines, if that is not too large.
    graph: Result<Arc<Graph>, AutomatonError>,
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
        let arguments = exprs(arguments);
        let graph =
            automaton.unroll(arguments.len()).map(Arc::new).ok_or(AutomatonError::TooLarge { views: arguments.len() });
        self.state("regular", arguments, Word { automaton: automaton.clone(), graph })
    }
}

impl Semantics for Word {
    fn misuse(&self, _: &[Expr]) -> Option<String> {
        self.graph.as_ref().err().map(AutomatonError::to_string)
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.automaton.accepts(values)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("regular({}; {} states, {} transitions)", say(x), self.automaton.states(), self.automaton.transitions())
    }
}

impl Decompose for Word {
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
}

impl Certify for Word {}

impl Post for Word {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let graph = self.graph.as_ref().map_err(|&error| error)?;
        Ok(vec![Box::new(Regular::with(site.views().into(), Arc::clone(graph), self.automaton.clone()))])
    }
}
