//! Golden search trees of n-queens (identical to Gecode's, node by node), and a brute-force check.

use super::{AllDifferentBounds, AllDifferentDomain, AllDifferentValue};
use crate::budget::Budget;
use crate::engine::{Engine, EngineBuilder, Halt};
use crate::prelude_propagator::*;
use crate::search::{
    Branching, Group, Limits, Rng, SearchOptions, SearchTree, Selection, Step, ValueSelect, VarSelect,
};
use crate::{Layout, ValueSet};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Level {
    Value,
    Bounds,
    Domain,
}
use Level::{Bounds, Domain, Value};

/// Posts `all_different` over views, each given with its root bounds.
fn post(b: &mut EngineBuilder, level: Level, views: &[(View, i32, i32)]) {
    let plain = views.iter().map(|v| v.0);
    b.post(match level {
        Value => Box::new(AllDifferentValue::new(plain)),
        Bounds => Box::new(AllDifferentBounds::new(plain)),
        Domain => Box::new(AllDifferentDomain::new(views.iter().copied()).unwrap()),
    });
}

/// Returns the node, failure and solution counts of n-queens; the search tries the smallest value first.
fn queens(n: i32, level: Level, order: VarSelect, nodes: Option<u64>) -> (u64, u64, u64) {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, n - 1); n as usize]);
    for slope in [0, 1, -1] {
        let views: Vec<_> =
            (0..n).map(|i| (b.view(i as usize).plus(slope * i), slope * i, slope * i + n - 1)).collect();
        post(&mut b, level, &views);
    }
    let vars = (0..n as usize).map(|i| b.view(i).var()).collect();
    let engine = b.build().unwrap();
    let group = Group { orders: [order].into_iter().collect(), ..Group::plain(n as usize, ValueSelect::Min) };
    let selection = Selection::new(&engine, SearchOptions { vars, groups: vec![group], ..SearchOptions::default() });
    let mut walk =
        SearchTree::new(engine, selection, Branching::TwoWay, Limits { nodes, ..Limits::default() }, Budget::default());
    while matches!(walk.step_for(u64::MAX), None | Some(Step::Solution)) {}
    let s = walk.statistics();
    (s.nodes, s.failures, s.solutions)
}

#[test]
fn golden_trees_by_bounds() {
    use VarSelect::{Input, SmallestDomain};
    assert_eq!(queens(6, Bounds, Input, None), (71, 32, 4));
    assert_eq!(queens(8, Bounds, Input, None), (791, 304, 92));
    assert_eq!(queens(10, Bounds, Input, None), (12_157, 5_355, 724));
    assert_eq!(queens(12, Bounds, Input, None), (262_011, 116_806, 14_200));
    assert_eq!(queens(8, Bounds, SmallestDomain, None), (723, 270, 92));
    assert_eq!(queens(10, Bounds, SmallestDomain, None), (10_223, 4_388, 724));
    assert_eq!(queens(12, Bounds, SmallestDomain, None), (205_819, 88_710, 14_200));
}

#[test]
fn golden_trees_by_domain() {
    use VarSelect::{Input, SmallestDomain};
    assert_eq!(queens(6, Domain, Input, None), (67, 30, 4));
    assert_eq!(queens(8, Domain, Input, None), (761, 289, 92));
    assert_eq!(queens(10, Domain, Input, None), (11_221, 4_887, 724));
    assert_eq!(queens(12, Domain, Input, None), (237_117, 104_359, 14_200));
    assert_eq!(queens(8, Domain, SmallestDomain, None), (691, 254, 92));
    assert_eq!(queens(10, Domain, SmallestDomain, None), (9_327, 3_940, 724));
    assert_eq!(queens(12, Domain, SmallestDomain, None), (181_755, 76_678, 14_200));
}

#[test]
fn golden_trees_of_more_queens() {
    let dom = VarSelect::SmallestDomain;
    assert_eq!(queens(32, Bounds, dom, Some(300_000)), (300_000, 140_128, 9_861));
    assert_eq!(queens(200, Bounds, dom, Some(100_000)), (100_000, 49_615, 298));
    assert_eq!(queens(32, Domain, dom, Some(300_000)), (300_000, 135_618, 14_370));
}

/// A random instance, small enough for brute force.
struct Case {
    sets: Vec<ValueSet>,
    /// Variable, whether it is negated, and offset.
    views: Vec<(usize, bool, i32)>,
    layout: Layout,
    level: Level,
}

