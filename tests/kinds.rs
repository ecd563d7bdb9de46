//! Small models with every kind of constraint and expression, some of them conditional, for tests of operations on
//! entire models.

use solver_core::constraints::{Automaton, Diagram, Table};
use solver_core::prelude::*;
use std::error::Error;

type Stated = Result<(), Box<dyn Error>>;

/// A small model, which can also be part of a larger one.
pub struct Kind {
    /// The name of the kind.
    pub name: &'static str,
    state: Box<dyn Fn(&mut Model) -> Stated>,
}

impl Kind {
    fn new(name: &'static str, state: impl Fn(&mut Model) -> Stated + 'static) -> Kind {
        Kind { name, state: Box::new(state) }
    }

    /// Builds a model of this kind only.
    ///
    /// # Errors
    /// None, if this file is correct.
    pub fn model(&self) -> Result<Model, Box<dyn Error>> {
        let mut m = Model::new();
        self.state(&mut m)?;
        Ok(m)
    }

    /// Adds this kind's variables and constraints to a model.
    ///
    /// # Errors
    /// None, if this file is correct.
    pub fn state(&self, m: &mut Model) -> Stated {
        (self.state)(m)
    }
}

/// Creates a kind of model with an array of variables, which `state` constrains.
fn over(
    name: &'static str,
    count: usize,
    domain: impl Into<ValueSet>,
    state: impl Fn(&mut Model, &[IntVar]) -> Stated + 'static,
) -> Kind {
    let domain = domain.into();
    Kind::new(name, move |m| {
        let x = m.ints("x", count, domain.clone())?;
        state(m, &x)
    })
}

/// Creates a kind of model with three variables and a truth value.
fn with(name: &'static str, state: impl Fn(&mut Model, &[IntVar], IntVar) -> Stated + 'static) -> Kind {
    Kind::new(name, move |m| {
        let (x, b) = (m.ints("x", 3, 0..=2)?, m.bool("b")?);
        state(m, &x, b)
    })
}

/// Lists the kinds of models. Every model has solutions and non-solutions.
pub fn kinds() -> Result<Vec<Kind>, Box<dyn Error>> {
    let mut all = catalogue()?;
    all.extend(tasks_and_boxes());
    all.extend(expressions());
    all.extend(conditions()?);
    Ok(all)
}

/// Discards a posted constraint and returns `Ok`.
fn done<T>(_: T) -> Result<(), Box<dyn Error>> {
    Ok(())
}

