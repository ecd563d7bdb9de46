//! Whatever the simplex proposes, combined rows hold, and so do the rows that constraints contribute; reasons are
//! complete and no longer than necessary.

use super::combine::{Combined, Combiner, Rounding, Row};
use super::component::Component;
use super::kept::{self, Kept};
use crate::constraints::{
    self, BinPacking, Circuit, CircuitLevel, Count, ElementOfConstants, Form, HalfReified, LinearAtMost, LinearEqual,
    LinearEqualDomain, Maximum, ReifiedLiteral, Subcircuit, Term,
};
use crate::engine::{Engine, EngineBuilder};
use crate::linear_rows::Column;
use crate::prelude_propagator::{Atom, CheckContext, LinearRows, Premises, Propagator, Summand, View};
use crate::search::Rng;
use crate::value_set::ValueSet;
use crate::var::Var;

/// The number of cases: `few`, or `full` in a full run, or the value of `FERZ_CASES`.
pub(super) fn cases(few: u64, full: u64) -> u64 {
    if std::env::var_os("FERZ_CASES").is_some() { crate::harness::cases(full) } else { few }
}

fn between(rng: &mut Rng, low: i64, high: i64) -> i64 {
    low + rng.below((high - low + 1) as u64) as i64
}

/// A number of any magnitude up to a power of two, often near it.
fn of_any_size(rng: &mut Rng, most_bits: u64) -> i64 {
    let most = 1i64 << if rng.below(2) == 0 { most_bits } else { rng.below(most_bits + 1) };
    between(rng, -most, most)
}

/// Rows over a box, and points of the box that satisfy all of them.
#[derive(Clone, Debug)]
struct System {
    bounds: Vec<(i32, i32)>,
    rows: Vec<Row>,
    points: Vec<Vec<i32>>,
}

impl System {
    /// Large coefficients and bounds, and some points for which the rows hold, at their limits or near them.
    fn large(rng: &mut Rng) -> System {
        let columns = 1 + rng.below(6) as usize;
        // The exponents of the largest bound and coefficient: small ones make rests, large ones overflow.
        let (bits_of_bound, bits) = ([1, 4, 30][rng.below(3) as usize], [1, 3, 12, 40][rng.below(4) as usize]);
        let bounds: Vec<(i32, i32)> = (0..columns)
            .map(|_| {
                let [a, b] = [0; 2].map(|_| of_any_size(rng, bits_of_bound) as i32);
                if rng.below(8) == 0 { (a, a) } else { (a.min(b), a.max(b)) }
            })
            .collect();
        let point = |rng: &mut Rng| -> Vec<i32> {
            let value = |&(low, high): &(i32, i32)| match rng.below(3) {
                0 => low,
                1 => high,
                _ => between(rng, low.into(), high.into()) as i32,
            };
            bounds.iter().map(value).collect()
        };
        let points: Vec<Vec<i32>> = (0..1 + rng.below(3)).map(|_| point(rng)).collect();
        let rows = (0..1 + rng.below(6)).map(|_| {
            let is_in = 1 + rng.below(4);
            let mut terms: Vec<(u32, i64)> = Vec::new();
            for column in 0..columns as u32 {
                if rng.below(4) < is_in {
                    terms.push((column, of_any_size(rng, bits)));
                }
            }
            let sums = || points.iter().map(|point| sum(&terms, point));
            let (least, most) = (sums().min().unwrap_or(0), sums().max().unwrap_or(0));
            let mut room = || if rng.below(2) == 0 { 0 } else { of_any_size(rng, 20).into() };
            let (low, high) = (least - i128::abs(room()), most + i128::abs(room()));
            let (low, high) = (i64::try_from(low).ok(), i64::try_from(high).ok());
            match rng.below(3) {
                0 => Row { terms, low, high: None, ..Row::default() },
                1 => Row { terms, low: None, high, ..Row::default() },
                _ => Row { terms, low, high, ..Row::default() },
            }
        });
        let rows = rows.collect();
        System { bounds, rows, points }
    }

