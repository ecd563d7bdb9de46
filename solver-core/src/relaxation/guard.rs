//! The guard: decides how often the relaxation is solved, from the effects of earlier solves.
//!
//! The work of the simplex is limited to a share of all other work. After solves without effect, more calls are
//! skipped, and a relaxation with little effect gets a smaller share.

/// The effect of a solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Nothing,
    /// Only a better objective bound.
    Objective,
    /// A better bound on another column.
    Bound,
    Failure,
}

impl Effect {
    /// The value of the effect, in hundredths of the value of a failure.
    fn worth(self) -> u32 {
        match self {
            Effect::Nothing => 0,
            Effect::Objective => 10,
            Effect::Bound => 50,
            Effect::Failure => 100,
        }
    }
}

/// The number of solves between two assessments.
const PERIOD: u32 = 64;

/// Thresholds of the mean worth: below the first, the relaxation is solved less often, and above the second, more
/// often.
const WORTHS: (u32, u32) = (5, 15);

/// The largest and smallest share of the other work, in percent.
const SHARES: (i64, i64) = (50, 2);

/// The maximum number of consecutive skipped calls: initially, and for a relaxation without effect.
const SKIPS: (u32, u32) = (5, 1000);

/// The work units granted in advance: about a fiftieth of a second.
const ADVANCE: i64 = 2_000_000;

/// The number of consecutive solves without effect after which one more call is skipped between solves.
const PATIENCE: u32 = 4;

/// See the [module page](self).
#[derive(Clone)]
pub(super) struct Guard {
    /// The work units that the simplex may use.
    balance: i64,
    /// The total work at the last call.
    spent: i64,
    share: i64,
    most_skipped: u32,
    /// The number of solves since the last effect, and the number of calls still to be skipped.
    idle: u32,
    skip: u32,
    /// The number of solves since the last assessment, and their total worth.
    solves: u32,
    worth: u32,
}

impl Guard {
    pub(super) fn new(spent: i64) -> Guard {
        Guard { balance: ADVANCE, spent, share: SHARES.0, most_skipped: SKIPS.0, idle: 0, skip: 0, solves: 0, worth: 0 }
    }

    /// Whether to solve now, given the total work so far.
    pub(super) fn admits(&mut self, spent: i64) -> bool {
        self.balance += (spent - self.spent).max(0) * self.share / 100;
        self.spent = spent;
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        self.balance >= 0
    }

    /// Records a solve: its effect, its own work, and the total work after it.
    pub(super) fn assess(&mut self, effect: Effect, work: i64, spent: i64) {
        self.balance -= work;
        self.spent = spent;
        self.idle = if effect == Effect::Nothing { self.idle + 1 } else { 0 };
        self.skip = (self.idle / PATIENCE).min(self.most_skipped);
        self.solves += 1;
        self.worth += effect.worth();
        if self.solves == PERIOD {
            let mean = self.worth / PERIOD;
            (self.solves, self.worth) = (0, 0);
            if mean < WORTHS.0 {
                self.share = (self.share / 2).max(SHARES.1);
                self.most_skipped = (self.most_skipped * 2).min(SKIPS.1);
            } else if mean > WORTHS.1 {
                self.share = (self.share * 2).min(SHARES.0);
                self.most_skipped = (self.most_skipped / 2).max(SKIPS.0);
            }
        }
    }
}
