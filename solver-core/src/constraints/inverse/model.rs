//! `inverse` in a model.

use super::Inverse;
use crate::constraints::all_different::AT_LEAST_ONE;
use crate::constraints::{AllDifferentBounds, AllDifferentDomain};
use crate::model::defining::*;

/// Arguments: all of `f`, then all of `g`.
struct Inverses {
    lengths: (usize, usize),
    base: i32,
}

impl Model {
    /// Requires that `f[i] = j` exactly when `g[j] = i` (channelling), for indices counted from `base`. At levels
    /// Bounds and Domain, `f` is also made [all different](Model::all_different) at that level; at Domain, the
    /// constraint is domain consistent.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let f = [m.int("f1", 1..=3)?, m.int("f2", 1..=3)?, m.int("f3", 1..=3)?];
    /// let g = [m.int("g1", 1..=3)?, m.int("g2", 1..=3)?, m.int("g3", 1..=3)?];
    /// m.inverse(f, g, 1);
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("channel", "channelling", "assignment"))]
    pub fn inverse<F: Into<Expr>, G: Into<Expr>>(
        &mut self,
        f: impl IntoIterator<Item = F>,
        g: impl IntoIterator<Item = G>,
        base: i32,
    ) -> Posted<'_, Consistency> {
        let mut arguments = exprs(f);
        let length = arguments.len();
        arguments.extend(exprs(g));
        let lengths = (length, arguments.len() - length);
        self.state("inverse", arguments, Inverses { lengths, base })
    }
}

impl Semantics for Inverses {
    fn misuse(&self, _: &[Expr]) -> Option<String> {
        const FARTHEST: i32 = 1 << 29;
        let (f, g) = self.lengths;
        if f != g {
            return Some(format!("its arrays have {f} and {g} elements, but must have the same length"));
        }
        let far = !(-FARTHEST..=FARTHEST).contains(&self.base);
        far.then(|| format!("its indices begin at {}, which is beyond ±{FARTHEST}", self.base))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (f, g) = values.split_at(self.lengths.0);
        let points_back = |from: &[i32], to: &[i32]| {
            (i64::from(self.base)..).zip(from).all(|(i, &j)| {
                let at = usize::try_from(i64::from(j) - i64::from(self.base));
                at.is_ok_and(|at| to.get(at).is_some_and(|&back| i64::from(back) == i))
            })
        };
        points_back(f, g) && points_back(g, f)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (f, g) = x.split_at(self.lengths.0);
        format!("inverse({}; {}; from {})", say(f), say(g), self.base)
    }
}

impl Decompose for Inverses {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (f, g) = x.split_at(self.lengths.0);
        let last = self.base.saturating_add(f.len() as i32 - 1);
        let range = |x: &Expr| [x.clone().at_least(self.base), x.clone().at_most(last)];
        into.require_all(x.iter().flat_map(range))?;
        for (i, f) in (self.base..).zip(f) {
            into.require_all((self.base..).zip(g).map(|(j, g)| is(f, j).iff(is(g, i))))?;
        }
        Ok(())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (f, g) = x.split_at(self.lengths.0);
        // Other solvers require base 0 and no values other than positions.
        let plain = self.base == 0 && x.iter().all(|x| always_within(x, f.len()));
        let written = || format!("<channel> <list> {} </list> <list> {} </list> </channel>", listed(f), listed(g));
        (!f.is_empty() && plain).then(written)
    }
}

impl Certify for Inverses {
    /// Writes rows stating that each index is taken at most once in each array, and that the two arrays agree.
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let (f, g) = x.split_at(self.lengths.0);
        if !PROVES || rows.is_conditional() {
            return Ok(false);
        }
        for &view in x {
            if rows.values(view)?.is_none() {
                return Ok(false);
            }
        }
        if !at_most_one_per_value(f, rows)? {
            return Ok(false);
        }
        let last = self.base + f.len() as i32 - 1;
        for (i, &view) in (0..).zip(x) {
            for v in rows.values(view)?.into_iter().flatten().filter(|v| !(self.base..=last).contains(v)) {
                let l = rows.literal(Atom::equals(view, v))?;
                rows.row("range", i, vec![(1, !l)], 1)?;
            }
        }
        for (i, &from) in (self.base..).zip(f) {
            rows.at_least_one(AT_LEAST_ONE, (i - self.base).into(), from)?;
            for (j, &to) in (self.base..).zip(g) {
                let (ahead, back) = (rows.literal(Atom::equals(from, j))?, rows.literal(Atom::equals(to, i))?);
                rows.row("ahead", i.into(), vec![(1, !ahead), (1, back)], 1)?;
                rows.row("back", i.into(), vec![(1, ahead), (1, !back)], 1)?;
            }
        }
        Ok(true)
    }
}

impl Post for Inverses {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (f, g) = site.views().split_at(self.lengths.0);
        let mut posted: Vec<Box<dyn Propagator>> =
            vec![Box::new(Inverse::new(f.iter().copied(), g.iter().copied(), (self.base, self.base)))];
        match site.level() {
            Consistency::Value => {}
            Consistency::Bounds => posted.push(Box::new(AllDifferentBounds::new(f.iter().copied()))),
            Consistency::Domain => {
                let all_different = AllDifferentDomain::new(site.bounded(0..f.len()))?;
                posted.push(Box::new(all_different));
            }
        }
        Ok(posted)
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: Consistency::ALL, default: Consistency::Value })
    }
}
