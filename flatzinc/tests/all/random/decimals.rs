//! Random models of float variables defined in terms of integers. Compares the solutions, the float values and the
//! optimum with those computed in exact fractions.

use super::{Solutions, cases, dice};
use crate::dice::Dice;
use flatzinc::protocol::{Ending, Failure, Flags, OutputSink, RunStatistics, answer};
use flatzinc::translate::{Options, TranslateError, translate};
use flatzinc::{Instance, Quantity};
use solver_core::search::Learning;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::io;
use std::time::Instant;

/// A fraction with a positive denominator, not in lowest terms.
#[derive(Clone, Copy, Debug)]
struct Exact(i128, i128);

impl Exact {
    fn plus(self, other: Exact) -> Exact {
        Exact(self.0 * other.1 + other.0 * self.1, self.1 * other.1).shortened()
    }

    fn times(self, other: Exact) -> Exact {
        Exact(self.0 * other.0, self.1 * other.1).shortened()
    }

    fn compare(self, other: Exact) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn shortened(self) -> Exact {
        let (mut a, mut b) = (self.0.abs(), self.1);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Exact(self.0 / a, self.1 / a)
    }

    /// Formats the number as MiniZinc prints it: rounded to 16 digits, or as the shortest text of the floating-point
    /// number.
    fn text(self, dice: &mut Dice) -> String {
        let value = self.0 as f64 / self.1 as f64;
        if dice.chance(50) { format!("{value:.15e}") } else { format!("{value:?}") }
    }
}

#[derive(Clone, Debug)]
enum Definition {
    Int(usize),
    Same(usize),
    Sum(Vec<(Exact, usize)>, Exact),
    Abs(usize),
    Greatest(Vec<usize>),
    Least(Vec<usize>),
    Constant(usize, Vec<Exact>),
    Chosen(usize, Vec<usize>),
}

#[derive(Debug)]
struct Check {
    terms: Vec<(Exact, usize)>,
    relation: &'static str,
    constant: Exact,
    /// The condition, and whether the constraint is fully reified, that is, equivalent to it.
    condition: Option<(usize, bool)>,
}

/// A model: integers from -2 to 3, truth values, and floats in definition order.
#[derive(Debug)]
struct Model {
    ints: usize,
    bools: usize,
    floats: Vec<Definition>,
    bounds: Vec<Option<(Exact, Exact)>>,
    checks: Vec<Check>,
    text: String,
}

const UNITS: [i128; 9] = [1, 2, 4, 5, 8, 10, 100, 3, 7];

struct Maker {
    dice: Dice,
    units: [i128; 2],
}

impl Maker {
    fn number(&mut self) -> Exact {
        let unit = *self.dice.choose(&self.units);
        Exact(self.dice.between(-30, 30).into(), unit)
    }

    fn factor(&mut self) -> Exact {
        match self.number() {
            Exact(0, unit) => Exact(1, unit),
            other => other,
        }
    }

    fn some(&mut self, floats: usize) -> Vec<usize> {
        (0..=self.dice.below(3)).map(|_| self.dice.below(floats)).collect()
    }

    fn sum(&mut self, floats: usize) -> Vec<(Exact, usize)> {
        let mut all = self.some(floats);
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(|x| (self.factor(), x)).collect()
    }

    fn terms(&mut self, terms: &[(Exact, usize)]) -> String {
        let factors: Vec<String> = terms.iter().map(|(c, _)| c.text(&mut self.dice)).collect();
        let names: Vec<String> = terms.iter().map(|(_, x)| format!("f{x}")).collect();
        format!("[{}],[{}]", factors.join(","), names.join(","))
    }