fn catalogue() -> Result<Vec<Kind>, Box<dyn Error>> {
    let pairs = Table::new(2, [[0, 1], [1, 2], [2, 2], [3, 0]])?;
    let (same, again) = (pairs.clone(), pairs.clone());
    let short = Table::short(3, [[Some(0), None, Some(1)], [None, Some(2), Some(2)], [Some(1), Some(1), None]])?;
    let column = Table::new(1, [[0], [2]])?;
    let no_twins = Automaton::new(3, 0, [0, 1, 2], [(0, 0, 1), (0, 1, 2), (1, 1, 2), (2, 0, 1), (2, 2, 0)])?;
    let guessing = Automaton::new(3, 0, [2], [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 2), (1, 1, 2)])?;
    let diagram = Diagram::of_rows(3, [[0, 1, 2], [0, 2, 1], [1, 1, 2], [2, 2, 2]])?;
    let tangled = Diagram::new([vec![(0, 0, 0), (0, 0, 1), (0, 1, 1)], vec![(0, 2, 0), (1, 1, 3), (1, 2, 0)]])?;
    Ok(vec![
        over("abs", 2, -3..=3, |m, x| done(m.abs(x[0] - 1, x[1]))),
        over("all_different", 4, 0..=4, |m, x| done(m.all_different(x))),
        over("all_different of sums", 3, 0..=3, |m, x| done(m.all_different([x[0] + x[1], x[2] + 1, 2 * x[0]]))),
        over("all_different_except", 4, 0..=2, |m, x| done(m.all_different_except(x, [0, 7]))),
        over("all_equal", 3, [0, 2, 3, 9], |m, x| done(m.all_equal([x[0].into(), x[1] + 1, Expr::from(x[2])]))),
        over("among", 4, 0..=3, |m, x| done(m.among(&x[..3], [0, 2, 3], x[3]))),
        over("count", 4, 0..=3, |m, x| done(m.count_equal(&x[..3], 2, x[3]))),
        over("at_least", 3, 0..=2, |m, x| done(m.at_least(x, 1, 2))),
        over("at_most", 4, 0..=2, |m, x| done(m.at_most(&x[..3], 1, x[3]))),
        over("arg_max", 4, 0..=2, |m, x| done(m.arg_max(&x[..3], x[3]))),
        over("arg_min", 4, 0..=2, |m, x| done(m.arg_min(&x[..3], x[3] - 1))),
        over("bin_packing", 5, 0..=5, |m, x| done(m.bin_packing([(x[0], 2), (x[1], 3), (x[2], 1)], &x[3..]))),
        over("circuit", 4, -1..=4, |m, x| done(m.circuit(x))),
        over("circuit of one", 1, -1..=4, |m, x| done(m.circuit(x))),
        over("clause", 4, -1..=1, |m, x| done(m.clause(&x[..2], &x[2..]))),
        over("div", 3, -3..=3, |m, x| done(m.div(x[0], x[1], x[2]))),
        over("element", 2, -1..=4, |m, x| done(m.element([3, 1, 4, 1], x[0], x[1]))),
        over("element_of", 5, 0..=2, |m, x| done(m.element_of(&x[..3], x[3] - 1, x[4]))),
        over("element_2d", 3, -1..=3, |m, x| done(m.element_2d([[0, 3, 1], [3, 0, 2]], x[0], x[1], x[2]))),
        over("gcc", 4, 0..=3, |m, x| done(m.gcc(x, [(0, 1..=2), (1, 0..=1), (7, 0..=0)]))),
        over("gcc of variables", 5, 0..=3, |m, x| done(m.gcc(&x[..3], [(0, x[3]), (1, x[4])]))),
        over("gcc_closed", 4, 0..=3, |m, x| done(m.gcc_closed(x, [(0, 1..=2), (2, 0..=4)]))),
        over("increasing", 3, 0..=3, |m, x| done(m.increasing(x))),
        over("strictly_increasing", 3, 0..=4, |m, x| done(m.strictly_increasing(x))),
        over("decreasing", 3, 0..=3, |m, x| done(m.decreasing(x))),
        over("strictly_decreasing", 3, 0..=4, |m, x| done(m.strictly_decreasing([x[0] * 2, x[1] + 1, x[2].into()]))),
        over("inverse", 6, 0..=3, |m, x| done(m.inverse(&x[..3], &x[3..], 1))),
        over("knapsack", 5, 0..=6, |m, x| done(m.knapsack([(2, 1, x[0]), (3, 4, x[1]), (0, 1, x[2])], x[3], x[4]))),
        over("lex_less", 4, 0..=2, |m, x| done(m.lex_less(&x[..2], &x[2..]))),
        over("lex_less_eq of a prefix", 5, 0..=2, |m, x| done(m.lex_less_eq(&x[..3], &x[3..]))),
        over("linear", 3, -2..=3, |m, x| done(m.post((2 * x[0] - 3 * x[1] + x[2]).equals(1)))),
        over("linear at most", 3, -2..=2, |m, x| done(m.post(constraint!(2 * x[0] + x[1] < x[2] + 2)))),
        over("linear differs", 2, -2..=2, |m, x| done(m.post(constraint!(2 * x[0] != x[1] - 1)))),
        over("maximum", 4, -1..=2, |m, x| done(m.maximum(&x[..3], x[3]))),
        over("minimum", 3, -1..=2, |m, x| done(m.minimum([x[0] + x[1], -x[2]], x[2]))),
        over("mdd", 3, 0..=3, move |m, x| done(m.mdd(x, &diagram))),
        over("mdd of several ways", 2, 0..=3, move |m, x| done(m.mdd(x, &tangled))),
        over("modulo", 3, -3..=3, |m, x| done(m.modulo(x[0], x[1], x[2]))),
        over("negative_table", 2, 0..=3, move |m, x| done(m.negative_table(x, &same))),
        over("nvalue", 4, 0..=3, |m, x| done(m.nvalue(&x[..3], x[3]))),
        over("odd", 4, -1..=1, |m, x| done(m.odd(x))),
        over("even", 3, 0..=2, |m, x| done(m.even(x))),
        over("path", 5, 0..=3, |m, x| done(m.path(&x[..3], x[3], x[4]))),
        over("pow", 3, -2..=4, |m, x| done(m.pow(x[0], x[1], x[2]))),
        over("regular", 4, 0..=2, move |m, x| done(m.regular(x, &no_twins))),
        over("regular, guessing", 4, 0..=2, move |m, x| done(m.regular(x, &guessing))),
        over("sort", 6, 0..=2, |m, x| done(m.sort(&x[..3], &x[3..]))),
        over("subcircuit", 4, -1..=4, |m, x| done(m.subcircuit(x))),
        over("table", 2, 0..=3, move |m, x| done(m.table([x[0] + 1, x[1].into()], &again))),
        over("table with wildcards", 3, 0..=2, move |m, x| done(m.table(x, &short))),
        over("table of one column", 2, 0..=3, move |m, x| {
            m.table([x[0]], &column);
            done(m.negative_table([x[1]], &column))
        }),
        over("table without rows", 2, 0..=1, |m, x| done(m.negative_table(x, &Table::new(2, [[0; 2]; 0])?))),
        over("times", 3, -3..=4, |m, x| done(m.times(x[0], x[1], x[2]))),
        over("value_precede", 4, 0..=2, |m, x| done(m.value_precede(1, 2, x))),
        over("value_precede_chain", 4, 1..=3, |m, x| done(m.value_precede_chain([1, 2, 3], x))),
    ])
}

