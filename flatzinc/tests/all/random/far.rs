//! Generates random models with unbounded variables, and with values beyond the engine limits.
//!
//! Each variable has an interval or set that contains all values it takes in solutions, so the solutions can be
//! enumerated.

use super::meaning::{Argument, Constraint, FAR, KINDS, Operand};
use super::models::{Made, Maker, PLAIN, Values};
use crate::dice::Dice;
use std::fmt::Write as _;

/// Offsets far from 0; with some of them, the values straddle a limit.
const PLACES: [i64; 6] = [1_500_000_000, -2_000_000_000, (1 << 30) - 1, -(1 << 30) - 2, 5_000_000_000, -(1 << 40)];

/// A model under construction: the variables near 0 come first, then those far away, then large sums.
struct Model {
    text: String,
    values: Vec<Values>,
    constraints: Vec<(String, Vec<Argument>)>,
    near: usize,
    far: usize,
    place: i64,
}

impl Model {
    fn declare(&mut self, domain: &str, values: Values) -> usize {
        let _ = writeln!(self.text, "var {domain}: x{} :: output_var;", self.values.len());
        self.values.push(values);
        self.values.len() - 1
    }

    fn post(&mut self, name: &str, arguments: Vec<Argument>) {
        self.constraints.push((name.to_owned(), arguments));
    }

    /// Declares a variable with a few values starting at `low`.
    fn bounded(&mut self, dice: &mut Dice, low: i64) {
        let values: Vec<i64> = (low..=low + dice.between(0, 3)).filter(|_| dice.chance(80)).collect();
        match &values[..] {
            [] => self.declare(&format!("{low}..{low}"), Values::Among(vec![low])),
            list => {
                let list: Vec<String> = list.iter().map(i64::to_string).collect();
                self.declare(&format!("{{{}}}", list.join(",")), Values::Among(values))
            }
        };
    }

    /// Declares `u` with the equation `u = Σ c·x + constant`.
    fn sum(&mut self, domain: &str, terms: Vec<(i64, usize)>, constant: i64, is_reified: bool) {
        let u = self.declare(domain, Values::Sum(terms.clone(), constant));
        let factors = terms.iter().map(|term| Operand::Number(term.0)).chain([Operand::Number(-1)]).collect();
        let operands = terms.iter().map(|term| Operand::Int(term.1)).chain([Operand::Int(u)]).collect();
        let mut arguments =
            vec![Argument::List(factors), Argument::List(operands), Argument::One(Operand::Number(-constant))];
        if is_reified {
            arguments.push(Argument::One(Operand::Known(true)));
        }
        self.post(if is_reified { "int_lin_eq_reif" } else { "int_lin_eq" }, arguments);
    }

    /// Declares an unbounded variable whose bounds follow from constraints, or are contradictory.
    fn unbounded(&mut self, dice: &mut Dice) {
        let known = self.values.len();
        let x = dice.between(0, known as i64 - 1) as usize;
        let one = |i| Argument::One(Operand::Int(i));
        let number = |v| Argument::One(Operand::Number(v));
        let list = |all: &[Operand]| Argument::List(all.to_vec());
        let all: Vec<Operand> = (0..known).map(Operand::Int).collect();
        let mut declare = |low, high| self.declare("int", Values::Among((low..=high).collect()));
        match dice.between(0, 8) {
            0 => {
                let terms = (0..known).map(|i| (dice.between(-2, 2), i)).collect();
                let (constant, is_reified) = (dice.between(-3, 3), dice.chance(30));
                self.sum("int", terms, constant, is_reified);
            }
            1 => {
                let u = declare(-12, 12);
                let pair = list(&[Operand::Int(u), Operand::Int(x)]);
                let factors = |a, b| list(&[Operand::Number(a), Operand::Number(b)]);
                self.post("int_lin_le", vec![factors(1, 1), pair, number(dice.between(0, 3))]);
                let pair = list(&[Operand::Int(u), Operand::Int(x)]);
                self.post("int_lin_le", vec![factors(-1, 1), pair, number(dice.between(0, 3))]);
            }
            2 => {
                let u = declare(-9, 9);
                self.post("int_abs", vec![one(u), one(x)]);
            }
            3 => {
                let u = declare(0, 9);
                self.post("ferz_count", vec![list(&all), number(dice.between(-1, 2)), one(u)]);
            }
            4 => {
                let u = declare(-9, 9);
                self.post("int_times", vec![one(u), one(u), one(x)]);
            }
            5 => {
                let u = declare(0, 0);
                self.post("int_le", vec![number(100), one(u)]);
                let pair = list(&[Operand::Int(u), Operand::Int(x)]);
                self.post("int_lin_le", vec![list(&[Operand::Number(1), Operand::Number(1)]), pair, number(50)]);
            }
            6 => {
                let u = declare(-9, 9);
                self.post("array_var_int_element", vec![one(x), list(&all), one(u)]);
            }
            7 => {
                let u = declare(0, 9);
                self.post("ferz_nvalue", vec![one(u), list(&all)]);
            }
            _ => {
                let u = declare(-9, 9);
                self.post("int_mod", vec![one(x), number(dice.between(1, 4)), one(u)]);
            }
        }
    }

    fn far(&self, dice: &mut Dice) -> Operand {
        if self.far > 0 && dice.chance(80) {
            Operand::Int(self.near + dice.between(0, self.far as i64 - 1) as usize)
        } else {
            self.constant(dice)
        }
    }

    /// Picks a sum that may straddle 0 and the limits, if there is one, and otherwise a far variable.
    fn wide(&self, dice: &mut Dice) -> Operand {
        let is_there = self.values.len() > self.near + self.far;
        if is_there && dice.chance(80) { Operand::Int(self.values.len() - 1) } else { self.far(dice) }
    }

