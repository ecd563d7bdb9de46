//! Tests of the simplex on random linear programs: the values and multipliers verify every optimum and every ray.

use super::{Outcome, Simplex};
use crate::relaxation::tests::cases;
use crate::search::Rng;

/// A linear program in the form that the simplex receives.
struct Program {
    rows: Vec<Vec<(u32, f64)>>,
    limits: Vec<(f64, f64)>,
    cost: Vec<f64>,
    bounds: Vec<(f64, f64)>,
}

/// The kind of numbers in a program, before its rows are scaled like the rows of a component.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Numbers {
    /// Small numbers, with many ties.
    Small,
    /// Coefficients and costs of all magnitudes up to 2¹⁶.
    Mixed,
    /// Bounds of all magnitudes up to 2³⁰.
    Wide,
    /// Coefficients up to 2⁴⁰ together with small ones.
    Extreme,
}

fn between(rng: &mut Rng, low: i64, high: i64) -> i64 {
    low + rng.below((high - low + 1) as u64) as i64
}

impl Program {
    fn draw(rng: &mut Rng, numbers: Numbers) -> Program {
        let (rows, columns) = (rng.below(13) as usize, rng.below(17) as usize);
        let widest =
            if numbers == Numbers::Wide { 1 << rng.below(31) } else { [0, 1, 1, 5, 40][rng.below(5) as usize] };
        let range = |rng: &mut Rng| {
            let low = between(rng, -3, 3);
            (low as f64, (low + between(rng, 0, widest)) as f64)
        };
        let bounds: Vec<(f64, f64)> = (0..columns).map(|_| range(rng)).collect();
        let size = |rng: &mut Rng| match numbers {
            Numbers::Small | Numbers::Wide => 1.0,
            Numbers::Mixed => f64::from(1 << rng.below(16)),
            Numbers::Extreme => (1u64 << [0, 0, 10, 20, 40][rng.below(5) as usize]) as f64,
        };
        // A few distinct coefficients cause many ties and degenerate vertices.
        let most = [1, 1, 3, 9][rng.below(4) as usize];
        let density = 1 + rng.below(4);
        let mut program = Program { rows: Vec::new(), limits: Vec::new(), cost: Vec::new(), bounds };
        for _ in 0..rows {
            let mut row: Vec<(u32, f64)> = Vec::new();
            for j in 0..columns as u32 {
                let factor = between(rng, -most, most);
                if factor != 0 && rng.below(4) < density {
                    row.push((j, factor as f64 * size(rng)));
                }
            }
            let largest = row.iter().fold(1.0f64, |largest, term| largest.max(term.1.abs()));
            row.iter_mut().for_each(|term| term.1 *= 0.5f64.powi(largest.log2() as i32));
            // Picks limits at random points of the range, sometimes just outside.
            let (low, high) = program.range(&row);
            let [a, b] = [0; 2].map(|_| low + (high - low) * between(rng, -1, 21) as f64 / 20.0);
            program.limits.push(match rng.below(4) {
                0 => (a, a),
                1 => (a, f64::INFINITY),
                2 => (f64::NEG_INFINITY, a),
                _ => (a.min(b), a.max(b)),
            });
            program.rows.push(row);
        }
        let has_cost = rng.below(3) > 0;
        program.cost =
            (0..columns).map(|_| if has_cost { between(rng, -5, 5) as f64 * size(rng) } else { 0.0 }).collect();
        program
    }

    /// Returns the minimum and maximum of a row over the box.
    fn range(&self, row: &[(u32, f64)]) -> (f64, f64) {
        row.iter().fold((0.0, 0.0), |(least, most), &(j, a)| {
            let (low, high) = self.bounds[j as usize];
            (least + (a * low).min(a * high), most + (a * low).max(a * high))
        })
    }

    fn simplex(&self) -> Simplex {
        let mut simplex = Simplex::new(&self.rows, &self.limits, &self.cost);
        self.set_bounds(&mut simplex);
        simplex
    }

    fn set_bounds(&self, simplex: &mut Simplex) {
        for (j, &(low, high)) in self.bounds.iter().enumerate() {
            simplex.set_bounds(j, low, high);
        }
    }

