//! Objective probing: a run may begin by assuming a bound on the objective.
//!
//! Branch and bound learns about the objective only from better solutions, and the given brancher rarely begins with
//! the objective. A run that assumes a good value either refutes it, which raises the dual bound permanently, or finds
//! a much better solution (destructive improvement: R. Klein, A. Scholl, *Computing lower bounds by destructive
//! improvement*, European Journal of Operational Research 112, 1999). Which values a run can refute is not known in
//! advance. The assumed value starts in the middle of the remaining interval. It moves towards the bound after each run
//! without a refutation or a solution, and back after each refutation.

/// The maximum number of halvings.
const MOST: u32 = 30;

/// The state of objective probing.
pub(super) struct ObjectiveProbing {
    /// The number of times the interval between the bound and the best solution is halved to obtain the assumed value.
    halvings: u32,
    /// The last value assumed in this run.
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

    /// Returns the upper bound to assume at the root for an objective between `least` and `greatest`.
    pub(super) fn next(&mut self, least: i32, greatest: i32) -> i32 {
        if self.assumed.is_some_and(|assumed| least > assumed) {
            self.halvings = (self.halvings - 1).max(1);
        }
        let width = i64::from(greatest) - i64::from(least);
        let assumed = least + (width >> self.halvings) as i32;
        self.assumed = Some(assumed);
        assumed
    }

    /// Ends a run.
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
        // The same run is back at the root, with neither a refutation nor a better solution.
        assert_eq!(probing.next(0, 100), 25);
        probing.end_run();
        assert_eq!(probing.next(0, 100), 12);
        // A refutation.
        assert_eq!(probing.next(13, 100), 13 + 21);
        assert_eq!(probing.next(35, 100), 35 + 32);
        assert_eq!(probing.next(68, 100), 68 + 16);
        // A run without an assumption changes nothing.
        probing.end_run();
        probing.end_run();
        assert_eq!(probing.next(i32::MIN / 2, i32::MAX / 2), -(1 << 29) - 1);
        for _ in 0..100 {
            probing.end_run();
            assert_eq!(probing.next(7, 8), 7);
        }
    }
}
