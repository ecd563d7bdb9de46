//! Random models with a few solutions.

use solver_core::constraints::Table;
use solver_core::harness::Rng;
use solver_core::prelude::*;

/// A constraint; variables are given by index.
enum Spec {
    AllDifferent(usize),
    AtMost(Vec<i32>, i32),
    Differs(Vec<i32>, i32),
    Product(i32),
    Table(Vec<[i32; 2]>),
    HalfReified(Vec<i32>, i32),
}

/// A model, its variables, and its semantics.
pub(crate) struct Random {
    pub(crate) model: Model,
    pub(crate) x: Vec<IntVar>,
    pub(crate) objective: Expr,
    specs: Vec<Spec>,
    weights: Vec<i32>,
}

const LOW: i32 = -2;
const HIGH: i32 = 3;

impl Random {
    /// Generates an `all_different`, sums, products, a table, and half-reified constraints.
    pub(crate) fn new(seed: u64) -> Result<Random, ModelError> {
        Random::stated(seed, false)
    }

    /// Generates the same model with variables and constraints in reverse order, and with all values negated.
    pub(crate) fn permuted(seed: u64) -> Result<Random, ModelError> {
        Random::stated(seed, true)
    }

    fn stated(seed: u64, permuted: bool) -> Result<Random, ModelError> {
        let mut rng = Rng::new(seed);
        let n = 3 + rng.below(3) as usize;
        let (specs, weights) = specs(&mut rng, n);
        let mut model = Model::new();
        let mut x = model.ints("x", n, if permuted { -HIGH..=-LOW } else { LOW..=HIGH })?;
        if permuted {
            x.reverse();
        }
        let e: Vec<Expr> = x.iter().map(|&x| if permuted { -x } else { Expr::from(x) }).collect();
        let order: Vec<&Spec> = if permuted { specs.iter().rev().collect() } else { specs.iter().collect() };
        let sum = |w: &[i32]| -> Expr { w.iter().zip(&e).map(|(&w, e)| w * e.clone()).sum() };
        for spec in order {
            match spec {
                Spec::AllDifferent(k) => _ = model.all_different(e[..*k].iter().cloned()),
                Spec::AtMost(w, right) => _ = model.post(sum(w).at_most(*right)),
                Spec::Differs(w, right) => _ = model.post(sum(w).differs(*right)),
                Spec::Product(right) => _ = model.post((e[0].clone() * e[1].clone()).at_least(e[2].clone() + *right)),
                Spec::Table(rows) => {
                    let table = Table::new(2, rows).expect("rows of two values");
                    model.table([e[n - 1].clone(), e[0].clone()], &table);
                }
                Spec::HalfReified(w, right) => {
                    _ = model.post(sum(w).equals(*right)).enforce_if(e[1].clone().at_least(1))
                }
            }
        }
        let objective = sum(&weights);
        Ok(Random { model, x, objective, specs, weights })
    }

    /// Returns the objective value.
    pub(crate) fn value(&self, v: &[i32]) -> i32 {
        dot(&self.weights, v)
    }

    /// Lists all solutions by enumeration, in lexicographic order.
    pub(crate) fn by_brute_force(&self) -> Vec<Vec<i32>> {
        let n = self.x.len();
        let mut solutions = Vec::new();
        let mut v = vec![LOW; n];
        loop {
            if self.specs.iter().all(|spec| spec.holds(&v)) {
                solutions.push(v.clone());
            }
            let Some(next) = v.iter().rposition(|&v| v < HIGH) else { return solutions };
            v[next] += 1;
            v[next + 1..].fill(LOW);
        }
    }
}

fn specs(rng: &mut Rng, n: usize) -> (Vec<Spec>, Vec<i32>) {
    let weights = |rng: &mut Rng| -> Vec<i32> { (0..n).map(|_| rng.below(7) as i32 - 3).collect() };
    let count = 1 + rng.below(4);
    let specs = (0..count).map(|_| {
        let (w, right) = (weights(rng), rng.below(9) as i32 - 4);
        match rng.below(6) {
            0 => Spec::AllDifferent(2 + rng.below(n as u64 - 1) as usize),
            1 => Spec::AtMost(w, right),
            2 => Spec::Differs(w, right),
            3 => Spec::Product(right),
            4 => Spec::Table((0..12).map(|_| [0; 2].map(|_| rng.below(6) as i32 + LOW)).collect()),
            _ => Spec::HalfReified(w, right),
        }
    });
    (specs.collect(), weights(rng))
}

fn dot(w: &[i32], v: &[i32]) -> i32 {
    w.iter().zip(v).map(|(w, v)| w * v).sum()
}

impl Spec {
    fn holds(&self, v: &[i32]) -> bool {
        match self {
            Spec::AllDifferent(k) => (0..*k).all(|i| (0..i).all(|j| v[i] != v[j])),
            Spec::AtMost(w, right) => dot(w, v) <= *right,
            Spec::Differs(w, right) => dot(w, v) != *right,
            Spec::Product(right) => v[0] * v[1] >= v[2] + right,
            Spec::Table(rows) => rows.contains(&[v[v.len() - 1], v[0]]),
            Spec::HalfReified(w, right) => v[1] < 1 || dot(w, v) == *right,
        }
    }
}
