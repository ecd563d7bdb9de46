//! Items shared by the queens commands: the help headings and the board size.

use std::num::IntErrorKind::{NegOverflow, PosOverflow};

pub(super) const FIND: &str = "What to find";
pub(super) const SEARCH: &str = "How to search";
pub(super) const UNDERSTAND: &str = "To understand";
pub(super) const OUTPUT: &str = "Output";

pub(crate) fn board_size(given: &str) -> Result<u64, String> {
    let message = match given.parse::<i128>() {
        Ok(n @ 1..) => return u64::try_from(n).map_err(|_| "no board is that large".to_owned()),
        Err(e) if *e.kind() == PosOverflow => "no board is that large",
        Err(e) if *e.kind() != NegOverflow => "expected the number of columns, such as 8",
        _ => "a board needs at least 1 column",
    };
    Err(message.to_owned())
}
