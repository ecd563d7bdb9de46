//! Tests of the classical models: the solution counts equal the published ones, and the search trees do not change
//! (`benches/classical` compares them with those of Gecode).

use models::{CarPlan, Classic, Clues, Identity, JobShop, Machines, ModelRb, OpenShop};
use solver_core::prelude::*;
use std::collections::HashMap;

fn run(classic: Result<Classic, ModelError>) -> Statistics {
    classic.and_then(|classic| classic.run()).expect("a classical model")
}

fn solutions(classic: Result<Classic, ModelError>) -> u64 {
    run(classic).solutions
}

/// J. E. Miller's table, OEIS A014552, counts each sequence and its mirror image only once.
#[test]
fn langford() {
    let published = [1, 1, 0, 0, 26, 150, 0, 0, 17_792];
    assert_eq!((3..=11).map(|n| solutions(models::langford(n))).collect::<Vec<_>>(), published.map(|n| 2 * n));
    assert_eq!((solutions(models::langford(1)), solutions(models::langford(2))), (0, 0));
}

/// OEIS A003022 lists the shortest lengths, and A036501 the numbers of shortest rulers.
#[test]
fn golomb_rulers() {
    for (marks, length, count) in [(3, 3, 1), (4, 6, 1), (5, 11, 2), (6, 17, 4), (7, 25, 5), (8, 34, 1)] {
        assert_eq!(solutions(models::golomb_ruler(marks, length)), count, "{marks} marks");
        assert_eq!(solutions(models::golomb_ruler(marks, length - 1)), 0, "{marks} marks");
    }
}

/// Compares with Frénicle de Bessy (1693) and OEIS A006052.
#[test]
fn magic_squares() {
    assert_eq!([2, 3, 4].map(|n| solutions(models::magic_square(n))), [0, 1, 880]);
}

/// Compares with OEIS A138480: 1210 and 2020, 21200, none, 3211000, 42101000, …
#[test]
fn magic_sequences() {
    let published = [2, 1, 0, 1, 1, 1, 1];
    assert_eq!((4..=10).map(|n| solutions(models::magic_sequence(n))).collect::<Vec<_>>(), published);
    assert_eq!(solutions(models::magic_sequence(50)), 1);
}

/// OEIS A006967 counts graceful labellings of a path. From four numbers on, each labelling has three equivalent ones.
#[test]
fn all_interval_series() {
    let published = [4, 4, 8, 24, 32, 40, 120, 296];
    assert_eq!((3..=10).map(|n| solutions(models::all_interval(n))).collect::<Vec<_>>(), published);
}

/// Compares with OEIS A008404.
#[test]
fn costas_arrays() {
    let published = [4, 12, 40, 116, 200, 444, 760];
    assert_eq!((3..=9).map(|n| solutions(models::costas_array(n))).collect::<Vec<_>>(), published);
}

/// Compares with OEIS A002860.
#[test]
fn latin_squares() {
    assert_eq!([1, 2, 3, 4, 5].map(|n| solutions(models::latin_square(n))), [1, 2, 12, 576, 161_280]);
}

/// Each puzzle has a unique solution.
#[test]
fn letters() {
    assert_eq!(solutions(models::send_more_money()), 1);
    assert_eq!(solutions(models::donald_gerald_robert()), 1);
}

/// CSPLib 3 publishes which orders have a solution, from Fujita, Slaney and Bennett 1993, Slaney, Fujita and Stickel
/// 1995 and McCune 1994. It also gives the solution counts for QG5; the solver NuCS confirms the counts for all
/// identities.
#[test]
fn quasigroups() {
    use Identity::{Qg3, Qg4, Qg5, Qg6, Qg7};
    for (identity, published) in [
        (Qg3, vec![0, 0, 0, 18]),
        (Qg4, vec![3, 0, 0, 0]),
        (Qg5, vec![1, 0, 3, 1, 0, 0, 5]),
        (Qg6, vec![0, 0, 0, 2, 4]),
        (Qg7, vec![3, 0, 0, 0]),
    ] {
        let counts: Vec<u64> = (5..5 + published.len()).map(|n| solutions(models::quasigroup(identity, n))).collect();
        assert_eq!(counts, published, "{identity:?}, from order 5 on");
    }
}

