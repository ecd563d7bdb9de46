use super::explain::{COLUMN, EDGE, EMPTY_ROW, LAST_SQUARE, ROW};
use super::*;
use crate::dfs::{Counts, Order, board, search};
use solver_core::engine::{Engine, EngineBuilder, Inference};
use solver_core::harness::{Check, Claim, Form};
use solver_core::search::Rng;
use solver_core::{Layout, ValueSet};

type Make = fn(&[View]) -> QueensRule;

/// All implementations of the search for lines with few squares.
const WAYS: [Make; 3] = [
    |views| QueensRule::new(views.iter().copied()),
    |views| QueensRule::by(|n| Search::Watched(Watched::new(n)), views),
    |views| QueensRule::by(|n| Search::Two(Words::new(n)), views),
];

const LAYOUTS: [Layout; 3] = [Layout::Auto, Layout::Wide, Layout::Span];

fn all(n: usize, layout: Layout, way: Make, order: Order) -> Counts {
    let (mut engine, views) = board(n, 0, layout, |views| vec![Box::new(way(views))]);
    search(&mut engine, &views, order, u64::MAX)
}

#[test]
fn trees_are_those_of_an_outside_simulation() {
    for way in WAYS {
        for layout in LAYOUTS {
            let counts = |n, order| {
                let Counts { nodes, failures, solutions } = all(n, layout, way, order);
                assert_eq!(nodes, 2 * (failures + solutions) - 1);
                (failures, solutions)
            };
            assert_eq!(counts(6, Order::Dom), (12, 4));
            assert_eq!(counts(7, Order::Dom), (12, 40));
            assert_eq!(counts(8, Order::Dom), (98, 92));
            assert_eq!(counts(9, Order::Dom), (354, 352));
            assert_eq!(counts(10, Order::Dom), (1734, 724));
            assert_eq!(counts(6, Order::Input), (12, 4));
            assert_eq!(counts(7, Order::Input), (13, 40));
            assert_eq!(counts(8, Order::Input), (104, 92));
            assert_eq!(counts(9, Order::Input), (400, 352));
            assert_eq!(counts(10, Order::Input), (2057, 724));
        }
    }
}

/// Counts the failures of a reference search that computes the naive fixpoint at every node.
fn naive_failures(mut board: Board, order: Order) -> u64 {
    if !naive_fixpoint(&mut board) {
        return 1;
    }
    let sizes = || board.iter().map(|column| rows_of(column).count()).enumerate().filter(|&(_, size)| size > 1);
    let column = match order {
        Order::Input => sizes().next(),
        Order::Dom => sizes().min_by_key(|&(_, size)| size),
    };
    let Some((c, _)) = column else { return 0 };
    let first = board[c].iter().position(|&left| left).unwrap();
    let mut left = board.clone();
    left[c].fill(false);
    left[c][first] = true;
    board[c][first] = false;
    naive_failures(left, order) + naive_failures(board, order)
}

#[test]
fn trees_are_those_of_the_naive_fixpoint() {
    for order in [Order::Input, Order::Dom] {
        for n in 1..=8 {
            let expected = naive_failures(vec![vec![true; n]; n], order);
            assert_eq!(all(n, Layout::Auto, WAYS[0], order).failures, expected, "{n} queens, {order:?}");
        }
    }
}

#[test]
fn counts_of_solutions() {
    let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];
    for (n, solutions) in (1..).zip(known) {
        for way in WAYS {
            assert_eq!(all(n, Layout::Auto, way, Order::Dom).solutions, solutions, "{n} queens");
        }
    }
}

#[test]
fn large_boards_have_solutions() {
    for n in [63, 64, 65, 100, 150, 257, 300] {
        let mut trees = WAYS[..2].iter().map(|way| {
            let (mut engine, views) = board(n, 0, Layout::Auto, |views| vec![Box::new(way(views))]);
            search(&mut engine, &views, Order::Dom, 1)
        });
        let (a, b) = (trees.next(), trees.next());
        assert_eq!(a.map(|counts| counts.solutions), Some(1), "{n} queens");
        assert_eq!(a, b, "{n} queens");
    }
}

