//! Generates random models.

use super::meaning::{Argument, Constraint, KINDS, Operand};
use crate::dice::Dice;
use std::fmt::Write as _;

/// A model as text, with its constraints in a form independent of FlatZinc.
pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) constraints: Vec<Constraint>,
    /// The values that each variable may take in solutions, unless the declarations show them.
    pub(crate) values: Option<Vec<Values>>,
}

/// The values that a variable may take.
pub(crate) enum Values {
    /// One of these.
    Among(Vec<i64>),
    /// A linear sum of earlier variables, plus a constant.
    Sum(Vec<(i64, usize)>, i64),
}

impl Values {
    /// Returns a value of typical size.
    pub(crate) fn some(&self) -> i64 {
        match self {
            Values::Among(values) => values.first().copied().unwrap_or(0),
            Values::Sum(_, constant) => *constant,
        }
    }
}

/// The constraints that Gecode 6.2 supports under the same names and with the same semantics.
const GECODE: &[&str] = &[
    "int_eq",
    "int_ne",
    "int_le",
    "int_lt",
    "int_plus",
    "int_times",
    "int_abs",
    "int_max",
    "int_min",
    "int_lin_eq",
    "int_lin_ne",
    "int_lin_le",
    "bool_eq",
    "bool_not",
    "bool_le",
    "bool_lt",
    "bool2int",
    "bool_clause",
    "set_in",
    "array_int_element",
    "array_bool_element",
    "array_var_int_element",
    "array_var_bool_element",
];

/// Lists the constraints in `KINDS` that Gecode supports.
pub(crate) fn kinds_of_gecode() -> Vec<(&'static str, &'static str)> {
    KINDS.iter().copied().filter(|(name, _)| GECODE.contains(name)).collect()
}

/// The constraints that are never reified, because neither FlatZinc nor Gecode has a `Γ_reif` for them.
pub(crate) const PLAIN: &[&str] =
    &["array_bool_and", "array_bool_or", "bool_and", "bool_or", "bool2int", "bool_not", "fzn_assume"];

/// The constraints that Gecode reifies: comparisons only.
const REIFIED_BY_GECODE: &[&str] = &[
    "int_eq",
    "int_ne",
    "int_le",
    "int_lt",
    "int_lin_eq",
    "int_lin_ne",
    "int_lin_le",
    "bool_eq",
    "bool_le",
    "bool_lt",
    "set_in",
];

pub(crate) struct Maker<'d> {
    pub(crate) dice: &'d mut Dice,
    pub(crate) ints: usize,
    pub(crate) bools: usize,
    /// The length of the previous list.
    pub(crate) length: usize,
    /// The number of columns of the previous matrix.
    pub(crate) columns: usize,
    /// If set, the variable that is every integer argument of the constraint.
    pub(crate) same: Option<usize>,
}

/// Generates a model with the given kinds of constraints.
pub(crate) fn make(dice: &mut Dice, kinds: &[(&str, &str)]) -> Made {
    let (ints, bools) = (dice.between(1, 4) as usize, dice.between(1, 3) as usize);
    let mut text = String::new();
    for i in 0..ints {
        let domain = if dice.chance(70) {
            let low = dice.between(-3, 2);
            format!("{low}..{}", low + dice.between(0, 4))
        } else {
            let mut values: Vec<i64> = (0..dice.between(1, 4)).map(|_| dice.between(-3, 5)).collect();
            values.sort_unstable();
            values.dedup();
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            format!("{{{}}}", values.join(","))
        };
        let _ = writeln!(text, "var {domain}: x{i} :: output_var;");
    }
    for i in 0..bools {
        let _ = writeln!(text, "var bool: b{i} :: output_var;");
    }
    let is_gecode = kinds.len() == GECODE.len();
    let mut constraints = Vec::new();
    let mut maker = Maker { dice, ints, bools, length: 0, columns: 1, same: None };
    for _ in 0..maker.dice.between(1, 4) {
        let (name, shape) = kinds[maker.dice.between(0, kinds.len() as i64 - 1) as usize];
        maker.draw_same();
        let mut arguments = maker.arguments(name, shape);
        let mut name = name.to_owned();
        let may_be_conditional =
            !PLAIN.contains(&name.as_str()) && (!is_gecode || REIFIED_BY_GECODE.contains(&name.as_str()));
        if may_be_conditional && maker.dice.chance(50) {
            name += if is_gecode || maker.dice.chance(60) { "_reif" } else { "_imp" };
            arguments.push(Argument::One(maker.truth()));
        }
        let constraint = Constraint { name, arguments, ints };
        let level =
            if is_gecode { "" } else { ["", "", " :: domain", " :: bounds"][maker.dice.between(0, 3) as usize] };
        let _ = writeln!(text, "constraint {}{level};", constraint.text());
        constraints.push(constraint);
    }
    text += "solve satisfy;\n";
    Made { text, constraints, values: None }
}

