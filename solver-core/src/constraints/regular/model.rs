//! `regular` in a model.

use super::Automaton;
use crate::constraints::mdd::Paths;
use crate::model::defining::*;

impl Model {
    /// Requires that the arguments, in this order, are a word that the automaton accepts. Domain consistent.
    ///
    /// The automaton is unrolled when the model is compiled, within the limits of the search: time and memory are
    /// proportional to the number of transitions times the number of arguments.
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
        let diagram = automaton.unrolled(arguments.len());
        self.state("regular", arguments, Paths { diagram, automaton: Some(automaton.clone()) })
    }
}
