//! What `ferz queens` prints: text for people, JSON for programs.

use crate::exit::Ended;
use crate::queens::args::Format;
use crate::queens::changes::RulesSummary;
use crate::queens::clash::Dead;
use crate::queens::colours;
use crate::queens::distinct::{self, Orbits};
use crate::queens::object::{Object, QuestionFields};
use crate::queens::request::Request;
use crate::wording::{cause, plural, queens};
use queens::{Board, Changes, Givens, Listing, Picture, QueensModel, Sheet, Sign, Square, render, render_squares};
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;
use study::Tally;

/// Writes solutions as they come, and what they amount to at the end.
pub(crate) struct Report<'a, W> {
    pub(crate) out: W,
    pub(crate) request: &'a Request,
    /// What programs are told of the question.
    pub(crate) asked: QuestionFields,
    /// What is changed in the puzzle.
    pub(crate) changed: RulesSummary,
    pub(crate) printed: u64,
    /// What stands behind the solutions, if only distinct ones are asked for.
    pub(crate) orbits: Option<Orbits>,
    /// The list that the solutions are part of, if it is to be the only output.
    pub(crate) list: Option<Listing>,
    /// The page that the solutions are drawn on, if it is to be the only output.
    pub(crate) sheet: Option<Sheet>,
    /// Whose attacks are marked, and how they move: the given queens, or all if none is given.
    pub(crate) marked: Option<Changes>,
    /// Whether boards are drawn in the colours of the terminal.
    pub(crate) coloured: bool,
    /// The inferences that were verified, by rule, if that was asked for.
    pub(crate) rules: Option<BTreeMap<&'static str, Tally>>,
    /// The object for programs.
    pub(crate) object: Option<Object>,
}

impl<'a, W: Write> Report<'a, W> {
    pub(crate) fn new(out: W, request: &'a Request, asked: QuestionFields, changed: RulesSummary) -> Report<'a, W> {
        Report {
            out,
            request,
            asked,
            changed,
            printed: 0,
            orbits: None,
            list: request.listing(),
            sheet: request.sheet(),
            marked: None,
            coloured: colours::wanted(request.format),
            rules: None,
            object: None,
        }
    }

    /// With attacked squares marked, if that is asked for.
    pub(crate) fn marking(mut self, rules: &Changes) -> Report<'a, W> {
        self.marked = self.request.attacked.then(|| rules.clone());
        self
    }

