//! Tests of minimal unsatisfiable subsets, which brute force verifies independently of the solver.

use ferz_tests::rule::{Rule, brute_force};
use insta::assert_snapshot;
use solver_core::constraints::NotEqual;
use solver_core::prelude::*;
use solver_core::prelude_propagator::*;
use solver_core::search::Rng;
use solver_core::{Effort, Layout};
use std::fmt::Write;
use std::time::Duration;

/// A random model and its rules.
struct Case {
    domains: Vec<Vec<i32>>,
    rules: Vec<Rule>,
}

impl Case {
    /// Generates constraints until no assignment satisfies all of them, but stops earlier in one model out of eight. A
    /// constraint is rarely unsatisfiable by itself, so cores have several members.
    fn random(rng: &mut Rng) -> Case {
        let domain = |rng: &mut Rng| {
            let mut values: Vec<i32> = (-2..=3).filter(|_| rng.below(5) < 3).collect();
            values.extend(values.is_empty().then_some(7));
            values
        };
        let domains: Vec<_> = (0..2 + rng.below(4)).map(|_| domain(rng)).collect();
        let mut case = Case { domains, rules: Vec::new() };
        let enough = if rng.below(8) == 0 { rng.below(5) as usize } else { 40 };
        while case.rules.len() < enough && !case.solutions(|_| true).is_empty() {
            let rule = Rule::random(rng, case.domains.len());
            if rng.below(20) == 0 || !brute_force(&case.domains, std::slice::from_ref(&rule)).is_empty() {
                case.rules.push(rule);
            }
        }
        case
    }

    fn model(&self) -> (Model, Vec<IntVar>, Vec<ConstraintId>) {
        let mut m = Model::new();
        let named = self.domains.iter().enumerate();
        let x: Vec<_> = named.map(|(i, d)| m.int(format!("x{i}"), &d[..]).expect("a domain")).collect();
        let ids = self.rules.iter().map(|rule| rule.post(&mut m, &x)).collect();
        (m, x, ids)
    }

    /// Lists the solutions of the rules whose indices satisfy `keep`.
    fn solutions(&self, keep: impl Fn(usize) -> bool) -> Vec<Vec<i32>> {
        let kept: Vec<Rule> = self.rules.iter().enumerate().filter(|r| keep(r.0)).map(|r| r.1.clone()).collect();
        brute_force(&self.domains, &kept)
    }

    /// Checks every property that a minimal core among the given candidates must have.
    fn check(&self, core: &Core, candidates: &[usize]) {
        let members: Vec<usize> = core.members.iter().map(|member| member.id.index()).collect();
        assert!(members.is_sorted() && members.iter().all(|c| candidates.contains(c)), "{members:?}");
        let background = |c: &usize| !candidates.contains(c);
        let with = |c: usize| background(&c) || members.contains(&c);
        assert!(!core.effort.distrusted, "a wrong reason: {self:?}");
        assert!(self.solutions(with).is_empty(), "{members:?} of {self:?} can be satisfied");
        for member in &core.members {
            let left_out = member.id.index();
            let rest = self.solutions(|c| with(c) && c != left_out);
            assert!(!rest.is_empty(), "{left_out} of {members:?} is not needed: {self:?}");
            let MemberStatus::Witness(witness) = &member.status else { panic!("no witness: {member:?}") };
            assert!(rest.contains(&witness.all_values().to_vec()), "not a witness: {witness:?}, {self:?}");
        }
    }
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "domains {:?}", self.domains)?;
        self.rules.iter().enumerate().try_for_each(|(i, rule)| writeln!(f, "{i}: {rule:?}"))
    }
}

fn minimal(clash: Clash) -> Core {
    match clash {
        Clash::Minimal(core) => core,
        other => panic!("not a minimal core: {other:?}"),
    }
}

fn names(core: &Core) -> Vec<&str> {
    core.members.iter().map(|member| member.name.as_str()).collect()
}

