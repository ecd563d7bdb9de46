//! The interface that each kind of puzzle implements: its model, its drawing and its text format. All kinds share
//! everything else.

use crate::puzzlink;
use crate::question::Difficulty;
use crate::read::ReadError;
use crate::sheet::Sheet;
use crate::statement::Statement;
use dyn_clone::DynClone;
use solver_core::prelude::ModelError;
use solver_core::search::Rng;

/// A puzzle that has been read or generated.
pub trait Puzzle: std::fmt::Debug + DynClone {
    /// Returns the rules and the givens as a model.
    ///
    /// # Errors
    /// [`ModelError`] when the model is invalid.
    fn statement(&self) -> Result<Statement, ModelError>;

    /// Returns the drawing.
    fn sheet(&self) -> Sheet;

    /// Writes the puzzle in its text format, with a line break at the end.
    fn write(&self) -> String;

    /// Writes the puzzle as a puzz.link link, with a line break at the end; returns `None` if the link format cannot
    /// express it.
    fn link(&self) -> Option<String> {
        None
    }

    /// Writes the puzzle in one of the formats that its kind [`writes`](Kind::writes); returns `None` for any other
    /// format.
    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(self.write()),
            puzzlink::NAME => self.link(),
            _ => None,
        }
    }

    /// Calls the callback for each removable clue, such as a sudoku given, and removes the clue if the callback returns
    /// false. In a composed puzzle, clues in cells come first, in the order of [`Statement::givens`].
    fn retain(&mut self, _stays: &mut dyn FnMut() -> bool) {}
}

dyn_clone::clone_trait_object!(Puzzle);

impl dyn Puzzle {
    /// Returns the number of removable clues.
    pub fn clues(&self) -> usize {
        let mut clues = 0;
        dyn_clone::clone_box(self).retain(&mut || {
            clues += 1;
            true
        });
        clues
    }

    /// Returns the puzzle with a subset of its removable clues.
    #[must_use]
    pub fn keeping(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let (mut left, mut kept) = (dyn_clone::clone_box(self), kept.iter());
        left.retain(&mut || kept.next() != Some(&false));
        left
    }
}

/// A kind of puzzle in the catalogue.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line: `sudoku`.
    pub name: &'static str,
    /// The display name: `Sudoku`.
    pub title: &'static str,
    /// The rules, in at most three sentences.
    pub rules: &'static str,
    /// A description of each input format.
    pub formats: &'static [&'static str],
    /// The output formats; [`Puzzle::write`] uses the first.
    pub writes: &'static [&'static str],
    /// A puzzle with exactly one solution, in its text format.
    pub example: &'static str,
    /// The sizes that can be generated: smallest, default, largest.
    pub sizes: [usize; 3],
    /// The highest step levels in an easy and in a medium puzzle, on the scale of
    /// [`Technique::level`](crate::Technique::level). Each kind has its own levels, because a technique that is rare in
    /// one kind may be common in another.
    pub levels: [u8; 2],
    /// Reads a puzzle.
    pub read: fn(&str) -> Result<Box<dyn Puzzle>, ReadError>,
    /// Composes a random puzzle of the given size with all possible clues; returns `None` if the attempt fails.
    pub compose: fn(usize, &mut Rng) -> Option<Box<dyn Puzzle>>,
}

impl Kind {
    /// Returns the difficulty of a puzzle whose hardest step has the given level.
    ///
    /// ```
    /// use puzzles::{Difficulty, kind};
    /// // Two stars need more of a reader than one.
    /// assert_eq!(kind("region-queens").unwrap().difficulty(5), Difficulty::Hard);
    /// assert_eq!(kind("star-battle").unwrap().difficulty(5), Difficulty::Easy);
    /// ```
    pub fn difficulty(&self, level: u8) -> Difficulty {
        match self.levels {
            [easy, _] if level <= easy => Difficulty::Easy,
            [_, medium] if level <= medium => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }

    /// Returns the maximum level of a step in a generated puzzle of this difficulty.
    pub(crate) fn hardest(&self, difficulty: Difficulty) -> u8 {
        match difficulty {
            Difficulty::Easy => self.levels[0],
            Difficulty::Medium => self.levels[1],
            Difficulty::Hard | Difficulty::Guess => HARDEST,
        }
    }
}

/// The [levels](Kind::levels) of most kinds: singles are easy, pairs are medium.
pub const LEVELS: [u8; 2] = [2, 4];

/// The maximum step level in any generated puzzle. Longer suppositions would be impractical for players.
const HARDEST: u8 = 8;

/// The output formats of a kind that is written only as text.
pub const TEXT: &[&str] = &["text"];
