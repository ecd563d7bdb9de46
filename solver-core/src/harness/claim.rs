//! The levels of consistency that a propagator can claim.

use super::declared::{Parameters, typed};
use super::oracle::{Table, inside};
use super::{Subject, Verdict};

/// Decides whether a value of a position has a support. The arguments are the parameters, the domains of all positions
/// (in ascending order), the position, and the value.
pub type Support<P> = Box<dyn Fn(&P, &[Vec<i32>], usize, i32) -> bool>;

/// The consistency that a propagator claims at its fixpoint.
///
/// Positions are treated as independent variables with their current domains, even if they share a variable; a
/// propagator need not do better.
pub enum Claim<P: ?Sized = ()> {
    /// The propagator loses no solution, and fails if all variables are fixed and the constraint does not hold. Every
    /// other claim includes this one.
    Sound,
    /// Every value of every position is part of a solution within the domains.
    Domain,
    /// Both bounds of every position are part of a solution within the other domains.
    BoundsD,
    /// Both bounds of every position are part of a solution when the other domains are relaxed to intervals of
    /// integers.
    BoundsZ,
    /// Every value of every position has a support, as defined by a function.
    Values(Support<P>),
    /// Both bounds of every position have a support, as defined by a function.
    Bounds(Support<P>),
}

impl<P> Claim<P> {
    /// Creates a [`Claim::Values`] from a closure.
    pub fn values(support: impl Fn(&P, &[Vec<i32>], usize, i32) -> bool + 'static) -> Claim<P> {
        Claim::Values(Box::new(support))
    }

    /// Creates a [`Claim::Bounds`] from a closure.
    pub fn bounds(support: impl Fn(&P, &[Vec<i32>], usize, i32) -> bool + 'static) -> Claim<P> {
        Claim::Bounds(Box::new(support))
    }

    /// The claim with untyped parameters.
    pub(super) fn untyped(self) -> Claim<dyn Parameters>
    where
        P: 'static,
    {
        let untyped = |support: Support<P>| -> Support<dyn Parameters> {
            Box::new(move |parameters, domains, position, value| support(typed(parameters), domains, position, value))
        };
        match self {
            Claim::Sound => Claim::Sound,
            Claim::Domain => Claim::Domain,
            Claim::BoundsD => Claim::BoundsD,
            Claim::BoundsZ => Claim::BoundsZ,
            Claim::Values(support) => Claim::Values(untyped(support)),
            Claim::Bounds(support) => Claim::Bounds(untyped(support)),
        }
    }
}

impl Claim<dyn Parameters> {
    pub(super) fn needs_tuples(&self) -> bool {
        matches!(self, Claim::Domain | Claim::BoundsD)
    }

    pub(super) fn needs_hulls(&self) -> bool {
        matches!(self, Claim::BoundsZ)
    }

    /// Whether the claim is a level of consistency.
    pub(super) fn is_level(&self) -> bool {
        !matches!(self, Claim::Sound)
    }
}

/// Decides whether the constraint is known to be impossible. The arguments are the parameters and the domains of all
/// positions.
type Impossible = Box<dyn Fn(&dyn Parameters, &[Vec<i32>]) -> bool>;

/// The impossible constraints that a propagator claims to refute while their condition is open.
pub(super) enum Refutes {
    /// Constraints without a solution within the domains.
    All,
    /// Constraints for whose domains this function returns `true`.
    Where(Impossible),
}

/// The values of a position that a claim covers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    All,
    Bounds,
}