/// P. Flener and others, *Breaking Row and Column Symmetries in Matrix Models* (CP 2002), count the matrices in double
/// lexicographic order.
#[test]
fn block_designs() {
    for ((v, k, lambda), published) in
        [((7, 3, 1), 1), ((6, 3, 2), 1), ((7, 3, 2), 24), ((9, 3, 1), 8), ((8, 4, 3), 92), ((6, 3, 4), 21)]
    {
        assert_eq!(solutions(models::bibd(v, k, lambda)), published, "({v}, {k}, {lambda})");
    }
    // The number of blocks would not be an integer, or no block could contain two points together.
    for (v, k) in [(3, 5), (8, 3), (3, 7)] {
        assert_eq!(solutions(models::bibd(v, k, 1)), 0, "({v}, {k}, 1)");
    }
}

/// M. Dincbas, H. Simonis and P. Van Hentenryck (ECAI 1988) list six sequences.
#[test]
fn car_sequences() {
    assert_eq!(solutions(models::car_sequencing(CarPlan::ECAI_88)), 6);
}

/// Compares with OEIS A001230 and A070030; here, each tour is counted in both directions.
#[test]
fn knights_tours() {
    // On the smallest board, no move is possible from the middle.
    assert_eq!((solutions(models::knights_tour(3, 3)), solutions(models::knights_tour(5, 5))), (0, 0));
    assert_eq!(solutions(models::knights_tour(5, 6)), 2 * 8);
    assert_eq!(solutions(models::knights_tour(3, 10)), 2 * 16);
}

/// Timetables of round-robin tournaments are one-factorisations (OEIS A000438).
#[test]
fn social_golfers() {
    assert_eq!(solutions(models::social_golfers(2, 2, 3)), 1);
    assert_eq!(solutions(models::social_golfers(3, 2, 5)), 6);
}

/// Each picture in CSPLib is the unique solution of its clues, and so are 384 of the 512 pictures of 3 by 3 squares
/// (OEIS A242876).
#[test]
fn nonograms() {
    assert_eq!(solutions(models::nonogram(&Clues::dragonfly())), 1);
    let line = |code: u32, squares: [u32; 3]| -> Vec<usize> {
        let squares = squares.map(|square| code >> square & 1 == 1);
        squares.split(|painted| !painted).map(<[bool]>::len).filter(|&run| run > 0).collect()
    };
    let mut pictures: HashMap<Vec<Vec<usize>>, u64> = HashMap::new();
    for code in 0..512 {
        let rows = (0..3).map(|k| line(code, [3 * k, 3 * k + 1, 3 * k + 2]));
        let columns = (0..3).map(|k| line(code, [k, k + 3, k + 6]));
        *pictures.entry(rows.chain(columns).collect()).or_default() += 1;
    }
    let mut unique = 0;
    for (clues, count) in pictures {
        let (rows, columns) = clues.split_at(3);
        let clues = Clues { rows: rows.to_vec(), columns: columns.to_vec() };
        assert_eq!(solutions(models::nonogram(&clues)), count, "{clues:?}");
        unique += u64::from(count == 1);
    }
    assert_eq!(unique, 384);
}

/// Proves that a schedule ends at `end` and that none ends earlier. Returns the node counts of the two searches.
fn ends_at(name: &str, end: i32) -> (u64, u64) {
    let jobs = JobShop::named(name).expect("a published job shop");
    let until = |end| {
        let classic = models::job_shop(&jobs, end, Machines::Whole).expect("a job shop");
        let mut run = classic.search().start().expect("a job shop");
        (run.step() == Step::Solution, run.statistics().nodes)
    };
    let (in_time, too_early) = (until(end), until(end - 1));
    assert_eq!((in_time.0, too_early.0), (true, false), "{end}");
    (in_time.1, too_early.1)
}