    /// Returns the sum of the rows with these multipliers, as `Σ terms >= limit`, without rows that lack the limit; and
    /// the sum of the absolute values of all addends, as an error scale.
    fn sum(&self, multipliers: &[f64]) -> (Vec<f64>, f64, f64) {
        let (mut terms, mut limit, mut size) = (vec![0.0; self.bounds.len()], 0.0, 0.0);
        for ((row, &(low, high)), &y) in self.rows.iter().zip(&self.limits).zip(multipliers) {
            let of_row = if y > 0.0 { low } else { high };
            if y != 0.0 && of_row.is_finite() {
                limit += y * of_row;
                size += (y * of_row).abs();
                for &(j, a) in row {
                    terms[j as usize] += y * a;
                    let (low, high) = self.bounds[j as usize];
                    size += (y * a).abs() * low.abs().max(high.abs());
                }
            }
        }
        (terms, limit, size)
    }

    /// Returns a lower bound on the cost from the duals, and an error scale.
    fn dual_bound(&self, duals: &[f64]) -> (f64, f64) {
        let (terms, mut bound, mut size) = self.sum(duals);
        for ((&cost, term), &(low, high)) in self.cost.iter().zip(terms).zip(&self.bounds) {
            bound += ((cost - term) * low).min((cost - term) * high);
            size += cost.abs() * low.abs().max(high.abs());
        }
        (bound, size)
    }

    /// Returns the cost of the simplex values, which must satisfy all rows and bounds.
    fn verified_cost(&self, simplex: &Simplex) -> Result<f64, String> {
        let value = |j: usize| simplex.value[j];
        for (j, &(low, high)) in self.bounds.iter().enumerate() {
            let error = 1e-5 * (1.0 + value(j).abs());
            if value(j) < low - error || value(j) > high + error {
                return Err(format!("column {j} is {}", value(j)));
            }
        }
        for (i, (row, &(low, high))) in self.rows.iter().zip(&self.limits).enumerate() {
            let sum: f64 = row.iter().map(|&(j, a)| a * value(j as usize)).sum();
            let size: f64 = row.iter().map(|&(j, a)| a.abs() * (1.0 + value(j as usize).abs())).sum();
            let error = 1e-5 * (1.0 + size);
            if sum < low - error || sum > high + error {
                return Err(format!("row {i} is {sum}, and not within {low} and {high}"));
            }
        }
        Ok(self.cost.iter().enumerate().map(|(j, cost)| cost * value(j)).sum())
    }

    /// Verifies the result of a call. Returns the minimum cost, if there is a solution.
    fn verify(&self, simplex: &Simplex, outcome: Outcome) -> Result<Option<f64>, String> {
        match outcome {
            Outcome::Optimal => {
                let cost = self.verified_cost(simplex)?;
                if self.cost.iter().any(|&cost| cost != 0.0) {
                    let (bound, size) = self.dual_bound(simplex.multipliers());
                    // The simplex minimises costs that are perturbed by up to 1.5e-5 times the largest cost.
                    let largest = self.cost.iter().fold(0.0f64, |largest, cost| largest.max(cost.abs()));
                    let ranges: f64 = self.bounds.iter().map(|(low, high)| high - low).sum();
                    let error = 1e-7 * (1.0 + size);
                    if bound > cost + error || bound < cost - error - 1.5e-5 * largest * ranges {
                        return Err(format!("the bound is {bound}, and the cost {cost}"));
                    }
                }
                Ok(Some(cost))
            }
            Outcome::Infeasible => {
                let (terms, limit, size) = self.sum(simplex.multipliers());
                let most: f64 =
                    terms.iter().zip(&self.bounds).map(|(term, (low, high))| (term * low).max(term * high)).sum();
                // `Σ terms >= limit` is required, but even the maximum is smaller.
                if most < limit - 1e-9 * size { Ok(None) } else { Err(format!("at most {most}, at least {limit}")) }
            }
            outcome => Err(format!("{outcome:?}")),
        }
    }
}

/// The number of calls with each outcome.
#[derive(Default, Debug)]
struct Seen {
    optimal: u64,
    infeasible: u64,
    limits: u64,
    troubles: u64,
}

/// Returns the values and the multipliers, exact to the last bit.
fn bits(simplex: &Simplex) -> Vec<u64> {
    let values = (0..simplex.columns).map(|j| simplex.value[j]);
    values.chain(simplex.multipliers().iter().copied()).map(f64::to_bits).collect()
}

