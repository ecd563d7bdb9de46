//! Runs solvers on the instances of each constraint in each form, and tabulates the results.

use super::answer::Answer;
use super::catalogue::Kind;
use super::instance::{FORMS, Form, Instance};
use crate::beside::in_parallel;
use crate::compare::Means;
use crate::table::{Cell, Role, Table};
use solver_core::search::Rng;
use std::io;

/// Runs a solver, given by its index, on a MiniZinc model; `None` if the audit is interrupted.
pub type Run<'r> = dyn Fn(usize, &str) -> io::Result<Option<Answer>> + Sync + 'r;

/// An instance and a solver's answer to it.
type Case = (Instance, Answer);

/// A row's cells, and the models that show its differences, with their file names.
type Row = (Vec<Cell>, Vec<(String, String)>);

/// An audit.
pub struct Audit<'a> {
    /// The names of the solvers.
    pub solvers: &'a [String],
    /// The constraints.
    pub kinds: &'a [Kind],
    /// The number of instances per constraint and form.
    pub cases: u64,
    /// The seed of the instances.
    pub seed: u64,
    /// How the solvers are run, and whether their times are reported.
    pub means: Means,
    /// Runs a solver.
    pub run: &'a Run<'a>,
}

/// A model without constraints. Some solvers, such as Chuffed, count each of its three solutions as a failure.
const FREE: &str = "var 1..3: x; solve :: int_search([x], input_order, indomain_min, complete) satisfy;";

/// The maximum number of instances to try when shrinking one.
const TRIES: usize = 100;

/// The possible faults of an answer; the first three are differences.
const FAULTS: [&str; 5] = ["wrong", "lost", "repeated", "refused", "unfinished"];

/// The definitions of the words in a cell.
const MEANINGS: [(&str, &str); 5] = [
    ("domain", "all answers are right, and all solutions were enumerated without a failure: domain consistent"),
    ("a number", "all answers are right; the failures per instance with solutions, not counting the solutions"),
    ("right", "all answers are right; the solver reports no failures, or there are no solutions"),
    ("wrong, lost, repeated, refused, unfinished", "the number of instances with solutions or an answer of this kind"),
    ("unsupported", "the compiler or the solver refuses all instances"),
];

