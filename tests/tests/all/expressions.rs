//! Expressions of any depth: the solver finds the same solutions as brute force with an independent evaluator.

use solver_core::harness::Rng;
use solver_core::prelude::*;
use std::collections::BTreeSet;

/// A test expression.
#[derive(Clone, Debug)]
enum Tree {
    Variable(usize),
    Constant(i32),
    Sum(Box<Tree>, Box<Tree>),
    Scaled(i32, Box<Tree>),
    AtMost(Box<Tree>, Box<Tree>),
    Equals(Box<Tree>, Box<Tree>),
    Differs(Box<Tree>, Box<Tree>),
    All(Vec<Tree>),
    Any(Vec<Tree>),
    Xor(Box<Tree>, Box<Tree>),
    Implies(Box<Tree>, Box<Tree>),
    Times(Box<Tree>, Box<Tree>),
    Quotient(Box<Tree>, Box<Tree>),
    Remainder(Box<Tree>, Box<Tree>),
    Power(Box<Tree>, Box<Tree>),
    Absolute(Box<Tree>),
    Maximum(Vec<Tree>),
    Minimum(Vec<Tree>),
    Element(Vec<i32>, Box<Tree>),
    ElementOf(Vec<Tree>, Box<Tree>),
    FloorQuotient(Box<Tree>, Box<Tree>),
    FloorRemainder(Box<Tree>, Box<Tree>),
    CountOf(Vec<Tree>, Box<Tree>),
    Distinct(Vec<Tree>),
    IsIn(Box<Tree>, Vec<i32>),
}

use Tree::*;

fn number(rng: &mut Rng, depth: u64) -> Tree {
    match rng.below(if depth == 0 { 2 } else { 21 }) {
        0 => Constant(rng.below(5) as i32 - 2),
        1 | 2 => Variable(rng.below(3) as usize),
        3 => Sum(number(rng, depth - 1).into(), number(rng, depth - 1).into()),
        4 => Scaled(rng.below(5) as i32 - 2, number(rng, depth - 1).into()),
        5 => Times(number(rng, depth - 1).into(), number(rng, depth - 1).into()),
        6 => Quotient(number(rng, depth - 1).into(), number(rng, depth - 1).into()),
        7 => Remainder(number(rng, depth - 1).into(), number(rng, depth - 1).into()),
        8 => Power(number(rng, 0).into(), number(rng, 0).into()),
        9 => Absolute(number(rng, depth - 1).into()),
        10 => Maximum((0..=rng.below(2)).map(|_| number(rng, depth - 1)).collect()),
        11 => Minimum((0..=rng.below(2)).map(|_| number(rng, depth - 1)).collect()),
        12 => {
            // Some arrays have only positive or only negative values.
            let least = rng.below(6) as i32 - 4;
            Element((0..=rng.below(3)).map(|_| least + rng.below(4) as i32).collect(), number(rng, depth - 1).into())
        }
        13 => ElementOf((0..=rng.below(2)).map(|_| number(rng, depth - 1)).collect(), number(rng, depth - 1).into()),
        14 => FloorQuotient(number(rng, depth - 1).into(), number(rng, depth - 1).into()),
        15 => FloorRemainder(number(rng, depth - 1).into(), number(rng, depth - 1).into()),
        16 => CountOf((0..rng.below(4)).map(|_| number(rng, depth - 1)).collect(), number(rng, 0).into()),
        17 => Distinct((0..rng.below(4)).map(|_| number(rng, depth - 1)).collect()),
        _ => truth(rng, depth - 1),
    }
}

fn truth(rng: &mut Rng, depth: u64) -> Tree {
    let deeper = depth.saturating_sub(1);
    match rng.below(if depth == 0 { 3 } else { 8 }) {
        0 => AtMost(number(rng, deeper).into(), number(rng, deeper).into()),
        1 => Equals(number(rng, deeper).into(), number(rng, deeper).into()),
        2 => Differs(number(rng, deeper).into(), number(rng, deeper).into()),
        3 => All((0..rng.below(4)).map(|_| truth(rng, deeper)).collect()),
        4 => Any((0..rng.below(4)).map(|_| truth(rng, deeper)).collect()),
        5 => Xor(truth(rng, deeper).into(), truth(rng, deeper).into()),
        6 => IsIn(number(rng, deeper).into(), (0..rng.below(4)).map(|_| rng.below(7) as i32 - 3).collect()),
        _ => Implies(truth(rng, deeper).into(), truth(rng, deeper).into()),
    }
}

