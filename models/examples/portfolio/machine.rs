//! Checks whether two cores are really available.
//!
//! A virtual machine may claim two cores that, for some seconds, are two hyperthreads of one core or are shared with
//! other machines; two parallel tasks then take up to twice as long. Two threads that multiply numbers in registers
//! share neither memory nor caches: if each is as fast as a single thread, other pairs of independent tasks do not slow
//! each other down either.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The maximum slowdown of two threads compared with one.
const CALM: f64 = 1.1;

/// The maximum time to wait for two cores. Most disturbances are shorter.
const PATIENCE: Duration = Duration::from_secs(3);

/// The number of multiplications in each thread, which take 0.1 to 0.2 milliseconds.
const MULTIPLICATIONS: usize = 200_000;

/// The number of initial runs of one thread, of which the fastest counts.
const RUNS: usize = 1_000;

/// The number of threads that have reached the start.
static READY: AtomicUsize = AtomicUsize::new(0);

/// The times at which the multiplications began and ended.
type Span = (Instant, Instant);

pub(crate) struct Machine {
    /// The running time of a single undisturbed thread.
    fastest: Duration,
    /// The channels to the second thread. The thread is reused, because new threads would fragment the searches'
    /// memory.
    ask: SyncSender<()>,
    answer: Receiver<Span>,
}

impl Machine {
    pub(crate) fn new() -> Machine {
        let alone = |_| {
            let (begun, ended) = multiply();
            ended - begun
        };
        let (ask, requests) = sync_channel(1);
        let (report, answer) = sync_channel(1);
        std::thread::spawn(move || {
            while requests.recv().is_ok() {
                // A thread that has slept resumes on an idle core.
                std::thread::sleep(Duration::from_nanos(1));
                if report.send(start()).is_err() {
                    return;
                }
            }
        });
        Machine { fastest: (0..RUNS).map(alone).min().unwrap_or_default(), ask, answer }
    }

    /// Whether both cores are available now.
    pub(crate) fn is_calm(&self) -> bool {
        self.together().is_some_and(|time| time.as_secs_f64() <= CALM * self.fastest.as_secs_f64())
    }

    /// Waits a limited time for both cores to become available.
    pub(crate) fn settle(&self) {
        let begun = Instant::now();
        while !self.is_calm() && begun.elapsed() < PATIENCE {}
    }

    /// Runs both threads; returns the time from the first start to the last end.
    fn together(&self) -> Option<Duration> {
        READY.store(0, Ordering::Relaxed);
        self.ask.send(()).ok()?;
        let (begun, ended) = start();
        let (first, last) = self.answer.recv().ok()?;
        Some(ended.max(last) - begun.min(first))
    }
}

/// Multiplies as soon as both threads are ready. Waits for the other thread without sleeping, because waking up takes
/// too long.
fn start() -> Span {
    READY.fetch_add(1, Ordering::Relaxed);
    while READY.load(Ordering::Relaxed) < 2 {
        std::hint::spin_loop();
    }
    multiply()
}

/// Keeps a core busy with independent chains of multiplications.
fn multiply() -> Span {
    let begun = Instant::now();
    let mut numbers: [u64; 8] = std::array::from_fn(|k| black_box(k as u64 + 3));
    for _ in 0..MULTIPLICATIONS {
        numbers = numbers.map(|x| x.wrapping_mul(x));
    }
    black_box(numbers);
    (begun, Instant::now())
}
