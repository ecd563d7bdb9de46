//! `mdd` in a model.

use super::{Diagram, DiagramError, Mdd, RULE};
use crate::budget::Budget;
use crate::constraints::regular::{self, Automaton};
use crate::model::defining::*;

/// The paths of a diagram, or of an automaton unrolled into a diagram.
pub(in crate::constraints) struct Paths {
    pub(in crate::constraints) diagram: Diagram,
    pub(in crate::constraints) automaton: Option<Automaton>,
}

impl Model {
    /// Requires that the arguments, in this order, are the labels of a path of the diagram. Domain consistent.
    ///
    /// ```
    /// use solver_core::{constraints::Diagram, prelude::*};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=9)?;
    /// m.mdd(&x, &Diagram::of_rows(3, [[1, 2, 3], [1, 3, 3], [2, 2, 3]])?);
    /// assert_eq!(m.count()?, Outcome::Complete(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "decision diagram")]
    pub fn mdd<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        diagram: &Diagram,
    ) -> Posted<'_, Plain> {
        self.state("mdd", exprs(arguments), Paths { diagram: diagram.clone(), automaton: None })
    }
}

impl Semantics for Paths {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        let (layers, views) = (self.diagram.layers(), x.len());
        (layers != views).then(|| DiagramError::Views { layers, views }.to_string())
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.diagram.contains(values)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        match &self.automaton {
            Some(a) => format!("regular({}; {} states, {} transitions)", say(x), a.states(), a.transitions()),
            None => format!("mdd({}; {} nodes, {} arcs)", say(x), self.diagram.nodes(), self.diagram.arcs()),
        }
    }
}

impl Decompose for Paths {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        // All layers of an automaton are the same.
        let same = self.automaton.as_ref().filter(|_| !x.is_empty()).map(|_| self.diagram.bundles(0));
        let bundles = |layer| same.clone().unwrap_or_else(|| self.diagram.bundles(layer));
        let nodes = reached(x, bundles, self.diagram.root(), into)?;
        into.require(any_of(nodes.into_iter().filter(|node| self.diagram.is_end(node.0)).map(|node| node.1)))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let list = listed(x);
        if let Some(automaton) = &self.automaton {
            let parts = automaton.xcsp3()?;
            return (!x.is_empty()).then(|| format!("<regular> <list> {list} </list> {parts} </regular>"));
        }
        let arcs = self.diagram.xcsp3_arcs()?;
        Some(format!("<mdd> <list> {list} </list> <transitions> {arcs} </transitions> </mdd>"))
    }
}

impl Certify for Paths {}

impl Post for Paths {
    fn prepare(&self, budget: &mut Budget) -> Result<(), Stopped> {
        self.diagram.prepare(budget)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let rule = if self.automaton.is_some() { &regular::RULE } else { &RULE };
        // A wrong number of views has already been reported as misuse.
        Ok(vec![Box::new(Mdd::with_rule(site.views().into(), &self.diagram, rule)?)])
    }
}
