//! Tests that reasons from combined rows are complete, no longer than necessary, and checked exactly.

use super::{ROUNDINGS, between, cases};
use crate::engine::{Engine, EngineBuilder};
use crate::linear_rows::Column;
use crate::prelude_propagator::{Atom, CheckContext, Premises, View};
use crate::relaxation::combine::{Combined, Combiner, Rounding, Row};
use crate::relaxation::kept::{Kept, Posted};
use crate::search::Rng;
use crate::value_set::ValueSet;
use crate::var::Var;

/// Columns over random domains, with decisions: the state in which a propagator explains its inferences.
struct Scene {
    engine: Engine,
    columns: Vec<Column>,
    roots: Vec<(i32, i32)>,
    rows: Vec<Row>,
}

fn column_bounds(column: Column, bounds: (i32, i32), contains: impl Fn(i32) -> bool) -> (i32, i32) {
    match column.value {
        None => bounds,
        Some(value) => (i32::from(bounds == (value, value)), i32::from(contains(value))),
    }
}

impl Scene {
    /// Generates rows over variables whose domains are intervals, with one column for each variable, or over variables
    /// with holes, some of which have a column for the value and others columns for indicators.
    fn draw(rng: &mut Rng, has_holes: bool) -> Scene {
        let count = 2 + rng.below(4) as u32;
        let mut sets: Vec<ValueSet> = Vec::new();
        let mut columns = Vec::new();
        for var in (0..count).map(Var) {
            let low = between(rng, -4, 3) as i32;
            let set = ValueSet::range(low, low + 2 + rng.below(8) as i32);
            let set = if has_holes && rng.below(2) == 0 { set.without(low + 1).without(low + 3) } else { set };
            let values: Vec<i32> = set.iter().collect();
            let mut indicator = || Column { var, value: Some(values[rng.below(values.len() as u64) as usize]) };
            let of_value = Column::of_value(var);
            let chosen = match (indicator(), indicator(), indicator()) {
                (a, b, _) if has_holes && a.value < b.value => vec![of_value, a, b],
                (a, b, c) if a.value < b.value || b.value < c.value => vec![a],
                _ => vec![of_value],
            };
            columns.extend(chosen);
            sets.push(set);
        }
        let rows = (0..1 + rng.below(4)).map(|_| {
            let terms: Vec<(u32, i64)> = (0..columns.len() as u32).map(|j| (j, between(rng, -6, 6))).collect();
            let terms: Vec<(u32, i64)> = terms.into_iter().filter(|term| term.1 != 0).collect();
            let [a, b] = [0; 2].map(|_| between(rng, -40, 40));
            let limits = [(Some(a), None), (None, Some(a)), (Some(a.min(b)), Some(a.max(b)))];
            let (low, high) = limits[rng.below(3) as usize];
            Row { terms, low, high, ..Row::default() }
        });
        let rows = rows.collect();
        let engine = EngineBuilder::new(sets).explaining().build().expect("domains");
        let mut scene = Scene { engine, roots: Vec::new(), columns, rows };
        scene.roots = scene.bounds();
        scene.engine.push_level();
        for _ in 0..rng.below(7) {
            scene.decide(rng);
        }
        scene
    }

    /// Makes a decision that leaves its variable at least one value.
    fn decide(&mut self, rng: &mut Rng) {
        let atom = self.atom(rng);
        let x = View::from(atom.var());
        if self.engine.values(x).iter().any(|&value| atom.holds_for(value)) {
            self.engine.assume(atom).expect("a value is left");
        }
    }

    fn atom(&self, rng: &mut Rng) -> Atom {
        let x = View::from(Var(rng.below(self.engine.variables() as u64) as u32));
        let values = self.engine.values(x);
        let value = values[rng.below(values.len() as u64) as usize];
        let atoms =
            [Atom::at_least(x, value), Atom::at_most(x, value), Atom::differs(x, value), Atom::equals(x, value)];
        atoms[rng.below(4) as usize]
    }

    fn bounds(&self) -> Vec<(i32, i32)> {
        let bounds = |&column: &Column| {
            let x = View::from(column.var);
            column_bounds(column, (self.engine.min(x), self.engine.max(x)), |value| self.engine.contains(x, value))
        };
        self.columns.iter().map(bounds).collect()
    }

    /// Returns the minimum of the left side minus the constant; if it is positive, the combined row fails.
    fn excess(combined: &Combined, bounds: &[(i32, i32)]) -> i64 {
        let least = |&(column, a): &(u32, i64)| {
            let (low, high) = bounds[column as usize];
            a * i64::from(if a > 0 { low } else { high })
        };
        combined.terms.iter().map(least).sum::<i64>() - combined.constant
    }

