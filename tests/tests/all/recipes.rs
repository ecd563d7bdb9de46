//! Checks the laboratory's recipes against golden tables that other programs confirm, against recorded counts, and
//! against relations that theorems guarantee.

use solver_core::SearchOrder;
use solver_core::prelude::*;
use std::collections::BTreeSet;
use study::compare::{Counts, SearchOptions, Stated, Subject};
use study::recipes::{Extent, Options, RECIPES, Recipe};
use study::table::{Cell, Table};
use study::textbook::ArcConsistency;
use study::textbook::{Algorithm, Network, Question, search};

fn made(name: &str, extent: Extent) -> Table {
    let recipe = Recipe::named(name).expect("it is one of them");
    recipe.make(&Options { extent, ..Options::default() }).expect("its models are sound").table
}

/// Returns the count in the row with these keys.
fn count(table: &Table, keys: &[(&str, Cell)], column: &str) -> u64 {
    let at = |name: &str| table.position(name).unwrap_or_else(|| panic!("no column {name}"));
    let mut rows = table.rows.iter().filter(|row| keys.iter().all(|(name, cell)| row[at(name)] == *cell));
    let row = rows.next().unwrap_or_else(|| panic!("no row {keys:?}"));
    assert!(rows.next().is_none(), "two rows {keys:?}");
    match row[at(column)] {
        Cell::Count(count) => count,
        ref other => panic!("{keys:?}, {column}: {other:?}"),
    }
}

/// Chronological backtracking without propagation: the numbers of solutions, queens placed, squares tested and pairs
/// checked; then, up to the first solution, the numbers of queens placed, queens removed, squares tested and pairs
/// checked.
#[test]
fn naive_queens_cost_what_other_programs_say() {
    let table = made("naive-queens", Extent::Usual);
    let golden: [(u64, [u64; 8]); 7] = [
        (4, [2, 16, 60, 84, 8, 4, 26, 36]),
        (5, [10, 53, 220, 405, 5, 0, 15, 26]),
        (6, [4, 152, 894, 2_016, 31, 25, 171, 355]),
        (7, [40, 551, 3_584, 9_297, 9, 2, 42, 96]),
        (8, [92, 2_056, 15_720, 46_752, 113, 105, 876, 2_438]),
        (9, [352, 8_393, 72_378, 243_009, 41, 32, 333, 962]),
        (10, [724, 35_538, 348_150, 1_297_558, 102, 92, 975, 3_172]),
    ];
    let columns =
        ["solutions", "placed", "tested", "checks", "first: placed", "undone", "tested to it", "checks to it"];
    for (n, expected) in golden {
        let found = columns.map(|column| count(&table, &[("n", Cell::Count(n))], column));
        assert_eq!(found, expected, "{n} queens");
    }
}

/// Two-way branching with propagation to the fixpoint: the node and failure counts, in input order and by smallest
/// domain. Gecode has the same trees; an independent program also confirms the trees for value consistency and for
/// pairwise constraints.
#[test]
fn queens_have_the_trees_of_other_programs() {
    let table = made("queens-consistency", Extent::Usual);
    type Trees = [Option<(u64, u64)>; 2];
    let of = |lex, dom| [Some(lex), Some(dom)];
    let golden: [(u64, &str, Trees); 17] = [
        (6, "value", [Some((79, 36)), None]),
        (6, "bounds", [Some((71, 32)), None]),
        (6, "domain", [Some((67, 30)), None]),
        (6, "per pair, ac2001", [Some((41, 17)), None]),
        (7, "value", of((223, 72), (215, 68))),
        (7, "bounds", of((219, 70), (207, 64))),
        (7, "domain", of((203, 62), (199, 60))),
        (8, "value", of((831, 324), (767, 292))),
        (8, "bounds", of((791, 304), (723, 270))),
        (8, "domain", of((761, 289), (691, 254))),
        (8, "per pair, ac2001", of((527, 172), (505, 161))),
        (9, "value", of((3_283, 1_290), (2_955, 1_126))),
        (9, "bounds", of((3_091, 1_194), (2_681, 989))),
        (9, "domain", of((2_897, 1_097), (2_485, 891))),
        (10, "value", of((13_331, 5_942), (11_431, 4_992))),
        (10, "bounds", of((12_157, 5_355), (10_223, 4_388))),
        (10, "domain", of((11_221, 4_887), (9_327, 3_940))),
    ];
    let pairs = [(10, "per pair, ac2001", of((8_047, 3_300), (7_009, 2_781)))];
    for (n, how, trees) in golden.into_iter().chain(pairs) {
        for (order, tree) in ["input", "dom"].into_iter().zip(trees) {
            let Some(tree) = tree else { continue };
            let (formulation, level) = match how {
                "per pair, ac2001" => (how, Cell::Missing),
                level => ("alldifferent", Cell::word(level)),
            };
            let model = Cell::word(format!("queens {n}"));
            let keys = [
                ("model", model),
                ("formulation", Cell::word(formulation)),
                ("level", level),
                ("order", Cell::word(order)),
            ];
            let found = (count(&table, &keys, "nodes"), count(&table, &keys, "failures"));
            assert_eq!(found, tree, "{n} queens, {how}, {order}");
        }
    }
}

