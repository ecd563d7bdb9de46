//! Boards of queens, counted by bits in numbered pieces.

use crate::exit::BadInput;
use cluster::{JobError, Pieces};
use queens::count::{Method, Plan};
use solver_core::CancelToken;
use std::num::NonZero;

/// A count by [`Method::Bits`].
#[derive(Debug)]
pub(super) struct Boards {
    plan: Plan,
    title: String,
}

impl Boards {
    /// Reads the words of a subject: `queens N`.
    pub(super) fn of(words: &[String]) -> Result<Boards, BadInput> {
        let [kind, n] = words else {
            return Err(BadInput("--method bits counts `queens N`".to_owned()));
        };
        let n = match n.parse() {
            Ok(n) if kind == "queens" => n,
            _ => return Err(BadInput(format!("--method bits counts `queens N`, not `{kind} {n}`"))),
        };
        let plan = Plan::new(n, Method::Bits, NonZero::<usize>::MIN).map_err(|error| BadInput(error.to_string()))?;
        Ok(Boards { plan, title: format!("{} (bits)", crate::wording::queens(n.into())) })
    }

    pub(super) fn title(&self) -> &String {
        &self.title
    }

    /// A name that follows from the count and from how it is cut into pieces.
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
