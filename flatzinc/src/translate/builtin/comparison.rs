//! Comparisons of two integers, of two truth values, and of a weighted sum of integers or truth values with a number.

use super::arguments::{Arguments, Read};
use super::linear_form::LinearForm;
use super::posting::{Done, Posting};
use super::premises::{Part, Premises, Sum};
use super::spelt_out::Equation;
use super::{Builtin, Positive, Relation, Words, builtin};
use solver_core::{Consistency, Expr};

pub(super) const INTS: &[Builtin] = &comparisons(
    ["int_eq", "int_ne", "int_le", "int_lt", "int_ge", "int_gt"],
    builtin("", 2, |p| p.post_at_level(p.called.relation().between(p.int(0)?, p.int(1)?), 0..2))
        .compares(Relation::Equal, |p| Ok(Sum::new([(1, p.int(0)?), (-1, p.int(1)?)], p.called.relation())))
        .presolved(Sum::form)
        .words(Words::Ints),
    Positive::None,
);

pub(super) const TRUTHS: &[Builtin] = &comparisons(
    ["bool_eq", "bool_ne", "bool_le", "bool_lt", "bool_ge", "bool_gt"],
    builtin("", 2, |p| p.post(p.called.relation().between(p.truth(0)?, p.truth(1)?)))
        .compares(Relation::Equal, truths)
        .presolved(Sum::form)
        .words(Words::Truths),
    Positive::Arguments(&[1]),
);

pub(super) const SUMS_OF_INTS: &[Builtin] = &comparisons(
    ["int_lin_eq", "int_lin_ne", "int_lin_le", "int_lin_lt", "int_lin_ge", "int_lin_gt"],
    builtin("", 3, post_sum_of_ints)
        .compares(Relation::Equal, |p| weighted(p, p.ints(1)?))
        .presolved(Sum::form)
        .words(Words::Sum),
    Positive::NegativeTerms,
);

pub(super) const SUMS_OF_TRUTHS: &[Builtin] = &comparisons(
    ["bool_lin_eq", "bool_lin_ne", "bool_lin_le", "bool_lin_lt", "bool_lin_ge", "bool_lin_gt"],
    builtin("", 3, |p| p.post(p.called.relation().between(weigh(p, p.truths(1)?)?, p.int(2)?)))
        .compares(Relation::Equal, |p| weighted(p, p.truths(1)?)),
    Positive::None,
);

const RELATIONS: [Relation; 6] =
    [Relation::Equal, Relation::Differs, Relation::AtMost, Relation::Less, Relation::AtLeast, Relation::Greater];

/// Builds a builtin for each relation. `positive` applies only to `<=`.
const fn comparisons(names: [&'static str; 6], like: Builtin, positive: Positive) -> [Builtin; 6] {
    let mut all = [like; 6];
    let mut i = 0;
    while i < all.len() {
        all[i].name = names[i];
        if let Some((_, sum)) = like.sum {
            all[i].sum = Some((RELATIONS[i], sum));
        }
        i += 1;
    }
    all[2].positive = positive;
    all
}

/// Returns the sum that expresses a comparison of two truth values. Two truth values differ if their sum is 1.
pub(super) fn truths(p: &Premises<'_>) -> Read<Sum> {
    let (x, y) = (p.truth(0)?, p.truth(1)?);
    Ok(match p.called.relation() {
        Relation::Differs => contrary(x, y),
        relation => Sum::new([(1, x), (-1, y)], relation),
    })
}

/// Builds `x + y = 1`.
pub(super) fn contrary(x: Part, y: Part) -> Sum {
    Sum::new([(1, x), (1, y), (-1, Part::constant(1))], Relation::Equal)
}

/// Returns the linear form of `x xor y = z`, if it has one, or of `x xor y` for two arguments.
pub(super) fn exclusive(p: &Premises<'_>) -> Read<LinearForm> {
    let z = if p.count() == 2 { Part::constant(1) } else { p.truth(2)? };
    let mut parts = vec![p.truth(0)?, p.truth(1)?, z];
    let Some(known) = parts.iter().rposition(|part| part.fixed().is_some()) else { return Ok(LinearForm::Other) };
    let is_contrary = parts.remove(known).fixed() != Some(0);
    let sum = match parts[..] {
        [x, y] if is_contrary => contrary(x, y),
        _ => Sum::new([(1, parts[0]), (-1, parts[1])], Relation::Equal),
    };
    Ok(sum.linear_form().unwrap_or(LinearForm::Other))
}

fn weighted(p: &Premises<'_>, of: Vec<Part>) -> Read<Sum> {
    p.call.expect_elements(1, p.call.elements(0)?.len())?;
    let mut terms = Vec::with_capacity(of.len() + 1);
    terms.extend(p.call.ints(0)?.into_iter().zip(of));
    terms.push((-1, p.int(2)?));
    Ok(Sum::new(terms, p.called.relation()))
}

fn weigh(p: &Posting<'_, '_>, of: Vec<Expr>) -> Read<Expr> {
    p.call.expect_elements(1, p.call.elements(0)?.len())?;
    Ok(Expr::weighted(p.call.ints(0)?.into_iter().zip(of)))
}

/// Posts an equation. If domain consistency is requested but the equation has more variables than the solver supports
/// at this level, posts a table instead, provided that the table is small enough.
fn post_sum_of_ints(p: &mut Posting<'_, '_>) -> Done {
    let relation = p.called.relation();
    let is_strong = p.rule.level == Some(Consistency::Domain) && p.rule.condition.is_none();
    if relation == Relation::Equal && is_strong && p.length(1)? > 3 {
        p.call.expect_elements(1, p.call.elements(0)?.len())?;
        let reach = p.call.int_operands(1)?.into_iter().map(|operand| p.reach_of(operand)).collect();
        let equation = Equation { factors: p.call.ints(0)?, reach, constant: p.call.int(2)? };
        let all = p.ints(1)?;
        if let Some(table) = p.spelt_out.table(equation) {
            return p.rule.plain(p.model.table(all, table));
        }
    }
    p.post_at_level(relation.between(weigh(p, p.ints(1)?)?, p.int(2)?), 1..2)
}
