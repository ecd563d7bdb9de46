//! Checks of a model's solutions, solution count, optima, uniqueness, and unsatisfiable cores.

use super::{Built, Case, Draw};
use solver_core::harness::Audit;
use solver_core::prelude::*;

/// The outcome of a case, or an error description.
pub type Verdict = Result<&'static str, String>;

/// The maximum number of nodes in every search. The models are small.
pub(super) const NODES: u64 = 200_000;

/// Ends the check with a message unless the condition holds.
macro_rules! require {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            return Err(format!($($words)+));
        }
    };
}

pub(super) use require;

impl Case {
    /// Checks that an error reports numbers that exceed a limit, and that they really do.
    fn refused(&self, error: &ModelError) -> Verdict {
        let is_large = || self.variables.iter().any(super::Variable::is_large);
        match error {
            &ModelError::Overflow { low, high, limit, .. } if high.max(-low) > limit.into() => Ok("refused"),
            ModelError::TooLarge { .. } if is_large() => Ok("refused"),
            other => Err(format!("refused: {other}")),
        }
    }

    /// Creates a search with random options.
    fn search<'m>(&self, m: &'m Model) -> Search<'m> {
        let mut d = Draw::new(self.seed ^ 0x5eed);
        // A hole of millions of values stays in a domain until a domain bound comes close to it, so models with holes
        // this large are searched in ascending value order.
        let is_wide = self.variables.iter().any(|variable| variable.wide.is_some());
        let values = if is_wide { ValueSelect::Min } else { d.pick(&crate::without_objective()) };
        let branching = if is_wide || values.takes_a_part() { Branching::TwoWay } else { d.pick(Branching::ALL) };
        m.search()
            .order(d.pick(VarSelect::ALL))
            .tie_break(d.pick(TieBreak::ALL))
            .values(values)
            .branching(branching)
            .seed(self.seed)
            .node_limit(NODES)
    }

    /// Checks a search's solutions, their number, satisfiability, and the optimum.
    ///
    /// # Errors
    /// A description of a difference from brute force.
    pub fn solutions_are_those_of_brute_force(&self) -> Verdict {
        let Built { model: m, x, .. } = match self.build() {
            Ok(built) => built,
            Err(error) => return self.refused(&error),
        };
        let expected = self.solutions(|_| true);
        let search = self.search(&m);
        let solutions = match search.solutions() {
            Ok(solutions) => solutions,
            // D-way branching must list all values.
            Err(ModelError::TooManyBranches { .. }) => return Ok("too many branches"),
            Err(error) => return self.refused(&error),
        };
        let message = |e: ModelError| e.to_string();
        let mut solutions = solutions;
        let mut found = solutions.by_ref().map(|s| s.values(&x)).collect::<Result<Vec<_>, _>>().map_err(message)?;
        require!(solutions.stopped().is_none(), "{:?}: {:?}", solutions.stopped(), solutions.wrong());
        found.sort();
        require!(found == expected, "found {found:?}, but brute force {expected:?}");
        let count = match search.count().map_err(message)? {
            Outcome::Complete(count) => count,
            Outcome::Unsat => 0,
            Outcome::Stopped { by, .. } => return Err(format!("stopped by {by:?}")),
        };
        require!(count == expected.len() as u128, "counted {count}, but brute force {}", expected.len());
        match (search.unique().map_err(message)?, &expected[..]) {
            (Uniqueness::None, []) => {}
            (Uniqueness::One(one), [only]) if one.values(&x).as_ref() == Ok(only) => {}
            (Uniqueness::Several(a, b), [_, _, ..]) if a != b => {}
            (other, _) => return Err(format!("{other:?}, but brute force {expected:?}")),
        }
        self.violations_are_those_of_the_judge(&m)?;
        self.optima_are_those_of_brute_force(&m, &x, &expected)?;
        Ok(if expected.is_empty() { "without solutions" } else { "with solutions" })
    }

    fn violations_are_those_of_the_judge(&self, m: &Model) -> Verdict {
        let table = self.table();
        let mut d = Draw::new(self.seed);
        for _ in 0..table.len().min(20) {
            let (values, holds) = &table[d.below(table.len())];
            let violated = m.violations(values).map_err(|e| e.to_string())?;
            let broken = holds.iter().filter(|holds| !**holds).count();
            require!(violated.len() == broken, "{values:?} violates {violated:?}, but by the judge {holds:?}");
        }
        Ok("checked")
    }

    fn optima_are_those_of_brute_force(&self, m: &Model, x: &[IntVar], expected: &[Vec<i32>]) -> Verdict {
        // If the objective is undefined, there is no solution.
        let values = || expected.iter().filter_map(|v| self.objective.value(v));
        let goals = [(Goal::Minimize, values().min()), (Goal::Maximize, values().max())];
        for (goal, best) in goals {
            let objective = self.objective.expr(x);
            let search = self.search(m);
            let asked = if goal == Goal::Minimize { search.minimize(objective) } else { search.maximize(objective) };
            let found = match asked {
                Ok(Outcome::Complete(best)) => Some(i128::from(best.value)),
                Ok(Outcome::Unsat) => None,
                Ok(Outcome::Stopped { by, .. }) => return Err(format!("stopped by {by:?}")),
                Err(error) => return self.refused(&error),
            };
            require!(found == best, "{goal:?}: found {found:?}, but brute force {best:?}");
        }
        Ok("optimised")
    }

    /// Checks that a core is found if and only if brute force finds no solution, that the core members are jointly
    /// unsatisfiable, that each member is needed, and that the witness of each member satisfies all other members.
    ///
    /// # Errors
    /// A description of a difference from brute force.
    pub fn clash_is_minimal(&self) -> Verdict {
        let Built { model: m, ids, .. } = match self.build() {
            Ok(built) => built,
            Err(error) => return self.refused(&error),
        };
        let clash = match self.search(&m).among(&ids).clash() {
            Ok(clash) => clash,
            Err(ModelError::TooManyBranches { .. }) => return Ok("too many branches"),
            Err(error) => return self.refused(&error),
        };
        let core = match clash {
            Clash::Satisfiable(solution) => {
                let all = self.solutions(|_| true);
                require!(all.iter().any(|v| v[..] == *solution.all_values()), "{solution:?} is none of {all:?}");
                return Ok("with solutions");
            }
            Clash::Stopped { by, .. } => return Err(format!("stopped by {by:?}")),
            Clash::Minimal(core) => core,
        };
        let number = |id: ConstraintId| ids.iter().position(|&other| other == id);
        let members: Vec<usize> = core.members.iter().filter_map(|member| number(member.id)).collect();
        require!(members.len() == core.members.len(), "members that are no candidates: {core:?}");
        require!(!core.effort.distrusted, "a propagator gave a wrong reason");
        require!(self.solutions(|c| members.contains(&c)).is_empty(), "{members:?} have a solution together");
        for (member, &number) in core.members.iter().zip(&members) {
            let rest = self.solutions(|c| c != number && members.contains(&c));
            match &member.status {
                MemberStatus::Witness(witness) => {
                    require!(rest.iter().any(|v| v[..] == *witness.all_values()), "{witness:?} is none of {rest:?}");
                }
                MemberStatus::CannotBePosted(error) => {
                    self.refused(error)?;
                }
                MemberStatus::Open => return Err(format!("member {number} is open")),
            }
        }
        Ok(if members.len() > 1 { "several members" } else { "one member" })
    }

    /// Checks that a learning search finds the solutions and optima of brute force without duplicates, that every
    /// reason passes the checker of its rule, and that every reason and every nogood holds in all remaining solutions.
    ///
    /// # Errors
    /// A description of a difference from brute force, or an audit complaint.
    pub fn learning_is_sound(&self) -> Verdict {
        let Built { model: m, x, .. } = match self.build() {
            Ok(built) => built,
            Err(error) => return self.refused(&error),
        };
        let mut d = Draw::new(self.seed ^ 0x1ea7);
        let search = |d: &mut Draw| {
            // Branching on values from the middle creates holes, which are difficult for conflict analysis.
            let values = d.pick(&[ValueSelect::Min, ValueSelect::Max, ValueSelect::MiddleOut, ValueSelect::SplitUpper]);
            let learning = d.pick(Learning::ALL);
            m.search().order(d.pick(VarSelect::ALL)).values(values).seed(self.seed).learn(learning).node_limit(NODES)
        };
        let message = |e: ModelError| e.to_string();
        let expected = self.solutions(|_| true);
        // Enumerates the solutions.
        let asked = search(&mut d);
        let known = match witnesses(&m, None) {
            Ok(known) => known,
            Err(error) => return self.refused(&error),
        };
        let mut run = asked.start().map_err(message)?;
        run.audit(Audit::new(known.clone()));
        let mut found = Vec::new();
        let end = loop {
            match run.step() {
                Step::Solution => found.push(run.solution().ok_or("no solution")?.values(&x).map_err(message)?),
                end => break end,
            }
        };
        require!(end == Step::Exhausted, "{end:?}");
        complaints(&mut run)?;
        let all = found.len();
        found.sort();
        found.dedup();
        require!(found.len() == all, "a solution was found twice");
        require!(found == expected, "found {found:?}, but brute force {expected:?}");
        // Finds one solution by interleaved searches.
        let in_turns = |d: &mut Draw| search(d).learn(None).auto().restarts(Restarts::Luby { unit: 2 });
        let mut run = in_turns(&mut d).solution_limit(1).start().map_err(message)?;
        run.audit(Audit::new(known));
        let first = match run.step() {
            Step::Solution => Some(run.solution().ok_or("no solution")?.values(&x).map_err(message)?),
            end => {
                require!(end == Step::Exhausted && expected.is_empty(), "{end:?}, but brute force {expected:?}");
                None
            }
        };
        complaints(&mut run)?;
        require!(first.is_none_or(|first| expected.contains(&first)), "no solution");
        // Optimises.
        let values = || expected.iter().filter_map(|v| self.objective.value(v));
        for (goal, best) in [(Goal::Minimize, values().min()), (Goal::Maximize, values().max())] {
            for search in [search(&mut d), in_turns(&mut d)] {
                let objective = self.objective.expr(&x);
                let known = match witnesses(&m, Some((goal, objective.clone()))) {
                    Ok(known) => known,
                    Err(error) => return self.refused(&error),
                };
                let mut run = search.improving(goal, objective).map_err(message)?.into_run();
                // In one model out of five, a search tries to refute each nogood by finding a solution that violates
                // it.
                let refuting = if self.seed.is_multiple_of(5) { 200 } else { 0 };
                run.audit(Audit::new(known).refuting(refuting).with_short_runs());
                let mut last = None;
                let end = loop {
                    match run.step() {
                        Step::Solution => {
                            let value = self
                                .objective
                                .value(&run.solution().ok_or("no solution")?.values(&x).map_err(message)?);
                            require!(last.is_none_or(|last| value != last), "{value:?} twice");
                            last = Some(value);
                        }
                        end => break end,
                    }
                };
                require!(end == Step::Exhausted, "{end:?}");
                complaints(&mut run)?;
                let last = last.flatten();
                require!(last == best, "{goal:?}: found {last:?}, but brute force {best:?}");
            }
        }
        Ok(if expected.is_empty() { "without solutions" } else { "with solutions" })
    }
}

