//! Derives the inferences of `disjunctive` from its rows, by the order of the tasks or by the time they take.
//!
//! A task runs at a time if it has started by then and has not ended, and at most one task runs at a time. If tasks
//! must lie in a window shorter than their total duration, the sum of the rows for the window's times is a
//! contradiction: the start bounds cancel, except at the window's edges. If an inference has no such *overload*, each
//! of two cases has one: a task ends within the others' window, or after it.

mod idle;

use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::lines::{Ended, Exclusion, Lines, PROVES, Part};
use crate::model::precedence::{Precedence, settle, try_orders};
use crate::model::rows::{Literal, Rows};
use crate::var::Var;
use crate::view::View;

/// The maximum number of tasks whose orders are enumerated, first where idle times are compared, then where times are
/// added up.
const FEW: [usize; 2] = [3, 5];

/// The maximum number of tasks whose orders are enumerated if durations vary.
const FEW_VARYING: usize = 8;

/// The maximum number of task-window pairs tried, cheapest first.
const TRIED: usize = 32;

#[derive(Clone, Copy)]
struct Task {
    number: usize,
    start: View,
    size: View,
    /// The minimum duration.
    duration: i64,
    /// Whether some duration on the machine varies.
    varies: bool,
}

/// A window, and the tasks that must lie in it, by their indices.
struct Window {
    from: i64,
    to: i64,
    inside: Vec<usize>,
}

impl Window {
    fn total(&self, tasks: &[Task]) -> i64 {
        self.inside.iter().map(|&k| tasks[k].duration).sum()
    }
}

/// Writes the order of each pair of tasks and the bounds on their starts that it implies. If durations vary, each of
/// the two orders has its own literal, because two tasks have no order if one of them has duration 0.
pub(super) fn rows(arguments: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() {
        return Ok(false);
    }
    let bounds: Vec<(i64, i64)> = arguments.iter().map(|&view| rows.bounds(view)).collect();
    let varies = varies(arguments, |view| rows.bounds(view));
    for (number, task) in (0..).zip(arguments.chunks_exact(2)).filter(|_| varies) {
        let not_negative = rows.literal(Atom::at_least(task[1], 0))?;
        rows.row("duration", number, vec![(1, not_negative)], 1)?;
    }
    // A task whose duration may be positive can block other tasks.
    let tasks = tasks(arguments, varies, |number, _| bounds[2 * number + 1].1);
    for (k, a) in tasks.iter().enumerate() {
        for b in &tasks[..k] {
            let first = rows.selector(&order(b.number, a.number))?;
            let second = if varies { rows.selector(&order(a.number, b.number))? } else { !first };
            for (x, y, comes) in [(b, a, first), (a, b, second)] {
                let (family, number) = before(x, y);
                rows.at_most((family, number), &[(1, x.start), (1, x.size), (-1, y.start)], 0, comes)?;
                if varies {
                    rows.at_most(("reaches", number), &[(-1, x.start), (-1, x.size), (1, y.start)], -1, !comes)?;
                }
            }
            if varies {
                let mut ways = vec![(1, first), (1, second)];
                for task in [a, b] {
                    ways.push((1, rows.literal(Atom::at_most(task.size, 0))?));
                }
                rows.row("apart", before(b, a).1, ways, 1)?;
            }
        }
    }
    Ok(true)
}

/// Returns whether some duration is not fixed, or is negative, at the root.
fn varies(arguments: &[View], bounds: impl Fn(View) -> (i64, i64)) -> bool {
    arguments.chunks_exact(2).map(|task| bounds(task[1])).any(|(low, high)| low != high || low < 0)
}

/// The tasks of positive duration.
fn tasks(arguments: &[View], varies: bool, mut duration: impl FnMut(usize, View) -> i64) -> Vec<Task> {
    let all = arguments.chunks_exact(2).enumerate().map(|(number, task)| {
        let duration = duration(number, task[1]);
        Task { number, start: task[0], size: task[1], duration, varies }
    });
    all.filter(|task| task.duration > 0).collect()
}

/// The name of the literal stating that task `a` comes before task `b`. If no duration varies, `a` is always the
/// smaller index.
fn order(a: usize, b: usize) -> String {
    format!("task_{a}_before_{b}")
}

/// The row stating that one task ends before another starts.
fn before(a: &Task, b: &Task) -> (&'static str, i64) {
    (if a.varies { "ends_before" } else { "before" }, (a.number as i64) << 32 | b.number as i64)
}

