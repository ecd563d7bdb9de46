//! `ferz study quiz --exam`: prints deductions to find on paper, with the answers on a separate page.

use super::super::command;
use super::level::Level;
use super::text::QuizText;
use crate::exit::{Ended, complain, reject};
use crate::interrupt;
use crate::parse::{named, whole_number};
use crate::progress::Counted;
use crate::run::output::print;
use crate::wording::plural;
use clap::Args as ClapArgs;
use solver_core::prelude::*;
use std::path::PathBuf;
use study::quiz::{Deduction, Format, Part, Question, Quiz, Weakest, sheet};

/// The options of an exam sheet.
#[derive(ClapArgs)]
pub(super) struct ExamArgs {
    /// Print this many deductions to be found (5 without a number), and the answers, instead of asking
    #[arg(long, help_heading = EXAM, value_name = "N", num_args = 0..=1, default_missing_value = "5", value_parser = whole_number(1))]
    pub(super) exam: Option<u64>,

    /// Print only deductions for which a constraint needs this level
    #[arg(long, help_heading = EXAM, value_name = "LEVEL", requires = "exam", value_parser = named(Consistency::ALL, Consistency::name))]
    pub(super) difficulty: Option<Consistency>,

    /// Seed for choosing the deductions
    #[arg(long, help_heading = EXAM, value_name = "SEED", requires = "exam", default_value_t = 0, value_parser = whole_number(0))]
    seed: u64,

    /// How the sheet is written
    #[arg(long, help_heading = EXAM, value_name = "FORMAT", requires = "exam", default_value = "md", value_parser = named(&Format::ALL, Format::name))]
    format: Format,

    /// Write to this file; its extension selects the format: .md, .html, .tex, .txt
    #[arg(id = crate::output_option::NAME, long = "output", short, help_heading = EXAM, value_name = "FILE", requires = "exam")]
    output: Option<PathBuf>,
}

const EXAM: &str = "On paper";

/// The parts of an answer; each level adds one.
const ANSWER: [&str; Level::ALL.len()] = ["Fact", "Constraint", "From", "Weakest level"];

pub(super) fn run(args: &ExamArgs, level: Level, quiz: &mut Quiz, text: &QuizText<'_>) -> anyhow::Result<Ended> {
    let wanted = usize::try_from(args.exam.unwrap_or_default()).unwrap_or(usize::MAX);
    let (cancel, progress) = (interrupt::token()?, Counted::new("questions"));
    let questions = quiz.exam(wanted, args.difficulty, args.seed, |found| {
        progress.show(found, wanted);
        !cancel.is_cancelled()
    });
    progress.clear();
    let ended = if cancel.is_cancelled() { Ended::Stopped } else { Ended::Complete };
    match (questions.len(), ended) {
        (0, Ended::Complete) => reject!("--exam: no such deduction was found; try another --seed or --difficulty"),
        (found, _) if found < wanted => complain(&format!("only {} found", plural(found, "deduction"))),
        _ => {}
    }
    let line = |what: &str| (Part::Text, format!("{what}: {}", ".".repeat(60)));
    let mut parts = vec![(Part::Heading, text.subject.title.clone()), line("Name"), (Part::Text, level.describe())];
    let mut key = vec![(Part::Page, String::new()), (Part::Heading, "Answers".to_owned())];
    for (Question { domains, deduction }, number) in questions.iter().zip(1..) {
        let Deduction { fact: Some(fact), by, premises } = deduction else { continue };
        let shown = if level == Level::Fact { format!(", by `{by}`") } else { String::new() };
        let about = text.variable(fact.var());
        parts.push((Part::Heading, format!("{number}. What follows for {about}{shown}?")));
        parts.push((Part::Picture, text.picture(domains)));
        parts.extend(ANSWER[..=level as usize].iter().map(|what| line(what)));
        let weakest = quiz.weakest(*fact, premises, by).map_or("the constraint has no levels", Weakest::name);
        key.push((Part::Text, format!("{number}. {} Weakest level: {weakest}.", text.shown(deduction))));
    }
    parts.extend(key);
    parts.push((Part::Text, format!("Other answers can be right: the quiz grades them. `{}`", command::typed())));
    print(sheet(args.format, &parts))?;
    Ok(ended)
}
