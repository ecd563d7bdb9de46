//! Random ways to search.

use solver_core::harness::Rng;
use solver_core::prelude::*;
use solver_core::search::Rng as Stream;

fn any<T: Copy>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len() as u64) as usize]
}

/// A search of a model in some options. Whether it is refused as a contradiction is for the caller to see.
pub(crate) fn some<'m>(m: &'m Model, x: &[IntVar], rng: &mut Rng) -> Search<'m> {
    let mut search = m.search().seed(rng.below(1 << 40));
    let phase = |rng: &mut Rng, on: &[IntVar]| {
        let mut phase = Phase::on(on).order(any(rng, VarSelect::ALL)).tie_break(any(rng, TieBreak::ALL));
        if rng.below(3) == 0 {
            phase = phase.then_by(any(rng, VarSelect::ALL));
        }
        phase.values(match any(rng, ValueSelect::ALL) {
            // Refused where there is no objective; not so often that nothing else is tried.
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
            // Anything, but the same for the same domains.
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

/// Restarts or rounds, or neither.
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

/// Near the best solution.
pub(crate) fn lns<'m>(search: Search<'m>, rng: &mut Rng) -> Search<'m> {
    let kinds: Vec<Neighbourhood> = Neighbourhood::ALL.iter().copied().filter(|_| rng.below(2) == 0).collect();
    let around = Lns::new().of(&kinds).relax(rng.below(11) as f64 / 10.0);
    let around = around.failures(rng.below(4)).patience(rng.below(8));
    search.lns(if rng.below(2) == 0 { around.alternate_with_proof(rng.below(9)) } else { around })
}
