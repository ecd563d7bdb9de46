//! Ablation: removes one constraint, or changes its consistency level, and measures the difference.
//!
//! A constraint is redundant (implied by the others) if the solutions stay the same without it. A redundant constraint
//! is worth the search that it saves. Removing a constraint that is not redundant adds solutions, so the search solves
//! a different problem.

use crate::beside::in_parallel;
use crate::compare::{Means, SearchOptions, Stated, StudyError, Subject, meanings, recorded, to_the_end};
use crate::table::{Cell, Role, Table};
use solver_core::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The maximum number of variations.
const MOST: usize = 10_000;

/// What to vary in the model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vary {
    /// Removes each constraint in turn.
    Constraints,
    /// For each constraint that supports several levels, tries every level except its current one.
    Levels,
    /// Both, one after the other.
    Both,
}

solver_core::named_variants!(pub Vary { Constraints = "constraints", Levels = "levels", Both = "both" });

/// Constraints with the same name, which are varied together.
struct Group {
    name: String,
    members: Vec<ConstraintId>,
    /// Whether the group defines the objective variable and no other constraint mentions it.
    defines: bool,
}

/// The model with one group varied.
struct Variation<'g> {
    group: &'g Group,
    /// The group's level of consistency in the original model.
    now: Option<Consistency>,
    /// The level to try; `None` removes the group.
    level: Option<Consistency>,
}

/// Formats the limit or signal that stopped a search early.
fn stopped(by: StopReason) -> String {
    match by {
        StopReason::Cancelled => "cancelled".to_owned(),
        by => format!("stopped by {by}"),
    }
}

/// The outcome of a search.
#[derive(Clone, Copy)]
struct Tree {
    statistics: Statistics,
    stopped_by: Option<StopReason>,
    /// The best solution's objective value; the outer `None` means that there is no objective, the inner one that there
    /// is no solution.
    best: Option<Option<i64>>,
}

