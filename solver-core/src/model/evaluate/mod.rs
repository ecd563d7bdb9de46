//! The solution checker: finds the constraints that given values violate, independently of the propagators.
//!
//! It evaluates the semantics: sums, functions, comparisons, and the definition of each catalogue constraint.
//! Semantics are relational: a comparison with an undefined part, such as `x / 0`, does not hold, nor does a
//! constraint with an undefined argument.
//!
//! A model is compiled once, into flat arrays ([`compile`]), so checking a solution is one pass over them.

mod compile;
mod recheck;

pub(crate) use recheck::Recheck;

use super::constraint::Constraint;
use super::expr::{Expr, Function, Sign};
use super::violation::{Violation, WrongSolution};
use super::{Model, ModelError};
use crate::model::Form;
use crate::value_set::ValueSet;
use std::ops::Range;
use std::sync::Arc;

/// A model in a form that is fast to evaluate.
#[derive(Default)]
pub(crate) struct Evaluator {
    /// The smallest and largest value of each variable.
    bounds: Vec<(i32, i32)>,
    /// The variables whose domains have holes.
    holes: Vec<(u32, ValueSet)>,
    /// Computed values, each from variables and earlier nodes.
    nodes: Vec<Node>,
    /// The terms of all sum nodes.
    terms: Vec<(i128, Operand)>,
    /// The arguments of all functions and constraints.
    operands: Vec<Operand>,
    /// The terms of sums of variables that cannot overflow `i64`.
    small: Vec<(i64, u32)>,
    /// One test for each constraint.
    tests: Vec<Test>,
    /// Unconditional comparisons of two variables, by sign.
    at_most: Vec<Pair>,
    equal: Vec<Pair>,
    differs: Vec<Pair>,
    /// The other constraints, by index.
    others: Vec<u32>,
    /// The values of the nodes; `None` if undefined.
    computed: Vec<Option<i128>>,
    numbers: Vec<i128>,
    arguments: Vec<i32>,
}

/// An operand: a value to read.
#[derive(Clone, Copy)]
enum Operand {
    /// `±x + c`
    View {
        variable: u32,
        negated: bool,
        offset: i32,
    },
    Node(u32),
}

enum Node {
    Sum { terms: Range<u32>, constant: i128 },
    Function { function: Arc<Function>, operands: Range<u32> },
}

/// The sum `c·x + d·y + e`, to be compared with 0.
#[derive(Clone, Copy)]
struct Pair {
    factors: (i32, i32),
    variables: (u32, u32),
    constant: i64,
}

/// A constraint and its condition.
struct Test {
    meant: Meant,
    condition: Option<(Operand, Form)>,
}

enum Meant {
    /// A sum of variables that stays within `i64`.
    Small {
        terms: Range<u32>,
        constant: i64,
        sign: Sign,
    },
    Compare {
        difference: Operand,
        sign: Sign,
    },
    /// The constraint's own semantics, applied to these operands.
    Evaluated {
        operands: Range<u32>,
    },
    /// A constraint that cannot or need not be evaluated.
    Unknown,
}

impl Evaluator {
    /// Returns the first violated domain or constraint. `values` contains one value per variable.
    pub(crate) fn first_violated(&mut self, constraints: &[Constraint], values: &[i32]) -> Option<Broken> {
        if self.is_solution(constraints, values) {
            return None;
        }
        self.all_violated(constraints, values).first().copied()
    }

    /// Checks, on the fast path, that nothing is violated.
    fn is_solution(&mut self, constraints: &[Constraint], values: &[i32]) -> bool {
        let within = values.iter().zip(&self.bounds).all(|(v, (low, high))| low <= v && v <= high);
        let at = |pair: &Pair| {
            let (x, y) = (values[pair.variables.0 as usize], values[pair.variables.1 as usize]);
            i64::from(pair.factors.0) * i64::from(x) + i64::from(pair.factors.1) * i64::from(y) + pair.constant
        };
        within
            && self.holes.iter().all(|(x, domain)| domain.contains(values[*x as usize]))
            && self.differs.iter().all(|pair| at(pair) != 0)
            && self.at_most.iter().all(|pair| at(pair) <= 0)
            && self.equal.iter().all(|pair| at(pair) == 0)
            && {
                self.compute(values);
                (0..self.others.len()).all(|k| {
                    let i = self.others[k] as usize;
                    self.holds(&constraints[i], i, values)
                })
            }
    }

    /// Returns all violations: first the variables outside their domains, then the constraints.
    pub(crate) fn all_violated(&mut self, constraints: &[Constraint], values: &[i32]) -> Vec<Broken> {
        let mut broken: Vec<Broken> = self.outside(values).map(Broken::Domain).collect();
        self.compute(values);
        for (i, constraint) in constraints.iter().enumerate() {
            if !self.holds(constraint, i, values) {
                broken.push(Broken::Constraint(i));
            }
        }
        broken
    }

    /// The variables whose values are outside their domains.
    fn outside<'a>(&'a self, values: &'a [i32]) -> impl Iterator<Item = usize> + 'a {
        let beyond = values.iter().zip(&self.bounds).enumerate().filter(|&(_, (v, (low, high)))| v < low || v > high);
        let within = |&&(x, _): &&(u32, ValueSet)| {
            let (low, high) = self.bounds[x as usize];
            (low..=high).contains(&values[x as usize])
        };
        let in_holes = self.holes.iter().filter(within).filter(|(x, domain)| !domain.contains(values[*x as usize]));
        beyond.map(|(x, _)| x).chain(in_holes.map(|&(x, _)| x as usize))
    }

