//! The linear relaxation: the optimum and all solutions are those of brute force, and every reason is checked.
//!
//! The rows of a model share variables, so that sums of rows infer what no row alone does. The other constraints
//! contribute rows, some of them on a condition or over indicators of values.

use ferz_tests::checkers::{ProofDir, veripb};
use solver_core::Proved;
use solver_core::harness::{Audit, Rng};
use solver_core::prelude::*;
use solver_core::proof::Claim;
use std::fs;

/// Whether values of all variables satisfy a constraint.
type Semantics = Box<dyn Fn(&[i32]) -> bool>;

/// A model with the semantics of its constraints, all of whose assignments can be tried.
struct Case {
    seed: u64,
    model: Model,
    x: Vec<IntVar>,
    domains: Vec<Vec<i32>>,
    holds: Vec<Semantics>,
    /// The factors of the objective.
    objective: Vec<i32>,
    rng: Rng,
}

/// The most assignments of a model.
const ASSIGNMENTS: usize = 4_100;

/// Enumerations of more solutions are left out.
const SOLUTIONS: usize = 150;

/// `Σ factors · x`
fn sum(factors: &[i32], v: &[i32]) -> i32 {
    factors.iter().zip(v).map(|(factor, value)| factor * value).sum()
}

impl Case {
    fn draw(seed: u64) -> Case {
        let (model, rng) = (Model::new(), Rng::new(seed));
        let mut case =
            Case { seed, model, x: Vec::new(), domains: Vec::new(), holds: Vec::new(), objective: Vec::new(), rng };
        if seed % 4 == 3 {
            case.assignment();
        } else {
            case.variables();
        }
        let (kind, rows) = case.pick(&[(Case::linear as fn(&mut Case), 3), (Case::cover, 9), (Case::knapsack, 3)]);
        for _ in 0..if seed % 4 == 3 { 1 } else { rows + case.below(3) } {
            kind(&mut case);
        }
        for _ in 0..case.below(3) {
            let kinds = [
                Case::element,
                Case::maximum,
                Case::count,
                Case::product,
                Case::reified,
                Case::indicator,
                Case::packing,
                Case::circuit,
            ];
            case.pick(&kinds)(&mut case);
        }
        let range = case.pick(&[-3..=5, 1..=2, 10..=30]);
        case.objective = (0..case.x.len()).map(|_| case.number(range.clone())).collect();
        case
    }

    fn variable(&mut self, domain: Vec<i32>) -> usize {
        self.x.push(self.model.int(format!("x{}", self.x.len()), &domain[..]).expect("a domain"));
        self.domains.push(domain);
        self.x.len() - 1
    }

    /// Random variables: 0 or 1, or of all kinds.
    fn variables(&mut self) {
        let is_binary = self.below(3) > 0;
        let mut assignments = 1;
        while self.x.len() < 12 {
            let domain = self.domain(is_binary);
            assignments *= domain.len();
            if assignments > ASSIGNMENTS && self.x.len() > 2 {
                break;
            }
            self.variable(domain);
        }
    }

    /// Three choices with costs, and how many of them are of some value: rows over indicators.
    fn assignment(&mut self) {
        let choices: Vec<usize> = (0..3).map(|_| self.variable(vec![0, 1, 2])).collect();
        let x: Vec<IntVar> = choices.iter().map(|&i| self.x[i]).collect();
        for &choice in &choices {
            let array: Vec<i32> = (0..3).map(|_| self.number(1..=9)).collect();
            let mut costs = array.clone();
            costs.sort_unstable();
            costs.dedup();
            let cost = self.variable(costs);
            self.model.element(array.clone(), self.x[choice], self.x[cost]);
            self.holds.push(Box::new(move |v| v[cost] == array[v[choice] as usize]));
        }
        for value in [0, 2] {
            let number = self.variable(vec![0, 1]);
            self.model.count_equal(&x, value, self.x[number]);
            let choices = choices.clone();
            self.holds.push(Box::new(move |v| choices.iter().filter(|&&i| v[i] == value).count() as i32 == v[number]));
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n as u64) as usize
    }

