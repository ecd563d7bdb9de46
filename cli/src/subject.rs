//! The subject of a search command: a puzzle, a model, or a file.

use crate::flatzinc::compile::{self, Purpose};
use crate::flatzinc::input::Source as Flat;
use crate::input::text;
use crate::run::prelude::*;
use flatzinc::Instance;
use flatzinc::plan::Plan;
use flatzinc::schedule::{Duration, Resource, Task};
use flatzinc::translate::{Options, translate};
use models::catalogue::Entry;
use models::{Classic, Shown};
use puzzles::{Fact, Words};
use queens::{Formulation, QueensModel};
use solver_core::prelude::*;
use solver_core::{Label, ValueNames};
use std::path::Path;
use std::sync::Arc;

/// The list of subjects in the help of every command that takes a subject.
pub(crate) const SUBJECTS: &str = "\
Subjects:
  queens N                the puzzle; --model selects its formulation
  puzzle NAME [FILE]      a puzzle, or the example of its kind; `ferz puzzle` lists the kinds
  model NAME WORDS…       a built-in model; `ferz model` lists them
  FILE.mzn [DATA…]        a MiniZinc model, which `minizinc` compiles; FILE.fzn; FILE.xml (XCSP3)";

/// A model with its default search.
pub(crate) struct Subject {
    /// The name shown to the user.
    pub(crate) title: String,
    pub(crate) model: Model,
    /// The default branching.
    pub(crate) phases: Vec<Phase>,
    pub(crate) objective: Option<(Goal, Expr)>,
    /// The search annotations of a FlatZinc file.
    pub(crate) plan: Option<Plan>,
    /// The resources of a schedule, with the tasks that use them.
    pub(crate) resources: Vec<Resource>,
    /// The queens model, whose board is drawn and whose facts are shown as squares.
    pub(crate) queens: Option<QueensModel>,
}

impl Subject {
    /// Parses a subject: queens in this formulation, another puzzle, a model, or a file of at most `bound` bytes.
    pub(crate) fn parse(
        words: &[String],
        model: Option<Formulation>,
        level: Option<Consistency>,
        bound: u64,
    ) -> anyhow::Result<Subject> {
        match words {
            [kind, words @ ..] if kind == "queens" => Ok(Subject::queens(words, model.unwrap_or_default(), level)?),
            [kind, words @ ..] if kind == "puzzle" => {
                refuse_formulation(model, "a puzzle of another kind")?;
                puzzle(words, bound)?.at(level)
            }
            [kind, words @ ..] if kind == "model" => {
                refuse_formulation(model, "a built-in model")?;
                classical(words)?.at(level)
            }
            [file, data @ ..] => {
                refuse_formulation(model, "a file")?;
                self::file(file, data, bound)?.at(level)
            }
            [] => reject!("no subject is given\n{SUBJECTS}"),
        }
    }

    fn new(title: String, model: Model, phases: Vec<Phase>) -> Subject {
        Subject { title, model, phases, objective: None, plan: None, resources: Vec::new(), queens: None }
    }

    fn queens(words: &[String], formulation: Formulation, level: Option<Consistency>) -> Result<Subject, BadInput> {
        let [n] = words else { reject!("`queens` needs one number: `queens 8`") };
        let size = n.parse().map_err(|_| BadInput(format!("`queens {n}`: {n} is not a board size; try `queens 8`")))?;
        let queens = QueensModel::new(size, formulation, level).map_err(bad)?;
        let stated =
            [(formulation != Formulation::default()).then(|| formulation.name()), level.map(Consistency::name)];
        let stated: Vec<&str> = stated.into_iter().flatten().collect();
        let how = if stated.is_empty() { String::new() } else { format!(" ({})", stated.join(", ")) };
        let title = format!("{}{how}", crate::wording::plural(size, "queen"));
        let phase = Phase::on(&queens.columns);
        Ok(Subject { queens: Some(queens.clone()), ..Subject::new(title, queens.model, vec![phase]) })
    }
}

pub(crate) fn refuse_formulation(model: Option<Formulation>, what: &str) -> Result<(), BadInput> {
    if model.is_some() {
        reject!("--model applies only to `queens N`; {what} has a fixed formulation");
    }
    Ok(())
}

fn puzzle(words: &[String], bound: u64) -> Result<Subject, BadInput> {
    let (name, file) = match words {
        [name] => (name, None),
        [name, file] => (name, Some(file)),
        _ => reject!("`puzzle` needs the name of a kind, and a file: `puzzle sudoku FILE`"),
    };
    let Some(kind) = puzzles::kind(name) else {
        reject!("there is no puzzle `{name}`: `ferz puzzle` lists the kinds");
    };
    let text = match file {
        Some(file) => text(Path::new(file), bound)?,
        None => kind.example.to_owned(),
    };
    let source = file.map_or("its example", String::as_str);
    let bad = |error: &dyn std::fmt::Display| BadInput(format!("{source}: {error}"));
    let statement = (kind.read)(&text).map_err(|error| bad(&error))?.statement().map_err(|error| bad(&error))?;
    let cells: Vec<IntVar> = statement.cells.iter().map(|cell| cell.variable).collect();
    let mut model = statement.with(&[]);
    let values = Some(Arc::new(ValueNames::new(0, statement.names.clone()))).filter(|_| !statement.names.is_empty());
    for (number, cell) in statement.cells.iter().enumerate() {
        let mark = |holds| statement.sentence(&[Fact { cell: number, value: 1, holds }]);
        let label = match statement.words {
            Words::Marks { .. } => {
                let marks = ValueNames::new(0, [mark(false), mark(true)]);
                Label { values: Some(Arc::new(marks)), alone: true, ..Label::default() }
            }
            Words::Values { .. } => Label { values: values.clone(), ..Label::default() },
        };
        model.label(cell.variable, label).map_err(|error| bad(&error))?;
    }
    let phase = Phase::on(&cells).order(VarSelect::SmallestDomain);
    Ok(Subject::new(format!("{name}, {source}"), model, vec![phase]))
}

