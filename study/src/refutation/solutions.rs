//! Checks the list of solutions that accompanies a proof against the rows of the model and the claim. Proof checkers do
//! not read such lists.

use super::propagation::Propagation;
use super::read::Files;
use super::row::{Literal, Row};
use super::{RefutationError, Source};
use std::collections::HashSet;

/// Why a list of solutions does not match its proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The model cannot be read.
    #[error(transparent)]
    Model(#[from] RefutationError),
    /// The number of solutions does not match the claim.
    #[error("solutions.txt lists {found} solutions, but the claim `{claim}` needs {expected}")]
    Number {
        /// The number of listed solutions.
        found: usize,
        /// The claim.
        claim: String,
        /// The number of solutions that the claim requires.
        expected: usize,
    },
    /// A solution violates a row.
    #[error("solution {solution} in solutions.txt violates the row {row}")]
    Violated {
        /// The index of the solution, from 1.
        solution: usize,
        /// The label of the row.
        row: String,
    },
    /// The objective value does not match the claim.
    #[error("the objective of the solution in solutions.txt is {found}, but the claim is `{claim}`")]
    Value {
        /// The objective value.
        found: i128,
        /// The claim.
        claim: String,
    },
    /// A row that should exclude one solution does not exclude it, or also excludes other assignments.
    #[error("the row solution_{solution} of model.opb does not exclude solution {solution} of solutions.txt {what}")]
    Excluded {
        /// The index of the solution, from 1.
        solution: usize,
        /// A description of the error.
        what: &'static str,
    },
    /// A solution is listed twice.
    #[error("solution {solution} in solutions.txt has already been listed")]
    Twice {
        /// The index of the solution, from 1.
        solution: usize,
    },
}

/// Verifies that the listed solutions satisfy all rows of the model, that they match the claim (the conclusion of a
/// checker), and that each row meant to exclude a solution excludes exactly that one.
///
/// # Errors
/// [`ListError`], which describes the first mismatch.
pub fn check_solutions(model: &str, solutions: &str, claim: &str) -> Result<(), ListError> {
    let mut files = Files::default();
    files.read_model(model)?;
    let solutions: Vec<Vec<Literal>> =
        solutions.lines().map(|line| line.split_whitespace().map(|word| files.literal(word)).collect()).collect();
    let rows = std::mem::take(&mut files.rows).into_iter().zip(std::mem::take(&mut files.sources));
    let is_exclusion = |source: &Source| matches!(source, Source::Model(label) if label.starts_with("solution_"));
    let (excluded, rows): (Vec<_>, Vec<_>) = rows.partition(|(_, source)| is_exclusion(source));
    let (rows, sources): (Vec<Row>, Vec<Source>) = rows.into_iter().unzip();
    let bounds = claim.strip_prefix("s VERIFIED BOUNDS ").and_then(|bounds| bounds.split_once(" <= obj <= "));
    let expected = match bounds {
        Some((_, "INF")) => 0,
        None if claim == "s VERIFIED UNSATISFIABLE" => excluded.len(),
        _ => 1,
    };
    if solutions.len() != expected {
        return Err(ListError::Number { found: solutions.len(), claim: claim.to_owned(), expected });
    }
    let mut is_true = vec![false; files.names.len()];
    let mut propagation = Propagation::new(&rows, files.names.len());
    let mut seen = HashSet::new();
    for (at, solution) in solutions.iter().enumerate() {
        is_true.fill(false);
        solution.iter().for_each(|l| is_true[l.variable() as usize] = !l.is_negated());
        let holds = |l: Literal| is_true[l.variable() as usize] != l.is_negated();
        let sum = |terms: &[(i128, Literal)]| terms.iter().filter(|t| holds(t.1)).map(|t| t.0).sum::<i128>();
        let number = at + 1;
        if let Some(violated) = rows.iter().position(|row| sum(&row.terms) < row.degree) {
            let Source::Model(row) = sources[violated].clone() else { continue };
            return Err(ListError::Violated { solution: number, row });
        }
        if let Some((low, high)) = bounds {
            let found = sum(&files.objective.0).saturating_add(files.objective.1);
            if [low, high].iter().any(|bound| bound.parse() != Ok(found)) {
                return Err(ListError::Value { found, claim: claim.to_owned() });
            }
        }
        if let Some((row, _)) = excluded.get(at) {
            let wrong = |what| Err(ListError::Excluded { solution: number, what });
            let Some(clause) = row.as_clause().filter(|clause| !clause.iter().any(|&l| holds(l))) else {
                return wrong("at all");
            };
            // If the clause is false, propagation must fix all variables by which solutions are distinguished.
            let decided = propagation.consequences(&clause);
            let Some(listed) = files.listed.as_ref().filter(|all| all.iter().all(|l| decided[l.variable() as usize]))
            else {
                return wrong("alone");
            };
            let own: Vec<Literal> = listed.iter().copied().filter(|&l| holds(l)).collect();
            if !seen.insert(own) {
                return Err(ListError::Twice { solution: number });
            }
        }
    }
    Ok(())
}
