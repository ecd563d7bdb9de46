//! Constraints on float variables: linear rows with fractions as coefficients, and functions whose results have the
//! same scale as their arguments.

use crate::fraction::{Fraction, ceil, common, constant, floor, literal, whole};
use crate::instance::{Call, Operand, Term, VariableId};
use crate::translate::TranslateError;
use crate::translate::builtin::Relation;
use num_integer::Integer;
use num_traits::{CheckedDiv, CheckedMul, CheckedSub, Zero};

/// A constraint on float variables.
pub(super) enum Form<'i> {
    Row(Row),
    Function(&'static Function, Call<'i>),
}

/// `Σ c·x ~ constant`.
pub(super) struct Row {
    terms: Vec<(Fraction, VariableId)>,
    relation: Relation,
    constant: Fraction,
}

/// A row with integer coefficients, over integer variables.
pub(super) struct IntegerRow {
    pub(super) name: &'static str,
    pub(super) factors: Vec<i64>,
    pub(super) variables: Vec<VariableId>,
    pub(super) constant: i64,
}

/// A constraint whose form is the same on integers if its floats have a common scale.
pub(super) struct Function {
    name: &'static str,
    /// The name of the constraint on integers.
    pub(super) integer: &'static str,
    /// The positions of the arguments that are floats or lists of floats.
    pub(super) floats: &'static [usize],
    /// The position of the float that the other arguments determine.
    result: usize,
}

const fn function(name: &'static str, integer: &'static str, floats: &'static [usize], result: usize) -> Function {
    Function { name, integer, floats, result }
}

const FUNCTIONS: &[Function] = &[
    function("float_abs", "int_abs", &[0, 1], 1),
    function("float_max", "int_max", &[0, 1, 2], 2),
    function("float_min", "int_min", &[0, 1, 2], 2),
    function("array_float_maximum", "array_int_maximum", &[0, 1], 0),
    function("array_float_minimum", "array_int_minimum", &[0, 1], 0),
    function("array_float_element", "array_int_element", &[1, 2], 2),
    function("array_var_float_element", "array_var_int_element", &[1, 2], 2),
];

/// Splits a name into the name of the constraint and the suffix of its reified or half-reified form.
pub(super) fn parts(name: &str) -> (&str, &str) {
    let base = ["_reif", "_imp"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name);
    name.split_at(base.len())
}

/// Returns the relation of a constraint that is a linear row.
fn relation(name: &str) -> Option<Relation> {
    Some(match name {
        "int2float" | "float_plus" | "float_minus" | "float_times" | "float_div" => Relation::Equal,
        "float_eq" | "float_lin_eq" => Relation::Equal,
        "float_ne" | "float_lin_ne" => Relation::Differs,
        "float_le" | "float_lin_le" => Relation::AtMost,
        "float_lt" | "float_lin_lt" => Relation::Less,
        _ => return None,
    })
}

/// Whether this is the name of a constraint on floats.
pub(in crate::translate) fn knows(name: &str) -> bool {
    let (name, _) = parts(name);
    relation(name).is_some() || FUNCTIONS.iter().any(|function| function.name == name)
}

