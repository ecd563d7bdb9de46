//! Generates random search options.

use solver_core::harness::Rng;
use solver_core::prelude::*;
use solver_core::search::Rng as Stream;
use solver_core::{SearchChoices, Takes};

fn any<T: Copy>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len() as u64) as usize]
}

/// Creates a search with random options. If the options contradict each other, the caller must handle the error.
pub(crate) fn some<'m>(m: &'m Model, x: &[IntVar], rng: &mut Rng) -> Search<'m> {
    let mut search = m.search().seed(rng.below(1 << 40));
    let phase = |rng: &mut Rng, on: &[IntVar]| {
        let mut phase = Phase::on(on).order(any(rng, VarSelect::ALL)).tie_break(any(rng, TieBreak::ALL));
        if rng.below(3) == 0 {
            phase = phase.then_by(any(rng, VarSelect::ALL));
        }
        phase.values(match any(rng, ValueSelect::ALL) {
            // This is refused if there is no objective, so it is rarely chosen.
            ValueSelect::BoundImpact if rng.below(4) > 0 => ValueSelect::LeastImpact,
            values => values,
        })
    };
    search = match rng.below(3) {
        0 => search.seq([phase(rng, &[])]),
        1 => search.seq([phase(rng, &x[1..2]), phase(rng, &x[..2])]),
        _ => search.seq([phase(rng, &x[2..]), phase(rng, &[])]),
    };
    search = match rng.below(4) {
        0 => search.conflict_heuristic(ConflictHeuristic::LastConflict(1 + rng.below(3) as u32)),
        1 => search.conflict_heuristic(ConflictHeuristic::ConflictOrdering),
        _ => search,
    };
    if rng.below(4) == 0 {
        search = search.phase_saving();
    }
    if rng.below(4) == 0 {
        search = search.warm_start(x.iter().map(|&x| (x, 1)));
    }
    if rng.below(4) == 0 {
        let (x, stream) = (x.to_vec(), rng.below(1 << 20));
        search = search.branch_with(move |node: &Node<'_>| {
            // The brancher is an arbitrary but deterministic function of the domains.
            let sizes: u64 = x.iter().map(|&x| u64::from(node.size(x))).fold(stream, |sum, size| sum * 31 + size);
            let mut draw = Stream::new(sizes);
            let x = x[draw.below(x.len() as u64) as usize];
            let v = draw.below(8) as i32 - 3;
            Some(match draw.below(5) {
                0 => Decision::equals(x, v),
                1 => Decision::differs(x, v),
                2 => Decision::at_most(x, v),
                3 => Decision::at_least(x, v),
                _ => return None,
            })
        });
    }
    search.branching(if rng.below(4) == 0 { Branching::DWay } else { Branching::TwoWay })
}

/// Adds restarts or iterations, or neither.
pub(crate) fn in_rounds<'m>(search: Search<'m>, rng: &mut Rng) -> Search<'m> {
    match rng.below(7) {
        0 => search.restarts(Restarts::Luby { unit: 1 }),
        1 => search.restarts(Restarts::Geometric { first: 1, factor: 1.2 }),
        2 => search.restarts(Restarts::Constant { failures: 1 }),
        3 => search.restarts(Restarts::Linear { step: 1 }),
        4 | 5 => search.exploration(any(rng, Exploration::ALL)),
        _ => search.restarts(Restarts::InnerOuter { first: 1, factor: 1.5 }),
    }
}

/// Adds large neighbourhood search.
pub(crate) fn lns<'m>(search: Search<'m>, rng: &mut Rng) -> Search<'m> {
    let kinds: Vec<Neighbourhood> = Neighbourhood::ALL.iter().copied().filter(|_| rng.below(2) == 0).collect();
    let around = Lns::new().neighbourhoods(&kinds).relax(rng.below(11) as f64 / 10.0);
    let around = around.failures(rng.below(4)).patience(rng.below(8));
    search.lns(if rng.below(2) == 0 { around.alternate_with_proof(rng.below(9)) } else { around })
}

/// Each option prints the name from which it was parsed, and rejects all other values.
#[test]
fn options_are_written_as_they_are_read() {
    for option in SearchChoices::OPTIONS {
        let values = match (option.name, (option.names)()) {
            ("restarts", _) => vec!["luby:20", "geometric:100:1.5", "inner-outer:10:2", "linear:50", "constant:7"],
            ("conflict-heuristic", _) => vec!["none", "last-conflict:3", "conflict-ordering"],
            ("seed", _) => vec!["17"],
            (_, names) if names.is_empty() => vec![""],
            (_, names) => names,
        };
        for value in values {
            let mut choices = SearchChoices::default();
            assert_eq!(choices.set(option.name, value), Ok(()), "{} {value}", option.name);
            let word = match option.takes {
                Takes::Nothing => format!("--{}", option.name),
                _ => format!("--{}={value}", option.name),
            };
            assert!(choices.to_words().contains(&word), "{word}: {:?}", choices.to_words());
            let says_how = !matches!(option.name, "seed" | "linear");
            assert_eq!(choices.is_chosen(), says_how, "neither a seed nor the relaxation says how to search");
        }
        let refused = SearchChoices::default().set(option.name, "no such value").is_err();
        assert_eq!(refused, option.takes != Takes::Nothing, "{}", option.name);
    }
    let unknown = SearchChoices::default().set("restart", "luby:20").expect_err("it is called restarts");
    assert!(unknown.to_string().starts_with("unknown option `restart`; one of: order, "), "{unknown}");
    let none = |text: &str| text.parse::<Restarts>().expect_err("not a sequence").to_string();
    assert_eq!(none("luby:0"), "`0`: expected a number of failures, 1 or more");
    assert_eq!(none("geometric:100:0.5"), "`0.5`: expected a factor, 1 or more");
    assert!(none("luby:1:2").starts_with("expected luby:UNIT") && none("geometric:100").starts_with("expected luby"));
}
