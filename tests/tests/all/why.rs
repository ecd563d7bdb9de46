//! Explanations of random models: every derivation is a proof from allowed facts, and never proves more than brute
//! force does. A "smallest" explanation that claims to be minimal is minimal.

use solver_core::prelude::*;
use solver_core::search::Rng;
use solver_core::why::{Answer, Cause, Decided, Explainer, Explanation, Follows, Minimality, Standing, WhyError};
use solver_core::{Comparison, IntVar, Layout};

/// A comparison of one variable with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fact {
    variable: usize,
    sign: Sign,
    value: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    AtMost,
    AtLeast,
    Equal,
    Differs,
}

impl Fact {
    fn random(rng: &mut Rng, variables: usize) -> Fact {
        let sign = [Sign::AtMost, Sign::AtLeast, Sign::Equal, Sign::Differs][rng.below(4) as usize];
        Fact { variable: rng.below(variables as u64) as usize, sign, value: rng.below(8) as i32 - 3 }
    }

    fn holds(self, x: &[i32]) -> bool {
        let v = x[self.variable];
        match self.sign {
            Sign::AtMost => v <= self.value,
            Sign::AtLeast => v >= self.value,
            Sign::Equal => v == self.value,
            Sign::Differs => v != self.value,
        }
    }

    fn comparison(self, x: &[IntVar]) -> Comparison {
        let x = x[self.variable];
        match self.sign {
            Sign::AtMost => x.at_most(self.value),
            Sign::AtLeast => x.at_least(self.value),
            Sign::Equal => x.equals(self.value),
            Sign::Differs => x.differs(self.value),
        }
    }
}

/// A random model and all its solutions.
struct Case {
    model: Model,
    x: Vec<IntVar>,
    solutions: Vec<Vec<i32>>,
}

impl Case {
    fn random(rng: &mut Rng) -> Case {
        let mut model = Model::new();
        model.force_layout([Layout::Auto, Layout::Wide, Layout::Span][rng.below(3) as usize]);
        let count = 2 + rng.below(4) as usize;
        let mut domains: Vec<Vec<i32>> = Vec::new();
        for _ in 0..count {
            let mut values: Vec<i32> = (-2..=4).filter(|_| rng.below(3) > 0).collect();
            if values.is_empty() {
                values.push(3);
            }
            domains.push(values);
        }
        let declare = |(i, values): (usize, &Vec<i32>)| model.int(format!("x{i}"), values.clone()).expect("a domain");
        let x: Vec<IntVar> = domains.iter().enumerate().map(declare).collect();
        let mut tuples = vec![Vec::new()];
        for values in &domains {
            let longer = |t: &Vec<i32>| values.iter().map(|&v| [t.as_slice(), &[v]].concat()).collect::<Vec<_>>();
            tuples = tuples.iter().flat_map(longer).collect();
        }
        for number in 0..1 + rng.below(4) {
            match rng.below(4) {
                0 => {
                    let fact = Fact::random(rng, count);
                    model.post(fact.comparison(&x)).named(format!("stated {number}"));
                    tuples.retain(|t| fact.holds(t));
                }
                1 => {
                    let level = Consistency::ALL[rng.below(3) as usize];
                    let arguments: Vec<(i32, usize, i32, usize, i32)> = (0..2 + rng.below(4))
                        .map(|_| {
                            let a = [1, 1, 1, -1, 2][rng.below(5) as usize];
                            let b = [0, 0, 0, 1][rng.below(4) as usize];
                            let (i, j) = (rng.below(count as u64) as usize, rng.below(count as u64) as usize);
                            (a, i, b, j, rng.below(5) as i32 - 2)
                        })
                        .collect();
                    let value = |t: &[i32], k: usize| {
                        let (a, i, b, j, c) = arguments[k];
                        a * t[i] + b * t[j] + c
                    };
                    let expressions = arguments.iter().map(|&(a, i, b, j, c)| a * x[i] + b * x[j] + c);
                    model.all_different(expressions).consistency(level).named(format!("different {number}"));
                    tuples.retain(|t| {
                        (0..arguments.len()).all(|k| (0..k).all(|earlier| value(t, k) != value(t, earlier)))
                    });
                }
                _ => {
                    let terms: Vec<(i32, usize)> = (0..1 + rng.below(4))
                        .map(|_| (rng.below(7) as i32 - 3, rng.below(count as u64) as usize))
                        .collect();
                    let limit = rng.below(15) as i32 - 4;
                    let sum: Expr = terms.iter().map(|&(a, i)| a * x[i]).sum();
                    let total = |t: &[i32]| terms.iter().map(|&(a, i)| a * t[i]).sum::<i32>();
                    let sign = rng.below(3);
                    let posted = match sign {
                        0 => sum.at_most(limit),
                        1 => sum.equals(limit),
                        _ => sum.differs(limit),
                    };
                    model.post(posted).named(format!("sum {number}"));
                    tuples.retain(|t| match sign {
                        0 => total(t) <= limit,
                        1 => total(t) == limit,
                        _ => total(t) != limit,
                    });
                }
            }
        }
        Case { model, x, solutions: tuples }
    }

