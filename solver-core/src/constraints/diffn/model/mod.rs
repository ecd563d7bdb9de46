//! `diffn` in a model.

mod derive;
mod implied;

use super::{Diffn, Empty, Rectangle};
use crate::model::defining::*;
use implied::resource;

/// Arguments: x, y, width and height of each rectangle.
struct Disjoint {
    empty: Empty,
}

impl Model {
    /// Requires that the rectangles, each given by x, y, width and height, do not overlap. Nor may a rectangle with a
    /// size of 0 lie inside another one; see [`diffn_nonstrict`](Model::diffn_nonstrict).
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.ints("x", 2, 0..=1)?, m.ints("y", 2, 0..=0)?);
    /// m.diffn((0..2).map(|i| [x[i].into(), y[i].into(), 1.into(), 1.into()]));
    /// assert_eq!(m.count()?, Outcome::Complete(2));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("no_overlap_2d", "nooverlap", "no_overlap", "rectangles"))]
    pub fn diffn(&mut self, rectangles: impl IntoIterator<Item = [Expr; 4]>) -> Posted<'_, Plain> {
        let arguments: Vec<Expr> = rectangles.into_iter().flatten().collect();
        self.state("diffn", arguments, Disjoint { empty: Empty::Blocked })
    }

    /// Like [`diffn`](Model::diffn), but rectangles with a size of 0 may lie anywhere.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=2)?;
    /// // A strip of length 2, and one of length 0, which may lie within the first.
    /// m.diffn_nonstrict([[x[0].into(), 0.into(), 2.into(), 1.into()], [x[1].into(), 0.into(), 0.into(), 1.into()]]);
    /// assert_eq!(m.count()?, Outcome::Complete(9));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn diffn_nonstrict(&mut self, rectangles: impl IntoIterator<Item = [Expr; 4]>) -> Posted<'_, Plain> {
        let arguments: Vec<Expr> = rectangles.into_iter().flatten().collect();
        self.state("diffn_nonstrict", arguments, Disjoint { empty: Empty::Free })
    }
}

impl Semantics for Disjoint {
    fn holds(&self, values: &[i32]) -> bool {
        let boxes: Vec<&[i32]> = values.chunks_exact(4).collect();
        let before = |a: &[i32], b: &[i32], k: usize| i64::from(a[k]) + i64::from(a[k + 2]) <= i64::from(b[k]);
        let flat = |a: &[i32]| a[2] == 0 || a[3] == 0;
        boxes.iter().all(|a| a[2] >= 0 && a[3] >= 0)
            && (0..boxes.len()).all(|i| {
                let a = boxes[i];
                boxes[..i].iter().all(|b| {
                    (0..2).any(|k| before(a, b, k) || before(b, a, k))
                        || self.empty == Empty::Free && (flat(a) || flat(b))
                })
            })
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        let boxes = joined(x.chunks_exact(4).map(|sides| format!("({})", say(sides))), ", ");
        format!("{}({boxes})", kind)
    }
}

impl Decompose for Disjoint {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let boxes: Vec<&[Expr]> = x.chunks_exact(4).collect();
        let sizes = boxes.iter().flat_map(|sides| &sides[2..]);
        into.require_all(sizes.map(|size| size.clone().at_least(0)))?;
        let before = |a: &[Expr], b: &[Expr], k: usize| (a[k].clone() + a[k + 2].clone()).at_most(&b[k]);
        for (j, b) in boxes.iter().enumerate() {
            for a in &boxes[..j] {
                let mut ways: Vec<Comparison> = (0..2).flat_map(|k| [before(a, b, k), before(b, a, k)]).collect();
                if self.empty == Empty::Free {
                    ways.extend([a[2].clone(), a[3].clone(), b[2].clone(), b[3].clone()].map(|size| size.at_most(0)));
                }
                into.require(any_of(ways))?;
            }
        }
        Ok(())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let sizes: Vec<&Named> = x.chunks_exact(4).flat_map(|sides| &sides[2..]).collect();
        // Solvers disagree about empty rectangles, so this form is written only if there are none.
        let solid = sizes.iter().all(|size| size.bounds.0 > 0);
        let lengths: String = quantities(&sizes)?.chunks(2).map(|pair| format!("({},{})", pair[0], pair[1])).collect();
        let origins: String = x.chunks_exact(4).map(|sides| format!("({},{})", sides[0].name, sides[1].name)).collect();
        let text = format!("<origins> {origins} </origins> <lengths> {lengths} </lengths>");
        (solid && x.len() > 4).then(|| format!("<noOverlap> {text} </noOverlap>"))
    }
}

impl Certify for Disjoint {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        derive::rows(x, self.empty, rows)
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive::derive(x, self.empty, lines)
    }
}

impl Post for Disjoint {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views();
        let rectangles = (0..views.len()).step_by(4).map(|k| Rectangle {
            origin: [views[k], views[k + 1]],
            size: [site.quantity(k + 2), site.quantity(k + 3)],
        });
        let pairs: Box<dyn Propagator> = Box::new(Diffn::new(rectangles, self.empty));
        Ok([Some(pairs), resource(site, 0), resource(site, 1)].into_iter().flatten().collect())
    }
}
