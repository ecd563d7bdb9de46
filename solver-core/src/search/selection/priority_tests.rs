//! Compares priority search with a plain recursion that remembers its current subsearch.

use super::*;
use crate::constraints::NotEqual;
use crate::engine::EngineBuilder;
use crate::{Layout, ValueSet};

/// The nested parts of a search: variable indices, or parts with keys.
enum Reference {
    Indices(Range<usize>),
    /// In sequence.
    All(Vec<Reference>),
    /// By priority: the index of its entry in [`State`], the selection, and the parts with their key indices.
    Best(usize, VarSelect, Vec<(usize, Reference)>),
}

/// For each priority, the index of the part in progress, if any.
type State = [Option<usize>; 2];

use Reference::{All, Best, Indices as At};
use std::ops::Range;

impl Reference {
    fn next(&self, engine: &Engine, vars: &[Var], state: &mut State) -> Option<Var> {
        match self {
            At(indices) => vars[indices.clone()].iter().copied().find(|&var| engine.store.fixed(var).is_none()),
            All(parts) => parts.iter().find_map(|part| part.next(engine, vars, state)),
            Best(own, order, parts) => {
                if let Some(begun) = state[*own]
                    && let Some(var) = parts[begun].1.next(engine, vars, state)
                {
                    return Some(var);
                }
                let key = |key: usize| {
                    let var = vars[key];
                    let (low, high) = engine.store.bounds(var);
                    match order {
                        VarSelect::SmallestValue => low,
                        VarSelect::LargestValue => -high,
                        VarSelect::LargestDomain => -(engine.store.size(var) as i32),
                        VarSelect::SmallestDomain => engine.store.size(var) as i32,
                        _ => 0,
                    }
                };
                let open = (0..parts.len()).filter(|&i| parts[i].1.next(engine, vars, &mut state.clone()).is_some());
                let best = open.min_by_key(|&i| key(parts[i].0))?;
                state[*own] = Some(best);
                parts[best].1.next(engine, vars, state)
            }
        }
    }
}

/// Creates a search with two variables, then three parts, then one variable. The second part consists of two variables,
/// two nested parts, and one variable.
fn nested(orders: [VarSelect; 2], keys: [usize; 5], vars: &[Var]) -> (Reference, Vec<usize>, Vec<Priority>) {
    let inner = Best(1, orders[1], vec![(keys[3], At(6..8)), (keys[4], At(8..10))]);
    let second = All(vec![At(4..6), inner, At(10..11)]);
    let outer = Best(0, orders[0], vec![(keys[0], At(2..4)), (keys[1], second), (keys[2], At(11..14))]);
    let key = |index: usize| Key::View(View::from(vars[index]));
    let part = |groups: Range<usize>, index: usize| Part { groups, key: key(index) };
    let priorities = vec![
        Priority { order: orders[0], parts: vec![part(1..2, keys[0]), part(2..6, keys[1]), part(6..7, keys[2])] },
        Priority { order: orders[1], parts: vec![part(3..4, keys[3]), part(4..5, keys[4])] },
    ];
    let reference = All(vec![At(0..2), outer, At(14..15)]);
    (reference, vec![2, 4, 6, 8, 10, 11, 14, 15], priorities)
}

