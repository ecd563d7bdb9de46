//! Common imports for all puzzle kinds: the interface, readers, squares, and the solver.

pub(super) use super::clues::{Clues, Notation};
pub(super) use super::{distinct_sum, latin};
pub(super) use crate::answer::{pick, random_solution, shuffled};
pub(super) use crate::grid::{Grid, check_size, is_empty, letter, numbered, one_block, unframed, width, write};
pub(super) use crate::puzzle::{Kind, LEVELS, Puzzle, TEXT};
pub(super) use crate::puzzlink::{self, Clue, Link, TEXT_AND_LINK, parted_lines, text_lines};
pub(super) use crate::read::{Comments, Line, Position, Read, ReadError, count, end, number, shortened};
pub(super) use crate::sheet::{Cage, Edge, Sheet, Sign, Square};
pub(super) use crate::squares::{around, beside, is_whole, lines, neighbours, square_name};
pub(super) use crate::statement::{Statement, distinct};
pub(super) use crate::words::Words;
pub(super) use solver_core::constraints::Automaton;
pub(super) use solver_core::prelude::*;
pub(super) use solver_core::search::Rng;
