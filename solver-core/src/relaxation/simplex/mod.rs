//! A bounded dual simplex in floating point with a warm start. Its results are not trusted: it only proposes
//! multipliers.
//!
//! The simplex minimises `cost · x` where `low <= x <= high` and `rows.0 <= A x <= rows.1`. Rows are `A x - s = 0`: the
//! slack `s` has the row's limits as its bounds. All structural variables have two finite bounds, so *every* basis is
//! dual feasible once each variable outside it is placed at the bound that its reduced cost's sign demands. Hence
//! bounds may change arbitrarily between two calls, by decisions or backtracking, and each call starts from the
//! previous call's basis.
//!
//! The leaving variable is chosen by dual steepest edge, the entering one by a ratio test with bound flips (A.
//! Koberstein, *The dual simplex method, techniques for a fast and stable implementation*, Paderborn 2005; I. Maros,
//! *A generalized dual phase-2 simplex algorithm*, European Journal of Operational Research 149, 2003). Costs are
//! perturbed to avoid ties. Sums are computed in a fixed order without fused operations, so the multipliers are the
//! same on every machine.

mod inverse;
mod matrix;
#[cfg(test)]
mod tests;

use crate::rng::Rng;
use inverse::Inverse;
use matrix::Matrix;
use std::sync::Arc;

/// The tolerance for bounds, absolute for values up to 1 and relative up to 1,000.
const FEASIBLE: f64 = 1e-7;

/// The smallest accepted pivot.
const PIVOT: f64 = 1e-7;

/// The largest accepted relative difference between a pivot's value computed from its row and the value computed from
/// its column.
const AGREEMENT: f64 = 1e-6;

/// Reduced costs and rates of smaller magnitude are treated as 0.
const ZERO: f64 = 1e-9;

/// The number of pivots after which the inverse is recomputed.
const REFACTOR: usize = 1000;

/// The number of calls after which the values are recomputed rather than updated.
const FRESH: u32 = 50;

/// Stands for the position of a variable outside the basis.
const NONBASIC: u32 = u32::MAX;

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// An optimum; the [multipliers](Simplex::multipliers) are the duals.
    Optimal,
    /// No point satisfies all rows; the [multipliers](Simplex::multipliers) prove this.
    Infeasible,
    /// The limit was reached. The [multipliers](Simplex::multipliers) are dual feasible; the next call continues.
    Limit,
    /// Rounding errors were too large. There are no multipliers; the next call begins from a new factorisation.
    Trouble,
}

/// A variable that may enter the basis: its ratio, its pivot size, and its index.
type Candidate = (f64, f64, u32);

/// A linear program, and the state of the last call. Variables are the columns, then the slacks of the rows.
#[derive(Clone)]
pub(super) struct Simplex {
    matrix: Arc<Matrix>,
    /// By row: the power of two by which it is scaled.
    scales: Vec<f64>,
    rows: usize,
    columns: usize,
    low: Vec<f64>,
    high: Vec<f64>,
    cost: Vec<f64>,
    perturbed: Vec<f64>,
    has_cost: bool,
    value: Vec<f64>,
    reduced_cost: Vec<f64>,
    at_high: Vec<bool>,
    basis: Vec<u32>,
    /// By variable: its position in the basis, or [`NONBASIC`].
    position: Vec<u32>,
    inverse: Inverse,
    until_fresh: u32,
    multipliers: Vec<f64>,
    /// Scratch space: the pivot row of the tableau; the pivot column; the inverse's row, and the positions of its
    /// nonzero entries; two vectors over the rows; the candidates.
    tableau_row: Vec<f64>,
    column: Vec<f64>,
    row: Vec<f64>,
    nonzero: Vec<u32>,
    total: Vec<f64>,
    product: Vec<f64>,
    candidates: Vec<Candidate>,
    effort: usize,
}