    /// Returns the solutions that satisfy the given facts.
    fn with<'a>(&'a self, facts: &'a [Fact]) -> impl Iterator<Item = &'a Vec<i32>> {
        self.solutions.iter().filter(move |t| facts.iter().all(|fact| fact.holds(t)))
    }
}

/// Checks the properties of every explanation. `wrong` returns whether a solution refutes the explained fact.
fn check(case: &Case, assumed: &[Fact], why: &Explanation, wrong: impl Fn(&[i32]) -> bool) {
    let mut rules = 0;
    for (i, step) in why.steps.iter().enumerate() {
        assert!(step.from.iter().all(|&from| from < i), "step {i} rests on a later one");
        for premise in &step.premises {
            let known = |&from: &usize| why.steps[from].facts().any(|fact| premise.follows_from(fact));
            assert!(step.from.iter().any(known), "step {i}: a premise comes from nowhere");
        }
        // A step without premises is a leaf, or an inference that needs none.
        let alone = step.from.is_empty() && step.premises.is_empty();
        assert_eq!(
            step.cause.is_end(),
            alone && !matches!(step.cause, Cause::Constraint { .. } | Cause::Search { .. })
        );
        rules += usize::from(matches!(step.cause, Cause::Constraint { .. }));
        let repeated = why.steps[..i].iter().any(|earlier| step.fact.is_some() && earlier.fact == step.fact);
        assert!(!repeated, "step {i} says again what an earlier one said");
        assert!(why.steps[i + 1..].iter().any(|later| later.from.contains(&i)) || i + 1 == why.steps.len());
    }
    assert_eq!(why.verified, rules);
    let last = why.steps.last().expect("a step");
    assert_eq!(last.fact, why.fact);
    let ends: Vec<Fact> = why.assumptions.iter().map(|&number| assumed[number]).collect();
    assert!(!case.with(&ends).any(|t| wrong(t)), "the assumptions do not imply it");
}

/// Checks the properties of a smallest explanation; returns whether it is proved minimal.
fn check_smallest(case: &Case, assumed: &[Fact], why: &Explanation, wrong: impl Fn(&[i32]) -> bool) -> bool {
    let kept: Vec<Fact> = why.assumptions.iter().map(|&number| assumed[number]).collect();
    let Minimality::Proven { witnesses, .. } = &why.minimality else { return false };
    assert_eq!(witnesses.len(), kept.len());
    for (i, witness) in witnesses.iter().enumerate() {
        let others: Vec<Fact> = kept.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &fact)| fact).collect();
        assert!(case.with(&others).any(|t| wrong(t)), "an assumption is superfluous");
        let values = witness.values(&case.x).expect("its own variables");
        assert!(case.with(&others).any(|t| *t == values) && wrong(&values), "no witness");
    }
    true
}

fn printed(explainer: &Explainer, why: &Explanation) -> Vec<String> {
    why.lines(explainer.symbols())
}

/// A comparison that is applied to a domain before the search keeps its name, and explanations cite it.
#[test]
fn comparisons_of_one_variable_are_cited() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=9).expect("a domain"), m.int("y", 0..=9).expect("a domain"));
    m.post(constraint!(x >= 4)).named("x is large");
    m.post(constraint!(x + y <= 6)).named("together");
    let explainer = m.explainer().expect("a sound model");
    let Ok(Answer::True(why)) = explainer.why(constraint!(y <= 3), Depth::Decisions) else { panic!("it is decided") };
    assert_eq!(
        printed(&explainer, &why),
        [
            "1. x >= 4, by `x is large`",
            "2. x >= 4, and the sum of `together` would exceed its limit otherwise, so y <= 2 (from 1)",
            "3. y <= 2, so y <= 3 (from 2)",
        ]
    );
    let Ok(Answer::False(why)) = explainer.why(constraint!(x == 12), Depth::Decisions) else { panic!("it is decided") };
    assert_eq!(printed(&explainer, &why), ["1. x != 12, as it was declared"]);
}

