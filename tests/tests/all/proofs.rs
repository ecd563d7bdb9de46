//! Proofs are accepted by programs that know nothing of Ferz.

use ferz_tests::checkers::{ProofDir, has_veripb, python, veripb};
use ferz_tests::random_models;
use ferz_tests::{ALL, Stated};
use models::catalogue::CATALOGUE;
use queens::{Formulation, QueensModel};
use solver_core::constraints::CumulativeLevel;
use solver_core::prelude::*;
use solver_core::prelude_propagator::*;
use solver_core::proof::{Claim, ProofError};
use std::path::Path;

/// Every step of a proof is one of these rules; none of them assumes anything.
const RULES: [&str; 8] = ["pseudo-Boolean", "rup", "pol", "red", "soli", "del", "output", "conclusion"];

fn folder() -> (tempfile::TempDir, ProofDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ProofDir::new(folder.path());
    (folder, files)
}

#[test]
fn all_solutions_of_queens_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    for (n, expected) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)] {
        for (formulation, level) in ALL {
            let stated: Stated = (formulation, level);
            let q = QueensModel::new(n, formulation, level).expect("a board");
            let proved = q.model.search().on(&q.columns).prove(files.create().expect("files")).expect("a proof");
            assert_eq!(proved.claim, Claim::Solutions(expected), "{n} {stated:?}");
            assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "{n} {stated:?}");
            let listed = python("tests/check_solutions.py", &[files.folder()]);
            assert_eq!(listed, Ok(format!("VERIFIED: {expected} solutions, all different\n")), "{n} {stated:?}");
            let proof = std::fs::read_to_string(files.proof()).expect("a proof");
            for line in proof.lines() {
                let rule = line.split([' ', ';']).next().unwrap_or_default();
                assert!(RULES.contains(&rule) || line == "end pseudo-Boolean proof;", "{line}");
            }
        }
    }
}

#[test]
fn proofs_of_random_models_are_accepted() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    let ways = [None, Some(Learning::Fixed), None, Some(Learning::Alternating)];
    random_models::check(400, |case| case.proofs_are_accepted(&files, ways[case.seed as usize / 4 % 4]));
}

/// The models of the catalogue, at a small size of each.
pub(crate) const SMALL: [(&str, &str); 20] = [
    ("all-interval", "5"),
    ("bibd", "3 2 1"),
    ("car-sequencing", ""),
    ("costas", "4"),
    ("golomb", "5"),
    ("knapsack", "p07"),
    ("knights-tour", "3 4"),
    ("langford", "5"),
    ("latin-square", "3"),
    ("letters", "send-more-money"),
    ("magic-sequence", "6"),
    ("magic-square", "3"),
    ("nonogram", "dragonfly"),
    ("packing", "2 1"),
    ("quasigroup", "qg5 5"),
    ("quasigroup-completion", "5 10 1"),
    ("social-golfers", "2 2 2"),
    ("job-shop", "ft06"),
    ("project", "j301_1"),
    ("tour", ""),
];

#[test]
fn models_of_the_catalogue_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    for entry in CATALOGUE {
        let (_, words) = SMALL.iter().find(|small| small.0 == entry.name).expect("a size for every model");
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let classic = entry.state(&words).expect("a model");
        let search = || classic.model.search().seq([classic.phase()]);
        let confirm = |proved: Result<solver_core::Proved, solver_core::proof::ProofError>, question: &str| {
            let name = format!("{} {question}", entry.name);
            let proved = proved.unwrap_or_else(|error| panic!("{name}: {error}"));
            let verdict = proved.verdict.unwrap_or_else(|| panic!("{name}: {:?}", proved.claim));
            assert_eq!(files.veripb(), Ok(verdict), "{name}");
        };
        match &classic.objective {
            Some((goal, objective)) => {
                let proved = search().prove_optimum(*goal, objective.clone(), files.create().expect("files"));
                confirm(proved, "optimum");
            }
            None => confirm(search().solution_limit(1).prove(files.create().expect("files")), "one solution"),
        }
    }
}

