//! Integer variables and their literals, which depend on the domain size and on the variable's use.
//!
//! | domain | literals |
//! |---|---|
//! | one value | none |
//! | two values | one, for the larger value |
//! | up to [`LISTED`] values; up to [`LISTED_BOUNDS`] if only sums and bounds use the variable | one for each value, for constraints on values; one for each bound, for sums; if both are needed, they are linked |
//! | a total of core-guided search | one for each bound that is needed, defined by a count of atoms |
//! | more values | the bits of the distance from the smallest value; they define bounds and values |
//!
//! A view `±x + c` needs no literals of its own.

use super::{Encoding, Line};
use crate::model::rows::Literal;
use crate::proof::database::Owner;
use crate::value_set::ValueSet;
use crate::view::View;
use std::collections::BTreeMap;

/// The maximum number of values in a domain with a literal for each value or bound.
pub(super) const LISTED: u64 = 256;

/// The corresponding limit for variables that are used only in sums and bounds.
pub(super) const LISTED_BOUNDS: u64 = 64;

/// The maximum length of a name used for bits, which occur in many rows; longer names are abbreviated.
const SHORT: usize = 8;

/// An integer variable of the encoding.
pub(in crate::proof) struct Variable {
    pub(super) name: String,
    pub(in crate::proof) domain: ValueSet,
    pub(in crate::proof) owner: Owner,
    pub(super) form: Form,
    /// Whether some constraint uses the variable's values, or bounds that propagation should find.
    pub(super) by_value: bool,
    /// The variables in this variable's definition.
    pub(super) defined_by: Vec<u32>,
}

/// The literals of a variable.
pub(super) enum Form {
    /// Not used yet.
    Unused,
    Constant,
    /// The literal of the larger of two values.
    Boolean(Literal),
    Listed(Listed),
    Bits(Bits),
    Total(Outputs),
}

/// The literals of a variable with a short list of values.
pub(super) struct Listed {
    pub(super) values: Vec<i32>,
    /// For each value, the literal of `x = v`.
    pub(super) equal: Option<Vec<Literal>>,
    /// The row stating that the variable has at least one value, and the row stating that it has at most one.
    pub(super) one: Option<(u32, u32)>,
    /// For each value except the first, the literal of `x >= v`.
    pub(super) order: Option<Vec<Literal>>,
    /// The value literals that a proof creates one by one, by value index.
    pub(super) lone_equal: BTreeMap<usize, Literal>,
    pub(super) lone_order: BTreeMap<usize, Literal>,
}

/// The literals of a variable with a large domain.
pub(super) struct Bits {
    pub(super) bits: Vec<Literal>,
    /// The variable's index in the database.
    pub(super) integer: u32,
    /// The row for the upper bound.
    pub(super) most: Option<u32>,
    /// The bounds that have a literal, in ascending order.
    pub(super) order: Vec<BitsBound>,
    pub(super) equal: BTreeMap<i32, Literal>,
}

/// A bound of a variable with bits.
pub(super) struct BitsBound {
    pub(super) value: i32,
    pub(super) literal: Literal,
    /// The rows that define the literal: what follows if it is true, and what follows if it is false.
    pub(super) holds: Option<u32>,
    pub(super) fails: Option<u32>,
}

/// The literals of a total.
#[derive(Default)]
pub(super) struct Outputs {
    pub(super) atoms: Vec<Literal>,
    pub(super) outputs: Vec<Output>,
    /// The row `Σ atoms >= Σ outputs`, once there is an output.
    pub(super) count: Option<u32>,
    pub(super) equal: BTreeMap<i32, Literal>,
}

/// The literal of a lower bound, and the row that holds if the literal is false.
pub(super) struct Output {
    pub(super) literal: Literal,
    pub(super) fails: u32,
}

impl Bits {
    /// Returns the index of a bound, or the index at which to insert it.
    pub(super) fn place(&self, value: i32) -> Result<usize, usize> {
        self.order.binary_search_by_key(&value, |bound| bound.value)
    }
}

impl Variable {
    pub(super) fn new(name: String, domain: ValueSet, owner: Owner) -> Variable {
        Variable { name, domain, owner, form: Form::Unused, by_value: false, defined_by: Vec::new() }
    }

    pub(super) fn low(&self) -> i32 {
        self.domain.min().unwrap_or(0)
    }

    /// The literals that determine the value of the variable.
    pub(super) fn deciding(&self) -> Vec<Literal> {
        match &self.form {
            Form::Unused | Form::Constant => Vec::new(),
            Form::Boolean(l) => vec![*l],
            Form::Listed(Listed { equal, order, .. }) => equal.as_ref().or(order.as_ref()).cloned().unwrap_or_default(),
            Form::Bits(Bits { bits, .. }) => bits.clone(),
            Form::Total(_) => Vec::new(),
        }
    }