/// Finds cores of infeasible models of every kind with every search, with and without background constraints.
#[test]
fn random_cores_are_minimal() {
    let mut rng = Rng::new(2026);
    let (mut infeasible, mut feasible, mut sizes) = (0, 0, [0_usize; 8]);
    let wanted = ferz_tests::cases(150, 1_000) as usize;
    while infeasible < wanted {
        let case = Case::random(&mut rng);
        let (mut m, _, ids) = case.model();
        m.force_layout([Layout::Auto, Layout::Wide, Layout::Span][rng.below(3) as usize]);
        let branching = Branching::ALL[rng.below(2) as usize];
        let values = match branching {
            Branching::TwoWay => {
                let values = ferz_tests::without_objective();
                values[rng.below(values.len() as u64) as usize]
            }
            Branching::DWay => ValueSelect::Max,
        };
        let order = VarSelect::ALL[rng.below(VarSelect::ALL.len() as u64) as usize];
        let mut search = m.search().branching(branching).values(values).order(order);
        if branching == Branching::TwoWay && rng.below(4) == 0 {
            search = search.restarts(Restarts::Constant { failures: 1 });
        }
        if rng.below(4) == 0 {
            search = search.root(RootInference::Singleton);
        }
        if !case.solutions(|_| true).is_empty() {
            feasible += 1;
            let Clash::Satisfiable(solution) = search.clash().unwrap() else { panic!("there are solutions: {case:?}") };
            assert!(case.solutions(|_| true).contains(&solution.all_values().to_vec()));
            continue;
        }
        infeasible += 1;
        let core = minimal(search.clash().unwrap());
        assert_eq!(core, minimal(search.clash().unwrap()), "the same question twice");
        case.check(&core, &(0..ids.len()).collect::<Vec<_>>());
        sizes[core.members.len().min(7)] += 1;

        let candidates: Vec<usize> = (0..ids.len()).filter(|_| rng.below(2) == 0).collect();
        let named: Vec<ConstraintId> = candidates.iter().map(|&c| ids[c]).collect();
        case.check(&minimal(search.among(&named).clash().unwrap()), &candidates);
    }
    assert!(feasible > wanted / if ferz_tests::is_full() { 10 } else { 20 }, "{feasible} models have solutions");
    assert!(sizes[0] == 0 && sizes[3..].iter().sum::<usize>() > wanted / 5, "cores of these sizes: {sizes:?}");
}

#[test]
fn four_pigeons_and_three_holes() {
    let mut m = Model::new();
    let hole = m.ints("hole", 4, 1..=3).unwrap();
    for (i, x) in hole.iter().enumerate() {
        for (j, y) in hole.iter().enumerate().take(i) {
            m.post(x.differs(y)).named(format!("{j} and {i} differ"));
        }
        m.post((x + hole[0]).at_least(2)).named(format!("{i} is somewhere"));
    }
    let core = minimal(m.clash().unwrap());
    assert_eq!(core.members.len(), 6);
    assert!(names(&core).iter().all(|name| name.ends_with("differ")), "{core}");
}

#[test]
fn one_constraint_can_clash_with_itself() {
    for level in Consistency::ALL {
        let mut m = Model::new();
        let hole = m.ints("hole", 4, 1..=3).unwrap();
        m.post(hole[0].less_than(hole[1]));
        m.all_different(&hole).consistency(*level).named("one each");
        assert_eq!(names(&minimal(m.clash().unwrap())), ["one each"]);
    }
}

#[test]
fn three_colours_do_not_do_for_four_neighbours() {
    // Countries 4 to 7 all touch each other, and only they need a fourth colour.
    let mut m = Model::new();
    let land = m.ints("land", 8, 1..=3).unwrap();
    let borders =
        [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6), (6, 7), (4, 6), (5, 7), (0, 7), (4, 7), (3, 5), (1, 6)];
    for (a, b) in borders {
        m.post(land[a].differs(land[b])).named(format!("{a}-{b}"));
    }
    let core = minimal(m.search().order(VarSelect::SmallestDomain).clash().unwrap());
    assert_eq!(names(&core), ["4-5", "5-6", "6-7", "4-6", "5-7", "4-7"]);
}

#[test]
fn a_circle_of_comparisons() {
    let mut m = Model::new();
    let x = m.ints("x", 5, 0..=1000).unwrap();
    m.all_different(&x).named("different");
    for (a, b) in [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)] {
        m.post(x[a].less_than(x[b])).named(format!("{a}<{b}"));
    }
    assert_eq!(names(&minimal(m.clash().unwrap())), ["0<1", "1<2", "2<0"]);
}