    fn number(&mut self, range: std::ops::RangeInclusive<i32>) -> i32 {
        range.start() + self.below((range.end() - range.start() + 1) as usize) as i32
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn domain(&mut self, is_binary: bool) -> Vec<i32> {
        if is_binary || self.below(3) == 0 {
            return vec![0, 1];
        }
        let (low, size) = (self.number(-2..=1), self.pick(&[1, 2, 3, 4, 5]));
        let has_holes = self.below(2) == 0;
        (low..low + size).filter(|&value| value == low || !has_holes || self.below(3) > 0).collect()
    }

    /// The index of a variable.
    fn index(&mut self) -> usize {
        self.below(self.x.len())
    }

    /// The index of a variable that is 0 or 1, if there is one.
    fn truth(&mut self) -> Option<usize> {
        let truths: Vec<usize> = (0..self.x.len()).filter(|&i| self.domains[i] == [0, 1]).collect();
        (!truths.is_empty()).then(|| self.pick(&truths))
    }

    /// A sum of most variables; and its value at a random assignment, so that rows have common solutions often.
    fn sum(&mut self, most: i32) -> (Vec<i32>, Expr, i32) {
        let factors: Vec<i32> =
            (0..self.x.len()).map(|_| if self.below(4) == 0 { 0 } else { self.number(-most / 2..=most) }).collect();
        let terms = factors.iter().zip(&self.x).map(|(&factor, &x)| (i64::from(factor), Expr::from(x)));
        let expr = Expr::weighted(terms);
        let point: Vec<i32> = (0..self.x.len()).map(|i| self.pick(&self.domains[i].clone())).collect();
        let near = sum(&factors, &point);
        (factors, expr, near)
    }

    fn linear(&mut self) {
        let most = self.pick(&[1, 3, 20]);
        let (factors, expr, near) = self.sum(most);
        match self.below(3) {
            0 => {
                self.model.post(expr.equals(near));
                self.holds.push(Box::new(move |v| sum(&factors, v) == near));
            }
            1 => {
                self.model.post(expr.at_most(near));
                self.holds.push(Box::new(move |v| sum(&factors, v) <= near));
            }
            _ => {
                self.model.post(expr.at_least(near));
                self.holds.push(Box::new(move |v| sum(&factors, v) >= near));
            }
        }
    }

    /// A sum of three variables, above its least value. Many of these have fractional solutions that are cheaper.
    fn cover(&mut self) {
        let chosen: Vec<usize> = (0..3).map(|_| self.index()).collect();
        let least = chosen.iter().map(|&i| self.domains[i][0]).sum::<i32>() + 1;
        let expr = chosen.iter().map(|&i| Expr::from(self.x[i])).sum::<Expr>();
        self.model.post(expr.at_least(least));
        self.holds.push(Box::new(move |v| chosen.iter().map(|&i| v[i]).sum::<i32>() >= least));
    }

    /// A sum of all variables that is at most half of its greatest value, or at least that.
    fn knapsack(&mut self) {
        let factors: Vec<i32> = self.x.clone().iter().map(|_| self.number(5..=30)).collect();
        let most = sum(&factors, &self.domains.iter().map(|domain| domain[domain.len() - 1]).collect::<Vec<_>>());
        let terms = factors.iter().zip(&self.x).map(|(&factor, &x)| (i64::from(factor), Expr::from(x)));
        let expr = Expr::weighted(terms);
        let (is_at_most, limit) = (self.number(0..=3) > 0, most / 2);
        self.model.post(if is_at_most { expr.at_most(limit) } else { expr.at_least(limit - most / 4) });
        self.holds.push(Box::new(move |v| {
            if is_at_most { sum(&factors, v) <= limit } else { sum(&factors, v) >= limit - most / 4 }
        }));
    }

    fn reified(&mut self) {
        let Some(b) = self.truth() else { return };
        let (factors, expr, near) = self.sum(3);
        let is_equality = self.below(3) == 0;
        let is_reified = self.below(2) == 0;
        let posted = self.model.post(if is_equality { expr.equals(near) } else { expr.at_most(near) });
        let b_of = self.x[b];
        if is_reified {
            posted.iff(b_of)
        } else {
            posted.enforce_if(b_of)
        };
        self.holds.push(Box::new(move |v| {
            let holds = if is_equality { sum(&factors, v) == near } else { sum(&factors, v) <= near };
            if is_reified { (v[b] == 1) == holds } else { v[b] == 0 || holds }
        }));
    }

    /// A variable that is 1 exactly if another has a value.
    fn indicator(&mut self) {
        let Some(b) = self.truth() else { return };
        let (i, value) = (self.index(), self.number(-2..=4));
        self.model.post(self.x[i].equals(value)).iff(self.x[b]);
        self.holds.push(Box::new(move |v| (v[b] == 1) == (v[i] == value)));
    }

    fn element(&mut self) {
        let (i, k) = (self.index(), self.index());
        let array: Vec<i32> = (0..2 + self.below(5)).map(|_| self.number(-3..=5)).collect();
        self.model.element(array.clone(), self.x[i], self.x[k]);
        self.holds.push(Box::new(move |v| {
            usize::try_from(v[i]).ok().and_then(|i| array.get(i)).is_some_and(|&value| value == v[k])
        }));
    }

    fn maximum(&mut self) {
        let (m, chosen) = (self.index(), [self.index(), self.index(), self.index()]);
        let xs = chosen.map(|i| self.x[i]);
        if self.below(2) == 0 {
            self.model.maximum(xs, self.x[m]);
            self.holds.push(Box::new(move |v| chosen.iter().map(|&i| v[i]).max() == Some(v[m])));
        } else {
            self.model.minimum(xs, self.x[m] + 1);
            self.holds.push(Box::new(move |v| chosen.iter().map(|&i| v[i]).min() == Some(v[m] + 1)));
        }
    }

    fn count(&mut self) {
        let (number, value) = (self.index(), self.number(-1..=3));
        let n = self.x.len();
        self.model.count_equal(&self.x[..n - 1], value, self.x[number]);
        self.holds.push(Box::new(move |v| v[..n - 1].iter().filter(|&&x| x == value).count() as i32 == v[number]));
    }

    fn product(&mut self) {
        let [i, j, k] = [self.index(), self.index(), self.index()];
        let x = &self.x;
        let product = x[i] * x[j];
        let is_equality = self.rng.below(2) == 0;
        self.model.post(if is_equality { product.equals(x[k]) } else { product.at_most(x[k] + 1) });
        self.holds.push(Box::new(move |v| if is_equality { v[i] * v[j] == v[k] } else { v[i] * v[j] <= v[k] + 1 }));
    }

    fn packing(&mut self) {
        let items: Vec<(usize, i32)> = (0..3).map(|_| (self.index(), self.number(0..=3))).collect();
        let loads: Vec<usize> = (0..2 + self.below(2)).map(|_| self.index()).collect();
        let bins: Vec<(IntVar, i32)> = items.iter().map(|&(i, size)| (self.x[i], size)).collect();
        let loads_of: Vec<IntVar> = loads.iter().map(|&i| self.x[i]).collect();
        self.model.bin_packing(bins, loads_of);
        self.holds.push(Box::new(move |v| {
            let load = |bin: usize| items.iter().filter(|item| v[item.0] == bin as i32).map(|item| item.1).sum::<i32>();
            items.iter().all(|item| (0..loads.len() as i32).contains(&v[item.0]))
                && loads.iter().enumerate().all(|(bin, &i)| v[i] == load(bin))
        }));
    }

    fn circuit(&mut self) {
        let nodes: Vec<usize> = (0..2 + self.below(2)).map(|_| self.index()).collect();
        let succ: Vec<IntVar> = nodes.iter().map(|&i| self.x[i]).collect();
        self.model.circuit(succ);
        self.holds.push(Box::new(move |v| {
            let mut node = 0;
            for length in 1..=nodes.len() {
                match usize::try_from(v[nodes[node]]) {
                    Ok(next) if next < nodes.len() => node = next,
                    _ => return false,
                }
                if node == 0 {
                    return length == nodes.len();
                }
            }
            false
        }));
    }

    /// All solutions, in ascending order.
    fn solutions(&self) -> Vec<Vec<i32>> {
        let mut solutions = Vec::new();
        let mut at = vec![0; self.domains.len()];
        loop {
            let values: Vec<i32> = at.iter().zip(&self.domains).map(|(&i, domain): (&usize, _)| domain[i]).collect();
            if self.holds.iter().all(|holds| holds(&values)) {
                solutions.push(values);
            }
            let Some(i) = (0..at.len()).rfind(|&i| at[i] + 1 < self.domains[i].len()) else { return solutions };
            at[i] += 1;
            at[i + 1..].fill(0);
        }
    }

    fn objective(&self) -> Expr {
        let terms = self.objective.iter().zip(&self.x).map(|(&factor, &x)| (i64::from(factor), Expr::from(x)));
        Expr::weighted(terms)
    }
}

/// What was checked.
#[derive(Default, Debug)]
struct Checked {
    optima: u64,
    enumerations: u64,
    reasons: u64,
    /// Of those, reasons of the relaxation.
    of_relaxation: u64,
    /// Nodes of the searches for an optimum: without the relaxation, at the root, and everywhere.
    nodes: [u64; 3],
}

impl Checked {
    /// Runs a search to its end; returns the solutions, or the best values.
    fn run(&mut self, what: &str, mut run: Run, x: &[IntVar], is_on: bool) -> (Vec<Vec<i32>>, u64) {
        run.audit(Audit::default().with_short_runs());
        let mut found = Vec::new();
        let end = loop {
            match run.step() {
                Step::Solution => found.push(run.solution().expect("a solution").values(x).expect("values")),
                end => break end,
            }
        };
        assert_eq!(end, Step::Exhausted, "{what}");
        if let Some(audit) = run.audited() {
            assert_eq!(audit.complaints, [""; 0], "{what}");
            self.reasons += audit.reasons;
            let of_relaxation = audit.rules.get("relaxation.sum").copied().unwrap_or(0);
            assert!(is_on || of_relaxation == 0, "{what}");
            self.of_relaxation += of_relaxation;
        }
        (found, run.statistics().nodes)
    }

