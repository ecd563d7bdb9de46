//! The arguments shared by the `study` commands: a subject or a recorded search, and its limits.

use crate::exit::BadInput;
use crate::input::bound;
use crate::interrupt::Stop;
use crate::limit_args::LimitArgs;
use crate::parse::{named, whole_number};
use crate::search_args::SearchArgs;
use crate::subject::{Subject, refuse_formulation};
use clap::{Args as ClapArgs, Parser};
use queens::Formulation;
use solver_core::Decision;
use solver_core::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A subject and its search options.
#[derive(ClapArgs, Clone)]
pub(super) struct About {
    /// What to search: see Subjects below
    #[arg(value_name = "SUBJECT", required = true, num_args = 1.., allow_negative_numbers = true)]
    pub(super) words: Vec<String>,

    /// How N queens become constraints
    #[arg(long, help_heading = STATED, value_name = "FORMULATION", value_parser = named(&Formulation::ALL, Formulation::name))]
    pub(super) model: Option<Formulation>,

    /// How strongly constraints propagate: each gets its strongest level that is no stronger than this one
    #[arg(long, help_heading = STATED, value_name = "LEVEL", value_parser = named(Consistency::ALL, Consistency::name))]
    pub(super) consistency: Option<Consistency>,

    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The argument of `--versus`.
#[derive(Parser)]
#[command(name = "--versus", no_binary_name = true, disable_help_flag = true)]
struct Versus {
    #[command(flatten)]
    subject: About,
}

const STATED: &str = "How it is modelled";
const SEARCH: &str = "How it is searched";

/// The search options and limits.
#[derive(ClapArgs, Clone)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) search: SearchArgs,

    /// Stop after this many solutions (default: all of them; with an objective, the best one)
    #[arg(long, help_heading = SEARCH, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(super) limit: Option<u64>,

    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

/// The source of the events.
pub(super) enum Source {
    /// A subject to search.
    Subject(Box<Subject>),
    /// A file written by `ferz study trace`.
    Trace(PathBuf),
}

/// Builds the error for a trace passed to a command that must search.
pub(super) fn not_searched_again(trace: &Path) -> BadInput {
    let path = trace.display();
    BadInput(format!("{path} is a trace, which cannot be searched again: `ferz study html {path}` shows it"))
}

impl About {
    /// Parses the second subject and its options, given as one text.
    pub(super) fn versus(text: &str) -> anyhow::Result<About> {
        let words =
            shlex::split(text).ok_or_else(|| BadInput(format!("--versus '{text}': a quote in it is not closed")))?;
        let second = Versus::try_parse_from(words);
        Ok(second.map_err(|error| BadInput(format!("--versus '{text}': {error}")))?.subject)
    }

    /// Parses the words as a subject or as the name of a trace.
    pub(super) fn source(&self) -> anyhow::Result<Source> {
        match &self.words[..] {
            [file] if file.ends_with(".jsonl") => {
                if self.consistency.is_some() {
                    return Err(
                        BadInput("--consistency: a trace has its own levels: leave the option out".to_owned()).into()
                    );
                }
                refuse_formulation(self.model, "a trace")?;
                if self.run.is_said() {
                    let why = format!("{file} is a recorded search: leave out the search options");
                    return Err(BadInput(why).into());
                }
                Ok(Source::Trace(PathBuf::from(file)))
            }
            _ => Ok(Source::Subject(Box::new(self.subject()?))),
        }
    }

    /// Parses the words as a subject that can be searched.
    pub(super) fn subject(&self) -> anyhow::Result<Subject> {
        if let [file] = &self.words[..]
            && file.ends_with(".jsonl")
        {
            return Err(not_searched_again(Path::new(file)).into());
        }
        let megabytes = self.run.limits.memory_limit;
        if megabytes.is_some() {
            // The memory limit applies from here on, because building a model also takes memory.
            Stop::within(None, megabytes)?;
        }
        Subject::parse(&self.words, self.model, self.consistency, bound(megabytes))
    }
}

impl RunArgs {
    /// Whether any option differs from its default.
    fn is_said(&self) -> bool {
        self.search.is_chosen() || self.search.seed != 0 || self.limit.is_some() || self.limits.is_any()
    }

    /// Returns the limits of the search, including a token that is cancelled by Ctrl-C.
    pub(super) fn limits(&self, started: Instant) -> anyhow::Result<Limits> {
        let deadline = self.limits.time_limit.and_then(|limit| started.checked_add(limit));
        let stop = Stop::within(deadline, self.limits.memory_limit)?;
        let limits = self.limits.all(&stop);
        Ok(Limits { time: stop.left(), solutions: self.limit, ..limits })
    }
}

impl Subject {
    /// Starts a limited search that records reasons.
    pub(super) fn run(&self, args: &RunArgs, started: Instant) -> anyhow::Result<Run> {
        self.run_from(&self.model, &[], args, started)
    }

    /// Starts a search on a variant of the model from the root, with the given decisions first.
    pub(super) fn run_from(
        &self,
        model: &Model,
        decisions: &[Decision],
        args: &RunArgs,
        started: Instant,
    ) -> anyhow::Result<Run> {
        let limits = args.limits(started)?;
        let search = self.search_on(model, &args.search).limits(limits).explaining();
        let search = search.begin_with(decisions.iter().copied());
        self.begin(search)
    }

    /// Starts a search, for the best solution if there is an objective.
    pub(super) fn begin(&self, search: Search<'_>) -> anyhow::Result<Run> {
        let bad = |error: ModelError| BadInput(error.to_string());
        Ok(match &self.objective {
            Some((goal, objective)) => search.improving(*goal, objective.clone()).map_err(bad)?.into_run(),
            None => search.start().map_err(bad)?,
        })
    }
}
