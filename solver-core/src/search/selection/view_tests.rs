//! Tests that views in phases are searched exactly like variables with the same values.

use crate::engine::Engine;
use crate::observe::{Event, Observer};
use crate::prelude::*;
use std::ops::ControlFlow;

/// Records the variable of the first decision.
struct First(Option<usize>);

impl Observer for First {
    fn see(&mut self, event: &Event, _: &Engine) -> ControlFlow<()> {
        let Event::Decide { atom, .. } = event else { return ControlFlow::Continue(()) };
        self.0 = Some(atom.var().index());
        ControlFlow::Break(())
    }
}

/// Lists the values of `7 - x` in discovery order.
fn order_of(values: ValueSelect, branching: Branching, domain: &[i32]) -> Vec<i32> {
    let mut m = Model::new();
    let x = m.int("x", ValueSet::from_values(domain.iter().copied())).expect("values");
    let search = m.search().seq([Phase::on(&[7 - x]).values(values)]).branching(branching);
    search.solutions().expect("it starts").map(|s| 7 - s.value(x).expect("its own")).collect()
}

#[test]
fn a_mirrored_view_is_searched_as_what_it_shows() {
    let orders = [
        ValueSelect::Min,
        ValueSelect::Max,
        ValueSelect::Median,
        ValueSelect::MiddleOut,
        ValueSelect::Split,
        ValueSelect::SplitUpper,
        ValueSelect::SplitRandom,
        ValueSelect::Interval,
        ValueSelect::ExceptMin,
        ValueSelect::ExceptMax,
        ValueSelect::ExceptMedian,
        ValueSelect::ExceptRandom,
    ];
    for domain in [&[0, 1, 2, 3, 4, 5][..], &[-3, 0, 1, 7, 8], &[2, 5], &[-4, -1, 3, 9]] {
        for values in orders {
            for branching in [Branching::TwoWay, Branching::DWay] {
                if branching == Branching::DWay && values.takes_a_part() {
                    continue;
                }
                let mirrored: Vec<i32> = domain.iter().map(|v| 7 - v).collect();
                let mut m = Model::new();
                let y = m.int("y", ValueSet::from_values(mirrored)).expect("values");
                let search = m.search().seq([Phase::on(&[y]).values(values)]).branching(branching);
                let plain: Vec<i32> =
                    search.solutions().expect("it starts").map(|s| s.value(y).expect("its own")).collect();
                let seen = order_of(values, branching, domain);
                assert_eq!(seen, plain, "{} {} {domain:?}", values.name(), branching.name());
            }
        }
    }
}

#[test]
fn variable_orders_look_at_views() {
    // The domains of the views are -2..2, -9..-5 and 1..3; their regrets are 1, 4 and 1.
    let mut m = Model::new();
    let x = m.int("x", -2..=2).expect("values");
    let y = m.int("y", [5, 9]).expect("values");
    let z = m.int("z", 0..=2).expect("values");
    let on = [Expr::from(x), -y, z + 1];
    let first = |order: VarSelect| {
        let mut run = m.search().seq([Phase::on(&on).order(order)]).explaining().start().expect("it starts");
        let mut watch = First(None);
        let _ = run.step_observed(u64::MAX, &mut watch);
        watch.0
    };
    assert_eq!(first(VarSelect::SmallestValue), Some(1));
    assert_eq!(first(VarSelect::LargestValue), Some(2));
    assert_eq!(first(VarSelect::MaxRegret), Some(1));
    assert_eq!(first(VarSelect::Input), Some(0));
}

#[test]
fn helpers_do_not_multiply_solutions() {
    for branching in [Branching::TwoWay, Branching::DWay] {
        let mut m = Model::new();
        let q = m.ints("q", 6, 0..=5).expect("values");
        let helpers = m.ints("helper", 2, 0..=40).expect("values");
        m.all_different(&q);
        m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
        m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
        m.post(helpers[0].less_than(helpers[1] + q[0]));
        for order in [VarSelect::Input, VarSelect::SmallestDomain] {
            let search = m.search().branching(branching).seq([Phase::on(&q).order(order)]).project_onto(&q);
            assert_eq!(search.count().expect("it starts"), Outcome::Complete(4));
        }
        let others = m
            .search()
            .branching(branching)
            .seq([Phase::on(&helpers), Phase::on(&q[..1])])
            .project_onto(&[helpers[0], helpers[1], q[0]]);
        let count = others.count().expect("it starts").complete().expect("no limit");
        assert!(count > 4, "{count}");
    }
}

#[test]
fn what_is_no_view_is_refused() {
    let mut m = Model::new();
    let x = m.ints("x", 2, 0..=5).expect("values");
    let search = m.search().seq([Phase::on(&[x[0] + x[1]])]);
    assert!(matches!(search.first(), Err(ModelError::Incompatible(_))));
    assert!(m.search().seq([Phase::on(&[Expr::from(3)])]).first().is_ok(), "a number is passed over");
}

/// Neither failures of auxiliary variables nor restarts cause duplicate solutions.
#[test]
fn no_search_lets_a_copy_through() {
    let mut m = Model::new();
    let q = m.ints("q", 4, 0..=3).expect("values");
    let helpers = m.ints("helper", 4, 0..=6).expect("values");
    m.all_different(&q);
    m.all_different(&helpers);
    m.post((helpers[0] * helpers[1] + helpers[2]).equals(3 * q[0] + q[1] + 4));
    m.post((helpers[1] + helpers[2] * helpers[3]).equals(2 * q[2] + q[3] + 5));
    let boards = |search: Search<'_>| {
        let boards = search.solutions().expect("it starts").map(|board| board.values(&q).expect("values"));
        let mut boards: Vec<Vec<i32>> = boards.collect();
        boards.sort_unstable();
        boards
    };
    let all = boards(m.search());
    let mut each = all.clone();
    each.dedup();
    assert!(each.len() > 10 && all.len() > 2 * each.len(), "{} of {}", each.len(), all.len());
    for after in [ConflictHeuristic::None, ConflictHeuristic::LastConflict(2), ConflictHeuristic::ConflictOrdering] {
        for order in [VarSelect::Input, VarSelect::SmallestDomain, VarSelect::DomWdeg, VarSelect::Random] {
            let search = m.search().seq([Phase::on(&q).order(order)]).project_onto(&q).conflict_heuristic(after);
            assert_eq!(boards(search.clone().branching(Branching::DWay)), each, "d-way {after:?} {order:?}");
            assert_eq!(boards(search.clone()), each, "{after:?} {order:?}");
            assert_eq!(
                boards(search.restarts(Restarts::Luby { unit: 3 }).phase_saving()),
                each,
                "restarts {after:?} {order:?}"
            );
        }
    }
    let rule = m.search().on(&q).project_onto(&q).branch_with(|_| None);
    assert!(matches!(rule.solutions().err(), Some(ModelError::Incompatible(_))));
}
