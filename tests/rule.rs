//! Constraints of small random models, with an evaluator of their semantics.

use solver_core::constraints::NotEqual;
use solver_core::model::{Own, Posted};
use solver_core::prelude::*;
use solver_core::search::Rng;
use std::collections::BTreeSet;

/// `a·x + b·y + c`, with variables given by index: a view, a constant, or a sum that needs an auxiliary variable.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The variable `x` and its coefficient `a`.
    pub x: (usize, i32),
    /// The variable `y` and its coefficient `b`.
    pub y: (usize, i32),
    /// The constant.
    pub c: i32,
}

impl Argument {
    fn value(self, x: &[i32]) -> i32 {
        self.x.1 * x[self.x.0] + self.y.1 * x[self.y.0] + self.c
    }

    fn expr(self, x: &[IntVar]) -> Expr {
        self.x.1 * x[self.x.0] + self.y.1 * x[self.y.0] + self.c
    }
}

/// A constraint of a random model; variables are given by index.
#[derive(Clone, Debug)]
pub enum Rule {
    /// All arguments differ.
    AllDifferent {
        /// The arguments.
        of: Vec<Argument>,
        /// The level of consistency.
        level: Consistency,
    },
    /// A sum compared with a constant.
    Linear {
        /// The variables and their coefficients.
        terms: Vec<(usize, i32)>,
        /// The relation: 0 is `<=`, 1 is `=`, and any other number is `!=`.
        sign: u8,
        /// The right side.
        constant: i32,
    },
    /// Two arguments differ; a custom propagator enforces this.
    Custom([Argument; 2]),
}

impl Rule {
    /// Whether these values satisfy the constraint.
    pub fn holds(&self, x: &[i32]) -> bool {
        match self {
            Rule::AllDifferent { of, .. } => {
                let values: BTreeSet<i32> = of.iter().map(|a| a.value(x)).collect();
                values.len() == of.len()
            }
            Rule::Linear { terms, sign, constant } => {
                let sum: i32 = terms.iter().map(|&(i, c)| c * x[i]).sum();
                match sign {
                    0 => sum <= *constant,
                    1 => sum == *constant,
                    _ => sum != *constant,
                }
            }
            Rule::Custom([a, b]) => a.value(x) != b.value(x),
        }
    }

    /// Posts the constraint.
    pub fn post(&self, m: &mut Model, x: &[IntVar]) -> ConstraintId {
        match self {
            Rule::AllDifferent { of, level } => m.all_different(of.iter().map(|a| a.expr(x))).consistency(*level).id(),
            Rule::Linear { terms, sign, constant } => {
                let sum: Expr = terms.iter().map(|&(i, c)| c * x[i]).sum();
                let comparison = match sign {
                    0 => sum.at_most(*constant),
                    1 => sum.equals(*constant),
                    _ => sum.differs(*constant),
                };
                m.post(comparison).id()
            }
            Rule::Custom(sides) => custom(m, sides.map(|a| a.expr(x))).id(),
        }
    }

    /// Generates a random constraint over `variables` variables.
    pub fn random(rng: &mut Rng, variables: usize) -> Rule {
        let mut below = |n: u64| rng.below(n);
        let argument = |below: &mut dyn FnMut(u64) -> u64| Argument {
            x: (below(variables as u64) as usize, [1, 1, 1, 1, -1, -1, 0, 2][below(8) as usize]),
            y: (below(variables as u64) as usize, [0, 0, 0, 0, 0, 0, 1, -2][below(8) as usize]),
            c: below(5) as i32 - 2,
        };
        match below(10) {
            0..3 => Rule::AllDifferent {
                of: (0..2 + below(3)).map(|_| argument(&mut below)).collect(),
                level: Consistency::ALL[below(3) as usize],
            },
            3..6 => Rule::Linear {
                terms: vec![(below(variables as u64) as usize, [1, -1, 2, -3][below(4) as usize])],
                sign: below(3) as u8,
                constant: below(7) as i32 - 3,
            },
            6..9 => Rule::Linear {
                terms: (0..1 + below(3))
                    .map(|_| (below(variables as u64) as usize, [1, 1, -1, -2, 3][below(5) as usize]))
                    .collect(),
                sign: below(3) as u8,
                constant: below(9) as i32 - 4,
            },
            _ => Rule::Custom([argument(&mut below), argument(&mut below)]),
        }
    }
}

fn custom(m: &mut Model, [a, b]: [Expr; 2]) -> Posted<'_, Own> {
    m.propagator("custom", [a, b], |v| Box::new(NotEqual::new(v[0], v[1])))
}

/// Lists all assignments that satisfy every rule, in lexicographic order.
pub fn brute_force(domains: &[Vec<i32>], rules: &[Rule]) -> Vec<Vec<i32>> {
    let mut all = vec![vec![]];
    for domain in domains {
        all = all.into_iter().flat_map(|x: Vec<i32>| domain.iter().map(move |&v| [&x[..], &[v]].concat())).collect();
    }
    all.retain(|x| rules.iter().all(|rule| rule.holds(x)));
    all
}