/// Searches the original model, then each variation, and reports the differences, with the largest node counts first.
///
/// Constraints that share a name are varied together; constraints of a MiniZinc model are named after their source
/// item. `done` is called with the number of variations searched so far and the total number of variations. A time
/// limit applies to all searches together, including that of the original model.
///
/// ```
/// use study::ablate::{Vary, ablate};
/// use study::compare::{SearchOptions, Subject};
/// use study::table::Format;
/// let subject = Subject::queens(6, queens::Formulation::AllDifferent);
/// let table = ablate(&subject, &SearchOptions::default(), Vary::Both, &Default::default(), &|_, _| ())?;
/// let csv = table.write(Format::Csv);
/// assert!(csv.contains("\r\nas it is,4,79,36,"));
/// assert!(csv.contains("\r\nrows at domain,4,75,34,"));
/// assert!(csv.contains("\r\nwithout rows,"));
/// # Ok::<(), study::StudyError>(())
/// ```
///
/// # Errors
/// [`StudyError::TooMany`] when there are too many variations; any error of the model or of a search.
pub fn ablate(
    subject: &Subject,
    search_options: &SearchOptions,
    vary: Vary,
    means: &Means,
    done: &(dyn Fn(usize, usize) + Sync),
) -> Result<Table, StudyError> {
    let begun = Instant::now();
    // The limit applies to all searches together.
    let left = || search_options.limits.time.map(|limit| limit.saturating_sub(begun.elapsed()));
    let timed =
        || SearchOptions { limits: Limits { time: left(), ..search_options.limits.clone() }, ..search_options.clone() };
    let stated = subject.state()?;
    let groups = groups(&stated)?;
    let variations = variations(&stated.model, &groups, vary)?;
    let whole = Tree::grown(&stated, &timed())?;
    let accounts = match whole.statistics.nodes {
        0 => Vec::new(),
        nodes => recorded(&stated, search_options, nodes, left())?.0.entries(),
    };
    let finished = AtomicUsize::new(0);
    let cancel = search_options.limits.cancel.clone().unwrap_or_default();
    let is_over = || cancel.is_cancelled() || left().is_some_and(|left| left.is_zero());
    let trees = in_parallel(means.threads, variations.len(), |k| {
        // Do not even build the model of a variation that will not be searched.
        let tree = (!is_over()).then(|| variations[k].tree(subject, &timed())).transpose();
        done(finished.fetch_add(1, Ordering::Relaxed) + 1, variations.len());
        tree
    });
    let searched = |(v, tree): (_, Result<Option<Tree>, StudyError>)| Some(tree.transpose()?.map(|tree| (v, tree)));
    let mut rows = variations.iter().zip(trees).filter_map(searched).collect::<Result<Vec<_>, StudyError>>()?;
    // Variations that had not started before Ctrl-C or the time limit do not get a row.
    rows.retain(|(_, tree)| {
        tree.statistics.nodes > 0 || !matches!(tree.stopped_by, Some(StopReason::Cancelled | StopReason::Time))
    });
    rows.sort_by_key(|(_, tree)| std::cmp::Reverse(tree.statistics.nodes));
    let mut table = columns(subject, search_options, whole.best.is_some());
    if rows.len() < variations.len() {
        table.note(format!(
            "{} of {} variations were stopped before their first node.",
            variations.len() - rows.len(),
            variations.len()
        ));
    }
    let mut cells = whole.cells("as it is".to_owned(), None);
    if let Some(by) = whole.stopped_by {
        cells.extend([const { Cell::Missing }; 4]);
        cells.push(Cell::word(stopped(by)));
    }
    table.row(cells);
    for (variation, tree) in &rows {
        let mut cells = tree.cells(variation.name(), Some(&whole));
        if variation.level.is_none() {
            let own = accounts.iter().filter(|e| variation.group.members.iter().any(|c| c.index() == e.constraint));
            let mut account = crate::Account::default();
            own.for_each(|entry| account += entry.account);
            let counts = [account.calls, account.prunings, account.failures, account.useless];
            cells.extend(counts.map(Cell::Count));
        } else {
            cells.extend([const { Cell::Missing }; 4]);
        }
        cells.push(Cell::word(variation.verdict(&whole, tree, search_options)));
        table.row(cells);
    }
    Ok(table)
}

/// Groups the constraints by name, in model order.
fn groups(stated: &Stated) -> Result<Vec<Group>, StudyError> {
    let model = &stated.model;
    let definition = definition(stated)?;
    let mut groups: Vec<Group> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for c in model.constraint_ids() {
        let name = model.constraint_name(c)?;
        let place = *places.entry(name.clone()).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group { name, members: Vec::new(), defines: false });
        }
        groups[place].members.push(c);
        groups[place].defines |= definition == Some(c);
    }
    Ok(groups)
}

/// Returns the constraint that defines the objective, if no other constraint mentions the objective variable.
fn definition(stated: &Stated) -> Result<Option<ConstraintId>, StudyError> {
    let Some((_, objective)) = &stated.objective else { return Ok(None) };
    let Some(x) = stated.model.variable_ids().find(|&x| Expr::from(x) == *objective) else { return Ok(None) };
    let mut on_it = Vec::new();
    for c in stated.model.constraint_ids() {
        if stated.model.scope(c)?.contains(&x) {
            on_it.push(c);
        }
    }
    Ok(on_it.first().copied().filter(|_| on_it.len() == 1))
}

fn variations<'g>(model: &Model, groups: &'g [Group], vary: Vary) -> Result<Vec<Variation<'g>>, StudyError> {
    let mut variations = Vec::new();
    for group in groups {
        if vary != Vary::Levels {
            variations.push(Variation { group, now: None, level: None });
        }
        let Some(&first) = group.members.first().filter(|_| vary != Vary::Constraints) else { continue };
        let now = model.level(first)?;
        let others = model.levels(first)?.into_iter().filter(|&level| Some(level) != now);
        variations.extend(others.map(|level| Variation { group, now, level: Some(level) }));
    }
    match variations.len() {
        cells if cells > MOST => Err(StudyError::TooMany { cells, limit: MOST }),
        _ => Ok(variations),
    }
}

