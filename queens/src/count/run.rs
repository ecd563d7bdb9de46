//! Counting with threads: units are taken in order, results entered by number.
//!
//! The assignment of units to threads is nondeterministic; a result belongs to its unit, so the total is the same for
//! any number of threads, and for a run that was killed and resumed.

use super::checkpoint::{Checkpoint, Identity, text};
use super::error::CountError;
use super::place::Place;
use super::tally::{Results, sum};
use super::{Method, Plan};
use solver_core::CancelToken;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How far a count has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Units that are done, with those of earlier runs.
    pub done: usize,
    /// All units.
    pub units: usize,
    /// The part of the work that is done, from 0 to 1: units by their estimated work.
    pub fraction: f64,
    /// The part that this run found done in its checkpoint.
    pub resumed: f64,
    /// Since this run began.
    pub elapsed: Duration,
}

impl Progress {
    /// How long the rest will take if it goes on like this; unknown at the beginning.
    pub fn remaining(&self) -> Option<Duration> {
        let gained = self.fraction - self.resumed;
        if gained <= 0.0 {
            return None;
        }
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * (1.0 - self.fraction).max(0.0) / gained).ok()
    }
}

/// How a count ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every unit has been counted.
    Complete(Total),
    /// Cancelled before that.
    Stopped(Part),
}

/// The number of boards. It exists only when every unit of work has its result and all residues agree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Total {
    /// The number of ways to place the queens.
    pub boards: u128,
    /// How they were counted.
    pub method: Method,
    /// How many units there were.
    pub units: usize,
    /// How many of them a checkpoint had.
    pub resumed: usize,
    /// How long this run took.
    pub elapsed: Duration,
}

/// What a stopped count knows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Part {
    /// There are at least this many boards.
    pub at_least: u128,
    /// Units that are done.
    pub done: usize,
    /// All units.
    pub units: usize,
}

/// The maximum time between two progress reports.
const TICK: Duration = Duration::from_millis(100);

impl Plan {
    /// Counts. `progress` is called about ten times a second.
    ///
    /// # Errors
    /// [`CountError::Disagreement`] if the machine or the program miscounted.
    pub fn run(&self, cancel: &CancelToken, progress: &mut dyn FnMut(Progress)) -> Result<Outcome, CountError> {
        self.count(None, cancel, progress)
    }

    /// Counts what the checkpoint does not know yet, and keeps it up to date. Killed at
    /// any moment, the next call goes on from what was written last. When the count is complete,
    /// the file is kept: calling again answers at once.
    ///
    /// # Errors
    /// [`CountError::Checkpoint`] if the file is not a checkpoint of this count, which leaves it as it is, or
    /// cannot be written; [`CountError::Disagreement`] if the machine or the program miscounted.
    pub fn resume(
        &self,
        checkpoint: &Checkpoint,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Outcome, CountError> {
        self.count(Some(checkpoint), cancel, progress)
    }

    fn count(
        &self,
        checkpoint: Option<&Checkpoint>,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Outcome, CountError> {
        let (started, work) = (Instant::now(), self.kernel.work());
        let identity = self.identity(work.len());
        let (place, mut results) = match checkpoint {
            Some(checkpoint) => {
                let (place, results) = checkpoint.open(&identity)?;
                (Some((place, checkpoint.interval())), results)
            }
            None => (None, Results::new()),
        };
        let (resumed, units) = (results.len(), work.len());
        let (known, saved, told) = (fraction(&work, &results), started, started);
        let mut clerk = Clerk { started, saved, told, place, identity: &identity, work: &work, known, progress };
        self.fill(&mut results, &mut clerk, cancel)?;
        clerk.tell(&results);
        let (total, scale) = (sum(&results), u128::from(self.kernel.scale()));
        if results.len() < units {
            return Ok(Outcome::Stopped(Part { at_least: total.count / scale, done: results.len(), units }));
        }
        if !total.agrees() || total.count % scale != 0 {
            return Err(CountError::Disagreement);
        }
        let boards = total.count / scale;
        Ok(Outcome::Complete(Total { boards, method: self.method, units, resumed, elapsed: started.elapsed() }))
    }

    /// Lets the threads count the units that are missing.
    fn fill(&self, results: &mut Results, clerk: &mut Clerk<'_>, cancel: &CancelToken) -> Result<(), CountError> {
        let missing: Vec<usize> = (0..clerk.work.len()).filter(|unit| !results.contains_key(unit)).collect();
        let next = AtomicUsize::new(0);
        let (sender, arrivals) = mpsc::channel();
        // Also when the checkpoint cannot be written.
        let stop = CancelToken::new();
        let ended = thread::scope(|scope| {
            for _ in 0..self.threads.get().min(missing.len()) {
                let (sender, missing, next, stop) = (sender.clone(), &missing, &next, &stop);
                scope.spawn(move || {
                    let mut count = self.kernel.worker(self.scalar);
                    while let Some(&unit) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        // Nobody listens any more if sending fails.
                        match count(unit, stop) {
                            Some(tally) if sender.send((unit, tally)).is_ok() => (),
                            _ => return,
                        }
                    }
                });
            }
            drop(sender);
            let ended = loop {
                if cancel.is_cancelled() {
                    stop.cancel();
                }
                match arrivals.recv_timeout(TICK) {
                    Ok((_, tally)) if !tally.agrees() => break Err(CountError::Disagreement),
                    Ok((unit, tally)) => _ = results.insert(unit, tally),
                    Err(RecvTimeoutError::Timeout) => (),
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
                if let Err(error) = clerk.look(results) {
                    break Err(error);
                }
            };
            stop.cancel();
            ended
        });
        ended?;
        clerk.save(results)
    }
}

/// Writes the checkpoint and reports the progress, each when it is time.
struct Clerk<'a> {
    started: Instant,
    saved: Instant,
    told: Instant,
    /// The file, and the time between two writings.
    place: Option<(Place, Duration)>,
    identity: &'a Identity,
    work: &'a [f64],
    /// The part of the work that was done before.
    known: f64,
    progress: &'a mut dyn FnMut(Progress),
}

impl Clerk<'_> {
    fn look(&mut self, results: &Results) -> Result<(), CountError> {
        if self.place.as_ref().is_some_and(|&(_, interval)| self.saved.elapsed() >= interval) {
            self.save(results)?;
        }
        if self.told.elapsed() >= TICK {
            self.tell(results);
        }
        Ok(())
    }

    fn save(&mut self, results: &Results) -> Result<(), CountError> {
        if let Some((place, _)) = &mut self.place {
            place.write(&text(self.identity, results))?;
            self.saved = Instant::now();
        }
        Ok(())
    }

    fn tell(&mut self, results: &Results) {
        self.told = Instant::now();
        (self.progress)(Progress {
            done: results.len(),
            units: self.work.len(),
            fraction: fraction(self.work, results),
            resumed: self.known,
            elapsed: self.started.elapsed(),
        });
    }
}

/// The part of the work that is done.
fn fraction(work: &[f64], results: &Results) -> f64 {
    if results.len() == work.len() {
        return 1.0;
    }
    let done: f64 = results.keys().map(|&unit| work[unit]).sum();
    (done / work.iter().sum::<f64>()).min(1.0)
}