    fn compute(&mut self, values: &[i32]) {
        self.computed.clear();
        for node in &self.nodes {
            let value = match node {
                Node::Sum { terms, constant } => {
                    let mut sum = Some(*constant);
                    for &(c, operand) in &self.terms[terms.start as usize..terms.end as usize] {
                        let value = value(operand, values, &self.computed);
                        sum = value.and_then(|v| sum?.checked_add(c.checked_mul(v)?));
                    }
                    sum
                }
                Node::Function { function, operands } => {
                    self.numbers.clear();
                    let operands = &self.operands[operands.start as usize..operands.end as usize];
                    let known = operands.iter().map_while(|&of| value(of, values, &self.computed));
                    self.numbers.extend(known);
                    function.value((self.numbers.len() == operands.len()).then_some(&self.numbers[..]))
                }
            };
            self.computed.push(value);
        }
    }

    #[inline]
    fn holds(&mut self, constraint: &Constraint, number: usize, values: &[i32]) -> bool {
        let Test { meant, condition } = &self.tests[number];
        let condition = match condition {
            None => None,
            Some((truth, form)) => match value(*truth, values, &self.computed) {
                Some(truth) => Some((truth == 1, form)),
                // An undefined condition counts as an undefined argument.
                None => return false,
            },
        };
        if let Some((false, Form::HalfReified)) = condition {
            return true;
        }
        let holds = match meant {
            Meant::Small { terms, constant, sign } => {
                let terms = &self.small[terms.start as usize..terms.end as usize];
                let sum = terms.iter().fold(*constant, |sum, &(c, x)| sum + c * i64::from(values[x as usize]));
                match sign {
                    Sign::AtMost => sum <= 0,
                    Sign::Equal => sum == 0,
                    Sign::Differs => sum != 0,
                }
            }
            Meant::Compare { difference, sign } => {
                value(*difference, values, &self.computed).is_some_and(|difference| sign.holds(difference))
            }
            Meant::Evaluated { operands } => {
                self.arguments.clear();
                let operands = &self.operands[operands.start as usize..operands.end as usize];
                for &of in operands {
                    // A value that the engine cannot represent is in no solution.
                    let Some(value) = value(of, values, &self.computed).and_then(|v| i32::try_from(v).ok()) else {
                        break;
                    };
                    self.arguments.push(value);
                }
                self.arguments.len() == operands.len()
                    && constraint.definition().is_none_or(|definition| definition.holds(&self.arguments))
            }
            Meant::Unknown => return true,
        };
        condition.map_or(holds, |(wanted, _)| holds == wanted)
    }
}

#[inline]
fn value(operand: Operand, values: &[i32], computed: &[Option<i128>]) -> Option<i128> {
    match operand {
        Operand::View { variable, negated, offset } => {
            let v = i64::from(values[variable as usize]);
            Some((if negated { -v } else { v } + i64::from(offset)).into())
        }
        Operand::Node(node) => computed[node as usize],
    }
}

/// The index of a variable with a violated domain, or of a violated constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Broken {
    Domain(usize),
    Constraint(usize),
}

impl Model {
    /// Returns the violations of an assignment: variables whose value is outside their domain, and constraints that do
    /// not hold. The assignment has one value for each variable, in declaration order, as in
    /// [`Solution::all_values`](crate::Solution::all_values).
    ///
    /// The check uses neither propagators nor search. A constraint with an undefined part, such as `x / 0`, does not
    /// hold. For a constraint with [a custom propagator](Model::propagator), only its condition is checked, unless
    /// [`Posted::checked_by`](super::Posted::checked_by) defines its semantics.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=5)?;
    /// m.all_different(&x);
    /// let sum = m.post((x[0] + x[1]).equals(x[2])).id();
    /// assert_eq!(m.violations(&[1, 2, 3])?, []);
    /// assert_eq!(m.violations(&[1, 2, 4])?, [Violation::Constraint(sum)]);
    /// assert_eq!(m.violations(&[5, 1, 6])?, [Violation::Domain(x[2])]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::WrongCount`] if the numbers of values and variables differ, and any error in the model itself.
    #[doc(alias("check", "verify", "solution checker"))]
    pub fn violations(&self, values: &[i32]) -> Result<Vec<Violation>, ModelError> {
        if let Some((_, error)) = self.errors.first() {
            return Err(error.clone());
        }
        if values.len() != self.variables.len() {
            return Err(ModelError::WrongCount { values: values.len(), variables: self.variables.len() });
        }
        let broken = Evaluator::new(self).all_violated(&self.constraints, values);
        Ok(broken.into_iter().map(|broken| self.violation(broken)).collect())
    }

    /// Returns the first violation of a stored solution; a wrong objective value is also a violation. The solution has
    /// one value for each variable, as in [`violations`](Model::violations).
    ///
    /// # Errors
    /// Same as [`violations`](Model::violations).
    pub fn refutes(
        &self,
        values: &[i32],
        objective: &Expr,
        value: i32,
    ) -> Result<Option<Box<WrongSolution>>, ModelError> {
        self.violations(values)?;
        Ok(Recheck::new(self, None, Some(objective)).check(values, Some(value)).err())
    }

    /// Converts an internal index to a violation that contains a handle.
    fn violation(&self, broken: Broken) -> Violation {
        match broken {
            Broken::Domain(x) => Violation::Domain(self.owner.variable(x)),
            Broken::Constraint(c) => Violation::Constraint(self.posted.constraint(c)),
        }
    }
}
