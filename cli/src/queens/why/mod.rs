//! `ferz queens N --why SQUARE`: why no queen can stand there, or must.

mod picture;
mod question;
mod report;
mod text;

use crate::queens::args::{Format, Queens};
use crate::queens::question::Question as Asked;
use crate::run::prelude::*;
use queens::{Board, BoardWords, Givens, QueensModel, Square};
use question::Question;
use report::{Answer, Found, Justified, Line, Minimal, Report, Searched, State, Step};
use solver_core::prelude::*;
use solver_core::why::{
    self, Answer as Why, Cause, Decided, Explainer, Explanation, Follows, Minimality, Standing, WhyError,
};

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
    // The given queens are assumptions, which an explanation comes down to.
    queens.change_rules(&question.changes).map_err(bad)?;
    let session = Session { queens: &queens, givens, asked, depth: args.depth.unwrap_or_default() };
    let limits = Limits { solutions: question.wanted, ..args.limits.all(&stop) };
    let (answer, picture) = match session.ask(&question.search(&queens).limits(limits)) {
        Ok(answered) => answered,
        Err(WhyError::Stopped { by }) => (Answer::Stopped { by }, None),
        Err(WhyError::Model(error)) => return Err(bad(error).into()),
        Err(error) => return Err(error.into()),
    };
    let why = match asked {
        Question::Square(square) => session.written(square),
        Question::Column(column) => session.column(column),
    };
    let report = Report { question: &question, why, answer, picture };
    if args.format == Format::Json {
        report.print_json()?;
    } else {
        print(text::told(&report))?;
    }
    let ended = report.stopped_by().into();
    // Large models take long to take apart, and the process is about to end.
    std::mem::forget(queens);
    Ok(ended)
}

/// One question.
struct Session<'a> {
    queens: &'a QueensModel,
    givens: &'a Givens,
    asked: Question,
    depth: Depth,
}

impl Session<'_> {
    fn ask(&self, search: &Search<'_>) -> Result<(Answer, Option<String>), WhyError> {
        let mut explainer = search.explainer()?;
        for (square, name) in self.givens.squares().iter().zip(self.givens.names()) {
            if explainer.standing() == Standing::Open {
                explainer.assume_as(name, self.queen_on(*square))?;
            }
        }
        let picture = picture::draw(&explainer, self.queens, self.givens, self.asked)?;
        let words = BoardWords::new(self.queens, explainer.symbols())?;
        let writer = AnswerWriter { words, explainer: &explainer };
        let answer = match (explainer.standing(), self.asked) {
            (Standing::Contradiction, _) => {
                Answer::Contradiction { because: writer.because(&explainer.why_failed(self.depth)?) }
            }
            (Standing::Open, Question::Square(square)) => self.about(&writer, square)?,
            (Standing::Open, Question::Column(column)) => {
                let rows = 0..self.givens.size() as u32;
                let squares = rows.rev().map(|row| self.line(&writer, Square { column, row }));
                Answer::Column { squares: squares.collect::<Result<_, _>>()? }
            }
        };
        Ok((answer, picture))
    }

    fn queen_on(&self, square: Square) -> solver_core::Comparison {
        // No board has more rows than the largest formulation takes.
        self.queens.columns[square.column as usize].equals(square.row as i32)
    }

    fn about(&self, writer: &AnswerWriter<'_>, square: Square) -> Result<Answer, WhyError> {
        Ok(match writer.explainer.why(self.queen_on(square), self.depth)? {
            Why::True(why) => Answer::Required { because: writer.because(&why) },
            Why::False(why) => Answer::RuledOut { because: writer.because(&why) },
            Why::Open => Answer::Open { search: self.searched(writer.explainer.decide(self.queen_on(square))?)? },
        })
    }

    fn line(&self, writer: &AnswerWriter<'_>, square: Square) -> Result<Line, WhyError> {
        let (state, why) = match writer.explainer.why(self.queen_on(square), Depth::Step)? {
            Why::True(why) => (State::Required, Some(why)),
            Why::False(why) => (State::RuledOut, Some(why)),
            Why::Open => (State::Free, None),
        };
        let step = why.and_then(|why| writer.steps(&why).pop());
        let (sentence, rule, constraint) = match step {
            Some(step) => (Some(step.sentence), Some(step.rule), step.constraint),
            None => (None, None, None),
        };
        Ok(Line { square: self.written(square), state, sentence, rule, constraint })
    }

    fn searched(&self, decided: Decided) -> Result<Searched, WhyError> {
        let rows = |solution: Option<Solution>| solution.map(|s| self.rows(&s)).transpose();
        let (found, nodes, by, with, without) = match decided {
            Decided::Always { witness, nodes } => (Found::Always, Some(nodes), None, Some(witness), None),
            Decided::Never { witness, nodes } => (Found::Never, Some(nodes), None, None, Some(witness)),
            Decided::Either { with, without } => (Found::Either, None, None, Some(with), Some(without)),
            Decided::NoSolution { nodes } => (Found::NoSolution, Some(nodes), None, None, None),
            Decided::Unknown { by, with, without } => (Found::Unknown, None, Some(by), with, without),
        };
        Ok(Searched { found, nodes, stopped_by: by, with: rows(with)?, without: rows(without)? })
    }

    /// The rows of a solution's queens, from 1.
    fn rows(&self, solution: &Solution) -> Result<Vec<u32>, WhyError> {
        let rows = solution.values(&self.queens.columns)?;
        Ok(rows.into_iter().map(|row| row as u32 + 1).collect())
    }

    fn written(&self, square: Square) -> String {
        square.on(self.givens.size()).to_string()
    }

    /// A column's letter or number, as squares have it.
    fn column(&self, column: u32) -> String {
        let square = self.written(Square { column, row: 0 });
        square.trim_end_matches('1').trim_end_matches(':').to_owned()
    }
}

