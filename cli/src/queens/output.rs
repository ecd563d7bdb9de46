//! The output of `ferz queens`: boards as they are found, and a summary, as text or JSON.

use super::args::Format;
use super::clash::Dead;
use super::colours;
use super::distinct::{Orbits, Rows};
use super::question::Question;
use crate::run::envelope::Envelope;
use crate::run::output::has_colours;
use crate::run::prelude::*;
use queens::{Board, Drawing, Givens, Listing, Notation, Picture, Sheet, Sign, Square, render_squares, rendered};
use std::fmt::Display;
use std::io::{self, Write};

/// Prints solutions as they are found, and a summary at the end.
pub(crate) struct Report<'a> {
    out: Out,
    pub(crate) question: &'a Question<'a>,
    sink: Sink,
    printed: u64,
    /// The orbits of the solutions, if only distinct solutions are requested.
    pub(crate) orbits: Option<Orbits>,
    /// Whether boards are drawn with terminal colours.
    coloured: bool,
}

/// The destination of solutions. If it is a list or a page, standard output contains nothing else, and necessary
/// messages go to standard error.
enum Sink {
    Text,
    List(Listing),
    Page(Sheet),
    /// The JSON object, and the answer once it is known. An unsatisfiable core may still be added to the answer.
    Json(Envelope, Option<[Fields; 2]>),
    /// The output is finished, and nothing more is written.
    Closed,
}

/// The summary at the end.
pub(crate) struct Closing {
    pub(crate) end: End,
    pub(crate) sentence: String,
    /// Tables and costs, as lines of text.
    pub(crate) lines: String,
    /// The JSON answer and the costs in JSON.
    pub(crate) answer: [Fields; 2],
}

