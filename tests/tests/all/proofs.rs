//! Tests of proofs: independent checkers accept them.

use ferz_tests::checkers::{ProofDir, SolutionChecker, has_veripb, python, veripb};
use ferz_tests::random_models;
use ferz_tests::{ALL, Stated, is_full};
use models::catalogue::CATALOGUE;
use queens::{Formulation, QueensModel};
use solver_core::prelude::*;
use solver_core::prelude_propagator::*;
use solver_core::proof::{Claim, ProofError, ProofFiles};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The rules that may occur in proof steps. None of them is an assumption.
const RULES: [&str; 8] = ["pseudo-Boolean", "rup", "pol", "red", "soli", "del", "output", "conclusion"];

#[test]
fn all_solutions_of_queens_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let boards = if is_full() { 8 } else { 6 };
    for (n, expected) in (1..=boards).zip([1, 0, 0, 2, 10, 4, 40, 92]) {
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
fn a_reason_that_comes_again_stays() {
    let files = ProofDir::new();
    let mut m = Model::new();
    // For each value of this variable, the search over the other variables is identical.
    m.int("again", 0..=19).expect("a name");
    let x = m.ints("x", 4, 0..=4).expect("names");
    for (weights, total) in [([1, 2, 1, 3], 14), ([3, 1, 2, 1], 13)] {
        m.post(weights.into_iter().zip(&x).map(|(c, &x)| c * x).sum::<Expr>().equals(total));
    }
    let proved = m.search().prove(files.create().expect("files")).expect("a proof");
    let Claim::Solutions(found) = proved.claim else { panic!("solutions") };
    if has_veripb() {
        assert_eq!(files.veripb(), Ok("s VERIFIED UNSATISFIABLE".to_owned()), "{found} solutions");
    }
    let proof = std::fs::read_to_string(files.proof()).expect("a proof");
    let mut clauses: Vec<&str> = proof.lines().filter(|line| line.starts_with("rup")).collect();
    clauses.sort_unstable();
    let times: Vec<usize> = clauses.chunk_by(|a, b| a == b).map(<[&str]>::len).collect();
    // A clause can be the reason for several facts.
    assert!(times.iter().all(|&times| times <= 4), "{times:?}");
    assert!(times.iter().filter(|&&times| times > 1).count() > 20, "{times:?}");
}

/// A conflict has too many premises to be analysed. Its nogood consists of the decisions, and the proof of this nogood
/// needs all reasons.
#[test]
fn a_nogood_of_decisions_follows_from_the_reasons_below_them() {
    let Some(files) = ProofDir::checked() else { return };
    let mut m = Model::new();
    let is_small = m.bool("is_small").expect("a name");
    let x = m.ints("x", 60, 0..=299).expect("names");
    for &x in &x {
        m.post(x.at_least(150)).enforce_if(1 - is_small);
    }
    let is_large = m.ints("is_large", 400, 0..=1).expect("names");
    for (&b, skipped) in is_large.iter().zip((0..60).cycle()) {
        let sum: Expr = x.iter().enumerate().filter(|(i, _)| *i != skipped).map(|(_, &x)| Expr::from(x)).sum();
        m.post((sum - 60 * 299 * b).at_most(150 * 59 - 1));
    }
    m.post(is_large.into_iter().map(Expr::from).sum::<Expr>().at_most(399));
    let search = m.search().on(&[is_small]).learn(Learning::Fixed);
    let proved = search.prove_optimum(Goal::Minimize, is_small, files.create().expect("files")).expect("a proof");
    assert_eq!(proved.claim, Claim::Optimum(1));
    assert_eq!(files.veripb().ok(), proved.verdict);
}

#[test]
fn proofs_of_random_models_are_accepted() {
    let Some(files) = ProofDir::checked() else { return };
    let ways: [random_models::Way; 4] = [
        |search| search,
        |search| search.learn(Learning::Fixed),
        |search| search.auto(),
        |search| search.learn(Learning::Alternating),
    ];
    let lists = SolutionChecker::new();
    let accepted =
        |case: &random_models::Case| case.proofs_are_accepted((&files, &lists), ways[case.seed as usize / 4 % 4]);
    random_models::check(400, accepted);
    random_models::check_mix(60, random_models::Case::random_partial, accepted);
}

/// Runs the automatic search with helpers in other threads. Any thread may find the solutions; the proof's claim is
/// always the same. `FERZ_CASES=20000` runs that many models.
#[test]
fn proofs_with_helpers_are_accepted() {
    let Some(files) = ProofDir::checked() else { return };
    let lists = SolutionChecker::new();
    let ways: [random_models::Way; 3] =
        [|search| search.auto().threads(2), |search| search.auto().threads(3), |search| search.auto().threads(4)];
    random_models::check(60, |case| case.proofs_of_one_are_accepted((&files, &lists), ways[case.seed as usize % 3]));
    let m = Model::new();
    for refused in
        [m.search().threads(2), m.search().auto().threads(2).ordered(), m.search().learn(Learning::Fixed).threads(2)]
    {
        let error = refused.solution_limit(1).prove(files.create().expect("files"));
        assert!(
            matches!(error, Err(ProofError::Unlogged { option: "several threads" } | ProofError::Model(_))),
            "{error:?}"
        );
    }
}

#[test]
fn parts_of_trees_of_random_models_are_proved() {
    let Some(files) = ProofDir::checked() else { return };
    let lists = SolutionChecker::new();
    random_models::check(100, |case| case.parts_are_proved((&files, &lists)));
}

/// `FERZ_CASES=20000` runs that many models.
#[test]
fn optima_of_random_models_are_listed() {
    let Some(files) = ProofDir::checked() else { return };
    let lists = SolutionChecker::new();
    random_models::check(400, |case| case.optima_are_listed((&files, &lists)));
}

/// Lines derived after a solution exclude this solution, so only the rows of the model determine the literals that the
/// solution's values leave open.
#[test]
fn the_solution_of_an_optimum_satisfies_its_rows() {
    let files = ProofDir::new();
    let lists = SolutionChecker::new();
    for shift in 0..3 {
        let mut m = Model::new();
        let x = m.ints("x", 3, 0..=2 + shift).expect("names");
        let (least, most) = (m.int("least", 0..=3).expect("a name"), m.int("most", 0..=9).expect("a name"));
        m.minimum(&x[..2], least);
        m.maximum([x[0] + 1, x[1] * 2, x[2] + x[1]], most);
        m.post((x[0] * x[1]).equals(x[1]));
        m.post(x[0].differs(x[1]));
        for learning in [None, Some(Learning::Fixed), Some(Learning::Activity)] {
            for goal in [Goal::Minimize, Goal::Maximize] {
                let search = m.search().learn(learning);
                let proved = search.prove_optimum(goal, 3 * least + 1 - most, files.create().expect("files"));
                assert!(matches!(proved.expect("a proof").claim, Claim::Optimum(_)));
                assert_eq!(lists.check(&files), Ok(()), "{shift} {learning:?} {goal:?}");
            }
        }
    }
}

/// The catalogue models, each with arguments that keep it small.
pub(crate) const SMALL: [(&str, &str); 23] = [
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
    ("flexible-job-shop", "easy01"),
    ("multi-mode-project", "j10_10_1"),
    ("time-lag-project", "j10_33"),
];

/// A model whose proof is long unless the search learns.
const LEARNED: &str = "time-lag-project";

#[test]
fn models_of_the_catalogue_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
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
        let stated = (entry.name != LEARNED).then(&search);
        for search in stated.into_iter().chain([search().auto()]) {
            match &classic.objective {
                Some((goal, objective)) => {
                    let proved = search.prove_optimum(*goal, objective.clone(), files.create().expect("files"));
                    confirm(proved, "optimum");
                }
                None => confirm(search.solution_limit(1).prove(files.create().expect("files")), "one solution"),
            }
        }
    }
}

