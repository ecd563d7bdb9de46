//! Compares the algorithms: they reach the same fixpoints, and the counts are those in `docs/binary-ac.md`.

use super::{ArcConsistency, BinaryNetwork, NetworkError, Relation};
use solver_core::engine::{Engine, EngineBuilder};
use solver_core::search::Rng;
use solver_core::{Atom, ValueSet, View};

/// A class of random networks: the number of variables, values per variable, constraints (each on a different pair of
/// variables), and forbidden pairs per constraint.
#[derive(Clone, Copy)]
struct Class {
    variables: usize,
    values: usize,
    constraints: usize,
    forbidden: usize,
}

/// Picks a random subset of `0..of` with `some` elements, represented as flags.
fn sample(rng: &mut Rng, some: usize, of: usize) -> Vec<bool> {
    let mut chosen = vec![false; of];
    let mut left = some;
    for (i, flag) in chosen.iter_mut().enumerate() {
        *flag = (rng.below((of - i) as u64) as usize) < left;
        left -= usize::from(*flag);
    }
    chosen
}

impl Class {
    fn draw(self, rng: &mut Rng) -> Vec<(usize, usize, Relation)> {
        let Class { variables, values, constraints, forbidden } = self;
        let pairs: Vec<(usize, usize)> = (0..variables).flat_map(|j| (0..j).map(move |i| (i, j))).collect();
        let chosen = sample(rng, constraints, pairs.len());
        let pairs = pairs.into_iter().zip(chosen).filter(|p| p.1).map(|p| p.0);
        pairs
            .map(|(i, j)| {
                let forbidden = sample(rng, forbidden, values * values);
                (i, j, Relation::new((values, values), |a, b| !forbidden[a * values + b]))
            })
            .collect()
    }

    fn post(self, constraints: &[(usize, usize, Relation)], algorithm: ArcConsistency) -> Bench {
        let mut b = EngineBuilder::new(vec![ValueSet::range(0, self.values as i32 - 1); self.variables]);
        let views: Vec<View> = (0..self.variables).map(|i| b.view(i)).collect();
        let variables = views.iter().map(|&view| (view, (0..self.values as i32).collect()));
        let network = BinaryNetwork::new(variables, constraints.iter().cloned(), algorithm).unwrap();
        let counts = network.counts().clone();
        b.post(Box::new(network));
        Bench { engine: b.build().unwrap(), views, counts }
    }
}

struct Bench {
    engine: Engine,
    views: Vec<View>,
    counts: super::Checks,
}

impl Bench {
    /// Returns the fixpoint, or `None` if propagation fails.
    fn fixpoint(&mut self) -> Option<Vec<Vec<i32>>> {
        self.engine.propagate().ok()?;
        Some(self.views.iter().map(|&view| self.engine.values(view)).collect())
    }
}

#[test]
fn all_algorithms_reach_the_same_fixpoints() {
    let mut rng = Rng::new(1);
    let (mut pruned, mut failed) = (0, 0);
    let networks = solver_core::harness::ordinary(10_000) as usize;
    for _ in 0..networks {
        let (variables, values) = (3 + rng.below(8) as usize, 2 + rng.below(7) as usize);
        let constraints = 1 + rng.below((variables * (variables - 1) / 2) as u64) as usize;
        let forbidden = rng.below((values * values) as u64) as usize;
        let class = Class { variables, values, constraints, forbidden };
        let network = class.draw(&mut rng);
        let mut benches = ArcConsistency::ALL.map(|algorithm| class.post(&network, algorithm));
        let decisions: Vec<(usize, i32)> =
            (0..3).map(|_| (rng.below(variables as u64) as usize, rng.below(values as u64) as i32)).collect();
        let mut stories = Vec::new();
        for bench in &mut benches {
            let mut story = vec![bench.fixpoint()];
            if story[0].is_some() {
                for &(variable, v) in &decisions {
                    bench.engine.push_level();
                    let view = bench.views[variable];
                    let taken = bench.engine.assume(Atom::differs(view, v)).is_ok();
                    story.push(if taken { bench.fixpoint() } else { None });
                }
                (0..3).for_each(|_| bench.engine.pop_level());
                bench.engine.push_level();
                let taken = bench.engine.assume(Atom::equals(bench.views[0], decisions[0].1)).is_ok();
                story.push(if taken { bench.fixpoint() } else { None });
            }
            stories.push(story);
        }
        assert!(stories.iter().all(|story| *story == stories[0]), "{class:?}");
        match &stories[0][0] {
            None => failed += 1,
            Some(left) => pruned += usize::from(left.iter().any(|values| values.len() < class.values)),
        }
    }
    println!("{pruned} pruned, {failed} failed at the root");
    assert!(pruned * 20 > networks && failed * 20 > networks);
}

impl std::fmt::Debug for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Class { variables, values, constraints, forbidden } = self;
        write!(f, "<{variables}, {values}, {constraints}, {forbidden}>")
    }
}