/// Returns the quotient rounded down, computed from its definition.
fn floor(a: i64, b: i64) -> Option<i64> {
    let fits = |q: &i64| if b > 0 { q * b <= a && a < (q + 1) * b } else { q * b >= a && a > (q + 1) * b };
    (-a.abs() - 1..=a.abs()).find(fits).filter(|_| b != 0)
}

impl Tree {
    /// Returns the value; `None` if it is undefined, in which case the nearest enclosing truth value is 0.
    fn value(&self, v: &[i32]) -> Option<i64> {
        let pair = |a: &Tree, b: &Tree| Some((a.value(v)?, b.value(v)?));
        let truth = |holds: Option<bool>| Some(i64::from(holds == Some(true)));
        let values = |all: &[Tree]| all.iter().map(|t| t.value(v)).collect::<Option<Vec<i64>>>();
        match self {
            Variable(i) => Some(v[*i].into()),
            Constant(c) => Some((*c).into()),
            Sum(a, b) => pair(a, b).map(|(a, b)| a + b),
            Scaled(c, a) => Some(i64::from(*c) * a.value(v)?),
            AtMost(a, b) => truth(pair(a, b).map(|(a, b)| a <= b)),
            Equals(a, b) => truth(pair(a, b).map(|(a, b)| a == b)),
            Differs(a, b) => truth(pair(a, b).map(|(a, b)| a != b)),
            All(all) => truth(values(all).map(|all| all.iter().all(|&t| t == 1))),
            Any(any) => truth(values(any).map(|any| any.contains(&1))),
            Xor(a, b) => truth(pair(a, b).map(|(a, b)| a != b)),
            Implies(a, b) => truth(pair(a, b).map(|(a, b)| a <= b)),
            Times(a, b) => pair(a, b).map(|(a, b)| a * b),
            Quotient(a, b) => pair(a, b).and_then(|(a, b)| a.checked_div(b)),
            Remainder(a, b) => pair(a, b).and_then(|(a, b)| a.checked_rem(b)),
            Power(a, b) => pair(a, b).and_then(|(a, b)| match b {
                0.. => a.checked_pow(u32::try_from(b).ok()?),
                _ => 1i64.checked_div(a.pow(u32::try_from(-b).ok()?)),
            }),
            Absolute(a) => a.value(v).map(i64::abs),
            Maximum(all) => values(all)?.into_iter().max(),
            Minimum(all) => values(all)?.into_iter().min(),
            Element(all, i) => all.get(usize::try_from(i.value(v)?).ok()?).map(|&x| x.into()),
            ElementOf(all, i) => values(all)?.get(usize::try_from(i.value(v)?).ok()?).copied(),
            FloorQuotient(a, b) => pair(a, b).and_then(|(a, b)| floor(a, b)),
            FloorRemainder(a, b) => pair(a, b).and_then(|(a, b)| Some(a - b * floor(a, b)?)),
            CountOf(all, a) => {
                Some(all.iter().filter(|t| t.value(v).is_some() && t.value(v) == a.value(v)).count() as i64)
            }
            Distinct(all) => Some(values(all)?.into_iter().collect::<BTreeSet<i64>>().len() as i64),
            IsIn(a, all) => truth(a.value(v).map(|a| all.iter().any(|&b| a == i64::from(b)))),
        }
    }

    fn expr(&self, x: &[IntVar]) -> Expr {
        match self {
            Variable(i) => x[*i].into(),
            Constant(c) => (*c).into(),
            Sum(a, b) => a.expr(x) + b.expr(x),
            Scaled(c, a) => *c * a.expr(x),
            AtMost(a, b) => a.expr(x).at_most(b.expr(x)).into(),
            Equals(a, b) => a.expr(x).equals(b.expr(x)).into(),
            Differs(a, b) => a.expr(x).differs(b.expr(x)).into(),
            All(all) => all_of(all.iter().map(|t| t.expr(x))).into(),
            Any(any) => any_of(any.iter().map(|t| t.expr(x))).into(),
            Xor(a, b) => a.expr(x).xor(b.expr(x)).into(),
            Implies(a, b) => a.expr(x).implies(b.expr(x)).into(),
            Times(a, b) => a.expr(x) * b.expr(x),
            Quotient(a, b) => a.expr(x) / b.expr(x),
            Remainder(a, b) => a.expr(x) % b.expr(x),
            Power(a, b) => a.expr(x).pow(b.expr(x)),
            Absolute(a) => a.expr(x).abs(),
            Maximum(all) => maximum_of(all.iter().map(|t| t.expr(x))),
            Minimum(all) => minimum_of(all.iter().map(|t| t.expr(x))),
            Element(all, i) => all.at(i.expr(x)),
            ElementOf(all, i) => all.iter().map(|t| t.expr(x)).collect::<Vec<Expr>>().at(i.expr(x)),
            FloorQuotient(a, b) => a.expr(x).div_floor(b.expr(x)),
            FloorRemainder(a, b) => a.expr(x).mod_floor(b.expr(x)),
            CountOf(all, a) => count_of(all.iter().map(|t| t.expr(x)), a.expr(x)),
            Distinct(all) => nvalue_of(all.iter().map(|t| t.expr(x))),
            IsIn(a, all) => a.expr(x).in_set(&all[..]).into(),
        }
    }
}

