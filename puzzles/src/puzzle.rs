//! The interface of a puzzle: how it is stated, drawn and written. Everything else is the same for all of them.

use crate::puzzlink;
use crate::question::Difficulty;
use crate::read::ReadError;
use crate::sheet::Sheet;
use crate::statement::Statement;
use dyn_clone::DynClone;
use solver_core::prelude::ModelError;
use solver_core::search::Rng;

/// A puzzle that has been read or made.
pub trait Puzzle: std::fmt::Debug + DynClone {
    /// The rules as a model, with what is given.
    ///
    /// # Errors
    /// [`ModelError`] when the solver refuses the model.
    fn statement(&self) -> Result<Statement, ModelError>;

    /// What is drawn.
    fn sheet(&self) -> Sheet;

    /// The puzzle as a text that its reader takes, with a line break at the end.
    fn write(&self) -> String;

    /// The puzzle as a link of puzz.link, with a line break at the end; `None` where links have no place for it.
    fn link(&self) -> Option<String> {
        None
    }

    /// The puzzle in one of the formats that its kind [`writes`](Kind::writes); `None` for any other.
    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(self.write()),
            puzzlink::NAME => self.link(),
            _ => None,
        }
    }

    /// Asks about each clue that could be left out, such as the givens of a sudoku, whether it stays, and leaves out the
    /// others. Of a composed puzzle, those that stand in cells come first, in the order of [`Statement::givens`].
    fn retain(&mut self, _stays: &mut dyn FnMut() -> bool) {}
}

dyn_clone::clone_trait_object!(Puzzle);

impl dyn Puzzle {
    /// The number of clues that could be left out. A generator leaves out as many as the solution remains the only one.
    pub fn clues(&self) -> usize {
        let mut clues = 0;
        dyn_clone::clone_box(self).retain(&mut || {
            clues += 1;
            true
        });
        clues
    }

    /// The puzzle with only some of these clues.
    #[must_use]
    pub fn keeping(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let (mut left, mut kept) = (dyn_clone::clone_box(self), kept.iter());
        left.retain(&mut || kept.next() != Some(&false));
        left
    }
}

/// A kind of puzzle: what the catalogue lists.
#[derive(Debug)]
pub struct Kind {
    /// The name that the command line knows: `sudoku`.
    pub name: &'static str,
    /// The name on a page: `Sudoku`.
    pub title: &'static str,
    /// The rules, in at most three sentences.
    pub rules: &'static str,
    /// The formats that are read: what each looks like.
    pub formats: &'static [&'static str],
    /// The formats that are written; the first is that of [`Puzzle::write`].
    pub writes: &'static [&'static str],
    /// A puzzle with exactly one solution, as it is written.
    pub example: &'static str,
    /// The sizes that can be generated: smallest, usual, largest.
    pub sizes: [usize; 3],
    /// The hardest step of an easy puzzle and that of a medium one, on the scale of
    /// [`Technique::level`](crate::Technique::level). What is rare in one kind is daily bread in another: so each has its
    /// own.
    pub levels: [u8; 2],
    /// Reads a puzzle.
    pub read: fn(&str) -> Result<Box<dyn Puzzle>, ReadError>,
    /// A random puzzle of this size, with all the clues that it can have; `None` where an attempt fails.
    pub compose: fn(usize, &mut Rng) -> Option<Box<dyn Puzzle>>,
}

impl Kind {
    /// The difficulty of a puzzle whose hardest step has this level.
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

    /// The hardest step of puzzles that are made this hard.
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

/// The hardest step of a puzzle that is made: nobody follows a longer supposition.
const HARDEST: u8 = 8;

/// The formats of a puzzle that is written in one way.
pub const TEXT: &[&str] = &["text"];
