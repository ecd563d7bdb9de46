//! Roots: the variables of the model. They hold values within the engine's limits, shifted or as two digits.

use super::equality_classes::Link;
use super::ranges::Ranges;
use super::var_map::{DIGIT, MappedVar};
use super::window::{ALL, Held, Hull, Window, window};
use solver_core::{Expr, IntVar, Label, Model, ModelError, Relates, ValueSet, View, any_of};

/// The representation of a root in the model.
#[derive(Clone, Copy)]
pub(super) enum Root {
    Constant(i128),
    Moved { variable: IntVar, by: i128 },
    Digits { high: IntVar, low: IntVar },
}

/// Declares a variable that represents an expression of the file with values `low..=high`.
pub(super) fn auxiliary(model: &mut Model, name: &str, (low, high): Hull) -> Result<Expr, ModelError> {
    let values = Ranges::between(low, high);
    let label = Label { introduced: true, ..Label::default() };
    let root = match window(&values, ALL, ALL) {
        Some(place) if low < high => placed(model, name, &label, &place)?,
        _ => Root::Constant(low),
    };
    Ok(mapped(root, Link { to: 0, negated: false, offset: 0 }).map_or_else(|| Expr::from(0), MappedVar::expr))
}

/// Declares variables for the values in a window.
pub(super) fn placed(model: &mut Model, name: &str, label: &Label, place: &Window) -> Result<Root, ModelError> {
    match place.held {
        Held::Moved(by) => {
            let values =
                ValueSet::from_ranges(place.values.as_slice().iter().map(|&(a, b)| (held(a - by), held(b - by))));
            let name = match by {
                0 => name.to_owned(),
                by if by < 0 => format!("{name} + {}", -by),
                by => format!("{name} - {by}"),
            };
            let variable = model.int(name, values)?;
            let values = label.values.clone().filter(|_| by == 0);
            model.label(variable, Label { values, ..*label })?;
            Ok(Root::Moved { variable, by })
        }
        Held::Digits => {
            let (digit, (low, high)) = (i128::from(DIGIT), place.values.bounds().unwrap_or((0, 0)));
            let leading = ValueSet::range(held(low.div_euclid(digit)), held(high.div_euclid(digit)));
            let high = model.int(format!("{name} div {DIGIT}"), leading)?;
            let low = model.int(format!("{name} mod {DIGIT}"), ValueSet::range(0, held(digit - 1)))?;
            keep(model, high, low, &place.values);
            Ok(Root::Digits { high, low })
        }
    }
}

/// Converts a value to 32 bits; the window guarantees that it fits.
fn held(value: i128) -> i32 {
    value.clamp(-i128::from(View::LIMIT), View::LIMIT.into()) as i32
}

/// Restricts a two-digit number to these values, by the minimum, the maximum and the gaps between them.
fn keep(model: &mut Model, high: IntVar, low: IntVar, values: &Ranges) {
    let number = Expr::weighted([(DIGIT, high.into()), (1, low.into())]);
    // Two digits span 60 bits, so the conversion is exact.
    let constant = |v: i128| Expr::from(v as i64);
    let Some((least, greatest)) = values.bounds() else { return };
    model.post(number.clone().at_least(constant(least)));
    model.post(number.clone().at_most(constant(greatest)));
    for gap in values.as_slice().windows(2) {
        let (below, above) = (number.clone().at_most(constant(gap[0].1)), number.clone().at_least(constant(gap[1].0)));
        model.post(any_of([Expr::from(below), Expr::from(above)]));
    }
}

/// Expresses a variable in terms of its root; returns `None` if a number in the computation does not fit into 64 bits.
pub(super) fn mapped(root: Root, link: Link) -> Option<MappedVar> {
    let negated = link.negated;
    Some(match root {
        Root::Constant(value) => MappedVar::Constant(i64::try_from(link.value(value)).ok()?),
        Root::Moved { variable, by } => {
            MappedVar::View { variable, negated, offset: i64::try_from(link.value(by)).ok()? }
        }
        Root::Digits { high, low } => {
            MappedVar::Digits { high, low, negated, offset: i64::try_from(link.offset).ok()? }
        }
    })
}
