//! From a model to rows.
//!
//! A function that may be undefined gets arguments for which it is defined (`x / y` becomes `x / (y + [y = 0])`, an index is
//! moved to the nearest within the array), and the truth value of "it is defined" goes to where the
//! semantics want it: to the comparison around it, or to the constraint. So every auxiliary variable has
//! exactly one value for each assignment of the others.

use super::flat::{Direction, Flat, Linear, Row, Said};
use super::{Aim, ExportError};
use crate::constraints::conditional::Form;
use crate::model::constraint::{Comparison, Constraint, Meaning, Sign};
use crate::model::expr::Expr;
use crate::model::function::{Function, Operation};
use crate::model::spelling::{Named, Spell, within};
use crate::model::statement::Statement;
use crate::model::{IntVar, Model, ModelError};
use crate::value_set::ValueSet;
use crate::view::View;
use std::collections::HashMap;
use std::sync::Arc;

/// The rows of a model, at most.
const MOST_ROWS: usize = 4_000_000;

/// The pairs of a power that are listed, at most.
const MOST_PAIRS: u64 = 20_000;

/// Sums of numbers of this size are safe in other solvers.
const SUM_LIMIT: i64 = i64::MAX >> 8;

/// What a format can say by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Idiom {
    /// Comparisons and functions alone.
    FlatZinc,
    /// Constraints of the catalogue too, where there is no condition.
    Xcsp3,
}

pub(super) struct Flattener<'m> {
    model: &'m Model,
    idiom: Idiom,
    flat: Flat,
    numbers: HashMap<i32, u32>,
    sums: HashMap<Linear, u32>,
    truths: HashMap<(Linear, Sign), u32>,
    functions: HashMap<(Operation, Vec<u32>), u32>,
    constraint: usize,
    /// Truth values that say that what a statement spells is defined.
    spelled: Vec<u32>,
    /// What went wrong while a statement spelled itself.
    failed: Option<ExportError>,
}

type Made<T> = Result<T, ExportError>;

/// The rows of a model.
pub(super) fn flatten(model: &Model, aim: &Aim, idiom: Idiom) -> Made<Flat> {
    if let Some((_, error)) = model.errors.first() {
        return Err(error.clone().into());
    }
    let domains: Vec<ValueSet> = model.variables.iter().map(|v| v.domain.clone()).collect();
    let own = domains.len();
    let first_index = if idiom == Idiom::FlatZinc { 1 } else { 0 };
    let flat = Flat { domains, own, first_index, ..Flat::default() };
    let mut flattener = Flattener {
        model,
        idiom,
        flat,
        numbers: HashMap::new(),
        sums: HashMap::new(),
        truths: HashMap::new(),
        functions: HashMap::new(),
        constraint: 0,
        spelled: Vec::new(),
        failed: None,
    };
    if idiom == Idiom::FlatZinc {
        for (i, declared) in model.variables.iter().enumerate().filter(|(_, declared)| is_long(&declared.domain)) {
            let x = expr(&Linear { terms: vec![(1, i as u32)], constant: 0 });
            flattener.require(&within(&x, &declared.domain))?;
        }
    }
    for (i, constraint) in model.constraints.iter().enumerate() {
        flattener.constraint = i;
        flattener.state(constraint)?;
    }
    flattener.constraint = model.constraints.len();
    flattener.aim(aim)?;
    // A file must have a variable.
    if idiom == Idiom::Xcsp3 && flattener.flat.domains.is_empty() {
        flattener.number(0);
    }
    Ok(flattener.flat)
}

/// Whether a domain has holes and too many values to be listed. FlatZinc has its bounds only, and says the rest.
pub(super) fn is_long(domain: &ValueSet) -> bool {
    domain.ranges().len() > 1 && domain.len() > 5_000
}

