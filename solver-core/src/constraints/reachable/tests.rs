use super::layout::{Layout, Part, Root};
use super::{CUT, ENDS, ROOT, Reachable};
use crate::constraints::Graph;
use crate::harness::{Check, Claim, Rng};
use std::sync::Arc;

#[derive(Debug)]
struct Random {
    graph: Graph,
    directed: bool,
    part: Part,
    root: Root,
}

fn random(rng: &mut Rng, views: usize, root: Root) -> Random {
    let chosen = views - usize::from(root == Root::Last);
    let part = if rng.below(2) == 0 || chosen < 2 { Part::Induced } else { Part::Edges };
    let nodes = if part == Part::Edges { 1 + rng.below(chosen as u64 - 1) as usize } else { chosen };
    let count = if part == Part::Edges { chosen - nodes } else { rng.below(2 * chosen as u64 + 1) as usize };
    let count = if nodes == 0 { 0 } else { count };
    let mut end = || rng.below(nodes as u64) as usize;
    let edges: Vec<(usize, usize)> = (0..count).map(|_| (end(), end())).collect();
    let directed = root == Root::Last && rng.below(2) == 0;
    let graph = if directed { Graph::directed(nodes, edges) } else { Graph::undirected(nodes, edges) };
    Random { graph: graph.unwrap(), directed, part, root }
}

/// Checks the constraint by brute force: extends the set of reached nodes step by step until it stops growing.
fn holds(random: &Random, values: &[i32]) -> bool {
    let nodes = random.graph.nodes();
    let is_in = |k: usize| values[k] == 1;
    let edges: Vec<(usize, usize)> = match random.part {
        Part::Induced => random.graph.edges().to_vec(),
        Part::Edges => (0..).zip(random.graph.edges()).filter(|e| is_in(nodes + e.0)).map(|e| *e.1).collect(),
    };
    let first = (0..nodes).find(|&u| is_in(u));
    let root = match random.root {
        Root::Any => first,
        Root::Last => usize::try_from(values[values.len() - 1]).ok().filter(|&u| u < nodes && is_in(u)),
    };
    let Some(root) = root else {
        return random.root == Root::Any && (random.part == Part::Induced || edges.is_empty());
    };
    let mut reached = vec![root];
    for _ in 0..nodes {
        for &(a, b) in &edges {
            let ways = if random.directed { vec![(a, b)] } else { vec![(a, b), (b, a)] };
            for (from, to) in ways {
                if reached.contains(&from) && is_in(to) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
    }
    let has_ends = random.part == Part::Induced || edges.iter().all(|&(a, b)| is_in(a) && is_in(b));
    has_ends && (0..nodes).all(|u| !is_in(u) || reached.contains(&u))
}

fn check(name: &str, root: Root, arity: std::ops::RangeInclusive<usize>) -> Check<Random> {
    Check::new(name)
        .parameters(move |rng, views| random(rng, views, root))
        .arity(arity)
        .values(0..=2)
        .without_extremes()
        .post(|random, views| {
            Reachable::new(Arc::new(Layout::new(&random.graph, random.part, random.root)), views.into())
        })
        .holds(holds)
        .up_to(10_000)
}

#[test]
fn connected_is_domain_consistent_and_planted_faults_are_caught() {
    check("connected", Root::Any, 0..=7).claims(Claim::Domain).rules([&ENDS, &CUT]).passes(6_000);
}

#[test]
fn reachable_is_sound_and_planted_faults_are_caught() {
    check("reachable", Root::Last, 1..=6).claims(Claim::Sound).rules([&ROOT, &ENDS, &CUT]).passes(10_000);
}
