//! Export to FlatZinc, using only the standard constraints of its library.
//!
//! See the "FlatZinc Specification" of the MiniZinc Handbook, version 2. The export uses the FlatZinc builtins for
//! integers and Booleans. A truth value that is used both as a number and as a Boolean becomes two variables, linked by
//! `bool2int`.

use super::flat::{Direction, Flat, Linear, Row, RowKind};
use super::flatten::{Idiom, flatten, is_long};
use super::names::{Names, line};
use super::{ExportError, SolveItem};
use crate::model::{Model, Name, Operation, Sign};
use crate::value_set::ValueSet;
use std::fmt::Write as _;

/// Reserved words, which cannot be names.
const RESERVED: &[&str] = &[
    "ann",
    "annotation",
    "any",
    "array",
    "bool",
    "case",
    "constraint",
    "default",
    "diff",
    "div",
    "else",
    "elseif",
    "endif",
    "enum",
    "false",
    "float",
    "function",
    "if",
    "in",
    "include",
    "int",
    "intersect",
    "let",
    "list",
    "maximize",
    "minimize",
    "mod",
    "not",
    "of",
    "op",
    "opt",
    "output",
    "par",
    "predicate",
    "record",
    "satisfy",
    "set",
    "solve",
    "string",
    "subset",
    "superset",
    "symdiff",
    "test",
    "then",
    "true",
    "tuple",
    "type",
    "union",
    "var",
    "where",
    "xor",
];

