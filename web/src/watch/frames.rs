//! Frames: what the board shows at a moment, and a sentence about it.

use queens::Square;
use serde::Serialize;
use solver_core::CancelToken;
use std::ops::ControlFlow;

/// A moment. Squares are numbered column by column, from the lowest row: a1 is 0, a2 is 1.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Frame {
    /// What happens.
    pub(super) kind: Kind,
    /// Queens that stand.
    pub(super) queens: Vec<u32>,
    /// Squares that are crossed out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) crossed: Vec<u32>,
    /// Squares that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) about: Vec<u32>,
    /// Squares that it rests on: the queens and the crosses that are the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) reason: Vec<u32>,
    /// The number of decisions, or of queens, that it depends on.
    pub(super) depth: u32,
    /// The number of the step, where the method counts steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<u64>,
    pub(super) text: String,
}

/// What happens in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// Something is tried.
    #[default]
    Try,
    /// Something follows.
    Infer,
    /// It cannot go on.
    Fail,
    /// A try is taken back.
    Back,
    /// A solution.
    Solution,
}

/// Frames as they come, of which a stretch is kept.
#[derive(Debug)]
pub(super) struct Film {
    skip: usize,
    take: usize,
    kept: Vec<Frame>,
    more: bool,
    summary: Option<String>,
    cancel: CancelToken,
}

impl Film {
    pub(super) fn new(skip: usize, take: usize, cancel: &CancelToken) -> Film {
        Film { skip, take, kept: Vec::new(), more: false, summary: None, cancel: cancel.clone() }
    }

    /// The next frame, which is made only if it is kept. Breaks when no more is wanted.
    pub(super) fn show(&mut self, frame: impl FnOnce() -> Frame) -> ControlFlow<()> {
        let is_full = self.skip == 0 && self.kept.len() == self.take;
        if is_full || self.cancel.is_cancelled() {
            self.more = true;
            return ControlFlow::Break(());
        }
        if self.skip > 0 {
            self.skip -= 1;
        } else {
            self.kept.push(frame());
        }
        ControlFlow::Continue(())
    }

    /// The search is over; what it took.
    pub(super) fn end(&mut self, summary: String) {
        self.summary = Some(summary);
    }

    pub(super) fn developed(self) -> (Vec<Frame>, bool, Option<String>) {
        (self.kept, self.more, self.summary)
    }
}

/// How squares of an n×n board are numbered and named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) n: u32,
}

impl Grid {
    /// The number of a square.
    pub(super) fn number(self, square: Square) -> u32 {
        square.column * self.n + square.row
    }

    pub(super) fn numbers<'a>(self, squares: impl IntoIterator<Item = &'a Square>) -> Vec<u32> {
        squares.into_iter().map(|&square| self.number(square)).collect()
    }

    /// A square as people write it.
    pub(super) fn name(self, square: Square) -> String {
        square.on(self.n as usize).to_string()
    }
}

/// `1 queen`, `2 queens`.
pub(super) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
