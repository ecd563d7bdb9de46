//! A random walk up and down the search tree of a case, checked at every step.

use super::case::{Case, Decision, HANG, Mode, Posted, Sign, Step};
use super::oracle::inside;
use super::{Claim, Report, Rng, Subject, Verdict};
use crate::engine::Halt;
use crate::reason::Premises;

/// A fixpoint on the path from the root.
pub(super) struct Node {
    pub(super) masks: Vec<u64>,
    /// The solutions that the decisions so far allow.
    pub(super) alive: Vec<u32>,
    /// The propagators that are not entailed.
    pub(super) active: u64,
    /// The length of the atom trail.
    pub(super) facts: usize,
    /// The number of decisions.
    decided: usize,
}

/// The engine under test and its path.
pub(super) struct Walk<'a> {
    pub(super) subject: &'a Subject<'a>,
    pub(super) rng: &'a mut Rng,
    /// A separate generator for corrupting reasons, so that corruption does not change the walk.
    pub(super) doubt: Rng,
    pub(super) report: &'a mut Report,
    pub(super) steps: &'a mut Vec<Step>,
    pub(super) posted: Posted,
    /// An engine for the same case in classical mode, if the case is in explain mode.
    twin: Option<Posted>,
    pub(super) path: Vec<Node>,
    /// The decisions on the path.
    pub(super) decided: Vec<Decision>,
    /// The premises of every fact on the trail as first recorded; `None` for decisions.
    pub(super) recorded: Vec<Option<Premises>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        subject: &'a Subject<'a>,
        rng: &'a mut Rng,
        report: &'a mut Report,
        steps: &'a mut Vec<Step>,
    ) -> Result<Walk<'a>, String> {
        let Subject { check, case, plant, .. } = *subject;
        let post = |mode| case.post(check, plant, &case.root(), case.layout, mode);
        let posted = post(if case.explain { Mode::Explaining } else { Mode::Classical })?;
        let twin = if case.explain { Some(post(Mode::Classical)?) } else { None };
        let doubt = Rng::new(rng.next_u64());
        let (path, decided, recorded) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Walk { subject, rng, doubt, report, steps, posted, twin, path, decided, recorded })
    }

    pub(super) fn run(mut self) -> Verdict {
        if self.rng.below(8) == 0 {
            self.propagate_and_undo();
        }
        if !self.start()? {
            return Ok(());
        }
        self.check_rows()?;
        let share = self.subject.case.form.share();
        for _ in 0..6 / share + self.rng.below(12 / share) {
            if self.rng.below(16) == 0 {
                self.steps.push(Step::Clone);
                self.posted.engine = self.posted.engine.clone();
            }
            let open = self.top().masks.iter().any(|m| m.count_ones() > 1);
            if open && self.rng.below(4) != 0 {
                self.descend()?;
            } else if self.path.len() > 1 {
                self.ascend()?;
            }
        }
        self.test_state()?;
        self.explain_again()?;
        while self.path.len() > 1 {
            self.ascend()?;
        }
        Ok(())
    }

    /// Checks that the constraint's rows for the linear relaxation, computed at the first fixpoint, hold in all
    /// solutions that remain there.
    fn check_rows(&self) -> Verdict {
        let Subject { check, case, oracle, .. } = *self.subject;
        let Node { masks, alive, .. } = self.top();
        let rows = case.linear_rows(check, masks);
        for &solution in alive {
            let row = oracle.solutions.row(solution as usize);
            if let Some(violated) = rows.violated(|var| case.domains[var.index()][usize::from(row[var.index()])]) {
                return Err(format!("the solution {} violates {violated:?}", self.tuple(solution)));
            }
        }
        Ok(())
    }

    pub(super) fn top(&self) -> &Node {
        &self.path[self.path.len() - 1]
    }

    /// Opens a level, propagates in it and undoes it, before the root itself is propagated.
    fn propagate_and_undo(&mut self) {
        self.push_level();
        let mut refused = false;
        for _ in 0..=self.rng.below(3) {
            if let (false, Some(decision)) = (refused, self.decision(self.subject.case)) {
                refused = self.assume(decision).is_err();
            }
        }
        if !refused {
            self.steps.push(Step::Propagate);
            for posted in [&mut self.posted].into_iter().chain(&mut self.twin) {
                // The result does not matter, because it is undone and the root's own propagation is checked.
                let _ = posted.engine.propagate();
            }
        }
        self.steps.push(Step::Pop);
        for posted in [&mut self.posted].into_iter().chain(&mut self.twin) {
            posted.engine.pop_level();
        }
    }

    /// Makes up to three decisions at the root before the first propagation. Returns `false` if that fails.
    fn start(&mut self) -> Result<bool, String> {
        let case = self.subject.case;
        let root = case.root();
        let solutions = self.subject.oracle.solutions.len() as u32;
        let mut masks = root.clone();
        let mut decisions = Vec::new();
        for _ in 0..self.rng.below(8).saturating_sub(4) {
            if let Some(decision) = self.decision(case)
                && let kept = masks[decision.var] & decision.mask(&case.domains[decision.var])
                && kept != 0
            {
                masks[decision.var] = kept;
                decisions.push(decision);
                self.decided.push(decision);
                self.assume(decision).map_err(|()| "a decision that leaves values was refused")?;
            }
        }
        let before = Node { masks: root, alive: (0..solutions).collect(), active: !0, facts: 0, decided: 0 };
        let node = self.propagate(&before, &decisions, masks)?;
        let open = node.is_some();
        self.path.extend(node);
        Ok(open)
    }

    /// Opens a level with a random decision, and keeps it unless the engine fails.
    fn descend(&mut self) -> Verdict {
        let case = self.subject.case;
        let Some(decision) = self.decision(case) else { return Ok(()) };
        self.push_level();
        let Some(before) = self.path.pop() else { return Ok(()) };
        let mut masks = before.masks.clone();
        masks[decision.var] &= decision.mask(&case.domains[decision.var]);
        let empty = masks[decision.var] == 0;
        self.decided.push(decision);
        let refused = self.assume(decision).is_err();
        if refused != empty {
            return Err(format!("the engine {} a decision wrongly", if refused { "refused" } else { "took" }));
        }
        let node = if empty { None } else { self.propagate(&before, &[decision], masks)? };
        self.path.push(before);
        match node {
            Some(node) => {
                self.path.push(node);
                Ok(())
            }
            None => self.back(),
        }
    }

    pub(super) fn ascend(&mut self) -> Verdict {
        self.path.pop();
        self.back()
    }

    /// Undoes a level and checks that the state is that of the node at the end of the path.
    pub(super) fn back(&mut self) -> Verdict {
        self.steps.push(Step::Pop);
        let case = self.subject.case;
        for posted in [&mut self.posted].into_iter().chain(&mut self.twin) {
            posted.engine.pop_level();
        }
        let node = &self.path[self.path.len() - 1];
        self.recorded.truncate(node.facts);
        self.decided.truncate(node.decided);
        for posted in [&self.posted].into_iter().chain(&self.twin) {
            if case.masks(posted)? != node.masks || case.active(posted) != node.active {
                return Err("going back does not restore the state".to_owned());
            }
        }
        if self.posted.engine.facts() != node.facts {
            return Err("going back does not restore the atom trail".to_owned());
        }
        Ok(())
    }

    /// Picks a decision, usually on an open variable, sometimes on any variable with any value of its root domain.
    pub(super) fn decision(&mut self, case: &Case) -> Option<Decision> {
        let open: Vec<usize> = match self.path.last() {
            Some(node) if self.rng.below(8) != 0 => {
                (0..node.masks.len()).filter(|&v| node.masks[v].count_ones() > 1).collect()
            }
            _ => (0..case.domains.len()).collect(),
        };
        let var = *open.get(self.rng.below(open.len() as u64) as usize)?;
        let values = &case.domains[var];
        let value = values[self.rng.below(values.len() as u64) as usize];
        Some(Decision { var, sign: Sign::ALL[self.rng.below(4) as usize], value })
    }

    pub(super) fn push_level(&mut self) {
        self.steps.push(Step::Push);
        for posted in [&mut self.posted].into_iter().chain(&mut self.twin) {
            posted.engine.push_level();
        }
    }

    pub(super) fn assume(&mut self, decision: Decision) -> Result<(), ()> {
        self.steps.push(Step::Decide(decision));
        let assume = |posted: &mut Posted| posted.engine.assume(decision.atom(posted.variables[decision.var]));
        if let Some(twin) = &mut self.twin {
            assume(twin).map_err(|_| ())?;
        }
        assume(&mut self.posted).map_err(|_| ())
    }

    /// Propagates and checks. `masks` are the masks of `before`, restricted by `decisions`. Returns `None` if the
    /// engine fails.
    pub(super) fn propagate(
        &mut self,
        before: &Node,
        decisions: &[Decision],
        masks: Vec<u64>,
    ) -> Result<Option<Node>, String> {
        self.steps.push(Step::Propagate);
        self.report.nodes += 1;
        let Subject { case, oracle, .. } = *self.subject;
        let mut alive = before.alive.clone();
        alive.retain(|&i| inside(oracle.solutions.row(i as usize), &masks));

        let result = self.posted.engine.propagate();
        if let Err(Halt::Stopped(_)) = result {
            return Err(format!("no fixpoint within {} seconds", HANG.as_secs()));
        }
        if let Some(twin) = &mut self.twin
            && twin.engine.propagate() != result
        {
            return Err("explain mode and classical mode differ in failing".to_owned());
        }
        if result.is_err() {
            self.report.failures += 1;
            if let Some(&i) = alive.first() {
                return Err(format!("it failed, but {} is a solution", self.tuple(i)));
            }
            self.check_reasons(before, decisions, None)?;
            return Ok(None);
        }

        let after = case.masks(&self.posted)?;
        if after.iter().zip(&masks).any(|(a, m)| a & !m != 0) {
            return Err("a removed value came back".to_owned());
        }
        if let Some(&i) = alive.iter().find(|&&i| !inside(oracle.solutions.row(i as usize), &after)) {
            return Err(format!("the solution {} was lost", self.tuple(i)));
        }
        let active = case.active(&self.posted);
        self.check_fixpoint(&after, &alive, active != 0)?;
        if let Some(twin) = &self.twin
            && (case.masks(twin)? != after || case.active(twin) != active)
        {
            return Err("explain mode and classical mode differ".to_owned());
        }
        self.check_reasons(before, decisions, Some(&after))?;
        if case.explain && !alive.is_empty() {
            self.doubt_rules(&after)?;
        }
        self.report.entailed += u64::from(active == 0);
        let (facts, decided) = (self.posted.engine.facts(), self.decided.len());
        Ok(Some(Node { masks: after, alive, active, facts, decided }))
    }

    fn check_fixpoint(&mut self, masks: &[u64], alive: &[u32], active: bool) -> Verdict {
        let tuples: u64 = masks.iter().map(|m| u64::from(m.count_ones())).product();
        if tuples == 1 && alive.is_empty() {
            return Err("all variables are fixed and the constraint does not hold, but it did not fail".to_owned());
        }
        if !active && alive.len() as u64 != tuples {
            return Err("it returned Entailed, but some of the remaining tuples are not solutions".to_owned());
        }
        self.subject.check_claims(masks)?;
        let level = self.subject.check.claims.iter().any(Claim::is_level) && self.subject.case.is_required(masks);
        if !level || self.doubt.below(self.subject.case.form.share()) != 0 {
            return Ok(());
        }
        let Subject { check, case, plant, .. } = *self.subject;
        let mut copy = case.post(check, plant, masks, case.layout, Mode::Classical)?;
        if copy.engine.propagate().is_err() {
            return Err("posted again on the domains of its fixpoint, it fails".to_owned());
        }
        if case.masks(&copy)? != masks {
            return Err("posted again on the domains of its fixpoint, it removes more".to_owned());
        }
        Ok(())
    }

    /// A solution as text.
    pub(super) fn tuple(&self, solution: u32) -> String {
        let Subject { case, oracle, .. } = self.subject;
        let row = oracle.solutions.row(solution as usize);
        let values: Vec<String> =
            row.iter().enumerate().map(|(v, &k)| format!("x{v} = {}", case.domains[v][usize::from(k)])).collect();
        format!("({})", values.join(", "))
    }
}
