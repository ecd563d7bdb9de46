//! The solver's own search: decisions, inferences with their reasons, and failures.

use super::frames::{Film, Frame, Grid, Kind, counted};
use queens::{BoardWords, Formulation, QueensModel, Square};
use solver_core::engine::{Engine, Inference};
use solver_core::observe::{Branch, Event, Observer};
use solver_core::prelude::*;
use solver_core::{Atom, AtomFormatter, Relation, Var, View};
use std::ops::ControlFlow;

/// Animates the search up to the first solution.
pub(super) fn show(grid: Grid, formulation: Formulation, film: Film) -> Result<Film, String> {
    let puzzle = QueensModel::new(grid.n as usize, formulation, None).map_err(|error| error.to_string())?;
    let mut run = puzzle.model.search().explaining().start().map_err(|error| error.to_string())?;
    let symbols = run.symbols().cloned().ok_or("a search that explains has names")?;
    let words = BoardWords::new(&puzzle, &symbols).map_err(|error| error.to_string())?;
    let columns = puzzle.columns.iter().map(|&column| symbols.var(column)).collect::<Result<Vec<Var>, _>>();
    let columns = columns.map_err(|error| error.to_string())?;
    let mut shown = Shown { board: Board { grid, words: &words, columns }, depth: 0, film };
    let end = run.step_observed(u64::MAX, &mut shown);
    let Statistics { nodes, failures, .. } = run.statistics();
    let took = format!("{}, {}", counted(nodes, "node"), counted(failures, "dead end"));
    match end {
        Some(Step::Solution) => shown.film.end(format!("A solution after {took}.")),
        Some(Step::Exhausted) => shown.film.end(format!("There is no solution: {took}.")),
        Some(Step::Stopped(_)) | None => {}
    }
    Ok(shown.film)
}

/// Converts events to frames.
struct Shown<'a> {
    board: Board<'a>,
    depth: u32,
    film: Film,
}

/// The variables' squares, and the words for facts about them.
struct Board<'a> {
    grid: Grid,
    words: &'a BoardWords<'a>,
    /// Each column's variable.
    columns: Vec<Var>,
}

impl Observer for Shown<'_> {
    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        let Shown { board, film, .. } = self;
        if let Event::Decide { depth, .. } | Event::Backtrack { depth } = *event {
            self.depth = depth as u32;
        }
        let depth = self.depth;
        let blank = |facts, kind, text| Frame { kind, depth, text, ..board.frame(engine, facts) };
        let now = engine.facts();
        match *event {
            Event::Decide { atom, branch, .. } => film.show(|| {
                let fact = board.words.fact(atom);
                let (kind, text) = match branch {
                    Branch::Right => (Kind::Infer, format!("That failed, so {fact}.")),
                    Branch::Left | Branch::Value { .. } => (Kind::Try, format!("Try {fact}.")),
                };
                Frame { about: board.squares(&[atom]), ..blank(now, kind, text) }
            }),
            Event::Prune { position, atom } => match engine.inference(position) {
                Some(inference) => film.show(|| {
                    let text = format!("{}.", inference.sentence(board.words));
                    let (about, reason) = (board.squares(&[atom]), board.squares(&inference.premises));
                    Frame { about, reason, ..blank(position + 1, Kind::Infer, text) }
                }),
                None => ControlFlow::Continue(()),
            },
            Event::Fail { .. } => film.show(|| {
                let Some(conflict) = engine.conflict() else { return blank(now, Kind::Fail, "Dead end.".to_owned()) };
                let (about, reason) = (board.squares(conflict.fact.as_slice()), board.squares(&conflict.premises));
                Frame { about, reason, ..blank(now, Kind::Fail, board.dead_end(&conflict)) }
            }),
            Event::Backtrack { .. } => {
                film.show(|| blank(now, Kind::Back, "Back: all that followed from the last try is undone.".to_owned()))
            }
            Event::Solution { .. } => {
                film.show(|| blank(now, Kind::Solution, "Every column has its queen: a solution.".to_owned()))
            }
            // A propagator run is visible through its inferences.
            _ => ControlFlow::Continue(()),
        }
    }
}

impl Board<'_> {
    /// Returns the frame that shows the state after the given number of facts.
    fn frame(&self, engine: &Engine, facts: usize) -> Frame {
        let mut frame = Frame::default();
        let past = engine.past(facts);
        for (&var, column) in self.columns.iter().zip(0..) {
            let view = View::from(var);
            let fixed = past.as_ref().and_then(|past| past.fixed(view));
            for row in 0..self.grid.n {
                let number = self.grid.number(Square { column, row });
                match past.as_ref().is_none_or(|past| past.contains(view, row as i32)) {
                    true if fixed.is_some() => frame.queens.push(number),
                    true => {}
                    false => frame.crossed.push(number),
                }
            }
        }
        frame
    }

    /// Returns the squares of the facts that place a queen or exclude one.
    fn squares(&self, facts: &[Atom]) -> Vec<u32> {
        let mut squares = Vec::new();
        for &fact in facts {
            let Some(column) = self.columns.iter().position(|&var| var == fact.var()) else { continue };
            let wanted = fact.relation() == Relation::Equal;
            let rows = (0..self.grid.n).filter(|&row| fact.holds_for(row as i32) == wanted);
            squares.extend(rows.map(|row| self.grid.number(Square { column: column as u32, row })));
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    fn dead_end(&self, conflict: &Inference) -> String {
        let but = match conflict.fact.map(Atom::relation) {
            None => "",
            Some(Relation::Equal) => ", but that is already excluded",
            Some(_) => ", but nothing else was left",
        };
        format!("Dead end: {}{but}.", conflict.sentence(self.words))
    }
}