impl Simplex {
    /// Creates a program from its rows, given as lists of columns with their nonzero coefficients; the row limits,
    /// which may be infinite; and the column costs. All bounds are 0 until they are [set](Simplex::set_bounds).
    pub(super) fn new(rows: &[Vec<(u32, f64)>], limits: &[(f64, f64)], cost: &[f64]) -> Simplex {
        let scales: Vec<f64> = rows.iter().map(|row| scale(row)).collect();
        let scaled = rows.iter().zip(&scales).map(|(row, scale)| row.iter().map(|&(j, a)| (j, a * scale)).collect());
        let matrix = Matrix::new(&scaled.collect::<Vec<_>>(), cost.len());
        let (rows, columns) = (rows.len(), cost.len());
        let all = rows + columns;
        let bounds = |side: fn(&(f64, f64)) -> f64| {
            let mut bounds = vec![0.0; columns];
            bounds.extend(limits.iter().zip(&scales).map(|(limit, scale)| side(limit) * scale));
            bounds
        };
        let mut simplex = Simplex {
            low: bounds(|limit| limit.0),
            high: bounds(|limit| limit.1),
            has_cost: cost.iter().any(|&cost| cost != 0.0),
            perturbed: perturbed(cost),
            cost: cost.to_vec(),
            value: vec![0.0; all],
            reduced_cost: vec![0.0; all],
            at_high: vec![false; all],
            basis: Vec::new(),
            position: Vec::new(),
            inverse: Inverse::new(rows),
            until_fresh: 0,
            multipliers: Vec::new(),
            tableau_row: vec![0.0; all],
            column: vec![0.0; rows],
            row: vec![0.0; rows],
            nonzero: Vec::new(),
            total: vec![0.0; rows],
            product: vec![0.0; rows],
            candidates: Vec::new(),
            effort: 0,
            matrix: Arc::new(matrix),
            scales,
            rows,
            columns,
        };
        simplex.begin_with_slacks();
        simplex.compute_reduced_costs();
        simplex
    }

    /// Sets the bounds of a column.
    #[inline]
    pub(super) fn set_bounds(&mut self, column: usize, low: f64, high: f64) {
        self.low[column] = low;
        self.high[column] = high;
    }

    /// The row multipliers from the last call: positive for a row's lower limit and negative for its upper one. The sum
    /// of the rows with these multipliers shows that no point satisfies all rows, or bounds the cost.
    pub(super) fn multipliers(&self) -> &[f64] {
        &self.multipliers
    }

    /// The work since this method was last called, in budget units.
    pub(super) fn take_effort(&mut self) -> usize {
        (std::mem::take(&mut self.effort) + std::mem::take(&mut self.inverse.effort)) / 8
    }

    pub(super) fn bytes(&self) -> usize {
        self.matrix.bytes() + self.inverse.bytes() + (self.rows + self.columns) * 9 * size_of::<f64>()
    }

    fn is_basic(&self, variable: usize) -> bool {
        self.position[variable] != NONBASIC
    }

    /// The entries of a variable's column.
    fn entries(matrix: &Matrix, columns: usize, variable: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let structural: &[(u32, f64)] = if variable < columns { matrix.column(variable) } else { &[] };
        let slack = (variable >= columns).then(|| (variable - columns, -1.0));
        structural.iter().map(|&(row, value)| (row as usize, value)).chain(slack)
    }

    fn begin_with_slacks(&mut self) {
        self.basis.clear();
        self.basis.extend(self.columns as u32..(self.columns + self.rows) as u32);
        self.position.clear();
        self.position.resize(self.columns, NONBASIC);
        self.position.extend(0..self.rows as u32);
        self.inverse.reset();
    }

    /// Computes the multipliers of the scaled rows for these column costs, in `self.multipliers`.
    fn compute_duals(&mut self, costs: impl Fn(&Simplex, usize) -> f64) {
        let basic = self.basis.iter().map(|&b| b as usize).enumerate().filter(|&(_, b)| b < self.columns);
        let costly: Vec<(usize, f64)> =
            basic.map(|(at, b)| (at, costs(self, b))).filter(|&(_, cost)| cost != 0.0).collect();
        let mut duals = std::mem::take(&mut self.multipliers);
        self.inverse.multiply_from_left(&costly, &mut duals);
        self.effort += self.rows * costly.len();
        self.multipliers = duals;
    }

