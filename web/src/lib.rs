//! Ferz in a page: a question in JSON, an answer in JSON.
//!
//! [`ask`] is the whole interface. The page sends what the player wants to know and draws what comes back; it decides
//! nothing itself. The same function runs natively, so that tests compare both, byte for byte: an answer depends on
//! nothing but its question. `ferz play` serves the page, [`FILES`], and answers itself; `web/build` compiles the engine to WebAssembly,
//! where `boundary` hands texts to and fro.
//!
//! | question | answer |
//! |---|---|
//! | `{"catalogue":{}}` | the kinds of puzzles: names, rules, formats, examples, sizes |
//! | `{"puzzle":{"puzzle":"sudoku","text":"…","ask":"hint"}}` | what [`puzzles::answer`] answers |
//! | `{"watch":{"method":"trial","n":8,"skip":0,"take":100}}` | frames of a search |
//! | `{"model":{"model":"…","ask":{"solve":{"limit":2}}}}` | solutions or reasons, of FlatZinc JSON |
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

/// What the page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    /// The kinds of puzzles.
    Catalogue {},
    /// A question about a puzzle.
    Puzzle(puzzles::Question),
    /// Frames of an animated search.
    Watch(watch::Question),
    /// A question about a model of one's own.
    Model(model::Question),
}

/// What comes back.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Catalogue(Vec<Entry>),
    Puzzle(Box<puzzles::Answer>),
    Watch(watch::Answer),
    Model(model::Answer),
    /// The question was no question, or has no answer; in words.
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
    /// The smallest, the usual and the largest size that is generated.
    sizes: [usize; 3],
}

/// A search of a question takes this many nodes at most: some seconds. There is no clock in the page's engine, and an
/// answer that depended on one would not be the same everywhere.
const NODES: u64 = 500_000;

/// Answers a question. Both are JSON; what is wrong with the question is the answer, under `error`.
pub fn ask(question: &str) -> String {
    ask_until(question, &CancelToken::new())
}

/// As [`ask`], for an answer that can be given up: after a cancellation it is of no use.
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
    // Texts and numbers under keys that are texts: there is nothing that JSON cannot hold.
    serde_json::to_string(&answer).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}

fn entry(kind: &'static Kind) -> Entry {
    let Kind { name, title, rules, formats, example, sizes, .. } = *kind;
    Entry { name, title, rules, formats, example, sizes }
}
