//! Frames of an animated search: the board's state and a sentence about it.

use queens::Square;
use serde::Serialize;
use solver_core::CancelToken;
use std::ops::ControlFlow;

/// A frame. Squares are numbered column by column, from the lowest row: a1 is 0, a2 is 1.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Frame {
    /// The kind of event.
    pub(super) kind: Kind,
    /// The placed queens.
    pub(super) queens: Vec<u32>,
    /// The crossed-out squares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) crossed: Vec<u32>,
    /// The squares that the event is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) about: Vec<u32>,
    /// The queens and crosses that are the reason for the event.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) reason: Vec<u32>,
    /// The number of decisions or queens on which the event depends.
    pub(super) depth: u32,
    /// The number of the step, if the method counts steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) step: Option<u64>,
    pub(super) text: String,
}

/// The kind of event in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// A decision.
    #[default]
    Try,
    /// An inference.
    Infer,
    /// A failure.
    Fail,
    /// A decision is undone.
    Back,
    /// A solution.
    Solution,
}

/// Collects a range of a search's frames.
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

    /// Adds the next frame, which is built only if it lies in the range. Breaks when the range is complete.
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

    /// Ends the search with a summary.
    pub(super) fn end(&mut self, summary: String) {
        self.summary = Some(summary);
    }

    pub(super) fn developed(self) -> (Vec<Frame>, bool, Option<String>) {
        (self.kept, self.more, self.summary)
    }
}

/// Numbers and names the squares of an n×n board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) n: u32,
}

impl Grid {
    /// A square's number.
    pub(super) fn number(self, square: Square) -> u32 {
        square.column * self.n + square.row
    }

    pub(super) fn numbers<'a>(self, squares: impl IntoIterator<Item = &'a Square>) -> Vec<u32> {
        squares.into_iter().map(|&square| self.number(square)).collect()
    }

    /// A square's name, such as a1.
    pub(super) fn name(self, square: Square) -> String {
        square.on(self.n as usize).to_string()
    }
}

/// Writes a number with its noun: `1 queen`, `2 queens`.
pub(super) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
