//! Compares each algorithm with brute force on binary networks with random relations.

use super::{ArcConsistency, BinaryNetwork, RULE, Relation};
use solver_core::View;
use solver_core::harness::{Check, Claim, Rng};

/// Generates the listed values of a variable. They stay the same when the harness moves domains near ±2³⁰.
fn listed(rng: &mut Rng) -> Vec<i32> {
    let mut list = Vec::new();
    for base in [-View::LIMIT + 3, 0, View::LIMIT - 3] {
        list.extend((-3..=3).filter(|_| rng.below(8) != 0).map(|v| base + v));
    }
    list
}

#[derive(Debug)]
struct Random {
    lists: Vec<Vec<i32>>,
    constraints: Vec<(usize, usize, Relation)>,
}

impl Random {
    fn draw(rng: &mut Rng, n: usize) -> Random {
        let lists: Vec<Vec<i32>> = (0..n).map(|_| listed(rng)).collect();
        let count = if n < 2 { 0 } else { rng.below(5) };
        let loose = 1 + rng.below(3);
        let constraints = (0..count).map(|_| {
            let i = rng.below(n as u64) as usize;
            let j = (i + 1 + rng.below(n as u64 - 1) as usize) % n;
            let relation = Relation::new((lists[i].len(), lists[j].len()), |_, _| rng.below(4) < loose);
            (i, j, relation)
        });
        Random { constraints: constraints.collect(), lists }
    }

    fn allows(&self, constraint: usize, a: i32, b: i32) -> bool {
        let (i, j, relation) = &self.constraints[constraint];
        match (self.lists[*i].binary_search(&a), self.lists[*j].binary_search(&b)) {
            (Ok(a), Ok(b)) => relation.allows(a, b),
            _ => false,
        }
    }

    fn holds(&self, values: &[i32]) -> bool {
        let all = |c: usize| self.allows(c, values[self.constraints[c].0], values[self.constraints[c].1]);
        (0..self.constraints.len()).all(all) && values.iter().zip(&self.lists).all(|(v, list)| list.contains(v))
    }

    /// Checks whether a value has a support in every relation.
    fn supports(&self, domains: &[Vec<i32>], p: usize, v: i32) -> bool {
        let all = (0..self.constraints.len()).all(|c| {
            let (i, j) = (self.constraints[c].0, self.constraints[c].1);
            (i != p || domains[j].iter().any(|&b| self.allows(c, v, b)))
                && (j != p || domains[i].iter().any(|&a| self.allows(c, a, v)))
        });
        all && self.lists[p].contains(&v)
    }
}

fn passes(algorithm: ArcConsistency) {
    let check = Check::new(algorithm.name())
        .parameters(Random::draw)
        .arity(0..=4)
        .values(-3..=3)
        .post(move |random, v| {
            let variables = v.iter().copied().zip(random.lists.iter().cloned());
            BinaryNetwork::new(variables, random.constraints.iter().cloned(), algorithm).unwrap()
        })
        .holds(Random::holds)
        .claims(Claim::values(Random::supports))
        .rules([&RULE])
        .up_to(20_000);
    check.passes(20_000);
}

macro_rules! pass {
    ($($name:ident $algorithm:ident)+) => { $(#[test] fn $name() { passes(ArcConsistency::$algorithm); })+ };
}

pass! {
    ac3_is_arc_consistent Ac3
    ac4_is_arc_consistent Ac4
    ac6_is_arc_consistent Ac6
    ac2001_is_arc_consistent Ac2001
    ac3_with_residues_is_arc_consistent Ac3Residues
    ac3_on_bits_is_arc_consistent Ac3Bit
}
