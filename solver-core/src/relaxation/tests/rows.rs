//! The rows contributed by constraints hold in every solution.

use super::{all_points, between, cases, holds};
use crate::constraints::{
    self, BinPacking, Circuit, CircuitLevel, Count, ElementOfConstants, Form, HalfReified, LinearAtMost, LinearEqual,
    LinearEqualDomain, Maximum, ReifiedLiteral, Subcircuit, Term,
};
use crate::linear_rows::Column;
use crate::prelude_propagator::{LinearRows, Propagator, Summand, View};
use crate::relaxation::component::Component;
use crate::search::Rng;
use crate::value_set::ValueSet;
use crate::var::Var;

/// Whether an assignment to all variables satisfies a constraint.
type Semantics = Box<dyn Fn(&[i32]) -> bool>;

/// A constraint with its semantics.
struct Stated {
    name: &'static str,
    propagator: Box<dyn Propagator>,
    holds: Semantics,
}

/// Random variables, and constraints over views of them.
struct Problem {
    domains: Vec<Vec<i32>>,
    stated: Vec<Stated>,
}

/// The number of variables; the last two are binary.
const VARIABLES: usize = 5;

fn views(rng: &mut Rng, count: usize) -> Vec<View> {
    let is_plain = rng.below(2) == 0;
    let view = |rng: &mut Rng| {
        let x = View::from(Var(rng.below(VARIABLES as u64) as u32));
        match rng.below(4) {
            _ if is_plain => x,
            0 => (-x).plus(between(rng, -1, 4) as i32),
            1 => x.plus(between(rng, -2, 2) as i32),
            _ => x,
        }
    };
    (0..count).map(|_| view(rng)).collect()
}

/// Returns a binary view: a variable, its negation, or a constant if the variable has one value.
fn truth(rng: &mut Rng) -> View {
    let x = View::from(Var((VARIABLES - 1 - rng.below(2) as usize) as u32));
    if rng.below(2) == 0 { x } else { (-x).plus(1) }
}

fn values_of(views: Vec<View>) -> impl Fn(&[i32]) -> Vec<i32> + 'static {
    move |point| views.iter().map(|view| view.value_of(point[view.var().index()])).collect()
}

impl Problem {
    fn draw(rng: &mut Rng) -> Problem {
        let mut domains: Vec<Vec<i32>> = (0..VARIABLES - 2)
            .map(|_| {
                let low = between(rng, -3, 2) as i32;
                let size = [1, 2, 3, 4, 6][rng.below(5) as usize];
                let has_holes = rng.below(2) == 0;
                (low..low + size).filter(|&value| value == low || !has_holes || rng.below(3) > 0).collect()
            })
            .collect();
        domains.extend((0..2).map(|_| [vec![0, 1], vec![0, 1], vec![0], vec![1]][rng.below(4) as usize].clone()));
        let stated = (0..2 + rng.below(3)).map(|_| Stated::draw(rng)).collect();
        Problem { domains, stated }
    }

    fn roots(&self) -> Vec<ValueSet> {
        self.domains.iter().map(|values| ValueSet::from_values(values.iter().copied())).collect()
    }

    fn rows(&self) -> LinearRows {
        LinearRows::collect(self.roots(), |rows| {
            self.stated.iter().for_each(|stated| stated.propagator.linear_rows(rows));
        })
    }

    fn solutions(&self) -> Vec<Vec<i32>> {
        let mut points = all_points(&self.domains);
        points.retain(|point| self.stated.iter().all(|stated| (stated.holds)(point)));
        points
    }
}

impl Stated {
    fn draw(rng: &mut Rng) -> Stated {
        let stated = Stated::plain(rng);
        if rng.below(4) > 0 {
            return stated;
        }
        let condition = truth(rng);
        let Stated { name, propagator, holds } = stated;
        Stated {
            name,
            propagator: Box::new(HalfReified::new(condition, propagator)),
            holds: Box::new(move |point| condition.value_of(point[condition.var().index()]) == 0 || holds(point)),
        }
    }

