//! Derives the inferences of `maximum` and `minimum` from their rows, reduced by the bounds.
//!
//! The maximum is not less than any view, and not greater than a *chosen* view. The minimum is the mirror image.

use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::lines::{Ended, Lines, PROVES};
use crate::model::rows::{Literal, Rows};
use crate::view::View;

/// The name of the literal stating that a view is chosen.
fn chosen(i: usize) -> String {
    format!("argument_{i}_is_chosen")
}

/// Writes rows stating that no view is beyond the result, and that exactly the views that are not chosen differ from
/// it.
pub(crate) fn extreme_rows(m: View, xs: &[View], is_minimum: bool, rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() || xs.is_empty() {
        return Ok(false);
    }
    let mut terms: Vec<(i64, Literal)> = Vec::with_capacity(xs.len());
    for (i, &x) in xs.iter().enumerate() {
        let (low, high) = if is_minimum { (m, x) } else { (x, m) };
        let is_chosen = rows.selector(&chosen(i))?;
        rows.at_most(("within", i as i64), &[(1, low), (-1, high)], 0, Literal::TRUE)?;
        rows.at_most(("chosen", i as i64), &[(1, high), (-1, low)], 0, is_chosen)?;
        rows.at_most(("other", i as i64), &[(1, low), (-1, high)], -1, !is_chosen)?;
        terms.push((1, is_chosen));
    }
    rows.row("one", 0, terms, 1)?;
    Ok(true)
}

/// Uses the bounds to reduce each row to a contradiction, or to the fact that its view is not chosen.
pub(crate) fn derive_extreme(m: View, xs: &[View], is_minimum: bool, lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    for (i, &x) in xs.iter().enumerate() {
        let (low, high) = if is_minimum { (m, x) } else { (x, m) };
        for (row, one, other) in [("within", low, high), ("chosen", high, low)] {
            let (least, most) = (lines.bounds(one).0, lines.bounds(other).1);
            if least > most {
                lines.linear((row, i as i64), &[Atom::at_least(one, least), Atom::at_most(other, most)])?;
                if row == "chosen" {
                    let is_chosen = lines.selector(&chosen(i));
                    lines.clause(&[!is_chosen])?;
                }
            }
        }
    }
    Ok(())
}