    /// Generates a definition of float `x`, and formats its constraint.
    fn definition(&mut self, x: usize, ints: usize) -> (Definition, String) {
        let list = |all: &[usize]| all.iter().map(|x| format!("f{x}")).collect::<Vec<_>>().join(",");
        let kind = if x < 2 { 0 } else { 1 + self.dice.below(12) };
        let (i, y, z) = (self.dice.below(ints), self.dice.below(x.max(1)), self.dice.below(x.max(1)));
        match kind {
            0 | 1 => (Definition::Int(i), format!("int2float(i{i},f{x})")),
            12 => (Definition::Same(y), String::new()),
            2 => (Definition::Abs(y), format!("float_abs(f{y},f{x})")),
            3 => (Definition::Greatest(vec![y, z]), format!("float_max(f{y},f{z},f{x})")),
            4 => (Definition::Least(vec![y, z]), format!("float_min(f{y},f{z},f{x})")),
            5 => {
                let all = self.some(x);
                let text = format!("array_float_maximum(f{x},[{}])", list(&all));
                (Definition::Greatest(all), text)
            }
            6 => {
                let all: Vec<Exact> = (0..3).map(|_| self.number()).collect();
                let texts: Vec<String> = all.iter().map(|c| c.text(&mut self.dice)).collect();
                (Definition::Constant(i, all), format!("array_float_element(i{i},[{}],f{x})", texts.join(",")))
            }
            7 => {
                let all = self.some(x);
                let text = format!("array_var_float_element(i{i},[{}],f{x})", list(&all));
                (Definition::Chosen(i, all), text)
            }
            8 => {
                let (one, zero) = (Exact(1, 1), Exact(0, 1));
                let (y, z) = if y == z { (0, 1) } else { (y, z) };
                (Definition::Sum(vec![(one, y), (one, z)], zero), format!("float_plus(f{y},f{z},f{x})"))
            }
            9 => {
                let c = self.factor();
                let text = format!("float_times(f{y},{},f{x})", c.text(&mut self.dice));
                (Definition::Sum(vec![(c, y)], Exact(0, 1)), text)
            }
            10 => {
                let c = self.factor();
                let text = format!("float_div(f{y},{},f{x})", c.text(&mut self.dice));
                let inverse = Exact(c.1 * c.0.signum(), c.0.abs());
                (Definition::Sum(vec![(inverse, y)], Exact(0, 1)), text)
            }
            _ => {
                // own * x + Σ c·y = constant
                let (own, terms, constant) = (self.factor(), self.sum(x), self.number());
                let mut all = terms.clone();
                all.insert(self.dice.below(all.len() + 1), (own, x));
                let text = format!("float_lin_eq({},{})", self.terms(&all), constant.text(&mut self.dice));
                let by = Exact(own.1 * own.0.signum(), own.0.abs());
                let minus = by.times(Exact(-1, 1));
                let terms = terms.into_iter().map(|(c, y)| (c.times(minus), y)).collect();
                (Definition::Sum(terms, constant.times(by)), text)
            }
        }
    }

    fn check(&mut self, floats: usize, bools: usize) -> (Check, String) {
        let relation = *self.dice.choose(&["eq", "ne", "le", "lt"]);
        let condition = self.dice.chance(50).then(|| (self.dice.below(bools), self.dice.chance(70)));
        let (suffix, last) = match condition {
            None => ("", String::new()),
            Some((b, is_full)) => (if is_full { "_reif" } else { "_imp" }, format!(",b{b}")),
        };
        if self.dice.chance(30) {
            let (x, constant) = (self.dice.below(floats), self.number());
            let text = format!("float_{relation}{suffix}(f{x},{}{last})", constant.text(&mut self.dice));
            return (Check { terms: vec![(Exact(1, 1), x)], relation, constant, condition }, text);
        }
        let (terms, constant) = (self.sum(floats), self.number());
        let written = (self.terms(&terms), constant.text(&mut self.dice));
        let text = format!("float_lin_{relation}{suffix}({},{}{last})", written.0, written.1);
        (Check { terms, relation, constant, condition }, text)
    }
}

fn make(seed: u64) -> Model {
    let mut dice = dice(seed);
    let units = [*dice.choose(&UNITS), *dice.choose(&UNITS)];
    let mut maker = Maker { dice, units };
    let (ints, bools, count) = (1 + maker.dice.below(3), 1 + maker.dice.below(2), 2 + maker.dice.below(4));
    let (mut floats, mut bounds, mut checks, mut lines) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for x in 0..count {
        let (definition, line) = maker.definition(x, ints);
        floats.push(definition);
        lines.extend(Some(line).filter(|line| !line.is_empty()));
        bounds.push(maker.dice.chance(40).then(|| {
            let (a, b) = (maker.number(), maker.number());
            if a.compare(b).is_le() { (a, b) } else { (b, a) }
        }));
    }
    for _ in 0..maker.dice.below(3) {
        let (check, line) = maker.check(count, bools);
        checks.push(check);
        lines.push(line);
    }
    let mut text = String::new();
    for i in 0..ints {
        let _ = writeln!(text, "var -2..3: i{i} :: output_var;");
    }
    for b in 0..bools {
        let _ = writeln!(text, "var bool: b{b} :: output_var;");
    }
    for (x, bound) in bounds.iter().enumerate() {
        let domain = match bound {
            None => "float".to_owned(),
            Some((low, high)) => format!("{}..{}", low.text(&mut maker.dice), high.text(&mut maker.dice)),
        };
        let alias = match floats[x] {
            Definition::Same(y) => format!(" = f{y}"),
            _ => String::new(),
        };
        let _ = writeln!(text, "var {domain}: f{x} :: output_var{alias};");
    }
    while !lines.is_empty() {
        let line = lines.swap_remove(maker.dice.below(lines.len()));
        let _ = writeln!(text, "constraint {line};");
    }
    Model { ints, bools, floats, bounds, checks, text }
}