impl Case {
    fn random(rng: &mut Rng, level: Level) -> Case {
        let below = |rng: &mut Rng, n: u64| rng.below(n) as i32;
        let vars = 1 + rng.below(5) as usize;
        let shift = [0, -3, (1 << 30) - 90, 90 - (1 << 30)][rng.below(4) as usize];
        let spread = if rng.below(4) == 0 { 12 } else { 1 };
        let sets = (0..vars)
            .map(|_| {
                let count = 1 + rng.below(5);
                let top = [4, 6, 8][rng.below(3) as usize];
                ValueSet::from_values((0..count).map(|_| shift + spread * below(rng, top)))
            })
            .collect();
        let aliased = rng.below(4) == 0;
        let arity = if aliased { rng.below(6) as usize } else { vars };
        let mirrored = rng.below(4) == 0;
        let views = (0..arity)
            .map(|i| {
                let var = if aliased { rng.below(vars as u64) as usize } else { i };
                let negated = mirrored && (shift.abs() > 100 && level == Domain || rng.below(2) == 0);
                let c = below(rng, 3) - 1;
                // Offsets mirrored views so that their values overlap with those of the others.
                (var, negated, if negated && shift.abs() < 100 { 2 * shift + 5 + c } else { c })
            })
            .collect();
        let layout = [Layout::Auto, Layout::Wide, Layout::Span][rng.below(3) as usize];
        Case { sets, views, layout, level }
    }

    fn build(&self) -> (Engine, Vec<View>, Vec<View>) {
        let mut b = EngineBuilder::with_layout(self.sets.clone(), self.layout).explaining();
        let vars: Vec<View> = (0..self.sets.len()).map(|i| b.view(i)).collect();
        let views: Vec<View> =
            self.views.iter().map(|&(i, neg, c)| if neg { (-vars[i]).plus(c) } else { vars[i].plus(c) }).collect();
        let posted: Vec<_> = self
            .views
            .iter()
            .zip(&views)
            .map(|(&(i, ..), &view)| {
                let (a, b) = (self.sets[i].min().unwrap(), self.sets[i].max().unwrap());
                let (a, b) = (view.value_of(a), view.value_of(b));
                (view, a.min(b), a.max(b))
            })
            .collect();
        post(&mut b, self.level, &posted);
        (b.build().unwrap(), vars, views)
    }
}

/// Lists all assignments within the domains that give the views distinct values.
fn solutions(domains: &[Vec<i32>], views: &[(usize, View)]) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    let mut digits = vec![0; domains.len()];
    loop {
        let values: Vec<i32> = domains.iter().zip(&digits).map(|(d, &k)| d[k]).collect();
        let mut seen: Vec<i32> = views.iter().map(|&(i, view)| view.value_of(values[i])).collect();
        seen.sort_unstable();
        if seen.windows(2).all(|w| w[0] != w[1]) {
            found.push(values);
        }
        let Some(i) = (0..domains.len()).find(|&i| digits[i] + 1 < domains[i].len()) else { return found };
        digits[i] += 1;
        digits[..i].fill(0);
    }
}

/// Checks that every inference follows from its premises, and that the premises held before it.
fn check_reasons(case: &Case, engine: &Engine, vars: &[View], views: &[(usize, View)], failed: bool) {
    let mut all = Vec::new();
    for at in 0..engine.facts() {
        all.extend(engine.inference(at).map(|i| (at, i)));
    }
    if failed && let Some(conflict) = engine.conflict() {
        all.push((engine.facts(), conflict));
    }
    let root: Vec<Vec<i32>> = case.sets.iter().map(|s| s.iter().collect()).collect();
    for (at, inference) in all {
        // Each premise must be true before the inference, that is, for all values of a past domain.
        let past = |view: View| -> Vec<i32> {
            let i = vars.iter().position(|v| *v == view).unwrap();
            match engine.past(at) {
                Some(past) => root[i].iter().copied().filter(|&x| past.contains(view, x)).collect(),
                None => root[i].clone(),
            }
        };
        let mut domains = root.clone();
        for premise in &inference.premises {
            let i = vars.iter().position(|v| v.var() == premise.var()).unwrap();
            assert!(past(vars[i]).iter().all(|&x| premise.holds_for(x)), "not yet true: {premise:?} in {inference:?}");
            domains[i].retain(|&x| premise.holds_for(x));
        }
        if let Some(fact) = inference.fact {
            let i = vars.iter().position(|v| v.var() == fact.var()).unwrap();
            domains[i].retain(|&x| !fact.holds_for(x));
        }
        let follows = domains.iter().any(Vec::is_empty) || solutions(&domains, views).is_empty();
        assert!(follows, "does not follow: {inference:?}, {:?} {:?}", case.views, case.sets);
    }
}