// ---- against a naive fixpoint ------------------------------------------

/// Whether square `board[c][r]` remains.
type Board = Vec<Vec<bool>>;

fn attacks((c, r): (usize, usize), (d, s): (usize, usize)) -> bool {
    c == d || r == s || c.abs_diff(d) == r.abs_diff(s)
}

/// Applies the rule literally until a fixpoint is reached; returns `false` if a line has no square left.
fn naive_fixpoint(board: &mut Board) -> bool {
    let n = board.len();
    let columns = (0..n).map(|c| (0..n).map(|r| (c, r)).collect::<Vec<_>>());
    let rows = (0..n).map(|r| (0..n).map(|c| (c, r)).collect::<Vec<_>>());
    let lines: Vec<Vec<(usize, usize)>> = columns.chain(rows).collect();
    loop {
        let before = board.clone();
        for line in &lines {
            let left: Vec<_> = line.iter().copied().filter(|&(c, r)| board[c][r]).collect();
            if left.is_empty() {
                return false;
            }
            for (c, column) in board.iter_mut().enumerate() {
                for (r, square) in column.iter_mut().enumerate() {
                    *square &= line.contains(&(c, r)) || !left.iter().all(|&other| attacks((c, r), other));
                }
            }
        }
        if *board == before {
            return true;
        }
    }
}

fn random_board(rng: &mut Rng, n: usize) -> Board {
    let keep = 2 + rng.below(8);
    (0..n)
        .map(|_| {
            let mut column: Vec<bool> = (0..n).map(|_| rng.below(10) < keep).collect();
            column[rng.below(n as u64) as usize] = true;
            column
        })
        .collect()
}

fn rows_of(column: &[bool]) -> impl Iterator<Item = i32> + '_ {
    (0..).zip(column).filter(|(_, left)| **left).map(|(r, _)| r)
}

fn board_of(engine: &Engine, views: &[View]) -> Board {
    let n = views.len() as i32;
    views.iter().map(|&view| (0..n).map(|r| engine.contains(view, r)).collect()).collect()
}

/// Creates a builder for a board; if `odd`, some views are negated or shifted.
fn builder(board: &Board, layout: Layout, odd: bool) -> (EngineBuilder, Vec<View>) {
    let turned = |c: usize| odd && c % 3 == 1;
    let moved = |c: usize| if odd { 5 * (c as i32 % 2) - 2 } else { 0 };
    let domain = |(c, column): (usize, &Vec<bool>)| {
        ValueSet::from_values(rows_of(column).map(|r| if turned(c) { moved(c) - r } else { r - moved(c) }))
    };
    let b = EngineBuilder::with_layout(board.iter().enumerate().map(domain).collect(), layout);
    let view = |c: usize| if turned(c) { -b.view(c) } else { b.view(c) };
    let views = (0..board.len()).map(|c| view(c).plus(moved(c))).collect();
    (b, views)
}

/// Compares the engine with the naive fixpoint now and after some random decisions.
fn compare(engine: &mut Engine, views: &[View], mut expected: Board, rng: &mut Rng, depth: usize) {
    let holds = naive_fixpoint(&mut expected);
    assert_eq!(engine.propagate().is_ok(), holds, "{expected:?}");
    if !holds {
        return;
    }
    assert_eq!(board_of(engine, views), expected);
    for _ in 0..if depth > 0 { 2 } else { 0 } {
        engine.push_level();
        let mut below = expected.clone();
        let mut open = true;
        // Makes several changes before each propagation.
        for _ in 0..=rng.below(2) {
            let c = rng.below(views.len() as u64) as usize;
            let values = engine.values(views[c]);
            let v = values[rng.below(values.len() as u64) as usize];
            let atom = if rng.below(2) == 0 { Atom::equals(views[c], v) } else { Atom::differs(views[c], v) };
            open &= engine.assume(atom).is_ok();
            if !open {
                break;
            }
            below[c] = (0..views.len() as i32).map(|r| engine.contains(views[c], r)).collect();
        }
        if open {
            compare(engine, views, below, rng, depth - 1);
        }
        engine.pop_level();
        assert_eq!(board_of(engine, views), expected, "after backtracking");
    }
}

