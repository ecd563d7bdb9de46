//! Uses idle times to show that tasks do not fit into a window shorter than their total duration.
//!
//! The *idle time* of a task is its start minus the durations of the tasks before it. It never decreases along the task
//! order. For two neighbours this is the pair's row; for other pairs it follows by eliminating the tasks between them
//! one by one, as in the transitive closure of a relation (S. Warshall, *A theorem on Boolean matrices*, Journal of the
//! ACM 9, 1962). These comparisons are derived once for a machine and reused for each window: whichever task of the
//! window is first, every task starts no earlier than the window's start plus the durations of the tasks before it;
//! whichever is last, every task ends no later than the window's end minus the durations of the tasks after it.
//! Together, these are contradictory. Deriving that some task is first takes only `n²` clauses (B. Krishnamurthy,
//! *Short proofs for tricky formulas*, Acta Informatica 22, 1985).

use super::{Task, before, order};
use crate::atom::Atom;
use crate::model::lines::{By, Ended, Kept, Lines, Part};
use crate::model::rows::Literal;
use std::cmp::Ordering;

/// The maximum number of tasks whose idle times are compared, because this takes `n³` clauses and about `n⁴` sums of
/// three rows.
const MOST: usize = 12;

/// All tasks of a constraint, by index.
struct Machine<'a> {
    tasks: &'a [Task],
    /// For each pair, the literal stating that the first task comes before the second.
    comes_first: Vec<Literal>,
}

/// The name of a clause about some tasks.
fn name(family: &'static str, numbers: [usize; 3]) -> Kept {
    (family, numbers.map(|number| number as i64))
}

/// The transitivity clause: if the first task comes before the second, and the second before the third, then the third
/// does not come before the first.
fn ordered(mut tasks: [usize; 3]) -> Part {
    let first = (0..3).min_by_key(|&at| tasks[at]).unwrap_or(0);
    tasks.rotate_left(first);
    Part::Kept(name("ordered", tasks))
}

fn between(k: usize, i: usize, j: usize) -> Kept {
    name("between", [k, i, j])
}

fn idle(k: usize, j: usize) -> Kept {
    name("idle", [k, j, 0])
}

/// The name of the clause stating that a task that comes before another has at most the other's idle time.
fn apart(k: usize, j: usize) -> Kept {
    name("apart", [k, j, 0])
}

/// Returns whether the tasks are few enough to compare their idle times, and all starts have bits.
pub(super) fn is_compared(tasks: &[Task], lines: &dyn Lines) -> bool {
    tasks.len() <= MOST && tasks.iter().all(|task| lines.has_bits(task.start))
}

/// Derives that the tasks with indices `inside` do not fit together into a window.
pub(super) fn overload(
    tasks: &[Task],
    inside: &[usize],
    (from, to): (i64, i64),
    lines: &mut dyn Lines,
) -> Result<(), Ended> {
    let window = ("window", [inside.iter().map(|&k| 1 << k).sum(), from, to]);
    if !lines.has(Part::Kept(window)) {
        let machine = Machine::new(tasks, lines);
        machine.compare_idle_times(lines)?;
        machine.exclude(inside, (from, to), window, lines)?;
    }
    lines.sum(&[(Part::Kept(window), 1)])?;
    Err(Ended)
}