/// Explaining thousands of comparisons of one variable must not be slow; it once took minutes.
#[test]
fn among_thousands_of_comparisons_the_one_is_found() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=100_000).expect("a domain"), m.int("y", 0..=100_000).expect("a domain"));
    for v in 0..3_000 {
        m.post(x.differs(2 * v + 1)).named(format!("not {}", 2 * v + 1));
    }
    m.post(constraint!(x < y)).named("x before y");
    let mut explainer = m.explainer().expect("a sound model");
    explainer.assume(constraint!(y <= 50)).expect("an assumption");
    let Ok(Answer::True(why)) = explainer.why(constraint!(x != 5), Depth::Decisions) else { panic!("it is decided") };
    assert_eq!(printed(&explainer, &why), ["1. x != 5, by `not 5`"]);
    let Ok(Answer::True(why)) = explainer.why(constraint!(x <= 48), Depth::Decisions) else { panic!("it is decided") };
    assert_eq!(
        printed(&explainer, &why),
        [
            "1. x != 49, by `not 49`",
            "2. y <= 50 is assumed",
            "3. y <= 50, and the sum of `x before y` would exceed its limit otherwise, so x <= 49 (from 2)",
            "4. x cannot be 49..=100000, so x <= 48 (from 1, 3)",
        ]
    );
}

/// The range of an auxiliary variable follows from the variables of its expression.
#[test]
fn expressions_cite_what_cut_their_variables() {
    let mut m = Model::new();
    let x = m.int("x", 0..=9).expect("a domain");
    let y = m.int("y", 0..=0).expect("a domain");
    let z = m.int("z", 0..=1).expect("a domain");
    let w = m.int("w", 0..=9).expect("a domain");
    m.post(constraint!(x <= 1)).named("x is small");
    let apart = [x + y, z.into(), w.into()];
    m.all_different(apart).consistency(Consistency::Bounds).named("apart");
    let explainer = m.explainer().expect("a sound model");
    let Ok(Answer::True(why)) = explainer.why(constraint!(w >= 2), Depth::Decisions) else { panic!("it is decided") };
    assert_eq!(
        printed(&explainer, &why),
        [
            "1. x + y <= 1, by `x is small`",
            "2. x + y <= 1: these need every value of their interval, and all of `apart` must differ, so w >= 2 (from 1)",
        ]
    );
}

#[test]
fn comparisons_that_leave_nothing_are_reported_together() {
    let mut m = Model::new();
    let x = m.int("x", 0..=9).expect("a domain");
    m.post(constraint!(x >= 4)).named("large");
    m.post(constraint!(x != 6)).named("odd");
    m.post(constraint!(x <= 2)).named("small");
    let explainer = m.explainer().expect("a sound model");
    assert_eq!(explainer.standing(), Standing::Contradiction);
    for depth in Depth::ALL {
        let why = explainer.why_failed(*depth).expect("a contradiction");
        assert_eq!(
            printed(&explainer, &why),
            ["1. `large` and `small` cannot all be true of any declared value: there is no way out"]
        );
    }
}

#[test]
fn faulty_questions_are_typed_errors() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=9).expect("a domain"), m.int("y", 0..=9).expect("a domain"));
    m.post(constraint!(x < y));
    let mut explainer = m.explainer().expect("a sound model");
    let refused = explainer.why(constraint!(x + y == 3), Depth::Step);
    assert!(matches!(refused, Err(WhyError::NotOneVariable { count: 2, .. })));
    assert!(matches!(explainer.decide(constraint!(2 * x == 3)), Err(WhyError::Trivial { holds: false, .. })));
    assert!(matches!(explainer.assume(constraint!(x != x + 1)), Err(WhyError::NotOneVariable { count: 0, .. })));
    let foreign = Model::new().int("z", 0..=9).expect("a domain");
    let refused = explainer.assume(constraint!(foreign == 3));
    assert!(matches!(refused, Err(WhyError::Model(ModelError::ForeignVariable { .. }))));
    assert!(matches!(explainer.why_failed(Depth::Step), Err(WhyError::NoContradiction)));
    assert!(explainer.assumptions().is_empty());
    let token = CancelToken::new();
    token.cancel();
    let stopped = m.search().cancel(&token).explainer();
    assert!(matches!(stopped, Err(WhyError::Stopped { by: StopReason::Cancelled })));
}