#[test]
fn comparisons_of_one_variable_clash_alone_in_pairs_and_in_threes() {
    let with = |state: &dyn Fn(&mut Model, IntVar, IntVar)| {
        let mut m = Model::new();
        let (x, y) = (m.int("x", 0..=9).unwrap(), m.int("y", 0..=9).unwrap());
        m.post(constraint!(x <= 8)).named("x <= 8");
        m.post(constraint!(y != 4)).named("y != 4");
        state(&mut m, x, y);
        minimal(m.clash().unwrap()).to_string()
    };
    let one = with(&|m, x, _| {
        m.post(constraint!(x >= 10)).named("x >= 10");
    });
    assert_eq!(one, "`x >= 10`");
    let two = with(&|m, x, _| {
        m.post(constraint!(x >= 7)).named("x >= 7");
        m.post(constraint!(2 * x <= 13)).named("2x <= 13");
        m.post(constraint!(x != 7)).named("x != 7");
    });
    assert_eq!(two, "`x >= 7` and `2x <= 13`");
    let three = with(&|m, x, y| {
        m.post(constraint!(x >= 7)).named("x >= 7");
        m.post(constraint!(x + y <= 9)).named("x + y <= 9");
        m.post(constraint!(y >= 3)).named("y >= 3");
    });
    assert_eq!(three, "`x >= 7`, `x + y <= 9` and `y >= 3`");
    let nothing_but_numbers = with(&|m, x, _| {
        m.post((0 * x).equals(1));
    });
    assert_eq!(nothing_but_numbers, "`0 = 1`");
    let halves = with(&|m, x, _| {
        m.post((2 * x).equals(7)).named("half");
    });
    assert_eq!(halves, "`half`");
}

/// A d-way node never tries values that propagation has removed, so the antecedent cones of its branches do not contain
/// the reason for `x != 2`.
#[test]
fn what_removed_a_branch_counts() {
    let mut m = Model::new();
    let (x, two) = (m.int("x", 1..=3).unwrap(), m.int("two", 2..=2).unwrap());
    let bit = m.ints("bit", 4, 0..=1).unwrap();
    m.post(x.equals(3 * bit[0] + 2 * bit[1])).named("not 1");
    m.post(x.equals(3 * bit[2] - 2 * bit[3] + 1)).named("not 3");
    m.post(x.differs(two)).named("not 2");
    for branching in Branching::ALL {
        let core = minimal(m.search().branching(*branching).clash().unwrap());
        assert_eq!(names(&core), ["not 1", "not 3", "not 2"]);
        assert!(!core.effort.distrusted, "{branching}");
    }
}

/// The sum becomes an auxiliary variable, whose domain `x <= 1` keeps narrow.
#[test]
fn what_narrows_an_auxiliary_variable_counts() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=9).unwrap();
    for (i, x) in x.iter().enumerate() {
        m.post(x.at_most(0)).named(format!("x{i}"));
    }
    let sums = [2 * x[0] + x[1], 3 * x[0] - x[1], x[0] + x[1] + x[2]];
    m.all_different(sums).consistency(Consistency::Domain).named("sums");
    assert_eq!(names(&minimal(m.clash().unwrap())), ["x0", "x1", "sums"]);
}

#[test]
fn a_model_with_solutions_has_no_clash() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=2).unwrap();
    m.all_different(&x);
    let Clash::Satisfiable(solution) = m.clash().unwrap() else { panic!("it has solutions") };
    assert_eq!(solution.values(&x).unwrap(), [0, 1, 2]);
    assert!(matches!(Model::new().clash().unwrap(), Clash::Satisfiable(_)));
}

#[test]
fn the_background_alone() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=1).unwrap();
    let wish = m.post(x[0].equals(0)).named("wish").id();
    m.all_different(&x).named("rules");
    let core = minimal(m.search().among(&[wish]).clash().unwrap());
    assert!(core.is_empty());
    assert_eq!(core.to_string(), "");
    assert_eq!(names(&minimal(m.clash().unwrap())), ["rules"]);
    assert!(minimal(m.search().among(&[]).clash().unwrap()).is_empty());
}

#[test]
fn a_candidate_named_twice_counts_once() {
    let mut m = Model::new();
    let x = m.int("x", 0..=1).unwrap();
    let c = m.post(x.at_least(2)).named("two").id();
    assert_eq!(names(&minimal(m.search().among(&[c, c]).clash().unwrap())), ["two"]);
}