impl<'a> Machine<'a> {
    fn new(tasks: &'a [Task], lines: &dyn Lines) -> Machine<'a> {
        let pairs = tasks.iter().flat_map(|a| tasks.iter().map(|b| (a.number, b.number)));
        let first = |(a, b): (usize, usize)| match a.cmp(&b) {
            Ordering::Less => lines.selector(&order(a, b)),
            Ordering::Equal => Literal::FALSE,
            Ordering::Greater => !lines.selector(&order(b, a)),
        };
        Machine { tasks, comes_first: pairs.map(first).collect() }
    }

    fn comes_first(&self, x: usize, y: usize) -> Literal {
        self.comes_first[x * self.tasks.len() + y]
    }

    fn duration(&self, k: usize) -> i64 {
        self.tasks[k].duration
    }

    /// The start of a task, or its negation, as a minimum and the terms added to it.
    fn start(&self, k: usize, is_negated: bool, lines: &mut dyn Lines) -> (i64, Vec<(i64, Literal)>) {
        let start = self.tasks[k].start;
        lines.terms(if is_negated { -start } else { start })
    }

    /// The row that defines that one task comes before another.
    fn row(&self, x: usize, y: usize, lines: &mut dyn Lines) -> Part {
        let (family, number) = before(&self.tasks[x], &self.tasks[y]);
        let own = Part::Own(family, number);
        if lines.has(own) {
            return own;
        }
        // The row holds for all values of the bits.
        let terms = [self.start(y, false, lines).1, self.start(x, true, lines).1].concat();
        let always = name("always", [x, y, 0]);
        lines.nonnegative(always, &terms);
        Part::Kept(always)
    }

    /// A start bound: the bound itself or, if the bits always satisfy it, the row of the bits.
    fn bound(&self, k: usize, bound: Atom, is_upper: bool, lines: &mut dyn Lines) -> Part {
        if lines.has(Part::Bound(bound)) {
            return Part::Bound(bound);
        }
        let terms = self.start(k, is_upper, lines).1;
        let always = name("bits", [k, usize::from(is_upper), 0]);
        lines.nonnegative(always, &terms);
        Part::Kept(always)
    }

    /// All tasks except these two.
    fn others(&self, k: usize, j: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.tasks.len()).filter(move |&i| i != k && i != j)
    }

    /// Derives and keeps, for each pair, a clause stating that idle time does not decrease along the order.
    fn compare_idle_times(&self, lines: &mut dyn Lines) -> Result<(), Ended> {
        let n = self.tasks.len();
        if lines.defined(idle(n - 1, n - 2)).is_some() {
            return Ok(());
        }
        let pairs = || (0..n).flat_map(|k| (0..n).filter(move |&j| j != k).map(move |j| (k, j)));
        for (i, j) in pairs() {
            for k in self.others(i, j).filter(|&k| i < j && i < k) {
                let Part::Kept(name) = ordered([i, j, k]) else { continue };
                let clause = [(i, j), (j, k), (k, i)].map(|(x, y)| !self.comes_first(x, y));
                let rows = [(i, j), (j, k), (k, i)].map(|(x, y)| (self.row(x, y, lines), 1));
                lines.keep(name, &clause, By::Sum(&rows))?;
            }
        }
        for (k, j) in pairs() {
            let first = self.comes_first(k, j);
            let mut clause = vec![!first];
            let mut rows = vec![(self.row(k, j, lines), 1), (Part::Fails(idle(k, j)), 1)];
            for i in self.others(k, j) {
                let both = [(k, i), (i, j)].map(|(x, y)| (1, self.comes_first(x, y)));
                clause.push(lines.define(between(k, i, j), both.to_vec(), 2));
                rows.push((Part::Fails(between(k, i, j)), self.duration(i)));
            }
            clause.push(self.define_idle(k, j, lines));
            lines.keep(self.chain(k, j, 0), &clause, By::Sum(&rows))?;
        }
        for i in 0..n {
            for (k, j) in pairs().filter(|&(k, j)| k != i && j != i) {
                self.leave_out(i, (k, j), lines)?;
            }
        }
        let betweens = pairs().flat_map(|(k, j)| self.others(k, j).map(move |i| between(k, i, j)));
        lines.forget(&betweens.collect::<Vec<_>>());
        Ok(())
    }

    /// The name of the clause stating that idle time does not decrease between two tasks unless a task with index
    /// `from` or higher lies between them.
    fn chain(&self, k: usize, j: usize, from: usize) -> Kept {
        match self.others(k, j).find(|&i| i >= from) {
            Some(next) => name("chain", [k, j, next]),
            None => apart(k, j),
        }
    }

    /// Defines the literal stating that one task has at most another's idle time.
    fn define_idle(&self, k: usize, j: usize, lines: &mut dyn Lines) -> Literal {
        let ((low, mut terms), (other, more)) = (self.start(j, false, lines), self.start(k, true, lines));
        terms.extend(more);
        let mut degree = -low - other;
        for i in (0..self.tasks.len()).filter(|&i| i != j) {
            // -p·l = p·~l - p
            terms.push((self.duration(i), self.comes_first(j, i)));
            degree += self.duration(i);
        }
        for i in (0..self.tasks.len()).filter(|&i| i != k) {
            terms.push((self.duration(i), self.comes_first(i, k)));
        }
        lines.define(idle(k, j), terms, degree)
    }