/// Returns the form of a constraint; `None` for constraints of other types.
pub(super) fn form(call: Call<'_>) -> Result<Option<Form<'_>>, TranslateError> {
    let (name, suffix) = parts(call.name());
    if let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) {
        let count = if function.floats[0] == 0 { function.floats.len() } else { 3 };
        call.expect_arguments(count + usize::from(!suffix.is_empty()))?;
        return Ok(Some(Form::Function(function, call)));
    }
    let Some(relation) = relation(name) else { return Ok(None) };
    let float = |at| exact(call, call.float_operand(at)?);
    let (one, minus) = (whole(1), whole(-1));
    let (count, terms) = match name {
        "int2float" => (2, vec![(one, integer(call.int_operand(0)?)), (minus, float(1)?)]),
        "float_plus" => (3, vec![(one, float(0)?), (one, float(1)?), (minus, float(2)?)]),
        "float_minus" => (3, vec![(one, float(0)?), (minus, float(1)?), (minus, float(2)?)]),
        "float_times" => match (float(0)?, float(1)?) {
            (Operand::Constant(c), x) | (x, Operand::Constant(c)) => (3, vec![(c, x), (minus, float(2)?)]),
            _ => return Err(unsupported(call)),
        },
        "float_div" => match float(1)? {
            Operand::Constant(c) if !c.is_zero() => (3, vec![(one, float(0)?), (-c, float(2)?)]),
            _ => return Err(unsupported(call)),
        },
        _ if name.starts_with("float_lin") => {
            let (factors, operands) = (call.floats(0)?, call.float_operands(1)?);
            call.expect_elements(1, factors.len())?;
            let constant = [(-1.0, Operand::Constant(call.float(2)?))];
            let terms = factors.into_iter().zip(operands).chain(constant);
            let terms = terms.map(|(c, x)| Ok((number(call, c)?, exact(call, x)?)));
            (3, terms.collect::<Result<_, TranslateError>>()?)
        }
        _ => (2, vec![(one, float(0)?), (minus, float(1)?)]),
    };
    call.expect_arguments(count + usize::from(!suffix.is_empty()))?;
    let row = Row::new(terms, relation).ok_or_else(|| too_fine(call))?;
    Ok(Some(Form::Row(row)))
}

fn integer(operand: Operand<i64>) -> Operand<Fraction> {
    match operand {
        Operand::Constant(value) => Operand::Constant(whole(value)),
        Operand::Variable(x) => Operand::Variable(x),
    }
}

fn exact(call: Call<'_>, operand: Operand<f64>) -> Result<Operand<Fraction>, TranslateError> {
    Ok(match operand {
        Operand::Constant(value) => Operand::Constant(number(call, value)?),
        Operand::Variable(x) => Operand::Variable(x),
    })
}

fn number(call: Call<'_>, value: f64) -> Result<Fraction, TranslateError> {
    literal(value).map(|literal| literal.value).ok_or_else(|| too_fine(call))
}

/// Builds the error for a constraint that is not linear.
pub(super) fn unsupported(call: Call<'_>) -> TranslateError {
    misuse(
        call,
        "float variables may occur only in sums, products with constants, comparisons, `abs`, `min`, `max` and element \
         constraints, because Ferz solves over integers",
    )
}

/// Builds the error for a row whose integers do not fit into 64 bits.
pub(super) fn too_fine(call: Call<'_>) -> TranslateError {
    misuse(call, "its decimals have no common denominator that fits into 64 bits: round them")
}

fn misuse(call: Call<'_>, reason: &str) -> TranslateError {
    let location = call.instance().location(call.place());
    TranslateError::Misuse { location, constraint: call.name().to_owned(), reason: reason.to_owned() }
}

impl Row {
    /// `Σ c·x ~ 0`.
    fn new(all: Vec<(Fraction, Operand<Fraction>)>, relation: Relation) -> Option<Row> {
        let (mut terms, mut constant) = (Vec::with_capacity(all.len()), whole(0));
        for (c, operand) in all {
            match operand {
                Operand::Constant(value) => constant = constant.checked_sub(&c.checked_mul(&value)?)?,
                Operand::Variable(x) if !c.is_zero() => terms.push((c, x)),
                Operand::Variable(_) => {}
            }
        }
        // The smallest 128-bit number has no negation.
        (*constant.numer() != i128::MIN).then_some(Row { terms, relation, constant })
    }

    /// `x = y`.
    pub(super) fn equal(x: VariableId, y: VariableId) -> Row {
        let terms = vec![(whole(1), x), (whole(-1), y)];
        Row { terms, relation: Relation::Equal, constant: whole(0) }
    }

