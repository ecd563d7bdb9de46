//! Searches for queens, frame by frame: what is tried, what is crossed out, and why.
//!
//! Five methods, from the texts with which this project began to the solver itself. All of them fill columns from the
//! left and try low rows first, so that they can be compared. A search is run anew for each stretch of frames: frames
//! depend on nothing but the method, the size and their number.

mod frames;
mod generate;
mod lists;
mod propagate;
mod trial;

use frames::{Film, Frame, Grid};
use serde::{Deserialize, Serialize};
use solver_core::CancelToken;

/// Which frames of which search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    method: Method,
    /// The number of rows, of columns and of queens.
    n: u32,
    /// How many frames to leave out.
    skip: usize,
    /// How many to return at most.
    take: usize,
}

/// How to search.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Method {
    /// Every choice of n squares, then the test.
    Generate,
    /// A queen on the first safe square of each column, and back when there is none.
    Trial,
    /// The solver at its fastest: what a queen attacks is crossed out.
    Crossing,
    /// The solver with the whole puzzle as one constraint.
    Propagation,
    /// All boards with k queens from all boards with k - 1: the recursion, as lists.
    Lists,
}

/// Frames, and what the search is as a whole.
#[derive(Serialize)]
pub(crate) struct Answer {
    frames: Vec<Frame>,
    /// Whether there are frames after these.
    more: bool,
    /// What the search took, when these frames reach its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
}

/// So many frames are returned at once at most: some hundred kilobytes.
const MOST: usize = 2_000;

impl Method {
    /// The largest board that is worth watching, and small enough for every frame to come at once.
    fn largest(self) -> u32 {
        match self {
            Method::Generate => 6,
            Method::Lists => 8,
            Method::Trial | Method::Crossing | Method::Propagation => 20,
        }
    }
}

pub(crate) fn answer(question: &Question, cancel: &CancelToken) -> Result<Answer, String> {
    let Question { method, n, skip, take } = *question;
    let largest = method.largest();
    if !(1..=largest).contains(&n) {
        return Err(format!("this can be watched with 1 to {largest} queens, not {n}"));
    }
    let film = Film::new(skip, take.min(MOST), cancel);
    let film = match method {
        Method::Generate => generate::show(Grid { n }, film),
        Method::Trial => trial::show(Grid { n }, film),
        Method::Crossing => propagate::show(Grid { n }, queens::Formulation::AllDifferent, film),
        Method::Propagation => propagate::show(Grid { n }, queens::Formulation::QueensRule, film),
        Method::Lists => lists::show(Grid { n }, film),
    }?;
    let (frames, more, summary) = film.developed();
    Ok(Answer { frames, more, summary })
}

#[cfg(test)]
mod tests;
