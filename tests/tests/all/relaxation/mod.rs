//! Tests of the linear relaxation on random models: searches, proofs, and answers to "why".
//!
//! The rows of a model share variables, so sums of rows infer facts that no single row implies. The other constraints
//! also contribute rows; some of these are conditional, and some are over value indicators.

mod proofs;
mod searches;
mod why;

use solver_core::harness::Rng;
use solver_core::prelude::*;

/// Checks whether an assignment satisfies a constraint.
type Semantics = Box<dyn Fn(&[i32]) -> bool>;

/// A model with the semantics of its constraints, small enough to enumerate all assignments.
struct Case {
    seed: u64,
    model: Model,
    x: Vec<IntVar>,
    domains: Vec<Vec<i32>>,
    holds: Vec<Semantics>,
    /// The objective coefficients.
    objective: Vec<i32>,
    rng: Rng,
}

/// The maximum number of assignments to a model.
const ASSIGNMENTS: usize = 4_100;

/// The maximum number of solutions of a model that is enumerated.
const SOLUTIONS: usize = 150;

/// Returns `Σ factors · x`.
fn sum(factors: &[i32], v: &[i32]) -> i32 {
    factors.iter().zip(v).map(|(factor, value)| factor * value).sum()
}

impl Case {
    fn draw(seed: u64) -> Case {
        let (model, rng) = (Model::new(), Rng::new(seed));
        let mut case =
            Case { seed, model, x: Vec::new(), domains: Vec::new(), holds: Vec::new(), objective: Vec::new(), rng };
        if seed % 4 == 3 {
            case.assignment();
        } else {
            case.variables();
        }
        let (kind, rows) = case.pick(&[(Case::linear as fn(&mut Case), 3), (Case::cover, 9), (Case::knapsack, 3)]);
        for _ in 0..if seed % 4 == 3 { 1 } else { rows + case.below(3) } {
            kind(&mut case);
        }
        for _ in 0..case.below(3) {
            let kinds = [
                Case::element,
                Case::maximum,
                Case::count,
                Case::product,
                Case::reified,
                Case::indicator,
                Case::packing,
                Case::circuit,
            ];
            case.pick(&kinds)(&mut case);
        }
        let range = case.pick(&[-3..=5, 1..=2, 10..=30]);
        case.objective = (0..case.x.len()).map(|_| case.number(range.clone())).collect();
        case
    }

    fn variable(&mut self, domain: Vec<i32>) -> usize {
        self.x.push(self.model.int(format!("x{}", self.x.len()), &domain[..]).expect("a domain"));
        self.domains.push(domain);
        self.x.len() - 1
    }

    /// Declares random variables: all of them binary, or of all kinds.
    fn variables(&mut self) {
        let is_binary = self.below(3) > 0;
        let mut assignments = 1;
        while self.x.len() < 12 {
            let domain = self.domain(is_binary);
            assignments *= domain.len();
            if assignments > ASSIGNMENTS && self.x.len() > 2 {
                break;
            }
            self.variable(domain);
        }
    }

    /// Posts three choices with costs, and counts of the choices that take certain values. The rows for these are over
    /// value indicators.
    fn assignment(&mut self) {
        let choices: Vec<usize> = (0..3).map(|_| self.variable(vec![0, 1, 2])).collect();
        let x: Vec<IntVar> = choices.iter().map(|&i| self.x[i]).collect();
        for &choice in &choices {
            let array: Vec<i32> = (0..3).map(|_| self.number(1..=9)).collect();
            let mut costs = array.clone();
            costs.sort_unstable();
            costs.dedup();
            let cost = self.variable(costs);
            self.model.element(array.clone(), self.x[choice], self.x[cost]);
            self.holds.push(Box::new(move |v| v[cost] == array[v[choice] as usize]));
        }
        for value in [0, 2] {
            let number = self.variable(vec![0, 1]);
            self.model.count_equal(&x, value, self.x[number]);
            let choices = choices.clone();
            self.holds.push(Box::new(move |v| choices.iter().filter(|&&i| v[i] == value).count() as i32 == v[number]));
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n as u64) as usize
    }