    /// Derives, from the comparisons of task `i` with two tasks, that if it lies between them, idle time does not
    /// decrease from one to the other.
    fn leave_out(&self, i: usize, (k, j): (usize, usize), lines: &mut dyn Lines) -> Result<(), Ended> {
        let n = self.tasks.len();
        let mut temporary = Vec::new();
        let literal = |lines: &dyn Lines, name: Kept| lines.defined(name).unwrap_or(Literal::FALSE);
        let old = self.chain(k, j, i);
        let mut clause = vec![!self.comes_first(k, j), literal(lines, idle(k, j))];
        let mut rows = vec![Part::Kept(old), Part::Holds(between(k, i, j))];
        // A task between the eliminated task and one of the two lies between the two.
        for l in (i + 1..n).filter(|&l| l != k && l != j) {
            let whole = literal(lines, between(k, l, j));
            clause.push(whole);
            let cases =
                [(between(k, l, i), ordered([l, i, j]), (i, j)), (between(i, l, j), ordered([k, i, l]), (k, i))];
            for (at, (part, rule, (x, y))) in cases.into_iter().enumerate() {
                let known = [!literal(lines, part), !self.comes_first(x, y), whole];
                let sum = [(Part::Holds(part), 1), (rule, 1), (Part::Fails(between(k, l, j)), 1)];
                let new = name("part", [l, at, 0]);
                lines.keep(new, &known, By::Sum(&sum))?;
                temporary.push(new);
                rows.push(Part::Kept(new));
            }
        }
        rows.extend([between(k, j, i), between(i, k, j)].map(Part::Holds));
        rows.extend([self.chain(k, i, i), self.chain(i, j, i)].map(Part::Kept));
        let both = name("both", [0; 3]);
        let distances = [(k, i), (i, j)].map(|(x, y)| !literal(lines, idle(x, y)));
        let known = [distances[0], distances[1], literal(lines, idle(k, j))];
        let sum = [Part::Holds(idle(k, i)), Part::Holds(idle(i, j)), Part::Fails(idle(k, j))].map(|part| (part, 1));
        lines.keep(both, &known, By::Sum(&sum))?;
        rows.push(Part::Kept(both));
        lines.keep(self.chain(k, j, i + 1), &clause, By::Propagation(&rows))?;
        temporary.extend([both, old]);
        lines.forget(&temporary);
        Ok(())
    }

    /// Derives that these tasks cannot all start and end within a window.
    fn exclude(
        &self,
        inside: &[usize],
        (from, to): (i64, i64),
        window: Kept,
        lines: &mut dyn Lines,
    ) -> Result<(), Ended> {
        let Some(&j) = inside.first() else { return Ok(()) };
        let mut temporary = Vec::new();
        let mut clause = Vec::new();
        let mut rows = Vec::new();
        let mut middles = Vec::new();
        for is_last in [false, true] {
            let limit = |k: usize| match is_last {
                false => Atom::at_least(self.tasks[k].start, from),
                true => Atom::at_most(self.tasks[k].start, to - self.duration(k)),
            };
            let bounds: Vec<Literal> = inside.iter().map(|&k| lines.literal(limit(k))).collect();
            clause.extend(bounds.iter().map(|&bound| !bound));
            let within = name("within", [usize::from(is_last), 0, 0]);
            let all = lines.define(within, bounds.iter().map(|&bound| (1, bound)).collect(), bounds.len() as i64);
            // The task respects the window, together with the tasks before it (or after it).
            let (low, mut terms) = self.start(j, is_last, lines);
            let mut degree = if is_last { self.duration(j) - to } else { from } - low;
            for &i in inside.iter().filter(|&&i| i != j) {
                let (x, y) = if is_last { (i, j) } else { (j, i) };
                terms.push((self.duration(i), self.comes_first(x, y)));
                degree += self.duration(i);
            }
            let middle = name("middle", [usize::from(is_last), 0, 0]);
            let keeps = lines.define(middle, terms, degree);
            middles.push((middle, keeps));
            let done = self.whichever(inside, (is_last, j), &limit, [(within, all), (middle, keeps)], lines)?;
            rows.extend([Part::Fails(within), Part::Kept(done)]);
            temporary.extend([within, middle, done]);
        }
        let clash = name("clash", [0; 3]);
        let sum: Vec<(Part, i64)> = middles.iter().map(|middle| (Part::Holds(middle.0), 1)).collect();
        let neither: Vec<Literal> = middles.iter().map(|middle| !middle.1).collect();
        lines.keep(clash, &neither, By::Sum(&sum))?;
        rows.push(Part::Kept(clash));
        temporary.push(clash);
        lines.keep(window, &clause, By::Propagation(&rows))?;
        lines.forget(&temporary);
        Ok(())
    }

