//! `ferz queens N --why SQUARE`: explains why no queen can be on a square, or why one must be.

mod picture;
mod question;
mod tell;

use crate::queens::args::{Format, Queens};
use crate::queens::changes::RulesSummary;
use crate::queens::question::Question as Asked;
use crate::run::envelope::{self, Fields, Outcome};
use crate::run::prelude::*;
use crate::wording::cause;
use queens::{BoardWords, Givens, QueensModel, Square};
use question::Question;
use solver_core::StopReason;
use solver_core::prelude::*;
use solver_core::why::{Standing, WhyError};
use tell::Teller;

pub(crate) fn run(args: &Queens, asked: &str, started: Instant) -> anyhow::Result<Ended> {
    let stop = Stop::after(args.limits.time_limit, started)?;
    let question = Asked::of(args)?;
    let givens = question.changes.givens();
    let asked = Question::read(asked, givens.size())?;
    if !matches!(args.format, Format::Json | Format::Text(queens::Format::Board)) {
        reject!("--why is told as text or as json: leave out '--format {}'", args.format.name());
    }
    if let (Question::Column(_), Some(Depth::Decisions | Depth::Smallest)) = (asked, args.depth) {
        reject!("--why with a column tells one step for each square: for more, ask about one square");
    }
    let mut queens = QueensModel::new(givens.size(), args.model, args.consistency).map_err(bad)?;
    // The given queens are assumptions, to which an explanation leads back.
    queens.change_rules(&question.changes).map_err(bad)?;
    let session = Session { queens: &queens, givens, asked, depth: args.depth.unwrap_or_default() };
    let limits = Limits { solutions: question.wanted, ..args.limits.all(&stop) };
    let told = match session.ask(&question.search(&queens).limits(limits)) {
        Err(WhyError::Stopped { by }) => Told {
            title: format!("Why {}?", session.name()),
            text: format!("Stopped by {} before there was an answer.\n", cause(by)),
            data: Fields::new().with("state", "stopped"),
            stopped_by: Some(by),
            picture: None,
        },
        Err(WhyError::Model(error)) => return Err(bad(error).into()),
        told => told?,
    };
    let rules = RulesSummary::rules(&question.changes);
    if args.format == Format::Json {
        let asked = Fields::new().with("n", question.n()).with("given", givens.names()).all_of(rules);
        let asked = asked.with("model", question.formulation.name()).with("consistency", question.level());
        let answer = envelope::answer(told.stopped_by, Outcome::Complete).and(told.data);
        envelope::print("queens", asked.with("why", session.name()), answer)?;
    } else {
        let given = match &givens.names()[..] {
            [] => "none given".to_owned(),
            names => format!("given {}", names.join(", ")),
        };
        let picture = told.picture.map_or_else(String::new, |picture| picture + "\n");
        print(format!("{} ({}, {given})\n\n{picture}{}", told.title, rules.of(question.n()), told.text))?;
    }
    // Dropping a large model takes long, and the process is about to end.
    std::mem::forget(queens);
    Ok(told.stopped_by.into())
}

/// An answer, as text and as JSON.
struct Told {
    /// The question as a heading; its wording depends on the answer.
    title: String,
    text: String,
    /// The JSON answer: its `state` and further fields.
    data: Fields,
    /// The limit that made the answer incomplete.
    stopped_by: Option<StopReason>,
    /// The board, unless it is too large to be drawn.
    picture: Option<String>,
}

/// The model and the options of one question.
struct Session<'a> {
    queens: &'a QueensModel,
    givens: &'a Givens,
    asked: Question,
    depth: Depth,
}

impl Session<'_> {
    fn ask(&self, search: &Search<'_>) -> Result<Told, WhyError> {
        let mut explainer = search.explainer()?;
        for (square, name) in self.givens.squares().iter().zip(self.givens.names()) {
            if explainer.standing() == Standing::Open {
                explainer.assume_as(name, self.queen_on(*square))?;
            }
        }
        let picture = picture::draw(&explainer, self.queens, self.givens, self.asked)?;
        let words = BoardWords::new(self.queens, explainer.symbols())?;
        let teller = Teller { session: self, asked: self.name(), words, explainer: &explainer };
        let told = match (explainer.standing(), self.asked) {
            (Standing::Contradiction, _) => teller.contradiction()?,
            (Standing::Open, Question::Square(square)) => teller.about(square)?,
            (Standing::Open, Question::Column(column)) => teller.column(column)?,
        };
        Ok(Told { picture, ..told })
    }

    fn queen_on(&self, square: Square) -> solver_core::Comparison {
        // The conversion is safe: the largest formulation bounds the number of rows.
        self.queens.columns[square.column as usize].equals(square.row as i32)
    }

    fn written(&self, square: Square) -> String {
        square.on(self.givens.size()).to_string()
    }

    /// The name of the square or column in question; a column is named as in the names of squares.
    fn name(&self) -> String {
        match self.asked {
            Question::Square(square) => self.written(square),
            Question::Column(column) => {
                let square = self.written(Square { column, row: 0 });
                square.trim_end_matches('1').trim_end_matches(':').to_owned()
            }
        }
    }
}