/// A number below a limit, from a seed that moves on.
fn below(limit: i32, seed: &mut u64) -> i32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % limit as u64) as i32
}

/// All circuits of graphs with few arcs.
#[test]
fn circuits_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    let (mut none, mut some) = (0, 0);
    for case in 0..60 {
        let mut seed = case;
        let (n, arcs) = (5 + below(6, &mut seed), 2 + below(2, &mut seed));
        let mut m = Model::new();
        let next = m.ints("next", n as usize, 0..=n - 1).expect("names");
        for &x in &next {
            let kept: Vec<i32> = (0..arcs).map(|_| below(n, &mut seed)).collect();
            for v in (0..n).filter(|v| !kept.contains(v)) {
                m.post(x.differs(v));
            }
        }
        m.circuit(&next);
        let expected = m.count().expect("a model").complete().unwrap_or(0) as u64;
        let search = m.search().learn((case % 2 == 1).then_some(Learning::Fixed));
        let proved = search.prove(files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Solutions(expected), "case {case}");
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "case {case}");
        *if expected == 0 { &mut none } else { &mut some } += 1;
    }
    assert!(none > 10 && some > 10, "{none} without a circuit, {some} with one");
}

/// Small job shops, over starts with a literal for each bound and over starts with bits, in each search.
#[test]
fn machines_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    for case in 0..24 {
        let mut seed = case;
        let unit = [1, 13][case as usize % 2];
        let mut m = Model::new();
        let durations: Vec<Vec<i32>> =
            (0..4).map(|_| (0..3).map(|_| unit * (1 + below(6, &mut seed))).collect()).collect();
        let horizon: i32 = durations.iter().flatten().sum();
        let end = m.int("end", 0..=horizon).expect("a name");
        let mut machines = vec![Vec::new(); 3];
        for (job, durations) in durations.iter().enumerate() {
            let starts = m.ints(format!("job{job}"), 3, 0..=horizon).expect("names");
            for (k, (&start, &d)) in starts.iter().zip(durations).enumerate() {
                machines[(k + job) % 3].push((start, d));
                m.post((start + d).at_most(starts.get(k + 1).copied().unwrap_or(end)));
            }
        }
        for tasks in machines {
            m.disjunctive(tasks);
        }
        let best = m.minimize(end).expect("a model").complete().expect("a schedule").value;
        let search = m.search().learn((case % 4 > 1).then_some(Learning::Fixed));
        let proved = search.prove_optimum(Goal::Minimize, end, files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Optimum(best), "case {case}");
        assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
    }
}

/// Tasks that are one unit longer than their window, fewer than are tried in every order, and more.
#[test]
fn overloads_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    for (tasks, duration) in [(2, 3), (5, 4), (7, 2), (8, 5), (7, 20)] {
        let mut m = Model::new();
        let starts = m.ints("start", tasks, 0..=tasks as i32 * duration - 1 - duration).expect("names");
        m.disjunctive(starts.iter().map(|&start| (start, duration)));
        let proved = m.search().prove(files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Solutions(0), "{tasks} tasks of {duration}");
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "{tasks} tasks of {duration}");
    }
}