/// Builds a pigeonhole model with one hole fewer than pigeons; `post` constrains each pair.
fn pigeons(count: usize, post: impl Fn(&mut Model, IntVar, IntVar)) -> Model {
    let mut m = Model::new();
    let hole = m.ints("hole", count, 2..=count as i32).unwrap();
    for (i, x) in hole.iter().enumerate() {
        hole[..i].iter().for_each(|y| post(&mut m, *x, *y));
    }
    m
}

fn linear(m: &mut Model, x: IntVar, y: IntVar) {
    m.post(x.differs(y));
}

/// Posts a constraint that only its propagator can decide, so each witness needs a search.
fn opaque(m: &mut Model, x: IntVar, y: IntVar) {
    m.propagator("opaque", [x, y], |v| Box::new(NotEqual::new(v[0], v[1])));
}

#[test]
fn one_witness_leads_to_others() {
    let Effort { searches, .. } = minimal(pigeons(5, linear).clash().unwrap()).effort;
    assert_eq!(searches, 3, "one to refute, one for a first witness, one to verify");
    let Effort { searches, .. } = minimal(pigeons(5, opaque).clash().unwrap()).effort;
    assert_eq!(searches, 12, "one to refute, one for each of ten members, one to verify");
}

#[test]
fn limits_hold_over_all_searches_together() {
    let m = pigeons(5, opaque);
    let Effort { nodes, failures, .. } = minimal(m.clash().unwrap()).effort;
    let mut known_sizes = Vec::new();
    for limit in 0..nodes {
        match m.search().node_limit(limit).clash().unwrap() {
            Clash::Stopped { by: StopReason::Nodes, known } => {
                if let Some(core) = known {
                    assert_eq!(core.effort.nodes, limit);
                    known_sizes.push(core.members.iter().filter(|m| m.status == MemberStatus::Open).count());
                }
            }
            // Only the final search, which would refute the members again, did not run.
            Clash::Minimal(core) => {
                assert!(core.effort.nodes == limit && names(&core).len() == 10, "{core:?}");
                known_sizes.push(0);
            }
            other => panic!("{limit} of {nodes} nodes: {other:?}"),
        }
    }
    assert!(known_sizes.is_sorted_by(|a, b| a >= b), "{known_sizes:?}");
    assert_eq!((known_sizes.first(), known_sizes.last()), (Some(&10), Some(&0)));
    assert_eq!(names(&minimal(m.search().node_limit(nodes).clash().unwrap())).len(), 10);
    assert!(matches!(
        m.search().failure_limit(failures / 3).clash().unwrap(),
        Clash::Stopped { by: StopReason::Failures, .. }
    ));
    assert_eq!(minimal(m.search().solution_limit(0).clash().unwrap()).members.len(), 10, "means nothing here");
}

/// A search has proved that there is no solution even without the objective bound. If the search that verifies this
/// reaches a limit, the result does not change.
#[test]
fn what_was_refuted_to_the_end_is_minimal_whatever_limit_comes_then() {
    let mut m = Model::new();
    let hole = m.ints("hole", 4, 2..=4).unwrap();
    for (i, &x) in hole.iter().enumerate() {
        hole[..i].iter().for_each(|&y| linear(&mut m, x, y));
    }
    let wish = m.post(hole[0].equals(2)).id();
    let Effort { searches, failures, .. } = minimal(m.search().among(&[wish]).clash().unwrap()).effort;
    let limited = minimal(m.search().among(&[wish]).failure_limit(failures - 1).clash().unwrap());
    assert!(limited.is_empty() && limited.effort.searches == searches, "{limited:?}");
}

#[test]
fn time_and_interrupts_stop_it() {
    let m = pigeons(13, linear);
    let none = |clash, expected| assert!(matches!(clash, Clash::Stopped { by, known: None } if by == expected));
    none(m.search().time_limit(Duration::ZERO).clash().unwrap(), StopReason::Time);
    none(m.search().time_limit(Duration::from_millis(20)).clash().unwrap(), StopReason::Time);
    let token = CancelToken::new();
    token.cancel();
    none(m.search().cancel(&token).clash().unwrap(), StopReason::Cancelled);
}

