//! The proofs of a job, unit by unit.
//!
//! The proof of a unit uses the model of the job with additional rows: rows `part_…` state the decisions that define
//! the unit's part, and for each part that the unit leaves to another unit, a row `left_…` excludes that part. By
//! induction from the leaves of the tree up to the root unit, which has no decisions, the lists of all units together
//! contain every solution if
//!
//! 1. VeriPB confirms each proof, and the listed solutions satisfy the rows;
//! 2. the models are the same apart from these rows;
//! 3. each part that a unit leaves is the part of another unit, and no two of these parts have a solution in common.
//!
//! With an objective, the rows `bound_…` require solutions that are better than known ones, and no solution is listed.
//! The best known solution is then optimal if no row requires more than an improvement on it.

use super::Folder;
use super::confirm::confirmed;
use crate::input::bound;
use crate::run::prelude::*;
use crate::run::progress::Bar;
use crate::units::merge;
use cluster::{Job, Outcome, Question, Unit, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;

/// The claim of each unit's proof.
const CLAIM: &str = "s VERIFIED UNSATISFIABLE";

const BAR: &str = "{pos} of {len} units verified";

/// The decisions that define a part, as literals.
type Part = BTreeSet<String>;

/// The rows that distinguish the model of a unit from that of the job.
struct Rows {
    /// All other rows, except those that exclude listed solutions.
    common: String,
    part: Part,
    left: Vec<Part>,
    /// The objective values to improve on, in minimisation form, each with its row.
    bounds: Vec<(i64, String)>,
}

/// Checks all units of a job. Returns the claim that their proofs establish together, or what is wrong.
pub(super) fn check(folder: &Path, threads: Option<NonZero<usize>>) -> anyhow::Result<Result<String, String>> {
    let job = Job::open(folder).map_err(bad)?;
    if !job.description().proves {
        reject!("the units of this job write no proofs: create the job with `ferz split … --proof`");
    }
    let results = job.results().map_err(bad)?;
    let finished: Vec<(&Unit, &Outcome)> =
        results.iter().filter_map(|(unit, outcome)| Some((unit, outcome.as_ref()?))).collect();
    let open = results.len() - finished.len();
    if open > 0 {
        return Ok(Err(format!("{open} units are open: run `ferz work {}`", folder.display())));
    }
    let (coverage, answer) = merge::answer(&job)?;
    if !coverage.is_complete() {
        return Ok(Err("the shares of the tree do not add up to one: a result is wrong".to_owned()));
    }
    let maximises = job.description().question == Question::Maximize;
    let best = coverage.best.map(|best| if maximises { -i64::from(best.value) } else { best.value.into() });
    if let Some(wrong) = composed(&job, &finished, best)? {
        return Ok(Err(wrong));
    }
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let (bar, verified) = (Bar::new(BAR), Mutex::new(0));
    let (todo, all) = (Mutex::new(finished.iter()), finished.len() as u64);
    let failed: Mutex<Option<anyhow::Result<Option<String>>>> = Mutex::new(None);
    // No lock is held while a proof is checked.
    let next = || if lock(&failed).is_none() { lock(&todo).next() } else { None };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(finished.len()) {
            scope.spawn(|| {
                while let Some((unit, outcome)) = next() {
                    match verified_unit(&job, unit, outcome) {
                        Ok(None) => {
                            let mut verified = lock(&verified);
                            *verified += 1;
                            bar.show(*verified, all, "");
                        }
                        wrong => _ = lock(&failed).get_or_insert(wrong),
                    }
                }
            });
        }
    });
    bar.clear();
    if let Some(wrong) = failed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        return Ok(Err(wrong?.unwrap_or_default()));
    }
    Ok(Ok(format!("{answer}\n{} verified", plural(all, "unit"))))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Checks the proof of a unit and its list of solutions.
fn verified_unit(job: &Job, unit: &Unit, outcome: &Outcome) -> anyhow::Result<Option<String>> {
    let path = job.proof_folder(unit.id);
    let folder = Folder(&path);
    let listed = folder.text("solutions.txt", bound(None))?.lines().count();
    if outcome.count != listed.into() {
        return Ok(Some(format!(
            "unit {}: its result counts {} solutions, but its list has {listed}",
            unit.id, outcome.count
        )));
    }
    Ok(confirmed(&folder, CLAIM)?.map(|wrong| format!("unit {}: {wrong}", unit.id)))
}

