//! Combined rows hold wherever their rows hold, whatever the multipliers.

use super::{ROUNDINGS, all_points, between, cases, holds, sum};
use crate::relaxation::combine::{Combined, Combiner, Rounding, Row};
use crate::search::Rng;

/// Generates a number of any magnitude up to a power of two, often near this power.
fn of_any_size(rng: &mut Rng, most_bits: u64) -> i64 {
    let most = 1i64 << if rng.below(2) == 0 { most_bits } else { rng.below(most_bits + 1) };
    between(rng, -most, most)
}

/// Rows over a box, and points in the box that satisfy all of them.
#[derive(Clone, Debug)]
struct System {
    bounds: Vec<(i32, i32)>,
    rows: Vec<Row>,
    points: Vec<Vec<i32>>,
}

impl System {
    /// Generates large coefficients and bounds, and some points at which the rows hold at or near their limits.
    fn large(rng: &mut Rng) -> System {
        let columns = 1 + rng.below(6) as usize;
        // The exponents of the largest bound and coefficient: small ones lead to sums near 0, and large ones overflow.
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

    /// Generates a small box, with all points that satisfy the rows.
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

    /// Generates multipliers that are either similar to those of a simplex or arbitrary floats.
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

    /// Returns a point that contradicts a combined row.
    fn contradicts(&self, combined: &Combined) -> Option<&Vec<i32>> {
        self.points.iter().find(|point| sum(&combined.terms, point) > combined.constant.into())
    }
}

/// Checks the properties of a combined row on which the propagator and the reasons rely.
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

/// The cases include rows that overflow, sums near 0 (remainders), multipliers that select a missing limit, and rows
/// without a combination.
#[test]
fn combined_rows_hold_whatever_the_multipliers_are() {
    // All systems share one combiner, as the components of a relaxation do.
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
    // The sum in a column that is nearly 0 is replaced by its bound.
    assert_eq!(fine.terms.len(), 1, "{fine:?}");
}

/// Without multipliers or limits, or if the rows cancel, there is no combined row.
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

/// If multipliers are so small that no float scales them to 2³⁰, there is no row, whatever the sum of a fixed column
/// would be.
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

/// The points of the test above contradict combinations with an injected fault: each kind of fault is often detected.
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