    fn compute_reduced_costs(&mut self) {
        self.compute_duals(|simplex, column| simplex.perturbed[column]);
        for variable in 0..self.columns + self.rows {
            self.reduced_cost[variable] = if self.is_basic(variable) {
                0.0
            } else if variable < self.columns {
                let column = self.matrix.column(variable).iter();
                self.perturbed[variable] - column.map(|&(i, a)| self.multipliers[i as usize] * a).sum::<f64>()
            } else {
                self.multipliers[variable - self.columns]
            };
        }
        self.effort += 4 * (self.rows + self.columns);
    }

    /// Recomputes the inverse for the current basis. If the basis is singular, slacks replace some of its variables.
    fn refactor(&mut self) {
        let wanted = self.basis.clone();
        self.begin_with_slacks();
        let mut is_free = vec![true; self.rows];
        let mut structural = Vec::new();
        for variable in wanted.into_iter().map(|b| b as usize) {
            match variable.checked_sub(self.columns) {
                Some(row) => is_free[row] = false,
                None => structural.push(variable),
            }
        }
        structural.sort_by_key(|&variable| (self.matrix.column(variable).len(), variable));
        for variable in structural {
            self.compute_column(variable);
            let free = (0..self.rows).filter(|&i| is_free[i]);
            let best = free.max_by(|&a, &b| self.column[a].abs().total_cmp(&self.column[b].abs()).then(b.cmp(&a)));
            if let Some(position) = best.filter(|&position| self.column[position].abs() > ZERO) {
                is_free[position] = false;
                self.inverse.row(position, &mut self.row, &mut self.nonzero);
                self.exchange(position, variable);
            }
        }
        self.inverse.pivots = 0;
        self.until_fresh = 0;
        self.compute_reduced_costs();
    }

    /// Computes the inverse times the column of a variable, in `self.column`.
    fn compute_column(&mut self, variable: usize) {
        self.column.fill(0.0);
        let entries = Simplex::entries(&self.matrix, self.columns, variable);
        self.inverse.multiply(entries, &mut self.column);
    }

    /// Lets a variable enter the basis at a position; its column and the row of the inverse must have been computed.
    fn exchange(&mut self, position: usize, entering: usize) {
        self.inverse.pivot(position, &self.column, &self.row, &self.nonzero);
        self.position[self.basis[position] as usize] = NONBASIC;
        self.position[entering] = position as u32;
        self.basis[position] = entering as u32;
    }

    /// Adds to `self.total` the effect on the rows of changing a variable outside the basis.
    fn change(&mut self, variable: usize, by: f64) {
        for (row, entry) in Simplex::entries(&self.matrix, self.columns, variable) {
            self.total[row] += entry * by;
            self.effort += 1;
        }
    }

    /// Subtracts the inverse times `self.total` from the values of the basis, and clears `self.total`.
    fn apply_changes(&mut self) {
        self.product.fill(0.0);
        let changes = self.total.iter().copied().enumerate().filter(|&(_, change)| change != 0.0);
        self.inverse.multiply(changes, &mut self.product);
        for (&variable, &change) in self.basis.iter().zip(&self.product) {
            self.value[variable as usize] -= change;
        }
        self.total.fill(0.0);
        self.effort += 2 * self.rows;
    }