#[test]
fn every_node_has_the_domains_of_the_naive_fixpoint() {
    let mut rng = Rng::new(1850);
    for case in 0..6_000 {
        let n = 4 + case % 6;
        let start = random_board(&mut rng, n);
        let layout = LAYOUTS[rng.below(3) as usize];
        let (mut b, views) = builder(&start, layout, rng.below(2) == 0);
        b.post(Box::new(WAYS[case / 6 % 3](&views)));
        compare(&mut b.build().unwrap(), &views, start, &mut rng, 4);
    }
}

#[test]
fn values_beside_the_board_go() {
    for way in WAYS {
        for layout in LAYOUTS {
            let mut b =
                EngineBuilder::with_layout(vec![ValueSet::from_values([-70, -1, 0, 1, 2, 3, 4, 100]); 4], layout);
            let views: Vec<View> = (0..4).map(|c| b.view(c)).collect();
            b.post(Box::new(way(&views)));
            let mut engine = b.build().unwrap();
            assert_eq!(search(&mut engine, &views, Order::Input, u64::MAX).solutions, 2);
        }
    }
}

#[test]
fn views_that_share_variables_are_no_trap() {
    // With views such as x, y, y + 1, x + 1, the solution count agrees with plain enumeration.
    let mut rng = Rng::new(8);
    for case in 0..400 {
        let n = 4 + case % 3;
        let vars = 2 + rng.below(n as u64 - 1) as usize;
        for explain in [false, true] {
            let mut b = EngineBuilder::new(vec![ValueSet::range(0, n as i32 - 1); vars]);
            if explain {
                b = b.explaining();
            }
            let own: Vec<View> = (0..vars).map(|i| b.view(i)).collect();
            let views: Vec<View> = (0..n)
                .map(|_| {
                    let view = own[rng.below(vars as u64) as usize].plus(rng.below(3) as i32 - 1);
                    if rng.below(3) == 0 { (-view).plus(n as i32 - 1) } else { view }
                })
                .collect();
            b.post(Box::new(WAYS[case / 3 % 3](&views)));
            let mut engine = b.build().unwrap();
            let found = search(&mut engine, &own, Order::Input, u64::MAX).solutions;
            let mut expected = 0;
            for code in 0..n.pow(vars as u32) {
                let value = |i: usize| (code / n.pow(i as u32) % n) as i32;
                let at = |c: usize| {
                    let view = views[c];
                    view.value_of(value(own.iter().position(|o| o.var() == view.var()).unwrap()))
                };
                let on_board = (0..n).all(|c| (0..n as i32).contains(&at(c)));
                let peaceful =
                    (0..n).all(|c| (0..c).all(|d| at(c) != at(d) && at(c).abs_diff(at(d)) as usize != c - d));
                expected += u64::from(on_board && peaceful);
            }
            assert_eq!(found, expected, "{views:?}");
        }
    }
}

// ---- reasons ------------------------------------------------------------

fn solutions(n: usize) -> Vec<Vec<i32>> {
    let mut found = vec![Vec::new()];
    for c in 0..n {
        found = found
            .iter()
            .flat_map(|rows: &Vec<i32>| {
                (0..n as i32).map(move |r| rows.iter().copied().chain([r]).collect::<Vec<i32>>())
            })
            .filter(|rows| (0..c).all(|d| rows[c] != rows[d] && rows[c].abs_diff(rows[d]) as usize != c - d))
            .collect();
    }
    found
}