    /// A small box, with all points that satisfy the rows.
    fn small(rng: &mut Rng) -> System {
        let columns = 1 + rng.below(4) as usize;
        let bounds: Vec<(i32, i32)> = (0..columns)
            .map(|_| {
                let low = between(rng, -3, 2) as i32;
                (low, low + rng.below(4) as i32)
            })
            .collect();
        let rows: Vec<Row> = (0..1 + rng.below(5))
            .map(|_| {
                let terms = (0..columns as u32).map(|column| (column, between(rng, -5, 5))).collect();
                let [a, b] = [0; 2].map(|_| between(rng, -12, 12));
                let limits = [(Some(a), None), (None, Some(a)), (Some(a.min(b)), Some(a.max(b)))];
                let (low, high) = limits[rng.below(3) as usize];
                Row { terms, low, high, ..Row::default() }
            })
            .collect();
        let domains: Vec<Vec<i32>> = bounds.iter().map(|&(low, high)| (low..=high).collect()).collect();
        let mut points = all_points(&domains);
        points.retain(|point| rows.iter().all(|row| holds(row, point)));
        System { bounds, rows, points }
    }

    /// Multipliers: like those of a simplex, or anything that a float can be.
    fn multipliers(&self, rng: &mut Rng) -> Vec<f64> {
        let kind = rng.below(6);
        let size = [1e-320, 1e-300, 1e-30, 1.0, 1e30, 1e300][rng.below(6) as usize];
        let factor = |rng: &mut Rng| match kind {
            0 => between(rng, -3, 3) as f64,
            1 => between(rng, -6, 6) as f64 / between(rng, 1, 12) as f64,
            2 => (rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0,
            3 => size * between(rng, -9, 9) as f64,
            4 => 10f64.powi(between(rng, -12, 12) as i32) * between(rng, -3, 3) as f64,
            _ if rng.below(4) > 0 => between(rng, -3, 3) as f64,
            _ => {
                let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 5e-324, -0.0];
                special[rng.below(special.len() as u64) as usize]
            }
        };
        self.rows.iter().map(|_| factor(rng)).collect()
    }

    /// A point that contradicts a combined row.
    fn contradicts(&self, combined: &Combined) -> Option<&Vec<i32>> {
        self.points.iter().find(|point| sum(&combined.terms, point) > combined.constant.into())
    }
}

fn sum(terms: &[(u32, i64)], point: &[i32]) -> i128 {
    terms.iter().map(|&(column, a)| i128::from(a) * i128::from(point[column as usize])).sum()
}

fn holds(row: &Row, point: &[i32]) -> bool {
    let sum = sum(&row.terms, point);
    row.low.is_none_or(|low| sum >= low.into()) && row.high.is_none_or(|high| sum <= high.into())
}

/// All points of a product.
fn all_points(domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
    domains.iter().fold(vec![Vec::new()], |points, domain| {
        let longer = |point: Vec<i32>| domain.iter().map(move |&value| [&point[..], &[value]].concat());
        points.into_iter().flat_map(longer).collect()
    })
}

const ROUNDINGS: [Rounding; 2] = [Rounding::Small, Rounding::Fine];

/// A combined row satisfies what the propagator and the reasons rely on.
fn is_well_formed(system: &System, combined: &Combined) -> Result<(), String> {
    let columns: Vec<u32> = combined.terms.iter().map(|term| term.0).collect();
    // A sum without terms is kept only if it is a contradiction.
    let is_idle = columns.is_empty() && combined.constant >= 0;
    if is_idle || !columns.is_sorted_by(|a, b| a < b) || combined.terms.iter().any(|term| term.1 == 0) {
        return Err(format!("the terms {:?}", combined.terms));
    }
    let most = |&(column, a): &(u32, i64)| {
        let (low, high) = system.bounds[column as usize];
        i128::from(a.unsigned_abs()) * i128::from(low.unsigned_abs().max(high.unsigned_abs()))
    };
    let reach = i128::from(combined.constant).abs() + combined.terms.iter().map(most).sum::<i128>();
    if reach >= 1 << 61 {
        return Err(format!("sums up to {reach}"));
    }
    let has_limit = |&(row, multiplier): &(u32, i64)| match multiplier {
        0 => false,
        1.. => system.rows[row as usize].low.is_some(),
        _ => system.rows[row as usize].high.is_some(),
    };
    if combined.parts.iter().all(has_limit) { Ok(()) } else { Err(format!("the parts {:?}", combined.parts)) }
}

