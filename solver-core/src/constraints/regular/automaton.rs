//! Finite automata over values.

use crate::constraints::layered::Graph;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Errors of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// A state that does not exist.
    #[error("state {state} is named, but the automaton has the states 0 to {count} (exclusive)")]
    State {
        /// The state.
        state: usize,
        /// The number of states.
        count: usize,
    },
    /// More arcs than can be numbered.
    #[error("unrolled over {views} variables the automaton has more than 2^31 arcs")]
    TooLarge {
        /// The number of views.
        views: usize,
    },
}

/// A finite automaton that reads values. Copies share it.
///
/// It may be nondeterministic: several transitions of a state may read the same value.
///
/// ```
/// use solver_core::constraints::Automaton;
/// let even_ones = Automaton::new(2, 0, [0], [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])?;
/// assert!(even_ones.accepts(&[1, 0, 1]) && !even_ones.accepts(&[1]));
/// # Ok::<(), solver_core::constraints::AutomatonError>(())
/// ```
#[derive(Clone)]
pub struct Automaton(Arc<Parts>);

struct Parts {
    start: usize,
    accepting: Box<[bool]>,
    /// Where each state's transitions end.
    ends: Box<[usize]>,
    /// Value and next state, sorted.
    transitions: Box<[(i32, usize)]>,
}

impl Automaton {
    /// States are `0..states`; a transition is a state, a value read, and the next state.
    ///
    /// # Errors
    /// [`AutomatonError::State`] if a state does not exist.
    pub fn new(
        states: usize,
        start: usize,
        accepting: impl IntoIterator<Item = usize>,
        transitions: impl IntoIterator<Item = (usize, i32, usize)>,
    ) -> Result<Automaton, AutomatonError> {
        let known =
            |state| if state < states { Ok(state) } else { Err(AutomatonError::State { state, count: states }) };
        known(start)?;
        let mut accepts = vec![false; states];
        for state in accepting {
            accepts[known(state)?] = true;
        }
        let mut sorted: Vec<(usize, i32, usize)> = transitions.into_iter().collect();
        for &(from, _, to) in &sorted {
            known(from)?;
            known(to)?;
        }
        sorted.sort_unstable();
        sorted.dedup();
        let ends = (0..states).map(|state| sorted.partition_point(|t| t.0 <= state)).collect();
        let transitions = sorted.iter().map(|&(_, v, to)| (v, to)).collect();
        Ok(Automaton(Arc::new(Parts { start, accepting: accepts.into(), ends, transitions })))
    }

    /// Words of 0 and 1 whose ones come in runs of these lengths, in this order, with a 0 or more between them: a line of a nonogram.
    ///
    /// ```
    /// use solver_core::constraints::Automaton;
    /// let line = Automaton::of_runs(&[2, 1]);
    /// assert!(line.accepts(&[0, 1, 1, 0, 0, 1]) && !line.accepts(&[1, 1, 1]));
    /// ```
    pub fn of_runs(runs: &[usize]) -> Automaton {
        let mut transitions = vec![(0, 0, 0)];
        let mut state = 0;
        for (i, &run) in runs.iter().enumerate() {
            if i > 0 {
                transitions.extend([(state, 0, state + 1), (state + 1, 0, state + 1)]);
                state += 1;
            }
            for _ in 0..run {
                transitions.push((state, 1, state + 1));
                state += 1;
            }
        }
        if state > 0 {
            transitions.push((state, 0, state));
        }
        Automaton::new(state + 1, 0, [state], transitions).expect("these states exist")
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.0.ends.len()
    }

    /// The number of transitions.
    pub(super) fn transitions(&self) -> usize {
        self.0.transitions.len()
    }

    pub(super) fn start(&self) -> usize {
        self.0.start
    }

    pub(super) fn is_accepting(&self, state: usize) -> bool {
        self.0.accepting[state]
    }

    /// The transitions, with those between the same states merged.
    pub(super) fn bundles(&self) -> Vec<(usize, ValueSet, usize)> {
        let mut bundles: BTreeMap<(usize, usize), Vec<i32>> = BTreeMap::new();
        for state in 0..self.states() {
            for &(v, to) in self.of(state) {
                bundles.entry((state, to)).or_default().push(v);
            }
        }
        bundles.into_iter().map(|((from, to), values)| (from, ValueSet::from_values(values), to)).collect()
    }

    /// Transitions, start and final states as XCSP3 has them, if the automaton is deterministic and accepts something.
    pub(super) fn xcsp3(&self) -> Option<String> {
        let mut transitions = String::new();
        for state in 0..self.states() {
            let of = self.of(state);
            if of.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return None;
            }
            transitions.extend(of.iter().map(|(v, to)| format!("(q{state},{v},q{to})")));
        }
        let ends: String = (0..self.states()).filter(|&q| self.is_accepting(q)).map(|q| format!("q{q} ")).collect();
        let text = format!(
            "<transitions> {transitions} </transitions> <start> q{} </start> <final> {ends}</final>",
            self.0.start
        );
        (!transitions.is_empty() && !ends.is_empty()).then_some(text)
    }

    fn of(&self, state: usize) -> &[(i32, usize)] {
        let first = if state == 0 { 0 } else { self.0.ends[state - 1] };
        &self.0.transitions[first..self.0.ends[state]]
    }

    /// Whether it accepts a word.
    pub fn accepts(&self, word: &[i32]) -> bool {
        self.reads(word.len(), |i, v| word[i] == v)
    }

    /// Whether it accepts some word of the values of the views.
    pub(super) fn accepts_some(&self, views: &[View], case: &CheckContext<'_>) -> bool {
        let domains: Vec<_> = views.iter().map(|&view| case.values(view)).collect();
        self.reads(views.len(), |i, v| domains[i].contains(v))
    }

    /// Whether it accepts some word of this length with allowed letters: by the set of states after each letter.
    fn reads(&self, length: usize, allowed: impl Fn(usize, i32) -> bool) -> bool {
        let mut states = vec![false; self.states()];
        states[self.0.start] = true;
        for i in 0..length {
            let mut next = vec![false; states.len()];
            for state in (0..states.len()).filter(|&state| states[state]) {
                for &(v, to) in self.of(state) {
                    next[to] |= allowed(i, v);
                }
            }
            states = next;
        }
        states.iter().zip(&self.0.accepting).any(|(&here, &accepting)| here && accepting)
    }

    pub(super) fn unroll(&self, length: usize) -> Option<Graph> {
        let steps = |_: usize, state: usize, each: &mut dyn FnMut(i32, usize)| {
            self.of(state).iter().for_each(|&(v, to)| each(v, to));
        };
        Graph::unroll(length, self.0.start, steps, |state| self.0.accepting[state])
    }
}

impl std::fmt::Debug for Automaton {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Automaton({} states, {} transitions)", self.states(), self.0.transitions.len())
    }
}