    pub(super) fn high(&self) -> i32 {
        self.domain.max().unwrap_or(0)
    }
}

impl Encoding {
    /// Creates a variable's literals.
    pub(super) fn make(&mut self, x: u32) {
        let variable = &self.variables[x as usize];
        if !matches!(variable.form, Form::Unused) {
            return;
        }
        let (name, owner, domain) = (variable.name.clone(), variable.owner, variable.domain.clone());
        let form = match domain.len() {
            0 | 1 => Form::Constant,
            2 => Form::Boolean(self.boolean(format!("{name}_{}", domain.max().unwrap_or(1)))),
            n if n <= if variable.by_value { LISTED } else { LISTED_BOUNDS } => Form::Listed(Listed {
                values: domain.iter().collect(),
                equal: None,
                one: None,
                order: None,
                lone_equal: BTreeMap::new(),
                lone_order: BTreeMap::new(),
            }),
            _ => {
                let span = i64::from(variable.high()) - i64::from(variable.low());
                let count = 64 - span.leading_zeros();
                let low = i64::from(variable.low());
                let short = if name.len() > SHORT { self.abbreviated(x) } else { name.clone() };
                let bits: Vec<Literal> = (0..count).map(|k| self.boolean(format!("{short}_bit_{k}"))).collect();
                let integer = self.database.integer(owner, low, &bits);
                Form::Bits(Bits { bits, integer, most: None, order: Vec::new(), equal: BTreeMap::new() })
            }
        };
        let is_large = matches!(form, Form::Bits(_));
        self.variables[x as usize].form = form;
        if is_large {
            let before = std::mem::take(&mut self.label);
            self.labelled(&format!("{name}_domain"));
            let (constant, terms) = self.sum_of(x, 1);
            let high = i64::from(self.variables[x as usize].high());
            // -x >= -high
            let negated = terms.into_iter().map(|(c, l)| (-c, l)).collect();
            let row = self.emit(owner, negated, constant - high, Line::Follows);
            if let Form::Bits(Bits { most, .. }) = &mut self.variables[x as usize].form {
                *most = row;
            }
            for holes in domain.ranges().windows(2) {
                let (below, above) = (self.at_least(x, holes[0].1 + 1), self.at_least(x, holes[1].0));
                self.clause(owner, [!below, above], Line::Follows);
            }
            self.label = before;
        }
    }

    /// Creates a variable's literals if it has none yet.
    pub(super) fn make_some(&mut self, x: u32) {
        self.make(x);
        if let Form::Listed(Listed { equal: None, order: None, .. }) = self.variables[x as usize].form {
            self.make_equal(x);
        }
    }

    /// For a variable with a list of values, creates the literals of its values, defined by model rows.
    pub(super) fn make_equal(&mut self, x: u32) {
        self.make(x);
        let variable = &self.variables[x as usize];
        let Form::Listed(Listed { values, equal: None, .. }) = &variable.form else { return };
        let (name, owner, values) = (variable.name.clone(), variable.owner, values.clone());
        let before = std::mem::take(&mut self.label);
        self.labelled(&name);
        let equal: Vec<Literal> = values.iter().map(|v| self.boolean(format!("{name}_{v}"))).collect();
        let least = self.emit(owner, equal.iter().map(|&l| (1, l)).collect(), 1, Line::Follows);
        let most = self.emit(owner, equal.iter().map(|&l| (1, !l)).collect(), equal.len() as i64 - 1, Line::Follows);
        if let Form::Listed(listed) = &mut self.variables[x as usize].form {
            listed.equal = Some(equal);
            listed.one = least.zip(most);
        }
        self.tie(x);
        self.label = before;
    }

    /// For a variable with a list of values, creates the literals of its bounds, defined by model rows.
    pub(super) fn make_order(&mut self, x: u32) {
        self.make(x);
        let variable = &self.variables[x as usize];
        let Form::Listed(Listed { values, order: None, .. }) = &variable.form else { return };
        let (name, owner, values) = (variable.name.clone(), variable.owner, values.clone());
        let before = std::mem::take(&mut self.label);
        self.labelled(&name);
        let order: Vec<Literal> = values[1..].iter().map(|v| self.boolean(format!("{name}_ge_{v}"))).collect();
        for pair in order.windows(2) {
            self.clause(owner, [pair[0], !pair[1]], Line::Follows);
        }
        if let Form::Listed(listed) = &mut self.variables[x as usize].form {
            listed.order = Some(order);
        }
        self.tie(x);
        self.label = before;
    }

