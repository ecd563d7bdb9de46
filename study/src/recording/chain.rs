//! Derives a fact from decisions by following the reasons in a recording.

use super::{Event, Replay};
use solver_core::engine::Antecedents;
use solver_core::{Atom, AtomFormatter};
use std::collections::BTreeMap;

/// A step of a derivation. It depends on earlier steps in the same list.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// The derived fact; `None` for a contradiction.
    pub fact: Option<Atom>,
    /// How the fact was derived.
    pub cause: Cause,
    /// The indices of the steps on which this one depends.
    pub from: Vec<usize>,
}

/// How a derivation's fact became known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The fact held at the start of the search.
    Start,
    /// The fact was assumed; contains the event of the decision.
    Decision(usize),
    /// A constraint inferred the fact; contains the event of the inference or failure.
    Inference(usize),
    /// The fact follows from other facts about its variable.
    Domain,
}

impl Replay<'_> {
    /// Derives a fact from decisions; the last step is that fact. Returns `None` if the fact is not known.
    pub fn why(&self, fact: Atom) -> Option<Vec<Link>> {
        let mut chain = Chain::new(self);
        chain.need(fact, self.at())?;
        let mut links = chain.links();
        if links.last().is_none_or(|link| link.fact != Some(fact)) {
            let (cause, from) = chain.cause(fact, self.at(), &places(&links))?;
            links.push(Link { fact: Some(fact), cause, from });
        }
        Some(links)
    }

    /// Derives the latest event if it is an inference or a failure; a decision is its own reason. Returns `None` for
    /// other events.
    pub fn why_event(&self) -> Option<Vec<Link>> {
        let number = self.at().checked_sub(1)?;
        let event = &self.recording().events()[number];
        if event.fact().is_none() && event.inferred().is_none() {
            return None;
        }
        let mut chain = Chain::new(self);
        chain.events.visit(number);
        chain.follow()?;
        Some(chain.links())
    }

    /// Finds the events among the first `limit` that made a fact known: the earliest event that implies it by itself,
    /// or else the events that together imply it, oldest first and without redundant ones. The result is empty if the
    /// fact held at the start, and `None` if it was not known.
    fn sources(&self, fact: Atom, limit: usize) -> Option<Vec<usize>> {
        let var = fact.var();
        let mut left = self.recording().roots()[var.index()].minus(&fact.values());
        let mut events = Vec::new();
        if left.is_empty() {
            return Some(events);
        }
        let known = |event: usize| self.recording().events()[event].fact();
        let newest: Vec<usize> = self.state.changes_of(var).map(|(event, ..)| event).filter(|&e| e < limit).collect();
        if let Some(&alone) = newest.iter().rev().find(|&&e| known(e).is_some_and(|own| fact.follows_from(own))) {
            return Some(vec![alone]);
        }
        for event in newest {
            let Some(own) = known(event) else { continue };
            let still = left.intersection(&own.values());
            if still != left {
                events.push(event);
                left = still;
            }
            if left.is_empty() {
                break;
            }
        }
        events.reverse();
        left.is_empty().then_some(events)
    }
}

/// A derivation under construction.
struct Chain<'r> {
    replay: &'r Replay<'r>,
    /// The events that become the steps of the derivation.
    events: Antecedents,
}

impl<'r> Chain<'r> {
    fn new(replay: &'r Replay<'r>) -> Chain<'r> {
        Chain { replay, events: Antecedents::new() }
    }

    /// Visits the events on which a fact depends. Returns `None` if the fact was not known.
    fn need(&mut self, fact: Atom, limit: usize) -> Option<()> {
        self.replay.sources(fact, limit)?.into_iter().for_each(|event| self.events.visit(event));
        self.follow()
    }

    /// Visits, transitively, the events on which the visited ones depend.
    fn follow(&mut self) -> Option<()> {
        while let Some(event) = self.events.next() {
            for fact in self.premises(event) {
                self.replay.sources(fact, event)?.into_iter().for_each(|source| self.events.visit(source));
            }
        }
        Some(())
    }

    /// Returns the premises of an event. For an empty domain, the negation of the last fact is also a premise.
    fn premises(&self, event: usize) -> Vec<Atom> {
        let event = &self.replay.recording().events()[event];
        let Some(inferred) = event.inferred() else { return Vec::new() };
        let excluded = match event {
            Event::Fail { .. } => inferred.fact.map(|fact| !fact),
            _ => None,
        };
        inferred.premises.iter().copied().chain(excluded).collect()
    }

    /// Returns the steps in chronological order.
    fn links(&self) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        let mut of_events = BTreeMap::new();
        for number in self.events.seen() {
            let event = &self.replay.recording().events()[number];
            let mut from = Vec::new();
            for premise in self.premises(number) {
                if self.replay.recording().symbols().is_constant(premise.var()) {
                    continue;
                }
                let place = links.iter().position(|link| link.fact == Some(premise));
                let place = place.or_else(|| {
                    let (cause, from) = self.cause(premise, number, &of_events)?;
                    match (cause, &from[..]) {
                        (Cause::Domain, &[one]) => Some(one),
                        (cause, _) => {
                            links.push(Link { fact: Some(premise), cause, from });
                            Some(links.len() - 1)
                        }
                    }
                });
                from.extend(place);
            }
            from.sort_unstable();
            from.dedup();
            let (fact, cause) = match event {
                Event::Decide { fact, .. } => (Some(*fact), Cause::Decision(number)),
                Event::Fail { .. } => (None, Cause::Inference(number)),
                _ => (event.fact(), Cause::Inference(number)),
            };
            of_events.insert(number, links.len());
            links.push(Link { fact, cause, from });
        }
        links
    }

    /// Finds the cause of a fact that no single event contains.
    fn cause(&self, fact: Atom, limit: usize, of_events: &BTreeMap<usize, usize>) -> Option<(Cause, Vec<usize>)> {
        let sources = self.replay.sources(fact, limit)?;
        let cause = if sources.is_empty() { Cause::Start } else { Cause::Domain };
        Some((cause, sources.iter().filter_map(|event| of_events.get(event).copied()).collect()))
    }
}

fn places(links: &[Link]) -> BTreeMap<usize, usize> {
    let event = |link: &Link| match link.cause {
        Cause::Decision(event) | Cause::Inference(event) => Some(event),
        Cause::Start | Cause::Domain => None,
    };
    links.iter().zip(0..).filter_map(|(link, place)| Some((event(link)?, place))).collect()
}

impl Link {
    /// Formats the step as a sentence.
    pub fn sentence(&self, replay: &Replay<'_>, words: &(impl AtomFormatter + ?Sized)) -> String {
        let fact = || self.fact.map_or_else(|| words.contradiction(), |fact| words.fact(fact));
        match self.cause {
            Cause::Start if self.fact.is_some_and(|fact| replay.recording().symbols().is_given(fact.var())) => {
                format!("{} is given", fact())
            }
            Cause::Start => format!("{} from the start", fact()),
            Cause::Decision(_) => format!("{} is assumed", fact()),
            Cause::Domain => format!("{}: nothing else is left", fact()),
            Cause::Inference(event) => match replay.recording().events()[event].inferred() {
                Some(inferred) => inferred.sentence(words),
                None => fact(),
            },
        }
    }
}