impl Flattener<'_> {
    fn state(&mut self, constraint: &Constraint) -> Made<()> {
        let Some(condition) = &constraint.condition else {
            return match &constraint.meaning {
                Meaning::Compare(comparison) => self.require(comparison),
                Meaning::Stated(statement) => self.require_statement(statement.as_ref()),
                Meaning::Custom { .. } => Err(self.unknown()),
            };
        };
        let holds = match &constraint.meaning {
            Meaning::Compare(comparison) => self.truth(comparison)?,
            Meaning::Stated(statement) => self.truth_of_statement(statement.as_ref())?,
            Meaning::Custom { .. } => return Err(self.unknown()),
        };
        let mut guards = Vec::new();
        let mut difference = self.lower(&condition.truth, &mut guards)?;
        self.require_all(&guards)?;
        difference.terms.push((-1, holds));
        let sign = if condition.form == Form::Iff { Sign::Equal } else { Sign::AtMost };
        let difference = self.tidied(difference);
        self.require_linear(difference, sign)
    }

    fn aim(&mut self, aim: &Aim) -> Made<()> {
        let (direction, expr) = match aim {
            Aim::Satisfy => return Ok(()),
            Aim::Minimize(expr) => (Direction::Minimize, expr),
            Aim::Maximize(expr) => (Direction::Maximize, expr),
        };
        if expr.variables().iter().any(|&x| !self.model.owner().owns(x)) {
            return Err(ModelError::ForeignVariable { place: self.name() }.into());
        }
        let mut guards = Vec::new();
        let value = self.lower(expr, &mut guards)?;
        self.require_all(&guards)?;
        let value = self.variable_of(value)?;
        self.flat.objective = Some((direction, value));
        Ok(())
    }

    fn name(&self) -> String {
        let constraint = self.model.constraints.get(self.constraint);
        constraint.map_or_else(|| "the objective".to_owned(), |c| c.display(self.constraint))
    }

    fn unknown(&self) -> ExportError {
        ExportError::OwnPropagator { constraint: self.name() }
    }

    /// A statement of the catalogue: as it is, if the format has it, or in comparisons.
    fn require_statement(&mut self, statement: &dyn Statement) -> Made<()> {
        let mut guards = Vec::new();
        let arguments = self.arguments(statement, &mut guards)?;
        self.require_all(&guards)?;
        if self.idiom == Idiom::Xcsp3 {
            // Probe by names alone: what is said in comparisons needs no variables for its arguments.
            let probe: Vec<Named> = arguments
                .iter()
                .map(|sum| {
                    let clamp = |v: i128| v.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                    let (low, high) = self.range(sum);
                    // Equal arguments get one variable.
                    Named { name: format!("{sum:?}"), bounds: (clamp(low), clamp(high)) }
                })
                .collect();
            if statement.xcsp3(&probe).is_some() {
                let arguments = arguments.into_iter().map(|sum| self.variable_of(sum)).collect::<Made<Vec<u32>>>()?;
                return self.row(Said::Native { arguments }, None);
            }
        }
        for comparison in self.spelled_out(statement, &arguments)? {
            self.require(&comparison)?;
        }
        let defined = std::mem::take(&mut self.spelled);
        self.require_all(&defined)
    }

    fn truth_of_statement(&mut self, statement: &dyn Statement) -> Made<u32> {
        let mut all = Vec::new();
        let arguments = self.arguments(statement, &mut all)?;
        for comparison in self.spelled_out(statement, &arguments)? {
            all.push(self.truth(&comparison)?);
        }
        all.append(&mut self.spelled);
        self.all_of(all)
    }

    fn arguments(&mut self, statement: &dyn Statement, guards: &mut Vec<u32>) -> Made<Vec<Linear>> {
        statement.arguments().iter().map(|e| self.lower(e, guards)).collect()
    }

    fn spelled_out(&mut self, statement: &dyn Statement, arguments: &[Linear]) -> Made<Vec<Comparison>> {
        let arguments: Vec<Expr> = arguments.iter().map(expr).collect();
        let comparisons = statement.in_comparisons(&arguments, self);
        self.failed.take().map_or(Ok(comparisons), Err)
    }

    /// A comparison that must hold.
    fn require(&mut self, comparison: &Comparison) -> Made<()> {
        let Comparison { difference, sign } = comparison;
        if let Some(all) = conjunction(difference, *sign) {
            return all.into_iter().try_for_each(|one| self.require(&one));
        }
        let mut guards = Vec::new();
        let sum = self.lower(difference, &mut guards)?;
        self.require_all(&guards)?;
        self.require_linear(sum, *sign)
    }

    /// These truth values must be 1.
    fn require_all(&mut self, truths: &[u32]) -> Made<()> {
        for &truth in truths {
            self.require_linear(self.tidied(Linear { terms: vec![(-1, truth)], constant: 1 }), Sign::AtMost)?;
        }
        Ok(())
    }

    fn require_linear(&mut self, sum: Linear, sign: Sign) -> Made<()> {
        match self.decided(&sum, sign) {
            Some(true) => Ok(()),
            // A row without terms says that there is no solution.
            Some(false) => {
                let sum = Linear { terms: Vec::new(), constant: 1 };
                self.row(Said::Linear { sum, sign: Sign::Equal, truth: None }, None)
            }
            None => {
                self.check_sum(&sum)?;
                self.row(Said::Linear { sum, sign, truth: None }, None)
            }
        }
    }

    /// Whether a comparison holds for all values, or for none.
    fn decided(&self, sum: &Linear, sign: Sign) -> Option<bool> {
        let (low, high) = self.range(sum);
        match sign {
            Sign::AtMost if high <= 0 => Some(true),
            Sign::AtMost if low > 0 => Some(false),
            Sign::AtMost => None,
            _ if low > 0 || high < 0 => Some(sign == Sign::Differs),
            _ if low == high => Some(sign == Sign::Equal),
            _ => None,
        }
    }

    /// The truth of a comparison: a variable that is 1 if it is defined and holds, and 0 if not.
    fn truth(&mut self, comparison: &Comparison) -> Made<u32> {
        let mut all = Vec::new();
        let sum = self.lower(&comparison.difference, &mut all)?;
        all.push(self.truth_of_linear(sum, comparison.sign)?);
        self.all_of(all)
    }

    fn truth_of_linear(&mut self, sum: Linear, sign: Sign) -> Made<u32> {
        if let Some(decided) = self.decided(&sum, sign) {
            return Ok(self.number(i32::from(decided)));
        }
        if let &[(c, x)] = &sum.terms[..]
            && self.flat.is_binary(x)
            && matches!(
                (sign, c, sum.constant),
                (Sign::AtMost | Sign::Equal, -1, 1) | (Sign::Differs, 1 | -1, 0) | (Sign::Equal, 1, -1)
            )
        {
            return Ok(x);
        }
        // Long sums get a variable of their own where comparisons of sums are only for short ones.
        let sum = if self.idiom == Idiom::Xcsp3 && sum.terms.len() > 3 {
            let constant = sum.constant;
            let terms = vec![(1, self.variable_of(Linear { constant: 0, ..sum })?)];
            Linear { terms, constant }
        } else {
            sum
        };
        if let Some(&known) = self.truths.get(&(sum.clone(), sign)) {
            return Ok(known);
        }
        self.check_sum(&sum)?;
        let truth = self.new_variable(ValueSet::range(0, 1));
        self.truths.insert((sum.clone(), sign), truth);
        self.row(Said::Linear { sum, sign, truth: Some(truth) }, Some(truth))?;
        Ok(truth)
    }

    /// A variable that is 1 if all of these are.
    fn all_of(&mut self, mut truths: Vec<u32>) -> Made<u32> {
        truths.retain(|&t| self.flat.number(t) != Some(1));
        truths.sort_unstable();
        truths.dedup();
        match truths[..] {
            [one] => Ok(one),
            _ => {
                let constant = truths.len() as i64;
                let terms = truths.into_iter().map(|t| (-1, t)).collect();
                let sum = self.tidied(Linear { terms, constant });
                self.truth_of_linear(sum, Sign::AtMost)
            }
        }
    }

    /// An expression as a sum of variables; where it is undefined some of the guards are 0.
    fn lower(&mut self, e: &Expr, guards: &mut Vec<u32>) -> Made<Linear> {
        let e = e.normalised();
        let small = |c: i128| i64::try_from(c).ok().filter(|c| c.abs() <= SUM_LIMIT);
        let beyond = |c: i128| self.overflow((c, c), SUM_LIMIT);
        let mut sum = Linear { terms: Vec::new(), constant: small(e.constant).ok_or_else(|| beyond(e.constant))? };
        for &(c, x) in &e.terms {
            sum.terms.push((small(c).ok_or_else(|| beyond(c))?, x.index));
        }
        for (c, function) in &e.functions {
            let c = small(*c).ok_or_else(|| self.overflow((*c, *c), SUM_LIMIT))?;
            let x = self.function(function, guards)?;
            sum.terms.push((c, x));
        }
        let sum = self.tidied(sum);
        self.check_sum(&sum)?;
        Ok(sum)
    }

    /// Numbers and terms of one variable added up.
    fn tidied(&self, sum: Linear) -> Linear {
        let mut tidy = Linear { terms: Vec::with_capacity(sum.terms.len()), constant: sum.constant };
        let mut place: HashMap<u32, usize> = HashMap::new();
        for (c, x) in sum.terms {
            if let Some(v) = self.flat.number(x) {
                tidy.constant = tidy.constant.saturating_add(c.saturating_mul(v.into()));
            } else if let Some(&at) = place.get(&x) {
                let term: &mut (i64, u32) = &mut tidy.terms[at];
                term.0 = term.0.saturating_add(c);
            } else {
                place.insert(x, tidy.terms.len());
                tidy.terms.push((c, x));
            }
        }
        tidy.terms.retain(|t| t.0 != 0);
        tidy
    }

    fn range(&self, sum: &Linear) -> (i128, i128) {
        let constant = i128::from(sum.constant);
        sum.terms.iter().fold((constant, constant), |(low, high), &(c, x)| {
            let domain = &self.flat.domains[x as usize];
            let at = |v: Option<i32>| i128::from(c) * i128::from(v.unwrap_or(0));
            let (a, b) = (at(domain.min()), at(domain.max()));
            (low + a.min(b), high + a.max(b))
        })
    }

    fn overflow(&self, (low, high): (i128, i128), limit: i64) -> ExportError {
        ExportError::Overflow { constraint: self.name(), low, high, limit }
    }

    fn check_sum(&self, sum: &Linear) -> Made<()> {
        let range = self.range(sum);
        let limit = i128::from(SUM_LIMIT);
        if range.0 < -limit || range.1 > limit { Err(self.overflow(range, SUM_LIMIT)) } else { Ok(()) }
    }

    /// A variable that equals a sum.
    fn variable_of(&mut self, sum: Linear) -> Made<u32> {
        match (&sum.terms[..], sum.constant) {
            (&[(1, x)], 0) => return Ok(x),
            ([], constant) => {
                let beyond = || self.overflow((constant.into(), constant.into()), View::LIMIT.into());
                let v = i32::try_from(constant).ok().filter(|v| v.abs() <= View::LIMIT).ok_or_else(beyond)?;
                return Ok(self.number(v));
            }
            _ => {}
        }
        if let Some(&known) = self.sums.get(&sum) {
            return Ok(known);
        }
        let result = self.within_limits(self.range(&sum))?;
        self.sums.insert(sum.clone(), result);
        let mut tie = sum;
        tie.terms.push((-1, result));
        self.row(Said::Linear { sum: tie, sign: Sign::Equal, truth: None }, Some(result))?;
        Ok(result)
    }

    /// A new variable with these bounds.
    fn within_limits(&mut self, range: (i128, i128)) -> Made<u32> {
        let limit = i128::from(View::LIMIT);
        if range.0 < -limit || range.1 > limit {
            return Err(self.overflow(range, View::LIMIT.into()));
        }
        Ok(self.new_variable(ValueSet::range(range.0 as i32, range.1 as i32)))
    }

    fn new_variable(&mut self, domain: ValueSet) -> u32 {
        self.flat.domains.push(domain);
        self.flat.domains.len() as u32 - 1
    }

    fn number(&mut self, v: i32) -> u32 {
        if let Some(&known) = self.numbers.get(&v) {
            return known;
        }
        let x = self.new_variable(ValueSet::range(v, v));
        self.numbers.insert(v, x);
        x
    }

    fn row(&mut self, said: Said, defines: Option<u32>) -> Made<()> {
        if self.flat.rows.len() >= MOST_ROWS {
            return Err(ExportError::TooLarge { constraint: self.name(), limit: MOST_ROWS });
        }
        self.flat.rows.push(Row { constraint: self.constraint, said, defines });
        Ok(())
    }

    /// The variable of a function; where it is undefined some of the guards are 0.
    fn function(&mut self, function: &Function, guards: &mut Vec<u32>) -> Made<u32> {
        if let (&Operation::Truth(sign), [difference]) = (&function.operation, &function.arguments[..]) {
            return self.truth(&Comparison { difference: difference.clone(), sign });
        }
        let arguments = function.arguments.iter().map(|e| self.lower(e, guards)).collect::<Made<Vec<Linear>>>()?;
        match (&function.operation, &arguments[..]) {
            (Operation::Times, [x, y]) => self.product(x, y),
            (Operation::Div | Operation::Modulo, [x, y]) => {
                let is_zero = self.truth_of_linear(y.clone(), Sign::Equal)?;
                guards.push(self.truth_of_linear(y.clone(), Sign::Differs)?);
                let mut divisor = y.clone();
                divisor.terms.push((1, is_zero));
                let divisor = self.tidied(divisor);
                self.quotient(&function.operation, x, &divisor)
            }
            (Operation::Pow, [x, y]) => self.power(x, y, guards),
            (Operation::Element(array), [index]) => {
                let index = self.index(index, array.len(), guards)?;
                if array.is_empty() {
                    Ok(index)
                } else {
                    self.result(Operation::Element(Arc::clone(array)), vec![index])
                }
            }
            (Operation::ElementOf, [index, array @ ..]) => {
                let mut all = vec![self.index(index, array.len(), guards)?];
                for sum in array {
                    all.push(self.variable_of(sum.clone())?);
                }
                if array.is_empty() { Ok(all[0]) } else { self.result(Operation::ElementOf, all) }
            }
            (operation, all) => {
                if all.is_empty() {
                    guards.push(self.number(0));
                    return Ok(self.number(0));
                }
                let all = all.iter().map(|sum| self.variable_of(sum.clone())).collect::<Made<Vec<u32>>>()?;
                match (operation, &all[..]) {
                    (Operation::Maximum | Operation::Minimum, &[one]) => Ok(one),
                    _ => self.result(operation.clone(), all),
                }
            }
        }
    }

    /// The variable of a function of variables that is defined for all their values.
    fn result(&mut self, operation: Operation, arguments: Vec<u32>) -> Made<u32> {
        let key = (operation, arguments);
        if let Some(&known) = self.functions.get(&key) {
            return Ok(known);
        }
        let (operation, arguments) = key.clone();
        let bounds = |&x: &u32| {
            let domain = &self.flat.domains[x as usize];
            (domain.min().unwrap_or(0).into(), domain.max().unwrap_or(0).into())
        };
        let ranges: Vec<(i128, i128)> = arguments.iter().map(bounds).collect();
        let range = Function { operation: operation.clone(), arguments: Vec::new() }.range(&ranges);
        if arguments.iter().all(|&x| self.flat.number(x).is_some()) {
            let values: Vec<i32> = self.flat.domains.iter().map(|domain| domain.min().unwrap_or(0)).collect();
            if let Some(v) = self.flat.value(&operation, &arguments, &values).and_then(|v| i32::try_from(v).ok()) {
                return Ok(self.number(v));
            }
        }
        let result = self.within_limits(range)?;
        self.functions.insert(key, result);
        self.row(Said::Function { operation, arguments, result }, Some(result))?;
        Ok(result)
    }

    fn product(&mut self, x: &Linear, y: &Linear) -> Made<u32> {
        for (number, other) in [(x, y), (y, x)] {
            if number.terms.is_empty() {
                let times = |c: i64| c.checked_mul(number.constant).filter(|c| c.abs() <= SUM_LIMIT);
                let scaled: Option<Vec<(i64, u32)>> = other.terms.iter().map(|&(c, x)| Some((times(c)?, x))).collect();
                let Some((terms, constant)) = scaled.zip(times(other.constant)) else {
                    return Err(self.overflow((i128::MIN, i128::MAX), SUM_LIMIT));
                };
                let sum = self.tidied(Linear { terms, constant });
                return self.variable_of(sum);
            }
        }
        let (x, y) = (self.variable_of(x.clone())?, self.variable_of(y.clone())?);
        self.result(Operation::Times, vec![x, y])
    }

    /// `x / y`, or what it leaves, for a divisor that is not 0.
    fn quotient(&mut self, operation: &Operation, x: &Linear, y: &Linear) -> Made<u32> {
        let negative = self.range(x).0 < 0 || self.range(y).0 < 0;
        let (x, y) = (self.variable_of(x.clone())?, self.variable_of(y.clone())?);
        self.never_zero(y);
        if self.idiom == Idiom::FlatZinc || !negative {
            return self.result(operation.clone(), vec![x, y]);
        }
        // Formats differ in how they round below 0: divide the distances from 0, and put the sign in.
        let below =
            |this: &mut Self, x: u32| this.truth_of_linear(Linear { terms: vec![(1, x)], constant: 1 }, Sign::AtMost);
        let (a, b) = (below(self, x)?, below(self, y)?);
        let one_sided = self.tidied(Linear { terms: vec![(1, a), (-1, b)], constant: 0 });
        let opposite = self.truth_of_linear(one_sided, Sign::Differs)?;
        let (p, q) = (self.result(Operation::Absolute, vec![x])?, self.result(Operation::Absolute, vec![y])?);
        self.never_zero(q);
        let distance = self.result(Operation::Div, vec![p, q])?;
        let sign = self.tidied(Linear { terms: vec![(-2, opposite)], constant: 1 });
        let distance = self.tidied(Linear { terms: vec![(1, distance)], constant: 0 });
        let quotient = self.product(&sign, &distance)?;
        if *operation == Operation::Div {
            return Ok(quotient);
        }
        let [p, q] = [quotient, y].map(|x| self.tidied(Linear { terms: vec![(1, x)], constant: 0 }));
        let taken = self.product(&p, &q)?;
        let rest = self.tidied(Linear { terms: vec![(1, x), (-1, taken)], constant: 0 });
        self.variable_of(rest)
    }

    /// Takes 0 from an introduced variable, which does not have it anyway: solvers look at the domains of divisors.
    fn never_zero(&mut self, x: u32) {
        if x as usize >= self.flat.own {
            let domain = &mut self.flat.domains[x as usize];
            *domain = domain.without(0);
        }
    }

    fn power(&mut self, x: &Linear, y: &Linear, guards: &mut Vec<u32>) -> Made<u32> {
        if let (true, 0..=30) = (y.terms.is_empty(), y.constant) {
            let mut product = Linear { terms: Vec::new(), constant: 1 };
            for _ in 0..y.constant {
                let next = self.product(&product, x)?;
                product = self.tidied(Linear { terms: vec![(1, next)], constant: 0 });
            }
            return self.variable_of(product);
        }
        // Otherwise all powers are listed, row after row of one base each.
        let (bases, exponents) = (self.range(x), self.range(y));
        let size = |range: (i128, i128)| u64::try_from(range.1 - range.0 + 1).unwrap_or(u64::MAX);
        let pairs = size(bases).saturating_mul(size(exponents));
        if pairs > MOST_PAIRS {
            return Err(ExportError::Power { constraint: self.name(), pairs, limit: MOST_PAIRS });
        }
        let power = Function { operation: Operation::Pow, arguments: Vec::new() };
        let mut all = Vec::new();
        for x in bases.0..=bases.1 {
            for y in exponents.0..=exponents.1 {
                let v = power.value(&[x, y]).unwrap_or(0);
                let small = i32::try_from(v).ok().filter(|v| v.abs() <= View::LIMIT);
                all.push(small.ok_or_else(|| self.overflow((v, v), View::LIMIT.into()))?);
            }
        }
        if bases.0 <= 0 && bases.1 >= 0 && exponents.0 < 0 {
            let at_least_0 = Linear { terms: y.terms.iter().map(|&(c, x)| (-c, x)).collect(), constant: -y.constant };
            let fine =
                [self.truth_of_linear(x.clone(), Sign::Differs)?, self.truth_of_linear(at_least_0, Sign::AtMost)?];
            let one = self.tidied(Linear { terms: fine.iter().map(|&t| (-1, t)).collect(), constant: 1 });
            guards.push(self.truth_of_linear(one, Sign::AtMost)?);
        }
        let width = size(exponents) as i64;
        let mut place = Linear { terms: x.terms.iter().map(|&(c, x)| (c * width, x)).collect(), constant: 0 };
        place.terms.extend(&y.terms);
        place.constant = (x.constant - bases.0 as i64) * width + y.constant - exponents.0 as i64;
        place.constant += i64::from(self.flat.first_index);
        let place = self.tidied(place);
        let place = self.variable_of(place)?;
        self.result(Operation::Element(all.into()), vec![place])
    }

    /// An index from 0 as the format counts them, moved into the array.
    fn index(&mut self, index: &Linear, length: usize, guards: &mut Vec<u32>) -> Made<u32> {
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        if length == 0 {
            guards.push(self.number(0));
            return Ok(self.number(0));
        }
        let first = self.flat.first_index;
        let last = first + length - 1;
        let place = Linear { constant: index.constant.saturating_add(first.into()), ..index.clone() };
        let (low, high) = self.range(&place);
        let mut at = self.variable_of(place.clone())?;
        if high > last.into() {
            let excess = Linear { constant: place.constant.saturating_sub(last.into()), ..place.clone() };
            guards.push(self.truth_of_linear(excess, Sign::AtMost)?);
            let last = self.number(last);
            at = self.result(Operation::Minimum, vec![at, last])?;
        }
        if low < first.into() {
            let terms = place.terms.iter().map(|&(c, x)| (-c, x)).collect();
            let lack = Linear { terms, constant: i64::from(first).saturating_sub(place.constant) };
            guards.push(self.truth_of_linear(lack, Sign::AtMost)?);
            let first = self.number(first);
            at = self.result(Operation::Maximum, vec![at, first])?;
        }
        Ok(at)
    }
}