    /// Converts the row to a row over the scaled integers. The bound of an inequality is rounded to the next attainable
    /// integer sum.
    pub(super) fn integers(&self, scale: impl Fn(VariableId) -> i64) -> Option<IntegerRow> {
        let weight = |&(c, x): &(Fraction, VariableId)| Some((c.checked_div(&whole(scale(x)))?, x));
        let weights = self.terms.iter().map(weight).collect::<Option<Vec<_>>>()?;
        let is_exact = self.relation.as_at_most().is_none();
        let own = is_exact.then_some(*self.constant.denom());
        let unit = whole(common(weights.iter().map(|(c, _)| *c.denom()).chain(own))?);
        let factors = weights.iter().map(|(c, _)| Some(*c.checked_mul(&unit)?.numer())).collect::<Option<Vec<_>>>()?;
        let constant = self.constant.checked_mul(&unit)?;
        let own = is_exact.then_some(*constant.numer());
        let all = factors.iter().copied().chain(own).map(i128::unsigned_abs);
        let by = i128::try_from(all.fold(0, |all, number| all.gcd(&number)).max(1)).ok()?;
        let bound = constant.checked_div(&whole(by))?;
        let (name, bound) = match self.relation {
            Relation::Equal => ("int_lin_eq", floor(bound)),
            Relation::Differs => ("int_lin_ne", floor(bound)),
            Relation::Less => ("int_lin_le", ceil(bound) - 1),
            _ => ("int_lin_le", floor(bound)),
        };
        let factors = factors.into_iter().map(|c| i64::try_from(c / by).ok()).collect::<Option<_>>()?;
        let variables = weights.into_iter().map(|(_, x)| x).collect();
        Some(IntegerRow { name, factors, variables, constant: i64::try_from(bound).ok()? })
    }
}

impl<'i> Form<'i> {
    /// The float terms of a function call.
    pub(super) fn floats(function: &Function, call: Call<'i>) -> impl Iterator<Item = &'i Term> {
        function.floats.iter().flat_map(move |&at| call.instance().terms_of(&call.arguments()[at]))
    }

    /// Calls `each` with every variable that the scale of the constraint depends on.
    pub(super) fn for_each(&self, mut each: impl FnMut(VariableId)) {
        match self {
            Form::Row(row) => row.terms.iter().for_each(|(_, x)| each(*x)),
            Form::Function(function, call) => {
                Form::floats(function, *call).filter_map(|term| term.as_variable()).for_each(each);
            }
        }
    }

    /// Whether the constraint, if it holds, determines `x` from its other variables.
    pub(super) fn defines(&self, x: VariableId) -> bool {
        match self {
            Form::Row(row) => row.relation == Relation::Equal,
            Form::Function(function, call) => call.arguments()[function.result].as_variable() == Some(x),
        }
    }

    /// The scale of `x`, which the constraint determines.
    pub(super) fn scale(&self, x: VariableId, scale: impl Fn(VariableId) -> i64) -> Option<i64> {
        let unit = match self {
            Form::Row(row) => {
                let (own, _) = row.terms.iter().find(|(_, y)| *y == x)?;
                let others = row.terms.iter().filter(|(_, y)| *y != x);
                let part = |&(c, y): &(Fraction, VariableId)| c.checked_div(&own.checked_mul(&whole(scale(y)))?);
                let parts = others.map(part).chain([row.constant.checked_div(own)]).collect::<Option<Vec<_>>>()?;
                common(parts.into_iter().map(|part| *part.denom()))
            }
            Form::Function(function, call) => Form::unit(function, *call, |y| if y == x { 1 } else { scale(y) }),
        }?;
        i64::try_from(unit).ok()
    }

    /// The common scale of the floats in a function call.
    pub(super) fn unit(function: &Function, call: Call<'_>, scale: impl Fn(VariableId) -> i64) -> Option<i128> {
        let one = |term: &Term| match term.as_variable() {
            Some(x) => Some(i128::from(scale(x))),
            None => Some(*constant(*term)?.denom()),
        };
        common(Form::floats(function, call).map(one).collect::<Option<Vec<_>>>()?)
    }
}
