//! Replaces float variables by integers, and the constraints on them by constraints on integers.

use super::Scales;
use super::form::{Form, Function, IntegerRow, Row, parts, too_fine};
use crate::fraction::{Fraction, Literal, ceil, constant, floor, literal, whole};
use crate::instance::builder::NONE;
use crate::instance::constraint::ConstraintData;
use crate::instance::declared::Declaration;
use crate::instance::sets::normalise_ints;
use crate::instance::term::{Kind, Span};
use crate::instance::variable::{RawDomain, VariableData};
use crate::instance::{Call, Instance, Place, Term, Type, VariableId};
use crate::translate::TranslateError;
use num_traits::CheckedMul;
use std::collections::HashMap;
use std::num::NonZeroI64;

/// An instance that is being rewritten.
struct Rewriting<'s> {
    scales: &'s Scales,
    out: Instance,
    /// The multiples of variables that are used in functions of floats with different scales.
    multiples: HashMap<(VariableId, i64), VariableId>,
    /// The scaled elements of declared arrays.
    arrays: HashMap<(u64, i64), Term>,
}

/// The name and the arguments of a constraint; `None` if a number in them does not fit into 64 bits.
type Rewritten = Option<(&'static str, Vec<Term>)>;

pub(super) fn rewrite(
    instance: &Instance,
    scales: &Scales,
    forms: &[Option<Form<'_>>],
) -> Result<Instance, TranslateError> {
    let (multiples, arrays) = (HashMap::new(), HashMap::new());
    let mut rewriting = Rewriting { scales, out: instance.clone(), multiples, arrays };
    for x in instance.variables().filter(|x| x.ty() == Type::Float) {
        rewriting.variable(x.id()).ok_or_else(|| super::too_fine(x))?;
    }
    for (constraint, form) in instance.constraints().zip(forms) {
        let (_, suffix) = parts(constraint.name());
        let condition = constraint.arguments().last().filter(|_| !suffix.is_empty());
        let rewritten = match form {
            None => continue,
            Some(Form::Row(row)) => rewriting.row(row, condition, constraint.place()),
            Some(Form::Function(function, call)) => rewriting.function(function, *call),
        };
        let (name, arguments) = rewritten.ok_or_else(|| too_fine(*constraint))?;
        let (name, arguments) = (format!("{name}{suffix}"), rewriting.out.add_terms(&arguments));
        let data = &mut rewriting.out.constraints[constraint.id().index()];
        (data.name, data.arguments) = (rewriting.out.symbols.intern(&name), arguments);
    }
    Ok(rewriting.out)
}

impl Rewriting<'_> {
    /// Declares a float variable as an integer variable.
    fn variable(&mut self, x: VariableId) -> Option<()> {
        let scale = self.scales.get(x);
        let low = |value| bound(value, scale, |literal| literal.low, ceil);
        let high = |value| bound(value, scale, |literal| literal.high, floor);
        let VariableData { declaration, domain, rhs, .. } = self.out.variables[x.index()];
        let domain = match domain {
            RawDomain::FloatInterval(lo, hi) => RawDomain::Interval(low(lo), high(hi)),
            RawDomain::FloatValues(span) => {
                let ranges = span.slice(&self.out.float_ranges).iter();
                let mut ranges = ranges.map(|&(lo, hi)| (low(lo), high(hi))).collect();
                normalise_ints(&mut ranges);
                let start = self.out.int_ranges.len() as u32;
                self.out.int_ranges.extend_from_slice(&ranges);
                RawDomain::Values(Span { start, len: ranges.len() as u32 })
            }
            other => other,
        };
        let rhs = match self.out.terms.get(rhs as usize).copied() {
            None => NONE,
            Some(term) => match term.as_variable() {
                None => self.out.add_terms(&[scaled(term, scale)?]).start,
                Some(y) if self.scales.get(y) == scale => rhs,
                Some(y) => {
                    let equation = Row::equal(x, y).integers(|x| self.scales.get(x))?;
                    self.add(equation, declaration.place);
                    NONE
                }
            },
        };
        let data = &mut self.out.variables[x.index()];
        (data.ty, data.domain, data.rhs, data.scale) = (Type::Int, domain, rhs, NonZeroI64::new(scale));
        Some(())
    }

    fn row(&mut self, row: &Row, condition: Option<&Term>, place: Place) -> Rewritten {
        let row = row.integers(|x| self.scales.get(x))?;
        let arguments = self.arguments(&row, place);
        Some((row.name, arguments.into_iter().chain(condition.copied()).collect()))
    }

    fn arguments(&mut self, row: &IntegerRow, place: Place) -> [Term; 3] {
        let factors: Vec<Term> = row.factors.iter().map(|&c| Term::int(c, place)).collect();
        let variables: Vec<Term> = row.variables.iter().map(|&x| variable(x, place)).collect();
        [self.list(&factors, place), self.list(&variables, place), Term::int(row.constant, place)]
    }

    fn list(&mut self, terms: &[Term], place: Place) -> Term {
        Term::span(Kind::List, self.out.add_terms(terms), place)
    }

    /// Adds a constraint.
    fn add(&mut self, row: IntegerRow, place: Place) {
        let arguments = self.arguments(&row, place);
        let (name, arguments) = (self.out.symbols.intern(row.name), self.out.add_terms(&arguments));
        self.out.constraints.push(ConstraintData { name, place, arguments, annotations: Span::default() });
    }

    fn function(&mut self, function: &Function, call: Call<'_>) -> Rewritten {
        let unit = i64::try_from(Form::unit(function, call, |x| self.scales.get(x))?).ok()?;
        let mut arguments = call.arguments().to_vec();
        for &at in function.floats {
            let argument = &mut arguments[at];
            let (key, is_declared) = ((argument.payload, unit), argument.kind == Kind::Array);
            *argument = match (self.arrays.get(&key).filter(|_| is_declared), call.instance().elements(*argument)) {
                (Some(known), _) => *known,
                (None, None) => self.multiple(*argument, unit)?,
                (None, Some(elements)) => {
                    let elements = elements.iter().map(|term| self.multiple(*term, unit));
                    let elements = elements.collect::<Option<Vec<_>>>()?;
                    let list = self.list(&elements, argument.place);
                    if is_declared {
                        self.arrays.insert(key, list);
                    }
                    list
                }
            };
        }
        Some((function.integer, arguments))
    }

    /// Returns a number or a variable as a multiple of `1 / unit`.
    fn multiple(&mut self, term: Term, unit: i64) -> Option<Term> {
        let Some(x) = term.as_variable() else { return scaled(term, unit) };
        let factor = unit / self.scales.get(x);
        if factor == 1 {
            return Some(term);
        }
        if let Some(known) = self.multiples.get(&(x, unit)) {
            return Some(variable(*known, term.place));
        }
        let Declaration { name, place, .. } = self.out.variables[x.index()].declaration;
        let declaration = Declaration { name, place, introduced: true, ..Declaration::default() };
        let (ty, domain, scale) = (Type::Int, RawDomain::Unbounded, NonZeroI64::new(unit));
        let made = VariableId(self.out.variables.len() as u32);
        self.out.variables.push(VariableData { declaration, domain, rhs: NONE, ty, output: false, scale });
        self.multiples.insert((x, unit), made);
        let (factors, variables) = (vec![factor, -1], vec![x, made]);
        self.add(IntegerRow { name: "int_lin_eq", factors, variables, constant: 0 }, term.place);
        Some(variable(made, term.place))
    }
}

fn variable(x: VariableId, place: Place) -> Term {
    Term::new(Kind::Variable, x.index() as u64, place)
}

/// Returns a constant multiplied by a unit, if the product is an integer.
fn scaled(term: Term, unit: i64) -> Option<Term> {
    let value = constant(term)?.checked_mul(&whole(unit))?;
    value.is_integer().then_some(Term::int(i64::try_from(*value.numer()).ok()?, term.place))
}

/// Returns the bound of a scaled variable. A bound that does not fit into 64 bits is clamped and so restricts nothing.
fn bound(value: f64, scale: i64, end: fn(Literal) -> Fraction, round: fn(Fraction) -> i128) -> i64 {
    let exact = literal(value).and_then(|literal| end(literal).checked_mul(&whole(scale)));
    let sign = if value < 0.0 { -1 } else { 1 };
    let bound = match exact {
        Some(exact) => round(exact),
        // Smaller than any fraction of 128 bits, or larger than any integer.
        None if value.abs() < 1.0 => round(Fraction::new(sign, i128::MAX)),
        None => sign * i128::MAX,
    };
    bound.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}