impl Spell for Flattener<'_> {
    fn variable(&mut self, e: Expr) -> Expr {
        if self.failed.is_some() {
            return e;
        }
        let mut guards = Vec::new();
        let made = self.lower(&e, &mut guards).and_then(|sum| self.variable_of(sum));
        self.spelled.append(&mut guards);
        match made {
            Ok(x) => expr(&Linear { terms: vec![(1, x)], constant: 0 }),
            Err(error) => {
                self.failed = Some(error);
                Expr::from(0)
            }
        }
    }
}

/// A sum of rows' variables as an expression.
fn expr(sum: &Linear) -> Expr {
    let mut e = Expr { constant: sum.constant.into(), ..Expr::default() };
    e.terms.extend(sum.terms.iter().map(|&(c, x)| (i128::from(c), IntVar::auxiliary(x))));
    e
}

/// The comparisons that say together that all of them hold.
fn conjunction(difference: &Expr, sign: Sign) -> Option<Vec<Comparison>> {
    let count = difference.functions.len();
    if sign != Sign::AtMost || !difference.terms.is_empty() || difference.constant != count as i128 {
        return None;
    }
    let one = |(c, function): &(i128, Arc<Function>)| match (c, &function.operation, &function.arguments[..]) {
        (-1, &Operation::Truth(sign), [difference]) => Some(Comparison { difference: difference.clone(), sign }),
        _ => None,
    };
    difference.functions.iter().map(one).collect()
}