/// Changes the bounds of a random program many times, and after each change solves it starting from the last basis.
/// Half of the solves are interrupted after every second step.
fn restart(rng: &mut Rng, numbers: Numbers, changes: u64, seen: &mut Seen) -> Result<(), String> {
    let mut program = Program::draw(rng, numbers);
    let first = program.bounds.clone();
    let mut simplex = program.simplex();
    for _ in 0..changes {
        for (bounds, &(low, high)) in program.bounds.iter_mut().zip(&first) {
            if rng.below(4) == 0 {
                // Generates bounds within the initial ones, down to a single value, and sometimes restores the initial
                // ones.
                let [a, b] = [0; 2].map(|_| between(rng, low as i64, high as i64) as f64);
                *bounds = if rng.below(4) == 0 { (low, high) } else { (a.min(b), a.max(b)) };
            }
        }
        program.set_bounds(&mut simplex);
        let mut copy = simplex.clone();
        let steps = if rng.below(2) == 0 { 2 } else { 10_000 };
        let mut bounds = Vec::new();
        let outcome = loop {
            let outcome = simplex.solve(steps);
            if copy.solve(steps) != outcome || bits(&copy) != bits(&simplex) {
                return Err("a copy differs".to_owned());
            }
            if outcome != Outcome::Limit {
                break outcome;
            }
            seen.limits += 1;
            if steps > 2 || bounds.len() > 10_000 {
                return Err("it does not end".to_owned());
            }
            bounds.push(program.dual_bound(simplex.multipliers()));
        };
        match outcome {
            Outcome::Trouble => {
                seen.troubles += 1;
                continue;
            }
            Outcome::Infeasible => seen.infeasible += 1,
            _ => seen.optimal += 1,
        }
        let cost = program.verify(&simplex, outcome)?;
        if program.cost.iter().any(|&cost| cost != 0.0)
            && let Some(cost) = cost
            && let Some(wrong) = bounds.iter().find(|(bound, size)| *bound > cost + 1e-7 * (1.0 + size))
        {
            return Err(format!("{wrong:?} is no bound of {cost}"));
        }
        if simplex.solve(10_000) != outcome {
            return Err(format!("{outcome:?}, but not again"));
        }
    }
    Ok(())
}

/// The simplex must terminate even if coefficients are extreme. A few of these results may be wrong, because a
/// coefficient of 2⁻⁴⁰ is treated as 0.
#[test]
fn optima_and_rays_of_random_programs_are_verified() {
    let mut seen = Seen::default();
    let (mut extreme, mut wrong) = (0, 0);
    for seed in 0..cases(800, 20_000) {
        let mut rng = Rng::new(seed);
        let numbers =
            [Numbers::Small, Numbers::Small, Numbers::Mixed, Numbers::Wide, Numbers::Extreme][seed as usize % 5];
        let result = restart(&mut rng, numbers, 20, &mut seen);
        match result {
            result if numbers == Numbers::Extreme => {
                (extreme, wrong) = (extreme + 1, wrong + u64::from(result.is_err()));
            }
            result => result.unwrap_or_else(|what| panic!("seed {seed}, {numbers:?}: {what}")),
        }
    }
    println!("{seen:?}, {wrong} of {extreme} wrong");
    assert!(wrong * 20 < extreme, "{wrong} of {extreme} wrong");
    let Seen { optimal, infeasible, limits, troubles } = seen;
    assert!(optimal.min(infeasible) > 1_000 && limits > 50 && troubles * 200 < optimal, "{seen:?}");
}

/// A row and its limits.
type Limited<'a> = (&'a [(u32, f64)], (f64, f64));

