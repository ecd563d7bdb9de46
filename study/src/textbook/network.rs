//! Binary networks: variables with indexed values, and relations between pairs of variables.

use super::arc_consistency::{ArcConsistency, BinaryNetwork, Checks, Relation};
use solver_core::prelude::*;
use solver_core::search::Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A binary network: variables, each with values `0, 1, …`, and at most one relation between any two variables.
///
/// ```
/// use study::textbook::Network;
/// let mut colours = Network::new([3, 3, 3]);
/// colours.relate(0, 1, |a, b| a != b);
/// colours.relate(1, 2, |a, b| a != b);
/// assert_eq!(colours.relations().count(), 2);
/// assert!(colours.allows(1, 0, (2, 1)) && !colours.allows(1, 0, (2, 2)));
/// // no relation: everything is allowed
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    sizes: Vec<usize>,
    relations: Vec<(usize, usize, Relation)>,
    /// The index of the relation between two variables; the variables can be given in either order.
    places: BTreeMap<(usize, usize), usize>,
}

impl Network {
    /// Creates a network without relations, whose variables have the given numbers of values.
    pub fn new(sizes: impl IntoIterator<Item = usize>) -> Network {
        Network { sizes: sizes.into_iter().collect(), relations: Vec::new(), places: BTreeMap::new() }
    }

    /// Relates two variables: a pair of values is allowed if the closure returns `true` for it. A second relation
    /// between the same two variables replaces the first. Calls that relate a variable to itself, or to a variable that
    /// does not exist, are ignored.
    pub fn relate(&mut self, i: usize, j: usize, allows: impl FnMut(usize, usize) -> bool) {
        let (Some(&a), Some(&b), false) = (self.sizes.get(i), self.sizes.get(j), i == j) else { return };
        let relation = (i, j, Relation::new((a, b), allows));
        match self.places.get(&(i, j)) {
            Some(&known) => self.relations[known] = relation,
            None => {
                self.places.extend([((i, j), self.relations.len()), ((j, i), self.relations.len())]);
                self.relations.push(relation);
            }
        }
    }

    /// Creates the n queens puzzle, with a variable for each column. The relation between two columns allows the pairs
    /// of rows in which their queens do not attack each other along a row or diagonal.
    pub fn queens(n: usize) -> Network {
        let mut network = Network::new(vec![n; n]);
        for i in 0..n {
            for j in i + 1..n {
                network.relate(i, j, |a, b| a != b && a.abs_diff(b) != j - i);
            }
        }
        network
    }

    /// Creates a random network of Model B with `constraints` constraints, each on a different pair of variables and
    /// with `forbidden` forbidden pairs of values (B. Smith, M. Dyer, *Locating the phase transition in binary
    /// constraint satisfaction problems*, Artificial Intelligence 81, 1996). Numbers above the maximum are reduced to
    /// the maximum. The same seed gives the same network.
    pub fn model_b(variables: usize, values: usize, constraints: usize, forbidden: usize, seed: u64) -> Network {
        let mut rng = Rng::new(seed);
        let mut network = Network::new(vec![values; variables]);
        let mut scopes: Vec<(usize, usize)> =
            (0..variables).flat_map(|i| (i + 1..variables).map(move |j| (i, j))).collect();
        let all: Vec<(usize, usize)> = (0..values).flat_map(|a| (0..values).map(move |b| (a, b))).collect();
        let mut chosen = Vec::new();
        for _ in 0..constraints.min(scopes.len()) {
            chosen.push(scopes.swap_remove(rng.below(scopes.len() as u64) as usize));
        }
        chosen.sort_unstable();
        for (i, j) in chosen {
            let mut allowed = all.clone();
            for _ in 0..forbidden.min(all.len()) {
                allowed.swap_remove(rng.below(allowed.len() as u64) as usize);
            }
            allowed.sort_unstable();
            network.relate(i, j, |a, b| allowed.binary_search(&(a, b)).is_ok());
        }
        network
    }

    /// Returns the number of variables.
    pub fn variables(&self) -> usize {
        self.sizes.len()
    }

    /// Returns the number of values of a variable.
    pub fn values(&self, variable: usize) -> usize {
        self.sizes[variable]
    }

    /// Iterates over the relations, each with its two variables.
    pub fn relations(&self) -> impl Iterator<Item = (usize, usize, &Relation)> {
        self.relations.iter().map(|(i, j, relation)| (*i, *j, relation))
    }

    /// Iterates over the variables related to `variable`, in ascending order.
    pub fn neighbours(&self, variable: usize) -> impl Iterator<Item = usize> + '_ {
        self.places.range((variable, 0)..(variable + 1, 0)).map(|(&(_, other), _)| other)
    }

    /// Checks whether two variables may have the given values.
    pub fn allows(&self, i: usize, j: usize, (a, b): (usize, usize)) -> bool {
        self.places.get(&(i, j)).is_none_or(|&number| {
            let (first, _, relation) = &self.relations[number];
            if *first == i { relation.allows(a, b) } else { relation.allows(b, a) }
        })
    }

    /// Builds a model with one constraint, which keeps the network arc consistent by the given algorithm. Returns the
    /// model, its variables, and counters for its latest search. If several threads search the model at the same time,
    /// their counts are combined.
    ///
    /// # Errors
    /// [`ModelError`] when a variable has no values, or more values than a model supports.
    ///
    /// ```
    /// use study::textbook::ArcConsistency;
    /// use solver_core::prelude::*;
    /// use study::textbook::Network;
    /// let (m, q, counted) = Network::queens(8).model(ArcConsistency::Ac2001)?;
    /// assert_eq!((m.variables(), q.len()), (8, 8));
    /// assert_eq!(m.count()?, Outcome::Complete(92));
    /// assert!(counted.checks() > 0);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn model(&self, by: ArcConsistency) -> Result<(Model, Vec<IntVar>, Checks), ModelError> {
        let mut m = Model::new();
        let mut x = Vec::with_capacity(self.sizes.len());
        for (i, &size) in self.sizes.iter().enumerate() {
            let last = i32::try_from(size).unwrap_or(i32::MAX) - 1;
            x.push(m.int(format!("x[{i}]"), 0..=last)?);
        }
        let counted = Checks::default();
        let (network, counts) = (Arc::new(self.clone()), counted.clone());
        let meaning = Arc::clone(&network);
        let posted = m.propagator("binary_network", &x, move |views| {
            let variables = views.iter().zip(&network.sizes).map(|(&view, &size)| (view, (0..size as i32).collect()));
            let relations = network.relations.iter().cloned();
            match BinaryNetwork::new(variables, relations, by) {
                Ok(propagator) => Box::new(propagator.counting(counts.clone())),
                // `relate` rejects relations that do not fit.
                Err(error) => unreachable!("{error}"),
            }
        });
        posted
            .checked_by(move |values| {
                let at = |i: usize| values[i] as usize;
                meaning.relations.iter().all(|(i, j, relation)| relation.allows(at(*i), at(*j)))
            })
            .named("network");
        Ok((m, x, counted))
    }
}
