use super::{Acyclic, CYCLE};
use crate::constraints::Graph;
use crate::harness::{Check, Claim, Rng};

#[derive(Debug)]
struct Random {
    graph: Graph,
    directed: bool,
}

fn random(rng: &mut Rng, views: usize) -> Random {
    let nodes = 1 + rng.below(4);
    let mut end = || rng.below(nodes) as usize;
    let edges: Vec<(usize, usize)> = (0..views).map(|_| (end(), end())).collect();
    let (nodes, directed) = (nodes as usize, rng.below(2) == 0);
    let graph = if directed { Graph::directed(nodes, edges) } else { Graph::undirected(nodes, edges) };
    Random { graph: graph.unwrap(), directed }
}

/// Directed: some node order agrees with all edges. Undirected: each edge joins two different trees.
fn holds(random: &Random, values: &[i32]) -> bool {
    let nodes = random.graph.nodes();
    let edges = || random.graph.edges().iter().zip(values).filter(|(_, v)| **v == 1).map(|(e, _)| *e);
    let mut label: Vec<usize> = (0..nodes).collect();
    if random.directed {
        for _ in 0..nodes {
            edges().for_each(|(from, to)| label[to] = label[to].max(label[from] + 1));
        }
        return edges().all(|(from, to)| label[from] < label[to]);
    }
    edges().all(|(a, b)| {
        let (a, b) = (label[a], label[b]);
        label.iter_mut().filter(|l| **l == b).for_each(|l| *l = a);
        a != b
    })
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    Check::new("acyclic")
        .parameters(random)
        .arity(0..=6)
        .values(0..=2)
        .without_extremes()
        .post(|random, views| Acyclic::new(&random.graph, views.iter().copied()))
        .holds(holds)
        .claims(Claim::Domain)
        .rules([&CYCLE])
        .up_to(10_000)
        .passes(5_000);
}
