//! Formats a refutation as text.

use super::read::Files;
use super::row::Literal;
use super::{Refutation, Source};
use std::fmt;

/// The line width beyond which no phrase is added.
const WIDTH: usize = 100;

impl Refutation {
    /// Returns the number of steps, including the contradiction.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Formats a literal as a fact about an integer variable, according to the literal's name: `x_3`, `x_ge_3`,
    /// `x_bit_3`.
    fn fact(&self, l: Literal) -> String {
        let name = &self.names[l.variable() as usize];
        let parts = name.rsplit_once('_').and_then(|(rest, value)| Some((rest, value.parse::<i64>().ok()?)));
        let say = |positive: String, negative: String| if l.is_negated() { negative } else { positive };
        match parts {
            None => say(name.clone(), format!("not {name}")),
            Some((rest, value)) => match (rest.strip_suffix("_ge"), rest.strip_suffix("_bit")) {
                (Some(x), _) => say(format!("{x} >= {value}"), format!("{x} < {value}")),
                (_, Some(x)) => say(format!("bit {value} of {x} is 1"), format!("bit {value} of {x} is 0")),
                _ => say(format!("{rest} = {value}"), format!("{rest} != {value}")),
            },
        }
    }

    fn facts(&self, literals: impl IntoIterator<Item = Literal>) -> Vec<String> {
        literals.into_iter().map(|l| self.fact(l)).collect()
    }

    /// Describes the origin of a row.
    fn row(&self, row: usize) -> String {
        match &self.sources[row] {
            Source::Model(label) => label.clone(),
            Source::Value(x) => format!("{x} has a value"),
            Source::Rup => match self.steps.iter().position(|step| step.row == row) {
                Some(at) => format!("step {}", at + 1),
                None => "a line of the proof".to_owned(),
            },
            Source::Defines(x) => format!("what {} means", self.fact(Literal(2 * x))),
            Source::Sum(parts) => parts.iter().map(|&part| self.row(part)).collect::<Vec<_>>().join(" + "),
            Source::Better(value) => format!("better than {value}"),
        }
    }

    /// Lists facts, grouped by the row that implies them.
    fn follows(&self, steps: &[(Literal, usize)]) -> Vec<String> {
        let said = |same: &[(Literal, usize)]| {
            let facts = self.facts(same.iter().map(|step| step.0)).join(", ");
            format!("{facts} ({})", self.row(same[0].1))
        };
        steps.chunk_by(|a, b| a.1 == b.1).map(said).collect()
    }
}

/// Wraps phrases into lines.
fn wrapped(f: &mut fmt::Formatter<'_>, phrases: &[String]) -> fmt::Result {
    let mut width = 0;
    for (i, phrase) in phrases.iter().enumerate() {
        let end = if i + 1 < phrases.len() { ";" } else { "\n" };
        if i > 0 && width + phrase.len() > WIDTH {
            write!(f, "\n   {phrase}{end}")?;
            width = 0;
        } else {
            write!(f, "{}{phrase}{end}", if i == 0 { "   " } else { " " })?;
        }
        width += phrase.len() + 2;
    }
    Ok(())
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_bound { "Nothing better satisfies" } else { "Nothing satisfies" };
        let steps = self.steps.len();
        writeln!(f, "{what} all rows: {steps} {}.", if steps == 1 { "step" } else { "steps" })?;
        if !self.start.is_empty() {
            writeln!(f, "\nFrom the start")?;
            wrapped(f, &self.follows(&self.start))?;
        }
        for (number, step) in (1..).zip(&self.steps) {
            let supposed = self.facts(step.clause.iter().map(|&l| !l)).join(", ");
            let claim = match step.clause[..] {
                [] => "a contradiction".to_owned(),
                [one] => self.fact(one),
                _ => format!("not all of: {supposed}"),
            };
            writeln!(f, "\n{number}. {claim}")?;
            let supposition = (!step.clause.is_empty()).then(|| format!("suppose {supposed}"));
            let phrases: Vec<String> = supposition.into_iter().chain(self.follows(&step.chain.steps)).collect();
            wrapped(f, &phrases)?;
            writeln!(f, "   contradiction: {}", self.row(step.chain.conflict))?;
        }
        Ok(())
    }
}

/// Returns the rows' origins, and marks the rows stating that a variable has one of its values.
pub(super) fn named(files: &Files) -> Vec<Source> {
    let variable = |l: Literal| {
        let (rest, value) = files.names[l.variable() as usize].rsplit_once('_')?;
        let is_value = value.parse::<i64>().is_ok() && !rest.ends_with("_ge") && !rest.ends_with("_bit");
        (is_value && !l.is_negated()).then_some(rest)
    };
    let name = |row: usize| {
        let clause = files.rows[row].as_clause().filter(|clause| clause.len() > 1)?;
        let x = variable(*clause.first()?)?;
        clause.iter().all(|&l| variable(l) == Some(x)).then(|| Source::Value(x.to_owned()))
    };
    let with_name = |(row, source): (usize, &Source)| match source {
        Source::Model(label) => name(row).unwrap_or_else(|| Source::Model(label.clone())),
        other => other.clone(),
    };
    files.sources.iter().enumerate().map(with_name).collect()
}