/// If no interleaved search learned, the automatic search could not write a proof.
#[test]
fn automatic_searches_that_do_not_learn_are_refused() {
    let mut m = Model::new();
    let [x, y] = ["x", "y"].map(|name| m.int(name, 0..=3).expect("a variable"));
    m.post(constraint!(x + y >= 4));
    let sink = || Box::new(std::io::sink());
    for (search, named) in [
        (m.search().auto().restarts(None), "the automatic search without restarts"),
        (m.search().auto().explaining(), "large neighbourhood search"),
        (m.search().lns(Lns::new()), "large neighbourhood search"),
    ] {
        let files = ProofFiles { model: sink(), proof: sink(), solutions: sink() };
        match search.node_limit(100).prove_optimum(Goal::Minimize, 2 * x + y, files) {
            Err(ProofError::Unlogged { option }) => assert_eq!(option, named),
            other => panic!("{named}: {other:?}"),
        }
    }
}

/// In models of this size, one of the interleaved searches finds the solutions, and a learning search writes the proof.
#[test]
fn automatic_searches_are_certified() {
    let Some(files) = ProofDir::checked() else { return };
    let models =
        [("golomb", "8"), ("quasigroup", "qg5 9"), ("quasigroup", "qg4 8"), ("knapsack", "p08"), ("costas", "9")];
    for (name, words) in models {
        let entry = CATALOGUE.iter().find(|entry| entry.name == name).expect("a model");
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let classic = entry.state(&words).expect("a model");
        let search = classic.model.search().seq([classic.phase()]).auto();
        let create = || files.create().expect("files");
        let proved = match &classic.objective {
            Some((goal, objective)) => search.prove_optimum(*goal, objective.clone(), create()),
            None => search.solution_limit(1).prove(create()),
        };
        let proved = proved.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(files.veripb().ok(), proved.verdict, "{name}");
        eprintln!("{name}: {:?} {:?}", proved.claim, proved.statistics);
    }
}