impl Variation<'_> {
    fn name(&self) -> String {
        match self.level {
            None => format!("without {}", self.group.name),
            Some(level) => format!("{} at {level}", self.group.name),
        }
    }

    fn tree(&self, subject: &Subject, search_options: &SearchOptions) -> Result<Tree, StudyError> {
        let mut stated = subject.state()?;
        // Constraint numbers are the same each time the model is built.
        let own: Vec<ConstraintId> = stated.model.constraint_ids().collect();
        for number in self.group.members.iter().map(|c| c.index()) {
            let Some(&c) = own.get(number) else { continue };
            match self.level {
                None => stated.model.leave_out(c)?,
                // Constraints with the same name may support different levels.
                Some(level) if stated.model.levels(c)?.contains(&level) => stated.model.set_level(c, level)?,
                Some(_) => {}
            }
        }
        Tree::grown(&stated, search_options)
    }

    /// Compares the solution counts of two searches. Removing a constraint can only add solutions.
    fn verdict(&self, whole: &Tree, tree: &Tree, search_options: &SearchOptions) -> String {
        if let Some(by) = whole.stopped_by.or(tree.stopped_by) {
            return stopped(by);
        }
        let (all, own) = (whole.statistics, tree.statistics);
        let wanted = search_options.limits.solutions;
        let said = match self.level {
            Some(level) if own.nodes > all.nodes && self.now.is_some_and(|now| level > now) => {
                "larger: with different domains, the order chooses differently"
            }
            Some(_) => "",
            None if search_options.first_only => "",
            None if self.group.defines => "defines the objective: without it, any value will do",
            None if whole.best.is_some() && whole.best == tree.best => "redundant here: the same optimum",
            None if whole.best.is_some() => "needed: a better optimum",
            // Searches stop after two solutions, so one that finds only a single solution has proved it unique.
            None if wanted == Some(2) && all.solutions == 1 && own.solutions == 1 => "redundant: still one solution",
            None if wanted == Some(2) && all.solutions == 1 => "needed: a second solution",
            None if wanted == Some(2) && all.solutions == 2 => "a second solution with or without it",
            // Only some of the solutions were counted, so nothing follows about all of them.
            None if wanted.is_some() => "",
            None if own.solutions == all.solutions => "redundant: the same solutions",
            None => "not redundant: more solutions",
        };
        said.to_owned()
    }
}

impl Tree {
    fn grown(stated: &Stated, search_options: &SearchOptions) -> Result<Tree, StudyError> {
        let mut run = search_options.start(stated, false)?;
        let sign = stated.objective.as_ref().map(|(goal, _)| if *goal == Goal::Maximize { -1 } else { 1 });
        let mut best = sign.map(|_| None);
        let end = to_the_end(&mut run, |run| {
            best = sign.map(|sign| run.objective().map(|value| sign * i64::from(value)));
        });
        Ok(Tree { statistics: run.statistics(), stopped_by: end.cut_short(), best })
    }

    fn cells(&self, name: String, whole: Option<&Tree>) -> Vec<Cell> {
        let Statistics { solutions, nodes, failures, propagations, .. } = self.statistics;
        let change = |of: fn(&Statistics) -> u64| match whole {
            Some(whole) => Cell::Change(difference(of(&self.statistics), of(&whole.statistics))),
            None => Cell::Missing,
        };
        let changes = [change(|s| s.nodes), change(|s| s.failures), change(|s| s.propagations)];
        let counts = [nodes, failures, propagations].map(Cell::Count);
        let best = self.best.map(|best| best.map_or(Cell::Missing, |best| Cell::Real(best as f64, 0)));
        [Cell::Word(name), Cell::Count(solutions)].into_iter().chain(best).chain(counts).chain(changes).collect()
    }
}

fn difference(a: u64, b: u64) -> i64 {
    i64::try_from(i128::from(a) - i128::from(b)).unwrap_or(i64::MAX)
}

