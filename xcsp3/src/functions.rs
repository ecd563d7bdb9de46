//! The functions that an expression may contain.

use crate::error::Fault;
use crate::term::{Term, exprs, set};
use solver_core::prelude::*;

/// The maximum nesting depth of functions or blocks.
const DEEPEST: u32 = 200;

/// The nesting depth of a term or a block.
#[derive(Clone, Copy, Default)]
pub(crate) struct Depth(u32);

impl Depth {
    pub(crate) fn deeper(self) -> Result<Depth, Fault> {
        if self.0 < DEEPEST { Ok(Depth(self.0 + 1)) } else { Err(Fault::TooLarge("the nesting depth")) }
    }
}

/// Applies a function to its arguments.
pub(crate) fn apply(name: &str, arguments: Vec<Term>) -> Result<Term, Fault> {
    if name == "set" {
        return match arguments.iter().all(|term| matches!(term, Term::Number(_) | Term::Set(_))) {
            true => set(&arguments).map(Term::Set),
            false => exprs(arguments).map(Term::Members),
        };
    }
    if let ("in" | "notin", [x, values]) = (name, &arguments[..]) {
        let x = x.clone().expr()?;
        let holds = match values {
            Term::Members(members) => any_of(members.iter().map(|member| (&x).equals(member)).collect::<Vec<_>>()),
            values => x.in_set(values.values()?),
        };
        return Ok(Term::Expr(if name == "in" { holds } else { !holds }.into()));
    }
    if name == "mul" {
        return product(arguments).map(Term::Expr);
    }
    let mut all = exprs(arguments)?;
    let result = match name {
        "add" => all.into_iter().sum(),
        "min" if !all.is_empty() => minimum_of(all),
        "max" if !all.is_empty() => maximum_of(all),
        "and" => all_of(all).into(),
        "or" => any_of(all).into(),
        "xor" => (all.into_iter().sum::<Expr>() % 2).equals(1).into(),
        "eq" | "iff" if all.len() >= 2 => {
            let first = all.remove(0);
            let mut pairs: Vec<Comparison> = all.into_iter().map(|e| (&first).equals(e)).collect();
            if pairs.len() == 1 { pairs.remove(0).into() } else { all_of(pairs).into() }
        }
        _ => few(name, &all)?,
    };
    Ok(Term::Expr(result))
}

/// Returns a product, which is linear if at most one factor is not a number.
pub(crate) fn product(factors: Vec<Term>) -> Result<Expr, Fault> {
    let (mut number, mut product) = (1_i64, None);
    for factor in factors {
        match factor.number() {
            Some(n) => number = number.checked_mul(n).ok_or(Fault::TooLarge("a product"))?,
            None => {
                let factor = factor.expr()?;
                product = Some(product.map_or(factor.clone(), |product: Expr| product * factor));
            }
        }
    }
    Ok(match product {
        Some(product) => Expr::weighted([(number, product)]),
        None => Expr::from(number),
    })
}

/// Applies a function with a fixed number of arguments.
fn few(name: &str, all: &[Expr]) -> Result<Expr, Fault> {
    Ok(match (name, all) {
        ("neg", [x]) => -x.clone(),
        ("abs", [x]) => x.abs(),
        ("sqr", [x]) => x.clone() * x.clone(),
        ("not", [x]) => (!Comparison::from(x.clone())).into(),
        ("sub", [x, y]) => x.clone() - y.clone(),
        ("div", [x, y]) => x.clone() / y.clone(),
        ("mod", [x, y]) => x.clone() % y.clone(),
        ("pow", [x, y]) => x.pow(y),
        ("dist", [x, y]) => (x.clone() - y.clone()).abs(),
        ("lt", [x, y]) => x.less_than(y).into(),
        ("le", [x, y]) => x.at_most(y).into(),
        ("ge", [x, y]) => x.at_least(y).into(),
        ("gt", [x, y]) => x.greater_than(y).into(),
        ("ne", [x, y]) => x.differs(y).into(),
        ("imp", [x, y]) => x.implies(y).into(),
        ("if", [condition, then, otherwise]) => [otherwise.clone(), then.clone()].at(condition),
        _ => return Err(Fault::unsupported(format!("the function {name} (arguments: {})", all.len()))),
    })
}