/// In every notation, an undefined value makes the nearest comparison false, and therefore the negation of that
/// comparison true.
#[test]
fn a_negation_holds_where_its_comparison_is_undefined() -> Result<(), ModelError> {
    type Post = fn(&mut Model, IntVar, IntVar);
    fn done<T>(_: T) {}
    let count = |post: Post| -> Result<Option<u128>, ModelError> {
        let mut m = Model::new();
        let (x, y) = (m.int("x", 0..=3)?, m.int("y", 0..=2)?);
        post(&mut m, x, y);
        Ok(m.count()?.complete())
    };
    let nine: [Post; 8] = [
        |m, x, y| done(m.post(!constraint!(x / y == 1))),
        |m, x, y| done(m.post(constraint!(x / y == 1)).iff(0)),
        |m, x, y| done(m.post(constraint!(x / y == 1).implies(0))),
        |m, x, y| done(m.post(constraint!(x / y == 1).iff(0))),
        |m, x, y| done(m.post(!!!constraint!(x / y == 1))),
        |m, x, y| done(m.post(!constraint!(x / y == 1)).iff(1)),
        |m, x, y| done(m.post(!constraint!(x / y == 1).or(constraint!(x / y == 1)))),
        |m, x, y| done(m.post(!constraint!(x / y == 1)).enforce_if(constraint!(x >= 0))),
    ];
    for post in nine {
        assert_eq!(count(post)?, Some(9));
    }
    // Each constraint, and how many of the twelve assignments satisfy it.
    let neighbours: [(Post, u128); 7] = [
        (|m, x, y| done(m.post(!constraint!(x % y != 0))), 12 - 2),
        (|m, x, y| done(m.post(!constraint!(x % y >= 0))), 4),
        (|m, x, y| done(m.post(!(x.pow(y - 1)).at_most(1))), 12 - 9),
        (|m, x, y| done(m.post(![1, 0].at(x + y).equals(1))), 12 - 1),
        (|m, x, y| done(m.post(!![1, 0].at(x + y).equals(1))), 1),
        (|m, x, y| done(m.post(!constraint!((x / y).abs() <= 9).and(x.at_most(1)))), 12 - 4),
        // With a constant divisor, nothing is undefined, so no truth value is needed.
        (|m, x, _| done(m.post(!constraint!(x / 2 == 1))), 6),
    ];
    for (i, (post, expected)) in neighbours.into_iter().enumerate() {
        assert_eq!(count(post)?, Some(expected), "{i}");
    }
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=3)?, m.int("y", 0..=2)?);
    m.post(!constraint!(x / y == 1));
    m.post(!!constraint!(x / y == 1));
    m.post(!constraint!(x / 2 == 1));
    let printed = m.to_string();
    let written: Vec<&str> = printed.lines().skip_while(|line| *line != "constraints").skip(1).map(str::trim).collect();
    assert_eq!(written, ["not (x / y = 1)", "x / y = 1", "x / 2 != 1"]);
    Ok(())
}

fn assignments() -> impl Iterator<Item = [i32; 3]> {
    (0..27).map(|code| [code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1])
}

#[test]
fn nested_expressions_have_the_solutions_of_their_meaning() -> Result<(), ModelError> {
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let said = truth(&mut rng, 3);
        let more = truth(&mut rng, 2);
        let mut m = Model::new();
        let x = m.ints("x", 3, -1..=1)?;
        m.post(said.expr(&x));
        let reified = rng.below(2) == 0;
        if reified {
            m.all_different(&x).enforce_if(more.expr(&x));
        } else {
            m.post(more.expr(&x)).iff(Expr::from(x[0].equals(1)));
        }
        let expected: Vec<[i32; 3]> = assignments()
            .filter(|v| {
                let distinct = v[0] != v[1] && v[1] != v[2] && v[0] != v[2];
                let more = more.value(v) == Some(1);
                said.value(v) == Some(1) && if reified { distinct || !more } else { more == (v[0] == 1) }
            })
            .collect();
        let mut found: Vec<Vec<i32>> = m.solutions()?.map(|s| s.values(&x)).collect::<Result<_, _>>()?;
        found.sort_by_key(|v| (v[2], v[1], v[0]));
        assert_eq!(found, expected, "seed {seed}: {said:?} and {more:?}");
    }
    Ok(())
}

