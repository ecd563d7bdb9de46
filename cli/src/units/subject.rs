//! The subject of a job: a model and its search, stored as arguments from which every process builds the same tree.

use super::boards::Boards;
use crate::input::{bound, unreadable};
use crate::run::prelude::*;
use crate::subject::Subject;
use clap::FromArgMatches;
use clap::builder::PossibleValuesParser;
use cluster::{Coverage, Description, Job, Question, Work, fingerprint};
use queens::Formulation;
use queens::count::Method;
use solver_core::prelude::*;
use std::path::Path;

/// The name of the file in the job folder that contains the subject.
pub(super) const FILE: &str = "model.fzn";

/// A subject, and how it is searched.
#[derive(ClapArgs, Clone)]
pub(super) struct SubjectArgs {
    /// What to search: see Subjects below
    #[arg(value_name = "SUBJECT", required = true, num_args = 1.., allow_negative_numbers = true)]
    pub(super) words: Vec<String>,

    /// Count solutions, even if the model has an objective
    #[arg(long)]
    count: bool,

    /// Count N queens by bit-parallel backtracking instead of a model: `bits`, up to 32 queens
    #[arg(long, value_name = "METHOD", value_parser = PossibleValuesParser::new([Method::Bits.name()]), conflicts_with_all = STATEMENT)]
    method: Option<String>,

    /// How N queens become constraints
    #[arg(long, value_name = "FORMULATION", value_parser = named(&Formulation::ALL, Formulation::name))]
    model: Option<Formulation>,

    /// How strongly constraints propagate: each gets its strongest level that is no stronger than this one
    #[arg(long, value_name = "LEVEL", value_parser = named(Consistency::ALL, Consistency::name))]
    consistency: Option<Consistency>,

    #[command(flatten)]
    search: SearchArgs,
}

/// Options of a model or its search, which do not apply to bit-parallel counts.
const STATEMENT: [&str; 3] = ["count", "model", "consistency"];

/// A subject with its model and the question of the job.
pub(super) struct Stated {
    subject: Kind,
    pub(super) question: Question,
    asked: SubjectArgs,
}

enum Kind {
    Model(Box<Subject>),
    Boards(Box<Boards>),
}

impl SubjectArgs {
    /// Builds the model or the count.
    pub(super) fn state(self) -> anyhow::Result<Stated> {
        if self.method.is_some() {
            if self.search.is_chosen() {
                reject!("--method bits does not use these search options: leave them out");
            }
            let boards = Boards::parse(&self.words)?;
            return Ok(Stated { subject: Kind::Boards(Box::new(boards)), question: Question::Count, asked: self });
        }
        let subject = Subject::parse(&self.words, self.model, self.consistency, bound(None))?;
        let question = match &subject.objective {
            Some((Goal::Minimize, _)) if !self.count => Question::Minimize,
            Some((Goal::Maximize, _)) if !self.count => Question::Maximize,
            _ => Question::Count,
        };
        Ok(Stated { subject: Kind::Model(Box::new(subject)), question, asked: self })
    }

    /// Returns the arguments in the form that [`from_words`](SubjectArgs::from_words) parses.
    pub(super) fn to_words(&self) -> Vec<String> {
        let mut words = self.words.clone();
        words.extend(self.count.then(|| "--count".to_owned()));
        words.extend(self.method.iter().map(|method| format!("--method={method}")));
        words.extend(self.model.map(|model| format!("--model={}", model.name())));
        words.extend(self.consistency.map(|level| format!("--consistency={}", level.name())));
        words.extend(self.search.to_words());
        words
    }

    /// Parses the arguments of a job.
    fn from_words(words: &[String]) -> Result<SubjectArgs, BadInput> {
        let bad = |error: clap::Error| BadInput(format!("the job cannot be read: {error}"));
        let command = SubjectArgs::augment_args(clap::Command::new("job").no_binary_name(true));
        let given = command.try_get_matches_from(words).map_err(bad)?;
        SubjectArgs::from_arg_matches(&given).map_err(bad)
    }
}

impl Stated {
    /// Describes a job that has this subject.
    pub(super) fn description(&self) -> Description {
        let title = match &self.subject {
            Kind::Model(subject) => &subject.title,
            Kind::Boards(boards) => boards.title(),
        };
        Description::new(self.question, title, self.asked.to_words(), &self.fingerprint())
    }

    fn fingerprint(&self) -> String {
        match &self.subject {
            Kind::Model(subject) => fingerprint(&subject.model),
            Kind::Boards(boards) => boards.fingerprint(),
        }
    }

    /// Reads the subject of a job; returns an error if it has changed since the job was created.
    pub(super) fn from_job(job: &Job) -> anyhow::Result<Stated> {
        let mut asked = SubjectArgs::from_words(&job.description().arguments)?;
        if let [file] = &mut asked.words[..]
            && file == FILE
        {
            let path = job.folder().join(FILE);
            input::stored(&path, bound(None)).map_err(|error| unreadable(&path, &error))?;
            *file = path.to_string_lossy().into_owned();
        }
        let stated = asked.state()?;
        job.check(&stated.fingerprint()).map_err(super::job::bad)?;
        Ok(stated)
    }

    /// Returns the search, if there is a model. The search order is fixed, because each part of the tree must be
    /// the same in every process.
    pub(super) fn search(&self) -> Option<Search<'_>> {
        match &self.subject {
            Kind::Model(subject) => Some(subject.search(&self.asked.search)),
            Kind::Boards(_) => None,
        }
    }

    /// Returns how to explore units: with the [`search`](Stated::search) of this subject, or by counting pieces.
    pub(super) fn work<'a>(&'a self, search: Option<&'a Search<'a>>) -> anyhow::Result<Work<'a>> {
        match (&self.subject, search) {
            (Kind::Boards(boards), _) => Ok(Work::pieces(boards.as_ref())),
            (Kind::Model(subject), Some(search)) => {
                let objective = subject.objective.as_ref().map(|(_, objective)| objective.clone());
                Ok(Work::new(search, objective.filter(|_| self.question != Question::Count)))
            }
            (Kind::Model(_), None) => anyhow::bail!("a model is worked on by its search"),
        }
    }

    /// Re-evaluates every solution, then determines the job's coverage from its results.
    pub(super) fn evaluated(&self, job: &Job) -> anyhow::Result<Coverage> {
        let coverage = match &self.subject {
            Kind::Model(subject) => {
                let objective = subject.objective.as_ref();
                objective.map_or_else(|| job.coverage(), |(_, objective)| job.evaluated(&subject.model, objective))
            }
            Kind::Boards(_) => job.coverage(),
        };
        coverage.map_err(super::job::bad)
    }

    /// Writes the values of the variables named by the user, one per line.
    pub(super) fn named(&self, values: &[i32]) -> String {
        let Kind::Model(subject) = &self.subject else { return String::new() };
        let line = |(x, value): (IntVar, &i32)| subject.model.name(x).ok().map(|name| format!("{name} = {value}\n"));
        subject.model.variable_ids().zip(values).filter_map(line).collect()
    }
}

/// Returns the file if the subject is a file, which must be compiled FlatZinc.
pub(super) fn file_of(words: &[String]) -> Result<Option<&Path>, BadInput> {
    match words {
        [file] if [".fzn", ".json"].iter().any(|ending| file.ends_with(ending)) => Ok(Some(Path::new(file))),
        [file, ..] if file.ends_with(".mzn") => {
            reject!("a job needs a compiled model: `minizinc --solver ferz -c {file} …` writes a .fzn file")
        }
        _ => Ok(None),
    }
}