impl Subject<'_> {
    /// Checks every claim on the domains at a fixpoint.
    pub(super) fn check_claims(&self, masks: &[u64]) -> Verdict {
        if !self.case.is_required(masks) {
            return self.check_refuted(masks);
        }
        for claim in &self.check.claims {
            match claim {
                Claim::Sound => {}
                Claim::Domain => self.check_tuples(masks, Extent::All)?,
                Claim::BoundsD => self.check_tuples(masks, Extent::Bounds)?,
                Claim::BoundsZ => self.check_hulls(masks)?,
                Claim::Values(support) => self.check_support(masks, support, Extent::All)?,
                Claim::Bounds(support) => self.check_support(masks, support, Extent::Bounds)?,
            }
        }
        Ok(())
    }

    /// Checks that a condition is not left open if the declaration claims that it becomes false.
    fn check_refuted(&self, masks: &[u64]) -> Verdict {
        let (case, arguments) = (self.case, self.case.arguments());
        let Some(refutes) = &self.check.refutes else { return Ok(()) };
        if case.form.condition() != Some(1) || case.position(arguments, masks).len() == 1 {
            return Ok(());
        }
        let is_impossible = match refutes {
            Refutes::Where(impossible) => {
                let domains: Vec<Vec<i32>> = (0..arguments).map(|i| case.position(i, masks)).collect();
                impossible(&*case.parameters, &domains)
            }
            Refutes::All => {
                let condition = case.places[arguments];
                let holds = case.domains[condition.var].iter().position(|&x| condition.value_of(x) == 1);
                let (tuples, mut masks, column) = match &self.oracle.independent {
                    None => (&self.oracle.solutions, masks.to_vec(), condition.var),
                    Some(tuples) => (tuples, case.places.iter().map(|p| masks[p.var]).collect(), arguments),
                };
                masks[column] = holds.map_or(0, |k| 1 << k);
                !tuples.rows().any(|row| inside(row, &masks))
            }
        };
        if is_impossible { Err("the constraint is impossible, but its condition is open".to_owned()) } else { Ok(()) }
    }

    fn check_tuples(&self, masks: &[u64], extent: Extent) -> Verdict {
        let case = self.case;
        match &self.oracle.independent {
            None => {
                let supported = union(&self.oracle.solutions, masks);
                (0..case.places.len()).try_for_each(|i| {
                    let var = case.places[i].var;
                    self.compare(i, masks[var], supported[var], extent)
                })
            }
            Some(tuples) => {
                let masks: Vec<u64> = case.places.iter().map(|p| masks[p.var]).collect();
                let supported = union(tuples, &masks);
                (0..masks.len()).try_for_each(|i| self.compare(i, masks[i], supported[i], extent))
            }
        }
    }

    fn compare(&self, position: usize, mask: u64, supported: u64, extent: Extent) -> Verdict {
        let bounds = 1 << mask.trailing_zeros() | 1 << (63 - mask.leading_zeros());
        let missing = mask & !supported & if extent == Extent::All { !0 } else { bounds };
        let place = self.case.places[position];
        match self.case.values(place.var, missing).next() {
            None => Ok(()),
            Some(x) => Err(unsupported(position, place.value_of(x), "within the domains")),
        }
    }

    fn check_hulls(&self, masks: &[u64]) -> Verdict {
        let Some(tuples) = &self.oracle.hulls else { return Ok(()) };
        let case = self.case;
        let root = case.root();
        let mut bounds = Vec::new();
        let mut first = Vec::new();
        for i in 0..case.places.len() {
            let (values, all) = (case.position(i, masks), case.position(i, &root));
            bounds.push(((values[0] - all[0]) as u16, (values[values.len() - 1] - all[0]) as u16));
            first.push(all[0]);
        }
        let mut supported = vec![(false, false); bounds.len()];
        for row in tuples.rows() {
            if row.iter().zip(&bounds).all(|(k, (low, high))| low <= k && k <= high) {
                for ((k, (low, high)), s) in row.iter().zip(&bounds).zip(&mut supported) {
                    s.0 |= k == low;
                    s.1 |= k == high;
                }
            }
        }
        for (i, &(low, high)) in supported.iter().enumerate() {
            if !low || !high {
                let k = if low { bounds[i].1 } else { bounds[i].0 };
                return Err(unsupported(i, first[i] + i32::from(k), "within the intervals"));
            }
        }
        Ok(())
    }

    fn check_support(&self, masks: &[u64], support: &Support<dyn Parameters>, extent: Extent) -> Verdict {
        let domains: Vec<Vec<i32>> = (0..self.case.arguments()).map(|i| self.case.position(i, masks)).collect();
        for (i, domain) in domains.iter().enumerate() {
            for (k, &v) in domain.iter().enumerate() {
                let claimed = extent == Extent::All || k == 0 || k + 1 == domain.len();
                if claimed && !support(&*self.case.parameters, &domains, i, v) {
                    return Err(unsupported(i, v, &format!("in {domains:?}")));
                }
            }
        }
        Ok(())
    }
}

/// For each column, the indices that occur in the rows within the masks.
fn union(table: &Table, masks: &[u64]) -> Vec<u64> {
    let mut seen = vec![0; masks.len()];
    for row in table.rows().filter(|row| inside(row, masks)) {
        for (seen, &k) in seen.iter_mut().zip(row) {
            *seen |= 1 << k;
        }
    }
    seen
}

fn unsupported(position: usize, value: i32, scope: &str) -> String {
    format!("the claim is not met: position {position} keeps {value}, which has no support {scope}")
}
