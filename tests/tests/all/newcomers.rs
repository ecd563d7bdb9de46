//! Notation from other solvers compiles and has the expected semantics.

use solver_core::prelude::*;

fn two() -> (Model, IntVar, IntVar) {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=9).unwrap(), m.int("y", 0..=9).unwrap());
    (m, x, y)
}

/// Checks that a constraint holds for the same pairs of digits as a predicate.
#[track_caller]
fn means(state: impl Fn(IntVar, IntVar) -> Comparison, holds: impl Fn(i32, i32) -> bool) {
    let (mut m, x, y) = two();
    m.post(state(x, y));
    let found: Vec<_> = m.solutions().unwrap().map(|s| (s[x], s[y])).collect();
    let all = (0..=9).flat_map(|x| (0..=9).map(move |y| (x, y)));
    assert_eq!(found, all.filter(|&(x, y)| holds(x, y)).collect::<Vec<_>>());
}

#[test]
fn comparisons_have_the_names_of_other_solvers() {
    means(|x, _| x.not_equals(3), |x, _| x != 3);
    means(|x, y| x.leq(y), |x, y| x <= y);
    means(|x, y| (x + 1).geq(y), |x, y| x + 1 >= y);
}

#[test]
fn comparisons_are_numbers_and_truths() {
    means(|x, y| (3 * x.equals(2) + y.leq(4)).equals(4), |x, y| x == 2 && y <= 4);
    means(|x, y| (x.equals(2) + y.equals(2)).equals(1), |x, y| (x == 2) != (y == 2));
    means(|x, y| (y - x.equals(2) * 4).at_least(5), |x, y| y - 4 * i32::from(x == 2) >= 5);
    means(|x, y| (1 - x.geq(5) + y).equals(1), |x, y| 1 - i32::from(x >= 5) + y == 1);
    means(|x, y| (-x.equals(1) + y.equals(1)).equals(0), |x, y| (x == 1) == (y == 1));
    means(|x, y| x.equals(2) | y.equals(2), |x, y| x == 2 || y == 2);
    means(|x, y| x.leq(5) & !(y.equals(2) | y.equals(3)), |x, y| x <= 5 && !(y == 2 || y == 3));
    let mut m = Model::new();
    let b = m.bools("b", 3).unwrap();
    m.post(b[0] | b[1]);
    m.post((b[0] & b[1]) | b[2]);
    assert_eq!(m.count().unwrap(), Outcome::Complete(4)); // 110 111 101 011
}

#[test]
fn the_macro_reads_chains_and_connectives() {
    means(|x, _| constraint!(0 < x < 5), |x, _| 0 < x && x < 5);
    means(|x, _| constraint!(0 < x && x < 5), |x, _| 0 < x && x < 5);
    means(|x, y| constraint!(x < 5 && y > 2), |x, y| x < 5 && y > 2);
    means(|x, y| constraint!(9 >= x + y > x - 1 >= 3), |x, y| 9 >= x + y && x + y > x - 1 && x > 3);
    means(|x, y| constraint!(x == y == 3), |x, y| x == y && y == 3);
    means(|x, y| constraint!(x == 1 || y == 2 && x > 3), |x, y| x == 1 || y == 2 && x > 3);
    means(|x, y| constraint!((x == 1 || y == 2) && x > 3), |x, y| (x == 1 || y == 2) && x > 3);
    means(
        |x, y| constraint!(!(x == 1 || y <= 2 * x) || -x == -7 && (y != 3)),
        |x, y| !(x == 1 || y <= 2 * x) || x == 7 && y != 3,
    );
    // An operand in the middle of a chain is moved only once.
    let (_, x, y) = two();
    let sum = x + y;
    assert_eq!(constraint!(3 <= sum < 5), all_of([(x + y).at_least(3), (x + y).less_than(5)]));
    // A single comparison is not expanded like a chained one, so its sides may be arbitrary expressions.
    means(
        |x, y| {
            constraint!(
                x + 2 * y - 3 * x + 4 * y - 5 * x + 6 * y - 7 * x + 8 * y - 9 * x + x + x + x + x + x + x + x + x
                    == 1 + y - 1 + y - 1 + y - 1 + y - 1 + y - 1 + y - 1 + y - 1 + y - 1 + y - 1 + y - 1 + y - 1 + y
            )
        },
        |x, y| 20 * y - 16 * x == 12 * y - 11 + 1 + y - y,
    );
}

