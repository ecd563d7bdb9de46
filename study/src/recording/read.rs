//! Reads a recording from JSON Lines. Errors contain the number of the line.

use super::line::{Done, Fact, Line, Reason, Variable};
use super::state::State;
use super::{Damage, Event, FORMAT, Inferred, Recording, Unreadable, VERSION};
use crate::lines;
use solver_core::observe::Branch;
use solver_core::{Atom, AtomFormatter as _, Label, Rule, SymbolTable, ValueSet, Var, View};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;
use std::sync::Mutex;

/// The maximum length of a line. The first line is the longest, because it lists every variable with its domain and
/// every constraint.
const LONGEST: u64 = 256 << 20;

impl Recording {
    /// Reads the output of [`JsonLines`](crate::JsonLines). Records at most `limit` events and counts the others.
    ///
    /// Checks everything that does not need the solver: the names, the event order, and whether each premise is known
    /// where used. A file may end before its search does. A line must be shorter than 256 MiB.
    ///
    /// # Errors
    /// [`Unreadable`], which contains the line number.
    pub fn read(from: impl BufRead, limit: usize) -> Result<Recording, Unreadable> {
        Recording::read_each(from, limit, |_| {})
    }

    /// Same as [`read`](Recording::read), but also passes every event to `each`, including those not recorded.
    ///
    /// # Errors
    /// [`Unreadable`], which contains the line number.
    pub fn read_each(from: impl BufRead, limit: usize, mut each: impl FnMut(&Event)) -> Result<Recording, Unreadable> {
        let mut lines = lines(from, LONGEST).zip(1..);
        let at = |line| move |why| Unreadable { line, why };
        let Some((first, number)) = lines.next() else { return Err(at(1)(Damage::Empty)) };
        let mut reader = first.map_err(Damage::Io).and_then(|line| Reader::start(&line, limit)).map_err(at(number))?;
        for (line, number) in lines {
            line.map_err(Damage::Io).and_then(|line| reader.read(&line, &mut each)).map_err(at(number))?;
        }
        Ok(reader.recording)
    }
}

/// The state of a reader.
struct Reader {
    recording: Recording,
    limit: usize,
    variables: HashMap<String, Var>,
    rules: HashMap<String, &'static Rule>,
    state: State,
    /// The number of events, including those that are not recorded.
    events: usize,
}

impl Reader {
    fn start(line: &str, limit: usize) -> Result<Reader, Damage> {
        let Line::Start { format, version, variables, roots, constraints, propagators } = Line::parsed(line)? else {
            return Err(Damage::NoStart);
        };
        if format != FORMAT {
            return Err(Damage::NoStart);
        }
        if version > VERSION {
            return Err(Damage::Newer(version));
        }
        let mut domains = Vec::with_capacity(variables.len());
        let labels: Vec<Label> = variables.iter().map(Variable::label).collect();
        for Variable { name, domain, .. } in variables {
            domains.push((name.into_owned(), values(&domain)?));
        }
        let unknown = || Damage::Syntax("a propagator belongs to a constraint that does not exist".to_owned());
        let symbols =
            SymbolTable::of_names(domains.iter().cloned(), constraints.into_iter().map(Cow::into_owned), propagators)
                .ok_or_else(unknown)?;
        let symbols = symbols.labelled(labels);
        let mut known = HashMap::new();
        for var in symbols.vars() {
            if known.insert(symbols.variable(var).to_owned(), var).is_some() {
                return Err(Damage::Twice(symbols.variable(var).to_owned()));
            }
        }
        let mut all: Vec<ValueSet> = domains.into_iter().map(|(_, domain)| domain).collect();
        for Variable { name, domain, .. } in roots {
            let var = known.get(&*name).ok_or_else(|| Damage::unknown("variable", name.into_owned()))?;
            all[var.index()] = values(&domain)?;
        }
        let state = State::new(&all);
        Ok(Reader {
            recording: Recording::new(symbols, all),
            limit,
            variables: known,
            rules: HashMap::new(),
            state,
            events: 0,
        })
    }