impl Audit<'_> {
    /// Returns the table of results and, for each difference, a model as small as possible, with its file name. If the
    /// audit is interrupted, the table has the finished rows.
    ///
    /// # Errors
    /// Any error of `run`, and an error if a solver refuses even a model without constraints.
    pub fn report(&self) -> io::Result<(Table, Vec<(String, String)>)> {
        let title = format!("{} instances of each constraint in each form, seed {}", self.cases, self.seed);
        let (mut table, mut models, mut counts_solutions) = (Table::new(title), Vec::new(), Vec::new());
        table.columns(["constraint", "form"], Role::Key).define_all(MEANINGS);
        for (k, solver) in self.solvers.iter().enumerate() {
            let answer = (self.run)(k, FREE)?.unwrap_or_default();
            if let Some(reason) = answer.refusal {
                return Err(io::Error::other(format!("{solver} refuses a model without constraints: {reason}")));
            }
            counts_solutions.push(answer.failures >= Some(3));
            table.column(solver, Role::Count);
            if self.means.timed {
                table.column(format!("{solver} ms"), Role::Measure);
            }
        }
        let all: Vec<(Kind, Form)> = self.kinds.iter().flat_map(|&kind| FORMS.map(|form| (kind, form))).collect();
        for row in in_parallel(self.means.threads, all.len(), |k| self.row(all[k], &counts_solutions)) {
            if let Some((cells, differences)) = row? {
                table.row(cells);
                models.extend(differences);
            }
        }
        Ok((table, models))
    }

    /// Returns the row of a constraint in a form; `None` if the form does not apply or the audit is interrupted.
    fn row(&self, (kind, form): (Kind, Form), at_solutions: &[bool]) -> io::Result<Option<Row>> {
        // A row's instances do not depend on the other rows.
        let name = format!("{}-{}", kind.0, form.0);
        let mut rng = Rng::new(name.bytes().fold(self.seed, |seed, byte| seed.wrapping_mul(31) ^ u64::from(byte)));
        let instances: Vec<Instance> = (0..self.cases).map_while(|_| Instance::random(kind, form, &mut rng)).collect();
        let (mut cells, mut models) = (vec![Cell::word(kind.0), Cell::word(form.0)], Vec::new());
        for (k, solver) in self.solvers.iter().enumerate() {
            let cases = instances.iter().map(|instance| self.solve(k, instance));
            let Some(cases) = cases.collect::<io::Result<Option<Vec<Case>>>>()? else { return Ok(None) };
            cells.push(cell(&cases, at_solutions[k]));
            if self.means.timed {
                let mut seconds: Vec<f64> = cases.iter().filter_map(|(_, answer)| answer.seconds).collect();
                seconds.sort_by(f64::total_cmp);
                cells.push(seconds.get(seconds.len() / 2).map_or(Cell::Missing, |s| Cell::Real(1_000.0 * s, 3)));
            }
            for (d, word) in FAULTS[..3].iter().enumerate() {
                let Some(case) = cases.iter().find(|case| !differing(case)[d].is_empty()) else { continue };
                let small = self.shrink(case, d, k)?;
                let listed = |all: &[Vec<i32>]| all.iter().map(|v| format!("%   {v:?}\n")).collect::<String>();
                let (right, found) = (listed(&small.0.solutions()), listed(&differing(&small)[d]));
                let head = format!("% Run: minizinc --solver {solver} -a --non-unique FILE\n% All solutions:\n{right}");
                let model = format!("{head}% {solver} has {word}:\n{found}{}", small.0.text());
                models.push((format!("{name}-{solver}-{word}.mzn").replace(['/', '\\'], "_"), model));
            }
        }
        Ok((!instances.is_empty()).then_some((cells, models)))
    }

    fn solve(&self, k: usize, instance: &Instance) -> io::Result<Option<Case>> {
        Ok((self.run)(k, &instance.text())?.map(|answer| (instance.clone(), answer)))
    }

    /// Shrinks an instance while the answer shows a difference.
    fn shrink(&self, case: &Case, d: usize, k: usize) -> io::Result<Case> {
        let (mut smallest, mut open) = (case.clone(), case.0.smaller().into_iter());
        for _ in 0..TRIES {
            let Some(small) = open.next() else { break };
            if let Some(small) = self.solve(k, &small)?.filter(|small| !differing(small)[d].is_empty()) {
                open = small.0.smaller().into_iter();
                smallest = small;
            }
        }
        Ok(smallest)
    }
}

/// Returns the solutions that differ, by kind of difference.
fn differing((instance, answer): &Case) -> [Vec<Vec<i32>>; 3] {
    let (all, printed) = (instance.solutions(), &answer.solutions);
    let lost = all.iter().filter(|values| answer.is_complete && !printed.contains(values));
    let repeated = printed.iter().enumerate().filter(|(k, values)| printed[..*k].contains(values));
    let wrong = printed.iter().filter(|values| !all.contains(values));
    [wrong.cloned().collect(), lost.cloned().collect(), repeated.map(|(_, values)| values.clone()).collect()]
}

/// Summarises the answers to the instances of a row.
fn cell(cases: &[Case], at_solutions: bool) -> Cell {
    let (mut counts, mut failures) = ([0; FAULTS.len()], Vec::new());
    for case @ (_, answer) in cases {
        let [wrong, lost, repeated] = differing(case).map(|values| !values.is_empty());
        let is_refused = answer.refusal.is_some();
        let found = [wrong, lost, repeated, is_refused, !is_refused && !answer.is_complete];
        found.iter().zip(&mut counts).for_each(|(found, count)| *count += usize::from(*found));
        let spared = if at_solutions { answer.solutions.len() as u64 } else { 0 };
        let counted = answer.failures.filter(|_| !answer.solutions.is_empty());
        failures.extend(counted.map(|failures| failures.saturating_sub(spared)));
    }
    let faults = FAULTS.iter().zip(counts).filter(|(_, n)| *n > 0).map(|(word, n)| format!("{n} {word}"));
    match failures.iter().sum::<u64>() {
        _ if counts == [0, 0, 0, cases.len(), 0] => Cell::word("unsupported"),
        _ if counts != [0; FAULTS.len()] => Cell::word(faults.collect::<Vec<_>>().join(", ")),
        _ if failures.is_empty() => Cell::word("right"),
        0 => Cell::word("domain"),
        sum => Cell::Real(sum as f64 / failures.len() as f64, 1),
    }
}
