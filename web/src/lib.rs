//! The engine behind the web page: answers questions in JSON.
//!
//! [`ask`] is the entire interface. The page sends the player's question and draws the answer; it makes no decisions
//! itself. The same function also runs natively. An answer depends only on the question, so tests can compare the two
//! builds' answers byte for byte. `ferz play` serves the page, [`FILES`], and answers natively; `web/build` compiles
//! the engine to WebAssembly, with `boundary` as its interface.
//!
//! | question | answer |
//! |---|---|
//! | `{"catalogue":{}}` | the kinds of puzzles: names, rules, formats, examples, sizes |
//! | `{"puzzle":{"puzzle":"sudoku","text":"…","ask":"hint"}}` | the answer of [`puzzles::answer`] |
//! | `{"watch":{"method":"trial","n":8,"skip":0,"take":100}}` | frames of a search |
//! | `{"model":{"model":"…","ask":{"solve":{"limit":2}}}}` | solutions or reasons of FlatZinc JSON |
//!
//! ```
//! let answer = ferz_web::ask(r#"{"watch":{"method":"trial","n":4,"skip":0,"take":1}}"#);
//! assert!(answer.contains(r#""text":"a1 is safe: a queen.""#), "{answer}");
//! assert!(ferz_web::ask("{}").starts_with(r#"{"error":"#));
//! ```

#[cfg(target_arch = "wasm32")]
pub mod boundary;
mod files;
mod model;
mod watch;

pub use files::FILES;

use puzzles::{KINDS, Kind, Limits};
use serde::{Deserialize, Serialize};
use solver_core::CancelToken;

/// A question from the page.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// The kinds of puzzles.
    Catalogue {},
    /// A question about a puzzle.
    Puzzle(puzzles::Question),
    /// Frames of an animated search.
    Watch(watch::Question),
    /// A question about the user's own model.
    Model(model::Question),
}

/// An answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Catalogue(Vec<Entry>),
    Puzzle(Box<puzzles::Answer>),
    Watch(watch::Answer),
    Model(model::Answer),
    /// The reason why the question is invalid or has no answer, in words.
    Error(String),
}

/// A kind of puzzle.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: &'static str,
    rules: &'static str,
    formats: &'static [&'static str],
    example: &'static str,
    /// The smallest, default and largest sizes for generation.
    sizes: [usize; 3],
}

/// A question's node limit, which is reached after a few seconds. The page's engine has no clock, and an answer that
/// depended on one would not be reproducible.
const NODES: u64 = 500_000;

/// Answers a question. Both are JSON; an error in the question is reported under `error`.
pub fn ask(question: &str) -> String {
    ask_until(question, &CancelToken::new())
}

/// Same as [`ask`], for a question that can be cancelled. The answer to a cancelled question is meaningless.
pub fn ask_until(question: &str, cancel: &CancelToken) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(Question::Catalogue {}) => Ok(Answer::Catalogue(KINDS.iter().map(|kind| entry(kind)).collect())),
        Ok(Question::Puzzle(question)) => {
            let limits = Limits { nodes: Some(NODES), cancel: Some(cancel.clone()), ..Limits::default() };
            Ok(Answer::Puzzle(Box::new(puzzles::answer(&question, &limits))))
        }
        Ok(Question::Watch(question)) => watch::answer(&question, cancel).map(Answer::Watch),
        Ok(Question::Model(question)) => model::answer(&question, cancel).map(Answer::Model),
        Err(error) => Err(error.to_string()),
    };
    let answer = answer.unwrap_or_else(Answer::Error);
    // The answer consists of strings and numbers under string keys, which JSON can always represent.
    serde_json::to_string(&answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

fn entry(kind: &'static Kind) -> Entry {
    let Kind { name, title, rules, formats, example, sizes, .. } = *kind;
    Entry { name, title, rules, formats, example, sizes }
}
