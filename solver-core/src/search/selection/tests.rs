use super::*;
use crate::{Layout, ValueSet, engine::EngineBuilder};

fn selection(engine: &Engine, values: ValueSelect, wanted: Vec<(Var, i32)>) -> Selection {
    let options =
        SearchOptions { vars: vec![Var(0)], groups: vec![Group::plain(1, values)], wanted, ..SearchOptions::default() };
    Selection::new(engine, options)
}

/// Two-way and d-way branching agree on every value selection.
#[test]
fn d_way_begins_with_the_value_that_two_way_takes_and_lists_each_once() {
    let mut rng = Rng::new(5);
    for case in 0..3_000 {
        let values: Vec<i32> = (0..1 + rng.below(8)).map(|_| rng.below(40) as i32 - 20).collect();
        let set = ValueSet::from_values(values);
        let layout = [Layout::Auto, Layout::Wide, Layout::Span][case % 3];
        let mut engine = EngineBuilder::with_layout(vec![set.clone()], layout).build().unwrap();
        if set.len() == 1 {
            continue;
        }
        let wanted = rng.below(40) as i32 - 20;
        for order in [
            ValueSelect::Min,
            ValueSelect::Max,
            ValueSelect::Median,
            ValueSelect::MiddleOut,
            ValueSelect::LeastImpact,
            ValueSelect::BoundImpact,
        ] {
            for preference in [vec![], vec![(Var(0), wanted)]] {
                let prefers = !preference.is_empty() && set.contains(wanted);
                let mut selection = selection(&engine, order, preference);
                let mut all = Vec::new();
                selection.all(&mut engine, Var(0), Cursor::default(), &mut all);
                let (atom, _) = selection.left(&mut engine, Var(0), Cursor::default());
                assert_eq!(all.last(), Some(&atom.value()), "{order} {set:?}");
                assert_eq!(ValueSet::from_values(all.iter().copied()), set, "{order}");
                assert_eq!(all.len() as u64, set.len(), "{order} {set:?} {all:?}");
                assert!(!prefers || atom.value() == wanted, "{order} {set:?} wanted {wanted}");
            }
        }
    }
}

/// The first branch takes a half, a run, or all values except one.
#[test]
fn parts_are_what_their_names_say() {
    let mut rng = Rng::new(8);
    let mut seen = [0; 4];
    for case in 0..2_000 {
        let values: Vec<i32> = (0..2 + rng.below(12)).map(|_| rng.below(30) as i32 - 15).collect();
        let set = ValueSet::from_values(values);
        let all: Vec<i32> = set.iter().collect();
        let &[low, .., high] = &all[..] else { continue };
        let layout = [Layout::Auto, Layout::Wide, Layout::Span][case % 3];
        let mut engine = EngineBuilder::with_layout(vec![set.clone()], layout).build().unwrap();
        let mut part = |order: ValueSelect, seed: u64| -> Vec<i32> {
            let options = SearchOptions {
                vars: vec![Var(0)],
                groups: vec![Group::plain(1, order)],
                seed,
                ..SearchOptions::default()
            };
            let (atom, share) = Selection::new(&engine, options).left(&mut engine, Var(0), Cursor::default());
            assert!(0.0 < share && share < 1.0, "{order} {share}");
            let part: Vec<i32> = all.iter().copied().filter(|&v| atom.holds_for(v)).collect();
            assert!(!part.is_empty() && part.len() < all.len(), "{order} {set:?}: {part:?}");
            part
        };
        let (lower, upper) = (part(ValueSelect::Split, 0), part(ValueSelect::SplitUpper, 0));
        let half = part(ValueSelect::SplitRandom, rng.below(1 << 20));
        assert!(half == lower || half == upper);
        seen[usize::from(half == lower)] += 1;
        let run = all.windows(2).position(|pair| pair[1] - pair[0] > 1).map_or(lower, |gap| all[..=gap].to_vec());
        assert_eq!(part(ValueSelect::Interval, 0), run, "{set:?}");
        assert_eq!(part(ValueSelect::ExceptMin, 0), all[1..], "{set:?}");
        assert_eq!(part(ValueSelect::ExceptMax, 0), all[..all.len() - 1], "{set:?}");
        let mut without_middle = all.clone();
        without_middle.remove((all.len() - 1) / 2);
        assert_eq!(part(ValueSelect::ExceptMedian, 0), without_middle, "{set:?}");
        let except = part(ValueSelect::ExceptRandom, rng.below(1 << 20));
        assert_eq!(except.len(), all.len() - 1);
        seen[2 + usize::from(except[0] != low || except[except.len() - 1] != high)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn the_value_that_leaves_most_comes_first() {
    let sets = [vec![0, 1, 2, 3], vec![0, 1, 3, 7]].map(ValueSet::from_values);
    let mut b = EngineBuilder::new(sets.to_vec());
    b.post(Box::new(crate::constraints::NotEqual::new(b.view(0), b.view(1))));
    let mut engine = b.build().unwrap();
    engine.propagate().unwrap();
    let vars = vec![Var(0), Var(1)];
    let groups = vec![Group::plain(2, ValueSelect::LeastImpact)];
    let mut selection = Selection::new(&engine, SearchOptions { vars, groups, ..SearchOptions::default() });
    selection.prepare(&mut engine).unwrap();
    let (atom, _) = selection.left(&mut engine, Var(0), Cursor::default());
    assert_eq!(atom.value(), 2);
}