/// Checks the domains at a fixpoint against brute force.
fn check_strength(case: &Case, engine: &Engine, vars: &[View], views: &[(usize, View)], before: &[Vec<i32>]) {
    let domains: Vec<Vec<i32>> = vars.iter().map(|&x| engine.values(x)).collect();
    let all = solutions(before, views);
    assert_eq!(all, solutions(&domains, views), "a solution was lost");
    let mut used: Vec<usize> = views.iter().map(|v| v.0).collect();
    used.sort_unstable();
    let aliased = used.windows(2).any(|w| w[0] == w[1]);
    for (p, &(i, view)) in views.iter().enumerate() {
        for (q, &(_, other)) in views.iter().enumerate() {
            if let Some(v) = engine.fixed(other)
                && p != q
            {
                assert!(!engine.contains(view, v), "a fixed value was kept");
            }
        }
        if !aliased && case.level == Domain {
            assert!(domains[i].iter().all(|&x| all.iter().any(|s| s[i] == x)), "{domains:?} {:?}", case.views);
        }
    }
    if !aliased && case.level == Bounds {
        let hulls: Vec<Vec<i32>> = domains.iter().map(|d| (d[0]..=d[d.len() - 1]).collect()).collect();
        if hulls.iter().map(Vec::len).product::<usize>() > 200_000 {
            return;
        }
        let loose = solutions(&hulls, views);
        for &(i, _) in views {
            for bound in [hulls[i][0], hulls[i][hulls[i].len() - 1]] {
                assert!(loose.iter().any(|s| s[i] == bound), "{domains:?} {:?}: {bound}", case.views);
            }
        }
    }
}

#[test]
fn random_cases_agree_with_brute_force() {
    for level in [Value, Bounds, Domain] {
        for seed in 0..crate::harness::ordinary(4_000) {
            let mut rng = Rng::new(seed);
            let case = Case::random(&mut rng, level);
            let (mut engine, vars, views) = case.build();
            let views: Vec<(usize, View)> = case.views.iter().map(|v| v.0).zip(views).collect();
            // Makes several descents from the root, with a few decisions each.
            if engine.propagate().is_err() {
                let root: Vec<Vec<i32>> = case.sets.iter().map(|s| s.iter().collect()).collect();
                assert!(solutions(&root, &views).is_empty(), "seed {seed}");
                check_reasons(&case, &engine, &vars, &views, true);
                continue;
            }
            let mut depth = 0;
            for _ in 0..12 {
                if depth > 0 && rng.below(3) == 0 {
                    engine.pop_level();
                    depth -= 1;
                }
                engine.push_level();
                depth += 1;
                let mut contradicted = false;
                for _ in 0..=rng.below(3) {
                    let x = vars[rng.below(vars.len() as u64) as usize];
                    let values = engine.values(x);
                    let v = values[rng.below(values.len() as u64) as usize];
                    let atom = match rng.below(4) {
                        0 => Atom::equals(x, v),
                        1 => Atom::at_least(x, v),
                        2 => Atom::at_most(x, v),
                        _ if values.len() > 1 => Atom::differs(x, v),
                        _ => Atom::equals(x, v),
                    };
                    contradicted |= engine.assume(atom).is_err();
                }
                assert!(!contradicted);
                let before: Vec<Vec<i32>> = vars.iter().map(|&x| engine.values(x)).collect();
                let result = engine.propagate();
                match result {
                    Ok(()) => check_strength(&case, &engine, &vars, &views, &before),
                    Err(Halt::Failed) => assert!(solutions(&before, &views).is_empty(), "seed {seed}"),
                    Err(halt) => panic!("{halt:?}"),
                }
                let failed = result.is_err();
                check_reasons(&case, &engine, &vars, &views, failed);
                if failed {
                    engine.pop_level();
                    depth -= 1;
                }
            }
        }
    }
}

#[test]
fn too_many_values_are_refused() {
    let b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000); 3]);
    let views = [0, 1, 2].map(|i| (b.view(i), 0, 1_000_000_000));
    let error = AllDifferentDomain::new(views).unwrap_err();
    assert_eq!((error.values, error.views), (1_000_000_001, 3));
    assert!(AllDifferentDomain::new(views[..1].iter().copied()).is_ok());
}