    fn plain(rng: &mut Rng) -> Stated {
        let count = 2 + rng.below(3) as usize;
        let v = views(rng, count);
        let values = values_of(v.clone());
        let state = |name, propagator: Box<dyn Propagator>, holds: fn(&[i32]) -> bool| Stated {
            name,
            propagator,
            holds: Box::new(move |point| holds(&values(point))),
        };
        match rng.below(12) {
            kind @ 0..=2 => {
                let factors: Vec<i64> = v.iter().map(|_| between(rng, -4, 4)).collect();
                let constant = between(rng, -6, 9);
                let terms = || {
                    let term = |(&view, &coefficient)| (Term { coefficient, view }, -20..=20);
                    v.iter().zip(&factors).map(term)
                };
                let propagator: Box<dyn Propagator> = match kind {
                    0 => Box::new(LinearEqual::new(terms(), constant).expect("small sums")),
                    1 => Box::new(LinearEqualDomain::new(terms(), constant).expect("small sums")),
                    _ => Box::new(LinearAtMost::new(terms(), constant).expect("small sums")),
                };
                let values = values_of(v.clone());
                let holds = move |point: &[i32]| {
                    let values = values(point);
                    let sum: i64 = values.iter().zip(&factors).map(|(&value, a)| i64::from(value) * a).sum();
                    if kind < 2 { sum == constant } else { sum <= constant }
                };
                Stated { name: "linear", propagator, holds: Box::new(holds) }
            }
            3 => {
                let array: Vec<i32> = (0..1 + rng.below(7)).map(|_| between(rng, -3, 4) as i32).collect();
                let propagator = Box::new(ElementOfConstants::bounds(array.clone(), v[0], v[1]));
                let values = values_of(v);
                let chosen = move |v: &[i32]| array.get(usize::try_from(v[0]).ok()?).copied();
                let holds = move |point: &[i32]| chosen(&values(point)) == Some(values(point)[1]);
                Stated { name: "element", propagator, holds: Box::new(holds) }
            }
            4 => state("count", Box::new(Count::new(v[2..].iter().copied(), v[0], v[1])), |v| {
                v[2..].iter().filter(|&&x| x == v[0]).count() as i32 == v[1]
            }),
            5 => {
                let value = between(rng, -2, 4) as i32;
                // The counted value is a view of variable 0, which has one or several values.
                let fixed = View::from(Var(0));
                let propagator = Box::new(Count::new(v[1..].iter().copied(), fixed.plus(value), v[0]));
                let values = values_of([&[fixed], &v[..]].concat());
                let holds = move |point: &[i32]| {
                    let v = values(point);
                    v[2..].iter().filter(|&&x| x == v[0] + value).count() as i32 == v[1]
                };
                Stated { name: "count of a value", propagator, holds: Box::new(holds) }
            }
            6 => {
                let (bins, loads) = v.split_at(v.len() / 2);
                let items: Vec<(View, i32)> = bins.iter().map(|&bin| (bin, between(rng, 0, 4) as i32)).collect();
                let propagator = Box::new(BinPacking::new(items.clone(), loads.iter().copied()));
                let values = values_of(v.clone());
                let holds = move |point: &[i32]| {
                    let values = values(point);
                    let (bins, loads) = values.split_at(items.len());
                    let load = |bin: i32| -> i32 {
                        bins.iter().zip(&items).filter(|&(&b, _)| b == bin).map(|(_, item)| item.1).sum()
                    };
                    bins.iter().all(|&bin| bin >= 0 && (bin as usize) < loads.len())
                        && (0..).zip(loads).all(|(bin, &l)| l == load(bin))
                };
                Stated { name: "bin_packing", propagator, holds: Box::new(holds) }
            }
            7 => state("maximum", Box::new(Maximum::bounds(&v[1..], v[0])), |v| v[1..].iter().max() == Some(&v[0])),
            8 => state("minimum", Box::new(Maximum::of_minimum(&v[1..], v[0])), |v| v[1..].iter().min() == Some(&v[0])),
            9 => state("times", constraints::times(v[0], v[1], v[v.len() - 1]), |v| v[0] * v[1] == v[v.len() - 1]),
            10 if rng.below(2) == 0 => state("circuit", Box::new(Circuit::new(v, CircuitLevel::default())), |v| {
                cycle_from(v, 0) == Some(v.len())
            }),
            10 => state("subcircuit", Box::new(Subcircuit::new(v)), |v| {
                let moved = (0..v.len()).filter(|&i| v[i] != i as i32).collect::<Vec<_>>();
                let first = moved.first().copied().unwrap_or(0);
                cycle_from(v, first) == Some(moved.len().max(1))
            }),
            _ => {
                let (b, value, is_equality) = (truth(rng), between(rng, -3, 5) as i32, rng.below(3) > 0);
                let form = if rng.below(3) > 0 { Form::Reified } else { Form::HalfReified };
                let propagator = Box::new(match is_equality {
                    true => ReifiedLiteral::equals(b, v[0], value, form),
                    false => ReifiedLiteral::at_most(b, v[0], value, form),
                });
                let values = values_of(vec![b, v[0]]);
                let holds = move |point: &[i32]| {
                    let v = values(point);
                    let literal = if is_equality { v[1] == value } else { v[1] <= value };
                    if v[0] == 1 { literal } else { form == Form::HalfReified || !literal }
                };
                Stated { name: "reified literal", propagator, holds: Box::new(holds) }
            }
        }
    }
}

