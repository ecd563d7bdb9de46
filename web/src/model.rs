//! Solves and explains the user's own models in FlatZinc JSON, a format that `ferz solve` reads.

use flatzinc::Instance;
use flatzinc::instance::{Output, VariableId};
use flatzinc::question::Fact;
use flatzinc::translate::{Options, Translated, translate};
use serde::{Deserialize, Serialize};
use solver_core::CancelToken;
use solver_core::prelude::*;

/// A question about a model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// The model as text.
    model: String,
    ask: Ask,
}

/// The kind of question.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ask {
    /// Finds solutions, up to a limit, or an unsatisfiable core.
    Solve {
        /// The maximum number of solutions.
        limit: u64,
    },
    /// Asks whether and why a fact, such as `x = 3` or `y != 5`, holds in every solution.
    Why {
        /// The fact.
        fact: String,
    },
}

/// The answer.
#[derive(Serialize)]
pub(crate) struct Answer {
    /// Sentences, one per line.
    text: Vec<String>,
    /// Solutions: the value of each variable by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<Vec<(String, i64)>>,
}

/// Creates an answer that consists only of sentences.
fn sentences(text: Vec<String>) -> Answer {
    Answer { text, solutions: Vec::new() }
}

/// The maximum number of solutions listed.
const MOST: u64 = 1_000;

pub(crate) fn answer(question: &Question, cancel: &CancelToken) -> Result<Answer, String> {
    let instance = flatzinc::read(question.model.as_bytes()).map_err(words)?;
    match &question.ask {
        Ask::Solve { limit } => solve(&instance, (*limit).min(MOST), cancel),
        Ask::Why { fact } => why(&instance, fact, cancel),
    }
}

fn words(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn solve(instance: &Instance, limit: u64, cancel: &CancelToken) -> Result<Answer, String> {
    let translated = translate(instance, Options::default()).map_err(words)?;
    let mut run = translated.model.search().node_limit(crate::NODES).cancel(cancel).start().map_err(words)?;
    let mut solutions = Vec::new();
    let end = loop {
        match run.step() {
            Step::Solution if solutions.len() as u64 == limit => break Step::Solution,
            Step::Solution => {
                let solution = run.solution().ok_or("a solution is missing")?;
                solutions.push(values(instance, &translated, &solution)?);
            }
            end => break end,
        }
    };
    let count = solutions.len();
    let found = format!("{count} solution{}", if count == 1 { "" } else { "s" });
    let text = match end {
        Step::Exhausted if count == 0 => return unsat_core(instance, cancel),
        Step::Exhausted if count == 1 => vec!["There is exactly one solution.".to_owned()],
        Step::Exhausted => vec![format!("There are {found}.")],
        Step::Solution => vec![format!("There are more than {found}.")],
        Step::Stopped(by) => vec![format!("Stopped by {by}, with {found} so far.")],
    };
    Ok(Answer { text, solutions })
}

/// The values of the output variables.
fn values(instance: &Instance, translated: &Translated, solution: &Solution) -> Result<Vec<(String, i64)>, String> {
    let mut shown: Vec<(String, VariableId)> = Vec::new();
    for item in instance.output() {
        match item {
            Output::Variable(x) => shown.push((x.name().to_owned(), x.id())),
            Output::Array { array, .. } => {
                let elements = array.elements().iter().zip(1..);
                let variables = elements.filter_map(|(term, i)| Some((i, term.as_variable()?)));
                shown.extend(variables.map(|(i, x)| (format!("{}[{i}]", array.name()), x)));
            }
        }
    }
    let value = |(name, x)| Ok((name, translated.vars.value(x, solution).map_err(words)?));
    shown.into_iter().map(value).collect()
}

/// Creates the answer for a model without solutions: the constraints in an unsatisfiable core.
fn unsat_core(instance: &Instance, cancel: &CancelToken) -> Result<Answer, String> {
    let translated = translate(instance, Options::no_presolve()).map_err(words)?;
    let clash = translated.model.search().node_limit(crate::NODES).cancel(cancel).clash().map_err(words)?;
    Ok(sentences(std::iter::once("There is no solution.".to_owned()).chain(clash.lines()).collect()))
}

/// Explains why a fact is true or false in every solution.
fn why(instance: &Instance, fact: &str, cancel: &CancelToken) -> Result<Answer, String> {
    let parsed = Fact::read(instance, fact).map_err(words)?;
    let translated = translate(instance, Options::no_presolve()).map_err(words)?;
    let explainer = translated.model.search().node_limit(crate::NODES).cancel(cancel).explainer().map_err(words)?;
    Ok(sentences(explainer.explain_fact(fact, &parsed.comparison(&translated.vars)).map_err(words)?.lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUM: &str = r#"{
        "variables": { "x": { "type": "int", "domain": [[1, 9]] }, "y": { "type": "int", "domain": [[1, 9]] } },
        "arrays": {},
        "constraints": [
            { "id": "int_lin_eq", "args": [[1, 1], ["x", "y"], 17] },
            { "id": "int_lt", "args": ["x", "y"], "ann": [{ "id": "mzn_constraint_name", "args": [{ "string": "in order" }] }] }
        ],
        "output": ["x", "y"],
        "solve": { "method": "satisfy" },
        "version": "1.0"
    }"#;

    fn ask(model: &str, ask: Ask) -> Result<Answer, String> {
        answer(&Question { model: model.to_owned(), ask }, &CancelToken::new())
    }

    #[test]
    fn a_model_is_solved_and_explained() {
        let solved = ask(SUM, Ask::Solve { limit: 10 }).expect("it has solutions");
        assert_eq!(solved.text, ["There is exactly one solution."]);
        assert_eq!(solved.solutions, [[("x".to_owned(), 8), ("y".to_owned(), 9)]]);
        let why = ask(SUM, Ask::Why { fact: "y = 9".to_owned() }).expect("it is explained");
        assert_eq!(why.text[0], "y = 9 is true in every solution:");
        assert!(why.text.iter().any(|line| line.contains("`in order`")), "{:?}", why.text);
    }

    #[test]
    fn constraints_that_clash_are_named() {
        let clash = ask(&SUM.replace("17", "18"), Ask::Solve { limit: 1 }).expect("it clashes");
        assert_eq!(clash.text[0], "There is no solution.");
        assert!(clash.text[2..].contains(&"  in order".to_owned()), "{:?}", clash.text);
        assert!(ask("{", Ask::Solve { limit: 1 }).is_err());
        assert!(ask(SUM, Ask::Why { fact: "z = 1".to_owned() }).is_err());
    }
}