fn tasks_and_boxes() -> Vec<Kind> {
    let numbers =
        |m: &mut Model, x: &[IntVar]| done(m.cumulative((0..3).map(|i| (x[i], [2, 1, 2][i], [1, 2, 1][i])), 2));
    vec![
        over("cumulative", 3, 0..=3, numbers),
        over("cumulative of variables", 6, -1..=2, |m, x| {
            done(m.cumulative([(x[0], x[1].into(), Expr::from(1)), (x[2], Expr::from(2), x[3].into())], x[4] + x[5]))
        }),
        over("disjunctive", 3, 0..=4, |m, x| done(m.disjunctive(x.iter().zip([1, 2, 1])))),
        over("disjunctive of variables", 4, -1..=2, |m, x| done(m.disjunctive([(x[0], x[1]), (x[2], x[3])]))),
        over("diffn", 4, 0..=2, |m, x| {
            done(m.diffn([
                [x[0].into(), x[1].into(), 2.into(), 1.into()],
                [x[2].into(), x[3].into(), 1.into(), 2.into()],
            ]))
        }),
        over("diffn of lines", 4, -1..=2, |m, x| {
            done(m.diffn([
                [x[0].into(), 0.into(), x[1].into(), 2.into()],
                [x[2].into(), 1.into(), x[3].into(), 0.into()],
            ]))
        }),
        over("diffn_nonstrict", 4, -1..=2, |m, x| {
            let first = [x[0].into(), 0.into(), x[1].into(), 2.into()];
            done(m.diffn_nonstrict([first, [x[2].into(), 1.into(), x[3].into(), 1.into()]]))
        }),
    ]
}