/// Walks down and up the tree at random.
#[test]
fn parts_follow_each_other_as_by_recursion() {
    let mut rng = Rng::new(23);
    let (mut nodes, mut left) = (0, 0);
    for case in 0..300 {
        let n = 15;
        let set = |rng: &mut Rng| ValueSet::from_values((0..2 + rng.below(6)).map(|_| rng.below(12) as i32));
        let layout = [Layout::Auto, Layout::Wide, Layout::Span][case % 3];
        let mut b = EngineBuilder::with_layout((0..n).map(|_| set(&mut rng)).collect(), layout);
        for _ in 0..12 {
            let (x, y) = (rng.below(n) as usize, rng.below(n) as usize);
            if x != y {
                b.post(Box::new(NotEqual::new(b.view(x), b.view(y))));
            }
        }
        let vars: Vec<Var> = (0..n as usize).map(|i| b.view(i).var()).collect();
        let mut engine = b.build().unwrap();
        if engine.propagate().is_err() {
            continue;
        }
        const ORDERS: [VarSelect; 5] = [
            VarSelect::Input,
            VarSelect::SmallestDomain,
            VarSelect::LargestDomain,
            VarSelect::SmallestValue,
            VarSelect::LargestValue,
        ];
        let orders = [ORDERS[rng.below(5) as usize], ORDERS[rng.below(5) as usize]];
        let keys = std::array::from_fn(|_| rng.below(n) as usize);
        let (reference, ends, priorities) = nested(orders, keys, &vars);
        let groups = ends.into_iter().map(|end| Group::plain(end, ValueSelect::Min)).collect();
        let options = SearchOptions { vars: vars.clone(), groups, priorities, ..SearchOptions::default() };
        let mut selection = Selection::new(&engine, options);
        let (mut cursor, mut state) = (Cursor::default(), State::default());
        let mut decided: Vec<(Atom, Cursor, State)> = Vec::new();
        for _ in 0..200 {
            let chosen = selection.next(&engine, &mut cursor);
            let expected = reference.next(&engine, &vars, &mut state);
            assert_eq!(chosen, expected, "case {case}, level {}", engine.level());
            nodes += 1;
            let first = vars.iter().copied().find(|&var| engine.store.fixed(var).is_none());
            left += usize::from(chosen != first);
            let mut fine = match chosen {
                Some(var) => {
                    let (low, high) = engine.store.bounds(var);
                    let value = if rng.below(2) == 0 { low } else { high };
                    decided.push((Atom::equals(View::from(var), value), cursor, state));
                    engine.push_level();
                    engine.assume(decided[decided.len() - 1].0).and_then(|()| engine.propagate()).is_ok()
                }
                None => false,
            };
            let mut back = if rng.below(4) == 0 { rng.below(16) } else { 0 };
            while !fine || back > 0 {
                let Some((atom, at, was)) = decided.pop() else { break };
                back = back.saturating_sub(1);
                engine.pop_level();
                (cursor, state) = (at, was);
                fine = engine.assume(!atom).and_then(|()| engine.propagate()).is_ok();
            }
            if !fine {
                break;
            }
        }
    }
    assert!(left * 5 > nodes && nodes > 5_000, "{left} of {nodes}");
}

/// A constant key counts as a variable with that value. Among equal keys, the part listed first is searched first.
#[test]
fn a_key_may_be_a_number() {
    let sets = [3..=9, 1..=4, 5..=6].map(|range| ValueSet::range(*range.start(), *range.end()));
    let engine = EngineBuilder::new(sets.to_vec()).build().unwrap();
    let first = |order: VarSelect| {
        let key = [Key::View(View::from(Var(0))), Key::Constant(2), Key::View(View::from(Var(1)))];
        let parts = key.into_iter().enumerate().map(|(i, key)| Part { groups: i..i + 1, key }).collect();
        let groups = (1..=3).map(|end| Group::plain(end, ValueSelect::Min)).collect();
        let priorities = vec![Priority { order, parts }];
        let options = SearchOptions { vars: (0..3).map(Var).collect(), groups, priorities, ..SearchOptions::default() };
        Selection::new(&engine, options).next(&engine, &mut Cursor::default()).map(|var| var.0)
    };
    assert_eq!(first(VarSelect::Input), Some(0));
    assert_eq!(first(VarSelect::SmallestValue), Some(2));
    assert_eq!(first(VarSelect::LargestValue), Some(0));
    assert_eq!(first(VarSelect::SmallestDomain), Some(1));
    assert_eq!(first(VarSelect::LargestDomain), Some(0));
    assert_eq!(first(VarSelect::Degree), Some(0));
}
