//! The trust in a recording: whether its reasons were verified.

/// Whether the reasons in a recording were verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Every inference was verified when it was recorded ([`Check`](crate::Check)).
    Checked,
    /// The reasons come from a file and were not verified.
    Unchecked,
}

impl Trust {
    pub(super) fn describe(self, inferences: usize) -> String {
        match (self, inferences) {
            (Trust::Checked, 1) => "The inference was checked by its constraint.".to_owned(),
            (Trust::Checked, n) => format!("Each of the {n} inferences was checked by its constraint."),
            (Trust::Unchecked, _) => "Taken from the trace: there is no solver here to check it.".to_owned(),
        }
    }
}