    /// Returns the facts that follow from the combined row, with the positions of their columns. Bounds weaker than the
    /// tightest one are included.
    fn facts(&self, combined: &Combined) -> Vec<(u32, Atom)> {
        let bounds = self.bounds();
        let slack = -Scene::excess(combined, &bounds);
        let mut facts = Vec::new();
        for (position, &(column, a)) in (0..).zip(&combined.terms) {
            let (low, high) = bounds[column as usize];
            if a.abs() * i64::from(high - low) <= slack {
                continue;
            }
            let Column { var, value } = self.columns[column as usize];
            let (x, room) = (View::from(var), slack / a.abs());
            match (value, a > 0) {
                (None, true) => {
                    facts.extend((i64::from(low) + room..high.into()).map(|v| (position, Atom::at_most(x, v))))
                }
                (None, false) => facts
                    .extend((i64::from(low) + 1..=i64::from(high) - room).map(|v| (position, Atom::at_least(x, v)))),
                (Some(value), true) => facts.push((position, Atom::differs(x, value))),
                (Some(value), false) => facts.push((position, Atom::equals(x, value))),
            }
        }
        facts
    }

    fn case(&self, atoms: impl IntoIterator<Item = Atom>) -> CheckContext<'_> {
        CheckContext::new(self.engine.roots().expect("an engine that explains"), atoms)
    }

    fn excludes(&self, kept: &Kept, case: &CheckContext<'_>) -> bool {
        let Scene { rows, columns, roots, .. } = self;
        kept.excludes(|_| Posted { rows, columns, roots }, case, true)
    }

    fn explanation(&self, kept: &Kept, fact: Option<Atom>, hint: u32) -> Premises {
        let mut why = Premises::new();
        kept.explain(&self.engine.past(self.engine.facts()).expect("an engine that explains"), fact, hint, &mut why);
        why
    }
}

/// Every reason has true premises that the check accepts. Over intervals with one column per variable, every premise is
/// needed.
#[test]
fn reasons_are_complete_and_minimal() {
    let (mut facts, mut conflicts, mut premises, mut minimal) = (0u64, 0u64, 0u64, 0u64);
    for seed in 0..cases(12_000, 200_000) {
        let mut rng = Rng::new(seed);
        let has_holes = rng.below(2) == 0;
        let scene = Scene::draw(&mut rng, has_holes);
        let multipliers: Vec<f64> = scene.rows.iter().map(|_| between(&mut rng, -2, 2) as f64).collect();
        let mut combiner = Combiner::default();
        let Some(combined) = combiner.combine(&scene.rows, &multipliers, &scene.roots, Rounding::Small) else {
            continue;
        };
        let mut kept = Kept::default();
        kept.push(0, combined, &scene.columns, &scene.roots);
        let is_conflict = Scene::excess(combined, &scene.bounds()) > 0;
        let inferred = match is_conflict {
            true => vec![(kept.hint(None), None)],
            false => scene.facts(combined).into_iter().map(|(at, fact)| (kept.hint(Some(at)), Some(fact))).collect(),
        };
        for (hint, fact) in inferred {
            let why = scene.explanation(&kept, fact, hint);
            let past = scene.engine.past(scene.engine.facts()).expect("an engine that explains");
            let refuted = fact.map(|fact| !fact);
            let at = || format!("seed {seed}, {combined:?}, {:?}: {fact:?} because {why:?}", scene.bounds());
            assert!(why.iter().all(|&premise| past.entails(premise)), "{}", at());
            assert!(scene.excludes(&kept, &scene.case(why.iter().copied().chain(refuted))), "{}", at());
            for without in 0..why.len() {
                let others = (0..why.len()).filter(|&i| i != without).map(|i| why[i]);
                let is_needed = !scene.excludes(&kept, &scene.case(others.chain(refuted)));
                assert!(is_needed || has_holes, "{}: the premise {without} is not needed", at());
                minimal += u64::from(is_needed);
            }
            (facts, conflicts) = (facts + u64::from(!is_conflict), conflicts + u64::from(is_conflict));
            premises += why.len() as u64;
        }
    }
    println!("{facts} facts, {conflicts} conflicts, {premises} premises, {minimal} of them needed");
    assert!(facts > 2_000 && conflicts > 300 && minimal > 2_000, "{facts} {conflicts} {premises} {minimal}");
}