/// The rows of two tasks that cannot be ordered: under these bounds and the root domains, neither can come before the
/// other.
pub(super) fn exclusion(arguments: &[View], atoms: &[Atom]) -> Option<Exclusion> {
    let first = atoms.first().filter(|_| PROVES)?;
    let of = |var: Var| arguments.chunks_exact(2).zip(0..).find(|(task, _)| task[0].var() == var);
    let [x, y] = [of(first.var())?, of(atoms.iter().find(|atom| atom.var() != first.var())?.var())?];
    let mut used = 0;
    let mut bound = |view: View, is_lower: bool| {
        let any = if is_lower { Atom::at_least(view, -View::LIMIT) } else { Atom::at_most(view, View::LIMIT) };
        let known = atoms.iter().find(|atom| (atom.var(), atom.relation()) == (any.var(), any.relation()));
        used += usize::from(known.is_some());
        known.copied().unwrap_or(any)
    };
    let both =
        [(x, y), (y, x)].map(|(x, y)| (("before", x.1 << 32 | y.1), [bound(x.0[0], true), bound(y.0[0], false)]));
    (used == atoms.len()).then_some(both)
}

pub(super) fn derive(arguments: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    let varies = varies(arguments, |view| lines.root_bounds(view));
    let all = tasks(arguments, varies, |_, view| lines.bounds(view).0);
    // The tasks named in the reason usually suffice, but the reason omits bounds that hold at the root.
    let named: Vec<Task> = all.iter().copied().filter(|task| lines.concerns(task.start)).collect();
    by_time(&named, &all, lines)?;
    by_time(&all, &all, lines)
}

/// Derives the inference from the times of the tasks.
fn by_time(tasks: &[Task], all: &[Task], lines: &mut dyn Lines) -> Result<(), Ended> {
    let orders = orders(tasks, lines);
    settle(&orders, lines)?;
    overload(tasks, all, lines)?;
    // A task that would overfill a window must end after it or start before it.
    let bounds = bounds(tasks, lines);
    let mut cuts: Vec<(i64, usize, bool, i64)> = Vec::new();
    for window in windows(tasks, &bounds) {
        let (length, total) = (window.to - window.from, window.total(tasks));
        for k in (0..tasks.len()).filter(|k| !window.inside.contains(k)) {
            let (Task { duration, .. }, (earliest, latest)) = (tasks[k], bounds[k]);
            let (is_late, outside) = match (earliest >= window.from, latest + duration <= window.to) {
                (true, false) => (true, window.to - duration + 1),
                (false, true) => (false, window.from - 1),
                _ => continue,
            };
            if total + duration > length {
                cuts.push((length * window.inside.len() as i64, k, is_late, outside));
            }
        }
    }
    cuts.sort_unstable();
    cuts.dedup_by_key(|cut| (cut.1, cut.2, cut.3));
    // Checks that both cases make some window overfull: the task inside the window, and the task outside it.
    let settles = |&(_, k, is_late, outside): &(i64, usize, bool, i64)| {
        let (earliest, latest) = bounds[k];
        let cases = match is_late {
            true => [(earliest, outside - 1), (outside, latest)],
            false => [(outside + 1, latest), (earliest, outside)],
        };
        cases.into_iter().all(|case| {
            let mut bounds = bounds.clone();
            bounds[k] = case;
            !fits(tasks, bounds)
        })
    };
    let Some((_, k, is_late, outside)) = cuts.into_iter().take(TRIED).find(settles) else { return Ok(()) };
    let start = tasks[k].start;
    let cut = if is_late { Atom::at_least(start, outside) } else { Atom::at_most(start, outside) };
    let cut = lines.literal(cut);
    for case in [!cut, cut] {
        lines.refute(case, &mut |lines| {
            settle(&orders, lines)?;
            overload(tasks, all, lines)
        })?;
    }
    Ok(())
}

/// Checks that no window is overfull once the order of each pair is [settled](settle).
fn fits(tasks: &[Task], mut bounds: Vec<(i64, i64)>) -> bool {
    loop {
        let before = bounds.clone();
        for (x, a) in tasks.iter().enumerate() {
            for (y, b) in tasks.iter().enumerate() {
                // If one order is impossible, the other one holds.
                if x != y && bounds[x].0 + a.duration > bounds[y].1 {
                    bounds[x].0 = bounds[x].0.max(bounds[y].0 + b.duration);
                    bounds[y].1 = bounds[y].1.min(bounds[x].1 - b.duration);
                }
            }
        }
        if bounds.iter().any(|(low, high)| low > high) {
            return false;
        }
        if bounds == before {
            return windows(tasks, &bounds).iter().all(|window| window.total(tasks) <= window.to - window.from);
        }
    }
}

