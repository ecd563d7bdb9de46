//! Draws the domains as text: a board, tables with pencil marks, schedules, routes, the objective, and one row for each
//! remaining variable.

mod cells;
mod objective;
mod route;
mod schedule;
mod table;

use crate::recording::{Recording, Replay};
use cells::{Cells, Letters, Rows};
use objective::Objective;
use route::Route;
use schedule::Schedule;
use solver_core::Var;
use std::collections::HashSet;
use table::Table;

/// The look of a piece of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// Normal text.
    Plain,
    /// Headings and unimportant parts.
    Faint,
    /// Fixed variables.
    Bold,
    /// The only remaining value, or the latest change.
    Inverse,
    /// One of several alternating colours.
    Colour(usize),
}

/// A piece of text with a single look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The look of the text.
    pub tint: Tint,
}

impl Piece {
    fn new(text: impl Into<String>, tint: Tint) -> Piece {
        Piece { text: text.into(), tint }
    }

    fn plain(text: impl Into<String>) -> Piece {
        Piece::new(text, Tint::Plain)
    }

    fn faint(text: impl Into<String>) -> Piece {
        Piece::new(text, Tint::Faint)
    }
}

/// The maximum number of lines in text output.
const LINES: usize = 80;

/// A line of a picture.
pub type Line = Vec<Piece>;

/// A picture of one state of the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawn {
    /// The lines, from top to bottom.
    pub lines: Vec<Line>,
    /// The number of heading lines at the top. They stay visible when the picture is scrolled.
    pub headings: usize,
    /// The line of the variable that the latest event changed.
    pub touched: Option<usize>,
    /// The legend, which explains the signs; for a letter, it gives the name of the constraint.
    pub legend: Vec<Line>,
}

impl Drawn {
    /// Returns the width without the legend, in characters.
    pub fn width(&self) -> usize {
        let width = |line: &Line| line.iter().map(|piece| piece.text.chars().count()).sum();
        self.lines.iter().map(width).max().unwrap_or(0)
    }

    /// Returns the lines as text, with the legend on one line.
    pub(super) fn text(&self) -> Vec<String> {
        let text = |line: &Line| -> String { line.iter().map(|piece| piece.text.as_str()).collect() };
        let mut lines: Vec<String> =
            self.lines.iter().take(LINES).map(|line| text(line).trim_end().to_owned()).collect();
        if self.lines.len() > LINES {
            lines.push(format!("… and {} lines more", self.lines.len() - LINES));
        }
        if !self.legend.is_empty() {
            lines.push(self.legend.iter().map(text).collect::<Vec<_>>().join("   "));
        }
        lines
    }

    /// Adds a part below the others, after a blank line.
    fn add(&mut self, part: Drawn) {
        if !self.lines.is_empty() && !part.lines.is_empty() {
            self.lines.push(Line::new());
        }
        self.touched = self.touched.or(part.touched.map(|line| self.lines.len() + line));
        self.lines.extend(part.lines);
        self.legend.extend(part.legend);
    }
}

/// Shortens a name to at most the given number of characters.
fn shortened(name: &str, longest: usize) -> String {
    match name.char_indices().nth(longest) {
        Some(_) => name.chars().take(longest - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}

/// The drawn parts of a recording.
#[derive(Clone, Debug)]
pub struct Picture {
    objective: Option<Objective>,
    tables: Vec<Table>,
    schedule: Option<Schedule>,
    routes: Vec<Route>,
    cells: Cells,
    letters: Letters,
}

impl Picture {
    /// Finds the structures of a recording: the board, two-dimensional arrays, resources, circuits and the objective.
    /// Every other variable gets a row if its values fit into one picture. For a recording [by
    /// variables](Recording::by_variables), every variable gets a row.
    pub fn new(recording: &Recording) -> Picture {
        let objective = Objective::new(recording);
        let (schedule, tables, routes) = match recording.is_by_variables {
            true => (None, Vec::new(), Vec::new()),
            false => (Schedule::new(recording), Table::all(recording), Route::all(recording)),
        };
        let board = recording.board.as_ref().filter(|board| board.letters().is_some());
        let mut drawn: HashSet<Var> = tables.iter().flat_map(Table::variables).collect();
        drawn.extend(objective.iter().map(Objective::variable));
        drawn.extend(schedule.iter().flat_map(Schedule::variables));
        // If there is a structure, 0-1 variables only encode that structure, so they get no rows.
        let is_shaped = !tables.is_empty() || schedule.is_some() || !routes.is_empty();
        let is_truth = |var: Var| is_shaped && recording.roots()[var.index()].ranges() == [(0, 1)];
        drawn.extend(recording.symbols().vars().filter(|&var| is_truth(var)));
        let cells = match board {
            Some(board) => Cells::Board(board.clone()),
            None => Cells::Rows(Rows::new(recording, &drawn)),
        };
        Picture { objective, tables, schedule, routes, cells, letters: Letters::new(recording) }
    }

    /// Returns the best objective value known at the current event.
    pub(crate) fn incumbent(&self, replay: &Replay<'_>) -> Option<i32> {
        self.objective.as_ref()?.incumbent(replay)
    }

    /// Draws the current state.
    pub fn drawn(&self, replay: &Replay<'_>) -> Drawn {
        let touched = replay.event().and_then(|event| event.fact());
        let mut drawn = Drawn::default();
        let objective = self.objective.iter().map(|objective| objective.line(replay));
        drawn.lines.extend(objective);
        drawn.headings = drawn.lines.len();
        for table in &self.tables {
            drawn.add(table.drawn(replay, touched));
        }
        if let Some(schedule) = &self.schedule {
            drawn.add(schedule.drawn(replay, touched));
        }
        for route in &self.routes {
            drawn.add(route.drawn(replay));
        }
        let cells = self.cells.drawn(replay, touched, &self.letters);
        if drawn.lines.len() == drawn.headings {
            drawn.headings += cells.headings + usize::from(drawn.headings > 0 && !cells.lines.is_empty());
        }
        drawn.add(cells);
        drawn
    }
}
