//! Booleans: connectives, clauses and parity.

use super::arguments::{Arguments, Read};
use super::comparison::{contrary, exclusive};
use super::posting::{Done, Posting};
use super::premises::Sum;
use super::{Builtin, Positive, Relation, Words, builtin};
use solver_core::constraints::Form;
use solver_core::{Comparison, Expr, Logic, Relates, all_of, any_of};

/// The constraint that MiniZinc's `assume` compiles to. Its truth values are assumptions.
pub const ASSUME: &str = "fzn_assume";

pub(super) const TABLE: &[Builtin] = &[
    builtin("bool_not", 2, |p| p.post(p.truth(0)?.differs(p.truth(1)?)))
        .compares(Relation::Equal, |p| Ok(contrary(p.truth(0)?, p.truth(1)?)))
        .presolved(Sum::form)
        .words(Words::Not),
    builtin("bool2int", 2, |p| p.post(p.truth(0)?.equals(p.int(1)?)))
        .compares(Relation::Equal, |p| Ok(Sum::new([(1, p.truth(0)?), (-1, p.int(1)?)], Relation::Equal)))
        .presolved(Sum::form)
        .positive(Positive::Arguments(&[0]))
        .with_result(),
    // The first two arguments must differ; a third one, if present, is the truth value of this disequality. A condition
    // comes after the third.
    builtin("bool_xor", 2, post_exclusive).of_truths().or_arguments(3).presolved(exclusive),
    builtin("bool_and", 3, |p| stands_for(p, all_of(pair(p)?), p.truth(2)?)).of_truths().positive(PAIR).with_result(),
    builtin("bool_or", 3, |p| stands_for(p, any_of(pair(p)?), p.truth(2)?)).of_truths().positive(PAIR).with_result(),
    builtin("array_bool_and", 2, |p| stands_for(p, all_of(p.truths(0)?), p.truth(1)?))
        .of_truths()
        .positive(Positive::Arguments(&[0]))
        .with_result()
        .words(Words::Joined(" /\\ ")),
    builtin("array_bool_or", 2, |p| stands_for(p, any_of(p.truths(0)?), p.truth(1)?))
        .of_truths()
        .positive(Positive::Arguments(&[0]))
        .with_result()
        .words(Words::Joined(" \\/ ")),
    // In these constraints, the last argument is the condition of the half-reification.
    builtin("array_bool_and_imp", 2, |p| enforce_if(p, all_of(p.truths(0)?), p.truth(1)?)).of_truths(),
    builtin("array_bool_or_imp", 2, |p| enforce_if(p, any_of(p.truths(0)?), p.truth(1)?)).of_truths(),
    builtin("bool_and_imp", 3, |p| enforce_if(p, all_of(pair(p)?), p.truth(2)?)).of_truths(),
    builtin("bool_or_imp", 3, |p| enforce_if(p, any_of(pair(p)?), p.truth(2)?)).of_truths(),
    builtin(ASSUME, 1, |p| p.post(all_of(p.truths(0)?))).of_truths(),
    builtin("array_bool_xor", 1, |p| p.rule.plain(p.model.odd(p.truths(0)?))).of_truths(),
    builtin("ferz_xor", 1, |p| p.rule.plain(p.model.odd(p.truths(0)?))).of_truths(),
    builtin("bool_clause", 2, |p| {
        let (positive, negative) = (p.truths(0)?, p.truths(1)?);
        if p.rule.condition.is_some() {
            // Unlike a clause, a disjunction has a truth value.
            return p.post(any_of(positive.into_iter().chain(negative.into_iter().map(|b| 1 - b))));
        }
        p.rule.plain(p.model.clause(positive, negative))
    })
    .of_truths()
    .positive(Positive::Arguments(&[0])),
];

const PAIR: Positive = Positive::Arguments(&[0, 1]);

fn pair(p: &Posting<'_, '_>) -> Read<[Expr; 2]> {
    Ok([p.truth(0)?, p.truth(1)?])
}

/// Posts `result <-> said`. Unless the constraint has a separate condition, this is a reified constraint.
fn stands_for(p: &mut Posting<'_, '_>, said: Comparison, result: Expr) -> Done {
    if p.rule.condition.is_some() {
        return p.post(Expr::from(said).equals(result));
    }
    p.rule.condition = Some((Form::Reified, result));
    p.post(said)
}

fn enforce_if(p: &mut Posting<'_, '_>, said: Comparison, result: Expr) -> Done {
    p.rule.condition = Some((Form::HalfReified, result));
    p.post(said)
}

fn post_exclusive(p: &mut Posting<'_, '_>) -> Done {
    let (a, b) = (p.truth(0)?, p.truth(1)?);
    let conditions = usize::from(p.rule.condition.is_some());
    if p.call.arguments().len() - conditions == 2 {
        return p.post(a.differs(b));
    }
    let c = p.truth(2)?;
    if p.rule.condition.is_some() {
        return p.post(c.iff(Expr::from(a.differs(b))));
    }
    p.rule.condition = Some((Form::Reified, c));
    p.post(a.differs(b))
}