/// Whether an atom over one of the views holds in a solution.
fn holds(atom: Atom, views: &[View], rows: &[i32]) -> bool {
    let c = views.iter().position(|view| view.var() == atom.var()).unwrap();
    atom.holds_for(views[c].var_value(rows[c]))
}

fn check_inference(inference: &Inference, views: &[View], solutions: &[Vec<i32>]) {
    let refuted = |rows: &Vec<i32>| {
        inference.premises.iter().all(|&p| holds(p, views, rows))
            && !inference.fact.is_some_and(|f| holds(f, views, rows))
    };
    assert!(!solutions.iter().any(refuted), "{inference:?}");
}

/// Makes a stronger check: if the fact is false, the premises must leave some line without a square.
fn check_by_the_rule(inference: &Inference, views: &[View], start: &Board) {
    let atoms = inference.premises.iter().copied().chain(inference.fact.map(|f| !f));
    // Squares missing from `start` are not among the premises.
    let mut board = start.clone();
    for atom in atoms {
        let c = views.iter().position(|view| view.var() == atom.var()).unwrap();
        for (r, left) in (0..).zip(&mut board[c]) {
            *left &= atom.holds_for(views[c].var_value(r));
        }
    }
    // Placing forced queens and removing what they attack must empty a line.
    assert!(!naive_fixpoint(&mut board), "{inference:?}");
}

fn check_reasons(
    engine: &mut Engine,
    views: &[View],
    (start, solutions): (&Board, &[Vec<i32>]),
    from: usize,
    checked: &mut usize,
) {
    let result = engine.propagate();
    for position in from..engine.facts() {
        if let Some(inference) = engine.inference(position) {
            check_inference(&inference, views, solutions);
            check_by_the_rule(&inference, views, start);
            let past = engine.past(position).unwrap();
            for &premise in &inference.premises {
                let c = views.iter().position(|view| view.var() == premise.var()).unwrap();
                let n = views.len() as i32;
                let left = (-3 * n..4 * n).filter(|&v| past.contains(views[c], v));
                let values: Vec<i32> = left.map(|v| views[c].var_value(v)).collect();
                assert!(values.iter().all(|&x| premise.holds_for(x)), "{premise:?} in {inference:?}");
            }
            *checked += 1;
        }
    }
    if result.is_err() {
        let inference = engine.conflict().expect("a conflict has a reason");
        check_inference(&inference, views, solutions);
        check_by_the_rule(&inference, views, start);
        *checked += 1;
        return;
    }
    let Some(&view) = views.iter().find(|&&view| engine.size(view) > 1) else { return };
    let left = Atom::equals(view, engine.min(view));
    for atom in [left, !left] {
        engine.push_level();
        let from = engine.facts();
        engine.assume(atom).unwrap();
        check_reasons(engine, views, (start, solutions), from, checked);
        engine.pop_level();
    }
}

#[test]
fn reasons_are_true_before_and_imply_the_fact() {
    let mut rng = Rng::new(5);
    let solutions: Vec<Vec<Vec<i32>>> = (0..8).map(solutions).collect();
    let mut checked = 0;
    for case in 0..600 {
        let n = 4 + case % 4;
        let start = if case < 40 { vec![vec![true; n]; n] } else { random_board(&mut rng, n) };
        let layout = LAYOUTS[rng.below(3) as usize];
        let (mut b, views) = builder(&start, layout, rng.below(2) == 0);
        b.post(Box::new(WAYS[case / 4 % 3](&views)));
        let mut engine = b.explaining().build().unwrap();
        let is_left = |rows: &&Vec<i32>| rows.iter().zip(&start).all(|(&r, column)| column[r as usize]);
        let left: Vec<Vec<i32>> = solutions[n].iter().filter(is_left).cloned().collect();
        check_reasons(&mut engine, &views, (&start, &left), 0, &mut checked);
    }
    assert!(checked > 10_000, "{checked}");
}