/// If a limit is reached while an assumption is propagated, the explainer remains unchanged.
#[test]
fn an_assumption_that_was_stopped_is_not_made() {
    let mut m = Model::new();
    let x = m.ints("x", 5_000, 0..=9).expect("a domain");
    // Fixing a variable fixes the next one, and so on; this takes long enough for the token to be checked.
    for pair in x.windows(2) {
        m.post(constraint!(pair[0] == pair[1]));
    }
    let token = CancelToken::new();
    let mut explainer = m.search().cancel(&token).explainer().expect("a sound model");
    explainer.assume(constraint!(x[0] >= 1)).expect("no limit yet");
    let facts = explainer.engine().facts();
    token.cancel();
    for _ in 0..2 {
        let stopped = explainer.assume(constraint!(x[0] == 5));
        assert!(matches!(stopped, Err(WhyError::Stopped { by: StopReason::Cancelled })), "{stopped:?}");
    }
    assert_eq!((explainer.assumptions().len(), explainer.engine().facts()), (1, facts));
    assert!(matches!(explainer.why(constraint!(x[0] == 5), Depth::Decisions), Ok(Answer::Open)));
    // The fact is known, but its derivation is stopped, too.
    let why = explainer.why(constraint!(x[1] >= 1), Depth::Decisions);
    assert!(matches!(why, Err(WhyError::Stopped { by: StopReason::Cancelled })), "{why:?}");
}

#[derive(Default, Debug)]
struct Seen {
    facts: u64,
    steps: u64,
    contradictions: u64,
    smaller: u64,
    minimal: u64,
    by_search: u64,
    open: u64,
}

/// Assumes random facts until they contradict each other.
fn assume(case: &Case, explainer: &mut Explainer, rng: &mut Rng) -> Vec<Fact> {
    let mut assumed = Vec::new();
    for number in 0..rng.below(5) {
        if explainer.standing() == Standing::Contradiction {
            break;
        }
        let fact = Fact::random(rng, case.x.len());
        let result = explainer.assume_as(format!("clue {number}"), fact.comparison(&case.x));
        result.expect("an assumption about one variable");
        assumed.push(fact);
    }
    assumed
}

fn question(case: &Case, explainer: &Explainer, assumed: &[Fact], fact: Fact, rng: &mut Rng, seen: &mut Seen) {
    let asked = || fact.comparison(&case.x);
    let depth = Depth::ALL[rng.below(3) as usize];
    let (why, truth) = match explainer.why(asked(), depth).expect("a chain that verifies") {
        Answer::True(why) => (why, true),
        Answer::False(why) => (why, false),
        Answer::Open => {
            seen.open += 1;
            let found = |truth: bool| case.with(assumed).any(|t| fact.holds(t) == truth);
            let decided = explainer.decide(asked()).expect("no limit is that near");
            let expected = match decided {
                Decided::Always { .. } => (true, false),
                Decided::Never { .. } => (false, true),
                Decided::Either { .. } => (true, true),
                Decided::NoSolution { .. } => (false, false),
                Decided::Unknown { .. } => panic!("no limit is that near"),
            };
            assert_eq!((found(true), found(false)), expected);
            return;
        }
    };
    seen.facts += 1;
    seen.steps += why.steps.len() as u64;
    let wrong = |t: &[i32]| fact.holds(t) != truth;
    match depth {
        Depth::Step => assert!(!case.with(assumed).any(|t| wrong(t)) && why.steps.len() == 1),
        Depth::Decisions => check(case, assumed, &why, wrong),
        Depth::Smallest => {
            check(case, assumed, &why, wrong);
            let chain = explainer.why(asked(), Depth::Decisions).expect("a chain that verifies");
            let (Answer::True(chain) | Answer::False(chain)) = chain else { panic!("it was decided") };
            seen.smaller += u64::from(why.assumptions.len() < chain.assumptions.len());
            seen.by_search += u64::from(why.follows != Follows::ByPropagation);
            seen.minimal += u64::from(check_smallest(case, assumed, &why, wrong));
        }
    }
}