#[test]
fn an_answer_is_taken_out_of_its_outcome() {
    let (mut m, x, y) = two();
    m.add(x.equals(y).and(x.geq(7)));
    assert_eq!(m.first().unwrap().unwrap()[x], 7);
    assert_eq!(m.maximize(x + y).unwrap().expect("there is one").value, 18);
    assert_eq!(m.maximize(x + y).unwrap().value(), Some(18));
    assert_eq!(m.search().node_limit(1).maximize(x + y).unwrap().value(), None);
    m.max([x, y], 3);
    assert_eq!(m.minimize(x).unwrap().value(), None);
}

#[test]
#[should_panic(expected = "a plan: there is no solution")]
fn an_answer_that_is_not_there_says_why() {
    let (mut m, x, _) = two();
    m.post(constraint!(4 < x < 5));
    let _ = m.first().unwrap().expect("a plan");
}

#[test]
#[should_panic(expected = "the question was not answered: stopped (node limit)")]
fn a_stopped_answer_says_so() {
    let _ = two().0.search().node_limit(1).count().unwrap().unwrap();
}

#[test]
fn tables_and_counts_are_written_as_arrays() {
    let (mut m, x, y) = two();
    m.table([x, y], [[1, 2], [3, 4], [5, 6]]);
    m.negative_table([x, y], vec![vec![3, 4]]);
    assert_eq!(m.count().unwrap(), Outcome::Complete(2));
    m.table([x, y], &[[5, 6]][..]);
    m.table([x, y], &Table::new(2, [[5, 6]]).unwrap());
    assert_eq!(m.count().unwrap(), Outcome::Complete(1));
    m.table([x, y], vec![vec![5, 6], vec![5]]).named("ragged");
    assert_eq!(
        m.count().unwrap_err().to_string(),
        "constraint `ragged` (table): row 1 of the table has 1 values, but the table has 2 columns"
    );

    let count = |times: fn(&mut Model, &[IntVar])| {
        let mut m = Model::new();
        let x = m.ints("x", 4, 1..=2).unwrap();
        times(&mut m, &x);
        m.count().unwrap().unwrap()
    };
    assert_eq!(count(|m, x| _ = m.gcc(x, [(2, 3..)])), 4 + 1);
    assert_eq!(count(|m, x| _ = m.gcc(x, [(2, 1..3)])), 4 + 6);
    assert_eq!(count(|m, x| _ = m.gcc(x, [(2, ..=1)])), 1 + 4);
    assert_eq!(count(|m, x| _ = m.gcc(x, [(2, ..1)])), 1);
    assert_eq!(count(|m, x| _ = m.min(x, 2)), 1);
}

#[test]
fn levels_and_what_constraints_take_are_in_the_prelude() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=2).unwrap();
    m.circuit(&x).consistency(CircuitLevel::NoCycle);
    m.disjunctive(x.iter().zip([1, 1, 1])).consistency(DisjunctiveLevel::EdgeFinding);
    m.cumulative(x.iter().map(|&x| (x, 1, 1)), 1).consistency(CumulativeLevel::TimeTable);
    let word = Automaton::new(2, 0, [1], (0..=2).flat_map(|v| [(0, v, 1), (1, v, 1)])).unwrap();
    m.regular(&x, &word);
    let _: Option<Box<dyn Brancher>> = None;
    assert_eq!(m.count().unwrap(), Outcome::Complete(2));
}