impl Case {
    /// Checks that a search with each kind of explanation finds the solutions and the optimum of brute force, that the
    /// audit accepts every reason, and that eager and lazy explanations give the same search.
    ///
    /// # Errors
    /// A description of a difference from brute force, or an audit complaint.
    pub fn explanations_are_sound(&self) -> Verdict {
        let Built { model: m, x, .. } = match self.build() {
            Ok(built) => built,
            Err(error) => return self.refused(&error),
        };
        let message = |e: ModelError| e.to_string();
        let expected = self.solutions(|_| true);
        let best = expected.iter().filter_map(|v| self.objective.value(v)).min();
        let mut d = Draw::new(self.seed ^ 0xe9f);
        let (order, learning) = (d.pick(VarSelect::ALL), d.pick(Learning::ALL));
        let values = d.pick(&[ValueSelect::Min, ValueSelect::Max, ValueSelect::MiddleOut, ValueSelect::SplitUpper]);
        let mut searched = Vec::new();
        for &kind in Explanations::ALL {
            let search = || m.search().order(order).values(values).seed(self.seed).learn(learning).explanations(kind);
            let (known, objective) = match witnesses(&m, None) {
                Ok(known) => (known, self.objective.expr(&x)),
                Err(error) => return self.refused(&error),
            };
            let better = witnesses(&m, Some((Goal::Minimize, objective.clone())));
            let mut runs = match (better, search().node_limit(NODES).improving(Goal::Minimize, objective)) {
                (Ok(better), Ok(run)) => {
                    vec![(search().node_limit(NODES).start().map_err(message)?, known), (run.into_run(), better)]
                }
                (Err(error), _) | (_, Err(error)) => return self.refused(&error),
            };
            let mut found = Vec::new();
            for (run, known) in &mut runs {
                run.audit(Audit::new(std::mem::take(known)).with_short_runs());
                let mut of_run = Vec::new();
                let end = loop {
                    match run.step() {
                        Step::Solution => of_run.push(run.solution().ok_or("none")?.values(&x).map_err(message)?),
                        end => break end,
                    }
                };
                require!(end == Step::Exhausted, "{kind}: {end:?}");
                complaints(run).map_err(|complaint| format!("{kind}: {complaint}"))?;
                found.push(of_run);
            }
            let last = found[1].last().and_then(|v| self.objective.value(v));
            require!(last == best, "{kind}: found {last:?}, but brute force {best:?}");
            found[0].sort();
            require!(found[0] == expected, "{kind}: found {:?}, but brute force {expected:?}", found[0]);
            searched.push([runs[0].0.statistics(), runs[1].0.statistics()]);
        }
        for (eager, lazy) in searched[0].iter().zip(&searched[1]) {
            let tree = |of: &Statistics| of.explanations.0[2..].to_vec();
            require!(
                (eager.nodes, eager.failures, tree(eager)) == (lazy.nodes, lazy.failures, tree(lazy)),
                "{eager:?} differs from {lazy:?}"
            );
        }
        Ok(if searched[1][0].explanations.0[2] > 0 { "with nogoods" } else { "without nogoods" })
    }

