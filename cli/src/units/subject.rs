//! What a job is about: a subject and how it is searched, in words from which every process makes the same tree.

use crate::exit::BadInput;
use crate::input::bound;
use crate::parse::named;
use crate::search_args::SearchArgs;
use crate::study::subject::Subject;
use clap::{Args as ClapArgs, FromArgMatches};
use cluster::{Description, Job, Question, fingerprint};
use queens::Formulation;
use solver_core::prelude::*;
use std::path::Path;

/// The file of a subject that is a file, in the folder of the job.
pub(super) const FILE: &str = "model.fzn";

/// A subject, and how it is searched.
#[derive(ClapArgs, Clone)]
pub(super) struct SubjectArgs {
    /// What it is about: see below
    #[arg(value_name = "SUBJECT", required = true, num_args = 1.., allow_negative_numbers = true)]
    pub(super) words: Vec<String>,

    /// Count, also if some solutions are better than others
    #[arg(long)]
    count: bool,

    /// How N queens become constraints
    #[arg(long, value_name = "FORMULATION", value_parser = named(&Formulation::ALL, Formulation::name))]
    model: Option<Formulation>,

    /// How strongly `alldifferent` propagates in N queens
    #[arg(long, value_name = "LEVEL", value_parser = named(Consistency::ALL, Consistency::name))]
    consistency: Option<Consistency>,

    #[command(flatten)]
    search: SearchArgs,
}

/// A subject that is stated, and what is asked about it.
pub(super) struct Stated {
    subject: Subject,
    pub(super) question: Question,
    asked: SubjectArgs,
}

impl SubjectArgs {
    /// Reads the subject.
    pub(super) fn state(self) -> anyhow::Result<Stated> {
        let subject = Subject::of(&self.words, self.model, self.consistency, bound(None))?;
        let question = match &subject.objective {
            Some((Goal::Minimize, _)) if !self.count => Question::Minimize,
            Some((Goal::Maximize, _)) if !self.count => Question::Maximize,
            _ => Question::Count,
        };
        Ok(Stated { subject, question, asked: self })
    }

    /// The options in words that [`from_words`](SubjectArgs::from_words) reads.
    pub(super) fn to_words(&self) -> Vec<String> {
        let mut words = self.words.clone();
        words.extend(self.count.then(|| "--count".to_owned()));
        words.extend(self.model.map(|model| format!("--model={}", model.name())));
        words.extend(self.consistency.map(|level| format!("--consistency={}", level.name())));
        words.extend(self.search.to_words());
        words
    }

    /// Reads the words of a job.
    fn from_words(words: &[String]) -> Result<SubjectArgs, BadInput> {
        let bad = |error: clap::Error| BadInput(format!("the job cannot be read: {error}"));
        let command = SubjectArgs::augment_args(clap::Command::new("job").no_binary_name(true));
        let given = command.try_get_matches_from(words).map_err(bad)?;
        SubjectArgs::from_arg_matches(&given).map_err(bad)
    }
}

impl Stated {
    /// What a job says about itself that has this subject.
    pub(super) fn description(&self) -> Description {
        let title = &self.subject.title;
        Description::new(self.question, title, self.asked.to_words(), &fingerprint(&self.subject.model))
    }

    /// The subject of a job, the same as when it was made.
    pub(super) fn of(job: &Job) -> anyhow::Result<Stated> {
        let mut asked = SubjectArgs::from_words(&job.description().arguments)?;
        if let [file] = &mut asked.words[..]
            && file == FILE
        {
            *file = job.folder().join(FILE).to_string_lossy().into_owned();
        }
        let stated = asked.state()?;
        job.check(&fingerprint(&stated.subject.model)).map_err(super::bad)?;
        Ok(stated)
    }

    /// The search; a stated order, since a part of the tree must be the same in every process.
    pub(super) fn search(&self) -> Search<'_> {
        self.subject.search(&self.asked.search)
    }

    /// The objective, if the best solution is asked for.
    pub(super) fn objective(&self) -> Option<Expr> {
        let objective = self.subject.objective.as_ref().map(|(_, objective)| objective.clone());
        objective.filter(|_| self.question != Question::Count)
    }

    /// The values of the variables that a person has named, one in each line.
    pub(super) fn named(&self, values: &[i32]) -> String {
        let model = &self.subject.model;
        let line = |(x, value): (IntVar, &i32)| model.name(x).ok().map(|name| format!("{name} = {value}\n"));
        model.variable_ids().zip(values).filter_map(line).collect()
    }
}

/// The file of a subject that is one, which must be compiled already.
pub(super) fn file_of(words: &[String]) -> Result<Option<&Path>, BadInput> {
    match words {
        [file] if [".fzn", ".json"].iter().any(|ending| file.ends_with(ending)) => Ok(Some(Path::new(file))),
        [file, ..] if file.ends_with(".mzn") => Err(BadInput(format!(
            "a job has a compiled model: `minizinc --solver ferz -c {file} …` makes one, with the ending .fzn"
        ))),
        _ => Ok(None),
    }
}