#[test]
fn job_shop_of_fisher_and_thompson() {
    insta::assert_debug_snapshot!(ends_at("ft06", 55));
}

#[test]
fn job_shops_of_lawrence() {
    insta::assert_debug_snapshot!([
        ends_at("la01", 666),
        ends_at("la02", 655),
        ends_at("la03", 597),
        ends_at("la04", 590),
        ends_at("la05", 593),
    ]);
}

/// The twelve pieces fill 3 by 20 squares in two ways, each in four orientations. Gecode has the same search tree.
#[test]
fn pentominoes_of_three_columns() {
    let Statistics { nodes, failures, solutions, .. } = run(models::pentominoes(3));
    assert_eq!((nodes, failures, solutions), (71_353, 35_669, 8));
    assert_eq!(self::solutions(models::pentominoes(7)), 0); // 7 does not divide 60
}

/// Node, failure and solution counts are the same on every machine.
#[test]
fn trees() {
    let tree = |classic| {
        let Statistics { nodes, failures, solutions, .. } = run(classic);
        (nodes, failures, solutions)
    };
    insta::assert_debug_snapshot!([
        ("langford 8", tree(models::langford(8))),
        ("golomb ruler 8, 34", tree(models::golomb_ruler(8, 34))),
        ("magic square 4", tree(models::magic_square(4))),
        ("magic sequence 20", tree(models::magic_sequence(20))),
        ("all-interval 9", tree(models::all_interval(9))),
        ("costas 9", tree(models::costas_array(9))),
        ("latin square 4", tree(models::latin_square(4))),
        ("donald + gerald = robert", tree(models::donald_gerald_robert())),
        ("QG3, 8", tree(models::quasigroup(Identity::Qg3, 8))),
        ("QG5, 9", tree(models::quasigroup(Identity::Qg5, 9))),
        ("QG7, 8", tree(models::quasigroup(Identity::Qg7, 8))),
        ("designs 8, 4, 3", tree(models::bibd(8, 4, 3))),
        ("car sequencing, ECAI 88", tree(models::car_sequencing(CarPlan::ECAI_88))),
        ("knight's tours 5, 6", tree(models::knights_tour(5, 6))),
        ("social golfers 3, 2, 5", tree(models::social_golfers(3, 2, 5))),
        ("dragonfly", tree(models::nonogram(&Clues::dragonfly()))),
        (
            "ft06 before 55",
            tree(models::job_shop(&JobShop::named("ft06").expect("a published job shop"), 54, Machines::ByPairs))
        ),
    ]);
}

/// Compares with Taillard's table, updated with the optima that have since been proved.
#[test]
fn open_shops_of_taillard() {
    for (shop, end) in OpenShop::published(4).take(3) {
        let can_end = |end| {
            let shop = models::open_shop(&shop, end).expect("an open shop");
            let search = shop.search().order(VarSelect::DomWdeg);
            search.first().map(|outcome| matches!(outcome, Outcome::Complete(_)))
        };
        assert_eq!((can_end(end), can_end(end - 1)), (Ok(true), Ok(false)), "{end}");
    }
}

/// The average number of solutions over many instances is close to its expected value.
#[test]
fn random_constraints_mean_what_their_tables_say() {
    let tiny = ModelRb { variables: 4, values: 3, constraints: 6, forbidden: 2 };
    let mut counts = Vec::new();
    for seed in 0..20 {
        let classic = models::model_rb(tiny, seed).expect("a sound model");
        let all = classic.run().expect("a sound model").solutions;
        assert_eq!(all, models::model_rb(tiny, seed).and_then(|again| again.run()).expect("the same").solutions);
        counts.push(all);
    }
    // Each of 81 assignments satisfies each constraint with probability 7/9, so 17.9 solutions are expected.
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    assert!((12.0..=24.0).contains(&mean), "{counts:?}");
    assert!(models::model_rb(ModelRb { variables: 1, ..tiny }, 0).is_err());
    assert_eq!(
        models::model_rb(ModelRb { forbidden: 9, ..tiny }, 0).expect("sound").run().expect("sound").solutions,
        0
    );
}
