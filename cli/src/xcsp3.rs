//! `ferz solve FILE.xml`: solves an XCSP3 file and prints the answer in the format of the XCSP competitions.

use crate::format::Format;
use crate::input::{bound, text};
use crate::proof::refuse;
use crate::run::ask::{self, Answer, Report, Request, Stated};
use crate::run::envelope::Envelope;
use crate::run::prelude::*;
use crate::run::why;
use crate::solve_args::SolveArgs;
use solver_core::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use xcsp3::Instance;

/// Reads an XCSP3 file of at most `limit` bytes.
pub(crate) fn read(file: &str, limit: u64) -> Result<Instance, BadInput> {
    parsed(file, &text(Path::new(file), limit)?)
}

fn parsed(file: &str, text: &str) -> Result<Instance, BadInput> {
    xcsp3::read(text).map_err(|error| BadInput(format!("{file}: {error}")))
}

impl Stated for Instance {
    fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the automatic search, unless the options choose another one or all solutions are listed.
    fn search(&self, asked: &Request) -> Search<'_> {
        let search = self.model.search().on(&self.decisions);
        let lists = asked.all && self.objective.is_none();
        match lists || asked.search.is_chosen() {
            true => search.order(VarSelect::DomWdeg),
            false => search.auto(),
        }
    }

    fn decisions(&self) -> &[IntVar] {
        if self.decisions.is_empty() { &self.variables } else { &self.decisions }
    }

    fn objective(&self) -> Option<&(Goal, Expr)> {
        self.objective.as_ref()
    }
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, started: Instant) -> anyhow::Result<Ended> {
    if args.core {
        reject!("--core needs a MiniZinc or FlatZinc model: leave it out");
    }
    // The arguments are leaked because threads may use them until the process ends.
    let args: &'static SolveArgs = Box::leak(Box::new(args.clone()));
    let asked = Request {
        all: args.all,
        count: false,
        limit: args.limit,
        search: &args.search,
        threads: &args.threads,
        limits: &args.limits,
        objective_limit: None,
        gap: None,
    };
    let text: &'static str = text(Path::new(&args.file), bound(args.limits.memory_limit))?.leak();
    let stop = asked.stop(started)?;
    let state = move || parsed(&args.file, text);
    if let Some(folder) = &args.proof.proof {
        refuse(&[
            (args.limit.is_some_and(|limit| limit > 1), "--limit"),
            (args.why.is_some(), "--why"),
            (args.stats, "--stats"),
            (args.format != Format::Text, "--format"),
        ])?;
        return ask::prove(asked, &state()?, &stop, folder);
    }
    if let Some(fact) = &args.why {
        if args.format != Format::Text {
            reject!("--why is answered in words: leave out --format");
        }
        return why::run(asked, &state()?, &stop, fact);
    }
    match args.format {
        Format::Text => {
            let ended = ask::run(asked, state, &stop, Protocol { out: Out::new(), args, last: None, printed: 0 });
            if ended.as_ref().is_err_and(|error| error.is::<BadInput>()) {
                print("s UNSUPPORTED\n".to_owned())?;
            }
            ended
        }
        Format::Json => {
            let envelope = Envelope::listing("solve", Fields::new().with("file", &args.file));
            ask::run(asked, state, &stop, Json { out: Out::new(), envelope: Some(envelope) })
        }
    }
}

/// Prints the lines of the competition format: `o` for a better value, `s` for the status, `v` for a solution, `d` for
/// the number of solutions, and `c` for a comment.
struct Protocol {
    out: Out,
    args: &'static SolveArgs,
    /// The last solution in XCSP3 notation, twice: marked as a solution, and marked as an optimum.
    last: Option<[String; 2]>,
    printed: u64,
}

impl Protocol {
    fn print_last(&mut self, is_optimal: bool) -> anyhow::Result<()> {
        if let Some(last) = self.last.take() {
            writeln!(self.out, "v {}", last[usize::from(is_optimal)])?;
        }
        Ok(())
    }
}

impl Report<Instance> for Protocol {
    fn better(&mut self, value: i32) -> anyhow::Result<()> {
        writeln!(self.out, "o {value}")?;
        Ok(self.out.flush()?)
    }

    fn solution(&mut self, instance: &Instance, objective: Option<i32>, solution: &Solution) -> anyhow::Result<()> {
        self.print_last(false)?;
        let cost = objective.map(i64::from);
        self.last =
            Some([instance.instantiation(solution, cost, false)?, instance.instantiation(solution, cost, true)?]);
        self.printed += 1;
        Ok(self.out.flush()?)
    }

    fn end(&mut self, answer: &Answer) -> anyhow::Result<()> {
        let is_optimal = answer.end == End::Exhausted && answer.best.is_some();
        let status = match answer.end {
            _ if is_optimal => "OPTIMUM FOUND",
            End::Exhausted if answer.solutions == 0 => "UNSATISFIABLE",
            _ if answer.solutions == 0 => "UNKNOWN",
            _ => "SATISFIABLE",
        };
        writeln!(self.out, "s {status}")?;
        self.print_last(is_optimal)?;
        if self.printed > 1 || self.args.all {
            writeln!(self.out, "d FOUND SOLUTIONS {}", answer.solutions)?;
        }
        if let (Some(bound), Some(by)) = (answer.bound, answer.end.cause()) {
            writeln!(self.out, "c bound {bound}; stopped by {by}")?;
        } else if let Some(by) = answer.end.cause() {
            writeln!(self.out, "c stopped by {by}")?;
        }
        if self.args.stats {
            for Statistics { nodes, failures, propagations, restarts, peak_depth, .. } in &answer.statistics {
                writeln!(
                    self.out,
                    "c nodes {nodes}, failures {failures}, propagations {propagations}, restarts {restarts}, peak depth {peak_depth}"
                )?;
            }
            writeln!(self.out, "c time {:.3} s", answer.seconds)?;
        }
        Ok(self.out.flush()?)
    }
}

/// The JSON object that every command prints.
struct Json {
    out: Out,
    envelope: Option<Envelope>,
}

impl Report<Instance> for Json {
    fn better(&mut self, _: i32) -> anyhow::Result<()> {
        Ok(())
    }

    fn solution(&mut self, instance: &Instance, objective: Option<i32>, solution: &Solution) -> anyhow::Result<()> {
        let Some(envelope) = &mut self.envelope else { return Ok(()) };
        let named = |&x: &IntVar| {
            let value = solution.value(x)?;
            let shown = instance.symbol(x, value).map_or_else(|| value.into(), serde_json::Value::from);
            Ok((instance.model.name(x)?, shown))
        };
        let values = instance.variables.iter().map(named);
        let values = values.collect::<Result<BTreeMap<String, serde_json::Value>, ModelError>>()?;
        envelope.solution(&mut self.out, &Fields::new().some("objective", objective).with("values", values))?;
        Ok(self.out.flush()?)
    }

    fn end(&mut self, answer: &Answer) -> anyhow::Result<()> {
        match self.envelope.take() {
            Some(envelope) => Ok(envelope.close(&mut self.out, answer.fields())?),
            None => Ok(()),
        }
    }
}