fn expressions() -> Vec<Kind> {
    vec![
        over("products", 3, -3..=3, |m, x| done(m.post((x[0] * x[1] - x[2] * x[2]).equals(x[0])))),
        over("quotients", 3, -3..=3, |m, x| done(m.post((x[0] / x[1]).at_most(x[2] % x[0])))),
        over("powers", 2, -2..=3, |m, x| done(m.post(x[0].pow(x[1]).equals(x[1])))),
        over("squares", 2, -2..=4, |m, x| done(m.post(x[0].pow(2).equals(x[1])))),
        over("extremes", 3, -2..=2, |m, x| {
            done(m.post(maximum_of([x[0] + x[1], 2 * x[2]]).equals(minimum_of(x).abs())))
        }),
        over("floored quotients", 3, -3..=3, |m, x| {
            m.post((x[0].div_floor(x[1])).at_most(x[2].mod_floor(x[0])));
            done(m.post(x[2].div_floor(2).differs(x[0].mod_floor(-3))))
        }),
        over("numbers of values", 4, 0..=2, |m, x| {
            m.post(nvalue_of(x).at_most(1 + count_of(x, x[0])));
            done(m.post(nvalue_of([x[0] / x[1], x[2].into()]).equals(2)).enforce_if(x[3].in_set([0, 2])))
        }),
        over("elements", 4, -1..=2, |m, x| done(m.post(x[..3].at(x[3]).equals([2, 0, 1].at(x[0]))))),
        over("undefined in a truth", 3, -1..=2, |m, x| {
            done(m.post((x[0] / x[1]).equals(1).or([1, 1].at(x[2]).equals(x[0]))))
        }),
        over("connectives", 4, 0..=2, |m, x| {
            m.post(x[0].less_than(x[1]).implies(x[2].equals(x[3]))).named("arrow");
            m.post(x[0].equals(0).or(x[1].equals(1)).or(x[2].equals(2)));
            m.post(!x[0].equals(2).and(x[1].at_least(1)));
            done(m.post(x[0].at_most(1).xor(x[1].at_most(x[2]))))
        }),
        over("how many hold", 3, 0..=3, |m, x| {
            let hold: Expr = x.iter().map(|x| Expr::from(x.greater_than(1))).sum();
            done(m.post((2 * hold).equals(x[0] + 1)))
        }),
        Kind::new("names", |m| {
            let (total, sum) = (m.int("total cost", [0, 5, 6, 7, 1000])?, m.int("total_cost", -7..=7)?);
            let (begin, letters) = (m.int("constraint", 0..=3)?, m.ints("été 2", 2, [1])?);
            done(m.post((total + sum + begin).equals(7 * letters[0])).named("of two\nlines -- % # & <b>"))
        }),
        Kind::new("nothing at all", |_| Ok(())),
    ]
}

fn conditions() -> Result<Vec<Kind>, Box<dyn Error>> {
    let pairs = Table::new(2, [[0, 1], [1, 2], [2, 2]])?;
    let ones = Automaton::new(2, 0, [1], [(0, 0, 0), (0, 1, 1), (1, 0, 1)])?;
    Ok(vec![
        with("linear iff", |m, x, b| done(m.post((x[0] + x[1]).equals(x[2])).iff(b))),
        with("linear only if", |m, x, b| done(m.post((2 * x[0]).differs(x[2])).enforce_if(1 - b))),
        with("one variable iff", |m, x, b| done(m.post(x[1].equals(1)).iff(b))),
        with("undefined iff", |m, x, b| done(m.post((x[0] / x[1]).equals(x[2])).iff(b))),
        with("undefined only if", |m, x, b| done(m.all_different([x[0] / x[1], x[2].into()]).enforce_if(b))),
        with("undefined argument iff", |m, x, b| done(m.all_different([x[0] / x[1], x[2].into()]).iff(b))),
        with("all_different iff", |m, x, b| done(m.all_different(x).iff(b))),
        with("circuit iff", |m, x, b| done(m.circuit(x).iff(b))),
        with("table iff", move |m, x, b| done(m.table(&x[..2], &pairs).iff(x[2].equals(1).xor(b.equals(1))))),
        with("regular only if", move |m, x, b| done(m.regular(x, &ones).enforce_if(b))),
        with("element iff", |m, x, b| done(m.element([1, 0], x[0], x[1]).iff(b))),
        with("sort iff", |m, x, b| done(m.sort(&x[..2], &x[1..]).iff(b))),
        with("cumulative only if", |m, x, b| done(m.cumulative(x.iter().map(|x| (x, 1, 1)), 1).enforce_if(b))),
        with("lex iff", |m, x, b| done(m.lex_less(&x[..2], &x[1..]).iff(b))),
        with("gcc iff an expression", |m, x, b| done(m.gcc(x, [(1, b)]).iff(Expr::from(x[0].at_most(x[1]))))),
    ])
}
