//! Whether the two cores are two.
//!
//! On a virtual machine that is not for the user to see: what it calls two cores may be the two halves of one for some seconds, or shared with
//! strangers, and then what runs beside something else takes up to twice as long. Two threads that multiply numbers in registers share
//! neither memory nor caches: if each of them is as fast as one alone, so is anything else that does not get in its own way.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How much longer two threads may take than one alone.
const CALM: f64 = 1.1;

/// To wait for two cores; longer than the spells of most machines.
const PATIENCE: Duration = Duration::from_secs(3);

/// One thread does them in a tenth of a millisecond or two.
const MULTIPLICATIONS: usize = 200_000;

/// Runs of one thread at the start; some take longer than others.
const RUNS: usize = 1_000;

/// How many of the two threads have come to the start.
static READY: AtomicUsize = AtomicUsize::new(0);

/// When the multiplications began and ended.
type Span = (Instant, Instant);

pub(crate) struct Machine {
    /// What one thread alone takes when nothing is in its way.
    fastest: Duration,
    /// Of the other thread, which stays: new ones would leave memory behind, among that of the searches.
    ask: SyncSender<()>,
    answer: Receiver<Span>,
}

impl Machine {
    pub(crate) fn new() -> Machine {
        let alone = |_| {
            let (begun, ended) = multiply();
            ended - begun
        };
        let (ask, asked) = sync_channel(1);
        let (told, answer) = sync_channel(1);
        std::thread::spawn(move || {
            while asked.recv().is_ok() {
                // Who has slept begins on an idle core.
                std::thread::sleep(Duration::from_nanos(1));
                if told.send(start()).is_err() {
                    return;
                }
            }
        });
        Machine { fastest: (0..RUNS).map(alone).min().unwrap_or_default(), ask, answer }
    }

    /// Whether both cores are there now.
    pub(crate) fn is_calm(&self) -> bool {
        self.together().is_some_and(|time| time.as_secs_f64() <= CALM * self.fastest.as_secs_f64())
    }

    /// Waits until they are, if it is not too long.
    pub(crate) fn settle(&self) {
        let begun = Instant::now();
        while !self.is_calm() && begun.elapsed() < PATIENCE {}
    }

    /// From the first one's beginning to the last one's end.
    fn together(&self) -> Option<Duration> {
        READY.store(0, Ordering::Relaxed);
        self.ask.send(()).ok()?;
        let (begun, ended) = start();
        let (first, last) = self.answer.recv().ok()?;
        Some(ended.max(last) - begun.min(first))
    }
}

/// Waits for the other one, awake: to be modified takes too long.
fn start() -> Span {
    READY.fetch_add(1, Ordering::Relaxed);
    while READY.load(Ordering::Relaxed) < 2 {
        std::hint::spin_loop();
    }
    multiply()
}

/// There are enough of them at a time to keep a core busy.
fn multiply() -> Span {
    let begun = Instant::now();
    let mut numbers: [u64; 8] = std::array::from_fn(|k| black_box(k as u64 + 3));
    for _ in 0..MULTIPLICATIONS {
        numbers = numbers.map(|x| x.wrapping_mul(x));
    }
    black_box(numbers);
    (begun, Instant::now())
}