/// Returns the length of the cycle through `start`, if following the successors visits only nodes and returns to
/// `start`.
fn cycle_from(successors: &[i32], start: usize) -> Option<usize> {
    let mut node = start;
    for length in 1..=successors.len() {
        node = usize::try_from(*successors.get(node)?).ok()?;
        if node == start {
            return Some(length);
        }
    }
    None
}

/// The rows of constraints hold in every solution, together with the rows of their conditions and of indicators. The
/// component rows hold too.
#[test]
fn rows_of_constraints_hold_in_every_solution() {
    let mut seen = std::collections::BTreeMap::<&str, u64>::new();
    let (mut checked, mut of_indicators, mut with_both, mut in_components) = (0u64, 0u64, 0u64, 0u64);
    for seed in 0..cases(12_000, 200_000) {
        let problem = Problem::draw(&mut Rng::new(seed));
        let names: Vec<&str> = problem.stated.iter().map(|stated| stated.name).collect();
        let rows = problem.rows();
        let solutions = problem.solutions();
        let at =
            |what: &str, point: &[i32]| format!("seed {seed}, {names:?}, {:?}: {what} at {point:?}", problem.domains);
        for row in &rows.rows {
            assert!(row.terms.len() > 1 && row.terms.is_sorted_by(|a, b| a.0 < b.0), "seed {seed}: {row:?}");
            let is_indicator = |term: &(Column, i64)| term.0.value.is_some();
            of_indicators += u64::from(row.terms.iter().any(is_indicator));
            with_both += u64::from(row.terms.iter().any(is_indicator) && !row.terms.iter().all(is_indicator));
            checked += solutions.len() as u64;
        }
        for point in &solutions {
            let violated = rows.violated(|var| point[var.index()]);
            assert!(violated.is_none(), "{}", at(&format!("{violated:?}"), point));
        }
        if !rows.rows.is_empty() && !solutions.is_empty() {
            names.iter().for_each(|name| *seen.entry(name).or_default() += 1);
        }
        for component in Component::split(rows, None, usize::MAX, 0) {
            for point in &solutions {
                let values: Vec<i32> =
                    component.columns.iter().map(|column| column.at(point[column.var.index()]) as i32).collect();
                let within = values.iter().zip(&component.roots).all(|(x, (low, high))| low <= x && x <= high);
                let broken = component.rows.iter().find(|row| !holds(row, &values));
                assert!(within && broken.is_none(), "{}", at(&format!("{broken:?}"), point));
            }
            in_components += component.rows.len() as u64;
        }
    }
    println!(
        "{checked} rows at points, {of_indicators} with indicators, {with_both} also with others, {in_components} in components, {seen:?}"
    );
    assert!(checked > 20_000 && of_indicators > 1_000 && with_both > 500 && in_components > 1_000);
    assert!(seen.len() == 11 && seen.values().all(|&count| count > 40), "{seen:?}");
}

/// A row that is too strict by 1, or whose condition is negated, does not hold in every solution.
#[test]
fn brute_force_finds_wrong_rows() {
    let roots = [3, 3, 1, 1].map(|high| ValueSet::range(0, high)).to_vec();
    let [x, y, b, z] = [0, 1, 2, 3].map(|var| View::from(Var(var)));
    let sum = [(1, Summand::Value(x)), (2, Summand::Value(y)), (1, Summand::Value(z))];
    let points = all_points(&[vec![0, 1, 2, 3], vec![0, 1, 2, 3], vec![0, 1], vec![0, 1]]);
    let breaks = |add: &dyn Fn(&mut LinearRows)| {
        let rows = LinearRows::collect(roots.clone(), add);
        let solutions = points.iter().filter(|point| point[2] == 0 || point[0] + 2 * point[1] + point[3] <= 5);
        solutions.filter(|point| rows.violated(|var| point[var.index()]).is_some()).count()
    };
    assert_eq!(breaks(&|rows| rows.conditional(b, |rows| rows.add(sum, None, 5))), 0);
    assert!(breaks(&|rows| rows.conditional(b, |rows| rows.add(sum, None, 4))) > 0);
    assert!(breaks(&|rows| rows.conditional((-b).plus(1), |rows| rows.add(sum, None, 5))) > 0);
    assert!(breaks(&|rows| rows.add(sum, None, 5)) > 0);
}