    /// Derives that task `j` respects the window because all tasks start (or end) within it: first for each task that
    /// may be the first (or the last); then the cases are merged one by one. Returns the name of the clause.
    fn whichever(
        &self,
        inside: &[usize],
        (is_last, j): (bool, usize),
        limit: &dyn Fn(usize) -> Atom,
        [(within, all), (middle, keeps)]: [(Kept, Literal); 2],
        lines: &mut dyn Lines,
    ) -> Result<Kept, Ended> {
        // The order as seen from the window's edge: forwards from the first task or backwards from the last.
        let way = |x: usize, y: usize| if is_last { (y, x) } else { (x, y) };
        let comes = |x: usize, y: usize| {
            let (x, y) = way(x, y);
            self.comes_first(x, y)
        };
        let step = |k: usize, rest: usize| name("extreme", [k, rest, usize::from(is_last)]);
        let mut temporary = Vec::new();
        for &k in inside {
            let bound = limit(k);
            let mut sum = vec![(self.bound(k, bound, is_last, lines), 1), (Part::Fails(middle), 1)];
            let mut clause = vec![!lines.literal(bound), keeps];
            let mut known = vec![!all, keeps];
            let mut rows = vec![Part::Holds(within)];
            clause.extend(inside.iter().filter(|&&i| i != k && i != j).map(|&i| comes(i, k)));
            known.extend(inside.iter().filter(|&&i| i != k).map(|&i| comes(i, k)));
            if k != j {
                let (x, y) = way(k, j);
                sum.push((Part::Holds(idle(x, y)), 1));
                for i in self.others(k, j).filter(|i| !inside.contains(i)) {
                    sum.push((ordered(if is_last { [i, j, k] } else { [i, k, j] }), self.duration(i)));
                }
                let distance = lines.defined(idle(x, y)).unwrap_or(Literal::FALSE);
                clause.extend([!comes(k, j), !distance]);
                rows.push(Part::Kept(apart(x, y)));
            }
            let alone = name("alone", [0; 3]);
            lines.keep(alone, &clause, By::Sum(&sum))?;
            rows.push(Part::Kept(alone));
            lines.keep(step(k, inside.len()), &known, By::Propagation(&rows))?;
            lines.forget(&[alone]);
            temporary.push(step(k, inside.len()));
        }
        for rest in (1..inside.len()).rev() {
            let (left, out) = (&inside[..rest], inside[rest]);
            for &k in left {
                let others = || left.iter().copied().filter(|&i| i != k);
                let known: Vec<Literal> = [!all, keeps].into_iter().chain(others().map(|i| comes(i, k))).collect();
                let rules = others().map(|i| ordered(if is_last { [k, out, i] } else { [i, out, k] }));
                let rows: Vec<Part> = std::iter::once(Part::Kept(step(k, rest + 1)))
                    .chain(rules)
                    .chain([Part::Kept(step(out, rest + 1))])
                    .collect();
                lines.keep(step(k, rest), &known, By::Propagation(&rows))?;
                temporary.push(step(k, rest));
            }
        }
        let done = step(inside.first().copied().unwrap_or(0), 1);
        temporary.retain(|&step| step != done);
        lines.forget(&temporary);
        Ok(done)
    }
}