/// The network classes in Table 1 of Bessière and Régin (2001).
const CLASSES: [(&str, Class); 4] = [
    ("under-constrained", Class { variables: 150, values: 50, constraints: 500, forbidden: 1250 }),
    ("over-constrained", Class { variables: 150, values: 50, constraints: 500, forbidden: 2350 }),
    ("phase transition, sparse", Class { variables: 150, values: 50, constraints: 500, forbidden: 2296 }),
    ("phase transition, dense", Class { variables: 50, values: 50, constraints: 1225, forbidden: 2188 }),
];

const INSTANCES: u64 = 10;

/// Returns the mean counts of each algorithm, and the number of failed instances.
fn mean_counts(class: Class) -> ([u64; 6], usize) {
    let mut rng = Rng::new(2001);
    let (mut sums, mut failed) = ([0; 6], 0);
    for _ in 0..INSTANCES {
        let network = class.draw(&mut rng);
        for (sum, algorithm) in sums.iter_mut().zip(ArcConsistency::ALL) {
            let mut bench = class.post(&network, algorithm);
            let is_consistent = bench.fixpoint().is_some();
            failed += usize::from(!is_consistent && algorithm == ArcConsistency::Ac3);
            let counts = &bench.counts;
            *sum += if algorithm == ArcConsistency::Ac3Bit { counts.words() } else { counts.checks() };
        }
    }
    (sums.map(|sum| sum / INSTANCES), failed)
}

/// Formats 1234567 as `1,234,567`.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[test]
fn the_counts_are_those_of_the_page_and_compare_as_the_papers_say() {
    let page = include_str!("../../../../docs/binary-ac.md");
    let mut missing = Vec::new();
    for (name, class) in CLASSES {
        let (means, failed) = mean_counts(class);
        let cells: Vec<String> = means.into_iter().map(grouped).collect();
        let line = format!("| {name} `{class:?}` | {failed} | {} |", cells.join(" | "));
        println!("{line}");
        if !page.contains(&line) {
            missing.push(line.clone());
        }
        let [ac3, ac4, ac6, ac2001, residues, bits] = means;
        assert!(ac2001 <= ac3 && ac6 <= ac3 && residues <= ac2001 && bits < residues, "{line}");
        assert!(2 * ac2001 < ac4 && 2 * ac6 < ac4 && ac2001.abs_diff(ac6) * 100 < ac6, "{line}");
        if name.starts_with("phase") {
            assert!(ac3 > 3 * ac2001, "{line}");
        }
    }
    assert!(missing.is_empty(), "docs/binary-ac.md lacks\n{}", missing.join("\n"));
}

#[test]
fn misuse_is_reported() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1); 2]);
    let variables: Vec<(View, Vec<i32>)> = (0..2).map(|i| (b.view(i), vec![0, 1])).collect();
    let all = Relation::new((2, 2), |_, _| true);
    let network = |i, j, relation| BinaryNetwork::new(variables.clone(), [(i, j, relation)], ArcConsistency::Ac3);
    assert_eq!(
        network(0, 2, all.clone()).unwrap_err(),
        NetworkError::Variable { constraint: 0, variable: 2, count: 2 }
    );
    assert_eq!(network(1, 1, all).unwrap_err(), NetworkError::Loop { constraint: 0, variable: 1 });
    let wide = Relation::new((2, 3), |_, _| true);
    assert_eq!(
        network(0, 1, wide).unwrap_err(),
        NetworkError::Sizes { constraint: 0, found: (2, 3), expected: (2, 2) }
    );
    b.post(Box::new(BinaryNetwork::new([], [], ArcConsistency::Ac4).unwrap()));
    assert!(b.build().unwrap().propagate().is_ok());
}

/// The domain keeps some unlisted values in a large gap, because removing them would take too long. These values must
/// not be accepted as listed ones.
#[test]
fn values_of_a_long_gap_are_no_solutions() {
    for algorithm in ArcConsistency::ALL {
        let mut b = EngineBuilder::new(vec![ValueSet::range(-View::LIMIT, View::LIMIT)]);
        let x = b.view(0);
        let list = vec![0, 1, View::LIMIT];
        let same = Relation::new((3, 3), |a, b| a == b);
        let net = BinaryNetwork::new([(x, list.clone()), (x, list)], [(0, 1, same)], algorithm).unwrap();
        b.post(Box::new(net));
        let mut e = b.build().unwrap();
        e.propagate().unwrap();
        for (value, is_listed) in [(0, true), (1, true), (2, false), (View::LIMIT - 1, false), (View::LIMIT, true)] {
            e.push_level();
            let ends = e.assume(Atom::equals(x, value)).and_then(|()| e.propagate());
            assert_eq!(ends.is_ok(), is_listed, "{} {value}", algorithm.name());
            e.pop_level();
        }
    }
}