    /// Links the literals of values and bounds if a variable has both.
    fn tie(&mut self, x: u32) {
        let variable = &self.variables[x as usize];
        let owner = variable.owner;
        let Form::Listed(Listed { equal: Some(equal), order: Some(order), .. }) = &variable.form else { return };
        let (equal, order) = (equal.clone(), order.clone());
        for (i, &value) in equal.iter().enumerate() {
            let from = if i == 0 { Literal::TRUE } else { order[i - 1] };
            let next = order.get(i).copied().unwrap_or(Literal::FALSE);
            self.clause(owner, [!value, from], Line::Follows);
            self.clause(owner, [!value, !next], Line::Follows);
            self.clause(owner, [value, !from, next], Line::Follows);
        }
    }

    /// Creates a short name, which a model comment explains.
    fn abbreviated(&mut self, x: u32) -> String {
        let short = format!("v^{x}");
        self.writer.comment(&format!("{short} = {}", self.variables[x as usize].name));
        short
    }

    /// Returns a multiple of a variable as a constant plus weighted literals. While the model is being written, creates
    /// bound literals if the variable has a list of values.
    pub(super) fn sum_of(&mut self, x: u32, times: i64) -> (i64, Vec<(i64, Literal)>) {
        if !self.is_written {
            self.make_order(x);
        }
        self.touched.push(x);
        let variable = &self.variables[x as usize];
        let (low, high) = (i64::from(variable.low()), i64::from(variable.high()));
        let terms = match &variable.form {
            Form::Unused | Form::Constant | Form::Total(_) => Vec::new(),
            Form::Boolean(l) => vec![(high - low, *l)],
            Form::Listed(Listed { values, order: Some(order), .. }) => {
                let steps = values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0]));
                steps.zip(order.iter().copied()).collect()
            }
            Form::Listed(Listed { values, equal, .. }) => {
                values.iter().map(|&v| i64::from(v) - low).zip(equal.iter().flatten().copied()).collect()
            }
            Form::Bits(Bits { bits, .. }) => bits.iter().enumerate().map(|(k, &l)| (1 << k, l)).collect(),
        };
        (low * times, terms.into_iter().map(|(c, l)| (c * times, l)).collect())
    }

    /// Returns a view as its minimum plus literals with positive weights.
    pub(in crate::proof) fn terms(&mut self, view: View) -> (i64, Vec<(i64, Literal)>) {
        let sign = if view.is_negated() { -1 } else { 1 };
        let (constant, terms) = self.sum_of(view.var().index() as u32, sign);
        let constant = constant + i64::from(view.value_of(0));
        let below: i64 = terms.iter().map(|term| term.0.min(0)).sum();
        // -c·l = -c + c·~l
        let positive = terms.into_iter().map(|(c, l)| if c < 0 { (-c, !l) } else { (c, l) });
        (constant + below, positive.collect())
    }

    /// Whether a view has bits.
    pub(in crate::proof) fn has_bits(&self, view: View) -> bool {
        matches!(self.variables[view.var().index()].form, Form::Bits(_))
    }

    /// Adds literals that are all true if and only if the variable has the given value, which must be in its domain.
    /// Does not create literals.
    pub(in crate::proof) fn fixing(&self, x: u32, value: i32, literals: &mut Vec<Literal>) {
        let variable = &self.variables[x as usize];
        match &variable.form {
            Form::Unused | Form::Constant | Form::Total(_) => {}
            Form::Boolean(l) => literals.push(if value == variable.high() { *l } else { !*l }),
            Form::Listed(Listed { values, equal, order, .. }) => {
                let Ok(i) = values.binary_search(&value) else { return };
                if let Some(equal) = equal {
                    literals.push(equal[i]);
                } else if let Some(order) = order {
                    literals.extend((i > 0).then(|| order[i - 1]));
                    literals.extend(order.get(i).map(|&l| !l));
                }
            }
            Form::Bits(Bits { bits, .. }) => {
                let distance = i64::from(value) - i64::from(variable.low());
                literals.extend(bits.iter().enumerate().map(|(k, &l)| if distance >> k & 1 == 1 { l } else { !l }));
            }
        }
    }

    /// Adds all literals of a variable, each with its sign under this value.
    pub(in crate::proof) fn all_literals(&self, x: u32, value: i32, literals: &mut Vec<Literal>) {
        let variable = &self.variables[x as usize];
        let signed = |l: Literal, holds: bool| if holds { l } else { !l };
        match &variable.form {
            Form::Listed(Listed { values, equal, order, .. }) => {
                for (i, &l) in equal.iter().flatten().enumerate() {
                    literals.push(signed(l, values[i] == value));
                }
                for (i, &l) in order.iter().flatten().enumerate() {
                    literals.push(signed(l, values[i + 1] <= value));
                }
            }
            Form::Unused | Form::Constant | Form::Boolean(_) | Form::Bits(_) | Form::Total(_) => {
                self.fixing(x, value, literals);
            }
        }
    }
}