    fn check(&mut self, case: &Case) {
        let Case { model: m, x, .. } = case;
        let expected = case.solutions();
        let goal = [Goal::Minimize, Goal::Maximize][case.seed as usize % 2];
        let values = || expected.iter().map(|values| sum(&case.objective, values));
        let best = if goal == Goal::Minimize { values().min() } else { values().max() };
        let learning = [Learning::Fixed, Learning::Activity, Learning::Alternating][case.seed as usize / 2 % 3];
        for (nodes, relaxation) in [Relaxation::Off, Relaxation::Root, Relaxation::On].into_iter().enumerate() {
            for is_auto in [false, true] {
                let search = m.search().linear_relaxation(relaxation).node_limit(100_000);
                let search = if is_auto { search.auto() } else { search.learn(learning) };
                let what = format!("seed {}, {learning}, {relaxation}, automatic: {is_auto}", case.seed);
                let is_on = relaxation != Relaxation::Off;
                if !is_auto || relaxation == Relaxation::On {
                    let run = search.improving(goal, case.objective()).expect("a model").into_run();
                    let (found, visited) = self.run(&what, run, x, is_on);
                    self.nodes[nodes] += if is_auto { 0 } else { visited };
                    assert_eq!(found.last().map(|values| sum(&case.objective, values)), best, "{what}");
                    self.optima += 1;
                }
                if expected.len() <= SOLUTIONS && relaxation == Relaxation::On {
                    let (mut found, _) = self.run(&what, search.start().expect("a model"), x, is_on);
                    found.sort();
                    assert_eq!(found, expected, "{what}");
                    self.enumerations += 1;
                }
            }
        }
    }
}

/// Runs `FERZ_CASES` models, or a few by default.
#[test]
fn random_models_have_the_optima_and_solutions_of_brute_force() {
    let cases = ferz_tests::cases(400, 20_000);
    let mut checked = Checked::default();
    (0..cases).for_each(|seed| checked.check(&Case::draw(seed)));
    eprintln!("{cases} models: {checked:?}");
    assert!(2 * checked.enumerations > cases && checked.of_relaxation > cases, "{checked:?}");
    assert!(checked.nodes.is_sorted_by(|a, b| a > b), "{checked:?}");
}

/// Proves the optimum of a model, or lists all its solutions, with the linear relaxation.
fn prove(case: &Case, files: &ProofDir) -> Proved {
    let expected = case.solutions();
    let learning = [Learning::Fixed, Learning::Activity, Learning::Alternating][case.seed as usize % 3];
    let search = case.model.search().linear_relaxation(Relaxation::On);
    let search = if case.seed % 8 < 6 { search.learn(learning) } else { search.auto() };
    let best = expected.iter().map(|values| sum(&case.objective, values)).min();
    let files = files.create().expect("files");
    let (claim, proved) = match case.seed.is_multiple_of(2) || expected.len() > SOLUTIONS {
        true => {
            let proved = search.prove_optimum(Goal::Minimize, case.objective(), files);
            (best.map_or(Claim::NoOptimum, Claim::Optimum), proved)
        }
        false => (Claim::Solutions(expected.len() as u64), search.prove(files)),
    };
    let proved = proved.unwrap_or_else(|error| panic!("seed {}: {error}", case.seed));
    assert_eq!(proved.claim, claim, "seed {}", case.seed);
    proved
}

/// Runs `FERZ_CASES` models, or a few by default.
#[test]
fn proofs_with_sums_of_rows_are_accepted() {
    let Some(files) = ProofDir::checked() else { return };
    let (mut solves, mut inferences, mut sums) = (0, 0, 0);
    let number = ferz_tests::cases(100, 2_000);
    for seed in 0..number {
        let proved = prove(&Case::draw(seed), &files);
        assert_eq!(files.veripb(), proved.verdict.ok_or_else(String::new), "seed {seed}");
        let relaxation = proved.statistics.relaxation;
        (solves, inferences) = (solves + relaxation.solves, inferences + relaxation.inferences + relaxation.failures);
        let proof = fs::read_to_string(files.proof()).expect("a proof");
        sums += proof.lines().filter(|line| line.starts_with("pol") && line.contains('*')).count() as u64;
    }
    eprintln!("{number} models: {solves} solves, {inferences} inferences, {sums} sums");
    assert!(solves > number && inferences > number && sums > number / 2);
}

/// A sum whose multipliers are all 1, in place of the sum that implies what follows.
#[test]
fn changed_sums_are_refused() {
    let Some(files) = ProofDir::checked() else { return };
    let changed = tempfile::NamedTempFile::new().expect("a file");
    let mut refused = 0;
    for seed in 0..400 {
        let proved = prove(&Case::draw(seed), &files);
        let proof = fs::read_to_string(files.proof()).expect("a proof");
        let is_sum = |line: &&str| line.starts_with("pol") && line.contains('*') && !line.contains(" s");
        let Some(sum) = proof.lines().rev().find(is_sum) else { continue };
        let mut words: Vec<&str> = sum.split(' ').collect();
        (1..words.len()).filter(|&i| words[i] == "*").collect::<Vec<_>>().into_iter().for_each(|i| words[i - 1] = "1");
        fs::write(&changed, proof.replacen(sum, &words.join(" "), 1)).expect("a file");
        match veripb(&files.model(), changed.path()) {
            Ok(verdict) => assert_eq!(Some(verdict), proved.verdict, "seed {seed}"),
            Err(_) => refused += 1,
        }
        if refused == 12 {
            return;
        }
    }
    panic!("{refused} refused");
}

/// Where propagation leaves a fact open, a sum of rows may refute its opposite.
#[test]
fn sums_of_rows_refute_the_opposite_of_a_fact() {
    let (mut facts, mut sums) = (0, 0);
    for seed in 0..ferz_tests::cases(600, 3_000) {
        let case = Case::draw(seed);
        let (solutions, explainer) = (case.solutions(), case.model.explainer().expect("an explainer"));
        for (i, &x) in case.x.iter().enumerate() {
            for &value in &case.domains[i] {
                let finding = explainer.explain_fact("it", &x.equals(value)).expect("an answer");
                let holds = solutions.iter().filter(|values| values[i] == value).count();
                let expected = match (solutions.len(), holds) {
                    (0, _) => "There is no solution at all",
                    (_, 0) => "it is false in every solution",
                    (all, holds) if all == holds => "it is true in every solution",
                    _ => "it is true in some solutions",
                };
                assert!(finding.lines[0].starts_with(expected), "seed {seed}, x{i} = {value}: {:?}", finding.lines);
                facts += 1;
                for line in finding.lines.iter().filter(|line| line.contains("says") || line.contains("would say")) {
                    let sides = line.split("sa").last().expect("what it says");
                    let sides: Vec<i64> = sides.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
                    assert!(matches!(sides[..], [left, right, ..] if left > right), "seed {seed}: {line}");
                    sums += 1;
                }
            }
        }
    }
    eprintln!("{facts} facts, {sums} sums");
    assert!(sums > 50, "{sums} of {facts}");
}

#[test]
fn rows_that_contradict_each_other_are_named_with_their_factors() {
    let mut m = Model::new();
    let [x, y, z, t] = ["x", "y", "z", "t"].map(|name| m.int(name, 0..=9).expect("a variable"));
    m.post(constraint!(x + y <= 7)).named("A");
    m.post(constraint!(y + z <= 7)).named("B");
    m.post(constraint!(x + z <= 7)).named("C");
    m.post(constraint!(t <= 2 * x + 2 * y + 2 * z - 13)).named("D");
    let lines = |m: &Model| m.explainer()?.explain_fact("t < 9", &constraint!(t < 9)).map(|finding| finding.lines);
    let by_sum = [
        "t < 9 is true in every solution:",
        "1. t >= 9 is assumed",
        "2. t >= 9, and `A` + `B` + `C` + `D` says 22 <= 21, so there is no way out (from 1)",
    ];
    assert_eq!(lines(&m).expect("an answer"), by_sum);
    m.post(constraint!(x + y + z >= 11)).named("E");
    let nowhere = [
        "There is no solution at all:",
        "1. by the declared domains, and `A` + `B` + `C` + 2 × `E` says 22 <= 21, so there is no way out",
    ];
    assert_eq!(lines(&m).expect("an answer"), nowhere);
    let off = m.search().linear_relaxation(Relaxation::Off).explainer().expect("an explainer");
    let found = off.explain_fact("t < 9", &constraint!(t < 9)).expect("an answer");
    assert!(found.is_hopeless && found.lines[0].contains("a search of"), "{:?}", found.lines);
}
