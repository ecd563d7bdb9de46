//! `ferz solve`: solves a MiniZinc model or a FlatZinc file.

use super::compile::{self, Purpose};
use super::input::Source;
use super::object::Object;
use super::relay::{self, Compiled};
use super::{proved, understand};
use crate::exit::UNWRITABLE;
use crate::format::Format;
use crate::input::bound;
use crate::proof::refuse;
use crate::run::prelude::*;
use crate::solve_args::SolveArgs;
use flatzinc::protocol::{
    Ending, Failure, Flags, OutputSink, Protocol, Refine, RunStatistics, answer, refusal, show, unread,
};
use flatzinc::{Instance, Quantity};
use solver_core::Search;
use std::io::{self, Write};

impl SolveArgs {
    fn flags(&self) -> Flags {
        Flags {
            all: self.all,
            solutions: self.limit,
            learning: self.search.learn,
            relaxation: self.search.linear.unwrap_or_default(),
            threads: self.threads.number(),
            ordered: self.threads.ordered,
            seed: self.search.seed,
            statistics: self.stats,
            time: self.limits.time_limit,
            ..Flags::default()
        }
    }
}

impl SolveArgs {
    /// Creates the output sink for the solutions of a model with or without an objective.
    fn sink(&self, optimises: bool) -> Box<dyn OutputSink> {
        let out = io::stdout().lock();
        match self.format {
            Format::Text => Box::new(Text { out, statistics: self.stats, solutions: 0, optimises }),
            Format::Json => Box::new(Object::new(out, &self.file)),
        }
    }
}

impl Refine for SolveArgs {
    fn refine<'m>(&self, search: Search<'m>) -> Search<'m> {
        let LimitArgs { node_limit, failure_limit, .. } = self.limits;
        let search = if self.search.is_chosen() { self.search.refine(search) } else { search };
        let search = node_limit.into_iter().fold(search, Search::node_limit);
        failure_limit.into_iter().fold(search, Search::failure_limit)
    }

    fn is_chosen(&self) -> bool {
        self.search.is_chosen()
    }
}

