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
        let engine = EngineBuilder::with_layout(vec![set.clone()], layout).build().unwrap();
        if set.len() == 1 {
            continue;
        }
        let wanted = rng.below(40) as i32 - 20;
        for order in [ValueOrder::Min, ValueOrder::Max, ValueOrder::Median, ValueOrder::MiddleOut] {
            for preference in [vec![], vec![(Var(0), wanted)]] {
                let prefers = !preference.is_empty() && set.contains(wanted);
                let mut brancher = brancher(&engine, order, preference);
                let mut all = Vec::new();
                brancher.all(&engine, Var(0), 0, &mut all);
                let (atom, _) = brancher.left(&engine, Var(0), 0);
                assert_eq!(all.last(), Some(&atom.value()), "{order} {set:?}");
                assert_eq!(ValueSet::from_values(all.iter().copied()), set, "{order}");
                assert_eq!(all.len() as u64, set.len(), "{order} {set:?} {all:?}");
                assert!(!prefers || atom.value() == wanted, "{order} {set:?} wanted {wanted}");
            }
        }
    }
}
