//! Checks every hint for some boards of each kind with the test harness. `FERZ_CASES=full` checks a hundred boards.

use puzzles::harness::{Report, check};
use puzzles::{KINDS, Limits, generate};

#[test]
fn hints_follow_from_their_premises_and_need_each_of_them() {
    let boards = solver_core::harness::ordinary(100);
    for kind in KINDS {
        let mut sum = Report::default();
        for seed in 0..boards {
            let made = generate(kind, kind.sizes[0], None, seed, &Limits::default()).expect("a board");
            let report = check(kind, &made.write()).unwrap_or_else(|fault| panic!("{}: {fault}", made.write()));
            sum.steps += report.steps;
            sum.minimal += report.minimal;
            sum.not_checked += report.not_checked;
        }
        println!("{}: {sum:?}", kind.name);
        assert!(sum.steps > 0 && sum.not_checked * 100 <= sum.steps, "{}: {sum:?}", kind.name);
    }
}