fn classical(words: &[String]) -> Result<Subject, BadInput> {
    let Some((name, words)) = words.split_first() else {
        reject!("`model` needs a name: `ferz model` lists all models");
    };
    let Some(entry) = Entry::named(name) else {
        reject!("there is no model `{name}`: `ferz model` lists all models");
    };
    let classic = entry.state(words).map_err(bad)?;
    let title = [std::slice::from_ref(name), words].concat().join(" ");
    let (phase, resources) = (classic.phase(), resources(&classic));
    let subject = Subject::new(title, classic.model, vec![phase]);
    Ok(Subject { objective: classic.objective, resources, ..subject })
}

/// Returns the resources of a classical schedule; each is drawn as a row of bars.
fn resources(classic: &Classic) -> Vec<Resource> {
    let Shown::Bars(bars) = &classic.shown else { return Vec::new() };
    let mut resources: Vec<Resource> = Vec::new();
    for bar in bars {
        let Some((start, duration)) = drawn(&classic.model, &bar.task) else { continue };
        let task = Task { start, duration };
        match resources.iter_mut().find(|resource| resource.name == bar.line) {
            Some(resource) => resource.tasks.push(task),
            None => resources.push(Resource { name: bar.line.clone(), tasks: vec![task] }),
        }
    }
    resources
}

/// Returns a task's start and duration for pictures: the start must be a variable, and the duration a number or a
/// multiple of a variable.
fn drawn(model: &Model, task: &Interval) -> Option<(String, Duration)> {
    let name = |expression: Expr| model.name(expression.variable()?).ok();
    let number = |expression: Expr| model.bounds(expression).ok().filter(|(low, high)| low == high).map(|both| both.0);
    let duration = match (number(task.duration()), number(task.presence())) {
        (Some(length), Some(_)) => Duration::Fixed(length),
        (Some(length), None) => Duration::Multiple(length, name(task.presence())?),
        (None, _) => Duration::Multiple(1, name(task.duration())?),
    };
    Some((name(task.start())?, duration))
}

fn file(file: &str, data: &[String], bound: u64) -> anyhow::Result<Subject> {
    let known = [".mzn", ".fzn", ".json", ".xml"].iter().any(|ending| file.ends_with(ending));
    if !known && !Path::new(file).exists() {
        reject!("there is no subject `{file}`\n{SUBJECTS}");
    }
    let title = Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    if file.ends_with(".xml") {
        compile::refuse_data(file, data)?;
        let xcsp3::Instance { model, decisions, objective, .. } = crate::xcsp3::read(file, bound)?;
        let phase = Phase::on(&decisions).order(VarSelect::DomWdeg);
        return Ok(Subject { objective, ..Subject::new(title, model, vec![phase]) });
    }
    let instance = if file.ends_with(".mzn") {
        // Signals are not yet handled, so a signal ends the process.
        let compiled = compile::compile(file, data, Purpose::Explaining, bound, &|| false)?;
        compiled.ok_or_else(|| BadInput(format!("{file}: stopped before it was compiled")))?
    } else {
        compile::refuse_data(file, data)?;
        Flat::read(Some(file), bound)?.instance()?
    };
    Ok(compiled(&instance, title)?)
}

/// Translates a FlatZinc file without presolve, so that each of its constraints remains in the model under its name.
fn compiled(instance: &Instance, title: String) -> Result<Subject, BadInput> {
    let translated = translate(instance, Options::no_presolve()).map_err(bad)?;
    let plan = flatzinc::plan::plan(instance, &translated).map_err(bad)?;
    for warning in &plan.warnings {
        crate::exit::complain(&format!("warning: {warning}"));
    }
    let (phases, objective) = (plan.phases.clone(), translated.objective(instance));
    let resources = flatzinc::schedule::resources(instance);
    Ok(Subject { objective, plan: Some(plan), resources, ..Subject::new(title, translated.model, phases) })
}

impl Subject {
    /// Sets the consistency level of all constraints that have several levels.
    fn at(mut self, level: Option<Consistency>) -> anyhow::Result<Subject> {
        let Some(level) = level else { return Ok(self) };
        if !self.model.set_levels(level) {
            reject!("--consistency {level}: no constraint of {} has a choice of levels", self.title);
        }
        self.title = format!("{} ({level})", self.title);
        Ok(self)
    }

    /// Appends the variable selection to the title of a file, because `ferz solve` may search differently. The
    /// selection is the requested `order`, the annotated one, or dom/wdeg.
    pub(crate) fn described(&self, title: &str, order: Option<&str>) -> String {
        let by = match (order, &self.plan) {
            (_, None) => return title.to_owned(),
            (Some(order), Some(_)) => format!("by {order}"),
            (None, Some(plan)) if plan.annotated > 0 => "as annotated".to_owned(),
            (None, Some(_)) => "by dom/wdeg, where solve searches automatically".to_owned(),
        };
        let bounding = if self.objective.is_some() { "; branch and bound" } else { "" };
        format!("{title} (one tree {by}{bounding})")
    }

    /// The search, without limits.
    pub(crate) fn search(&self, args: &SearchArgs) -> Search<'_> {
        self.search_on(&self.model, args)
    }

    /// Returns the same search on a variant of the model.
    pub(crate) fn search_on<'m>(&self, model: &'m Model, args: &SearchArgs) -> Search<'m> {
        let search = self.plan.as_ref().map_or_else(|| model.search(), |plan| plan.search(model));
        args.refine(search.seq(self.phases.iter().cloned()))
    }
}
