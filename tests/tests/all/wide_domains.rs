//! Domains with a hundred thousand values under every constraint: learning finds the same optimum as brute force or
//! classical search.
//!
//! Most domains have a few values far apart, so that small models can be enumerated. Some are full, have holes, or
//! consist of two long ranges.

use solver_core::constraints::{Automaton, Diagram, Graph};
use solver_core::harness::{Audit, Rng};
use solver_core::prelude::*;

/// The upper bound on all domains, which are within `0..WIDE`.
const WIDE: i32 = 100_000;

/// A model under construction: some variables, and values that their domains often contain.
struct Draw<'a> {
    rng: &'a mut Rng,
    m: Model,
    x: Vec<IntVar>,
    values: Vec<i32>,
    /// The domains to enumerate, if there are few enough assignments.
    domains: Option<Vec<Vec<i32>>>,
}

impl Draw<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n as u64) as usize
    }

    fn number(&mut self, range: std::ops::RangeInclusive<i32>) -> i32 {
        range.start() + self.below((range.end() - range.start() + 1) as usize) as i32
    }

    fn value(&mut self) -> i32 {
        let i = self.below(self.values.len());
        self.values[i]
    }

    fn some_values(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| self.value()).collect()
    }

    fn variable(&mut self, values: Vec<i32>) -> IntVar {
        let x = self.m.int(format!("v{}", self.m.variables()), &values[..]).expect("a domain");
        if let Some(domains) = &mut self.domains {
            domains.push(values);
        }
        x
    }

    /// Declares a variable with a domain of a random kind.
    fn wide(&mut self) -> IntVar {
        if self.below(8) > 0 {
            let count = 1 + self.below(5);
            let mut values = self.some_values(count);
            values.sort_unstable();
            values.dedup();
            return self.variable(values);
        }
        self.domains = None;
        let all: Vec<i32> = match self.below(3) {
            0 => (0..WIDE).collect(),
            1 => (0..WIDE / 4).chain(WIDE / 2..WIDE).collect(),
            _ => {
                let step = 2 + self.below(3);
                (0..WIDE).step_by(step).collect()
            }
        };
        self.variable(all)
    }

    /// Declares a variable with a few small values.
    fn small(&mut self, most: i32) -> IntVar {
        let low = self.number(0..=most);
        let high = self.number(low..=most);
        self.variable((low..=high).collect())
    }

    /// Declares a variable with values below a bound, and perhaps a few values far above it.
    fn index(&mut self, below: usize) -> IntVar {
        let far = self.below(3);
        let mut values = self.some_values(far);
        values.extend((0..below as i32).filter(|_| self.rng.below(4) > 0));
        values.push(self.below(below) as i32);
        values.sort_unstable();
        values.dedup();
        self.variable(values)
    }

    fn of_all(&mut self) -> IntVar {
        let i = self.below(self.x.len());
        self.x[i]
    }

    /// Creates an automaton with three states, with transitions on single values and on long value ranges.
    fn automaton(&mut self) -> Automaton {
        let mut steps = Vec::new();
        for state in 0..3 {
            for _ in 0..4 {
                steps.push((state, self.value(), self.below(3)));
            }
            let (first, to) = (self.number(0..=WIDE - 2_000), self.below(3));
            steps.extend((first..first + 2_000).map(|v| (state, v, to)));
        }
        Automaton::new(3, 0, [self.below(3)], steps).expect("states 0 to 2")
    }
}

