//! Draws the fixed arcs of circuits.

use super::{Drawn, Piece, Tint};
use crate::recording::{Recording, Replay};
use solver_core::Var;
use std::collections::{BTreeSet, HashMap};

/// An array of successors constrained by a circuit constraint.
#[derive(Clone, Debug)]
pub(super) struct Route {
    name: String,
    /// For each node, its variable and its name.
    places: Vec<(Var, String)>,
}

/// Splits `next[Rome]` into `next` and `Rome`.
fn parts(name: &str) -> Option<(&str, &str)> {
    let (array, rest) = name.split_once('[')?;
    let index = rest.strip_suffix(']')?;
    (!index.contains(['[', ']', ','])).then_some((array, index))
}

impl Route {
    pub(super) fn all(recording: &Recording) -> Vec<Route> {
        let symbols = recording.symbols();
        let inferred = recording.events().iter().filter_map(|event| event.inferred());
        let of_circuits = inferred.filter(|inferred| inferred.rule.name.starts_with("circuit"));
        let vars = of_circuits.filter_map(|inferred| inferred.fact).map(|fact| fact.var());
        let arrays: BTreeSet<&str> =
            vars.filter_map(|var| parts(symbols.variable(var))).map(|(array, _)| array).collect();
        let route = |array: &str| {
            let named = symbols.vars().filter(|&var| symbols.is_of_problem(var));
            let places = named.filter_map(|var| Some((var, parts(symbols.variable(var))?)));
            let own = places.filter(|(_, (name, _))| *name == array).map(|(var, (_, index))| (var, index.to_owned()));
            Route { name: array.to_owned(), places: own.collect() }
        };
        arrays.into_iter().map(route).filter(|route| route.places.len() > 2).collect()
    }

    /// Draws the paths of fixed arcs: `next: 3 → 1 → 4, 2 → 5`.
    pub(super) fn drawn(&self, replay: &Replay<'_>) -> Drawn {
        let symbols = replay.recording().symbols();
        let mut next: HashMap<&str, String> = HashMap::new();
        for (var, place) in &self.places {
            if let (1, Some(value)) = (replay.domain(*var).len(), replay.domain(*var).min()) {
                next.insert(place, symbols.value(*var, value));
            }
        }
        let reached: BTreeSet<String> = next.values().cloned().collect();
        let mut ways = Vec::new();
        // First follow the paths that have a beginning; the remaining arcs form cycles.
        for is_beginning in [true, false] {
            for (_, place) in &self.places {
                if is_beginning && reached.contains(place) {
                    continue;
                }
                let mut way = vec![place.clone()];
                while let Some(to) = next.remove(way.last().map_or("", String::as_str)) {
                    way.push(to);
                }
                if way.len() > 1 {
                    ways.push(way.join(" → "));
                }
            }
        }
        let paths = if ways.is_empty() { "nothing is certain".to_owned() } else { ways.join(", ") };
        let line = vec![Piece::new(&self.name, Tint::Bold), Piece::plain(format!(": {paths}"))];
        Drawn { lines: vec![line], ..Drawn::default() }
    }
}