impl Maker<'_> {
    /// Decides at random whether all integer arguments of the next constraint are the same variable.
    pub(crate) fn draw_same(&mut self) {
        self.same = self.dice.chance(12).then(|| self.dice.between(0, self.ints as i64 - 1) as usize);
    }

    pub(crate) fn int(&mut self) -> Operand {
        if let Some(same) = self.same {
            Operand::Int(same)
        } else if self.dice.chance(80) {
            Operand::Int(self.dice.between(0, self.ints as i64 - 1) as usize)
        } else {
            Operand::Number(self.dice.between(-2, 4))
        }
    }

    pub(crate) fn truth(&mut self) -> Operand {
        if self.dice.chance(85) {
            Operand::Truth(self.dice.between(0, self.bools as i64 - 1) as usize)
        } else {
            Operand::Known(self.dice.chance(50))
        }
    }

    pub(crate) fn list(&mut self, length: usize, one: fn(&mut Self) -> Operand) -> Argument {
        self.length = length;
        Argument::List((0..length).map(|_| one(self)).collect())
    }

    fn numbers(&mut self, length: usize, low: i64, high: i64) -> Argument {
        Argument::List((0..length).map(|_| Operand::Number(self.dice.between(low, high))).collect())
    }

    pub(crate) fn arguments(&mut self, name: &str, shape: &str) -> Vec<Argument> {
        let mut made: Vec<Argument> = Vec::new();
        let least = if name.contains("maximum")
            || name.contains("minimum")
            || name.contains("element")
            || name.contains("arg_")
            || name.contains("table")
            || name.contains("mdd")
        {
            1
        } else {
            0
        };
        let mut ahead = None;
        for kind in shape.chars() {
            let length = self.dice.between(least, 3) as usize;
            let argument = match kind {
                'x' => Argument::One(self.int()),
                'b' => Argument::One(self.truth()),
                'X' => {
                    let length = ahead.take().unwrap_or(length);
                    self.list(length, Self::int)
                }
                'B' => {
                    let length = ahead.take().unwrap_or(length);
                    self.list(length, Self::truth)
                }
                'Y' => self.list(self.length, Self::int),
                'c' => Argument::One(Operand::Number(self.dice.between(-3, 5))),
                'C' => {
                    let length = self.dice.between(0, 5) as usize;
                    ahead = Some(length);
                    self.numbers(length, -2, 2)
                }
                'K' => self.numbers(length, -2, 4),
                'T' => Argument::List((0..length).map(|_| Operand::Known(self.dice.chance(50))).collect()),
                'S' => {
                    let mut values: Vec<i64> = (0..self.dice.between(0, 3)).map(|_| self.dice.between(-2, 4)).collect();
                    values.sort_unstable();
                    values.dedup();
                    Argument::Set(values)
                }
                '1' => Argument::One(Operand::Number(1)),
                'v' => {
                    let first = self.dice.between(-1, 2);
                    self.length = length;
                    Argument::List((0..length as i64).map(|i| Operand::Number(first + i)).collect())
                }
                'N' => {
                    ahead = Some(length);
                    self.numbers(length, 0, 3)
                }
                'P' => self.numbers(ahead.unwrap_or(length), 0, 3),
                'w' => self.numbers(self.length, 0, 3),
                'r' | 'a' => {
                    made.extend(self.automaton(kind == 'r'));
                    continue;
                }
                'd' => {
                    made.extend(self.diagram());
                    continue;
                }
                'g' | 'h' => {
                    let edges = self.dice.between(0, 4) as usize;
                    made.extend([self.numbers(edges, 1, 3), self.numbers(edges, 1, 3)]);
                    made.push(Argument::One(Operand::Number(1)));
                    let nodes = if kind == 'g' { self.list(3, Self::truth) } else { Argument::One(Operand::Number(3)) };
                    made.push(nodes);
                    self.list(edges, Self::truth)
                }
                'M' | 'm' | 'u' => {
                    self.columns = self.dice.between(1, 2) as usize;
                    let cells = self.columns * self.dice.between(0, 2) as usize;
                    match kind {
                        'M' => self.numbers(cells, -2, 4),
                        'm' => self.list(cells, Self::int),
                        _ => self.list(cells, Self::truth),
                    }
                }
                'W' => Argument::One(Operand::Number(self.columns as i64)),
                'f' => {
                    let cells = self.dice.between(0, 4) as usize * self.length;
                    Argument::List((0..cells).map(|_| Operand::Known(self.dice.chance(50))).collect())
                }
                't' => {
                    let rows = self.dice.between(0, 5) as usize;
                    self.numbers(rows * self.length, -1, 3)
                }
                other => unreachable!("{other}"),
            };
            made.push(argument);
        }
        made
    }

    fn some(&mut self, low: i64, high: i64) -> Vec<i64> {
        let chance = self.dice.between(20, 80) as u64;
        (low..=high).filter(|_| self.dice.chance(chance)).collect()
    }

    /// Generates an automaton: the numbers of states and symbols, transitions, start state, and accepting states.
    fn automaton(&mut self, is_deterministic: bool) -> [Argument; 5] {
        let (states, symbols) = (self.dice.between(1, 3), self.dice.between(1, 3));
        let number = |v| Argument::One(Operand::Number(v));
        let cells = (states * symbols) as usize;
        let next = if is_deterministic {
            self.numbers(cells, 0, states)
        } else {
            Argument::Sets((0..cells).map(|_| self.some(1, states)).collect())
        };
        let start = number(self.dice.between(1, states));
        [number(states), number(symbols), next, start, Argument::Set(self.some(1, states))]
    }

    /// Generates a diagram: the node count, the levels, the edge count, and the sources, labels and targets.
    fn diagram(&mut self) -> [Argument; 6] {
        let mut levels = vec![1];
        for level in 2..=self.length as i64 {
            levels.extend(std::iter::repeat_n(level, self.dice.between(1, 2) as usize));
        }
        let (mut from, mut labels, mut to) = (Vec::new(), Vec::new(), Vec::new());
        for (node, &level) in (1..).zip(&levels) {
            let ends: Vec<i64> = (1..).zip(&levels).filter(|end| *end.1 == level + 1).map(|end| end.0).collect();
            for _ in 0..self.dice.between(1, 3) {
                from.push(node);
                labels.push(self.some(-1, 3));
                let end = self.dice.between(0, ends.len().max(1) as i64 - 1) as usize;
                to.push(ends.get(end).copied().unwrap_or(0));
            }
        }
        let number = |v: usize| Argument::One(Operand::Number(v as i64));
        let list = |values: &[i64]| Argument::List(values.iter().map(|&v| Operand::Number(v)).collect());
        let (nodes, edges) = (number(levels.len()), number(from.len()));
        [nodes, list(&levels), edges, list(&from), Argument::Sets(labels), list(&to)]
    }
}
