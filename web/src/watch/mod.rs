//! Searches for queens, frame by frame: decisions, crossed-out squares, and reasons.
//!
//! The five methods lead from the texts with which this project began to the solver itself. All of them fill columns
//! from the left and try low rows first, so that they can be compared. The search is repeated for each requested range
//! of frames. This is possible because a frame depends only on the method, the size and its index.

mod frames;
mod generate;
mod lists;
mod propagate;
mod trial;

use frames::{Film, Frame, Grid};
use serde::{Deserialize, Serialize};
use solver_core::CancelToken;

/// A range of frames of a search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    method: Method,
    /// The board size, which is also the number of queens.
    n: u32,
    /// The number of frames to skip.
    skip: usize,
    /// The maximum number of frames to return.
    take: usize,
}

/// The search method.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Method {
    /// Tests every choice of n squares.
    Generate,
    /// Places a queen on the first safe square of each column, with backtracking.
    Trial,
    /// Classical search: crosses out the squares that a queen attacks.
    Crossing,
    /// Propagation of the entire puzzle as one constraint.
    Propagation,
    /// The recursion as lists: all boards with k queens from all boards with k - 1.
    Lists,
}

/// Frames, with a summary of the search.
#[derive(Serialize)]
pub(crate) struct Answer {
    frames: Vec<Frame>,
    /// Whether more frames follow.
    more: bool,
    /// The cost of the search, if these frames reach its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
}

/// The maximum number of frames per answer: a few hundred kilobytes.
const MOST: usize = 2_000;

impl Method {
    /// The maximum board size that is interesting to watch and whose frames are computed without delay.
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