/// Rows that overflow, rests, multipliers without a limit and rows without a combination all occur.
#[test]
fn combined_rows_hold_whatever_the_multipliers_are() {
    // One combiner for all, as for the components of a relaxation.
    let mut combiner = Combiner::default();
    let (mut combinations, mut points, mut rests, mut tight) = (0u64, 0u64, 0u64, 0u64);
    for seed in 0..cases(20_000, 1_000_000) {
        let mut rng = Rng::new(seed);
        let system = if rng.below(3) == 0 { System::small(&mut rng) } else { System::large(&mut rng) };
        let multipliers = system.multipliers(&mut rng);
        for rounding in ROUNDINGS {
            let Some(combined) = combiner.combine(&system.rows, &multipliers, &system.bounds, rounding) else {
                continue;
            };
            is_well_formed(&system, combined).unwrap_or_else(|what| panic!("seed {seed}, {rounding:?}: {what}"));
            if let Some(point) = system.contradicts(combined) {
                panic!("seed {seed}, {rounding:?}: {combined:?} at {point:?} of {system:?}");
            }
            combinations += 1;
            points += system.points.len() as u64;
            let touched = |column: u32| {
                let parts = combined.parts.iter().map(|&(row, factor)| (&system.rows[row as usize], factor));
                let of_column = parts.flat_map(|(row, factor)| row.terms.iter().map(move |term| (term, factor)));
                of_column
                    .filter(|(term, _)| term.0 == column)
                    .map(|(term, by)| i128::from(term.1) * i128::from(by))
                    .sum::<i128>()
                    != 0
            };
            rests += u64::from((0..system.bounds.len() as u32).filter(|&j| touched(j)).count() > combined.terms.len());
            tight += u64::from(system.points.iter().any(|p| sum(&combined.terms, p) == combined.constant.into()));
        }
    }
    println!("{combinations} combinations, {points} points, {rests} with rests, {tight} tight");
    assert!(
        combinations.min(points) > 10_000 && rests > 100 && tight > 1_000,
        "{combinations} {points} {rests} {tight}"
    );
}

/// Rational multipliers become small integers, which cancel columns exactly.
#[test]
fn small_integers_are_found() {
    let row = |terms: &[(u32, i64)], low| Row { terms: terms.to_vec(), low: Some(low), high: None, ..Row::default() };
    // 2 a + 3 b >= 4, 3 c - 2 a >= 1, 5 b - c >= 2
    let rows = [row(&[(0, 2), (1, 3)], 4), row(&[(0, -2), (2, 3)], 1), row(&[(1, 5), (2, -1)], 2)];
    let bounds = [(0, 9); 3];
    let mut combiner = Combiner::default();
    let thirds = [1.0 / 3.0, 1.0 / 3.0, 1.0];
    let combined = combiner.combine(&rows, &thirds, &bounds, Rounding::Small).expect("small integers");
    // a and c cancel: 18 b >= 11, so b >= 1.
    assert_eq!((&combined.terms[..], combined.constant), (&[(1, -1)][..], -1));
    assert_eq!(combined.parts, [(0, 1), (1, 1), (2, 3)]);
    assert!(combiner.combine(&rows, &[1.0, 2f64.sqrt(), 1.0], &bounds, Rounding::Small).is_none());
    let fine = combiner.combine(&rows, &[1.0, 1.0 + 1e-9, 3.0], &bounds, Rounding::Fine).expect("a sum");
    // The rest of a column is replaced by its bound.
    assert_eq!(fine.terms.len(), 1, "{fine:?}");
}

