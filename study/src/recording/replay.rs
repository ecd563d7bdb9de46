//! A cursor over a recording: the domains after any of its events.

use super::state::State;
use super::{Event, Recording};
use solver_core::{Atom, ValueSet, Var};

/// Goes to and fro in a recording.
///
/// A step forward costs what the event changes; a step back begins anew from the start.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    recording: &'r Recording,
    /// How many events have happened.
    at: usize,
    pub(super) state: State,
}

impl<'r> Replay<'r> {
    /// At the start: nothing has happened.
    pub fn new(recording: &'r Recording) -> Replay<'r> {
        Replay { recording, at: 0, state: State::new(&recording.roots) }
    }

    /// The recording that it goes through.
    pub fn recording(&self) -> &'r Recording {
        self.recording
    }

    /// How many events have happened.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Moves to after this many events, at most all of them.
    pub fn go_to(&mut self, at: usize) {
        if at < self.at {
            *self = Replay::new(self.recording);
        }
        while self.at < at && self.step().is_some() {}
    }

    /// Moves forward by one event, and returns it.
    pub fn step(&mut self) -> Option<&'r Event> {
        let event = self.recording.events.get(self.at)?;
        self.state.happen(self.at, event);
        self.at += 1;
        Some(event)
    }

    /// The event that happened last.
    pub fn event(&self) -> Option<&'r Event> {
        self.recording.events.get(self.at.checked_sub(1)?)
    }

    /// The node that the search is at, from 1.
    pub fn node(&self) -> u64 {
        self.state.node()
    }

    /// The number of decisions that hold.
    pub fn depth(&self) -> usize {
        self.state.levels.len()
    }

    /// The events of the decisions that hold, the first one first.
    pub fn decisions(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.state.levels.iter().map(|level| level.event)
    }

    /// The decisions that hold, the first one first.
    pub fn decided(&self) -> impl Iterator<Item = Atom> + '_ {
        self.decisions().filter_map(|event| self.recording.events[event].fact())
    }

    /// The values that each variable has left, by the numbers of the variables.
    pub fn domains(&self) -> &[ValueSet] {
        &self.state.domains
    }

    /// The values that a variable has left.
    ///
    /// # Panics
    /// When the variable is of another search; the same holds for the other questions.
    pub fn domain(&self, var: Var) -> &ValueSet {
        &self.state.domains[var.index()]
    }

    /// Whether something is known.
    pub fn entails(&self, fact: Atom) -> bool {
        self.state.entails(fact)
    }

    /// The event that took a value from a variable; `None` when it is there, or never was.
    pub fn removed_by(&self, var: Var, value: i32) -> Option<usize> {
        let mut changes = self.state.changes_of(var);
        changes.find(|(_, before, after)| before.contains(value) && !after.contains(value)).map(|(event, ..)| event)
    }
}
