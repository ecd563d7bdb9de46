//! Compares the counting kernels with published numbers, with each other and with the solver.

mod common;

use common::known;
use queens::count::{CountError, Method, Outcome, Plan};
use queens::{Formulation, QueensModel};
use solver_core::CancelToken;
use std::num::NonZero;

fn plan(n: u32, method: Method, threads: usize) -> Plan {
    Plan::new(n, method, NonZero::new(threads).expect("some threads")).expect("a possible size")
}

fn count(plan: &Plan) -> u128 {
    match plan.run(&CancelToken::new(), &mut |_| {}) {
        Ok(Outcome::Complete(total)) => total.boards,
        other => panic!("{other:?}"),
    }
}

#[test]
fn counts_are_those_of_the_table() {
    for n in 1..=14 {
        for method in Method::ALL {
            assert_eq!(Some(count(&plan(n, method, 2))), known(n), "{n} queens by {method}");
        }
        assert_eq!(Some(count(&plan(n, Method::Bits, 2).scalar())), known(n), "{n} queens without lanes");
    }
}

#[test]
fn an_odd_board_beyond_the_table_of_the_others() {
    for n in [15, 16] {
        assert_eq!(Some(count(&plan(n, Method::Quadrants, 2))), known(n));
    }
}

#[test]
fn the_kernels_agree_with_the_solver() {
    for n in 1..=12 {
        let queens = QueensModel::new(n as usize, Formulation::default(), None).expect("a possible size");
        let boards = match queens.model.search().count() {
            Ok(solver_core::Outcome::Complete(boards)) => boards,
            Ok(solver_core::Outcome::Unsat) => 0,
            other => panic!("{other:?}"),
        };
        for method in Method::ALL {
            assert_eq!(count(&plan(n, method, 1)), boards, "{n} queens by {method}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for method in Method::ALL {
        for n in [11, 12] {
            let counts = [1, 2, 3, 64].map(|threads| count(&plan(n, method, threads)));
            assert_eq!(counts.map(Some), [known(n); 4]);
        }
    }
}

#[test]
fn sizes_beyond_a_method_are_refused_with_its_limits() {
    for method in Method::ALL {
        for n in [0, method.largest() + 1, u32::MAX] {
            let error = Plan::new(n, method, NonZero::<usize>::MIN).expect_err("too large or nothing");
            assert!(matches!(error, CountError::Size { .. }));
            let limits = format!("counts boards of 1 to {} queens, not {n}", method.largest());
            assert!(error.to_string().contains(&limits), "{error}");
        }
    }
}

#[test]
fn a_cancelled_count_has_no_total() {
    let cancel = CancelToken::new();
    cancel.cancel();
    for method in Method::ALL {
        let outcome = plan(14, method, 2).run(&cancel, &mut |_| {}).expect("stopping is no error");
        let Outcome::Stopped(part) = outcome else { panic!("{outcome:?}") };
        assert!(part.done < part.units);
        assert!(part.at_least < 365_596);
    }
}

#[test]
fn progress_grows_to_one() {
    for method in Method::ALL {
        let mut fractions = vec![];
        let outcome = plan(13, method, 2).run(&CancelToken::new(), &mut |now| fractions.push(now.fraction));
        assert!(matches!(outcome, Ok(Outcome::Complete(_))));
        assert!(fractions.is_sorted());
        assert_eq!(fractions.last(), Some(&1.0));
    }
}

#[test]
fn estimates_grow_with_the_board_and_stay_finite() {
    for method in Method::ALL {
        let estimates: Vec<_> = (10..=method.largest()).map(|n| plan(n, method, 2).estimate()).collect();
        // The quadrant method is cheaper on even boards than on odd ones, so the test compares sizes that differ by 2.
        for pair in estimates.windows(3) {
            assert!(pair[0].time < pair[2].time && pair[0].memory <= pair[2].memory, "{method}: {pair:?}");
        }
    }
}
