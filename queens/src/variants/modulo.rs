//! `DifferentModulo`: no two views have values that differ by a multiple of the modulus.
//!
//! On a torus, a diagonal continues at the opposite edge: two queens share a diagonal if and only if their sums (or
//! differences) of row and column are congruent modulo the board size. Once a view is fixed, all congruent values are
//! removed from the others. This is value-consistent `all_different` on the remainders; each fixed view takes time
//! proportional to the number of views times the number of values removed.

use solver_core::prelude_propagator::*;

pub(super) static CONGRUENT: Rule = Rule::new(
    "different_modulo.congruent",
    "{premises}, and the two must not differ by a multiple of the modulus, so {fact}",
);

/// The constraint that the remainders of all views are different.
///
/// ```
/// use queens::DifferentModulo;
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=5)?;
/// m.propagator("different_modulo", &x, |v| Box::new(DifferentModulo::new(v.iter().copied(), 3)));
/// assert_eq!(m.count()?, Outcome::Complete(36 - 12));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DifferentModulo {
    views: Box<[View]>,
    modulus: u32,
}

impl DifferentModulo {
    /// Creates the constraint.
    ///
    /// # Panics
    /// If the modulus is 0.
    pub fn new(views: impl IntoIterator<Item = View>, modulus: u32) -> DifferentModulo {
        assert!(modulus > 0, "a modulus of 0");
        DifferentModulo { views: views.into_iter().collect(), modulus }
    }

    /// The smallest value of at least `low` that is congruent to `v`.
    fn from(&self, low: i32, v: i32) -> i64 {
        let (low, v) = (i64::from(low), i64::from(v));
        low + (v - low).rem_euclid(self.modulus.into())
    }
}

impl Propagator for DifferentModulo {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Fixed).priority(2).modified_positions();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        for &position in modified {
            let fixed = self.views[position as usize];
            let Some(v) = cx.fixed(fixed) else { continue };
            cx.work(self.views.len())?;
            for (other, &view) in (0..).zip(&self.views) {
                if other == position {
                    continue;
                }
                let (low, high) = cx.bounds(view);
                let mut congruent = self.from(low, v);
                while congruent <= i64::from(high) {
                    // The value is within the bounds of a view, so it fits.
                    cx.remove(view, congruent as i32, || CONGRUENT.because([Atom::equals(fixed, v)]))?;
                    congruent += i64::from(self.modulus);
                    cx.work(1)?;
                }
            }
        }
        // A view fixed by this run wakes the propagator again.
        Ok(Status::Again)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        // All reasons are eager, so there is nothing to explain.
        &CONGRUENT
    }

    /// Checks that two views are fixed to values with the same remainder.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let modulus = i64::from(self.modulus);
        let mut remainders: Vec<i64> =
            self.views.iter().filter_map(|&view| case.fixed(view)).map(|v| i64::from(v).rem_euclid(modulus)).collect();
        remainders.sort_unstable();
        rule == &CONGRUENT && remainders.windows(2).any(|pair| pair[0] == pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::harness::{Check, Claim};

    #[test]
    fn the_harness_finds_no_fault() {
        let check = Check::new("different_modulo")
            .arity(0..=5)
            .values(-40..=40)
            .parameters(|rng, _| 1 + rng.below(12) as u32)
            .post(|&modulus, v| DifferentModulo::new(v.iter().copied(), modulus))
            .holds(|&modulus, v| {
                (1..v.len()).all(|i| v[..i].iter().all(|w| i64::from(v[i] - w) % i64::from(modulus) != 0))
            })
            .claims(Claim::values(|&modulus, domains, i, v| {
                let clashes = |d: &Vec<i32>| d.len() == 1 && (v - d[0]).rem_euclid(modulus as i32) == 0;
                domains.iter().enumerate().all(|(j, d)| i == j || !clashes(d))
            }))
            .rules([&CONGRUENT])
            .up_to(30_000);
        check.passes(10_000);
    }
}