/// Both precedences of each pair of tasks.
fn orders(tasks: &[Task], lines: &dyn Lines) -> Vec<Precedence> {
    let pairs = tasks.iter().enumerate().flat_map(|(k, a)| tasks[..k].iter().map(move |b| (a, b)));
    let both = pairs.flat_map(|(a, b)| {
        let (a, b) = if a.number < b.number { (a, b) } else { (b, a) };
        let first = lines.selector(&order(a.number, b.number));
        let second = if a.varies { lines.selector(&order(b.number, a.number)) } else { !first };
        [(a, b, first), (b, a, second)].map(|(x, y, comes)| Precedence {
            comes,
            row: before(x, y),
            first: x.start,
            size: x.size,
            then: y.start,
        })
    });
    both.collect()
}

/// The start bounds.
fn bounds(tasks: &[Task], lines: &dyn Lines) -> Vec<(i64, i64)> {
    tasks.iter().map(|task| lines.bounds(task.start)).collect()
}

/// The windows from the earliest start of some task to the latest end of some task, each with the tasks that must lie
/// in it. Omits windows without tasks.
fn windows(tasks: &[Task], bounds: &[(i64, i64)]) -> Vec<Window> {
    let ends = |(task, &(low, high)): (&Task, &(i64, i64))| (low, high + task.duration);
    let spans: Vec<(i64, i64)> = tasks.iter().zip(bounds).map(ends).collect();
    let mut edges: Vec<(i64, i64)> = spans.iter().flat_map(|a| spans.iter().map(|b| (a.0, b.1))).collect();
    edges.sort_unstable();
    edges.dedup();
    let inside = |from, to| (0..tasks.len()).filter(|&k| spans[k].0 >= from && spans[k].1 <= to).collect();
    let windows = edges.into_iter().map(|(from, to)| Window { from, to, inside: inside(from, to) });
    windows.filter(|window| !window.inside.is_empty()).collect()
}

/// Finds a window that is too short for the tasks that must lie in it, and adds up the rows for its times.
fn overload(tasks: &[Task], all: &[Task], lines: &mut dyn Lines) -> Result<(), Ended> {
    let mut overfull = windows(tasks, &bounds(tasks, lines));
    overfull.retain(|window| window.total(tasks) > window.to - window.from);
    let Some(mut window) =
        overfull.into_iter().min_by_key(|window| (window.to - window.from) * window.inside.len() as i64)
    else {
        return Ok(());
    };
    // Omits tasks that are not needed, the shortest first.
    window.inside.sort_by_key(|&k| tasks[k].duration);
    let mut excess = window.total(tasks) - (window.to - window.from);
    window.inside.retain(|&k| {
        let spare = tasks[k].duration < excess;
        excess -= if spare { tasks[k].duration } else { 0 };
        !spare
    });
    let varies = all.iter().any(|task| task.varies);
    let compares = !varies && idle::is_compared(all, lines);
    if window.inside.len() <= if varies { FEW_VARYING } else { FEW[usize::from(!compares)] } {
        let few: Vec<Task> = window.inside.iter().map(|&k| tasks[k]).collect();
        return try_orders(&orders(&few, lines), lines);
    }
    if varies {
        return Ok(());
    }
    let inside: Vec<usize> = window.inside.iter().map(|&k| tasks[k].number).collect();
    if compares {
        let places: Vec<usize> = (0..all.len()).filter(|&k| inside.contains(&all[k].number)).collect();
        return idle::overload(all, &places, (window.from, window.to), lines);
    }
    let mut parts = Vec::new();
    for time in window.from..window.to {
        let mut running = Vec::with_capacity(all.len());
        for task in all {
            let begun_and_not_over =
                [Atom::at_most(task.start, time), Atom::at_least(task.start, time - task.duration + 1)];
            let both = begun_and_not_over.map(|bound| lines.literal(bound));
            if !both.contains(&Literal::FALSE) {
                running.push((task, begun_and_not_over, both));
            }
        }
        if running.len() < 2 {
            continue;
        }
        let pairs: Vec<[Literal; 2]> = running.iter().map(|task| task.2).collect();
        let one = ("one", [time, 0, 0]);
        lines.at_most_one(one, &pairs, &mut |i, j| {
            let [x, y] = [i, j].map(|i| running[i].0);
            Some([(x, y), (y, x)].map(|(x, y)| {
                let bounds = [Atom::at_least(x.start, time - x.duration + 1), Atom::at_most(y.start, time)];
                (before(x, y), bounds)
            }))
        });
        parts.push((Part::Kept(one), 1));
        // A running task has started and has not ended: in the sum over times, these literals cancel for the tasks
        // inside the window.
        let others = running.iter().filter(|task| !inside.contains(&task.0.number));
        parts.extend(others.map(|task| (Part::Either(task.1), 1)));
    }
    lines.sum(&parts)?;
    Err(Ended)
}