    fn constant(&self, dice: &mut Dice) -> Operand {
        Operand::Number(self.place + dice.between(-1, 4))
    }

    /// Generates the arguments of a comparison between a sum of all kinds of variables and a number within its reach.
    fn compared(&self, dice: &mut Dice) -> Vec<Argument> {
        let (mut factors, mut operands, mut total) = (Vec::new(), Vec::new(), dice.between(-3, 5));
        for (i, values) in self.values.iter().enumerate() {
            let factor = dice.between(-2, 2);
            factors.push(Operand::Number(factor));
            operands.push(Operand::Int(i));
            total += factor * values.some();
        }
        vec![Argument::List(factors), Argument::List(operands), Argument::One(Operand::Number(total))]
    }
}

fn arguments(maker: &mut Maker<'_>, model: &Model, shape: &str) -> Vec<Argument> {
    if shape == "sum" {
        return model.compared(maker.dice);
    }
    let mut made = Vec::new();
    let mut length = 0;
    for kind in shape.chars() {
        let list = |dice: &mut Dice, length| Argument::List((0..length).map(|_| model.far(dice)).collect());
        made.push(match kind {
            'x' => Argument::One(maker.int()),
            'Y' => maker.list(length, Maker::int),
            '1' => Argument::One(Operand::Number(1)),
            'z' => Argument::One(model.far(maker.dice)),
            'n' => Argument::One(model.constant(maker.dice)),
            'Z' => {
                length = maker.dice.between(1, 3) as usize;
                list(maker.dice, length)
            }
            'Q' => list(maker.dice, length),
            'd' => Argument::One(Operand::Number(match maker.dice.between(0, 6) {
                0 => model.place,
                1 => -model.place / 2,
                2 => 7200,
                _ => maker.dice.between(-3, 4),
            })),
            'w' => Argument::One(model.wide(maker.dice)),
            'M' => {
                let near = maker.int();
                Argument::List(vec![near, model.far(maker.dice), model.wide(maker.dice)])
            }
            'V' => {
                length = maker.dice.between(1, 3) as usize;
                let first = model.place + maker.dice.between(-1, 2);
                Argument::List((0..length as i64).map(|i| Operand::Number(first + i)).collect())
            }
            'E' => Argument::Set((model.place - 1..model.place + 4).filter(|_| maker.dice.chance(50)).collect()),
            _ => {
                let cells = length * maker.dice.between(0, 5) as usize;
                Argument::List((0..cells).map(|_| model.constant(maker.dice)).collect())
            }
        });
    }
    made
}

/// Generates a model.
pub(crate) fn make(dice: &mut Dice) -> Made {
    let place = PLACES[dice.between(0, PLACES.len() as i64 - 1) as usize];
    let mut model = Model { text: String::new(), values: Vec::new(), constraints: Vec::new(), near: 0, far: 0, place };
    for _ in 0..dice.between(1, 2) {
        let low = dice.between(-2, 2);
        model.bounded(dice, low);
    }
    for _ in 0..dice.between(0, 1) {
        model.unbounded(dice);
    }
    model.near = model.values.len();
    for _ in 0..dice.between(0, 2) {
        if dice.chance(70) {
            let low = place + dice.between(-1, 2);
            model.bounded(dice, low);
        } else {
            let (x, sign) = (dice.between(0, model.near as i64 - 1) as usize, if dice.chance(50) { 1 } else { -1 });
            model.sum("int", vec![(sign, x)], place, false);
        }
    }
    model.far = model.values.len() - model.near;
    if dice.chance(30) {
        let size = |i: usize| if i < model.near { 900_000_000 } else { 1 };
        let terms = (0..model.values.len()).map(|i| (dice.between(-3, 3) * size(i), i)).collect();
        model.sum(if dice.chance(50) { "int" } else { "-90000000000000000..90000000000000000" }, terms, 7, false);
    }
    let (near, ints, bools) = (model.near, model.values.len(), dice.between(1, 2) as usize);
    for i in 0..bools {
        let _ = writeln!(model.text, "var bool: b{i} :: output_var;");
        model.values.push(Values::Among(vec![0, 1]));
    }
    let variables = model.values.split_off(ints);
    let mut maker = Maker { dice, ints: near, bools, length: 0, columns: 1, same: None };
    for _ in 0..maker.dice.between(1, 3) {
        let is_far = maker.dice.chance(60);
        let kinds = if is_far { FAR } else { KINDS };
        let (name, shape) = kinds[maker.dice.between(0, kinds.len() as i64 - 1) as usize];
        // Powers of large numbers are too large for enumeration.
        if name == "int_pow" {
            continue;
        }
        maker.draw_same();
        let mut arguments = if is_far { arguments(&mut maker, &model, shape) } else { maker.arguments(name, shape) };
        let mut name = name.to_owned();
        if !PLAIN.contains(&name.as_str()) && maker.dice.chance(50) {
            name += if maker.dice.chance(60) { "_reif" } else { "_imp" };
            arguments.push(Argument::One(maker.truth()));
        }
        model.post(&name, arguments);
    }
    model.values.extend(variables);
    let Model { mut text, values, constraints, .. } = model;
    let constraints: Vec<Constraint> =
        constraints.into_iter().map(|(name, arguments)| Constraint { name, arguments, ints }).collect();
    for constraint in &constraints {
        let _ = writeln!(text, "constraint {};", constraint.text());
    }
    text += "solve satisfy;\n";
    Made { text, constraints, values: Some(values) }
}
