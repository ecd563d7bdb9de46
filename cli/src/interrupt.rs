//! Ctrl-C: once asks the search to stop and print what is known, twice ends at once.

use crate::exit::INTERRUPTED_TWICE;
use solver_core::CancelToken;

/// A token that Ctrl-C (or a termination signal) cancels.
pub(crate) fn token() -> anyhow::Result<CancelToken> {
    let token = CancelToken::new();
    let handle = token.clone();
    ctrlc::set_handler(move || {
        if handle.is_cancelled() {
            std::process::exit(INTERRUPTED_TWICE);
        }
        handle.cancel();
    })?;
    Ok(token)
}
