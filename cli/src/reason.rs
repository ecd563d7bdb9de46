//! Why a fact is so in every solution of a model, or in none, or in some: the answer in words.

use crate::exit::{BadInput, Ended, UNWRITABLE};
use crate::wording::plural;
use anyhow::Context;
use solver_core::Comparison;
use solver_core::prelude::*;
use solver_core::why::{Answer, Decided, Explainer, Standing};
use std::io::Write as _;

/// What is said about a fact.
pub(crate) struct ReasonReport {
    pub(crate) lines: Vec<String>,
    pub(crate) ended: Ended,
    /// There is no solution, as a search has found.
    pub(crate) is_hopeless: bool,
}

/// The answer about a fact, which is called as the user has typed it.
pub(crate) fn tell(explainer: &Explainer<'_>, fact: &str, comparison: &Comparison) -> Result<ReasonReport, BadInput> {
    let bad = |error: solver_core::why::WhyError| BadInput(error.to_string());
    let (mut ended, mut is_hopeless) = (Ended::Complete, false);
    let mut lines = Vec::new();
    if explainer.standing() == Standing::Contradiction {
        lines.push("There is no solution at all:".to_owned());
        lines.extend(explainer.why_failed(Depth::Smallest).map_err(bad)?.tell(explainer.symbols()));
        return Ok(ReasonReport { lines, ended, is_hopeless });
    }
    let answer = explainer.why(comparison.clone(), Depth::Smallest).map_err(bad)?;
    // Of a model without a solution everything is true in all of them.
    if !matches!(answer, Answer::Open)
        && let Decided::NoSolution { nodes } = explainer.decide(comparison.clone()).map_err(bad)?
    {
        lines.push(format!(
            "There is no solution at all, in which {fact} could be true or false: a search of {} finds none",
            plural(nodes, "node")
        ));
        return Ok(ReasonReport { lines, ended, is_hopeless: true });
    }
    match answer {
        Answer::True(why) => {
            lines.push(format!("{fact} is true in every solution:"));
            lines.extend(why.tell(explainer.symbols()));
        }
        Answer::False(why) => {
            lines.push(format!("{fact} is false in every solution:"));
            lines.extend(why.tell(explainer.symbols()));
        }
        Answer::Open => lines.push(match explainer.decide(comparison.clone()).map_err(bad)? {
            Decided::Always { nodes, .. } => {
                format!("{fact} is true in every solution: a search of {} finds no other", plural(nodes, "node"))
            }
            Decided::Never { nodes, .. } => {
                format!("{fact} is false in every solution: a search of {} finds no other", plural(nodes, "node"))
            }
            Decided::Either { .. } => format!("{fact} is true in some solutions and false in others"),
            Decided::NoSolution { nodes } => {
                is_hopeless = true;
                format!("There is no solution at all: a search of {} finds none", plural(nodes, "node"))
            }
            Decided::Unknown { by, .. } => {
                ended = Ended::Stopped;
                format!("Not known: {by}")
            }
        }),
    }
    Ok(ReasonReport { lines, ended, is_hopeless })
}

/// Writes lines for people.
pub(crate) fn print(lines: &[String]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).context(UNWRITABLE)
}