impl Model {
    /// Computes the values of the floats; `None` if a definition determines no value.
    fn values(&self, ints: &[i128]) -> Option<Vec<Exact>> {
        let mut all: Vec<Exact> = Vec::new();
        let sum = |terms: &[(Exact, usize)], all: &[Exact]| {
            terms.iter().fold(Exact(0, 1), |sum, (c, x)| sum.plus(c.times(all[*x])))
        };
        let chosen = |i: usize| usize::try_from(ints[i] - 1).ok();
        for definition in &self.floats {
            let of = |list: &[usize]| list.iter().map(|&x| all[x]).collect::<Vec<_>>();
            all.push(match definition {
                Definition::Int(i) => Exact(ints[*i], 1),
                Definition::Same(x) => all[*x],
                Definition::Sum(terms, constant) => sum(terms, &all).plus(*constant),
                Definition::Abs(x) => Exact(all[*x].0.abs(), all[*x].1),
                Definition::Greatest(list) => of(list).into_iter().max_by(|a, b| a.compare(*b))?,
                Definition::Least(list) => of(list).into_iter().min_by(|a, b| a.compare(*b))?,
                Definition::Constant(i, list) => *list.get(chosen(*i)?)?,
                Definition::Chosen(i, list) => *of(list).get(chosen(*i)?)?,
            });
        }
        let within = |(value, bound): (&Exact, &Option<(Exact, Exact)>)| {
            bound.is_none_or(|(low, high)| low.compare(*value).is_le() && value.compare(high).is_le())
        };
        all.iter().zip(&self.bounds).all(within).then_some(all)
    }

    fn holds(&self, check: &Check, floats: &[Exact], truths: usize) -> bool {
        let sum = check.terms.iter().fold(Exact(0, 1), |sum, (c, x)| sum.plus(c.times(floats[*x])));
        let order = sum.compare(check.constant);
        let holds = match check.relation {
            "eq" => order.is_eq(),
            "ne" => order.is_ne(),
            "le" => order.is_le(),
            _ => order.is_lt(),
        };
        match check.condition {
            None => holds,
            Some((b, true)) => holds == (truths >> b & 1 == 1),
            Some((b, false)) => holds || truths >> b & 1 == 0,
        }
    }

    /// Lists all solutions by enumeration: the integers and truth values, and the floats.
    fn by_trying(&self) -> Vec<(Vec<i64>, Vec<Exact>)> {
        let mut solutions = Vec::new();
        for at in 0..6_usize.pow(self.ints as u32) {
            let ints: Vec<i128> = (0..self.ints).map(|i| (at / 6_usize.pow(i as u32) % 6) as i128 - 2).collect();
            let Some(floats) = self.values(&ints) else { continue };
            for truths in 0..1 << self.bools {
                if self.checks.iter().all(|check| self.holds(check, &floats, truths)) {
                    let ints = ints.iter().map(|&value| value as i64);
                    let own = ints.chain((0..self.bools).map(|b| (truths >> b & 1) as i64)).collect();
                    solutions.push((own, floats.clone()));
                }
            }
        }
        solutions
    }
}

#[derive(Default)]
struct Collected {
    solutions: Vec<Vec<Quantity>>,
    objective: Option<Quantity>,
    ended: Option<(Ending, Option<Quantity>, Option<Quantity>)>,
}