/// Without multipliers, without limits, and with rows that cancel, there is no combined row.
#[test]
fn nothing_is_combined_from_nothing() {
    let rows = [
        Row { terms: vec![(0, 1), (1, 1)], low: Some(1), high: None, ..Row::default() },
        Row { terms: vec![(0, 1), (1, 1)], low: None, high: Some(3), ..Row::default() },
    ];
    let bounds = [(0, 5); 2];
    for multipliers in [[0.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [f64::NAN, f64::NAN], [f64::INFINITY, 1.0], [1.0, -1.0]] {
        for rounding in ROUNDINGS {
            let combined = Combiner::default().combine(&rows, &multipliers, &bounds, rounding).cloned();
            assert!(combined.is_none(), "{multipliers:?}: {combined:?}");
        }
    }
}

/// Multipliers so small that no float scales them to 2³⁰ are left, whatever the sum of a fixed column would be.
#[test]
fn the_smallest_multipliers_do_not_overflow() {
    let rows = [Row { terms: vec![(0, 1 << 40), (1, 3)], low: Some(0), high: None, ..Row::default() }];
    for multiplier in [5e-324, 1e-310, 1e-305, 1e-300, 1e-290] {
        let mut combiner = Combiner::default();
        let mut is_combined =
            |fixed| combiner.combine(&rows, &[multiplier], &[(fixed, fixed), (0, 5)], Rounding::Fine).is_some();
        assert_eq!((is_combined(0), is_combined(1 << 30)), (multiplier > 1e-295, false), "{multiplier}");
    }
}

/// The points of the test above contradict combinations with a fault: each kind is found often.
#[test]
fn points_contradict_wrong_combinations() {
    type Fault = fn(&mut System, &mut Rng);
    let faults: [(&str, Fault); 4] = [
        ("a multiplier of the wrong sign", |system, rng| {
            let row = rng.below(system.rows.len() as u64) as usize;
            system.rows[row].terms.iter_mut().for_each(|term| term.1 = -term.1);
        }),
        ("a limit of the wrong side", |system, rng| {
            let row = rng.below(system.rows.len() as u64) as usize;
            let Row { low, high, .. } = &mut system.rows[row];
            (*low, *high) = (*high, *low);
        }),
        ("a limit that is too strict by 1", |system, rng| {
            let row = rng.below(system.rows.len() as u64) as usize;
            let Row { low, high, .. } = &mut system.rows[row];
            (*low, *high) = (low.map(|low| low + 1), high.map(|high| high - 1));
        }),
        ("a rest replaced by the wrong bound", |system, rng| {
            let column = rng.below(system.bounds.len() as u64) as usize;
            let (low, high) = system.bounds[column];
            let value = system.points.first().map_or(low, |point| point[column]);
            system.bounds[column] = if value == low { (high, high) } else { (low, low) };
        }),
    ];
    for (name, fault) in faults {
        let mut found = 0;
        for seed in 0..1_000 {
            let mut rng = Rng::new(seed);
            let right = if rng.below(3) == 0 { System::small(&mut rng) } else { System::large(&mut rng) };
            let multipliers = right.multipliers(&mut rng);
            let mut wrong = right.clone();
            fault(&mut wrong, &mut rng);
            let mut combiner = Combiner::default();
            found += u64::from(ROUNDINGS.into_iter().any(|rounding| {
                let combined = combiner.combine(&wrong.rows, &multipliers, &wrong.bounds, rounding);
                combined.is_some_and(|combined| right.contradicts(combined).is_some())
            }));
        }
        println!("{name}: found in {found} cases");
        assert!(found > 30, "{name}: found in {found} cases");
    }
}

/// Whether values of all variables satisfy a constraint.
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

/// The number of variables; the last two are 0 or 1.
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

/// A view that is 0 or 1: a variable, its negation, or a constant if the variable has one value.
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
                // A view of a variable with this value only, or any.
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

/// The length of the cycle through a node, if all its successors are nodes and it returns.
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

/// The rows of constraints, with those of their conditions and of indicators, hold in every solution; so do the rows of
/// the components.
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
            assert!(row.terms.len() > 1 && row.terms.is_sorted_by(|a, b| a.1 < b.1), "seed {seed}: {row:?}");
            let is_indicator = |term: &(i64, Column)| term.1.value.is_some();
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

/// A row that is too strict by 1, and one under the negated condition, do not hold in every solution.
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

/// Columns over random domains, with decisions: what a propagator has when it explains.
struct Scene {
    engine: Engine,
    columns: Vec<Column>,
    roots: Vec<(i32, i32)>,
    rows: Vec<Row>,
}

fn column_bounds(column: Column, bounds: (i32, i32), contains: impl Fn(i32) -> bool) -> (i32, i32) {
    match column.value {
        None => bounds,
        Some(value) => (i32::from(bounds == (value, value)), i32::from(contains(value))),
    }
}

impl Scene {
    /// Rows over variables with intervals as domains, one column for each; or over variables with holes, of which some
    /// have a column for the value and others for indicators.
    fn draw(rng: &mut Rng, has_holes: bool) -> Scene {
        let count = 2 + rng.below(4) as u32;
        let mut sets: Vec<ValueSet> = Vec::new();
        let mut columns = Vec::new();
        for var in (0..count).map(Var) {
            let low = between(rng, -4, 3) as i32;
            let set = ValueSet::range(low, low + 2 + rng.below(8) as i32);
            let set = if has_holes && rng.below(2) == 0 { set.without(low + 1).without(low + 3) } else { set };
            let values: Vec<i32> = set.iter().collect();
            let mut indicator = || Column { var, value: Some(values[rng.below(values.len() as u64) as usize]) };
            let of_value = Column::of_value(var);
            let chosen = match (indicator(), indicator(), indicator()) {
                (a, b, _) if has_holes && a.value < b.value => vec![of_value, a, b],
                (a, b, c) if a.value < b.value || b.value < c.value => vec![a],
                _ => vec![of_value],
            };
            columns.extend(chosen);
            sets.push(set);
        }
        let rows = (0..1 + rng.below(4)).map(|_| {
            let terms: Vec<(u32, i64)> = (0..columns.len() as u32).map(|j| (j, between(rng, -6, 6))).collect();
            let terms: Vec<(u32, i64)> = terms.into_iter().filter(|term| term.1 != 0).collect();
            let [a, b] = [0; 2].map(|_| between(rng, -40, 40));
            let limits = [(Some(a), None), (None, Some(a)), (Some(a.min(b)), Some(a.max(b)))];
            let (low, high) = limits[rng.below(3) as usize];
            Row { terms, low, high, ..Row::default() }
        });
        let rows = rows.collect();
        let engine = EngineBuilder::new(sets).explaining().build().expect("domains");
        let mut scene = Scene { engine, roots: Vec::new(), columns, rows };
        scene.roots = scene.bounds();
        scene.engine.push_level();
        for _ in 0..rng.below(7) {
            scene.decide(rng);
        }
        scene
    }

    /// Makes a decision that leaves a value.
    fn decide(&mut self, rng: &mut Rng) {
        let atom = self.atom(rng);
        let x = View::from(atom.var());
        if self.engine.values(x).iter().any(|&value| atom.holds_for(value)) {
            self.engine.assume(atom).expect("a value is left");
        }
    }

    fn atom(&self, rng: &mut Rng) -> Atom {
        let x = View::from(Var(rng.below(self.engine.variables() as u64) as u32));
        let values = self.engine.values(x);
        let value = values[rng.below(values.len() as u64) as usize];
        let atoms =
            [Atom::at_least(x, value), Atom::at_most(x, value), Atom::differs(x, value), Atom::equals(x, value)];
        atoms[rng.below(4) as usize]
    }

    fn bounds(&self) -> Vec<(i32, i32)> {
        let bounds = |&column: &Column| {
            let x = View::from(column.var);
            column_bounds(column, (self.engine.min(x), self.engine.max(x)), |value| self.engine.contains(x, value))
        };
        self.columns.iter().map(bounds).collect()
    }

    /// The least value of the left side, less the constant: above 0, the combined row fails.
    fn excess(combined: &Combined, bounds: &[(i32, i32)]) -> i64 {
        let least = |&(column, a): &(u32, i64)| {
            let (low, high) = bounds[column as usize];
            a * i64::from(if a > 0 { low } else { high })
        };
        combined.terms.iter().map(least).sum::<i64>() - combined.constant
    }

    /// The facts that follow from the combined row, with the positions of their columns. A weaker fact than a bound
    /// that follows, too.
    fn facts(&self, combined: &Combined) -> Vec<(u32, Atom)> {
        let bounds = self.bounds();
        let slack = -Scene::excess(combined, &bounds);
        let mut facts = Vec::new();
        for (position, &(column, a)) in (0..).zip(&combined.terms) {
            let (low, high) = bounds[column as usize];
            if a.abs() * i64::from(high - low) <= slack {
                continue;
            }
            let Column { var, value } = self.columns[column as usize];
            let (x, room) = (View::from(var), slack / a.abs());
            match (value, a > 0) {
                (None, true) => {
                    facts.extend((i64::from(low) + room..high.into()).map(|v| (position, Atom::at_most(x, v))))
                }
                (None, false) => facts
                    .extend((i64::from(low) + 1..=i64::from(high) - room).map(|v| (position, Atom::at_least(x, v)))),
                (Some(value), true) => facts.push((position, Atom::differs(x, value))),
                (Some(value), false) => facts.push((position, Atom::equals(x, value))),
            }
        }
        facts
    }

    fn case(&self, atoms: impl IntoIterator<Item = Atom>) -> CheckContext<'_> {
        CheckContext::new(self.engine.roots().expect("an engine that explains"), atoms)
    }

    fn excludes(&self, kept: &Kept, case: &CheckContext<'_>) -> bool {
        kept.excludes(&[kept::Stated { rows: &self.rows, columns: &self.columns, roots: &self.roots }], case)
    }

    fn explanation(&self, kept: &Kept, fact: Option<Atom>, hint: u32) -> Premises {
        let mut why = Premises::new();
        kept.explain(&self.engine.past(self.engine.facts()).expect("an engine that explains"), fact, hint, &mut why);
        why
    }
}

