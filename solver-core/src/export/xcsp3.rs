//! Export to XCSP3. Catalogue constraints become native constraints, comparisons become sums, and functions become
//! `intension` constraints.
//!
//! F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, "XCSP3-core: A format for representing constraint satisfaction and
//! constraint optimization problems", arXiv 2009.00514.

use super::flat::{Direction, Flat, Linear, Row, RowKind};
use super::flatten::{Idiom, flatten};
use super::names::{Names, line};
use super::{ExportError, SolveItem};
use crate::model::representations::{Named, joined};
use crate::model::{Model, Name, Operation, Sign};
use crate::value_set::ValueSet;
use std::fmt::Write as _;

/// Reserved words, which cannot be names: the functions and constants of `intension`.
const RESERVED: &[&str] = &[
    "abs", "acos", "add", "and", "asin", "atan", "card", "convex", "cos", "cosh", "diff", "disjoint", "dist", "div",
    "djoint", "E", "eq", "exp", "fdiv", "fmod", "ge", "gt", "hull", "if", "iff", "imp", "in", "inter", "le", "ln",
    "log", "lt", "max", "min", "mod", "mul", "ne", "neg", "not", "notin", "nroot", "or", "others", "PI", "pow",
    "sdiff", "set", "sin", "sinh", "sqr", "sqrt", "sub", "subseq", "subset", "superseq", "superset", "supset", "tan",
    "tanh", "union", "xor",
];

/// A model in XCSP3: `Display` gives its text, and `instantiation` writes assignments in its notation.
///
/// ```
/// use solver_core::{SolveItem, prelude::*};
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=2)?;
/// m.all_different(&x);
/// m.post((x[0] + 2 * x[1]).at_most(3)).named("light");
/// let exported = m.to_xcsp3(&SolveItem::Satisfy).expect("it can be expressed");
/// assert_eq!(exported.to_string(), "\
/// <instance format=\"XCSP3\" type=\"CSP\">
/// <variables>
/// <array id=\"x\" size=\"[3]\"> 0..2 </array>
/// </variables>
/// <constraints>
/// <allDifferent> x[0] x[1] x[2] </allDifferent>
/// <block note=\"light\">
/// <sum> <list> x[0] x[1] </list> <coeffs> 1 2 </coeffs> <condition> (le,3) </condition> </sum>
/// </block>
/// </constraints>
/// </instance>
/// ");
/// let solution = exported.instantiation(&[1, 0, 2]).expect("it is one");
/// assert_eq!(solution, "<instantiation> <list> x[0] x[1] x[2] </list> <values> 1 0 2 </values> </instantiation>");
/// assert_eq!(exported.instantiation(&[1, 0, 1]), None);
/// # Ok::<(), ModelError>(())
/// ```
pub struct Xcsp3 {
    model: Model,
    flat: Flat,
    text: String,
    /// The declared variables, with their names.
    declared: Vec<(u32, String)>,
}

impl Model {
    /// Exports the model to XCSP3-core, the format of the XCSP solver competitions.
    ///
    /// Constraints without a condition use the native constraint of XCSP3 if there is one. Other constraints, and all
    /// constraints with conditions, are decomposed into comparisons. Auxiliary variables are introduced where needed,
    /// each with exactly one value for every assignment of the others, so the number of solutions does not change.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use solver_core::SolveItem;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=1)?;
    /// m.all_different(&x);
    /// let xcsp3 = m.to_xcsp3(&SolveItem::default())?;
    /// assert!(xcsp3.to_string().contains("<allDifferent>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ExportError`], which names the constraint.
    pub fn to_xcsp3(&self, item: &SolveItem) -> Result<Xcsp3, ExportError> {
        let flat = flatten(self, item, Idiom::Xcsp3)?;
        let writer = Writer::new(self, &flat);
        let (text, used, names) = writer.text();
        let declared =
            names.into_iter().enumerate().filter(|(x, _)| used[*x]).map(|(x, name)| (x as u32, name)).collect();
        Ok(Xcsp3 { model: self.snapshot(), flat, text, declared })
    }
}

impl Xcsp3 {
    /// Extends the values of the model's variables, given in declaration order, to an assignment of all variables in
    /// the text, and writes it in the format's notation for solutions. `None` if the values are not a solution.
    pub fn instantiation(&self, values: &[i32]) -> Option<String> {
        let all = (values.len() == self.flat.own).then(|| self.flat.extend(&self.model, values))??;
        let names = joined(self.declared.iter().map(|(_, name)| name), " ");
        let values = joined(self.declared.iter().map(|&(x, _)| all[x as usize]), " ");
        Some(format!("<instantiation> <list> {names} </list> <values> {values} </values> </instantiation>"))
    }
}