/// The check excludes at least the cases that the combined row excludes and, if the multipliers are small, no others.
/// It rejects a row that is too strict by 1.
#[test]
fn the_check_excludes_what_the_row_excludes() {
    let (mut excluded, mut admitted, mut rejected) = (0u64, 0u64, 0u64);
    for seed in 0..cases(8_000, 200_000) {
        let mut rng = Rng::new(seed);
        let rounding = ROUNDINGS[rng.below(2) as usize];
        let scene = Scene::draw(&mut rng, seed % 2 == 0);
        let random = |rng: &mut Rng| (rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
        let multipliers: Vec<f64> = match rounding {
            Rounding::Small => scene.rows.iter().map(|_| between(&mut rng, -3, 3) as f64).collect(),
            Rounding::Fine => scene.rows.iter().map(|_| random(&mut rng)).collect(),
        };
        let mut combiner = Combiner::default();
        let Some(combined) = combiner.combine(&scene.rows, &multipliers, &scene.roots, rounding) else { continue };
        let mut kept = Kept::default();
        kept.push(0, combined, &scene.columns, &scene.roots);
        for _ in 0..20 {
            let atoms: Vec<Atom> = (0..rng.below(6)).map(|_| scene.atom(&mut rng)).collect();
            let case = scene.case(atoms);
            if case.is_contradictory() {
                continue;
            }
            let bounds = |&column: &Column| {
                let x = View::from(column.var);
                column_bounds(column, case.bounds(x).expect("values"), |value| case.contains(x, value))
            };
            let bounds: Vec<(i32, i32)> = scene.columns.iter().map(bounds).collect();
            let excess = Scene::excess(combined, &bounds);
            let is_excluded = scene.excludes(&kept, &case);
            assert!(is_excluded || excess <= 0, "seed {seed}, {combined:?} of {:?} in {bounds:?}", scene.rows);
            if rounding == Rounding::Small {
                assert_eq!(is_excluded, excess > 0, "seed {seed}, {combined:?} of {:?} in {bounds:?}", scene.rows);
                rejected += u64::from(excess == 0);
            }
            (excluded, admitted) = (excluded + u64::from(is_excluded), admitted + u64::from(!is_excluded));
        }
    }
    println!("{excluded} excluded, {admitted} admitted, {rejected} would be excluded by a stricter row");
    assert!(excluded > 2_000 && admitted > 2_000 && rejected > 300, "{excluded} {admitted} {rejected}");
}

/// `x + y <= 8` with x and y at least 4: x is at most 4 because of y, and y because of x.
fn both_at_most_four() -> (Scene, Kept, [u32; 2]) {
    let sets = vec![ValueSet::range(0, 9); 2];
    let columns = vec![Column::of_value(Var(0)), Column::of_value(Var(1))];
    let rows = vec![Row { terms: vec![(0, 1), (1, 1)], low: None, high: Some(8), ..Row::default() }];
    let engine = EngineBuilder::new(sets).explaining().build().expect("domains");
    let mut scene = Scene { engine, columns, roots: vec![(0, 9); 2], rows };
    scene.engine.push_level();
    for var in [0, 1] {
        scene.engine.assume(Atom::at_least(View::from(Var(var)), 4)).expect("values are left");
    }
    let mut combiner = Combiner::default();
    let combined = combiner.combine(&scene.rows, &[-1.0], &scene.roots, Rounding::Small).expect("the row itself");
    let mut kept = Kept::default();
    kept.push(0, combined, &scene.columns, &scene.roots);
    let hints = [kept.hint(Some(0)), kept.hint(Some(1))];
    (scene, kept, hints)
}

/// The checks above detect a hint for the wrong position, a row that is not kept long enough, a multiplier of the wrong
/// sign, and a limit on the wrong side.
#[test]
fn faults_of_reasons_are_found() {
    let (mut scene, mut kept, [of_x, of_y]) = both_at_most_four();
    let fact = Atom::at_most(View::from(Var(0)), 4);
    let follows = |scene: &Scene, kept: &Kept, why: &Premises| {
        scene.excludes(kept, &scene.case(why.iter().copied().chain([!fact])))
    };
    let why = scene.explanation(&kept, Some(fact), of_x);
    assert_eq!(why[..], [Atom::at_least(View::from(Var(1)), 4)]);
    assert!(follows(&scene, &kept, &why));
    let misplaced = scene.explanation(&kept, Some(fact), of_y);
    assert!(!follows(&scene, &kept, &misplaced), "{misplaced:?}");
    // Truncating to the same lengths keeps the row. Nothing follows from a wrong row, or without the row.
    let [rows, hints] = kept.lengths();
    kept.truncate([rows, hints]);
    assert!(follows(&scene, &kept, &why));
    scene.rows[0].terms = vec![(0, -1), (1, -1)];
    assert!(!follows(&scene, &kept, &why));
    scene.rows[0] = Row { terms: vec![(0, 1), (1, 1)], low: Some(8), high: None, ..Row::default() };
    assert!(!follows(&scene, &kept, &why));
    kept.truncate([rows - 1, hints]);
    scene.rows[0] = Row { terms: vec![(0, 1), (1, 1)], low: None, high: Some(8), ..Row::default() };
    assert!(!follows(&scene, &kept, &why));
}