/// Every reason has true premises that the check accepts. Over intervals with one column for each variable, no premise
/// can be left out.
#[test]
fn reasons_are_complete_and_minimal() {
    let (mut facts, mut conflicts, mut premises, mut minimal) = (0u64, 0u64, 0u64, 0u64);
    for seed in 0..cases(12_000, 200_000) {
        let mut rng = Rng::new(seed);
        let has_holes = rng.below(2) == 0;
        let scene = Scene::draw(&mut rng, has_holes);
        let multipliers: Vec<f64> = scene.rows.iter().map(|_| between(&mut rng, -2, 2) as f64).collect();
        let mut combiner = Combiner::default();
        let Some(combined) = combiner.combine(&scene.rows, &multipliers, &scene.roots, Rounding::Small) else {
            continue;
        };
        let mut kept = Kept::default();
        kept.push(0, combined, &scene.columns, &scene.roots);
        let is_conflict = Scene::excess(combined, &scene.bounds()) > 0;
        let inferred = match is_conflict {
            true => vec![(kept.hint(None), None)],
            false => scene.facts(combined).into_iter().map(|(at, fact)| (kept.hint(Some(at)), Some(fact))).collect(),
        };
        for (hint, fact) in inferred {
            let why = scene.explanation(&kept, fact, hint);
            let past = scene.engine.past(scene.engine.facts()).expect("an engine that explains");
            let refuted = fact.map(|fact| !fact);
            let at = || format!("seed {seed}, {combined:?}, {:?}: {fact:?} because {why:?}", scene.bounds());
            assert!(why.iter().all(|&premise| past.entails(premise)), "{}", at());
            assert!(scene.excludes(&kept, &scene.case(why.iter().copied().chain(refuted))), "{}", at());
            for without in 0..why.len() {
                let others = (0..why.len()).filter(|&i| i != without).map(|i| why[i]);
                let is_needed = !scene.excludes(&kept, &scene.case(others.chain(refuted)));
                assert!(is_needed || has_holes, "{}: the premise {without} is not needed", at());
                minimal += u64::from(is_needed);
            }
            (facts, conflicts) = (facts + u64::from(!is_conflict), conflicts + u64::from(is_conflict));
            premises += why.len() as u64;
        }
    }
    println!("{facts} facts, {conflicts} conflicts, {premises} premises, {minimal} of them needed");
    assert!(facts > 2_000 && conflicts > 300 && minimal > 2_000, "{facts} {conflicts} {premises} {minimal}");
}

