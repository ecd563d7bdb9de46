//! Parallel counting: threads take units in order, and results are stored by unit index.
//!
//! The assignment of units to threads is nondeterministic. Since results belong to units, the total is nevertheless the
//! same for any number of threads and after a killed run is resumed.

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

/// The progress of a count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The number of finished units, including those of earlier runs.
    pub done: usize,
    /// The total number of units.
    pub units: usize,
    /// The fraction of the estimated work that is done.
    pub fraction: f64,
    /// The fraction of the work already done in the checkpoint.
    pub resumed: f64,
    /// The time since this run began.
    pub elapsed: Duration,
}

impl Progress {
    /// The estimated remaining time at the current rate; `None` at the beginning.
    pub fn remaining(&self) -> Option<Duration> {
        let gained = self.fraction - self.resumed;
        if gained <= 0.0 {
            return None;
        }
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * (1.0 - self.fraction).max(0.0) / gained).ok()
    }
}

/// The outcome of a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every unit has been counted.
    Complete(Total),
    /// The count was cancelled.
    Stopped(Part),
}

/// The number of boards. It exists only when every unit has a result and all residues agree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Total {
    /// The number of ways to place the queens.
    pub boards: u128,
    /// The method.
    pub method: Method,
    /// The number of units.
    pub units: usize,
    /// The number of units found in the checkpoint.
    pub resumed: usize,
    /// The time of this run.
    pub elapsed: Duration,
}

/// The partial result of a cancelled count.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Part {
    /// A lower bound on the number of boards.
    pub at_least: u128,
    /// The number of finished units.
    pub done: usize,
    /// The total number of units.
    pub units: usize,
}

/// The maximum time between two progress reports.
const TICK: Duration = Duration::from_millis(100);

impl Plan {
    /// Counts the boards. `progress` is called about ten times a second.
    ///
    /// # Errors
    /// [`CountError::Disagreement`] if the machine or the program miscounted.
    pub fn run(&self, cancel: &CancelToken, progress: &mut dyn FnMut(Progress)) -> Result<Outcome, CountError> {
        self.count(None, cancel, progress)
    }

    /// Counts the units missing from the checkpoint, and keeps the checkpoint up to date. If the process is killed, the
    /// next call continues from the last write. A complete checkpoint is kept, so another call returns the total at
    /// once.
    ///
    /// # Errors
    /// [`CountError::Checkpoint`] if the file is not a checkpoint of this count (it is left unchanged) or cannot be
    /// written; [`CountError::Disagreement`] if the machine or the program miscounted.
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
        let (known, last_save, last_report) = (fraction(&work, &results), started, started);
        let mut monitor =
            Monitor { started, last_save, last_report, place, identity: &identity, work: &work, known, progress };
        self.fill(&mut results, &mut monitor, cancel)?;
        monitor.report(&results);
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

    /// Counts the missing units in parallel.
    fn fill(&self, results: &mut Results, monitor: &mut Monitor<'_>, cancel: &CancelToken) -> Result<(), CountError> {
        let missing: Vec<usize> = (0..monitor.work.len()).filter(|unit| !results.contains_key(unit)).collect();
        let next = AtomicUsize::new(0);
        let (sender, arrivals) = mpsc::channel();
        // Stops the workers when the count is cancelled or the checkpoint cannot be written.
        let stop = CancelToken::new();
        let ended = thread::scope(|scope| {
            for _ in 0..self.threads.get().min(missing.len()) {
                let (sender, missing, next, stop) = (sender.clone(), &missing, &next, &stop);
                scope.spawn(move || {
                    let mut count = self.kernel.worker(self.scalar);
                    while let Some(&unit) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        // Sending fails if the receiver has stopped.
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
                if let Err(error) = monitor.save_and_report_when_due(results) {
                    break Err(error);
                }
            };
            stop.cancel();
            ended
        });
        ended?;
        monitor.save(results)
    }
}

/// Writes the checkpoint and reports the progress at regular intervals.
struct Monitor<'a> {
    started: Instant,
    last_save: Instant,
    last_report: Instant,
    /// The checkpoint file, and the time between two writes.
    place: Option<(Place, Duration)>,
    identity: &'a Identity,
    work: &'a [f64],
    /// The fraction of the work that was done before this run.
    known: f64,
    progress: &'a mut dyn FnMut(Progress),
}

impl Monitor<'_> {
    fn save_and_report_when_due(&mut self, results: &Results) -> Result<(), CountError> {
        if self.place.as_ref().is_some_and(|&(_, interval)| self.last_save.elapsed() >= interval) {
            self.save(results)?;
        }
        if self.last_report.elapsed() >= TICK {
            self.report(results);
        }
        Ok(())
    }

    fn save(&mut self, results: &Results) -> Result<(), CountError> {
        if let Some((place, _)) = &mut self.place {
            place.write(&text(self.identity, results))?;
            self.last_save = Instant::now();
        }
        Ok(())
    }

    fn report(&mut self, results: &Results) {
        self.last_report = Instant::now();
        (self.progress)(Progress {
            done: results.len(),
            units: self.work.len(),
            fraction: fraction(self.work, results),
            resumed: self.known,
            elapsed: self.started.elapsed(),
        });
    }
}

/// The fraction of the work that is done.
fn fraction(work: &[f64], results: &Results) -> f64 {
    if results.len() == work.len() {
        return 1.0;
    }
    let done: f64 = results.keys().map(|&unit| work[unit]).sum();
    (done / work.iter().sum::<f64>()).min(1.0)
}
