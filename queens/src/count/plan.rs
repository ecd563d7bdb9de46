//! The plan of a count: its size, method and estimated cost.

use super::Method;
use super::bits::{self, Bits};
use super::checkpoint::Identity;
use super::error::CountError;
use super::kernel::Kernel;
use super::quadrants::Quadrants;
use solver_core::CancelToken;
use std::num::NonZero;
use std::time::Duration;

/// A count that is ready to run.
///
/// ```
/// use queens::count::{Method, Outcome, Plan};
/// use solver_core::CancelToken;
/// let plan = Plan::new(12, Method::Quadrants, std::num::NonZero::<usize>::MIN)?;
/// let outcome = plan.run(&CancelToken::new(), &mut |_| {})?;
/// assert!(matches!(outcome, Outcome::Complete(total) if total.boards == 14_200));
/// # Ok::<(), queens::count::CountError>(())
/// ```
#[derive(Debug)]
pub struct Plan {
    pub(super) n: u32,
    pub(super) method: Method,
    pub(super) threads: NonZero<usize>,
    pub(super) scalar: bool,
    pub(super) kernel: Box<dyn Kernel>,
}

/// The estimated cost of a count, from a model fitted to measurements on one machine. During a run, its
/// [`Progress`](super::Progress) soon gives better estimates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The time.
    pub time: Duration,
    /// The memory, in bytes.
    pub memory: u64,
}

impl Plan {
    /// Prepares to count the placements of `n` queens on an `n × n` board with the given number of threads.
    ///
    /// # Errors
    /// [`CountError::Size`] if `n` is 0 or larger than [`Method::largest`].
    pub fn new(n: u32, method: Method, threads: NonZero<usize>) -> Result<Plan, CountError> {
        if n == 0 || n > method.largest() {
            return Err(CountError::Size { n, method });
        }
        Ok(Plan { n, method, threads, scalar: false, kernel: kernel(n, method) })
    }

    /// Disables the vector lanes of [`Method::Bits`], for measurements.
    #[must_use]
    pub fn scalar(self) -> Plan {
        Plan { scalar: true, ..self }
    }

    /// The number of queens.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The number of threads.
    pub fn threads(&self) -> NonZero<usize> {
        self.threads
    }

    /// The vector instructions in use: `AVX-512`, `AVX2`, `portable` or `scalar`.
    pub fn instructions(&self) -> &'static str {
        if self.scalar && self.method == Method::Bits { "scalar" } else { bits::instructions() }
    }

    /// The number of units of work. Each unit can be counted [separately](Plan::count_unit), even by another process.
    pub fn units(&self) -> usize {
        self.kernel.work().len()
    }

    /// Counts one unit; returns `None` if cancelled.
    ///
    /// The sum over all units from 0 to [`units`](Plan::units) − 1 is the number of boards times the
    /// [scale](Plan::scale).
    ///
    /// ```
    /// use queens::count::{Method, Plan};
    /// use solver_core::CancelToken;
    /// let plan = Plan::new(10, Method::Bits, std::num::NonZero::<usize>::MIN)?;
    /// let mut boards = 0;
    /// for unit in 0..plan.units() {
    ///     boards += plan.count_unit(unit, &CancelToken::new())?.expect("no cancellation");
    /// }
    /// assert_eq!(boards, 724 * u128::from(plan.scale()));
    /// # Ok::<(), queens::count::CountError>(())
    /// ```
    ///
    /// # Errors
    /// [`CountError::Disagreement`] if the machine or the program miscounted.
    ///
    /// # Panics
    /// If the unit does not exist.
    pub fn count_unit(&self, unit: usize, cancel: &CancelToken) -> Result<Option<u128>, CountError> {
        match self.kernel.worker(self.scalar)(unit, cancel) {
            Some(tally) if !tally.agrees() => Err(CountError::Disagreement),
            tally => Ok(tally.map(|tally| tally.count)),
        }
    }

    /// The factor by which unit counts exceed the number of boards. It is more than 1 for methods that count several
    /// symmetric forms of a board, or fractions of boards.
    pub fn scale(&self) -> u64 {
        self.kernel.scale()
    }

    /// The estimated cost.
    pub fn estimate(&self) -> Estimate {
        let work: f64 = self.kernel.work().iter().sum();
        let seconds = work * 1e-9 / self.threads.get() as f64;
        let seconds = if self.scalar { seconds * bits::SCALAR_COST } else { seconds };
        // Add memory for the program itself and the stacks of the threads.
        let memory = self.kernel.memory(self.threads.get()) + 3e6;
        Estimate { time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX), memory: memory as u64 }
    }

    pub(super) fn identity(&self, units: usize) -> Identity {
        Identity { n: self.n, method: self.method, enumeration: self.kernel.enumeration(), units }
    }
}

/// Creates the kernel of a method.
fn kernel(n: u32, method: Method) -> Box<dyn Kernel> {
    match method {
        // A board of one row has no quarters.
        Method::Quadrants if n > 1 => Box::new(Quadrants::new(n)),
        Method::Bits | Method::Quadrants => Box::new(Bits::new(n)),
    }
}