/// Tries all small arguments, with a variable and with a constant as the divisor.
#[test]
fn floored_quotients_and_remainders() -> Result<(), ModelError> {
    let mut m = Model::new();
    let [x, y, q, r] = m.ints_named(["x", "y", "q", "r"], -9..=9)?;
    let mut by_number = vec![m.clone(); 19];
    m.post(x.div_floor(y).equals(q));
    m.post(x.mod_floor(y).equals(r));
    for (m, c) in by_number.iter_mut().zip(-9..) {
        m.post(x.div_floor(c).equals(q));
        m.post(x.mod_floor(Expr::from(c)).equals(r));
        m.post(y.equals(c));
    }
    let expected: BTreeSet<Vec<i32>> = (-9..=9)
        .flat_map(|a| (-9..=9).map(move |b| (a, b)))
        .filter_map(|(a, b)| {
            let q = floor(a.into(), b.into())? as i32;
            (-9..=9).contains(&q).then_some(vec![a, b, q, a - b * q])
        })
        .collect();
    let found = |m: &Model| m.solutions()?.map(|s| s.values(&[x, y, q, r])).collect::<Result<BTreeSet<_>, _>>();
    assert_eq!(found(&m)?, expected);
    let one_by_one: Vec<BTreeSet<Vec<i32>>> = by_number.iter().map(found).collect::<Result<_, _>>()?;
    assert_eq!(one_by_one.into_iter().flatten().collect::<BTreeSet<_>>(), expected);
    assert_eq!(expected.len(), 19 * 18);
    // With a constant divisor, propagation prevents all failures.
    let mut m = Model::new();
    let (x, q) = (m.int("x", -1_000_000..=-999_999)?, m.int("q", -1_000_000..=1_000_000)?);
    m.post(x.div_floor(1_000).equals(q));
    let mut run = m.search().order(VarSelect::Input).start()?;
    while run.step() == Step::Solution {}
    assert_eq!((run.statistics().solutions, run.statistics().failures), (2, 0));
    Ok(())
}

/// With many arguments, the propagators of `nvalue` derive the counts without search.
#[test]
fn numbers_of_values_propagate() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 20, (0..19).map(|v| 2 * v).collect::<ValueSet>())?;
    m.post(nvalue_of(&x).at_least(20));
    assert_eq!(m.search().node_limit(1).first()?, Outcome::Unsat);
    let mut m = Model::new();
    let x: Vec<IntVar> = (0..20).map(|i| m.int("x", 10 * i..=10 * i + 9)).collect::<Result<_, _>>()?;
    m.post((2 * nvalue_of(&x)).less_than(nvalue_of(&x) + 20));
    assert_eq!(m.search().node_limit(1).first()?, Outcome::Unsat);
    Ok(())
}

/// The sum is an argument, so it becomes a variable, and its terms become variables that represent functions.
#[test]
fn functions_of_sums_of_functions() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 2, -3..=3)?;
    m.post((x[0] * x[0] - x[1] * x[1]).abs().equals(5));
    m.post([0, 1].at(x[0] % 2 + x[1] / 2).equals(0));
    let found: Vec<Vec<i32>> = m.solutions()?.map(|s| s.values(&x)).collect::<Result<_, _>>()?;
    assert_eq!(found, [[-3, 2], [3, -2]]);
    Ok(())
}

#[test]
fn equal_expressions_share_a_variable() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=9)?;
    for k in 0..5 {
        m.all_different([x[0] + x[1], x[2] + k]);
        m.post(x[0].less_than(x[1]).implies(x[2].at_least(k)));
    }
    let run = m.search().start()?;
    // The variables are x, x[0] + x[1], x[0] < x[1], and a truth value for each k except 0 … 4.
    assert_eq!(run.engine().map(|e| e.variables()), Some(3 + 1 + 1 + 5));
    Ok(())
}

/// A comparison that holds wherever it is defined is still false where it is not, even as a function argument.
#[test]
fn a_comparison_of_an_undefined_value_is_false_inside_functions() {
    for (least, solutions) in [(0, 4 * 3), (1, 2 * 3 + 2 * 2), (2, 4)] {
        let mut m = Model::new();
        let (x, y) = (m.int("x", -1..=2).expect("values"), m.int("y", 0..=2).expect("values"));
        let holds = Expr::from([1, 1].at(x).at_least(1));
        m.post(maximum_of([holds, y.into()]).at_least(least));
        assert_eq!(m.count(), Ok(Outcome::Complete(solutions)), "{m}");
    }
}
