use super::*;
use crate::{Layout, ValueSet, engine::EngineBuilder};

fn brancher(engine: &Engine, values: ValueOrder, wanted: Vec<(Var, i32)>) -> Brancher {
    let manner = Manner { vars: vec![Var(0)], groups: vec![Group::plain(1, values)], wanted, ..Manner::default() };
    Brancher::new(engine, manner)
}

/// Two-way and d-way branching share one meaning of every value order.
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
            ValueOrder::Min,
            ValueOrder::Max,
            ValueOrder::Median,
            ValueOrder::MiddleOut,
            ValueOrder::LeastImpact,
            ValueOrder::BoundImpact,
        ] {
            for preference in [vec![], vec![(Var(0), wanted)]] {
                let prefers = !preference.is_empty() && set.contains(wanted);
                let mut brancher = brancher(&engine, order, preference);
                let mut all = Vec::new();
                brancher.all(&mut engine, Var(0), 0, &mut all);
                let (atom, _) = brancher.left(&mut engine, Var(0), 0);
                assert_eq!(all.last(), Some(&atom.value()), "{order} {set:?}");
                assert_eq!(ValueSet::from_values(all.iter().copied()), set, "{order}");
                assert_eq!(all.len() as u64, set.len(), "{order} {set:?} {all:?}");
                assert!(!prefers || atom.value() == wanted, "{order} {set:?} wanted {wanted}");
            }
        }
    }
}

#[test]
fn the_value_that_leaves_most_comes_first() {
    let sets = [vec![0, 1, 2, 3], vec![0, 1, 3, 7]].map(ValueSet::from_values);
    let mut b = EngineBuilder::new(sets.to_vec());
    b.post(Box::new(crate::constraints::NotEqual::new(b.view(0), b.view(1))));
    let mut engine = b.build().unwrap();
    engine.propagate().unwrap();
    let vars = vec![Var(0), Var(1)];
    let groups = vec![Group::plain(2, ValueOrder::LeastImpact)];
    let mut brancher = Brancher::new(&engine, Manner { vars, groups, ..Manner::default() });
    brancher.prepare(&mut engine).unwrap();
    let (atom, _) = brancher.left(&mut engine, Var(0), 0);
    assert_eq!(atom.value(), 2);
}