/// A limit stops a long derivation. The proof written so far is well-formed.
#[test]
fn a_limit_ends_a_proof_of_a_large_job_shop() {
    let files = ProofDir::new();
    let entry = CATALOGUE.iter().find(|entry| entry.name == "job-shop").expect("a model");
    let classic = entry.state(&["la02".to_owned()]).expect("an instance");
    let (goal, objective) = classic.objective.clone().expect("an objective");
    let search = classic.model.search().seq([classic.phase()]).time_limit(std::time::Duration::from_millis(150));
    let proved = search.prove_optimum(goal, objective, files.create().expect("files")).expect("a proof");
    assert_eq!(proved.claim, Claim::Nothing(StopReason::Time));
    if has_veripb() {
        assert_eq!(files.veripb(), Ok("s VERIFIED NO CONCLUSION".to_owned()));
    }
}

/// The documentation chapter contains the entire proof and, verbatim, rows of the model.
#[test]
fn the_proof_of_four_queens_is_that_of_the_chapter() {
    let files = ProofDir::new();
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

/// A solution list that lacks a solution is refused, and so is a proof that is truncated or makes a different claim.
#[test]
fn a_proof_that_was_changed_is_refused() {
    let Some(files) = ProofDir::checked() else { return };
    let q = QueensModel::new(8, Formulation::AllDifferent, None).expect("a board");
    q.model.search().on(&q.columns).prove(files.create().expect("files")).expect("a proof");
    let [model, proof] = [files.model(), files.proof()].map(|file| std::fs::read_to_string(file).expect("a file"));
    let other = files.folder().join("other");
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

static LIE: Rule = Rule::new("liar.guess", "{premises}, so {fact}");

/// A propagator that removes 2 from the second view without a reason, or with the value of the first view as the
/// reason.
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
}

/// Rows of a constraint that exclude one of its solutions are detected when the solution is listed.
#[test]
fn rows_that_exclude_a_solution_are_refused() {
    let files = ProofDir::new();
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=2).expect("variables");
    m.maximum(&x[..2], x[2]);
    let make = |v: &[View]| Box::new(Liar { views: [v[0], v[1]], is_right: true }) as Box<dyn Propagator>;
    let posted = m.propagator("liar", [x[0], x[1]], make);
    posted.written_by(|v, rows| rows.at_most_one(("zero", 0), v.iter().map(|&view| Atom::equals(view, 0))));
    let proved = m.search().unchecked().solution_limit(1).prove(files.create().expect("files"));
    assert!(matches!(proved, Err(ProofError::Excluded { solution: 1 })), "{proved:?}");
}

/// A reason that does not imply its fact ends the proof with an error, and no proof of the answer is written.
#[test]
fn a_wrong_reason_yields_no_proof() {
    let files = ProofDir::new();
    for (is_right, is_written) in [(true, true), (false, true), (true, false)] {
        let mut m = Model::new();
        let [x, y] = m.ints("x", 2, 1..=2).expect("variables")[..] else { unreachable!() };
        let make = move |v: &[View]| Box::new(Liar { views: [v[0], v[1]], is_right }) as Box<dyn Propagator>;
        let posted = m.propagator("liar", [x, y], make).named("not both");
        if is_written {
            posted.written_by(|v, rows| rows.at_most_one(("two", 0), v.iter().map(|&view| Atom::equals(view, 2))));
        }
        // Under the decision x = 2, no value remains, and refuting this branch needs the reason.
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

/// Counts bytes, and cancels the search at the first write.
struct Cancelling(CancelToken, Arc<AtomicUsize>);

impl Write for Cancelling {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.cancel();
        self.1.fetch_add(bytes.len(), Ordering::Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Cancellation stops the writing of a model with millions of rows, whether they encode a constraint or its
/// decomposition.
#[test]
fn a_model_that_is_being_written_obeys_its_limits() {
    for (is_own, n) in [(true, 700), (false, 250)] {
        let mut m = Model::new();
        let x = m.ints("x", n, 0..=5_000).expect("variables");
        let tasks = m.disjunctive(x.iter().map(|&x| (x, 3)));
        if !is_own {
            // A half-reified constraint is decomposed.
            tasks.enforce_if(constraint!(x[0] >= 1));
        }
        let (token, bytes) = (CancelToken::new(), Arc::new(AtomicUsize::new(0)));
        let files = ProofFiles {
            model: Box::new(Cancelling(token.clone(), bytes.clone())),
            proof: Box::new(std::io::sink()),
            solutions: Box::new(std::io::sink()),
        };
        let proved = m.search().cancel(&token).prove(files).expect("nothing is wrong");
        assert_eq!(proved.claim, Claim::Nothing(StopReason::Cancelled));
        let written = bytes.load(Ordering::Relaxed);
        assert!((1..4_000_000).contains(&written), "{written} bytes");
    }
}
