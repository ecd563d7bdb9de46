//! `ferz study quiz`: grades a player's deductions.

mod exam;
mod level;
mod picture;
mod reading;
mod session;
mod text;

use super::converse::Commands;
use crate::exit::{BadInput, Ended, reject};
use crate::input::bound;
use crate::parse::{named, whole_number};
use crate::subject::Subject;
use clap::Args as ClapArgs;
use level::Level;
use queens::{BoardWords, Formulation};
use session::{Rules, Session};
use solver_core::AtomFormatter;
use std::io;
use std::path::PathBuf;
use study::facts::listed;
use study::quiz::Quiz;
use text::QuizText;

pub(super) const EXAMPLES: &str = "\
Answers:
  q[1] != 0                       this follows from what is known
  q[1] != 0 because q[0] = 0      it follows from this
  not b1 because a1               with queens: squares
  q[1] != 0 by rows because …     by this constraint
  q[1] != 0 by rows at value      and its weakest level that derives it: value, bounds, domain, none
  guess q[0] = 2                  assume it
  back, back because q[0] = 2     a dead end: take a guess back
  state, hint, show, rest         what is known; where to look; the next deduction; all of them
  help, quit

Examples:
  ferz study quiz queens 6 --given b1
  ferz study quiz model letters send-more-money
  ferz study quiz queens 6 --level constraint --climb
  ferz study quiz queens 6 --given b1 --answers mine.txt    exit code 4 unless all are right
  ferz study quiz queens 8 --exam 6 --difficulty bounds -o exam.tex    a sheet, and the answers";

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct QuizArgs {
    /// A puzzle, a model or a file: see below
    #[arg(value_name = "SUBJECT", required = true, num_args = 1.., allow_negative_numbers = true)]
    words: Vec<String>,

    /// How N queens become constraints
    #[arg(long, value_name = "FORMULATION", value_parser = named(&Formulation::ALL, Formulation::name))]
    model: Option<Formulation>,

    /// Additional known facts, separated by commas; may be repeated
    #[arg(long, value_name = "FACTS")]
    given: Vec<String>,

    /// How much an answer must contain: what follows, by which constraint, from which facts, and the weakest
    /// consistency level that derives it
    #[arg(long, value_name = "LEVEL", default_value = Level::Fact.name(), value_parser = named(&Level::ALL, Level::name))]
    level: Level,

    /// Go on to the next level after three right answers in a row
    #[arg(long)]
    climb: bool,

    /// Allow this many guesses
    #[arg(long, value_name = "K", value_parser = whole_number(0), allow_hyphen_values = true)]
    guesses: Option<u64>,

    /// Read the answers from this file, one per line
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    #[command(flatten)]
    paper: exam::ExamArgs,
}

pub(super) fn run(args: &QuizArgs) -> anyhow::Result<Ended> {
    let mut subject = Subject::parse(&args.words, args.model, None, bound(None))?;
    if let Some(level) = args.paper.difficulty
        && !subject.model.set_levels(level)
    {
        reject!("--difficulty {level}: no constraint of {} has a choice of levels", subject.title);
    }
    let quiz = Quiz::new(&subject.model).map_err(|error| BadInput(error.to_string()))?;
    let answers = args.answers.as_deref().map(Commands::script).transpose()?;
    let symbols = match subject.board(quiz.symbols()) {
        Some(board) => board.name_squares(quiz.symbols().clone()),
        None => quiz.symbols().clone(),
    };
    let words: Box<dyn AtomFormatter + '_> = match &subject.queens {
        Some(queens) => Box::new(BoardWords::new(queens, &symbols).map_err(|error| BadInput(error.to_string()))?),
        None => Box::new(symbols.clone()),
    };
    let text = QuizText { subject: &subject, symbols: &symbols, words: &*words };
    let rules = Rules { level: args.level, climbs: args.climb, guesses: args.guesses };
    let mut session = Session::new(rules, text, quiz, io::stdout().lock());
    for fact in args.given.iter().flat_map(|facts| listed(facts)) {
        session.given(fact)?;
    }
    if args.paper.exam.is_some() {
        return exam::run(&args.paper, args.level, &mut session.quiz, &session.text);
    }
    let graded = answers.is_some();
    session.run(answers.map_or_else(Commands::input, Ok)?, graded)
}
