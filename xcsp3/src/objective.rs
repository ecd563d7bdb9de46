//! The objective of a file.

use crate::constraints::{content, elements, sums::weighted};
use crate::error::Fault;
use crate::functions::product;
use crate::names::Names;
use crate::term::{Term, exprs};
use crate::text::{Scope, Text};
use roxmltree::Node;
use solver_core::prelude::*;

/// Reads `<minimize>` or `<maximize>`.
pub(crate) fn read(node: Node<'_, '_>, names: &Names<'_>) -> Result<(Goal, Expr), Fault> {
    let goal = match node.tag_name().name() {
        "minimize" => Goal::Minimize,
        "maximize" => Goal::Maximize,
        other => return Err(Fault::unsupported(format!("the objective {other}"))),
    };
    let scope = Scope::default();
    let child = |tag: &str| elements(node).find(|node| node.tag_name().name() == tag);
    let terms = |node: Node<'_, '_>| Text::new(&content(node), names, &scope).terms();
    let list = child("list").unwrap_or(node);
    let kind = node.attribute("type").unwrap_or("expression");
    if kind == "expression" {
        return Ok((goal, Text::new(&content(list), names, &scope).expr()?));
    }
    let exprs = exprs(terms(list)?)?;
    let coefficients = child("coeffs").map(terms).transpose()?;
    if kind != "sum" && coefficients.is_some() {
        return Err(Fault::unsupported(format!("an objective of type {kind} with coefficients")));
    }
    Ok((
        goal,
        match kind {
            "sum" => weighted(exprs, coefficients)?,
            "minimum" if !exprs.is_empty() => minimum_of(exprs),
            "maximum" if !exprs.is_empty() => maximum_of(exprs),
            "nValues" => nvalue_of(exprs),
            "product" => product(exprs.into_iter().map(Term::Expr).collect())?,
            other => return Err(Fault::unsupported(format!("an objective of type {other}"))),
        },
    ))
}
