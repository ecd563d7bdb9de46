//! Tests of the implied constraints that models add for resources that rectangles share and machines that tasks share.

use crate::constraints::CumulativeLevel;
use crate::prelude::*;

/// Searches the entire tree of a model without solutions and returns the number of failures.
fn failures(model: &Model) -> u64 {
    let mut run = model.solutions().expect("the model is sound");
    assert!(run.next().is_none());
    run.statistics().failures
}

#[test]
fn squares_without_room_together_fail_at_the_root() {
    let mut model = Model::new();
    let (x, y) = (model.ints("x", 7, 0..=3).expect("sound"), model.ints("y", 7, 0..=3).expect("sound"));
    model.diffn((0..7).map(|i| [x[i].into(), y[i].into(), 2.into(), 2.into()]));
    assert_eq!(failures(&model), 1);
}

#[test]
fn tasks_that_exclude_each_other_are_on_one_machine() {
    // Three tasks of duration 2 do not fit sequentially into a horizon of 5, but would fit in parallel.
    let stated = |level: Option<CumulativeLevel>| {
        let mut model = Model::new();
        let start = model.ints("start", 3, 0..=3).expect("sound");
        let posted = model.cumulative(start.iter().map(|s| (s, 2, 3)), 5);
        if let Some(level) = level {
            let _leveled = posted.consistency(level);
        }
        failures(&model)
    };
    assert_eq!(stated(None), 1);
    assert!(stated(Some(CumulativeLevel::TimeTable)) > 1);
}
