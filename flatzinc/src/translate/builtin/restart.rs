//! Values that a model reads at each restart: `on_restart` of MiniZinc. These constraints post nothing; the protocol
//! assigns their variables.

use super::posting::{Done, Posting};
use super::{Builtin, builtin};
use crate::translate::error::TranslateError;

/// The common prefix of these constraints' names.
pub const ON_RESTART: &str = "fzn_on_restart_";

pub(super) const TABLE: &[Builtin] = &[
    builtin("fzn_on_restart_status", 1, nothing).no_bounds().unmoved(),
    // The bounds of the uniform distribution, and the variable.
    builtin("fzn_on_restart_uniform_int", 3, nothing).no_bounds().unmoved(),
    // The variable that is read, and the variable that takes its value.
    builtin("fzn_on_restart_last_val_int", 2, nothing).no_bounds().unmoved(),
    builtin("fzn_on_restart_last_val_bool", 2, nothing).of_truths(),
    builtin("fzn_on_restart_sol_int", 2, nothing).no_bounds().unmoved(),
    builtin("fzn_on_restart_sol_bool", 2, nothing).of_truths(),
    builtin("fzn_on_restart_complete", 1, nothing).of_truths(),
];

fn nothing(p: &mut Posting<'_, '_>) -> Done {
    match p.rule.condition {
        None => Ok(()),
        Some(_) => Err(TranslateError::UnknownConstraint {
            location: p.call.instance().location(p.call.place()),
            name: p.call.name().to_owned(),
        }),
    }
}
