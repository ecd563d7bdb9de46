//! Wrong reasons do not lead to proofs. For each rule, one reason is given without its premises.

use crate::proofs::SMALL;
use ferz_tests::checkers::ProofDir;
use ferz_tests::is_full;
use ferz_tests::random_models::{Case, Draw};
use models::catalogue::CATALOGUE;
use solver_core::Proved;
use solver_core::constraints::{Automaton, Graph, Table};
use solver_core::prelude::*;
use solver_core::proof::{Claim, Planted, ProofError};
use std::collections::{BTreeMap, BTreeSet};

/// Rules whose reasons are not written to the proof: whatever the reason, the checker derives the facts from the
/// constraint's rows.
const UNWRITTEN: [&str; 1] = ["all_different.value"];

/// For each rule, the number of wrong reasons that the writer refused, that the checker refused, and that can be
/// derived without their premises.
type Tally = BTreeMap<&'static str, [u64; 3]>;

/// The maximum number of wrong reasons tried per rule. A rule for which all are accepted counts as never refused.
const TRIED: u64 = 40;

/// Lists the rules whose reasons a proof uses.
fn rules(search: &Search<'_>, files: &ProofDir) -> BTreeSet<&'static str> {
    let (_, planted) = Planted::while_running(None, u64::MAX, || search.prove(files.create().expect("files")));
    planted.seen
}

/// The number of constraint kinds that [`of_one`] supports.
const KINDS: usize = 20;

/// Builds a model of one constraint over more variables than random models have. Some variables have different domains.
fn of_one(kind: usize, seed: u64) -> Model {
    let mut d = Draw::new(seed);
    let mut m = Model::new();
    let least = if kind == 0 { -1 } else { 0 };
    let x: Vec<IntVar> = (0..6)
        .map(|i| {
            let kept = d.between(0, 5);
            let values: ValueSet = (least..6).filter(|&v| v == kept || !d.one_in(3)).collect();
            m.int(format!("x{i}"), values).expect("a name")
        })
        .collect();
    let sizes: Vec<i32> = (0..5).map(|_| d.between(1, 3)).collect();
    match kind {
        0 => m.cumulative((0..3).map(|i| (x[i], x[i + 3], 1)), 1).id(),
        1 => m.arg_max(&x[1..], x[0]).id(),
        2 => m.arg_min(&x[1..], x[0]).id(),
        3 => {
            let loads = m.ints("load", 6, 0..=4).expect("names");
            m.bin_packing(x.iter().copied().zip(sizes.iter().copied()), loads).id()
        }
        4 => m.circuit(&x).id(),
        5 => m.subcircuit(&x).id(),
        6 => m.nvalue(&x[1..], x[0]).id(),
        7 => {
            let arcs: Vec<(usize, i32, usize)> = (0..14).map(|_| (d.below(4), d.between(0, 5), d.below(4))).collect();
            m.regular(&x, &Automaton::new(4, 0, [1, 2], arcs).expect("an automaton")).id()
        }
        8 => {
            let rows: Vec<[i32; 4]> = (0..12).map(|_| [0; 4].map(|_| d.between(0, 5))).collect();
            m.table(&x[..4], &Table::new(4, rows).expect("a table")).id()
        }
        9 => m.value_precede(1, 3, &x).id(),
        10 => m.value_precede_chain([0, 2, 4], &x).id(),
        11 => m.disjunctive(x[..5].iter().copied().zip(sizes.iter().copied())).id(),
        12 => m.gcc_closed(&x[..5], (0..4).map(|v| (v, x[5] - 2))).id(),
        13 => m.element((0..5).map(|_| d.between(0, 5)).collect::<Vec<_>>(), x[0], x[1]).id(),
        14 => m.increasing(&x).id(),
        15 => m.knapsack((0..4).map(|i| (sizes[i], 1 + d.between(0, 3), x[i])), x[4] + 6, x[5] * 2).id(),
        16 => m.path(&x[..4], x[4], x[5]).id(),
        17 => m.connected(&Graph::grid(2, 3).expect("a small grid"), x.iter().map(|&x| x.at_least(3))).id(),
        18 => m.reachable(&Graph::grid(1, 5).expect("a small grid"), x[0], x[1..].iter().map(|&x| x.at_least(3))).id(),
        _ => m.among(&x[1..], [1, 3, 4], x[0]).id(),
    };
    for _ in 0..d.below(5) {
        let (i, j) = (d.below(6), d.below(6));
        m.post((x[i] - x[j]).differs(d.between(-1, 1)));
    }
    m
}

/// Injects a wrong reason into each rule of a proof, unless one has already been refused for that rule. `each` receives
/// the claims that the checker confirms.
fn plant_into_rules(search: &Search<'_>, files: &ProofDir, planted: &mut Tally, mut each: impl FnMut(Claim)) {
    for rule in rules(search, files) {
        for after in [0, 1, 3, 7] {
            let [writer, checker, harmless] = planted.get(rule).copied().unwrap_or_default();
            if writer + checker == 0 && harmless < TRIED {
                plant(search, (Some(rule), after), files, planted).into_iter().for_each(&mut each);
            }
        }
    }
}

/// Writes a proof with one wrong reason after a number of correct ones, for a given rule or for any rule. Returns the
/// claim if the checker confirms it.
fn plant(
    search: &Search<'_>,
    (of, after): (Option<&'static str>, u64),
    files: &ProofDir,
    planted: &mut Tally,
) -> Option<Claim> {
    let (proved, at) = Planted::while_running(of, after, || search.prove(files.create().expect("files")));
    let [refused, checked, harmless] = planted.entry(at.rule?).or_default();
    match proved {
        Err(ProofError::NotDerived { .. }) => *refused += 1,
        Err(error) => panic!("{:?}: {error}", at.rule),
        // A limit was reached first, so nothing is claimed.
        Ok(Proved { verdict: None, .. }) => {}
        Ok(Proved { claim, verdict, .. }) => match files.veripb() {
            // The fact also follows from the constraint's rows and the root domains, without the premises.
            Ok(said) => {
                assert_eq!(Some(said), verdict);
                *harmless += 1;
                return Some(claim);
            }
            Err(_) => *checked += 1,
        },
    }
    None
}

#[test]
fn a_reason_without_its_premises_is_refused() {
    let Some(files) = ProofDir::checked() else { return };
    let cases = ferz_tests::cases(200, 2_000);
    let mut planted = Tally::new();
    for seed in 0..cases {
        let case = Case::random(seed);
        let Ok(built) = case.build() else { continue };
        let expected = Claim::Solutions(case.solutions(|_| true).len() as u64);
        let search = built.model.search().learn((seed % 2 == 1).then_some(Learning::Fixed));
        let confirmed = |claim| assert_eq!(claim, expected, "seed {seed}");
        plant(&search, (None, seed % 8), &files, &mut planted).into_iter().for_each(confirmed);
        plant_into_rules(&search, &files, &mut planted, confirmed);
    }
    for (kind, seed) in (0..cases / 20).flat_map(|seed| (0..KINDS).map(move |kind| (kind, seed))) {
        let model = of_one(kind, seed);
        let solutions = model.count().expect("a model").complete().unwrap_or(0);
        let search = model.search().learn((seed % 2 == 1).then_some(Learning::Fixed));
        let expected = Claim::Solutions(solutions as u64);
        plant_into_rules(&search, &files, &mut planted, |claim| {
            assert_eq!(claim, expected, "kind {kind}, seed {seed}")
        });
    }
    for (entry, words) in SMALL {
        let entry = CATALOGUE.iter().find(|known| known.name == entry).expect("a model");
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let classic = entry.state(&words).expect("a model");
        let search = classic.model.search().seq([classic.phase()]).node_limit(100);
        plant_into_rules(&search, &files, &mut planted, |_| ());
    }
    eprintln!("refused by the writer, by the checker, harmless: {planted:#?}");
    let never: BTreeSet<&str> = planted
        .iter()
        .filter(|(_, [writer, checker, harmless])| writer + checker == 0 && *harmless >= TRIED)
        .map(|(rule, _)| *rule)
        .collect();
    // With few models, the premises of all reasons injected for some rules may be redundant.
    assert!(!is_full() || never.iter().all(|rule| UNWRITTEN.contains(rule)), "never refused: {never:?}");
    let caught = planted.values().filter(|[writer, checker, _]| writer + checker > 0).count();
    assert!(caught >= if is_full() { 72 } else { 45 }, "a wrong reason was refused of {caught} rules only");
}