/// Posts one constraint over the given variables, and possibly over new ones.
type State = fn(&mut Draw<'_>, Vec<IntVar>);

const CONSTRAINTS: &[(&str, State)] = &[
    ("all_different", |d, x| {
        let level = [Consistency::Value, Consistency::Bounds][d.below(2)];
        d.m.all_different(x).consistency(level);
    }),
    ("all_different_except", |d, x| {
        let except = d.some_values(2);
        d.m.all_different_except(x, except);
    }),
    ("all_equal", |d, x| {
        let level = [BoundsOrDomain::Bounds, BoundsOrDomain::Domain][d.below(2)];
        d.m.all_equal(&x[..2]).consistency(level);
    }),
    ("among", |d, x| {
        let (values, count) = (d.some_values(4), d.small(x.len() as i32));
        d.m.among(x, values, count);
    }),
    ("among half of all values", |d, x| {
        let (first, count) = (d.number(0..=1), d.small(x.len() as i32));
        d.m.among(x, (first..WIDE).step_by(2), count);
    }),
    ("at_most", |d, x| {
        let (value, count) = (d.value(), d.small(1));
        d.m.at_most(x, value, count);
    }),
    ("count_equal", |d, x| {
        let (value, count) = (d.of_all(), d.small(x.len() as i32));
        d.m.count_equal(x, value, count);
    }),
    ("nvalue", |d, x| {
        let count = d.small(x.len() as i32);
        d.m.nvalue(x, count);
    }),
    ("gcc", |d, x| {
        let mut values = d.some_values(4);
        values.sort_unstable();
        values.dedup();
        let counts: Vec<(i32, Expr)> = values.into_iter().map(|v| (v, Expr::from(d.small(2)))).collect();
        let level = [Consistency::Value, Consistency::Bounds, Consistency::Domain][d.below(3)];
        if d.below(2) == 0 {
            d.m.gcc(x, counts).consistency(level);
        } else {
            d.m.gcc_closed(x, counts).consistency(level);
        }
    }),
    ("element", |d, x| {
        let values = d.some_values(7);
        let array = (0..WIDE).map(|i| if i % 9 == 8 { i } else { values[i as usize % 7] });
        d.m.element(array, x[0], x[1]);
    }),
    ("element_of", |d, x| {
        let index = d.small(x.len() as i32);
        d.m.element_of(&x[1..], index, x[0]);
    }),
    ("table", |d, x| {
        let rows = 1 + d.below(30);
        let rows: Vec<Vec<i32>> = (0..rows).map(|_| d.some_values(x.len())).collect();
        d.m.table(x, rows);
    }),
    ("negative_table", |d, x| {
        let rows = 1 + d.below(30);
        let rows: Vec<Vec<i32>> = (0..rows).map(|_| d.some_values(x.len())).collect();
        d.m.negative_table(x, rows);
    }),
    ("regular", |d, x| {
        let automaton = d.automaton();
        d.m.regular(x, &automaton);
    }),
    ("mdd", |d, x| {
        let nodes = |layer: usize| if layer == 0 { 1 } else { 2 };
        let mut arcs = |layer: usize| -> Vec<(usize, i32, usize)> {
            (0..3 * nodes(layer)).map(|i| (i % nodes(layer), d.value(), d.below(2))).collect()
        };
        let layers: Vec<_> = (0..x.len()).map(&mut arcs).collect();
        d.m.mdd(x, &Diagram::new(layers).expect("a small diagram"));
    }),
    ("bin_packing", |d, x| {
        let bins: Vec<(IntVar, i32)> = (0..4).map(|_| (d.small(2), d.number(0..=WIDE / 4))).collect();
        d.m.bin_packing(bins, &x[..3]);
    }),
    ("cumulative", |d, x| {
        let tasks: Vec<_> = x.into_iter().map(|x| (x, d.number(1..=WIDE / 2), d.number(1..=3))).collect();
        d.m.cumulative(tasks, 3);
    }),
    ("disjunctive", |d, x| {
        let tasks: Vec<_> = x.into_iter().map(|x| (x, d.number(0..=WIDE / 4))).collect();
        d.m.disjunctive(tasks);
    }),
    ("diffn", |d, x| {
        let mut side = || Expr::from(d.number(1..=WIDE / 2));
        let sides = [[side(), side()], [side(), side()]];
        let corners = [[x[0], x[1]], [x[2], x[0]]];
        let rectangles = corners.into_iter().zip(sides).map(|([x, y], [w, h])| [x.into(), y.into(), w, h]);
        d.m.diffn(rectangles);
    }),
    ("sort", |d, x| {
        let (y, z) = (d.wide(), d.wide());
        d.m.sort([x[0], x[1]], [y, z]);
    }),
    ("maximum", |d, x| {
        if d.below(2) == 0 {
            d.m.maximum(&x[1..], x[0]);
        } else {
            d.m.minimum(&x[1..], x[0] + 1);
        }
    }),
    ("arg_max", |d, x| {
        let index = d.small(x.len() as i32);
        d.m.arg_max(x, index);
    }),
    ("lex_less", |d, x| {
        d.m.lex_less([x[0], x[1]], [x[2], x[0]]);
    }),
    ("value_precede", |d, x| {
        let (before, after) = (d.value(), d.value());
        d.m.value_precede(before, after, x);
    }),
    ("knapsack", |d, x| {
        let weights: Vec<_> = x[..2].iter().map(|&x| (d.number(0..=3), d.number(0..=3), x)).collect();
        d.m.knapsack(weights, x[2], 2 * x[2]);
    }),
    ("linear", |d, x| {
        let sum = x.into_iter().map(|x| d.number(-3..=3) * Expr::from(x)).sum::<Expr>();
        let total = d.number(-3..=3);
        d.m.post(sum.equals(total));
    }),
    ("times", |d, x| {
        let factor = d.small(3);
        let other = d.small(9);
        d.m.post((x[0] * factor).equals(x[1]));
        d.m.post((Expr::from(x[2]) * other).at_most(3 * x[1]));
    }),
    ("div", |d, x| {
        let divisor = d.small(4);
        d.m.post((x[0] / divisor).equals(x[1]));
        d.m.post((x[1] / x[2]).at_most(3));
    }),
    ("modulo", |d, x| {
        let divisor = d.number(2..=WIDE / 2);
        d.m.post((x[0] % divisor).equals(x[1]));
        d.m.post((x[2] % x[1]).differs(x[0]));
    }),
    ("abs", |d, x| {
        let level = [BoundsOrDomain::Bounds, BoundsOrDomain::Domain][d.below(2)];
        let (center, apart) = (d.value(), d.value() / 2);
        d.m.abs(x[0] - center, x[1]).consistency(level);
        d.m.post((x[2] - x[0]).abs().at_least(apart));
    }),
    ("pow", |d, x| {
        let root = d.small(46);
        d.m.post(Expr::from(root).pow(2).at_most(x[0]));
        d.m.post(Expr::from(root).pow(3).at_least(x[1]));
    }),
    ("increasing", |d, x| {
        d.m.increasing(&x);
        d.m.strictly_increasing(&x[..2]);
    }),
    ("reified", |d, x| {
        let (b, c) = (d.small(1), d.small(1));
        d.m.all_different(&x).iff(b);
        d.m.post((x[0] + x[1]).at_most(x[2])).enforce_if(c);
        d.m.post((b + c).at_least(1));
    }),
];

/// Constraints on indices; some index values are far out of range.
const OVER_INDICES: &[(&str, State)] = &[
    ("circuit", |d, x| {
        d.m.circuit(x);
    }),
    ("subcircuit", |d, x| {
        d.m.subcircuit(x);
    }),
    ("inverse", |d, x| {
        let (f, g) = x.split_at(x.len() / 2);
        d.m.inverse(f, &g[..f.len()], 0);
    }),
    ("all_different by domains", |d, x| {
        d.m.all_different(x).consistency(Consistency::Domain);
    }),
    ("path", |d, x| {
        let (start, end) = (d.small(2), d.small(2));
        d.m.path(x, start, end);
    }),
    ("connected", |d, x| {
        let cells = x.iter().map(|&x| Expr::from(x.at_least(1)));
        d.m.connected(&Graph::grid(1, x.len()).expect("a small grid"), cells);
        d.m.reachable(&Graph::grid(x.len() - 1, 1).expect("a small grid"), x[0], &x[1..]);
    }),
];

/// Posts comparisons that make the model hard to satisfy.
fn beside(d: &mut Draw<'_>, farthest: i32) {
    for _ in 0..d.below(4) {
        let (x, y, shift) = (d.of_all(), d.of_all(), d.number(-2..=farthest));
        let comparison = match d.below(4) {
            0 => x.differs(y),
            1 => (x + shift).at_most(y),
            2 => x.differs(d.value()),
            _ => x.at_most(d.value()).or(y.at_least(d.value())),
        };
        d.m.post(comparison);
    }
}

/// Returns the minimum objective value over all assignments.
fn brute_force(m: &Model, domains: &[Vec<i32>], objective: impl Fn(&[i32]) -> i32) -> Option<i32> {
    let mut best: Option<i32> = None;
    let mut at = vec![0; domains.len()];
    loop {
        let values: Vec<i32> = at.iter().zip(domains).map(|(&i, domain): (&usize, _)| domain[i]).collect();
        if m.violations(&values).expect("all values").is_empty() {
            let value = objective(&values);
            best = Some(best.map_or(value, |best| best.min(value)));
        }
        let Some(i) = (0..at.len()).rfind(|&i| at[i] + 1 < domains[i].len()) else { return best };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

fn least(found: Outcome<Optimum, Incumbent>) -> Option<Option<i32>> {
    match found {
        Outcome::Complete(best) => Some(Some(best.value)),
        Outcome::Unsat => Some(None),
        Outcome::Stopped { .. } => None,
    }
}

/// Runs `FERZ_CASES` models, or a few by default. Finds the optimum with each kind of learning, and checks every
/// reason.
#[test]
fn learning_over_wide_domains_agrees_with_brute_force() {
    let cases = solver_core::harness::cases(380);
    let (mut tried, mut compared, mut reasons) = (0, 0, 0);
    for seed in 0..cases {
        let mut rng = Rng::new(seed);
        let values = (0..7).map(|_| rng.below(WIDE as u64) as i32).collect();
        let mut d = Draw { rng: &mut rng, m: Model::new(), x: Vec::new(), values, domains: Some(Vec::new()) };
        let n = 3 + d.below(3);
        let kind = seed as usize % (CONSTRAINTS.len() + OVER_INDICES.len());
        let (name, state) = match kind.checked_sub(CONSTRAINTS.len()) {
            None => CONSTRAINTS[kind],
            Some(kind) => OVER_INDICES[kind],
        };
        d.x = (0..n).map(|_| if kind < CONSTRAINTS.len() { d.wide() } else { d.index(n) }).collect();
        let x = d.x.clone();
        state(&mut d, x);
        beside(&mut d, if kind < CONSTRAINTS.len() { WIDE / 3 } else { 2 });
        let (a, b) = (d.number(-1..=2), d.number(-2..=1));
        let Draw { m, x, domains, .. } = d;
        let (first, last) = (x[0], x[n - 1]);
        let objective = a * Expr::from(first) + b * Expr::from(last);
        let domains = domains.filter(|domains| domains.iter().map(Vec::len).product::<usize>() <= 3_000);
        let expected = match &domains {
            Some(domains) => {
                tried += 1;
                Some(brute_force(&m, domains, |v| a * v[0] + b * v[n - 1]))
            }
            None => least(m.search().node_limit(500).minimize(objective.clone()).expect("a model")),
        };
        for learning in Learning::ALL.iter().copied() {
            let found = least(m.search().learn(learning).node_limit(500).minimize(objective.clone()).expect("a model"));
            if let (Some(expected), Some(found)) = (expected, found) {
                assert_eq!(found, expected, "seed {seed}, {name}, {learning}");
                compared += 1;
            }
            let mut run = m.search().learn(learning).node_limit(200).solution_limit(1).start().expect("a model");
            run.audit(Audit::default());
            run.step();
            let audit = run.audited().expect("it learns");
            assert_eq!(audit.complaints, [""; 0], "seed {seed}, {name}, {learning}");
            reasons += audit.reasons;
        }
    }
    eprintln!("{cases} cases, {tried} by brute force, {compared} comparisons, {reasons} reasons");
    assert!(
        tried > cases / 3 && compared > cases && reasons > cases / 4,
        "{tried} tried, {compared} compared, {reasons} reasons"
    );
}

/// Propagation does not remove the many values between two fixed values one by one, but none of them may become a third
/// value.
#[test]
fn nvalue_allows_no_third_value_in_a_long_gap() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", [0]).expect("a value"), m.int("y", [WIDE - 1]).expect("a value"));
    let z = m.int("z", 0..=WIDE - 1).expect("a domain");
    m.nvalue([x, y, z], 2);
    assert_eq!(m.count().expect("a model"), Outcome::Complete(2));
}

/// A closed `gcc` removes the remainder of a long gap only in a later run, and must then count the only value left.
#[test]
fn gcc_counts_a_value_next_to_a_long_gap() {
    let mut m = Model::new();
    let counts = m.ints("count", 2, 0..=1).expect("counts");
    let x = m.int("x", 10..=WIDE - 1).expect("a domain");
    m.gcc_closed([x], [(10, counts[0]), (WIDE - 1, counts[1])]);
    // Without the smallest value, the gap comes first, and the next run leaves only the largest value.
    assert_eq!(m.search().order(VarSelect::Input).count().expect("a model"), Outcome::Complete(2));
}
