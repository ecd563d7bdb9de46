//! Tests of sets: compares every operation on random sets with its definition for all assignments.

use ferz_tests::checkers::ProofDir;
use solver_core::prelude::*;
use solver_core::proof::Claim;
use solver_core::search::Rng;
use solver_core::why::Answer;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The definition of a set or a number under an assignment; `None` if it is undefined.
type Definition<T> = Rc<dyn Fn(&[i32]) -> Option<T>>;
type Members = BTreeSet<i32>;

/// A set expression and its definition.
#[derive(Clone)]
struct Set {
    expr: SetExpr,
    members: Definition<Members>,
}

/// A model with random sets, two integers and a Boolean, and the domains of all variables.
struct Case {
    model: Model,
    domains: Vec<ValueSet>,
    sets: Vec<Set>,
    ints: [(IntVar, usize); 2],
    truth: (IntVar, usize),
    rng: Rng,
}

impl Case {
    /// Generates set variables with a few possible members each, some of which overlap.
    fn random(seed: u64) -> Case {
        let (mut model, mut rng, mut domains) = (Model::new(), Rng::new(seed), Vec::new());
        let mut sets = Vec::new();
        let is_sparse = rng.below(5) == 0;
        let mut left = 7;
        for k in 0..2 + rng.below(2) {
            let count = rng.below(4.min(left + 1));
            let value = |_| (rng.below(6) as i32 - 1) * if is_sparse { 40 } else { 1 };
            let universe: Members = (0..count).map(value).collect();
            left -= universe.len() as u64;
            let expr = model.set(format!("s{k}"), universe.iter().copied().collect::<ValueSet>()).expect("a set");
            let first = domains.len();
            domains.extend(universe.iter().map(|_| ValueSet::range(0, 1)));
            let members: Definition<Members> = Rc::new(move |values| {
                Some(universe.iter().zip(&values[first..]).filter(|(_, has)| **has == 1).map(|(&v, _)| v).collect())
            });
            sets.push(Set { expr, members });
        }
        let mut declare = |name: &str, low: i32, high: i32| {
            domains.push(ValueSet::range(low, high));
            (model.int(name, low..=high).expect("values"), domains.len() - 1)
        };
        let ints = [declare("x", -1, 2), declare("y", 0, 2)];
        let truth = declare("b", 0, 1);
        Case { model, domains, sets, ints, truth, rng }
    }

    fn below(&mut self, limit: u64) -> usize {
        self.rng.below(limit) as usize
    }

    /// Generates a set variable, a constant, or an operation on smaller expressions.
    fn set(&mut self, depth: u32) -> Set {
        if depth == 0 || self.below(4) == 0 {
            if self.below(4) > 0 {
                let which = self.below(self.sets.len() as u64);
                return self.sets[which].clone();
            }
            let members: Members = (0..self.below(4)).map(|_| self.below(6) as i32 - 1).collect();
            let expr = members.iter().copied().collect::<ValueSet>().into();
            return Set { expr, members: Rc::new(move |_| Some(members.clone())) };
        }
        let (a, b) = (self.set(depth - 1), self.set(depth - 1));
        let (left, right) = (a.members.clone(), b.members.clone());
        let by = |f: fn(&Members, &Members) -> Members| -> Definition<Members> {
            let (left, right) = (left.clone(), right.clone());
            Rc::new(move |values| Some(f(&left(values)?, &right(values)?)))
        };
        let (expr, members) = match self.below(6) {
            0 => (a.expr.union(&b.expr), by(|a, b| a | b)),
            1 => (a.expr.intersection(&b.expr), by(|a, b| a & b)),
            2 => (a.expr.difference(&b.expr), by(|a, b| a - b)),
            3 => (a.expr.symmetric_difference(&b.expr), by(|a, b| a ^ b)),
            4 => (a.expr.complement(&b.expr), by(|a, b| b - a)),
            _ => {
                let (i, at) = self.ints[0];
                let element: Definition<Members> = Rc::new(move |values| {
                    let both = [left(values)?, right(values)?];
                    both.get(usize::try_from(values[at]).ok()?).cloned()
                });
                ([a.expr, b.expr].at(i), element)
            }
        };
        Set { expr, members }
    }

    /// Generates an integer variable, a sum, or a quotient, which may be undefined.
    fn number(&mut self) -> (Expr, Definition<i64>) {
        let [(x, i), (y, j)] = self.ints;
        match self.below(4) {
            0 => (x.into(), Rc::new(move |values| Some(values[i].into()))),
            1 => (y.into(), Rc::new(move |values| Some(values[j].into()))),
            2 => (x / y, Rc::new(move |values| Some(i64::from(values[i].checked_div(values[j])?)))),
            _ => (x + y, Rc::new(move |values| Some(i64::from(values[i] + values[j])))),
        }
    }