impl<'a> Report<'a> {
    /// Creates a report on standard output; `fields` describe the question in JSON.
    pub(crate) fn new(out: Out, question: &'a Question<'a>, fields: Fields) -> Report<'a> {
        let sink = match question.format {
            Format::Json if question.count => Sink::Json(Envelope::new("queens", fields), None),
            Format::Json => Sink::Json(Envelope::listing("queens", fields), None),
            Format::Listing(notation) if !question.count => Sink::List(Listing::new(notation)),
            Format::Page(page) if !question.count => Sink::Page(Sheet::new(page, question.changes.size())),
            Format::Text(_) | Format::Listing(_) | Format::Page(_) => Sink::Text,
        };
        let coloured = question.format.drawing() == Some(Drawing::Unicode) && has_colours();
        Report { out, question, sink, printed: 0, orbits: None, coloured }
    }

    /// Records a board with a queen in every column, and prints it if requested.
    pub(crate) fn board(&mut self, board: &Board) -> io::Result<()> {
        let mirrored = self.question.transpose.then(|| board.mirrored());
        let shown = mirrored.as_ref().unwrap_or(board);
        let orbit = self.orbits.as_mut().map(|orbits| orbits.add(board, shown));
        if self.question.count {
            return Ok(());
        }
        if self.draws_pictures() {
            return self.picture(shown.size(), &shown.squares());
        }
        match (&mut self.sink, self.question.format) {
            (Sink::List(list), _) => {
                let text = list.board(shown);
                self.one(text)
            }
            (_, Format::Text(format)) => self.one(rendered(shown, format)),
            _ => match orbit {
                Some(orbit) => self.object(&orbit),
                None => self.object(&Rows(shown)),
            },
        }
    }

    /// Prints a board with any number of queens.
    pub(crate) fn placement(&mut self, placed: &Givens) -> io::Result<()> {
        let n = placed.size();
        let mut squares = placed.squares().to_vec();
        if self.question.transpose {
            squares = squares.into_iter().map(Square::mirrored).collect();
            squares.sort_by_key(|queen| (queen.row, queen.column));
        }
        if self.draws_pictures() {
            return self.picture(n, &squares);
        }
        let text = match (&mut self.sink, self.question.format) {
            (Sink::List(list), _) => list.queens(n, &squares),
            (_, Format::Text(format)) => render_squares(n, &squares, format),
            _ => {
                let names: Vec<String> = squares.iter().map(|queen| queen.on(n).to_string()).collect();
                return self.object(&names);
            }
        };
        self.one(text)
    }

    /// Whether solutions are drawn as pictures.
    fn draws_pictures(&self) -> bool {
        matches!(self.sink, Sink::Page(_)) || self.question.format.drawing().is_some()
    }

    /// Draws a board with the requested marks.
    fn picture(&mut self, n: usize, queens: &[Square]) -> io::Result<()> {
        let mut picture = Picture::new(n, queens.iter().copied());
        if self.question.attacked {
            let rules = &self.question.changes;
            let turned = |queen: &Square| if self.question.transpose { queen.mirrored() } else { *queen };
            let given: Vec<Square> = rules.givens().squares().iter().map(turned).collect();
            picture = picture.with_attacked(if given.is_empty() { queens } else { &given }, rules);
        }
        match (&mut self.sink, self.question.format.drawing()) {
            (Sink::Page(sheet), _) => sheet.add(picture),
            (_, Some(_)) if self.coloured => self.one(colours::drawn(&picture))?,
            (_, Some(drawing)) => self.one(picture.drawn(drawing))?,
            (_, None) => {}
        }
        Ok(())
    }

    /// Prints the text of one solution.
    fn one(&mut self, text: impl Display) -> io::Result<()> {
        if self.printed > 0 && self.question.format.drawing().is_some() {
            writeln!(self.out)?;
        }
        write!(self.out, "{text}")?;
        self.shown()
    }

    /// Prints a solution as JSON.
    fn object(&mut self, solution: &impl serde::Serialize) -> io::Result<()> {
        if let Sink::Json(envelope, _) = &mut self.sink {
            envelope.solution(&mut self.out, solution)?;
        }
        self.shown()
    }

    /// Counts a printed solution. Flushes the first one at once, and buffers later ones.
    fn shown(&mut self) -> io::Result<()> {
        self.printed += 1;
        if self.printed == 1 { self.out.flush() } else { Ok(()) }
    }

    /// Flushes the output.
    pub(crate) fn flush(&mut self) -> io::Result<Out> {
        self.out.flush()?;
        Ok(self.out.clone())
    }

    /// Prints the summary. More output may follow until the report is [closed](Report::close).
    pub(crate) fn end(&mut self, closing: Closing) -> io::Result<()> {
        let Closing { end, sentence, lines, answer } = closing;
        let is_left = end.left().is_some();
        match std::mem::replace(&mut self.sink, Sink::Closed) {
            Sink::List(list) => self.end_list(list, end)?,
            Sink::Page(sheet) => write!(self.out, "{}", sheet.titled(&sentence))?,
            Sink::Json(envelope, _) => self.sink = Sink::Json(envelope, Some(answer)),
            _ => {
                self.sink = Sink::Text;
                if self.question.format.drawing().is_some() && self.printed > 0 {
                    writeln!(self.out)?;
                    if !is_left {
                        self.key()?;
                    }
                }
                write!(self.out, "{sentence}\n{lines}")?;
            }
        }
        self.out.flush()?;
        if matches!(self.sink, Sink::Closed) && !is_left {
            if end.stopped_by().is_some() || self.question.unique {
                writeln!(io::stderr(), "{sentence}")?;
            }
            write!(io::stderr(), "{lines}")?;
        }
        Ok(())
    }

    /// Prints the summary and closes the report.
    pub(crate) fn finish(mut self, closing: Closing) -> anyhow::Result<Ended> {
        let ended = closing.end.into();
        self.end(closing)?;
        self.close(None)?;
        Ok(ended)
    }

    /// Ends a list. In the notation of the J program, the answer is the square of the last queen.
    fn end_list(&mut self, list: Listing, end: End) -> io::Result<()> {
        let last = list.last();
        self.out.write_all(list.end(end == End::Exhausted).as_bytes())?;
        if let (End::Typed, Format::Listing(Notation::JBox), Some(queen)) = (end, self.question.format, last) {
            writeln!(self.out, "{} {}", queen.row, queen.column)?;
        }
        Ok(())
    }

    /// Prints the end of the output, with the unsatisfiable core if there is one.
    pub(crate) fn close(mut self, dead: Option<&Dead>) -> io::Result<()> {
        match self.sink {
            Sink::Json(envelope, Some([answer, costs])) => {
                envelope.close(&mut self.out, answer.some("clash", dead.map(Dead::fields)).and(costs))?;
            }
            Sink::Text => dead.iter().try_for_each(|dead| writeln!(self.out, "{}", dead.sentence()))?,
            _ => dead.iter().try_for_each(|dead| writeln!(io::stderr(), "{}", dead.sentence()))?,
        }
        self.out.flush()
    }

    /// Prints the legend of the marks.
    fn key(&mut self) -> io::Result<()> {
        let (true, Some(drawing)) = (self.question.attacked, self.question.format.drawing()) else { return Ok(()) };
        let [queen, other, attacked, free] =
            [Sign::Queen, Sign::Unmarked, Sign::Attacked, Sign::Free].map(|sign| drawing.sign(sign));
        let attacked = if self.coloured { "red".to_owned() } else { attacked.to_string() };
        let free = if self.coloured || free == ' ' { String::new() } else { format!(", {free} free") };
        match self.question.changes.givens().squares() {
            [] => writeln!(self.out, "{attacked} attacked{free}"),
            [_] => writeln!(self.out, "{queen} given, {other} found, {attacked} attacked by the given queen{free}"),
            _ => writeln!(self.out, "{queen} given, {other} found, {attacked} attacked by a given queen{free}"),
        }
    }
}
