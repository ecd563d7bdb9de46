//! `mdd` in a model.

use super::{Diagram, DiagramError, Mdd};
use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Named, Say, listed, reached};
use crate::model::{ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, any_of};
use crate::propagator::Propagator;

struct Path {
    arguments: Vec<Expr>,
    diagram: Diagram,
}

impl Model {
    /// The arguments, in their order, are a path of the diagram. Domain consistent.
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
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(Path { arguments, diagram: diagram.clone() })
    }
}

impl ConstraintDef for Path {
    fn kind(&self) -> &'static str {
        "mdd"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        let (layers, views) = (self.diagram.layers(), self.arguments.len());
        (layers != views).then(|| DiagramError::Views { layers, views }.to_string())
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.diagram.contains(values)
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("mdd({}; {} nodes, {} arcs)", say(&self.arguments), self.diagram.nodes(), self.diagram.arcs())
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let ends = match self.diagram.is_void() {
            true => Vec::new(),
            false => reached(x, |layer| self.diagram.bundles(layer), 0, into)?.into_values().collect(),
        };
        into.require(any_of(ends))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let arcs = self.diagram.xcsp3_arcs()?;
        Some(format!("<mdd> <list> {} </list> <transitions> {arcs} </transitions> </mdd>", listed(x)))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let mdd = Mdd::new(site.views().iter().copied(), &self.diagram);
        // The number of views was checked as misuse.
        Ok(vec![Box::new(mdd.map_err(|e| Refusal::TooLarge(e.to_string()))?)])
    }
}
