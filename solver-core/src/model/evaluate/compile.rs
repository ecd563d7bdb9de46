//! Compiles a model to the evaluator's flat arrays.

use super::{Evaluator, Meant, Node, Operand, Pair, Test};
use crate::model::Model;
use crate::model::constraint::{Constraint, Meaning};
use crate::model::definition::ConstraintDef;
use crate::model::expr::{Expr, Function, Sign};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

impl Evaluator {
    /// Compiles a model, which must have no errors.
    pub(crate) fn new(model: &Model) -> Evaluator {
        Evaluator::with_constraints(model, None)
    }

    /// Compiles only some of the constraints, by index; the others are never violated.
    pub(crate) fn with_constraints(model: &Model, only: Option<&FixedBitSet>) -> Evaluator {
        let mut compiler = Compiler { made: Evaluator::default(), known: HashMap::new() };
        for (i, declared) in model.variables.iter().enumerate() {
            let domain = &declared.domain;
            // Domains are not empty.
            compiler.made.bounds.push((domain.min().unwrap_or(1), domain.max().unwrap_or(0)));
            if domain.ranges().len() > 1 {
                compiler.made.holes.push((i as u32, domain.clone()));
            }
        }
        for (i, constraint) in model.constraints.iter().enumerate() {
            if only.is_some_and(|only| !only.contains(i)) {
                compiler.made.tests.push(Test { meant: Meant::Unknown, condition: None });
                continue;
            }
            let test = compiler.test(constraint);
            match compiler.pair(&test) {
                None => compiler.made.others.push(i as u32),
                Some((Sign::AtMost, pair)) => compiler.made.at_most.push(pair),
                Some((Sign::Equal, pair)) => compiler.made.equal.push(pair),
                Some((Sign::Differs, pair)) => compiler.made.differs.push(pair),
            }
            compiler.made.tests.push(test);
        }
        compiler.made
    }
}

struct Compiler {
    made: Evaluator,
    /// The node of each function, by the function's address, which does not change during compilation.
    known: HashMap<*const Function, u32>,
}

impl Compiler {
    fn test(&mut self, constraint: &Constraint) -> Test {
        let condition = constraint.condition.as_ref().map(|c| (self.operand(&c.truth), c.form));
        let meant = match &constraint.meaning {
            Meaning::Compare(comparison) => self.comparison(&comparison.difference, comparison.sign),
            Meaning::Defined(ConstraintDef { arguments, semantics: Some(_), .. }) => {
                Meant::Evaluated { operands: self.operands(arguments) }
            }
            Meaning::Defined(_) | Meaning::Nothing => Meant::Unknown,
        };
        Test { meant, condition }
    }

    fn comparison(&mut self, difference: &Expr, sign: Sign) -> Meant {
        // An upper bound on the sum's magnitude over all values.
        let reach = difference.terms.iter().try_fold(difference.constant.unsigned_abs(), |reach, (c, _)| {
            reach.checked_add(c.unsigned_abs().checked_mul(1 << 31)?)
        });
        if !difference.is_linear() || reach.is_none_or(|reach| reach > i64::MAX as u128) {
            return Meant::Compare { difference: self.operand(difference), sign };
        }
        let start = self.made.small.len() as u32;
        self.made.small.extend(difference.terms.iter().map(|&(c, x)| (c as i64, x.index)));
        Meant::Small { terms: start..self.made.small.len() as u32, constant: difference.constant as i64, sign }
    }

    /// Returns an unconditional comparison of two variables as a [`Pair`]; `None` for all other constraints.
    fn pair(&self, test: &Test) -> Option<(Sign, Pair)> {
        let Test { meant: Meant::Small { terms, constant, sign }, condition: None } = test else { return None };
        let &[(c, x), (d, y)] = &self.made.small[terms.start as usize..terms.end as usize] else { return None };
        let factors = (i32::try_from(c).ok()?, i32::try_from(d).ok()?);
        Some((*sign, Pair { factors, variables: (x, y), constant: *constant }))
    }

    fn operand(&mut self, expr: &Expr) -> Operand {
        if let (&[(c @ (1 | -1), x)], [], Ok(offset)) =
            (&expr.terms[..], &expr.functions[..], i32::try_from(expr.constant))
        {
            return Operand::View { variable: x.index, negated: c < 0, offset };
        }
        if let (&[], [(1, function)], 0) = (&expr.terms[..], &expr.functions[..], expr.constant) {
            return Operand::Node(self.function(function));
        }
        let variables = expr.terms.iter().map(|&(c, x)| {
            let view = Operand::View { variable: x.index, negated: false, offset: 0 };
            (c, view)
        });
        let mut terms: Vec<(i128, Operand)> = variables.collect();
        for (c, function) in &expr.functions {
            terms.push((*c, Operand::Node(self.function(function))));
        }
        let start = self.made.terms.len() as u32;
        self.made.terms.extend(terms);
        let terms = start..self.made.terms.len() as u32;
        Operand::Node(self.node(Node::Sum { terms, constant: expr.constant }))
    }

    fn operands(&mut self, all: &[Expr]) -> Range<u32> {
        // Nested functions append their operands first, so a function's own operands are contiguous.
        let own: Vec<Operand> = all.iter().map(|e| self.operand(e)).collect();
        let start = self.made.operands.len() as u32;
        self.made.operands.extend(own);
        start..self.made.operands.len() as u32
    }

    fn function(&mut self, function: &Arc<Function>) -> u32 {
        if let Some(&node) = self.known.get(&Arc::as_ptr(function)) {
            return node;
        }
        let operands = self.operands(&function.arguments);
        let node = self.node(Node::Function { function: Arc::clone(function), operands });
        self.known.insert(Arc::as_ptr(function), node);
        node
    }

    fn node(&mut self, node: Node) -> u32 {
        self.made.nodes.push(node);
        self.made.nodes.len() as u32 - 1
    }
}