/// Returns the inferences after the squares in `gone` have been decided to be empty.
fn inferences(n: usize, gone: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let (mut b, views) = builder(&vec![vec![true; n]; n], Layout::Auto, false);
    b.post(Box::new(QueensRule::new(views.iter().copied())));
    let mut engine = b.explaining().build().unwrap();
    engine.propagate().unwrap();
    engine.push_level();
    for (c, r) in (0..n).flat_map(|c| (0..n).map(move |r| (c, r))).filter(|&(c, r)| gone(c, r)) {
        engine.assume(Atom::differs(views[c], r as i32)).unwrap();
    }
    let decided = engine.facts();
    let _ = engine.propagate();
    let inferences = (decided..engine.facts()).filter_map(|at| engine.inference(at)).chain(engine.conflict());
    inferences.map(|i| format!("{:?} because {:?}: {}", i.fact, &i.premises[..], i.rule.name)).collect()
}

#[test]
fn reasons_read_well() {
    // A queen is a single premise.
    assert_eq!(inferences(4, |c, r| c == 0 && r != 1)[0], "Some([x1 != 0]) because [[x0 = 1]]: queens.column");
    // If rows 2 and 4 of six remain in a column, the premises are bounds on both sides and the hole between the rows.
    assert_eq!(
        inferences(6, |c, r| c == 0 && r != 2 && r != 4)[0],
        "Some([x2 != 2]) because [[x0 >= 2], [x0 < 5], [x0 != 3]]: queens.column"
    );
    // If columns 0 and 2 of five remain in row 0, only the empty squares of row 0 matter.
    assert_eq!(
        inferences(5, |c, r| r == 0 && c != 0 && c != 2)[0],
        "Some([x0 != 2]) because [[x1 != 0], [x3 != 0], [x4 != 0]]: queens.row"
    );
    // The last square of row 0 is forced.
    assert_eq!(
        inferences(6, |c, r| r == 0 && c != 1)[0],
        "Some([x1 = 0]) because [[x0 != 0], [x2 != 0], [x3 != 0], [x4 != 0], [x5 != 0]]: queens.last_square"
    );
    assert_eq!(
        inferences(6, |_, r| r == 0),
        ["None because [[x0 != 0], [x1 != 0], [x2 != 0], [x3 != 0], [x4 != 0], [x5 != 0]]: queens.empty_row"]
    );
}

// ---- the harness of the core ---------------------------------------------

#[test]
fn the_harness_finds_no_fault() {
    for (way, seed) in WAYS.into_iter().zip(1..) {
        let check = Check::new("queens")
            .arity(0..=5)
            .values(-1..=5)
            .post(move |(), views| way(views))
            .holds(|(), rows| {
                let n = rows.len();
                let on_board = |row: i32| (0..n as i32).contains(&row);
                let safe = |c: usize, d: usize| rows[c] != rows[d] && rows[c].abs_diff(rows[d]) as usize != c - d;
                rows.iter().all(|&row| on_board(row)) && (0..n).all(|c| (0..c).all(|d| safe(c, d)))
            })
            .claims(Claim::values(|(), domains, column, row| {
                let n = domains.len();
                let at = (column, row as usize);
                let left = |c: usize, r: usize| domains[c].contains(&(r as i32)) && !attacks(at, (c, r));
                (0..n).all(|c| c == column || (0..n).any(|r| left(c, r)))
                    && (0..n).all(|r| r == at.1 || (0..n).any(|c| left(c, r)))
            }))
            .rules([&COLUMN, &ROW, &LAST_SQUARE, &EMPTY_ROW, &EDGE])
            // Some rules rarely apply, and the formulations use only the non-reified form.
            .forms([Form::Holds])
            .up_to(100_000)
            .seed(seed);
        check.passes(150_000);
    }
}