/// Checks whether the units' claims add up to a claim about the entire tree; returns what is wrong, if anything.
fn composed(job: &Job, finished: &[(&Unit, &Outcome)], best: Option<i64>) -> anyhow::Result<Option<String>> {
    let mut bounds: BTreeMap<i64, String> = BTreeMap::new();
    let mut parts: BTreeMap<UnitId, Part> = BTreeMap::new();
    let mut lefts: Vec<(UnitId, Vec<Part>)> = Vec::new();
    let mut common: Option<String> = None;
    for (unit, _) in finished {
        let path = job.proof_folder(unit.id);
        let Ok(model) = Folder(&path).text("model.opb", bound(None)) else {
            return Ok(Some(format!("unit {} has no proof: delete its result, and run it again", unit.id)));
        };
        let Some(rows) = Rows::read(&model) else {
            return Ok(Some(format!("unit {}: the rows of its part are not clauses", unit.id)));
        };
        if common.get_or_insert_with(|| rows.common.clone()) != &rows.common {
            return Ok(Some(format!("unit {}: its model differs from that of the other units", unit.id)));
        }
        for (value, row) in rows.bounds {
            if best.is_none_or(|best| value < best) {
                return Ok(Some(format!("unit {} improves on {value}, but no solution has this value", unit.id)));
            }
            if *bounds.entry(value).or_insert_with(|| row.clone()) != row {
                return Ok(Some(format!("unit {}: its objective differs from that of the other units", unit.id)));
            }
        }
        parts.insert(unit.id, rows.part);
        lefts.push((unit.id, rows.left));
    }
    // The root of the tree comes first, and each unit precedes the units to which it leaves parts.
    let mut expected: BTreeSet<Part> = [Part::new()].into();
    for (unit, left) in lefts {
        if !expected.remove(&parts[&unit]) {
            return Ok(Some(format!("no other unit leaves the part of unit {unit}")));
        }
        for (i, part) in left.iter().enumerate() {
            if left[..i].iter().any(|other| !part.iter().any(|l| other.contains(&negated(l)))) {
                return Ok(Some(format!("unit {unit} leaves parts that may have solutions in common")));
            }
        }
        let before = expected.len() + left.len();
        expected.extend(left);
        if expected.len() != before {
            return Ok(Some(format!("unit {unit} leaves a part that another unit also leaves")));
        }
    }
    Ok((!expected.is_empty()).then(|| format!("{} left that no unit proves", plural(expected.len(), "part"))))
}

impl Rows {
    /// Reads the rows of a model; returns `None` if a row that defines or excludes a part is not a clause.
    fn read(model: &str) -> Option<Rows> {
        let mut rows = Rows { common: String::new(), part: Part::new(), left: Vec::new(), bounds: Vec::new() };
        for line in model.lines() {
            let label = line.strip_prefix('@').and_then(|line| line.split_once(' '));
            let numbered = label.and_then(|(label, row)| {
                let (name, number) = label.split_once('_')?;
                // Labels cannot contain a minus sign: `bound_m5` stands for -5.
                let value: i64 = number.replacen('m', "-", 1).parse().ok()?;
                Some((name, value, row))
            });
            match numbered {
                Some(("part", _, row)) => rows.part.extend(clause(row)?),
                Some(("left", _, row)) => rows.left.push(clause(row)?.map(|l| negated(&l)).collect()),
                Some(("solution", ..)) => {}
                Some(("bound", value, row)) => rows.bounds.push((value, row.to_owned())),
                _ => {
                    rows.common.push_str(line);
                    rows.common.push('\n');
                }
            }
        }
        Some(rows)
    }
}

/// Returns the literals of a row if it is a clause, such as `1 x_2 1 ~y_3 >= 1 ;`.
fn clause(row: &str) -> Option<impl Iterator<Item = String>> {
    let words: Vec<&str> = row.strip_suffix(" >= 1 ;")?.split(' ').collect();
    let is_clause = words.len().is_multiple_of(2) && words.iter().step_by(2).all(|&weight| weight == "1");
    is_clause.then(|| words.into_iter().skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>().into_iter())
}

fn negated(l: &str) -> String {
    l.strip_prefix('~').map_or_else(|| format!("~{l}"), str::to_owned)
}