/// Runs the command.
pub(crate) fn run(asked: &SolveArgs, started: Instant) -> anyhow::Result<Ended> {
    let is_model = asked.file.ends_with(".mzn");
    if !is_model {
        compile::refuse_data(&asked.file, &asked.data)?;
    }
    if asked.file.ends_with(".xml") {
        return crate::xcsp3::run(asked, started);
    }
    let bound = bound(asked.limits.memory_limit);
    let source = if is_model { None } else { Some(Source::read(Some(&asked.file), bound)?) };
    let stop = Stop::within(None, asked.limits.memory_limit)?;
    let flags = asked.flags();
    let token = stop.token();
    let is_over = || token.is_cancelled() || asked.limits.time_limit.is_some_and(|limit| started.elapsed() >= limit);
    let recompiled = |purpose| compile::compile(&asked.file, &asked.data, purpose, bound, &is_over);
    let is_explained = asked.why.is_some() || asked.core;
    let is_printed = asked.format == Format::Text && asked.proof.proof.is_none();
    let limits = understand::Limits { time: asked.limits.time_limit, cancel: stop.token() };
    let compiled = match source {
        Some(source) => source.instance_within(flags.limit(started, &stop.token()))?.into(),
        None if is_explained => recompiled(Purpose::Explaining)?.into(),
        None if is_printed => relay::compile(&asked.file, &asked.data, bound, &is_over)?,
        None => recompiled(Purpose::Solving)?.into(),
    };
    let (instance, mut printer) = match compiled {
        Compiled::Instance(instance, printer) => (*instance, printer),
        Compiled::Unsatisfiable => {
            if let Some(own) = recompiled(Purpose::Explaining)? {
                understand::clash(&own, &limits)?;
            }
            return Ok(Ended::Complete);
        }
        Compiled::Stopped => {
            unread(started, &mut *asked.sink(false)).context(UNWRITABLE)?;
            return Ok(Ended::Stopped);
        }
    };
    if asked.limit.is_some() && optimises(&instance) {
        let advice = "leave out --limit for the best solution, or use --all for each improving one";
        return Err(BadInput(format!("--limit: {} has an objective; {advice}", asked.file)).into());
    }
    // Dropping a large instance would take a long time, and the process is about to end.
    let instance: &Instance = &std::mem::ManuallyDrop::new(instance);
    let mut warn = |warning: &flatzinc::plan::Warning| {
        // The compiled file no longer exists, so its line numbers are useless.
        let text = if is_model { format!("{}: {}", asked.file, warning.message) } else { warning.to_string() };
        complain(&format!("warning: {text}"));
    };
    let bad = |failure: Failure| match failure {
        Failure::Output(error) => anyhow::Error::from(error).context(UNWRITABLE),
        Failure::Translate(error) if is_model => {
            let own = recompiled(Purpose::Locating).ok().flatten().and_then(|own| refusal(&own));
            BadInput(own.unwrap_or(error).to_string()).into()
        }
        other => BadInput(other.to_string()).into(),
    };
    if let Some(folder) = &asked.proof.proof {
        refuse(&[
            (asked.limit.is_some_and(|limit| limit > 1), "--limit"),
            (asked.threads.number() > 1, "--threads"),
            (asked.why.is_some(), "--why"),
            (asked.stats, "--stats"),
            (asked.format != Format::Text, "--format"),
        ])?;
        if asked.core {
            return understand::prove_core(instance, folder, &limits, |search| asked.refine(search));
        }
        let proved = proved::run(instance, folder, asked.all, &limits, |search| asked.refine(search));
        return proved.map_err(|error| error.downcast::<Failure>().map_or_else(|other| other, bad));
    }
    if let Some(fact) = &asked.why {
        return understand::why(instance, fact, &limits);
    }
    let ending = match (&mut printer, asked.format) {
        (Some(printer), Format::Text) => {
            let mut sink = Protocol::new(printer.answers(), &flags);
            match answer(instance, &flags, Some(asked), started, &stop.token(), &mut sink, &mut warn) {
                // MiniZinc may have ended first.
                Err(Failure::Output(_)) => Err(Failure::Output(io::ErrorKind::BrokenPipe.into())),
                other => other,
            }
        }
        _ => {
            let mut sink = asked.sink(optimises(instance));
            answer(instance, &flags, Some(asked), started, &stop.token(), &mut *sink, &mut warn)
        }
    };
    if let Some(printer) = printer.filter(|_| matches!(ending, Ok(_) | Err(Failure::Output(_)))) {
        printer.finish(&asked.file)?;
    }
    let ending = ending.map_err(bad)?;
    if ending == Ending::Unsatisfiable && asked.format == Format::Text {
        // Explains in terms of the model's own constraints, which the compiler can preserve for this purpose.
        let own = if is_model { recompiled(Purpose::Explaining).ok().flatten() } else { None };
        understand::clash(own.as_ref().unwrap_or(instance), &limits)?;
    }
    Ok(match ending {
        Ending::Complete | Ending::Unsatisfiable | Ending::Enough => Ended::Complete,
        Ending::Some | Ending::Unknown => Ended::Stopped,
    })
}

fn optimises(instance: &Instance) -> bool {
    instance.solve().goal.is_some()
}

/// Prints solutions as human-readable text.
struct Text<W> {
    out: W,
    statistics: bool,
    solutions: u64,
    optimises: bool,
}

impl<W: Write> OutputSink for Text<W> {
    fn solution(&mut self, instance: &Instance, values: &[Quantity], objective: Option<Quantity>) -> io::Result<()> {
        if self.solutions > 0 {
            writeln!(self.out)?;
        }
        self.solutions += 1;
        write!(self.out, "{}", show(instance, &|x| values[x.index()]))?;
        if let Some(value) = objective {
            writeln!(self.out, "objective: {value}")?;
        }
        self.out.flush()
    }

    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> io::Result<()> {
        let said = match (ending, self.optimises) {
            (Ending::Complete, true) => "No solution is better.".to_owned(),
            (Ending::Complete, false) => format!("{} in all.", plural(self.solutions, "solution")),
            (Ending::Unsatisfiable, _) => "There is no solution.".to_owned(),
            (Ending::Some, true) => match statistics.bound {
                Some(bound) => {
                    format!("Stopped: there may be better solutions, but none has an objective better than {bound}.")
                }
                None => "Stopped: there may be better solutions.".to_owned(),
            },
            (Ending::Some, false) => {
                format!("Stopped: {} so far; there may be more.", plural(self.solutions, "solution"))
            }
            (Ending::Enough, _) => format!("{}; there may be more.", plural(self.solutions, "solution")),
            (Ending::Unknown, _) => "Stopped: no solution found so far.".to_owned(),
        };
        writeln!(self.out, "{said}")?;
        if self.statistics {
            write!(self.out, "{}", statistics.lines().replace("%%%mzn-stat: ", "").replace("%%%mzn-stat-end\n", ""))?;
        }
        self.out.flush()
    }
}