    /// Checks an incremental solver's answers to several successive queries, their cores, and every reason and nogood.
    ///
    /// # Errors
    /// A description of a difference from brute force, or from a search that compiles the model from scratch.
    pub fn answers_under_assumptions_are_right(&self) -> Verdict {
        let Built { model: m, x, .. } = match self.build() {
            Ok(built) => built,
            Err(error) => return self.refused(&error),
        };
        let known = match witnesses(&m, None) {
            Ok(known) => known,
            Err(error) => return self.refused(&error),
        };
        let mut d = Draw::new(self.seed ^ 0xa55);
        let message = |e: ModelError| e.to_string();
        let search = m.search().order(d.pick(VarSelect::ALL)).seed(self.seed).learn(d.pick(Learning::ALL));
        let mut solver = search.node_limit(NODES).incremental().map_err(message)?;
        let refuting = if self.seed.is_multiple_of(5) { 100 } else { 0 };
        solver.audit(Audit::new(known).refuting(refuting).with_short_runs());
        let expected = self.solutions(|_| true);
        let (mut satisfiable, mut refuted) = (false, false);
        for _ in 0..8 {
            let assumed: Vec<(usize, usize, i32)> = (0..d.below(6))
                .map(|_| {
                    let k = d.below(x.len());
                    (k, d.below(4), d.pick(&self.variables[k].values))
                })
                .collect();
            let comparison = |&(k, relation, value): &(usize, usize, i32)| match relation {
                0 => x[k].equals(value),
                1 => x[k].differs(value),
                2 => (2 * x[k]).at_most(2 * i64::from(value) + 1),
                _ => x[k].at_least(value),
            };
            let holds = |&(k, relation, value): &(usize, usize, i32), v: &[i32]| match relation {
                0 => v[k] == value,
                1 => v[k] != value,
                2 => v[k] <= value,
                _ => v[k] >= value,
            };
            let answer = solver.solve_under(assumed.iter().map(comparison)).map_err(message)?;
            match &answer {
                Satisfiability::Satisfiable(solution) => {
                    satisfiable = true;
                    let v = solution.values(&x).map_err(message)?;
                    require!(expected.contains(&v) && assumed.iter().all(|a| holds(a, &v)), "no solution: {v:?}");
                }
                Satisfiability::Unsatisfiable(core) => {
                    refuted = true;
                    require!(core.is_sorted_by(|a, b| a < b), "{core:?}");
                    let core: Vec<_> = core.iter().map(|&k| assumed[k]).collect();
                    let found = expected.iter().find(|v| core.iter().all(|a| holds(a, v)));
                    require!(found.is_none(), "{core:?} is no core: {found:?}");
                    let again = m.search().assuming(core.iter().map(comparison)).node_limit(NODES).first();
                    require!(again == Ok(Outcome::Unsat), "{core:?} is no core: {again:?}");
                }
                Satisfiability::Stopped(by) => return Err(by.to_string()),
            }
        }
        match solver.audited().and_then(|audit| audit.complaints.first()) {
            Some(complaint) => Err(complaint.clone()),
            None => Ok(match (satisfiable, refuted) {
                (true, true) => "both answers",
                (true, false) => "all satisfiable",
                _ => "all refuted",
            }),
        }
    }
}

/// Finds solutions for a query without learning: all solutions, or a sequence of improving ones.
fn witnesses(m: &Model, question: Option<(Goal, Expr)>) -> Result<Vec<Vec<i32>>, ModelError> {
    let mut witnesses = Vec::new();
    for values in [ValueSelect::Min, ValueSelect::Max] {
        let search = m.search().order(VarSelect::Input).values(values).node_limit(NODES).explaining();
        let mut run = match question.clone() {
            None => search.start()?,
            Some((goal, objective)) => search.improving(goal, objective)?.into_run(),
        };
        while run.step() == Step::Solution {
            witnesses.extend(run.engine().map(Audit::solution));
        }
        if question.is_none() {
            break;
        }
    }
    Ok(witnesses)
}

fn complaints(run: &mut Run) -> Result<(), String> {
    // A search that ends immediately does not learn, so it has no audit.
    match run.audited().and_then(|audit| audit.complaints.first()) {
        Some(complaint) => Err(complaint.clone()),
        None => Ok(()),
    }
}
