//! Tests that the tournament makes the same choices as a scan, with fewer inspections.

use super::*;
use crate::constraints::NotEqual;
use crate::{Layout, ValueSet, engine::EngineBuilder};

const LOCAL: [VarSelect; 9] = [
    VarSelect::SmallestDomain,
    VarSelect::LargestDomain,
    VarSelect::SmallestValue,
    VarSelect::LargestValue,
    VarSelect::MaxRegret,
    VarSelect::Degree,
    VarSelect::MostConstrained,
    VarSelect::DomDeg,
    VarSelect::DomWdeg,
];

fn selection(engine: &Engine, vars: Vec<Var>, groups: Vec<Group>, conflict_heuristic: ConflictHeuristic) -> Selection {
    Selection::new(engine, SearchOptions { vars, groups, conflict_heuristic, ..SearchOptions::default() })
}

/// Walks randomly down and up the tree, over variables of all layouts with holes and few constraints. At every node,
/// the tournament makes the same choice as a scan, in both groups and after failures.
#[test]
fn the_tournament_chooses_as_a_scan_does() {
    let mut rng = Rng::new(17);
    let (mut nodes, mut played) = (0, 0);
    for case in 0..160 {
        let n = 600;
        let set = |rng: &mut Rng| ValueSet::from_values((0..2 + rng.below(9)).map(|_| rng.below(90) as i32 - 40));
        let layout = [Layout::Auto, Layout::Wide, Layout::Span][case % 3];
        let mut b = EngineBuilder::with_layout((0..n).map(|_| set(&mut rng)).collect(), layout);
        for _ in 0..rng.below(600) {
            let (x, y) = (rng.below(n) as usize, rng.below(n) as usize);
            if x != y {
                b.post(Box::new(NotEqual::new(b.view(x), b.view(y))));
            }
        }
        let vars: Vec<Var> = (0..n as usize).map(|i| b.view(i).var()).collect();
        let mut engine = b.build().unwrap();
        engine.propagate().unwrap();
        let group = |end: usize, rng: &mut Rng| Group {
            end,
            orders: (0..1 + rng.below(2)).map(|_| LOCAL[rng.below(9) as usize]).collect(),
            tie_break: [TieBreak::First, TieBreak::Last][rng.below(2) as usize],
            values: ValueSelect::Min,
        };
        let mut first = group(n as usize / 2, &mut rng);
        if rng.below(3) == 0 {
            first.orders = smallvec![VarSelect::Input];
        }
        let groups = vec![first, group(n as usize, &mut rng)];
        let after = [ConflictHeuristic::None, ConflictHeuristic::LastConflict(1)][rng.below(2) as usize];
        let mut selection = selection(&engine, vars, groups, after);
        let mut decided: Vec<(Atom, Cursor)> = Vec::new();
        let mut cursor = Cursor::default();
        for _ in 0..1_500 {
            let chosen = selection.next(&engine, &mut cursor);
            nodes += 1;
            let scanned = chosen.map(|chosen| match selection.group_at(cursor.index as usize).orders[0].0 {
                _ if !matches!(selection.conflicts, Conflicts::Forget) && selection.inspections() < 256 => chosen,
                VarSelect::Input => chosen,
                _ => selection.best(&engine, cursor.index as usize),
            });
            assert_eq!(chosen, scanned, "case {case}, level {}", engine.level());
            played += usize::from(selection.tournament.is_built());
            let mut fine = match chosen {
                Some(var) => {
                    let (low, high) = engine.store.bounds(var);
                    let atom = match rng.below(3) {
                        0 => Atom::differs(
                            View::from(var),
                            engine.nth(var, rng.below(engine.store.size(var).into()) as u32),
                        ),
                        1 => Atom::at_most(View::from(var), low + (high - low) / 2),
                        _ => Atom::equals(View::from(var), low),
                    };
                    decided.push((atom, cursor));
                    engine.push_level();
                    engine.assume(atom).and_then(|()| engine.propagate()).is_ok()
                }
                None => false,
            };
            // Backtracks some levels at random, and whenever there is nothing to choose.
            let mut back = if rng.below(8) == 0 { rng.below(6) } else { 0 };
            while !fine || back > 0 {
                let Some((atom, at)) = decided.pop() else { break };
                if !fine {
                    selection.failed(&engine, Some(atom.var()));
                }
                back = back.saturating_sub(1);
                engine.pop_level();
                cursor = at;
                fine = engine.assume(!atom).and_then(|()| engine.propagate()).is_ok();
            }
            if !fine {
                break;
            }
            if rng.below(300) == 0 {
                while engine.level() > 0 {
                    engine.pop_level();
                }
                decided.clear();
                cursor = Cursor::default();
                selection.restarted();
            }
        }
    }
    assert!(played * 4 > nodes, "{played} of {nodes} nodes");
}

/// Descends a tree of n unconstrained variables: a scan would inspect n²/2 variables.
#[test]
fn free_variables_are_chosen_with_few_looks() {
    const N: usize = 1 << 12;
    for order in LOCAL {
        let mut engine = EngineBuilder::new(vec![ValueSet::range(0, 3); N]).build().unwrap();
        let group = Group { orders: smallvec![order], ..Group::plain(N, ValueSelect::Min) };
        let mut selection = selection(&engine, (0..N as u32).map(Var).collect(), vec![group], ConflictHeuristic::None);
        let (mut cursor, mut inspections, mut nodes) = (Cursor::default(), 0, 0);
        while let Some(var) = selection.next(&engine, &mut cursor) {
            inspections += selection.inspections();
            nodes += 1;
            let (atom, _) = selection.left(&mut engine, var, cursor);
            engine.push_level();
            engine.assume(atom).unwrap();
        }
        assert_eq!(nodes, N);
        // The bound covers eight scans, building the tree, a path from leaf to root for each variable, and scans of the
        // last 256 variables.
        assert!(inspections <= 8 * N + 2 * N + 13 * N + N + 256 * 256 / 2, "{order}: {inspections} inspections");
    }
}
