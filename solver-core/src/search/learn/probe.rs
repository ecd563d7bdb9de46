//! Bounds on the objective that nobody has refuted yet, as the first decision of a run.
//!
//! Branch and bound learns of the objective only what better solutions show, and a stated order rarely begins with it. A run that assumes a good value
//! at first either refutes it, and the bound rises for good, or finds a much better solution (destructive improvement: R. Klein, A. Scholl, *Computing lower
//! bounds by destructive improvement*, European Journal of Operational Research 112, 1999). How good a value can be refuted in a run is not known
//! before: it is the middle of what is left at first, nearer to the bound after each run that decided nothing, and less near after each refutation.

/// Halvings at most.
const MOST: u32 = 30;

/// The values that are assumed.
pub(super) struct ObjectiveProbing {
    /// How often the interval between the bound and the best solution is halved.
    halvings: u32,
    /// What was assumed last in this run.
    assumed: Option<i32>,
}

impl ObjectiveProbing {
    pub(super) fn new() -> ObjectiveProbing {
        ObjectiveProbing { halvings: 1, assumed: None }
    }

    /// Whether this run has assumed a value.
    pub(super) fn has_begun(&self) -> bool {
        self.assumed.is_some()
    }

    /// At the root: the value that the objective, of values between these two, is assumed not to exceed.
    pub(super) fn next(&mut self, least: i32, greatest: i32) -> i32 {
        if self.assumed.is_some_and(|assumed| least > assumed) {
            self.halvings = (self.halvings - 1).max(1);
        }
        let width = i64::from(greatest) - i64::from(least);
        let assumed = least + (width >> self.halvings) as i32;
        self.assumed = Some(assumed);
        assumed
    }

    /// A run is over.
    pub(super) fn end_run(&mut self) {
        if self.assumed.take().is_some() {
            self.halvings = (self.halvings + 1).min(MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_nearer_to_the_bound_until_one_is_refuted() {
        let mut probing = ObjectiveProbing::new();
        assert!(!probing.has_begun());
        assert_eq!(probing.next(0, 100), 50);
        assert!(probing.has_begun());
        probing.end_run();
        assert!(!probing.has_begun());
        assert_eq!(probing.next(0, 100), 25);
        // The same run is at the root again, with neither.
        assert_eq!(probing.next(0, 100), 25);
        probing.end_run();
        assert_eq!(probing.next(0, 100), 12);
        // Refuted.
        assert_eq!(probing.next(13, 100), 13 + 21);
        assert_eq!(probing.next(35, 100), 35 + 32);
        assert_eq!(probing.next(68, 100), 68 + 16);
        // A run that has assumed nothing changes nothing.
        probing.end_run();
        probing.end_run();
        assert_eq!(probing.next(i32::MIN / 2, i32::MAX / 2), -(1 << 29) - 1);
        for _ in 0..100 {
            probing.end_run();
            assert_eq!(probing.next(7, 8), 7);
        }
    }
}
