//! The guard: how often the relaxation is solved, by what it has brought so far.
//!
//! The work of the simplex is a share of all other work. Solves without effect make the next ones rarer, and a
//! relaxation that brings little gets a smaller share.

/// What a solve has brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Nothing,
    /// A better bound of the objective, and nothing else.
    Objective,
    /// A bound of another column.
    Bound,
    Failure,
}

impl Effect {
    /// The value of the effect, in hundredths of that of a failure.
    fn worth(self) -> u32 {
        match self {
            Effect::Nothing => 0,
            Effect::Objective => 10,
            Effect::Bound => 50,
            Effect::Failure => 100,
        }
    }
}

/// Solves between two assessments.
const PERIOD: u32 = 64;

/// Mean worths: below the first the relaxation is solved less often, above the second more often.
const WORTHS: (u32, u32) = (5, 15);

/// The largest and the smallest share of the other work, in percent.
const SHARES: (i64, i64) = (50, 2);

/// The calls that may be skipped in a row: at first, and for a relaxation that brings nothing.
const SKIPS: (u32, u32) = (5, 1000);

/// Units of work granted in advance: about a fiftieth of a second.
const ADVANCE: i64 = 2_000_000;

/// Solves without effect for each skipped call.
const PATIENCE: u32 = 4;

/// See the [module page](self).
#[derive(Clone)]
pub(super) struct Guard {
    /// Units of work that the simplex may use.
    balance: i64,
    /// The total work at the last call.
    spent: i64,
    share: i64,
    most_skipped: u32,
    /// Solves without effect since the last effect, and calls left to skip.
    idle: u32,
    skip: u32,
    /// Solves since the last assessment, and their worth.
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

    /// Takes account of a solve, of its own work and of the total work after it.
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
