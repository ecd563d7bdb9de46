//! Names introduced variables after the expressions that they represent: `smoke[Chesterfield] - pet[Fox]`.
//!
//! A comparison, a sum or a connective is formatted from the constraint that defines the variable. For other
//! constraints, the model text is used.

use super::{ConstraintNames, LONG, Names, scaled};
use crate::instance::{Constraint, Instance, Operand, VariableId, names};
use crate::origin::Path;
use crate::translate::builtin::{Called, Calls, Relation, Words};
use solver_core::ValueNames;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum depth to which expressions are nested.
const DEPTH: usize = 4;

/// The constraint that defines each variable.
pub(super) struct Definitions<'i> {
    instance: &'i Instance,
    by: Vec<Option<Constraint<'i>>>,
    constraints: ConstraintNames<'i>,
    calls: Calls,
    /// For each constraint name, the number of variables that have been named as parts of that constraint.
    parts: RefCell<HashMap<String, u32>>,
}

impl<'i> Definitions<'i> {
    pub(super) fn new(instance: &'i Instance) -> Definitions<'i> {
        let mut by = vec![None; instance.variables().len()];
        for constraint in instance.constraints() {
            if let Some(x) = constraint.defines() {
                by[x.index()].get_or_insert(constraint);
            }
        }
        Definitions {
            instance,
            by,
            constraints: ConstraintNames::new(instance),
            calls: Calls::new(instance),
            parts: RefCell::default(),
        }
    }

    /// Writes the expression that a variable represents.
    pub(super) fn words(&self, x: VariableId, names: &Names) -> Option<String> {
        let short = |text: &String| text.chars().count() <= LONG;
        let exact = Wording { definitions: self, names, depth: DEPTH }.exact(x);
        let other = || self.text(x).filter(short).or_else(|| self.part(x));
        exact.filter(short).or_else(|| Some(scaled(self.instance.variable(x), &other()?)))
    }

    /// The model text of the expression that the variable represents.
    fn text(&self, x: VariableId) -> Option<String> {
        let of_variable = self.instance.variable(x).annotations().string(names::MZN_PATH);
        let path = Path::new(of_variable.or_else(|| self.by[x.index()]?.path())?);
        self.instance.origin().text(&path.expression()?, &path.loops())
    }

    /// Names a variable as a numbered part of its constraint, for use if no other name is known.
    fn part(&self, x: VariableId) -> Option<String> {
        let name = self.constraints.name(self.by[x.index()]?);
        let name = solver_core::why::without_place(&name).to_owned();
        let mut parts = self.parts.borrow_mut();
        let number = parts.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1);
        Some(format!("part {number} of {name}"))
    }
}

/// Formats definitions; at most `depth` more levels of nested expressions are expanded.
#[derive(Clone, Copy)]
struct Wording<'a, 'i> {
    definitions: &'a Definitions<'i>,
    names: &'a Names,
    depth: usize,
}

impl Wording<'_, '_> {
    fn name(&self, x: VariableId) -> Option<String> {
        let own = &self.names.variables[x.index()];
        if !own.is_empty() {
            return Some(own.clone());
        }
        Wording { depth: self.depth.checked_sub(1)?, ..*self }.exact(x)
    }

    fn exact(&self, x: VariableId) -> Option<String> {
        let call = self.definitions.by[x.index()]?;
        let called = self.definitions.calls.get(*call)?;
        if called.form.is_some() {
            let last = call.arguments().len().checked_sub(1)?;
            let is_truth = call.bool_operand(last).ok()? == Operand::Variable(x);
            return is_truth.then(|| self.comparison(called, call))?;
        }
        Some(match called.builtin.words {
            Words::Function(template) => {
                let mut parts = template.split("{}");
                let mut text = parts.next()?.to_owned();
                for (at, part) in parts.enumerate() {
                    text += &self.operand(call.int_operand(at).ok()?, None)?;
                    text += part;
                }
                text
            }
            Words::Sum if called.relation() == Relation::Equal => self.solved(x, call)?,
            Words::Not => format!("not ({})", self.truth(call, 0)?),
            Words::Joined(by) => self.joined(call, by)?,
            _ => return None,
        })
    }