/// Tells what an explainer explains.
struct AnswerWriter<'a> {
    words: BoardWords<'a>,
    explainer: &'a Explainer<'a>,
}

impl AnswerWriter<'_> {
    fn because(&self, why: &Explanation) -> Justified {
        let name = |&number: &usize| self.explainer.assumptions()[number].name.clone();
        Justified {
            depth: why.depth.name(),
            follows_by: match why.follows {
                Follows::ByPropagation => "propagation",
                Follows::BySearch { .. } => "search",
            },
            needs: why.assumptions.iter().filter_map(name).collect(),
            minimal: match &why.minimality {
                Minimality::NotAsked => None,
                Minimality::Proven { nodes, .. } => Some(Minimal { proven: true, nodes: *nodes, stopped_by: None }),
                Minimality::NotProven { by, nodes } => {
                    Some(Minimal { proven: false, nodes: *nodes, stopped_by: Some(*by) })
                }
            },
            steps: self.steps(why),
            verified: why.verified,
        }
    }

    fn steps(&self, why: &Explanation) -> Vec<Step> {
        let steps = why.steps.iter().zip(1..);
        steps.map(|(step, number)| self.step(step, number)).collect()
    }

    fn step(&self, step: &why::Step, number: usize) -> Step {
        let (kind, constraint) = match &step.cause {
            Cause::Assumption { .. } => ("given", None),
            Cause::Declared => ("declared", None),
            Cause::Stated { names, .. } => ("stated", Some(names.join(", "))),
            Cause::Constraint { constraint, .. } => {
                ("constraint", Some(self.explainer.symbols().constraint(*constraint).to_owned()))
            }
            Cause::Domain { .. } => ("column", None),
            Cause::Search { .. } => ("search", None),
        };
        Step {
            number,
            sentence: step.tell(&self.words),
            from: step.from.iter().map(|i| i + 1).collect(),
            kind,
            rule: step.cause.rule().name,
            constraint,
        }
    }
}

/// A board from the rows of its queens, from 1; it has been checked by no one yet.
fn board(rows: &[u32]) -> Option<Board> {
    Board::new(rows.iter().map(|row| row - 1).collect()).ok()
}