    fn number(&mut self, range: std::ops::RangeInclusive<i32>) -> i32 {
        range.start() + self.below((range.end() - range.start() + 1) as usize) as i32
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn domain(&mut self, is_binary: bool) -> Vec<i32> {
        if is_binary || self.below(3) == 0 {
            return vec![0, 1];
        }
        let (low, size) = (self.number(-2..=1), self.pick(&[1, 2, 3, 4, 5]));
        let has_holes = self.below(2) == 0;
        (low..low + size).filter(|&value| value == low || !has_holes || self.below(3) > 0).collect()
    }

    /// Picks a variable index.
    fn index(&mut self) -> usize {
        self.below(self.x.len())
    }

    /// Picks the index of a binary variable, if there is one.
    fn truth(&mut self) -> Option<usize> {
        let truths: Vec<usize> = (0..self.x.len()).filter(|&i| self.domains[i] == [0, 1]).collect();
        (!truths.is_empty()).then(|| self.pick(&truths))
    }

    /// Generates a sum over most of the variables; also returns its value under a random assignment, so that rows often
    /// have common solutions.
    fn sum(&mut self, most: i32) -> (Vec<i32>, Expr, i32) {
        let factors: Vec<i32> =
            (0..self.x.len()).map(|_| if self.below(4) == 0 { 0 } else { self.number(-most / 2..=most) }).collect();
        let terms = factors.iter().zip(&self.x).map(|(&factor, &x)| (i64::from(factor), Expr::from(x)));
        let expr = Expr::weighted(terms);
        let point: Vec<i32> = (0..self.x.len()).map(|i| self.pick(&self.domains[i].clone())).collect();
        let near = sum(&factors, &point);
        (factors, expr, near)
    }

    fn linear(&mut self) {
        let most = self.pick(&[1, 3, 20]);
        let (factors, expr, near) = self.sum(most);
        match self.below(3) {
            0 => {
                self.model.post(expr.equals(near));
                self.holds.push(Box::new(move |v| sum(&factors, v) == near));
            }
            1 => {
                self.model.post(expr.at_most(near));
                self.holds.push(Box::new(move |v| sum(&factors, v) <= near));
            }
            _ => {
                self.model.post(expr.at_least(near));
                self.holds.push(Box::new(move |v| sum(&factors, v) >= near));
            }
        }
    }

    /// Requires that the sum of three variables exceed its minimum. Many such rows have cheaper fractional solutions.
    fn cover(&mut self) {
        let chosen: Vec<usize> = (0..3).map(|_| self.index()).collect();
        let least = chosen.iter().map(|&i| self.domains[i][0]).sum::<i32>() + 1;
        let expr = chosen.iter().map(|&i| Expr::from(self.x[i])).sum::<Expr>();
        self.model.post(expr.at_least(least));
        self.holds.push(Box::new(move |v| chosen.iter().map(|&i| v[i]).sum::<i32>() >= least));
    }

    /// Posts an upper bound on a sum of all variables, at half of its maximum, or a lower bound at a quarter.
    fn knapsack(&mut self) {
        let factors: Vec<i32> = self.x.clone().iter().map(|_| self.number(5..=30)).collect();
        let most = sum(&factors, &self.domains.iter().map(|domain| domain[domain.len() - 1]).collect::<Vec<_>>());
        let terms = factors.iter().zip(&self.x).map(|(&factor, &x)| (i64::from(factor), Expr::from(x)));
        let expr = Expr::weighted(terms);
        let (is_at_most, limit) = (self.number(0..=3) > 0, most / 2);
        self.model.post(if is_at_most { expr.at_most(limit) } else { expr.at_least(limit - most / 4) });
        self.holds.push(Box::new(move |v| {
            if is_at_most { sum(&factors, v) <= limit } else { sum(&factors, v) >= limit - most / 4 }
        }));
    }

    fn reified(&mut self) {
        let Some(b) = self.truth() else { return };
        let (factors, expr, near) = self.sum(3);
        let is_equality = self.below(3) == 0;
        let is_reified = self.below(2) == 0;
        let posted = self.model.post(if is_equality { expr.equals(near) } else { expr.at_most(near) });
        let b_of = self.x[b];
        if is_reified {
            posted.iff(b_of)
        } else {
            posted.enforce_if(b_of)
        };
        self.holds.push(Box::new(move |v| {
            let holds = if is_equality { sum(&factors, v) == near } else { sum(&factors, v) <= near };
            if is_reified { (v[b] == 1) == holds } else { v[b] == 0 || holds }
        }));
    }

    /// Posts that a variable is 1 if and only if another one has a given value.
    fn indicator(&mut self) {
        let Some(b) = self.truth() else { return };
        let (i, value) = (self.index(), self.number(-2..=4));
        self.model.post(self.x[i].equals(value)).iff(self.x[b]);
        self.holds.push(Box::new(move |v| (v[b] == 1) == (v[i] == value)));
    }

    fn element(&mut self) {
        let (i, k) = (self.index(), self.index());
        let array: Vec<i32> = (0..2 + self.below(5)).map(|_| self.number(-3..=5)).collect();
        self.model.element(array.clone(), self.x[i], self.x[k]);
        self.holds.push(Box::new(move |v| {
            usize::try_from(v[i]).ok().and_then(|i| array.get(i)).is_some_and(|&value| value == v[k])
        }));
    }

    fn maximum(&mut self) {
        let (m, chosen) = (self.index(), [self.index(), self.index(), self.index()]);
        let xs = chosen.map(|i| self.x[i]);
        if self.below(2) == 0 {
            self.model.maximum(xs, self.x[m]);
            self.holds.push(Box::new(move |v| chosen.iter().map(|&i| v[i]).max() == Some(v[m])));
        } else {
            self.model.minimum(xs, self.x[m] + 1);
            self.holds.push(Box::new(move |v| chosen.iter().map(|&i| v[i]).min() == Some(v[m] + 1)));
        }
    }

    fn count(&mut self) {
        let (number, value) = (self.index(), self.number(-1..=3));
        let n = self.x.len();
        self.model.count_equal(&self.x[..n - 1], value, self.x[number]);
        self.holds.push(Box::new(move |v| v[..n - 1].iter().filter(|&&x| x == value).count() as i32 == v[number]));
    }

    fn product(&mut self) {
        let [i, j, k] = [self.index(), self.index(), self.index()];
        let x = &self.x;
        let product = x[i] * x[j];
        let is_equality = self.rng.below(2) == 0;
        self.model.post(if is_equality { product.equals(x[k]) } else { product.at_most(x[k] + 1) });
        self.holds.push(Box::new(move |v| if is_equality { v[i] * v[j] == v[k] } else { v[i] * v[j] <= v[k] + 1 }));
    }

    fn packing(&mut self) {
        let items: Vec<(usize, i32)> = (0..3).map(|_| (self.index(), self.number(0..=3))).collect();
        let loads: Vec<usize> = (0..2 + self.below(2)).map(|_| self.index()).collect();
        let bins: Vec<(IntVar, i32)> = items.iter().map(|&(i, size)| (self.x[i], size)).collect();
        let loads_of: Vec<IntVar> = loads.iter().map(|&i| self.x[i]).collect();
        self.model.bin_packing(bins, loads_of);
        self.holds.push(Box::new(move |v| {
            let load = |bin: usize| items.iter().filter(|item| v[item.0] == bin as i32).map(|item| item.1).sum::<i32>();
            items.iter().all(|item| (0..loads.len() as i32).contains(&v[item.0]))
                && loads.iter().enumerate().all(|(bin, &i)| v[i] == load(bin))
        }));
    }

    fn circuit(&mut self) {
        let nodes: Vec<usize> = (0..2 + self.below(2)).map(|_| self.index()).collect();
        let succ: Vec<IntVar> = nodes.iter().map(|&i| self.x[i]).collect();
        self.model.circuit(succ);
        self.holds.push(Box::new(move |v| {
            let mut node = 0;
            for length in 1..=nodes.len() {
                match usize::try_from(v[nodes[node]]) {
                    Ok(next) if next < nodes.len() => node = next,
                    _ => return false,
                }
                if node == 0 {
                    return length == nodes.len();
                }
            }
            false
        }));
    }

    /// Lists all solutions, in ascending order.
    fn solutions(&self) -> Vec<Vec<i32>> {
        let mut solutions = Vec::new();
        let mut at = vec![0; self.domains.len()];
        loop {
            let values: Vec<i32> = at.iter().zip(&self.domains).map(|(&i, domain): (&usize, _)| domain[i]).collect();
            if self.holds.iter().all(|holds| holds(&values)) {
                solutions.push(values);
            }
            let Some(i) = (0..at.len()).rfind(|&i| at[i] + 1 < self.domains[i].len()) else { return solutions };
            at[i] += 1;
            at[i + 1..].fill(0);
        }
    }

    fn objective(&self) -> Expr {
        let terms = self.objective.iter().zip(&self.x).map(|(&factor, &x)| (i64::from(factor), Expr::from(x)));
        Expr::weighted(terms)
    }
}