    /// Places the variables outside the basis at the bounds that their reduced costs demand, and computes the other
    /// values.
    fn place(&mut self) {
        let is_fresh = self.until_fresh == 0;
        self.until_fresh = if is_fresh { FRESH } else { self.until_fresh - 1 };
        for variable in 0..self.columns + self.rows {
            if self.is_basic(variable) {
                if is_fresh {
                    self.value[variable] = 0.0;
                }
                continue;
            }
            let reduced_cost = self.reduced_cost[variable];
            if reduced_cost.abs() > ZERO {
                self.at_high[variable] = reduced_cost < 0.0;
            }
            // A slack without a limit on that side: its reduced cost is a rounding error or due to a perturbation.
            if self.at_high[variable] && self.high[variable] == f64::INFINITY {
                self.at_high[variable] = false;
                self.reduced_cost[variable] = reduced_cost.max(0.0);
            } else if !self.at_high[variable] && self.low[variable] == f64::NEG_INFINITY {
                self.at_high[variable] = true;
                self.reduced_cost[variable] = reduced_cost.min(0.0);
            }
            let value = if self.at_high[variable] { self.high[variable] } else { self.low[variable] };
            let by = if is_fresh { value } else { value - self.value[variable] };
            self.value[variable] = value;
            if by != 0.0 {
                self.change(variable, by);
            }
        }
        self.effort += self.columns + self.rows;
        self.apply_changes();
    }

    /// The basis position whose variable violates its bounds most, relative to its weight.
    fn leaving(&mut self) -> Option<usize> {
        let mut best = (0.0, None);
        for (position, &variable) in self.basis.iter().enumerate() {
            let variable = variable as usize;
            let value = self.value[variable];
            let by = (self.low[variable] - value).max(value - self.high[variable]);
            if by > FEASIBLE * (1.0 + value.abs().min(1e3)) {
                let score = by * by / self.inverse.weight(position);
                if score > best.0 {
                    best = (score, Some(position));
                }
            }
        }
        self.effort += self.rows;
        best.1
    }

    /// Computes the row of the tableau at a position, in `self.tableau_row`.
    fn compute_tableau_row(&mut self, position: usize) {
        self.inverse.row(position, &mut self.row, &mut self.nonzero);
        self.tableau_row.fill(0.0);
        for &i in &self.nonzero {
            let i = i as usize;
            let factor = self.row[i];
            self.tableau_row[self.columns + i] = -factor;
            for &(j, entry) in self.matrix.row(i) {
                self.tableau_row[j as usize] += factor * entry;
            }
            self.effort += self.matrix.row(i).len();
        }
    }

    /// Lists the variables that can move the leaving variable towards the bound that it violates, in ascending order of
    /// ratio. `sign` is 1 if the leaving variable must rise to its bound, and -1 if it must fall.
    fn list_candidates(&mut self, sign: f64) {
        self.candidates.clear();
        for variable in 0..self.columns + self.rows {
            if self.is_basic(variable) || self.low[variable] == self.high[variable] {
                continue;
            }
            let rate = -sign * self.tableau_row[variable];
            let helps = if self.at_high[variable] { rate < -ZERO } else { rate > ZERO };
            if helps {
                let size = rate.abs();
                self.candidates.push((self.reduced_cost[variable].abs() / size, size, variable as u32));
            }
        }
        self.candidates.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        self.effort += self.columns + self.rows + 4 * self.candidates.len();
    }

    /// Returns the number of candidates that may flip to their other bounds before the slope changes sign, and the
    /// candidate that enters: among nearly tied candidates, the one with the largest pivot. `None` if all candidates
    /// may flip.
    fn entering(&self, mut slope: f64) -> Option<(usize, Candidate)> {
        let blocks = |&(_, size, variable): &Candidate| {
            let range = self.high[variable as usize] - self.low[variable as usize];
            slope -= size * range;
            slope <= ZERO
        };
        let flips = self.candidates.iter().position(blocks)?;
        let tied = self.candidates[flips..].iter().take_while(|tied| tied.0 <= self.candidates[flips].0 + ZERO);
        let largest = tied.copied().reduce(|best, other| if other.1 > best.1 { other } else { best });
        Some((flips, largest?))
    }

    /// Flips the first `count` candidates to their other bounds.
    fn flip(&mut self, count: usize) {
        for at in 0..count {
            let variable = self.candidates[at].2 as usize;
            let is_high = !self.at_high[variable];
            let to = if is_high { self.high[variable] } else { self.low[variable] };
            let by = to - self.value[variable];
            self.at_high[variable] = is_high;
            self.value[variable] = to;
            self.change(variable, by);
        }
        if count > 0 {
            self.apply_changes();
        }
    }