    /// Lists all assignments to the variables.
    fn assignments(&self) -> Vec<Vec<i32>> {
        self.domains.iter().fold(vec![Vec::new()], |all, domain| {
            let longer =
                |values: &Vec<i32>| domain.iter().map(|v| [values.clone(), vec![v]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(longer).collect()
        })
    }
}

/// Whether a condition holds; an undefined condition does not.
type Condition = Definition<bool>;

/// Generates a condition and its definition.
type Draw = fn(&mut Case) -> (Comparison, Condition);

/// Builds a condition on one set.
fn on_one(
    case: &mut Case,
    f: impl Fn(&SetExpr) -> Comparison,
    holds: impl Fn(&Members) -> bool + 'static,
) -> (Comparison, Condition) {
    let Set { expr, members } = case.set(2);
    (f(&expr), Rc::new(move |values| Some(holds(&members(values)?))))
}

/// Builds a condition on two sets.
fn on_two(
    case: &mut Case,
    f: fn(&SetExpr, &SetExpr) -> Comparison,
    holds: fn(&Members, &Members) -> bool,
) -> (Comparison, Condition) {
    let (a, b) = (case.set(2), case.set(2));
    (f(&a.expr, &b.expr), Rc::new(move |values| Some(holds(&(a.members)(values)?, &(b.members)(values)?))))
}

/// Compares a number that depends on a set with a variable.
fn compared(
    case: &mut Case,
    f: impl Fn(&SetExpr) -> Expr,
    value: impl Fn(&Members) -> Option<i64> + 'static,
) -> (Comparison, Condition) {
    let Set { expr, members } = case.set(2);
    let (x, other) = case.number();
    let (comparison, holds): (_, fn(&i64, &i64) -> bool) = match case.below(3) {
        0 => (f(&expr).equals(x), i64::eq),
        1 => (f(&expr).at_most(x), i64::le),
        _ => (f(&expr).differs(x), i64::ne),
    };
    (comparison, Rc::new(move |values| Some(holds(&value(&members(values)?)?, &other(values)?))))
}

fn weight(value: i32) -> i32 {
    (value * value) % 5 - 1
}

const CONDITIONS: [(&str, Draw); 13] = [
    ("contains a number", |case| {
        let value = case.below(6) as i32 - 1;
        on_one(case, |s| s.contains(value), move |s| s.contains(&value))
    }),
    ("contains an expression", |case| {
        let Set { expr, members } = case.set(2);
        let (x, value) = case.number();
        (expr.contains(x), Rc::new(move |values| Some(members(values)?.contains(&(value(values)? as i32)))))
    }),
    ("has", |case| {
        let value = case.below(6) as i32 - 1;
        on_one(case, |s| s.has(value).equals(0), move |s| !s.contains(&value))
    }),
    ("is_empty", |case| on_one(case, SetExpr::is_empty, Members::is_empty)),
    ("is_subset", |case| on_two(case, |a, b| a.is_subset(b), Members::is_subset)),
    ("is_superset", |case| on_two(case, |a, b| a.is_superset(b), Members::is_superset)),
    ("is_disjoint", |case| on_two(case, |a, b| a.is_disjoint(b), Members::is_disjoint)),
    ("equals", |case| on_two(case, |a, b| a.equals(b), Members::eq)),
    ("differs", |case| on_two(case, |a, b| a.differs(b), Members::ne)),
    ("len and sum", |case| match case.below(2) {
        0 => compared(case, SetExpr::len, |s| Some(s.len() as i64)),
        _ => compared(case, SetExpr::sum, |s| Some(s.iter().map(|&v| i64::from(v)).sum())),
    }),
    ("weighted", |case| {
        compared(case, |s| s.weighted(weight), |s| Some(s.iter().map(|&v| i64::from(weight(v))).sum()))
    }),
    ("minimum", |case| compared(case, SetExpr::minimum, |s| s.first().map(|&v| v.into()))),
    ("maximum", |case| compared(case, SetExpr::maximum, |s| s.last().map(|&v| v.into()))),
];

/// Posts the condition in one of several forms, some of them negated or reified. Returns what must then hold.
fn post(case: &mut Case, comparison: Comparison, condition: Condition) -> Condition {
    let (b, at) = case.truth;
    let by = |f: fn(bool, bool) -> bool| -> Condition {
        Rc::new(move |values| Some(f(condition(values).unwrap_or(false), values[at] == 1)))
    };
    match case.below(6) {
        0 => {
            case.model.post(comparison);
            by(|holds, _| holds)
        }
        1 => {
            case.model.post(!comparison);
            by(|holds, _| !holds)
        }
        2 => {
            case.model.post(comparison).iff(b);
            by(|holds, b| holds == b)
        }
        3 => {
            case.model.post(!comparison).enforce_if(b);
            by(|holds, b| !(b && holds))
        }
        4 => {
            case.model.post(Expr::from(comparison).differs(b));
            by(|holds, b| holds != b)
        }
        _ => {
            case.model.post((!comparison).or(b));
            by(|holds, b| !holds || b)
        }
    }
}

/// Posts a constraint over several sets and returns its definition.
type State = fn(&mut Case) -> Condition;

/// Generates two or three sets, and the definition of their list.
fn several(case: &mut Case) -> (Vec<SetExpr>, Definition<Vec<Members>>) {
    let sets: Vec<Set> = (0..2 + case.below(2)).map(|_| case.set(1)).collect();
    let exprs = sets.iter().map(|set| set.expr.clone()).collect();
    (exprs, Rc::new(move |values| sets.iter().map(|set| (set.members)(values)).collect()))
}

const CONSTRAINTS: [(&str, State); 5] = [
    ("all_disjoint", |case| {
        let (sets, members) = several(case);
        case.model.all_disjoint(&sets);
        Rc::new(move |values| {
            let all = members(values)?;
            Some((0..all.len()).all(|j| all[..j].iter().all(|other| other.is_disjoint(&all[j]))))
        })
    }),
    ("partition", |case| {
        let ((sets, members), universe) = (several(case), case.set(1));
        case.model.partition(&sets, &universe.expr);
        Rc::new(move |values| {
            let (all, universe) = (members(values)?, (universe.members)(values)?);
            let union: Members = all.iter().flatten().copied().collect();
            Some(union == universe && all.iter().map(Members::len).sum::<usize>() == union.len())
        })
    }),
    ("channel_sets", |case| {
        let (sets, members) = several(case);
        let [(x, i), (y, j)] = case.ints;
        case.model.channel_sets([x, y], &sets);
        Rc::new(move |values| {
            let (all, xs) = (members(values)?, [values[i], values[j]]);
            let is_part = xs.iter().zip(0..).all(|(&x, i)| (0..).zip(&all).any(|(j, set)| x == j && set.contains(&i)));
            let agrees = |(j, set): (i32, &Members)| {
                set.iter().all(|&i| usize::try_from(i).is_ok_and(|i| xs.get(i) == Some(&j)))
            };
            Some(is_part && (0..).zip(&all).all(agrees))
        })
    }),
    ("set_precede", |case| {
        let (sets, members) = several(case);
        let (before, after) = (case.below(4) as i32, case.below(4) as i32);
        let (b, at) = case.truth;
        case.model.set_precede(before, after, &sets).iff(b);
        let has = |set: &Members, yes: i32, no: i32| set.contains(&yes) && !set.contains(&no);
        let precedes = move |all: &Vec<Members>| {
            (0..all.len()).all(|j| !has(&all[j], after, before) || all[..j].iter().any(|set| has(set, before, after)))
        };
        Rc::new(move |values| Some((values[at] == 1) == members(values).is_some_and(|all| precedes(&all))))
    }),
    ("set_lex_less", |case| {
        let (a, b) = (case.set(1), case.set(2));
        let (truth, at) = case.truth;
        let is_strict = case.below(2) == 0;
        let posted = match is_strict {
            true => case.model.set_lex_less(&a.expr, &b.expr),
            false => case.model.set_lex_less_eq(&a.expr, &b.expr),
        };
        posted.iff(truth);
        Rc::new(move |values| {
            let both = (a.members)(values).zip((b.members)(values));
            let less = both.is_some_and(|(a, b)| match (&a ^ &b).first() {
                Some(first) => b.contains(first),
                None => !is_strict,
            });
            Some((values[at] == 1) == less)
        })
    }),
];

/// With and without learning, each solution is found exactly once, and the solutions are the assignments that satisfy
/// the definition.
fn compare(name: &str, state: impl Fn(&mut Case) -> Condition) {
    let seeds = ferz_tests::cases(500, 5000);
    let (mut satisfied, mut restricted) = (0, 0);
    for seed in 0..seeds {
        let mut case = Case::random(seed);
        let holds = state(&mut case);
        let all = case.assignments();
        let known: Vec<Vec<i32>> = all.iter().filter(|values| holds(values) == Some(true)).cloned().collect();
        for learning in [None, Some(Learning::Activity)] {
            let solutions = case.model.search().learn(learning).solutions().expect("a sound model");
            let mut found: Vec<Vec<i32>> = solutions.map(|solution| solution.all_values().to_vec()).collect();
            found.sort_unstable();
            assert_eq!(found, known, "{name} {seed}, learning {learning:?}:\n{}", case.model);
        }
        satisfied += u64::from(!known.is_empty());
        restricted += u64::from(known.len() < all.len());
    }
    assert!(satisfied > seeds / 50 && restricted > seeds / 4, "{name}: {satisfied} satisfied, {restricted} restricted");
}

#[test]
fn conditions_on_random_sets_mean_what_they_say() {
    for (name, draw) in CONDITIONS {
        compare(name, |case| {
            let (comparison, condition) = draw(case);
            post(case, comparison, condition)
        });
    }
}

#[test]
fn constraints_over_random_sets_mean_what_they_say() {
    for (name, state) in CONSTRAINTS {
        compare(name, state);
    }
}

/// In every solution, the members of an expression are those of its definition.
#[test]
fn solutions_have_the_members_of_expressions() {
    for seed in 0..ferz_tests::cases(500, 5000) {
        let mut case = Case::random(seed);
        let set = case.set(3);
        for solution in case.model.solutions().expect("a sound model") {
            let members = (set.members)(solution.all_values());
            let members = members.map(|members| members.into_iter().collect::<ValueSet>());
            assert_eq!(solution.set(&set.expr), Ok(members), "{seed}");
        }
    }
}

/// Models the Steiner triple systems on these points, up to the order of the triples.
fn steiner(points: i32) -> Model {
    let mut m = Model::new();
    let triples = m.sets("triple", (points * (points - 1) / 6) as usize, 1..=points).expect("sets");
    for (k, triple) in triples.iter().enumerate() {
        m.post(triple.len().equals(3));
        for other in &triples[..k] {
            m.post(triple.intersection(other).len().at_most(1));
        }
    }
    for pair in triples.windows(2) {
        m.set_lex_less(&pair[1], &pair[0]);
    }
    m
}

/// There are 30 and 840 labelled systems on 7 and 9 points (Colbourn and Rosa 1999, *Triple Systems*), and none on 6.
#[test]
fn steiner_triple_systems_are_counted() {
    let systems = |points| steiner(points).search().learn(Learning::Activity).count().expect("a model");
    assert_eq!([6, 7].map(systems), [Outcome::Unsat, Outcome::Complete(30)]);
    if ferz_tests::is_full() {
        assert_eq!(systems(9), Outcome::Complete(840));
    }
}

/// Proofs of models over sets, most of them unsatisfiable, are accepted.
#[test]
fn proofs_over_sets_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let mut none = 0;
    for seed in 0..ferz_tests::cases(60, 600) {
        let mut case = Case::random(seed);
        for _ in 0..3 {
            let draw = CONDITIONS[case.below(CONDITIONS.len() as u64)].1;
            let (comparison, condition) = draw(&mut case);
            post(&mut case, comparison, condition);
        }
        CONSTRAINTS[case.below(CONSTRAINTS.len() as u64)].1(&mut case);
        let expected = case.model.count().expect("a model").complete().unwrap_or(0) as u64;
        let search = case.model.search().learn((seed % 2 == 1).then_some(Learning::Fixed));
        let proved = search.prove(files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Solutions(expected), "{seed}");
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "{seed}:\n{}", case.model);
        none += u64::from(expected == 0);
    }
    assert!(none > 5, "{none} without a solution");
    let m = steiner(6);
    let proved = m.search().learn(Learning::Activity).prove(files.create().expect("files")).expect("a proof");
    assert_eq!((proved.claim, files.veripb().ok()), (Claim::Solutions(0), proved.verdict));
}