/// The check excludes a case exactly if the combined row does: for small multipliers in the same cases, and otherwise
/// at least in those. It rejects a row that is too strict by 1.
#[test]
fn the_check_excludes_what_the_row_excludes() {
    let (mut excluded, mut admitted, mut rejected) = (0u64, 0u64, 0u64);
    for seed in 0..cases(8_000, 200_000) {
        let mut rng = Rng::new(seed);
        let rounding = ROUNDINGS[rng.below(2) as usize];
        let scene = Scene::draw(&mut rng, seed % 2 == 0);
        let random = |rng: &mut Rng| (rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
        let multipliers: Vec<f64> = match rounding {
            Rounding::Small => scene.rows.iter().map(|_| between(&mut rng, -3, 3) as f64).collect(),
            Rounding::Fine => scene.rows.iter().map(|_| random(&mut rng)).collect(),
        };
        let mut combiner = Combiner::default();
        let Some(combined) = combiner.combine(&scene.rows, &multipliers, &scene.roots, rounding) else { continue };
        let mut kept = Kept::default();
        kept.push(0, combined, &scene.columns, &scene.roots);
        for _ in 0..20 {
            let atoms: Vec<Atom> = (0..rng.below(6)).map(|_| scene.atom(&mut rng)).collect();
            let case = scene.case(atoms);
            if case.is_contradictory() {
                continue;
            }
            let bounds = |&column: &Column| {
                let x = View::from(column.var);
                column_bounds(column, case.bounds(x).expect("values"), |value| case.contains(x, value))
            };
            let bounds: Vec<(i32, i32)> = scene.columns.iter().map(bounds).collect();
            let excess = Scene::excess(combined, &bounds);
            let is_excluded = scene.excludes(&kept, &case);
            assert!(is_excluded || excess <= 0, "seed {seed}, {combined:?} of {:?} in {bounds:?}", scene.rows);
            if rounding == Rounding::Small {
                assert_eq!(is_excluded, excess > 0, "seed {seed}, {combined:?} of {:?} in {bounds:?}", scene.rows);
                rejected += u64::from(excess == 0);
            }
            (excluded, admitted) = (excluded + u64::from(is_excluded), admitted + u64::from(!is_excluded));
        }
    }
    println!("{excluded} excluded, {admitted} admitted, {rejected} would be excluded by a stricter row");
    assert!(excluded > 2_000 && admitted > 2_000 && rejected > 300, "{excluded} {admitted} {rejected}");
}

/// `x + y <= 8` with x and y at least 4: x is at most 4 because of y, and y because of x.
fn both_at_most_four() -> (Scene, Kept, [u32; 2]) {
    let sets = vec![ValueSet::range(0, 9); 2];
    let columns = vec![Column::of_value(Var(0)), Column::of_value(Var(1))];
    let rows = vec![Row { terms: vec![(0, 1), (1, 1)], low: None, high: Some(8), ..Row::default() }];
    let engine = EngineBuilder::new(sets).explaining().build().expect("domains");
    let mut scene = Scene { engine, columns, roots: vec![(0, 9); 2], rows };
    scene.engine.push_level();
    for var in [0, 1] {
        scene.engine.assume(Atom::at_least(View::from(Var(var)), 4)).expect("values are left");
    }
    let mut combiner = Combiner::default();
    let combined = combiner.combine(&scene.rows, &[-1.0], &scene.roots, Rounding::Small).expect("the row itself");
    let mut kept = Kept::default();
    kept.push(0, combined, &scene.columns, &scene.roots);
    let hints = [kept.hint(Some(0)), kept.hint(Some(1))];
    (scene, kept, hints)
}

/// The checks above find a hint for the wrong position, a row that is kept too short, a multiplier of the wrong sign and
/// a limit of the wrong side.
#[test]
fn faults_of_reasons_are_found() {
    let (mut scene, mut kept, [of_x, of_y]) = both_at_most_four();
    let fact = Atom::at_most(View::from(Var(0)), 4);
    let follows = |scene: &Scene, kept: &Kept, why: &Premises| {
        scene.excludes(kept, &scene.case(why.iter().copied().chain([!fact])))
    };
    let why = scene.explanation(&kept, Some(fact), of_x);
    assert_eq!(why[..], [Atom::at_least(View::from(Var(1)), 4)]);
    assert!(follows(&scene, &kept, &why));
    let misplaced = scene.explanation(&kept, Some(fact), of_y);
    assert!(!follows(&scene, &kept, &misplaced), "{misplaced:?}");
    // Without the row, nothing follows.
    let [rows, hints] = kept.lengths();
    kept.truncate([rows, hints]);
    assert!(follows(&scene, &kept, &why));
    scene.rows[0].terms = vec![(0, -1), (1, -1)];
    assert!(!follows(&scene, &kept, &why));
    scene.rows[0] = Row { terms: vec![(0, 1), (1, 1)], low: Some(8), high: None, ..Row::default() };
    assert!(!follows(&scene, &kept, &why));
    kept.truncate([rows - 1, hints]);
    scene.rows[0] = Row { terms: vec![(0, 1), (1, 1)], low: None, high: Some(8), ..Row::default() };
    assert!(!follows(&scene, &kept, &why));
}