    /// With orbits to be measured if the model has its symmetries broken.
    pub(crate) fn of_orbits(mut self, queens: &QueensModel) -> Report<'a, W> {
        self.orbits = queens.symmetries.clone().map(|symmetries| Orbits::new(symmetries, self.changed.places()));
        self
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        if !self.request.is_json() {
            return Ok(());
        }
        let symmetries = self.orbits.as_ref().map(Orbits::symmetries);
        self.asked.symmetries = symmetries;
        self.object = Some(Object::open(&mut self.out, self.request, &self.asked, &self.changed)?);
        Ok(())
    }

    /// Takes down a board with a queen in every column, and writes it if that is asked for.
    pub(crate) fn solution(&mut self, board: &Board) -> io::Result<()> {
        let orbit = self.orbits.as_mut().map(|orbits| orbits.add(board));
        if !self.request.wants_solutions() {
            return Ok(());
        }
        let mirrored = self.request.transpose.then(|| board.mirrored());
        let board = mirrored.as_ref().unwrap_or(board);
        if self.draws_pictures() {
            return self.picture(board.size(), &board.squares());
        }
        let text = match (self.request.format, &mut self.list, &mut self.object, orbit) {
            (Format::Text(format), ..) => render(board, format),
            (_, Some(list), ..) => list.board(board),
            (.., Some(object), Some(orbit)) => return object.solution(&mut self.out, &orbit.shown_as(board)),
            (.., Some(object), None) => return object.solution(&mut self.out, &distinct::rows(board)),
            _ => return Ok(()),
        };
        self.one(&text)
    }

    /// Writes a board with any number of queens.
    pub(crate) fn placement(&mut self, placed: &Givens) -> io::Result<()> {
        let n = placed.size();
        let mut squares = placed.squares().to_vec();
        if self.request.transpose {
            squares = squares.into_iter().map(Square::mirrored).collect();
            squares.sort_by_key(|queen| (queen.row, queen.column));
        }
        if self.draws_pictures() {
            return self.picture(n, &squares);
        }
        let text = match (self.request.format, &mut self.list, &mut self.object) {
            (Format::Text(format), ..) => render_squares(n, &squares, format),
            (_, Some(list), _) => list.queens(n, &squares),
            (.., Some(object)) => {
                let names: Vec<String> = squares.iter().map(|queen| queen.on(n).to_string()).collect();
                return object.solution(&mut self.out, &names);
            }
            _ => return Ok(()),
        };
        self.one(&text)
    }

    /// Whether more than text is made of a solution's queens.
    fn draws_pictures(&self) -> bool {
        self.sheet.is_some() || self.request.format.drawing().is_some()
    }

    /// Draws a board, with what is to be marked on it.
    fn picture(&mut self, n: usize, queens: &[Square]) -> io::Result<()> {
        let mut picture = Picture::new(n, queens.iter().copied());
        if let Some(rules) = &self.marked {
            let given = rules.givens().squares().iter();
            let given: Vec<Square> = if self.request.transpose {
                given.map(|queen| queen.mirrored()).collect()
            } else {
                given.copied().collect()
            };
            picture = picture.with_attacked(if given.is_empty() { queens } else { &given }, rules);
        }
        if let Some(sheet) = &mut self.sheet {
            sheet.add(picture);
            return Ok(());
        }
        let text = match self.request.format.drawing() {
            Some(_) if self.coloured => colours::drawn(&picture),
            Some(drawing) => picture.drawn(drawing).to_string(),
            None => return Ok(()),
        };
        self.one(&text)
    }

    /// Writes the text of one solution.
    fn one(&mut self, text: &str) -> io::Result<()> {
        if self.printed > 0 && self.request.format.drawing().is_some() {
            writeln!(self.out)?;
        }
        self.out.write_all(text.as_bytes())?;
        self.printed += 1;
        // The first solution is shown at once; of many, a buffer at a time.
        if self.printed == 1 {
            self.out.flush()?;
        }
        Ok(())
    }

    /// Takes down what was verified.
    pub(crate) fn verified(&mut self, rules: BTreeMap<&'static str, Tally>) {
        self.rules = Some(rules);
    }

    /// Says that somebody has left the search.
    pub(crate) fn left(&mut self, how: &str, statistics: &Statistics) -> io::Result<()> {
        let found = statistics.solutions;
        let solutions = self.solutions(found);
        writeln!(self.out, "{}: {found} {solutions} so far, then ended {how}", self.of())?;
        self.out.flush()
    }

    /// What the solutions amount to. More may follow, until it is [closed](Report::close).
    pub(crate) fn end(&mut self, end: Step, statistics: &Statistics, time: Duration) -> io::Result<Ended> {
        if let Some(list) = self.list.take() {
            return self.end_list(list, end, statistics, time);
        }
        if let Some(sheet) = self.sheet.take() {
            return self.end_page(&sheet, end, statistics, time);
        }
        let stopped_by = breach(self.request, end, statistics);
        if let Some(object) = &mut self.object {
            object.end(self.request, (end, stopped_by), statistics, time, self.orbits.as_ref(), self.rules.as_ref());
        } else {
            self.summary(end, stopped_by, statistics)?;
            self.table()?;
            if self.request.stats {
                self.costs(statistics, time)?;
            }
        }
        self.out.flush()?;
        Ok(if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete })
    }

    /// Why there is no solution.
    pub(crate) fn clash(&mut self, dead: &Dead) -> io::Result<()> {
        if let Some(object) = &mut self.object {
            object.clash(dead);
            return Ok(());
        }
        if matches!(self.request.format, Format::Listing(_) | Format::Page(_)) && self.request.wants_solutions() {
            return writeln!(self.aside().out, "{}", dead.sentence());
        }
        writeln!(self.out, "{}", dead.sentence())
    }

    pub(crate) fn close(mut self) -> io::Result<()> {
        if let Some(object) = self.object {
            object.close(&mut self.out)?;
        }
        self.out.flush()
    }

    pub(crate) fn summary(
        &mut self,
        end: Step,
        stopped_by: Option<StopReason>,
        statistics: &Statistics,
    ) -> io::Result<()> {
        if self.request.format.drawing().is_some() && self.printed > 0 {
            writeln!(self.out)?;
            self.key()?;
        }
        let sentence = self.sentence(end, stopped_by, statistics);
        writeln!(self.out, "{sentence}")
    }

    /// What the marks mean.
    fn key(&mut self) -> io::Result<()> {
        let (Some(rules), Some(drawing)) = (&self.marked, self.request.format.drawing()) else { return Ok(()) };
        let [queen, other, attacked, free] =
            [Sign::Queen, Sign::Unmarked, Sign::Attacked, Sign::Free].map(|sign| drawing.sign(sign));
        let attacked = if self.coloured { "red".to_owned() } else { attacked.to_string() };
        let free = if self.coloured || free == ' ' { String::new() } else { format!(", {free} free") };
        match rules.givens().squares() {
            [] => writeln!(self.out, "{attacked} attacked{free}"),
            [_] => writeln!(self.out, "{queen} given, {other} found, {attacked} attacked by the given queen{free}"),
            _ => writeln!(self.out, "{queen} given, {other} found, {attacked} attacked by a given queen{free}"),
        }
    }

    /// What the solutions amount to, in a sentence.
    pub(crate) fn sentence(&self, end: Step, stopped_by: Option<StopReason>, statistics: &Statistics) -> String {
        let found = statistics.solutions;
        let of = self.of();
        let solutions = self.solutions(found);
        let whole = end == Step::Exhausted;
        let orbits = self.orbits.as_ref().map(|orbits| orbits.remark(whole)).unwrap_or_default();
        match (end, stopped_by) {
            (_, Some(by)) if self.request.count => {
                format!("{of}: at least {found} {solutions}{orbits}; incomplete, stopped by {}", cause(by))
            }
            (_, Some(by)) => {
                format!("{of}: {found} {solutions} so far{orbits}; incomplete, stopped by {}", cause(by))
            }
            (Step::Exhausted, None) if found == 0 => format!("{of}: no solution"),
            (Step::Exhausted, None) if self.request.unique => format!("{of}: exactly one {solutions}{orbits}"),
            (Step::Exhausted, None) => {
                let by = if self.request.count { ", counted by search on a model" } else { "" };
                format!("{of}: {found} {solutions}{orbits}{by}")
            }
            (_, None) if self.request.unique => {
                format!("{of}: more than one {}; these two differ", self.solutions(1))
            }
            (_, None) if found == 1 => format!("{of}: one {solutions}{orbits}, after {}", effort(statistics)),
            (_, None) => format!("{of}: the first {found} {solutions}{orbits}, after {}", effort(statistics)),
        }
    }

    /// `solution` or `distinct solutions`.
    fn solutions(&self, found: u64) -> String {
        let kind = if self.orbits.is_some() { "distinct " } else { "" };
        format!("{kind}solution{}", if found == 1 { "" } else { "s" })
    }

    /// The puzzle: `8 queens with d1`.
    fn of(&self) -> String {
        let n = self.request.n;
        self.request.pieces.map_or_else(|| self.changed.of(n), |k| format!("{} on {n}x{n}", queens(k)))
    }

    /// The inferences that were verified.
    pub(crate) fn table(&mut self) -> io::Result<()> {
        let Some(rules) = &self.rules else { return Ok(()) };
        let mut all = Tally::default();
        writeln!(self.out, "{:30}{:>14}{:>14}{:>16}", "rule", "inferences", "failures", "mean premises")?;
        for (rule, tally) in rules {
            all += *tally;
            writeln!(self.out, "{rule:30}{}", numbers(tally))?;
        }
        writeln!(self.out, "{:30}{}", "all", numbers(&all))?;
        self.out.write_all(match all.inferences {
            0 => b"there was no inference to verify\n",
            _ => b"every inference is verified by the checker of its rule\n",
        })
    }

    pub(crate) fn costs(&mut self, statistics: &Statistics, time: Duration) -> io::Result<()> {
        writeln!(self.out, "nodes         {}", statistics.nodes)?;
        writeln!(self.out, "failures      {}", statistics.failures)?;
        writeln!(self.out, "propagations  {}", statistics.propagations)?;
        writeln!(self.out, "peak depth    {}", statistics.peak_depth)?;
        writeln!(self.out, "time          {:.3} s", time.as_secs_f64())?;
        Ok(())
    }
}

/// The columns of a table of rules.
fn numbers(tally: &Tally) -> String {
    format!("{:>14}{:>14}{:>16.2}", tally.inferences, tally.failures, tally.mean_premises())
}

/// The limit because of which the output is less than the requested one.
pub(crate) fn breach(request: &Request, end: Step, statistics: &Statistics) -> Option<StopReason> {
    // So many solutions as were asked for: that limit is the claim, not a breach of it.
    let satisfied = request.wanted.is_some_and(|wanted| statistics.solutions >= wanted);
    match end {
        Step::Stopped(_) if satisfied => None,
        Step::Stopped(by) => Some(by),
        Step::Solution | Step::Exhausted => None,
    }
}

fn effort(statistics: &Statistics) -> String {
    format!("{} and {}", plural(statistics.nodes, "node"), plural(statistics.failures, "failure"))
}