#[test]
fn every_explanation_is_a_proof() {
    let mut rng = Rng::new(2026);
    let mut seen = Seen::default();
    for _ in 0..4_000 {
        let case = Case::random(&mut rng);
        let mut explainer = case.model.explainer().expect("a sound model");
        let assumed = assume(&case, &mut explainer, &mut rng);
        if explainer.standing() == Standing::Contradiction {
            seen.contradictions += 1;
            let why = explainer.why_failed(Depth::Decisions).expect("a chain that verifies");
            check(&case, &assumed, &why, |_| true);
            let why = explainer.why_failed(Depth::Smallest).expect("a chain that verifies");
            check(&case, &assumed, &why, |_| true);
            check_smallest(&case, &assumed, &why, |_| true);
            explainer.why_failed(Depth::Step).expect("a step that verifies");
            let refused = explainer.why(Fact::random(&mut rng, 1).comparison(&case.x), Depth::Step);
            assert!(matches!(refused, Err(WhyError::Contradiction)));
            continue;
        }
        for variable in 0..case.x.len() {
            for value in -3..=5 {
                for sign in [Sign::AtMost, Sign::AtLeast, Sign::Equal, Sign::Differs] {
                    question(&case, &explainer, &assumed, Fact { variable, sign, value }, &mut rng, &mut seen);
                }
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.facts > 100_000 && seen.contradictions > 200 && seen.open > 10_000, "{seen:?}");
    assert!(seen.smaller > 100 && seen.minimal > 10_000 && seen.by_search > 100, "{seen:?}");
}

/// `b -> x != 3` uses two truth values, which are named after their texts.
#[test]
fn comparisons_are_called_as_they_are_written() {
    let mut m = Model::new();
    let option = m.ints("option", 34, 0..=4).unwrap();
    m.post(option[33].equals(2).implies(option[2].differs(3)));
    m.post((option[0] + option[1]).at_most(3).or(option[4].at_least(option[5]))).named("sum or order");
    let mut explainer = m.explainer().unwrap();
    explainer.assume(constraint!(option[2] == 3)).unwrap();
    let Answer::False(why) = explainer.why(constraint!(option[33] == 2), Depth::Decisions).unwrap() else {
        panic!("the implication is about it")
    };
    assert_eq!(
        why.lines(explainer.symbols()),
        [
            "1. option[2] = 3 is assumed",
            "2. option[2] = 3, so by `option[33] = 2 -> option[2] != 3` option[2] != 3 is false (from 1)",
            "3. option[2] != 3 is false, and the sum of `option[33] = 2 -> option[2] != 3` would exceed its limit otherwise, so option[33] = 2 is false (from 2)",
            "4. option[33] = 2 is false, so by `option[33] = 2 -> option[2] != 3` option[33] != 2 (from 3)",
        ]
    );
    for (i, v) in [(0, 4), (1, 0), (4, 1)] {
        explainer.assume(constraint!(option[i] == v)).unwrap();
    }
    let Answer::True(why) = explainer.why(constraint!(option[5] <= 1), Depth::Decisions).unwrap() else {
        panic!("the order must hold")
    };
    let printed = why.lines(explainer.symbols()).join("\n");
    assert!(
        printed.contains("option[0] + option[1] <= 3 is false") && printed.contains("option[5] <= option[4]"),
        "{printed}"
    );
}

/// Neighbours differ by at most 2. Fixing one removes all values farther away, by one rule and with one reason.
#[test]
fn removals_by_one_rule_are_one_step() {
    let mut m = Model::new();
    let (x, y, z) = (m.int("x", 0..=9).unwrap(), m.int("y", 0..=9).unwrap(), m.int("z", [3, 4, 5]).unwrap());
    m.table([x, y], (0..=9).map(|v| [v, if v < 5 { v + 5 } else { v - 5 }]).collect::<Vec<_>>()).named("halves");
    m.post(constraint!(y != z));
    m.all_different([Expr::from(y) - 2, z.into()]).named("apart");
    let mut explainer = m.explainer().unwrap();
    explainer.assume(constraint!(x == 0)).unwrap();
    let Answer::False(why) = explainer.why(constraint!(z == 3), Depth::Decisions).unwrap() else { panic!("y is 5") };
    let printed = why.lines(explainer.symbols());
    let by_table = why.steps.iter().filter(|step| step.cause.rule().name.starts_with("table.")).count();
    assert_eq!(by_table, 1, "{printed:#?}");
    assert!(why.steps.iter().any(|step| step.facts().count() == 9), "{printed:#?}");
}