/// Seven to nine tasks that are one unit longer than their window, beside others that need not lie in it: over starts with bits and with a literal for each bound,
/// views of both signs, starts that are fixed, a task that is there twice.
#[test]
fn overloads_beside_other_tasks_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    for case in 0..40 {
        let mut seed = case;
        let mut m = Model::new();
        let durations: Vec<i32> = (0..7 + below(3, &mut seed)).map(|_| 5 + below(12, &mut seed)).collect();
        let (from, length) = (below(40, &mut seed) - 20, durations.iter().sum::<i32>() - 1);
        let mut tasks: Vec<(Expr, i32)> = Vec::new();
        for (i, &duration) in durations.iter().enumerate() {
            // Within the window, or in a part of it that may be short.
            let (cut, late) = (below(2, &mut seed) * below(length - duration, &mut seed), below(2, &mut seed));
            let (first, last) = (from + cut * late, from + length - duration - cut * (1 - late));
            if below(2, &mut seed) == 0 {
                tasks.push((Expr::from(m.int(format!("start{i}"), first..=last).expect("a name")), duration));
            } else {
                tasks.push((5 - m.int(format!("until{i}"), 5 - last..=5 - first).expect("a name"), duration));
            }
        }
        for (i, wide) in [100, 300, 30].into_iter().enumerate() {
            let first = from + below(60, &mut seed) - 30;
            let other = m.int(format!("other{i}"), first..=first + wide).expect("a name");
            tasks.push((other.into(), 1 + below(9, &mut seed)));
        }
        match case % 4 {
            0 => tasks.push((Expr::from(from + below(length, &mut seed)), 3)),
            1 => tasks.push((tasks[durations.len()].0.clone() + 12, 4)),
            _ => {}
        }
        let number = tasks.len();
        match case % 3 {
            0 => _ = m.disjunctive_strict(tasks),
            _ => _ = m.disjunctive(tasks),
        }
        let search = m.search().learn((case % 8 > 3).then_some(Learning::Fixed));
        let proved = search.prove(files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Solutions(0), "case {case}");
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "case {case}: {number} tasks");
    }
}

/// The greatest and the least of several views, over a few values and over many.
#[test]
fn extremes_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    for case in 0..24 {
        let mut seed = case;
        let mut m = Model::new();
        let xs: Vec<Expr> = (0..2 + below(9, &mut seed))
            .map(|i| {
                let (low, width) = (below(60, &mut seed) - 20, [3, 40, 90, 300][below(4, &mut seed) as usize]);
                let x = m.int(format!("x{i}"), low..=low + width).expect("a name");
                if below(3, &mut seed) == 0 { 30 - x } else { Expr::from(x) }
            })
            .collect();
        let extreme = m.int("extreme", -300..=300).expect("a name");
        match case % 2 {
            0 => _ = m.maximum(xs.clone(), extreme),
            _ => _ = m.minimum(xs.clone(), extreme),
        }
        // Far from all but one, and near to it.
        m.post((xs[0].clone() + xs[1].clone()).at_least(below(90, &mut seed)));
        let goal = if case / 2 % 2 == 0 { Goal::Minimize } else { Goal::Maximize };
        let cost = 2 * extreme - xs[0].clone();
        let search = || m.search().learn((case / 4 % 2 == 1).then_some(Learning::Fixed));
        let best = match goal {
            Goal::Minimize => search().minimize(cost.clone()),
            Goal::Maximize => search().maximize(cost.clone()),
        };
        let best = best.expect("a model").complete();
        let proved = search().prove_optimum(goal, cost, files.create().expect("files"));
        let proved = proved.unwrap_or_else(|error| panic!("case {case}: {error}"));
        assert_eq!(proved.claim, best.map_or(Claim::NoOptimum, |best| Claim::Optimum(best.value)), "case {case}");
        assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
    }
}

/// Machines and resources that need not be kept to, which pays, over starts of many values.
#[test]
fn machines_under_a_condition_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    for case in 0..4 {
        let mut m = Model::new();
        let starts = m.ints("start", 3, 0..=70).expect("names");
        let (end, kept) = (m.int("end", 0..=90).expect("a name"), m.bool("kept").expect("a name"));
        let tasks = || starts.iter().zip([13, 7, 20]);
        let shared = tasks().map(|(&start, duration)| (start, duration, 2));
        match case {
            0 => _ = m.disjunctive(tasks()).iff(kept),
            1 => _ = m.disjunctive(tasks()).enforce_if(kept),
            2 => _ = m.cumulative(shared, 3).iff(kept),
            _ => _ = m.cumulative(shared, 3).enforce_if(kept),
        }
        for (&start, duration) in starts.iter().zip([13, 7, 20]) {
            m.post((start + duration).at_most(end));
        }
        let cost = end - 100 * kept;
        let proved = m.search().prove_optimum(Goal::Minimize, cost, files.create().expect("files")).expect("a proof");
        assert_eq!(proved.claim, Claim::Optimum(40 - 100), "case {case}");
        assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
    }
}