fn columns(subject: &Subject, search_options: &SearchOptions, optimises: bool) -> Table {
    let formulation =
        if subject.formulation.is_empty() { String::new() } else { format!(" ({})", subject.formulation) };
    let mut table = Table::new(format!("What each constraint is worth: {}{formulation}", subject.name));
    table.column("model", Role::Key);
    table.column("solutions", Role::Count);
    if optimises {
        table.column("optimum", Role::Count);
        table.define("solutions", "each better than the previous one; the optimum is the objective of the last one");
    }
    table.columns(["nodes", "failures", "propagations", "nodes ±", "failures ±", "propagations ±"], Role::Count);
    table.columns(["calls", "prunings", "failed", "useless"], Role::Count);
    table.column("so it is", Role::Count);
    if let Some(nodes) = search_options.limits.nodes {
        table.note(format!("Each search visits at most {nodes} nodes."));
    }
    table.define("±", "the change relative to the model as it is: the benefit of the constraint or its level");
    table.define(
        "calls, prunings, failed, useless",
        "the work of the constraint itself in the search of the model as it is",
    );
    if let Some(order) = search_options.order {
        table.note(format!(
            "Every search selects variables by {}: trees with one static order can be compared.",
            order.name()
        ));
    }
    if optimises {
        table.define("redundant here", "without it, the optimum is the same; there may be new solutions");
    } else {
        table.define("redundant", "without it, there are equally many solutions, so the other constraints imply it");
    }
    if search_options.limits.solutions == Some(2) {
        table.note("Each search ends at the second solution: a count of 1 means that there is no other.".to_owned());
    }
    table
        .define_all([meanings::branching(search_options.branching)])
        .define_all(meanings::tree(search_options.tie_break));
    table.define_all([meanings::PROPAGATION, meanings::PRUNING, meanings::USELESS]);
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Format;
    use solver_core::SearchOrder;

    /// A model with a sum implied by an all_different, and with constraints that share a name.
    fn subject() -> Subject {
        Subject::new("three numbers", "", || {
            let mut m = Model::new();
            let x = m.ints("x", 3, 1..=3)?;
            m.all_different(&x).named("different");
            m.post((x[0] + x[1] + x[2]).equals(6)).named("sum");
            m.post(constraint!(x[0] < x[2])).named("order");
            m.post(constraint!(x[0] <= x[1])).named("order");
            Ok(Stated::new(m, x))
        })
    }

    #[test]
    fn redundant_constraints_are_distinguished() -> Result<(), StudyError> {
        let search_options =
            SearchOptions { order: Some(SearchOrder::By(VarSelect::SmallestDomain)), ..SearchOptions::default() };
        let table = ablate(&subject(), &search_options, Vary::Constraints, &Means::default(), &|_, _| ())?;
        let verdict = |name: &str| {
            let row = table.rows.iter().find(|row| row[0] == Cell::word(name)).unwrap_or_else(|| panic!("{name}"));
            (row[1].clone(), row[table.columns.len() - 1].clone())
        };
        assert_eq!(table.rows.len(), 4);
        assert_eq!(verdict("without sum"), (Cell::Count(2), Cell::word("redundant: the same solutions")));
        assert_eq!(verdict("without order"), (Cell::Count(6), Cell::word("not redundant: more solutions")));
        assert_eq!(verdict("as it is"), (Cell::Count(2), Cell::Missing));
        assert_eq!(table.rows[0][0], Cell::word("as it is"));
        let nodes: Vec<&Cell> = table.rows[1..].iter().map(|row| &row[2]).collect();
        let count = |cell: &Cell| if let Cell::Count(n) = cell { *n } else { 0 };
        assert!(nodes.windows(2).all(|w| count(w[0]) >= count(w[1])), "{nodes:?}");
        Ok(())
    }

    /// With a time limit of zero, nothing is searched, not even the original model.
    #[test]
    fn a_limit_of_time_holds_for_all_searches_together() -> Result<(), StudyError> {
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let search_options = SearchOptions { limits, ..SearchOptions::default() };
        let table = ablate(&subject(), &search_options, Vary::Constraints, &Means::default(), &|_, _| ())?;
        assert_eq!(table.rows.len(), 1);
        assert!(table.write(Format::Text).contains("3 of 3 variations were stopped before their first node"));
        Ok(())
    }

    /// After Ctrl-C, the models of the remaining variations are not built.
    #[test]
    fn what_is_not_searched_is_not_stated() -> Result<(), StudyError> {
        let (token, stated) = (CancelToken::new(), std::sync::Arc::new(AtomicUsize::new(0)));
        let (cancel, count) = (token.clone(), stated.clone());
        let subject = Subject::new("a chain", "", move || {
            // The original model is built first.
            if count.fetch_add(1, Ordering::Relaxed) == 1 {
                cancel.cancel();
            }
            let mut m = Model::new();
            let x = m.ints("x", 100, 0..=1)?;
            for (i, pair) in x.windows(2).enumerate() {
                m.post(pair[0].at_most(pair[1])).named(format!("link {i}"));
            }
            Ok(Stated::new(m, x))
        });
        let limits = Limits { solutions: Some(1), cancel: Some(token), ..Limits::default() };
        let search_options = SearchOptions { limits, ..SearchOptions::default() };
        let means = Means::default();
        let table = ablate(&subject, &search_options, Vary::Constraints, &means, &|_, _| ())?;
        assert!(stated.load(Ordering::Relaxed) <= 1 + means.threads.get(), "{stated:?} models");
        assert!(table.write(Format::Text).contains("of 99 variations were stopped before their first node"));
        Ok(())
    }

    #[test]
    fn an_optimum_is_compared() -> Result<(), StudyError> {
        let subject = Subject::new("the most of three", "", || {
            let mut m = Model::new();
            let x = m.ints("x", 3, 0..=5)?;
            m.post(constraint!(x[0] + x[1] <= 4)).named("few");
            m.post(constraint!(x[2] <= x[0] + 6)).named("loose");
            let sum = m.int("sum", 0..=99)?;
            m.post(constraint!(sum == x[0] + x[1] + x[2])).named("all together");
            Ok(Stated { objective: Some((Goal::Maximize, sum.into())), ..Stated::new(m, x) })
        });
        let table = ablate(&subject, &SearchOptions::default(), Vary::Constraints, &Means::default(), &|_, _| ())?;
        let results: Vec<[&Cell; 3]> =
            table.rows.iter().map(|row| [&row[0], &row[2], &row[table.columns.len() - 1]]).collect();
        let row = |name, best, verdict| [Cell::word(name), Cell::Real(best, 0), verdict];
        assert_eq!(table.columns[2].name, "optimum");
        for expected in [
            row("as it is", 9.0, Cell::Missing),
            row("without few", 15.0, Cell::word("needed: a better optimum")),
            row("without all together", 99.0, Cell::word("defines the objective: without it, any value will do")),
            row("without loose", 9.0, Cell::word("redundant here: the same optimum")),
        ] {
            assert!(results.contains(&[&expected[0], &expected[1], &expected[2]]), "{expected:?} {results:?}");
        }
        Ok(())
    }

    #[test]
    fn levels_change_only_the_tree_and_limits_are_reported() -> Result<(), StudyError> {
        let queens = Subject::queens(6, queens::Formulation::AllDifferent);
        let table = ablate(&queens, &SearchOptions::default(), Vary::Levels, &Means::default(), &|_, _| ())?;
        assert_eq!(table.rows.len(), 1 + 3 * 2);
        assert!(table.rows.iter().all(|row| row[1] == Cell::Count(4)));
        let limits = Limits { nodes: Some(20), ..Limits::default() };
        let search_options = SearchOptions { limits, ..SearchOptions::default() };
        let csv =
            ablate(&queens, &search_options, Vary::Constraints, &Means::default(), &|_, _| ())?.write(Format::Csv);
        assert_eq!(csv.matches("stopped by").count(), 4, "{csv}");
        Ok(())
    }
}
