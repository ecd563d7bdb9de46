//! `ferz queens N --why SQUARE`: explains why a queen cannot, or must, be on a square.

mod picture;
mod question;
mod report;
mod session;

use crate::queens::args::{Format, Queens};
use crate::queens::changes::RulesSummary;
use crate::run::envelope::{self, Fields, Outcome};
use crate::run::prelude::*;
use crate::wording::cause;
use queens::{BoardWords, QueensModel};
use question::Question;
use report::{Report, Reporter};
use session::Session;
use solver_core::prelude::*;
use solver_core::why::{Standing, WhyError};

pub(crate) fn run(args: &Queens, asked: &str, started: Instant) -> anyhow::Result<Ended> {
    let stop = Stop::after(args.limits.time_limit, started)?;
    let question = crate::queens::question::Question::from_args(args)?;
    let givens = question.changes.givens();
    let asked = Question::read(asked, givens.size())?;
    if !matches!(args.format, Format::Json | Format::Text(queens::Format::Board)) {
        reject!("--why is printed as text or as json: leave out '--format {}'", args.format.name());
    }
    if let (Question::Column(_), Some(Depth::Decisions | Depth::Smallest)) = (asked, args.depth) {
        reject!("--why with a column prints one step for each square: for more, ask about one square");
    }
    let mut queens = QueensModel::new(givens.size(), args.model, args.consistency).map_err(bad)?;
    // The given queens are assumptions, from which an explanation starts.
    queens.change_rules(&question.changes).map_err(bad)?;
    let session = Session { queens: &queens, givens, asked, depth: args.depth.unwrap_or_default() };
    let limits = Limits { solutions: question.wanted, ..args.limits.all(&stop) };
    let answer = match ask(&session, &question.search(&queens).limits(limits)) {
        Err(WhyError::Stopped { by }) => Report {
            title: format!("Why {}?", session.name()),
            text: format!("Stopped by {} before there was an answer.\n", cause(by)),
            data: Fields::new().with("state", "stopped"),
            stopped_by: Some(by),
            picture: None,
        },
        Err(WhyError::Model(error)) => return Err(bad(error).into()),
        answer => answer?,
    };
    let rules = RulesSummary::rules(&question.changes);
    if args.format == Format::Json {
        let asked = Fields::new().with("n", question.n()).with("given", givens.names()).all_of(rules);
        let asked = asked.with("model", question.formulation.name()).with("consistency", question.level());
        let answer = envelope::answer(answer.stopped_by, Outcome::Complete).and(answer.data);
        envelope::print("queens", asked.with("why", session.name()), answer)?;
    } else {
        let given = match &givens.names()[..] {
            [] => "none given".to_owned(),
            names => format!("given {}", names.join(", ")),
        };
        let picture = answer.picture.map_or_else(String::new, |picture| picture + "\n");
        print(format!("{} ({}, {given})\n\n{picture}{}", answer.title, rules.puzzle(question.n()), answer.text))?;
    }
    // Dropping a large model would take a long time, and the process is about to end.
    std::mem::forget(queens);
    Ok(answer.stopped_by.into())
}

/// Asks the explainer.
fn ask(session: &Session<'_>, search: &Search<'_>) -> Result<Report, WhyError> {
    let mut explainer = search.explainer()?;
    for (square, name) in session.givens.squares().iter().zip(session.givens.names()) {
        if explainer.standing() == Standing::Open {
            explainer.assume_as(name, session.queen_on(*square))?;
        }
    }
    let picture = picture::draw(&explainer, session.queens, session.givens, session.asked)?;
    let words = BoardWords::new(session.queens, explainer.symbols())?;
    let reporter = Reporter { session, words, explainer: &explainer };
    let answer = match (explainer.standing(), session.asked) {
        (Standing::Contradiction, _) => reporter.contradiction()?,
        (Standing::Open, Question::Square(square)) => reporter.about(square)?,
        (Standing::Open, Question::Column(column)) => reporter.column(column)?,
    };
    Ok(Report { picture, ..answer })
}