/// Tasks that share a resource, some of them two at a time and some none, over starts of a few values and of many, at each level and in each search.
#[test]
fn resources_are_certified() {
    if !has_veripb() {
        return;
    }
    let (_folder, files) = folder();
    let (mut without, mut with) = (0, 0);
    for case in 0..48 {
        let mut seed = case;
        let unit = [1, 1, 6, 9][case as usize % 4];
        let mut m = Model::new();
        let tasks: Vec<(i32, i32)> =
            (0..5).map(|_| (unit * (1 + below(4, &mut seed)), 1 + below(3, &mut seed))).collect();
        let horizon: i32 = tasks.iter().map(|task| task.0).sum::<i32>() - unit;
        let starts = m.ints("start", 5, 0..=horizon).expect("names");
        let end = m.int("end", 0..=horizon).expect("a name");
        let capacity = m.int("capacity", 2..=3 + below(3, &mut seed)).expect("a name");
        let shared = starts.iter().zip(&tasks).map(|(&start, &(duration, demand))| (start, duration, demand));
        match case / 4 % 3 {
            0 => _ = m.cumulative(shared, capacity),
            1 => _ = m.cumulative(shared, capacity).consistency(CumulativeLevel::EdgeFinding),
            _ => _ = m.cumulative(shared, 2 + below(2, &mut seed)),
        }
        for (&start, &(duration, _)) in starts.iter().zip(&tasks) {
            m.post((start + duration).at_most(end));
        }
        m.post((starts[0] + tasks[0].0).at_most(starts[1]));
        // A room and a time for which there may be no schedule, and listed where that is short.
        let search = || m.search().learn((case % 8 > 3).then_some(Learning::Fixed));
        match m.minimize(end).expect("a model").complete() {
            Some(best) => {
                let proved = search().prove_optimum(Goal::Minimize, end, files.create().expect("files"));
                let proved = proved.unwrap_or_else(|error| panic!("case {case}: {error}"));
                assert_eq!(proved.claim, Claim::Optimum(best.value), "case {case}");
                assert_eq!(files.veripb(), Ok(proved.verdict.expect("a verdict")), "case {case}");
                with += 1;
            }
            None => {
                let proved = search().prove(files.create().expect("files")).expect("a proof");
                assert_eq!(proved.claim, Claim::Solutions(0), "case {case}");
                assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "case {case}");
                without += 1;
            }
        }
    }
    assert!(without > 3 && with > 20, "{without} without a schedule, {with} with one");
}

/// A limit ends a long derivation, and the proof is whole up to there.
#[test]
fn a_limit_ends_a_proof_of_a_large_job_shop() {
    let (_folder, files) = folder();
    let entry = CATALOGUE.iter().find(|entry| entry.name == "job-shop").expect("a model");
    let classic = entry.state(&["la02".to_owned()]).expect("an instance");
    let (goal, objective) = classic.objective.clone().expect("an objective");
    let search = classic.model.search().seq([classic.phase()]).time_limit(std::time::Duration::from_millis(500));
    let proved = search.prove_optimum(goal, objective, files.create().expect("files")).expect("a proof");
    assert_eq!(proved.claim, Claim::Nothing(StopReason::Time));
    if has_veripb() {
        assert_eq!(files.veripb(), Ok("s VERIFIED NO CONCLUSION".to_owned()));
    }
}

/// The chapter shows the whole proof, and rows of the model as they are.
#[test]
fn the_proof_of_four_queens_is_that_of_the_chapter() {
    let (_folder, files) = folder();
    let q = QueensModel::new(4, Formulation::AllDifferent, None).expect("a board");
    q.model.search().on(&q.columns).prove(files.create().expect("files")).expect("a proof");
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proofs.md");
    let chapter = std::fs::read_to_string(chapter).expect("the chapter");
    let blocks: Vec<&str> = chapter.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [model, proof] = [files.model(), files.proof()].map(|file| std::fs::read_to_string(file).expect("a file"));
    let (lines, rows) = blocks.split_last().expect("blocks of text");
    assert_eq!(proof, *lines);
    for row in rows.iter().flat_map(|block| block.lines()) {
        assert!(model.lines().any(|line| line == row), "{row}");
    }
    assert_eq!(rows.len(), 3);
}