    /// Reads the next line.
    fn read(&mut self, line: &str, each: &mut impl FnMut(&Event)) -> Result<(), Damage> {
        let line = Line::parsed(line)?;
        if self.recording.end.is_some() {
            return Err(Damage::OutOfPlace("the search has already ended".to_owned()));
        }
        let event = match line {
            Line::New => return Ok(()),
            Line::Start { .. } => return Err(Damage::OutOfPlace("a second start".to_owned())),
            Line::Rule { name, text } => {
                let (name, text) = (name.into_owned(), text.into_owned());
                self.rules.insert(name.clone(), rule(name, text));
                return Ok(());
            }
            Line::Done(Done { end, .. }) => {
                self.recording.end = Some(end);
                return Ok(());
            }
            Line::Decide { node, depth, branch, choice, of, fact, .. } => {
                if depth as usize != self.state.levels.len() + 1 {
                    return Err(Damage::OutOfPlace(format!("a decision to depth {depth}")));
                }
                let branch = match (&*branch, choice, of) {
                    ("left", ..) => Branch::Left,
                    ("right", ..) => Branch::Right,
                    ("value", Some(choice), Some(of)) if choice >= 1 => Branch::Value { index: choice - 1, of },
                    _ => return Err(Damage::Syntax(format!("`{branch}` is not a branch"))),
                };
                Event::Decide { node, depth, fact: self.fact(fact)?, branch }
            }
            Line::Propagate { propagator, .. } => Event::Propagate { propagator: self.propagator(propagator)? },
            Line::Prune(reason) => Event::Prune(self.inferred(reason)?),
            Line::Fail { node, depth, reason } => {
                let conflict = reason.map(|reason| self.inferred(reason)).transpose()?;
                Event::Fail { node, depth, conflict }
            }
            Line::Solution { node, depth, number, .. } => Event::Solution { node, depth, number },
            Line::Backtrack { depth } => {
                if depth as usize >= self.state.levels.len() {
                    return Err(Damage::OutOfPlace(format!("a return to depth {depth}")));
                }
                Event::Backtrack { depth }
            }
            Line::Learn { clause, lbd } => {
                let clause = clause.into_iter().map(|fact| self.fact(fact)).collect::<Result<_, _>>()?;
                Event::Learn { clause, lbd }
            }
            Line::Restart { node, restart } => Event::Restart { node, restart },
        };
        each(&event);
        self.state.happen(self.events, &event);
        self.events += 1;
        if self.recording.events.len() < self.limit {
            self.recording.events.push(event);
        } else {
            self.recording.left_out += 1;
        }
        Ok(())
    }

    fn fact(&self, fact: Fact<'_>) -> Result<Atom, Damage> {
        let Fact { variable, relation, value } = fact;
        let Some(&var) = self.variables.get(&*variable) else {
            return Err(Damage::unknown("variable", variable.into_owned()));
        };
        let x = View::from(var);
        let number = |value| number(value).ok_or(Damage::Value(value));
        Ok(match &*relation {
            "=" => Atom::equals(x, number(value)?),
            "!=" => Atom::differs(x, number(value)?),
            ">=" => Atom::at_least(x, number(value)?),
            "<=" => Atom::at_most(x, number(value)?),
            _ => return Err(Damage::Syntax(format!("`{relation}` is not one of =, !=, >=, <="))),
        })
    }

    fn propagator(&self, number: u32) -> Result<u32, Damage> {
        let known = (number as usize) < self.recording.symbols.propagators().len();
        if known { Ok(number) } else { Err(Damage::unknown("propagator", number.to_string())) }
    }

    fn inferred(&self, reason: Reason<'_>) -> Result<Inferred, Damage> {
        let Reason { fact, propagator, rule: name, premises, .. } = reason;
        let propagator = self.propagator(propagator)?;
        let Some(&rule) = self.rules.get(&*name) else {
            return Err(Damage::OutOfPlace(format!(
                "an inference by the rule `{name}`, which no earlier line defines"
            )));
        };
        let premises: Box<[Atom]> = premises.into_iter().map(|fact| self.fact(fact)).collect::<Result<_, _>>()?;
        if let Some(&premise) = premises.iter().find(|&&premise| !self.state.entails(premise)) {
            let premise = self.recording.symbols.fact(premise);
            return Err(Damage::OutOfPlace(format!("an inference from {premise}, which is not known here")));
        }
        let fact = fact.map(|fact| self.fact(fact)).transpose()?;
        Ok(Inferred { fact, propagator, rule, premises })
    }
}

/// Converts a value, or a bound just outside the range of values, to an integer of the solver.
fn number(value: i64) -> Option<i32> {
    i32::try_from(value).ok().filter(|value| value.unsigned_abs() <= (1 << 30) + 1)
}

fn values(ranges: &[(i32, i32)]) -> Result<ValueSet, Damage> {
    let far = ranges.iter().flat_map(|&(low, high)| [low, high]).find(|&v| number(v.into()).is_none());
    far.map_or_else(|| Ok(ValueSet::from_ranges(ranges.to_vec())), |far| Err(Damage::Value(far.into())))
}

/// Interns the rule with this name and text. Rules have static lifetime, so a rule read from a file is leaked once.
fn rule(name: String, text: String) -> &'static Rule {
    static KNOWN: Mutex<BTreeMap<(String, String), &'static Rule>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.entry((name, text)).or_insert_with_key(|(name, text)| {
        let (name, text) = (name.clone().leak(), text.clone().leak());
        Box::leak(Box::new(Rule::new(name, text)))
    })
}