    /// Writes the comparison whose truth value a variable represents.
    fn comparison(&self, called: Called, call: Constraint<'_>) -> Option<String> {
        let sign = called.relation().sign();
        match called.builtin.words {
            Words::Ints => {
                let (a, b) = (call.int_operand(0).ok()?, call.int_operand(1).ok()?);
                let labels = [a, b].into_iter().filter_map(Operand::variable).map(|x| &self.names.labels[x.index()]);
                let values = labels.filter_map(|label| label.values.clone()).next();
                let side = |operand| self.operand(operand, values.as_ref());
                Some(format!("{} {sign} {}", side(a)?, side(b)?))
            }
            Words::Truths | Words::Not => {
                let sign = if matches!(called.builtin.words, Words::Not) { "!=" } else { sign };
                Some(format!("{} {sign} {}", self.truth(call, 0)?, self.truth(call, 1)?))
            }
            Words::Sum => {
                let (factors, operands) = (call.ints(0).ok()?, call.int_operands(1).ok()?);
                let terms: Vec<(i64, Operand<i64>)> = factors.into_iter().zip(operands).collect();
                let bound = call.int(2).ok()?;
                let (right, left): (Vec<_>, Vec<_>) = terms.into_iter().partition(|term| term.0 < 0);
                let negated =
                    right.into_iter().map(|(c, x)| Some((c.checked_neg()?, x))).collect::<Option<Vec<_>>>()?;
                let (more, less) = if bound < 0 { (bound.checked_neg()?, 0) } else { (0, bound) };
                let (left, right) = (self.sum(&left, more)?, self.sum(&negated, less)?);
                Some(format!("{left} {sign} {right}"))
            }
            Words::Member => {
                let Operand::Variable(x) = call.int_operand(0).ok()? else { return None };
                let set = call.set(1).ok().filter(|set| set.len() <= 12)?;
                let label = &self.names.labels[x.index()];
                let value = |v: i64| {
                    let name = i32::try_from(v).ok().and_then(|v| label.values.as_ref()?.name(v));
                    name.map_or_else(|| v.to_string(), str::to_owned)
                };
                let listed: Vec<String> = set.values().map(value).collect();
                Some(format!("{} in {{{}}}", self.name(x)?, listed.join(", ")))
            }
            _ => None,
        }
    }

    /// Writes the expression that an equation equates with its variable `x`.
    fn solved(&self, x: VariableId, call: Constraint<'_>) -> Option<String> {
        let (factors, operands) = (call.ints(0).ok()?, call.int_operands(1).ok()?);
        let mut terms: Vec<(i64, Operand<i64>)> = factors.into_iter().zip(operands).collect();
        let at = terms.iter().position(|term| term.1 == Operand::Variable(x))?;
        let (own, _) = terms.remove(at);
        let sign = match own {
            1 => -1,
            -1 => 1,
            _ => return None,
        };
        let terms = terms.into_iter().map(|(c, y)| Some((c.checked_mul(sign)?, y))).collect::<Option<Vec<_>>>()?;
        self.sum(&terms, call.int(2).ok()?.checked_mul(-sign)?)
    }

    /// Writes a sum such as `2*x - y + 3`, with the positive terms first.
    fn sum(&self, terms: &[(i64, Operand<i64>)], constant: i64) -> Option<String> {
        let mut text = String::new();
        let (added, taken): (Vec<_>, Vec<_>) = terms.iter().copied().partition(|term| term.0 > 0);
        for (factor, operand) in added.into_iter().chain(taken) {
            text += match (text.is_empty(), factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let name = in_parentheses(self.operand(operand, None)?);
            text += &match factor.unsigned_abs() {
                1 => name,
                factor => format!("{factor}*{name}"),
            };
        }
        Some(match (text.is_empty(), constant) {
            (true, _) => constant.to_string(),
            (false, 0) => text,
            (false, _) => format!("{text} {} {}", if constant < 0 { '-' } else { '+' }, constant.unsigned_abs()),
        })
    }

    fn joined(&self, call: Constraint<'_>, by: &str) -> Option<String> {
        let operands = call.bool_operands(0).ok()?;
        let texts = operands.into_iter().map(|operand| self.of_truth(operand).map(in_parentheses));
        Some(texts.collect::<Option<Vec<_>>>()?.join(by))
    }

    fn truth(&self, call: Constraint<'_>, at: usize) -> Option<String> {
        self.of_truth(call.bool_operand(at).ok()?)
    }

    fn of_truth(&self, operand: Operand<bool>) -> Option<String> {
        match operand {
            Operand::Constant(value) => Some(value.to_string()),
            Operand::Variable(x) => self.name(x),
        }
    }

    fn operand(&self, operand: Operand<i64>, values: Option<&Arc<ValueNames>>) -> Option<String> {
        match operand {
            Operand::Variable(x) => self.name(x),
            Operand::Constant(v) => {
                let name = i32::try_from(v).ok().and_then(|v| values?.name(v));
                Some(name.map_or_else(|| v.to_string(), str::to_owned))
            }
        }
    }
}

/// Puts a subexpression in parentheses if it has more than one word.
fn in_parentheses(part: String) -> String {
    if part.contains(' ') { format!("({part})") } else { part }
}
