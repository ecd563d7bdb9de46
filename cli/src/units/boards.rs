//! Counts n-queens solutions with the bit-parallel kernel, in numbered pieces of work.

use crate::exit::{BadInput, bad, reject};
use cluster::{JobError, Pieces};
use queens::count::{Method, Plan};
use solver_core::CancelToken;
use std::num::NonZero;

/// A count with [`Method::Bits`].
#[derive(Debug)]
pub(super) struct Boards {
    plan: Plan,
    title: String,
}

impl Boards {
    /// Parses the words of a subject: `queens N`.
    pub(super) fn parse(words: &[String]) -> Result<Boards, BadInput> {
        let [kind, n] = words else { reject!("--method bits counts `queens N`") };
        let n = match n.parse() {
            Ok(n) if kind == "queens" => n,
            _ => reject!("--method bits counts `queens N`, not `{kind} {n}`"),
        };
        let plan = Plan::new(n, Method::Bits, NonZero::<usize>::MIN).map_err(bad)?;
        Ok(Boards { plan, title: format!("{} (bits)", crate::wording::plural(n, "queen")) })
    }

    pub(super) fn title(&self) -> &String {
        &self.title
    }

    /// Returns a name that identifies the count and its division into pieces.
    pub(super) fn fingerprint(&self) -> String {
        format!("{} {} in {} pieces", self.plan.method().name(), self.plan.n(), self.plan.units())
    }
}

impl Pieces for Boards {
    fn number(&self) -> u32 {
        u32::try_from(self.plan.units()).unwrap_or(u32::MAX)
    }

    fn count(&self, piece: u32, cancel: &CancelToken) -> Result<Option<u128>, JobError> {
        self.plan.count_unit(piece as usize, cancel).map_err(|_| JobError::Miscounted(piece))
    }
}