impl std::fmt::Display for Xcsp3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::fmt::Debug for Xcsp3 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Xcsp3").field("variables", &self.declared.len()).finish_non_exhaustive()
    }
}

struct Writer<'m> {
    model: &'m Model,
    flat: &'m Flat,
    arrays: Vec<String>,
    names: Vec<String>,
    used: Vec<bool>,
}

impl<'m> Writer<'m> {
    fn new(model: &'m Model, flat: &'m Flat) -> Writer<'m> {
        let mut known = Names::new(model, RESERVED);
        let name = |x: usize| match model.variables.get(x).map(|declared| &declared.name) {
            Some(Name::Own(_)) => known.own[x].clone(),
            Some(Name::Element { array, index }) => format!("{}[{index}]", known.arrays[*array as usize]),
            None => known.fresh(&format!("i{}", x - flat.own + 1)),
        };
        let names = (0..flat.domains.len()).map(name).collect();
        let mut used = vec![false; flat.domains.len()];
        used[..flat.own.max(1)].fill(true);
        Writer { model, flat, arrays: known.arrays, names, used }
    }

    /// Returns the text, whether each variable occurs in it, and the names of the variables.
    fn text(mut self) -> (String, Vec<bool>, Vec<String>) {
        let mut constraints = String::new();
        let mut rows = &self.flat.rows[..];
        while let Some(first) = rows.first() {
            let count = rows.iter().take_while(|row| row.constraint == first.constraint).count();
            let (own, rest) = rows.split_at(count);
            rows = rest;
            let name = self.model.constraints.get(first.constraint).and_then(|c| c.name.as_ref());
            if let Some(name) = name {
                let _ = writeln!(constraints, "<block note=\"{}\">", escaped(name));
            }
            for row in own {
                let text = self.row(row);
                let _ = writeln!(constraints, "{text}");
            }
            constraints += if name.is_some() { "</block>\n" } else { "" };
        }
        let objective = self.flat.objective.map(|(direction, x)| {
            let word = if direction == Direction::Minimize { "minimize" } else { "maximize" };
            format!("<objectives>\n<{word}> {} </{word}>\n</objectives>\n", self.variable(x))
        });
        let kind = if objective.is_some() { "COP" } else { "CSP" };
        let variables = self.variables();
        let objective = objective.unwrap_or_default();
        let text = format!(
            "<instance format=\"XCSP3\" type=\"{kind}\">\n<variables>\n{variables}</variables>\n\
             <constraints>\n{constraints}</constraints>\n{objective}</instance>\n"
        );
        (text, self.used, self.names)
    }

    fn variables(&self) -> String {
        let mut text = String::new();
        let mut sizes = vec![0u32; self.arrays.len()];
        for declared in self.model.variables.iter() {
            if let Name::Element { array, index } = declared.name {
                sizes[array as usize] = sizes[array as usize].max(index + 1);
            }
        }
        for (x, values) in self.flat.domains.iter().enumerate().filter(|(x, _)| self.used[*x]) {
            let _ = match self.model.variables.get(x).map(|declared| &declared.name) {
                // All elements of an array have the domain of the first one.
                Some(&Name::Element { index: 1.., .. }) => Ok(()),
                Some(&Name::Element { array, .. }) => {
                    let (name, size) = (&self.arrays[array as usize], sizes[array as usize]);
                    writeln!(text, "<array id=\"{name}\" size=\"[{size}]\"> {} </array>", domain(values))
                }
                Some(Name::Own(_)) | None => {
                    writeln!(text, "<var id=\"{}\"> {} </var>", self.names[x], domain(values))
                }
            };
        }
        text
    }

    /// The name of a variable, even if it is fixed.
    fn variable(&mut self, x: u32) -> &str {
        self.used[x as usize] = true;
        &self.names[x as usize]
    }

    /// The name of a variable, or its value if it is fixed.
    fn operand(&mut self, x: u32) -> String {
        match self.flat.number(x) {
            Some(v) => v.to_string(),
            None => self.variable(x).to_owned(),
        }
    }

    fn row(&mut self, row: &Row) -> String {
        match &row.kind {
            RowKind::Linear { sum, sign, truth: None } => self.linear(sum, *sign),
            RowKind::Linear { sum, sign, truth: Some(truth) } => {
                let comparison = self.comparison(sum, *sign);
                format!("<intension> eq({},{comparison}) </intension>", self.operand(*truth))
            }
            RowKind::Function { operation, arguments, result } => self.function(operation, arguments, *result),
            RowKind::Native { arguments } => self.native(row.constraint, arguments),
        }
    }

    fn native(&mut self, constraint: usize, arguments: &[u32]) -> String {
        let named: Vec<Named> = arguments
            .iter()
            .map(|&x| {
                let domain = &self.flat.domains[x as usize];
                let bounds = (domain.min().unwrap_or(0), domain.max().unwrap_or(0));
                Named { name: self.names[x as usize].clone(), bounds }
            })
            .collect();
        let definition = self.model.constraints[constraint].definition();
        let decomposition = definition.and_then(|definition| definition.decomposition.as_ref());
        let text = decomposition.and_then(|decomposition| decomposition.xcsp3(&named)).unwrap_or_default();
        // Only arguments whose names occur in the text count as used, because some are written as numbers.
        for (&x, named) in arguments.iter().zip(&named) {
            self.used[x as usize] |= text.contains(&named.name);
        }
        text
    }

    fn linear(&mut self, sum: &Linear, sign: Sign) -> String {
        if sum.terms.len() < 2 || matches!(&sum.terms[..], [(1, _), (-1, _)] | [(-1, _), (1, _)]) {
            return format!("<intension> {} </intension>", self.comparison(sum, sign));
        }
        let list = joined(sum.terms.iter().map(|t| self.variable(t.1).to_owned()), " ");
        let coefficients = match sum.terms.iter().all(|t| t.0 == 1) {
            true => String::new(),
            false => format!(" <coeffs> {} </coeffs>", joined(sum.terms.iter().map(|t| t.0), " ")),
        };
        let condition = format!("<condition> ({},{}) </condition>", word(sign), -sum.constant);
        format!("<sum> <list> {list} </list>{coefficients} {condition} </sum>")
    }

    /// A comparison as an `intension` expression.
    fn comparison(&mut self, sum: &Linear, sign: Sign) -> String {
        let word = word(sign);
        let shifted = |x: String, c: i64| if c == 0 { x } else { format!("add({x},{c})") };
        match (&sum.terms[..], sum.constant) {
            // The comparison never holds, but the expression must mention some variable.
            ([], _) => {
                let least = self.flat.domains[0].min().unwrap_or(0);
                format!("lt({},{least})", self.variable(0))
            }
            (&[(1, x)], constant) => format!("{word}({},{})", self.operand(x), -constant),
            (&[(-1, x)], constant) => format!("{word}({constant},{})", self.operand(x)),
            (&[(1, x), (-1, y)] | &[(-1, y), (1, x)], constant) => {
                format!("{word}({},{})", shifted(self.operand(x), constant), self.operand(y))
            }
            (terms, constant) => {
                let parts: Vec<String> = terms
                    .iter()
                    .map(|&(c, x)| if c == 1 { self.operand(x) } else { format!("mul({c},{})", self.operand(x)) })
                    .collect();
                let total = if parts.len() == 1 { parts.concat() } else { format!("add({})", parts.join(",")) };
                format!("{word}({total},{})", -constant)
            }
        }
    }

    fn function(&mut self, operation: &Operation, arguments: &[u32], result: u32) -> String {
        let name = match operation {
            Operation::Times => "mul",
            Operation::Div => "div",
            Operation::Modulo => "mod",
            Operation::Absolute => "abs",
            Operation::Maximum => "max",
            Operation::Minimum => "min",
            Operation::Element(_) | Operation::ElementOf => {
                let list = match operation {
                    Operation::Element(array) => joined(&array[..], " "),
                    _ => joined(arguments[1..].iter().map(|&x| self.variable(x).to_owned()), " "),
                };
                let (index, value) = (self.variable(arguments[0]).to_owned(), self.variable(result));
                let text = format!("<list> {list} </list> <index> {index} </index>");
                return format!("<element> {text} <value> {value} </value> </element>");
            }
            // Flattening has replaced powers by tables or products, truth values by comparisons, and counts of distinct
            // values by sums.
            Operation::Pow | Operation::Truth(_) | Operation::NValue => "pow",
        };
        let all = joined(arguments.iter().map(|&x| self.operand(x)), ",");
        format!("<intension> eq({},{name}({all})) </intension>", self.operand(result))
    }
}

fn word(sign: Sign) -> &'static str {
    match sign {
        Sign::AtMost => "le",
        Sign::Equal => "eq",
        Sign::Differs => "ne",
    }
}

/// The values of a variable as numbers and ranges.
fn domain(values: &ValueSet) -> String {
    let range = |&(low, high): &(i32, i32)| if low == high { low.to_string() } else { format!("{low}..{high}") };
    joined(values.ranges().iter().map(range), " ")
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in line(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}
