//! Limits that apply before the search: a deadline and a cancel token, checked while a file is read and translated.

use solver_core::CancelToken;
use std::time::Instant;

/// The number of elements between two checks. Processing them takes about ten microseconds.
const INTERVAL: u32 = 256;

/// A deadline, a cancel token, or both; the default never stops anything.
///
/// ```
/// use flatzinc::{Fault, Limit, read_within};
/// use solver_core::CancelToken;
/// let (text, token) = (b"var 1..5: x; solve satisfy;", CancelToken::new());
/// assert!(read_within(text, None, Limit::new(None, &token)).is_ok());
/// token.cancel();
/// let stopped = read_within(text, None, Limit::new(None, &token)).unwrap_err();
/// assert_eq!(stopped.fault, Fault::Stopped);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limit {
    deadline: Option<Instant>,
    cancel: Option<CancelToken>,
    /// The number of elements until the next check.
    left: u32,
}

impl Limit {
    /// Creates a limit that stops at the deadline, if there is one, or when the token is cancelled.
    pub fn new(deadline: Option<Instant>, cancel: &CancelToken) -> Limit {
        Limit { deadline, cancel: Some(cancel.clone()), left: 0 }
    }

    /// Counts elements, and fails if a limit has been reached. Checks the limits at the first element and then once per
    /// 256 elements.
    #[inline]
    pub(crate) fn spend(&mut self, elements: u32) -> Result<(), Stopped> {
        match self.left.checked_sub(elements) {
            Some(left) if left > 0 => {
                self.left = left;
                Ok(())
            }
            _ => self.look(),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let is_over = self.cancel.as_ref().is_some_and(CancelToken::is_cancelled)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.left = if is_over { 0 } else { INTERVAL };
        if is_over { Err(Stopped) } else { Ok(()) }
    }
}

/// The error returned when the limit has been reached.
#[derive(Debug)]
pub(crate) struct Stopped;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_token_is_seen_within_so_many_elements() {
        for before in [0, 1, 255, 256, 257, 1_000] {
            for step in [1, 3, 1_000] {
                let token = CancelToken::new();
                let mut limit = Limit::new(None, &token);
                assert!((0..before).all(|_| limit.spend(step).is_ok()));
                token.cancel();
                let more = (0..1_000).take_while(|_| limit.spend(step).is_ok()).count() as u32;
                assert!(more * step <= INTERVAL, "{more} times {step} after {before}");
                assert!(limit.spend(1).is_err(), "it stays so");
            }
        }
    }
}