/// A list of solutions with one missing is refused, whichever it is; so is a proof that ends early, or that claims something else.
#[test]
fn a_proof_that_was_changed_is_refused() {
    if !has_veripb() {
        return;
    }
    let (folder, files) = folder();
    let q = QueensModel::new(8, Formulation::AllDifferent, None).expect("a board");
    q.model.search().on(&q.columns).prove(files.create().expect("files")).expect("a proof");
    let [model, proof] = [files.model(), files.proof()].map(|file| std::fs::read_to_string(file).expect("a file"));
    let other = folder.path().join("other");
    let mut refused = 0;
    for number in 1..=92 {
        let label = format!("@solution_{number} ");
        let fewer: Vec<&str> = model.lines().filter(|line| !line.starts_with(&label)).collect();
        assert_eq!(fewer.len() + 1, model.lines().count());
        std::fs::write(&other, fewer.join("\n")).expect("a file");
        refused += usize::from(veripb(&other, &files.proof()).is_err());
    }
    assert_eq!(refused, 92);
    let end = proof.find("output NONE").expect("an end");
    let changed = [
        String::new(),
        proof[..end].to_owned(),
        proof.replace("conclusion UNSAT", "conclusion SAT"),
        proof.replace("conclusion UNSAT", "conclusion NONE"),
        proof.replace("rup >= 1;\n", ""),
        proof.replacen("rup ", "a ", 1),
    ];
    for (i, proof) in changed.into_iter().enumerate() {
        std::fs::write(&other, proof).expect("a file");
        assert_ne!(veripb(&files.model(), &other), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "change {i}");
    }
}

static LIE: Rule =
    Rule { name: "liar.guess", text: "{premises}, so {fact}", justification: Justification::UnitPropagation };

/// Takes 2 from the second view, without a reason, or with the first one's value for it.
#[derive(Clone)]
struct Liar {
    views: [View; 2],
    is_right: bool,
}

impl Propagator for Liar {
    fn scope(&self, scope: &mut Scope) {
        for view in self.views {
            scope.watch(view, Wake::Fixed);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let [x, y] = self.views;
        let premises = self.is_right.then(|| Atom::equals(x, 2));
        if cx.fixed(x) == Some(2) {
            cx.remove(y, 2, || LIE.because(premises))?;
        }
        Ok(Status::Stable)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &LIE
    }

    fn check(&self, _: &'static Rule, _: &CheckContext<'_>) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

/// A reason from which the fact does not follow ends the proof with an error; none is written that claims the answer.
#[test]
fn a_wrong_reason_yields_no_proof() {
    let (_folder, files) = folder();
    for (is_right, is_written) in [(true, true), (false, true), (true, false)] {
        let mut m = Model::new();
        let [x, y] = m.ints("x", 2, 1..=2).expect("variables")[..] else { unreachable!() };
        let make = move |v: &[View]| Box::new(Liar { views: [v[0], v[1]], is_right }) as Box<dyn Propagator>;
        let posted = m.propagator("liar", [x, y], make).named("not both");
        if is_written {
            posted.written_by(|v, rows| rows.at_most_one(("two", 0), v.iter().map(|&view| Atom::equals(view, 2))));
        }
        // Nothing is left below x = 2, which takes the reason to refute.
        m.post(constraint!(x == y));
        let proved = m.search().unchecked().prove(files.create().expect("files"));
        match (is_right, is_written) {
            (true, true) => assert_eq!(proved.expect("a proof").claim, Claim::Solutions(1)),
            (false, _) => {
                assert!(matches!(proved, Err(ProofError::NotDerived { rule: "liar.guess", .. })), "{proved:?}")
            }
            _ => {
                let error = proved.expect_err("it has no rows").to_string();
                assert!(error.contains("`not both`"), "{error}");
            }
        }
    }
}