fn program(rows: &[Limited<'_>], cost: &[f64], bounds: &[(f64, f64)]) -> Program {
    Program {
        rows: rows.iter().map(|row| row.0.to_vec()).collect(),
        limits: rows.iter().map(|row| row.1).collect(),
        cost: cost.to_vec(),
        bounds: bounds.to_vec(),
    }
}

#[test]
fn programs_without_rows_or_columns_are_solved() {
    let none = program(&[], &[], &[]);
    assert_eq!(none.verify(&none.simplex(), none.simplex().solve(10)), Ok(Some(0.0)));
    let free = program(&[], &[2.0, -3.0, 0.0], &[(-1.0, 4.0), (-1.0, 4.0), (2.0, 2.0)]);
    let mut simplex = free.simplex();
    let outcome = simplex.solve(10);
    assert_eq!((free.verify(&simplex, outcome), simplex.multipliers().len()), (Ok(Some(-14.0)), 0));
    // Rows without terms: the sum 0 is within the first limits, but not within the second ones.
    for (limits, outcome) in [((-1.0, 1.0), Outcome::Optimal), ((1.0, f64::INFINITY), Outcome::Infeasible)] {
        let empty = program(&[(&[], limits)], &[1.0], &[(0.0, 1.0)]);
        let mut simplex = empty.simplex();
        assert_eq!(simplex.solve(10), outcome);
        empty.verify(&simplex, outcome).unwrap();
    }
}

/// Fixed columns contribute their values to both the primal and the dual.
#[test]
fn fixed_columns_are_constants() {
    let rows: [Limited<'_>; 1] = [(&[(0, 1.0), (1, 1.0), (2, 1.0)], (6.0, f64::INFINITY))];
    let mut fixed = program(&rows, &[1.0, 2.0, 0.0], &[(0.0, 9.0), (0.0, 9.0), (4.0, 4.0)]);
    let mut simplex = fixed.simplex();
    for (value, cost) in [(4.0, Some(2.0)), (0.0, Some(6.0)), (6.0, Some(0.0)), (-12.0, Some(27.0)), (-13.0, None)] {
        fixed.bounds[2] = (value, value);
        fixed.set_bounds(&mut simplex);
        let outcome = simplex.solve(100);
        let found = fixed.verify(&simplex, outcome).unwrap();
        assert!(found.zip(cost).is_none_or(|(a, b)| (a - b).abs() < 1e-6), "{value}: {found:?}");
        assert_eq!(found.is_some(), cost.is_some(), "{value}");
    }
}

/// Tests Klee and Minty's cube, all of whose vertices Dantzig's rule visits, and a vertex where all rows meet.
#[test]
fn hard_and_degenerate_programs_end() {
    let n = 8;
    let sums: Vec<Vec<(u32, f64)>> =
        (0..n).map(|i: u32| (0..i).map(|j| (j, f64::from(1 << (i - j + 1)))).chain([(i, 1.0)]).collect()).collect();
    let rows: Vec<Limited<'_>> =
        (1..).zip(&sums).map(|(i, sum)| (&sum[..], (f64::NEG_INFINITY, 5f64.powi(i)))).collect();
    let cost: Vec<f64> = (0..n).map(|i| -f64::from(1 << (n - 1 - i))).collect();
    let cube = program(&rows, &cost, &vec![(0.0, 1e6); n as usize]);
    let mut simplex = cube.simplex();
    let outcome = simplex.solve(1_000);
    let cost = cube.verify(&simplex, outcome).unwrap().unwrap();
    assert!((cost + 5f64.powi(n as i32)).abs() < 1.0, "{cost}");

    // An assignment problem: every vertex is degenerate.
    let n = 6u32;
    let sums: Vec<Vec<(u32, f64)>> = (0..n)
        .flat_map(|i| [(0..n).map(|j| (i * n + j, 1.0)).collect(), (0..n).map(|j| (j * n + i, 1.0)).collect()])
        .collect();
    let rows: Vec<Limited<'_>> = sums.iter().map(|sum| (&sum[..], (1.0, 1.0))).collect();
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let cost: Vec<f64> = (0..n * n).map(|_| between(&mut rng, 0, 3) as f64).collect();
        let assignment = program(&rows, &cost, &vec![(0.0, 1.0); (n * n) as usize]);
        let mut simplex = assignment.simplex();
        let outcome = simplex.solve(1_000);
        assert_eq!(outcome, Outcome::Optimal);
        assignment.verify(&simplex, outcome).unwrap();
    }
}

/// The verification in these tests rejects wrong multipliers and values.
#[test]
fn wrong_multipliers_and_values_are_rejected() {
    let rows: [Limited<'_>; 2] = [(&[(0, 1.0), (1, 1.0)], (3.0, f64::INFINITY)), (&[(0, 1.0), (1, -1.0)], (0.0, 0.0))];
    let mut wrong = program(&rows, &[1.0, 1.0], &[(0.0, 2.0), (0.0, 2.0)]);
    let mut simplex = wrong.simplex();
    assert_eq!(simplex.solve(100), Outcome::Optimal);
    assert!(wrong.verify(&simplex, Outcome::Optimal).is_ok());
    simplex.multipliers[0] = -simplex.multipliers[0];
    assert!(wrong.verify(&simplex, Outcome::Optimal).unwrap_err().contains("bound"));
    simplex.multipliers[0] = 3.0;
    assert!(wrong.verify(&simplex, Outcome::Optimal).unwrap_err().contains("bound"));
    simplex.value[0] = 1.0;
    assert!(wrong.verify(&simplex, Outcome::Optimal).unwrap_err().contains("row"));
    wrong.bounds = vec![(0.0, 1.0); 2];
    wrong.set_bounds(&mut simplex);
    assert_eq!(simplex.solve(100), Outcome::Infeasible);
    assert!(wrong.verify(&simplex, Outcome::Infeasible).is_ok());
    simplex.multipliers[0] = -simplex.multipliers[0];
    assert!(wrong.verify(&simplex, Outcome::Infeasible).is_err());
}