#[test]
fn faults_of_the_model_and_of_the_question() {
    let mut said = String::new();
    let mut m = Model::new();
    let x = m.int("x", 0..=9).unwrap();
    let own = m.post(x.at_most(3)).named("own").id();
    let mut other = Model::new();
    let y = other.int("y", 0..=9).unwrap();
    let foreign = other.post(y.at_most(3)).named("foreign").id();
    let copy = m.clone();
    assert_eq!(copy.constraint_name(own), Ok("own".to_owned()));
    assert_eq!(copy.constraint_ids().collect::<Vec<_>>(), [own]);
    let later = m.post(x.at_least(2)).named("later").id();
    assert_eq!(m.constraint_ids().collect::<Vec<_>>(), [own, later]);
    let mut note = |fault: ModelError| writeln!(said, "{fault}").unwrap();
    note(m.constraint_name(foreign).unwrap_err());
    note(copy.constraint_name(later).unwrap_err());
    note(m.search().among(&[own, foreign]).clash().unwrap_err());
    note(copy.search().among(&[later]).clash().unwrap_err());
    note(m.search().on(&[y]).clash().unwrap_err());
    m.post(y.at_most(x)).named("mixed");
    note(m.clash().unwrap_err());
    assert_snapshot!(said);
}

/// Without `x <= 1`, the sum could exceed its range, and there would be no model to search.
#[test]
fn constraints_that_keep_numbers_in_range_are_reported_as_such() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=1_000_000_000).unwrap(), m.int("y", 0..=9).unwrap());
    m.post(x.at_most(1)).named("small");
    m.post(y.at_least(1)).named("y >= 1");
    m.all_different([1000 * x + y, 1000 * x + y]).named("never");
    let core = minimal(m.clash().unwrap());
    assert_eq!(names(&core), ["small", "never"]);
    assert!(matches!(&core.members[0].status, MemberStatus::CannotBePosted(ModelError::Overflow { .. })));
    assert!(matches!(&core.members[1].status, MemberStatus::Witness(_)));
    // An unneeded constraint is not kept merely because another unneeded one depends on it.
    m.post(y.at_most(0)).named("y <= 0");
    assert!(minimal(m.clash().unwrap()).members.len() == 2);
}

/// `x != y` with wrong reasons: they have no premises.
#[derive(Clone)]
struct Silent(View, View);

impl Propagator for Silent {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.0, Wake::Fixed);
        scope.watch(self.1, Wake::Fixed);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        for (x, y) in [(self.0, self.1), (self.1, self.0)] {
            if let Some(v) = cx.fixed(x) {
                cx.remove(y, v, || Lazy(0))?;
            }
        }
        Ok(Status::Stable)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static solver_core::Rule {
        static RULE: solver_core::Rule = solver_core::Rule::new("silent", "");
        &RULE
    }

    fn check(&self, _: &'static solver_core::Rule, _: &CheckContext<'_>) -> bool {
        false
    }
}

#[test]
fn a_wrong_reason_costs_time_but_gives_no_wrong_answer() {
    let mut m = Model::new();
    let x = m.ints("x", 4, 0..=1).unwrap();
    for (a, b) in [(0, 1), (1, 2), (2, 0), (2, 3)] {
        m.propagator("silent", [x[a], x[b]], |v| Box::new(Silent(v[0], v[1]))).named(format!("{a}!={b}"));
    }
    let core = minimal(m.clash().unwrap());
    assert_eq!(names(&core), ["0!=1", "1!=2", "2!=0"]);
    assert!(core.effort.distrusted);
}

/// `(3x + 1) % x` is undefined for x = 0, so the enclosing comparison is false and the implication holds. No y
/// satisfies `y * y <= y`.
#[test]
fn what_is_undefined_inside_a_truth_makes_no_false_witness() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", [0, 1, 3]).unwrap(), m.int("y", [-1760, 1061, 1678]).unwrap());
    m.post((3 * x + y).at_most(-3)).named("A");
    let implication = ((3 * x + 1) % x).equals(x).implies(Expr::from((2 * y + 22).at_most(x)));
    let alone = m.post(implication).iff(Expr::from((y * y).at_most(y))).named("B").id();
    assert_eq!(m.only(alone).unwrap().count().unwrap(), Outcome::Unsat);
    assert_eq!(names(&minimal(m.clash().unwrap())), ["B"]);
}