    /// Continues for at most `steps` steps.
    pub(super) fn solve(&mut self, steps: usize) -> Outcome {
        if self.inverse.pivots > REFACTOR {
            self.refactor();
        }
        self.place();
        let mut is_refactored = false;
        for _ in 0..steps {
            let Some(position) = self.leaving() else { return self.bound(Outcome::Optimal) };
            let leaving = self.basis[position] as usize;
            let rises = self.value[leaving] < self.low[leaving];
            let (sign, target) = if rises { (1.0, self.low[leaving]) } else { (-1.0, self.high[leaving]) };
            self.compute_tableau_row(position);
            self.list_candidates(sign);
            let Some((flips, (_, size, entering))) = self.entering((self.value[leaving] - target).abs()) else {
                self.multipliers.clear();
                self.multipliers.extend(self.row.iter().zip(&self.scales).map(|(entry, scale)| -sign * entry * scale));
                return Outcome::Infeasible;
            };
            let entering = entering as usize;
            self.compute_column(entering);
            let pivot = self.column[position];
            if size < PIVOT || (pivot - self.tableau_row[entering]).abs() > AGREEMENT * (1.0 + pivot.abs()) {
                self.refactor();
                if is_refactored {
                    return Outcome::Trouble;
                }
                is_refactored = true;
                self.place();
                continue;
            }
            self.flip(flips);
            self.step(position, entering, target, rises);
            if self.inverse.pivots > REFACTOR {
                self.refactor();
                self.place();
            }
        }
        self.bound(Outcome::Limit)
    }

    /// Computes the multipliers that bound the cost.
    fn bound(&mut self, outcome: Outcome) -> Outcome {
        if !self.has_cost {
            self.multipliers.clear();
            return outcome;
        }
        self.compute_duals(|simplex, column| simplex.cost[column]);
        for (multiplier, scale) in self.multipliers.iter_mut().zip(&self.scales) {
            *multiplier *= scale;
        }
        outcome
    }

    /// Replaces the variable at a position of the basis by the entering one. The leaving variable moves to `target`.
    fn step(&mut self, position: usize, entering: usize, target: f64, rises: bool) {
        let leaving = self.basis[position] as usize;
        let theta = self.reduced_cost[entering] / self.tableau_row[entering];
        if theta != 0.0 {
            for (variable, &entry) in self.tableau_row.iter().enumerate() {
                if self.position[variable] == NONBASIC {
                    self.reduced_cost[variable] -= theta * entry;
                }
            }
        }
        self.reduced_cost[leaving] = -theta;
        self.reduced_cost[entering] = 0.0;
        let length = (self.value[leaving] - target) / self.column[position];
        for (&variable, &entry) in self.basis.iter().zip(&self.column) {
            self.value[variable as usize] -= length * entry;
        }
        self.value[leaving] = target;
        self.at_high[leaving] = !rises;
        self.value[entering] += length;
        self.effort += self.columns + 3 * self.rows;
        self.exchange(position, entering);
    }
}

/// Perturbs the costs slightly to avoid ties. If all costs are 0, random costs guide the search for a feasible point.
fn perturbed(cost: &[f64]) -> Vec<f64> {
    let largest = cost.iter().fold(0.0f64, |largest, cost| largest.max(cost.abs()));
    let size = if largest == 0.0 { 1.0 } else { 1e-5 * largest };
    let mut rng = Rng::new(0);
    let mut random = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut change = || {
        let change = (0.5 + random()) * size;
        if random() < 0.5 { -change } else { change }
    };
    cost.iter().map(|cost| cost + change()).collect()
}

/// A power of two near the inverse of the largest coefficient.
fn scale(row: &[(u32, f64)]) -> f64 {
    let largest = row.iter().fold(0.0f64, |largest, term| largest.max(term.1.abs()));
    let exponent = largest.to_bits() >> 52;
    // The exponent of 1 is stored as 1023.
    if largest == 0.0 { 1.0 } else { f64::from_bits((2046 - exponent) << 52) }
}
