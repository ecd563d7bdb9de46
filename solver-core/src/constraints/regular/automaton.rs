//! Finite automata over values.

use crate::constraints::mdd::{Diagram, Layer};
use std::sync::Arc;

/// Why an automaton is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// The start state, an accepting state or a transition names a state that does not exist.
    #[error("state {state} does not exist: the automaton has the states 0..{count}")]
    State {
        /// The state that does not exist.
        state: usize,
        /// The number of states.
        count: usize,
    },
}

/// A finite automaton that reads values. Clones share its data.
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
pub struct Automaton {
    start: usize,
    /// Whether each state is accepting.
    accepting: Arc<[bool]>,
    /// State, value and next state, sorted.
    transitions: Arc<Layer>,
}

impl Automaton {
    /// Creates an automaton with the states `0..states`. A transition consists of a state, the value read, and the next
    /// state.
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
        let mut transitions: Layer = transitions.into_iter().collect();
        for &(from, _, to) in &transitions {
            known(from)?;
            known(to)?;
        }
        transitions.sort_unstable();
        transitions.dedup();
        Ok(Automaton { start, accepting: accepts.into(), transitions: transitions.into() })
    }

    /// Creates an automaton that accepts the words of 0 and 1 whose ones form runs of these lengths, in this order and
    /// separated by zeros, as in a line of a nonogram.
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
        self.accepting.len()
    }

    /// The number of transitions.
    pub(in crate::constraints) fn transitions(&self) -> usize {
        self.transitions.len()
    }

    /// Transitions, start state and final states in XCSP3 syntax, if the automaton is deterministic and accepts some
    /// word.
    pub(in crate::constraints) fn xcsp3(&self) -> Option<String> {
        if self.transitions.windows(2).any(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            return None;
        }
        let transitions: String =
            self.transitions.iter().map(|(state, v, to)| format!("(q{state},{v},q{to})")).collect();
        let ends: String = (0..).zip(&*self.accepting).filter(|end| *end.1).map(|(q, _)| format!("q{q} ")).collect();
        let text = format!(
            "<transitions> {transitions} </transitions> <start> q{} </start> <final> {ends}</final>",
            self.start
        );
        (!transitions.is_empty() && !ends.is_empty()).then_some(text)
    }

    /// Checks whether the automaton accepts a word.
    pub fn accepts(&self, word: &[i32]) -> bool {
        self.unrolled(word.len()).contains(word)
    }

    /// Returns the accepted words of the given length, as a diagram in which every layer has all transitions.
    pub(in crate::constraints) fn unrolled(&self, length: usize) -> Diagram {
        let layers = std::iter::repeat_n(Arc::clone(&self.transitions), length);
        Diagram::from_layers(layers, self.start, Some(Arc::clone(&self.accepting)))
    }
}

impl std::fmt::Debug for Automaton {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Automaton({} states, {} transitions)", self.states(), self.transitions.len())
    }
}
