//! `mdd` in a model.

use super::{Diagram, DiagramError, Mdd};
use crate::model::defining::*;

struct Path {
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
        self.state("mdd", exprs(arguments), Path { diagram: diagram.clone() })
    }
}

impl Semantics for Path {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        let (layers, views) = (self.diagram.layers(), x.len());
        (layers != views).then(|| DiagramError::Views { layers, views }.to_string())
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.diagram.contains(values)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("mdd({}; {} nodes, {} arcs)", say(x), self.diagram.nodes(), self.diagram.arcs())
    }
}

impl Decompose for Path {
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
}

impl Certify for Path {}

impl Post for Path {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let mdd = Mdd::new(site.views().iter().copied(), &self.diagram);
        // The number of views was checked as misuse.
        Ok(vec![Box::new(mdd?)])
    }
}