impl OutputSink for Collected {
    fn solution(&mut self, _: &Instance, values: &[Quantity], objective: Option<Quantity>) -> io::Result<()> {
        self.solutions.push(values.to_vec());
        self.objective = objective;
        Ok(())
    }

    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> io::Result<()> {
        self.ended = Some((ending, statistics.objective, statistics.bound));
        Ok(())
    }
}

fn exact(value: Quantity) -> Exact {
    Exact(value.numerator.into(), value.scale.map_or(1, |scale| scale.get().into()))
}

/// Runs a model; returns `None` if its decimals are too fine.
fn collect(text: &str, flags: &Flags) -> Option<Collected> {
    let instance = flatzinc::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut collected = Collected::default();
    let cancel = solver_core::CancelToken::new();
    let warn = &mut |warning: &flatzinc::plan::Warning| panic!("{warning}\n{text}");
    match answer(&instance, flags, None, Instant::now(), &cancel, &mut collected, warn) {
        Err(Failure::Translate(TranslateError::TooFine { .. } | TranslateError::Misuse { .. })) => None,
        result => result.map(|_| Some(collected)).unwrap_or_else(|error| panic!("{error}\n{text}")),
    }
}

fn compare_all(model: &Model, expected: &[(Vec<i64>, Vec<Exact>)], flags: &Flags) -> bool {
    let text = format!("{}solve satisfy;\n", model.text);
    let Some(found) = collect(&text, flags) else { return false };
    let ends = if expected.is_empty() { Ending::Unsatisfiable } else { Ending::Complete };
    assert_eq!(found.ended.map(|end| end.0), Some(ends), "{text}");
    let own = |values: &Vec<Quantity>| values[..model.ints + model.bools].iter().map(|v| v.numerator).collect();
    let points: Solutions = found.solutions.iter().map(own).collect();
    assert_eq!(points.len(), found.solutions.len(), "a solution comes twice\n{text}");
    assert_eq!(points, expected.iter().map(|solution| solution.0.clone()).collect(), "{text}");
    for values in &found.solutions {
        let own: Vec<i64> = own(values);
        let (_, floats) = expected.iter().find(|solution| solution.0 == own).expect("compared before");
        for (value, float) in values[own.len()..].iter().zip(floats) {
            assert!(exact(*value).compare(*float).is_eq(), "{value} is not {float:?}\n{text}");
        }
    }
    true
}

fn compare_best(model: &Model, expected: &[(Vec<i64>, Vec<Exact>)], maximise: bool, flags: &Flags) -> bool {
    let x = model.floats.len() - 1;
    let text = format!("{}solve {} f{x};\n", model.text, if maximise { "maximize" } else { "minimize" });
    let Some(found) = collect(&text, flags) else { return false };
    let values = expected.iter().map(|solution| solution.1[x]);
    let best = if maximise { values.max_by(|a, b| a.compare(*b)) } else { values.min_by(|a, b| a.compare(*b)) };
    let (ending, objective, bound) = found.ended.expect("it ended");
    let Some(best) = best else {
        assert_eq!(ending, Ending::Unsatisfiable, "{text}");
        return true;
    };
    assert_eq!((ending, objective, bound), (Ending::Complete, found.objective, found.objective), "{text}");
    let found = exact(objective.expect("an objective"));
    assert!(found.compare(best).is_eq(), "{found:?} is not {best:?}\n{text}");
    true
}

#[test]
fn decimals_are_solved_exactly() {
    let (mut compared, cases) = (0, cases(3_000));
    for seed in 0..cases {
        let model = make(seed);
        let expected = model.by_trying();
        let all = Flags { all: true, free: seed % 7 == 0, ..Flags::default() };
        let learning = (seed % 3 == 0).then_some(Learning::Activity);
        let best = Flags { learning, free: seed % 5 == 0, ..Flags::default() };
        compared += u64::from(compare_all(&model, &expected, &all));
        compared += u64::from(compare_best(&model, &expected, seed % 2 == 0, &best));
        let instance = flatzinc::read(format!("{}solve satisfy;", model.text).as_bytes()).expect("it was read before");
        if let Ok(translated) = translate(&instance, Options::no_presolve()) {
            let count = translated.model.count().expect("it counts").complete().unwrap_or(0);
            assert_eq!(count, expected.len() as u128, "no presolve\n{}", model.text);
        }
    }
    assert!(compared > 2 * cases * 9 / 10, "{compared} of {} compared", 2 * cases);
}