/// Each recipe yields the recorded counts.
#[test]
fn no_recipe_has_drifted() {
    for recipe in RECIPES {
        let made = recipe.make(&Options { extent: Extent::Usual, ..Options::default() }).expect("its models are sound");
        assert!(made.table.rows.len() > 1, "{}", recipe.name);
        assert_eq!(recipe.drift(&made.table).expect("a sound record"), Vec::<String>::new(), "{}", recipe.name);
    }
}

/// Networks of Model B around the phase transition.
fn networks() -> impl Iterator<Item = Network> {
    (0..40).map(|seed| Network::model_b(8, 5, 15, 6 + seed as usize % 6, seed))
}

/// Kondrak and van Beek 1997 prove for a static order: FC ≤ BJ ≤ BT, CBJ ≤ BJ and MAC ≤ FC in nodes. BM visits the same
/// nodes as BT and makes at most as many checks. All of them find the same solutions.
#[test]
fn searches_of_the_textbooks_compare_as_proved() {
    for network in networks() {
        let of = |by| search(&network, by, &Question::ALL);
        let [bt, bm, bj, cbj, fc, mac] = Algorithm::ALL.map(of);
        for other in [&bm, &bj, &cbj, &fc, &mac] {
            assert_eq!(BTreeSet::from_iter(&other.solutions), BTreeSet::from_iter(&bt.solutions));
            assert_eq!(other.solutions.len(), bt.solutions.len());
        }
        assert!(fc.nodes <= bj.nodes && bj.nodes <= bt.nodes && cbj.nodes <= bj.nodes && mac.nodes <= fc.nodes);
        assert!(bm.nodes == bt.nodes && bm.checks <= bt.checks);
    }
}

/// All arc consistency algorithms yield the same tree; AC-2001 and AC-6 never make more checks than AC-3.
#[test]
fn arc_consistency_is_one_whatever_the_algorithm() {
    for network in networks().step_by(2) {
        let counts = ArcConsistency::ALL.map(|by| {
            let counts = Counts::measure(
                &Subject::network("b", network.clone(), by).state().expect("a network"),
                &SearchOptions { order: Some(SearchOrder::By(VarSelect::Input)), ..SearchOptions::default() },
            )
            .expect("a sound model");
            (by, counts)
        });
        let of = |by| counts.iter().find(|(other, _)| *other == by).expect("one of them").1;
        for (_, other) in &counts {
            // The number of removals before a failure depends on the order of propagation.
            let tree = |c: &Counts| (c.statistics.solutions, c.statistics.nodes, c.statistics.failures);
            assert_eq!(tree(other), tree(&counts[0].1));
        }
        assert!(of(ArcConsistency::Ac2001).checks <= of(ArcConsistency::Ac3).checks);
        assert!(of(ArcConsistency::Ac6).checks <= of(ArcConsistency::Ac3).checks);
    }
}

/// In a static order, a stronger level never visits more nodes. The solutions are the same at every level and in every
/// order.
#[test]
fn stronger_levels_visit_no_more_nodes() {
    let mut random = 7_u64;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    for _ in 0..60 {
        let mut m = Model::new();
        let x = m.ints("x", 5, 0..=5).expect("five");
        for _ in 0..3 {
            let shifts: Vec<i32> = x.iter().map(|_| next(4) as i32).collect();
            let some = x.iter().zip(&shifts).filter(|(_, shift)| **shift < 3).map(|(x, shift)| *x + *shift);
            m.all_different(some);
        }
        m.post((x[next(5) as usize] + next(3) as i32).at_most(x[next(5) as usize]));
        let mut nodes = Vec::new();
        let mut all: Option<BTreeSet<Vec<i32>>> = None;
        for &level in Consistency::ALL {
            let mut stated = Stated::new(m.clone(), x.clone());
            stated.model.set_levels(level);
            let counts = Counts::measure(&stated, &SearchOptions::default()).expect("a sound model");
            nodes.push(counts.statistics.nodes);
            for order in [VarSelect::Input, VarSelect::SmallestDomain, VarSelect::DomWdeg] {
                let search_options = SearchOptions { order: Some(SearchOrder::By(order)), ..SearchOptions::default() };
                let found: Vec<Vec<i32>> = search_options
                    .search(&stated)
                    .solutions()
                    .expect("a sound model")
                    .map(|s| s.all_values().to_vec())
                    .collect();
                let set = BTreeSet::from_iter(found.iter().cloned());
                assert_eq!(set.len(), found.len(), "a solution twice");
                assert_eq!(*all.get_or_insert(set.clone()), set);
            }
        }
        assert!(nodes.is_sorted_by(|a, b| a >= b), "{nodes:?}");
    }
}