/// A model prints sets by name, and a derivation states their members.
#[test]
fn sets_are_printed_and_explained_by_name() {
    let mut m = Model::new();
    let (s, t) = (m.set("s", 1..=3).expect("a set"), m.set("odd set", [1, 3, 5]).expect("a set"));
    let x = m.int("x", 0..=5).expect("values");
    m.post(s.contains(2));
    m.post(s.contains(x));
    m.post(s.is_disjoint(&t)).named("disjoint");
    m.post(constraint!(s.len() + t.len() >= x));
    m.set_lex_less_eq(&s, &t);
    m.all_disjoint([&s, &t]);
    m.post(x.differs(2));
    insta::assert_snapshot!(m, @r"
    variables
        s has 1..=3: 0..=1
        `odd set` has {1, 3, 5}: 0..=1
        x: 0..=5
    constraints
        `s has 2` >= 1
        [s][x - 1] >= 1
        (`s has 1` + `odd set has 1` >= 2) + (`s has 3` + `odd set has 3` >= 2) <= 0  # disjoint
        x <= `s has 1` + `s has 2` + `s has 3` + `odd set has 1` + `odd set has 3` + `odd set has 5`
        lex_less_eq(s, 0; `odd set has 1`, 0, `odd set has 3`, `odd set has 5`)
        `s has 1` + `odd set has 1` <= 1  # at most one set has 1
        `s has 2` <= 1  # at most one set has 2
        `s has 3` + `odd set has 3` <= 1  # at most one set has 3
        `odd set has 5` <= 1  # at most one set has 5
        x != 2
    ");
    let mut explainer = m.explainer().expect("a model");
    explainer.assume(s.contains(3)).expect("a comparison");
    explainer.assume(t.contains(1)).expect("a comparison");
    let Answer::True(why) = explainer.why(constraint!(x == 3), Depth::Decisions).expect("an answer") else {
        panic!("it is true")
    };
    let lines = why.lines(explainer.symbols());
    assert_eq!(lines[0], "1. s has 2, by `s has 2 >= 1`");
    let lex = "s has 2, and the left of `lex_less_eq number 5` would come after the right otherwise, so s lacks 1";
    assert!(lines.iter().any(|line| line.contains(lex)), "{lines:#?}");

    let flatzinc = m.to_flatzinc(&solver_core::SolveItem::Satisfy).expect("a text");
    assert!(flatzinc.contains("array [1..3] of var int: odd_set ::"), "{flatzinc}");
    assert!(m.to_xcsp3(&solver_core::SolveItem::Satisfy).is_ok());
}

/// An empty universe has one subset; a large universe or constant is refused.
#[test]
fn universes_are_limited() {
    let mut m = Model::new();
    let none = m.set("none", ValueSet::default()).expect("a set");
    m.post(!none.minimum().equals(1));
    assert_eq!(m.count(), Ok(Outcome::Complete(1)));
    assert_eq!(m.first().expect("a model").expect("one").set(&none), Ok(Some(ValueSet::default())));
    m.post(none.maximum().at_least(-9));
    assert_eq!(m.count(), Ok(Outcome::Unsat));

    let error = m.set("all", 0..=1_000_000_000).expect_err("too many members");
    insta::assert_snapshot!(
        error,
        @"set `all` has 1000000001 possible members, but the limit is 65536: give it a smaller universe"
    );
    let s = m.set("s", 1..=3).expect("a set");
    let uses: [fn(&mut Model, &SetExpr); 5] = [
        |m, s| _ = m.post(s.is_subset(0..=1_000_000_000)).named("within"),
        |m, s| _ = m.post(s.union(0..=1_000_000_000).len().at_least(2)),
        |m, s| m.partition([s], 0..=1_000_000_000),
        |m, s| _ = m.set_lex_less(s, 0..=1_000_000_000),
        |m, s| _ = m.set_precede(1, 2, [&s.complement(0..=1_000_000_000)]),
    ];
    for (k, state) in uses.into_iter().enumerate() {
        let mut m = m.clone();
        state(&mut m, &s);
        assert!(matches!(m.count(), Err(ModelError::Overflow { .. })), "{k}");
    }
}

/// A set from another model is refused in every use.
#[test]
fn foreign_sets_are_refused() {
    let foreign = Model::new().set("foreign", 1..=4).expect("a set");
    let uses: [fn(&mut Model, &SetExpr, &SetExpr); 8] = [
        |m, own, foreign| _ = m.post(own.equals(foreign)),
        |m, _, foreign| _ = m.post(foreign.contains(3)),
        |m, own, foreign| _ = m.post(own.union(foreign).minimum().at_least(2)),
        |m, own, foreign| m.all_disjoint([own, foreign]),
        |m, own, foreign| m.partition([own, foreign], 1..=4),
        |m, own, foreign| m.channel_sets([1, 0], [own, foreign]),
        |m, own, foreign| _ = m.set_precede(1, 2, [own, foreign]),
        |m, own, foreign| _ = m.set_lex_less(own, foreign),
    ];
    for (k, state) in uses.into_iter().enumerate() {
        let mut m = Model::new();
        let own = m.set("own", 1..=4).expect("a set");
        let solution = m.first().expect("a model").expect("one");
        assert!(matches!(solution.set(&foreign), Err(ModelError::ForeignVariable { .. })));
        state(&mut m, &own, &foreign);
        assert!(matches!(m.count(), Err(ModelError::ForeignVariable { .. })), "{k}");
    }
}