impl Model {
    /// Exports the model to FlatZinc, the format that MiniZinc passes to solvers.
    ///
    /// Only standard constraints over integers and Booleans are used, so any solver that reads the format accepts the
    /// result; catalogue constraints are decomposed. Auxiliary variables are introduced where needed, each with exactly
    /// one value for every assignment of the others, so the number of solutions does not change.
    ///
    /// ```
    /// use solver_core::{SolveItem, prelude::*};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=9)?;
    /// m.post((2 * x[0] + x[1]).equals(7)).named("sum");
    /// let text = m.to_flatzinc(&SolveItem::Minimize(x[1].into())).expect("it can be expressed");
    /// assert_eq!(text, "\
    /// var 0..9: x_1;
    /// var 0..9: x_2;
    /// array [1..2] of var int: x :: output_array([1..2]) = [x_1,x_2];
    /// % sum
    /// constraint int_lin_eq([2,1],[x_1,x_2],7);
    /// solve minimize x_2;
    /// ");
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ExportError`], which names the constraint.
    #[doc(alias = "minizinc")]
    pub fn to_flatzinc(&self, item: &SolveItem) -> Result<String, ExportError> {
        let flat = flatten(self, item, Idiom::FlatZinc)?;
        Ok(Writer::new(self, &flat).text())
    }
}

/// How a variable is used.
#[derive(Clone, Copy, Default)]
struct Uses {
    as_number: bool,
    as_truth: bool,
}

struct Writer<'m> {
    model: &'m Model,
    flat: &'m Flat,
    /// The names of arrays, by array number.
    arrays: Vec<String>,
    names: Vec<String>,
    /// The names of the Boolean counterparts of variables.
    truths: Vec<String>,
    uses: Vec<Uses>,
}

impl<'m> Writer<'m> {
    fn new(model: &'m Model, flat: &'m Flat) -> Writer<'m> {
        let mut known = Names::new(model, RESERVED);
        let mut names = Vec::with_capacity(flat.domains.len());
        for x in 0..flat.domains.len() {
            let name = match model.variables.get(x).map(|declared| &declared.name) {
                Some(Name::Own(_)) => known.own[x].clone(),
                Some(Name::Element { array, index }) => {
                    let element = format!("{}_{}", known.arrays[*array as usize], index + 1);
                    known.fresh(&element)
                }
                None => known.fresh(&format!("i{}", x - flat.own + 1)),
            };
            names.push(name);
        }
        let truth =
            |x: usize| if flat.is_binary(x as u32) { known.fresh(&format!("{}_b", names[x])) } else { String::new() };
        let truths = (0..names.len()).map(truth).collect();
        let mut uses = vec![Uses::default(); names.len()];
        uses[..flat.own].fill(Uses { as_number: true, as_truth: false });
        Writer { model, flat, arrays: known.arrays, names, truths, uses }
    }

    fn text(mut self) -> String {
        let mut constraints = String::new();
        let mut of = None;
        for row in &self.flat.rows {
            if of != Some(row.constraint) {
                of = Some(row.constraint);
                if let Some(name) = self.model.constraints.get(row.constraint).and_then(|c| c.name.as_ref()) {
                    let _ = writeln!(constraints, "% {}", line(name));
                }
            }
            let text = self.row(row);
            let _ = writeln!(constraints, "constraint {text};");
        }
        let solve = match self.flat.objective {
            None => "solve satisfy;\n".to_owned(),
            Some((direction, x)) => {
                let word = if direction == Direction::Minimize { "minimize" } else { "maximize" };
                format!("solve {word} {};\n", self.objective(x))
            }
        };
        let mut text = String::new();
        self.declare(&mut text);
        text + &constraints + &solve
    }

    /// The name of the objective's variable, even if it is fixed.
    fn objective(&mut self, x: u32) -> String {
        self.uses[x as usize].as_number = true;
        self.names[x as usize].clone()
    }

    /// Declares variables, arrays of variables for output, and the links between numbers and Booleans.
    fn declare(&self, text: &mut String) {
        let mut ties = String::new();
        for (x, name) in self.names.iter().enumerate() {
            let (Uses { as_number, as_truth }, truth) = (self.uses[x], &self.truths[x]);
            let notes = match self.model.variables.get(x).map(|declared| &declared.name) {
                Some(Name::Own(_)) => " :: output_var",
                Some(Name::Element { .. }) => "",
                None => " :: var_is_introduced",
            };
            if as_number {
                let _ = writeln!(text, "var {}: {name}{notes};", domain(&self.flat.domains[x]));
            }
            if as_truth {
                let _ = writeln!(text, "var bool: {truth} :: var_is_introduced;");
            }
            if as_number && as_truth {
                let _ = writeln!(ties, "constraint bool2int({truth},{name});");
            }
        }
        let mut elements: Vec<Vec<&str>> = vec![Vec::new(); self.arrays.len()];
        for (x, declared) in self.model.variables.iter().enumerate() {
            if let Name::Element { array, .. } = declared.name {
                elements[array as usize].push(&self.names[x]);
            }
        }
        for (name, elements) in self.arrays.iter().zip(elements).filter(|(_, elements)| !elements.is_empty()) {
            let (count, list) = (elements.len(), elements.join(","));
            let _ = writeln!(text, "array [1..{count}] of var int: {name} :: output_array([1..{count}]) = [{list}];");
        }
        *text += &ties;
    }

    /// Marks a variable as used as a number, and returns its name or its value if it is fixed.
    fn number(&mut self, x: u32) -> String {
        if let Some(v) = self.flat.number(x) {
            return v.to_string();
        }
        self.uses[x as usize].as_number = true;
        self.names[x as usize].clone()
    }

    fn numbers(&mut self, all: &[u32]) -> String {
        let all: Vec<String> = all.iter().map(|&x| self.number(x)).collect();
        format!("[{}]", all.join(","))
    }

    /// Marks a variable as used as a Boolean, and returns its Boolean name.
    fn truth(&mut self, x: u32) -> String {
        self.uses[x as usize].as_truth = true;
        self.truths[x as usize].clone()
    }

    fn truth_list(&mut self, all: &[u32]) -> String {
        let all: Vec<String> = all.iter().map(|&x| self.truth(x)).collect();
        format!("[{}]", all.join(","))
    }

    fn row(&mut self, row: &Row) -> String {
        match &row.kind {
            RowKind::Linear { sum, sign, truth } => self.linear(sum, *sign, *truth),
            RowKind::Function { operation, arguments, result } => self.function(operation, arguments, *result),
            // FlatZinc has no native constraints.
            RowKind::Native { .. } => String::new(),
        }
    }

    fn function(&mut self, operation: &Operation, arguments: &[u32], result: u32) -> String {
        let result = self.number(result);
        let plain = |this: &mut Self, name: &str| {
            let all: Vec<String> = arguments.iter().map(|&x| this.number(x)).collect();
            format!("{name}({},{result})", all.join(","))
        };
        match operation {
            Operation::Times => plain(self, "int_times"),
            Operation::Div => plain(self, "int_div"),
            Operation::Modulo => plain(self, "int_mod"),
            Operation::Absolute => plain(self, "int_abs"),
            Operation::Maximum if arguments.len() == 2 => plain(self, "int_max"),
            Operation::Minimum if arguments.len() == 2 => plain(self, "int_min"),
            Operation::Maximum => format!("array_int_maximum({result},{})", self.numbers(arguments)),
            Operation::Minimum => format!("array_int_minimum({result},{})", self.numbers(arguments)),
            Operation::Element(array) => {
                let array: Vec<String> = array.iter().map(i32::to_string).collect();
                format!("array_int_element({},[{}],{result})", self.number(arguments[0]), array.join(","))
            }
            Operation::ElementOf => {
                format!(
                    "array_var_int_element({},{},{result})",
                    self.number(arguments[0]),
                    self.numbers(&arguments[1..])
                )
            }
            // Flattening has replaced powers by tables or products, truth values by comparisons, and counts of distinct
            // values by sums.
            Operation::Pow | Operation::Truth(_) | Operation::NValue => plain(self, "int_pow"),
        }
    }

    fn linear(&mut self, sum: &Linear, sign: Sign, truth: Option<u32>) -> String {
        if let Some(logical) = self.logical(sum, sign, truth) {
            return logical;
        }
        let (suffix, result) = match truth {
            None => ("", String::new()),
            Some(truth) => ("_reif", format!(",{}", self.truth(truth))),
        };
        let word = match sign {
            Sign::AtMost => "le",
            Sign::Equal => "eq",
            Sign::Differs => "ne",
        };
        let pair = match (&sum.terms[..], sum.constant) {
            ([], constant) => Some((constant.to_string(), "0".to_owned())),
            (&[(1, x)], constant) => Some((self.number(x), (-constant).to_string())),
            (&[(-1, x)], constant) => Some((constant.to_string(), self.number(x))),
            (&[(1, x), (-1, y)] | &[(-1, y), (1, x)], 0) => Some((self.number(x), self.number(y))),
            _ => None,
        };
        if let Some((left, right)) = pair {
            return format!("int_{word}{suffix}({left},{right}{result})");
        }
        let factors: Vec<String> = sum.terms.iter().map(|t| t.0.to_string()).collect();
        let variables: Vec<u32> = sum.terms.iter().map(|t| t.1).collect();
        let variables = self.numbers(&variables);
        format!("int_lin_{word}{suffix}([{}],{variables},{}{result})", factors.join(","), -sum.constant)
    }

    /// The constraint for a conjunction or disjunction of truth values; `None` if the sum is neither.
    fn logical(&mut self, sum: &Linear, sign: Sign, truth: Option<u32>) -> Option<String> {
        let is_truth = |x: u32| self.flat.is_binary(x);
        let some_introduced = sum.terms.iter().any(|t| t.1 as usize >= self.flat.own);
        if !some_introduced || !sum.terms.iter().all(|&(c, x)| matches!(c, 1 | -1) && is_truth(x)) {
            return None;
        }
        let of = |sign: i64| sum.terms.iter().filter(move |t| t.0 == sign).map(|t| t.1).collect::<Vec<u32>>();
        // Truth values with negative coefficients help to satisfy the comparison.
        let (wanted, unwanted) = (of(-1), of(1));
        let is_clause = sign == Sign::AtMost && sum.constant == 1 - unwanted.len() as i64;
        let is_all = sign == Sign::AtMost && sum.constant == wanted.len() as i64 && unwanted.is_empty();
        match truth {
            None if is_clause => {
                Some(format!("bool_clause({},{})", self.truth_list(&wanted), self.truth_list(&unwanted)))
            }
            None if sign == Sign::Equal && sum.constant == 0 && (wanted.len(), unwanted.len()) == (1, 1) => {
                Some(format!("bool_eq({},{})", self.truth(wanted[0]), self.truth(unwanted[0])))
            }
            Some(truth) if is_clause && unwanted.is_empty() => {
                Some(format!("array_bool_or({},{})", self.truth_list(&wanted), self.truth(truth)))
            }
            Some(truth) if is_all => {
                Some(format!("array_bool_and({},{})", self.truth_list(&wanted), self.truth(truth)))
            }
            _ => None,
        }
    }
}

/// The values of a variable as a range or a set of numbers.
fn domain(values: &ValueSet) -> String {
    match values.ranges() {
        [_, _, ..] if !is_long(values) => {
            let all: Vec<String> = values.iter().map(|v| v.to_string()).collect();
            format!("{{{}}}", all.join(","))
        }
        _ => format!("{}..{}", values.min().unwrap_or(0), values.max().unwrap_or(0)),
    }
}
