//! Nogoods from restarts: clauses that exclude the branches searched before a restart.
//!
//! Each nogood is a clause that watches two of its literals, neither of which is false (M. Moskewicz et al., *Chaff:
//! Engineering an Efficient SAT Solver*, DAC 2001). Changes to the other literals cost nothing, and backtracking needs
//! no undo.

use crate::atom::Relation;
use crate::prelude_propagator::*;
use crate::store::LiteralState;
use crate::var::Var;

static SEARCHED: Rule =
    Rule::new("nogood.searched", "an earlier iteration has searched what {premises} lead to, so {fact}");

/// The maximum length of a stored nogood. Longer ones prune little, and a branch of k decisions yields up to k clauses
/// of up to k literals.
const LONGEST: usize = 128;

/// The number of visited watches that cost one unit of the budget.
const WATCHES_PER_UNIT: usize = 4;

/// All nogoods of a search.
#[derive(Clone)]
pub(crate) struct Nogoods {
    views: Vec<View>,
    /// By variable index: the position in the scope, or `u32::MAX` for a variable outside it.
    positions: Vec<u32>,
    /// The literals of all clauses in sequence. The first two of each clause are watched.
    literals: Vec<Atom>,
    ends: Vec<u32>,
    /// By scope index: the clauses that watch the variable, each with the literal that it watches.
    watches: Vec<Vec<Watch>>,
    /// The start of the new clauses, which are not yet watched.
    fresh: usize,
    /// Whether the empty clause was added: the entire tree has been searched.
    refuted: bool,
    /// Whether initialisation is done; after it, only variables of watched literals wake the propagator.
    has_begun: bool,
}

/// A clause and one of its two watched literals. Most watched literals are not false, so this copy of the literal often
/// makes it unnecessary to read the clause.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    literal: Atom,
}

/// Checks whether a literal over a view is false. `fixed` is the view's value if the view is fixed.
#[inline]
fn is_false(cx: &Context<'_>, literal: Atom, fixed: Option<i32>) -> bool {
    match literal.relation() {
        // This is by far the most frequent case, because most decisions assign a value.
        Relation::NotEqual => fixed == Some(literal.value()),
        _ => cx.literal_state(literal) == LiteralState::False,
    }
}

impl Nogoods {
    /// Creates an empty store for nogoods over these variables, each listed once.
    pub(crate) fn new(vars: &[Var]) -> Nogoods {
        let mut positions = vec![u32::MAX; vars.iter().map(|v| v.index() + 1).max().unwrap_or(0)];
        for (position, var) in (0..).zip(vars) {
            positions[var.index()] = position;
        }
        Nogoods {
            views: vars.iter().map(|&v| View::from(v)).collect(),
            positions,
            literals: Vec::new(),
            ends: Vec::new(),
            watches: vec![Vec::new(); vars.len()],
            fresh: 0,
            refuted: false,
            has_begun: false,
        }
    }

    fn range(&self, clause: u32) -> std::ops::Range<usize> {
        let start = if clause == 0 { 0 } else { self.ends[clause as usize - 1] };
        start as usize..self.ends[clause as usize] as usize
    }

    fn clause(&self, clause: u32) -> &[Atom] {
        &self.literals[self.range(clause)]
    }

    fn position(&self, literal: Atom) -> usize {
        self.positions[literal.var().index()] as usize
    }

    /// Initialises the new clauses, at the root.
    fn begin(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        while self.fresh < self.ends.len() {
            let clause = self.fresh as u32;
            self.fresh += 1;
            let range = self.range(clause);
            cx.work(range.len())?;
            // Literals that are not false move to the front.
            let mut open = range.start;
            for i in range.clone() {
                if cx.literal_state(self.literals[i]) != LiteralState::False && open < range.start + 2 {
                    self.literals.swap(i, open);
                    open += 1;
                }
            }
            for i in range.clone().take(2) {
                self.watch(cx, Watch { clause, literal: self.literals[i] });
            }
            match open - range.start {
                0 => return cx.fail(|| Lazy(clause)),
                1 => cx.assert(self.literals[range.start], || Lazy(clause))?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds a watch, so that changes to its variable wake the propagator.
    fn watch(&mut self, cx: &mut Context<'_>, watch: Watch) {
        let position = self.position(watch.literal);
        if self.watches[position].is_empty() {
            cx.watch_all_values(position as u32);
        }
        self.watches[position].push(watch);
    }

    /// Visits the clauses that watch a changed variable. Each finds another literal to watch or makes its only
    /// remaining literal true.
    fn visit(&mut self, cx: &mut Context<'_>, position: usize) -> Result<(), Conflict> {
        let view = self.views[position];
        let mut fixed = cx.fixed(view);
        cx.work(1 + self.watches[position].len() / WATCHES_PER_UNIT)?;
        let mut i = 0;
        while let Some(&Watch { clause, literal }) = self.watches[position].get(i) {
            i += 1;
            if !is_false(cx, literal, fixed) {
                continue;
            }
            let range = self.range(clause);
            let start = range.start;
            if range.len() < 2 {
                // The literal of a unit clause was made true at the root.
                continue;
            }
            // The literal watched here moves to the second position. It may stay watched if the first literal is
            // true.
            if self.literals[start] == literal {
                self.literals.swap(start, start + 1);
            }
            let first = cx.literal_state(self.literals[start]);
            if first == LiteralState::True {
                continue;
            }
            let mut inspections = 1;
            let other = (start + 2..range.end).find(|&k| {
                inspections += 1;
                cx.literal_state(self.literals[k]) != LiteralState::False
            });
            cx.work(inspections)?;
            match other {
                Some(other) => {
                    self.literals.swap(start + 1, other);
                    let watch = Watch { clause, literal: self.literals[start + 1] };
                    if self.position(watch.literal) == position {
                        self.watches[position][i - 1] = watch;
                    } else {
                        self.watch(cx, watch);
                        i -= 1;
                        self.watches[position].swap_remove(i);
                    }
                }
                None if first == LiteralState::False => return cx.fail(|| Lazy(clause)),
                None => {
                    cx.assert(self.literals[start], || Lazy(clause))?;
                    fixed = cx.fixed(view);
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Nogoods {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).modified_positions().priority(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        // Without variables, the propagator only serves as the origin of learned nogoods.
        if self.views.is_empty() {
            return Ok(Status::Entailed);
        }
        if self.refuted {
            return cx.fail(|| SEARCHED.because([]));
        }
        if !self.has_begun {
            self.has_begun = true;
            (0..self.views.len() as u32).for_each(|position| cx.watch_nothing(position));
        }
        self.begin(cx)?;
        for &position in modified {
            self.visit(cx, position as usize)?;
        }
        // The propagator's own changes can affect other clauses.
        Ok(Status::Again)
    }

    fn add_clause(&mut self, clause: &[Atom]) {
        self.refuted |= clause.is_empty();
        let known = |literal: &Atom| self.positions.get(literal.var().index()).is_some_and(|&p| p != u32::MAX);
        let room = u32::try_from(self.literals.len() + clause.len()).is_ok();
        if clause.len() <= LONGEST && room && clause.iter().all(known) {
            self.literals.extend_from_slice(clause);
            self.ends.push(self.literals.len() as u32);
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let root = past.root();
        let stated = |literal: Atom| fact.is_some_and(|fact| fact.follows_from(literal));
        let others = self.clause(hint).iter().filter(|&&literal| !stated(literal));
        why.extend(others.map(|&literal| !literal).filter(|&negation| !root.entails(negation)));
        &SEARCHED
    }

    /// Checks whether all literals of some clause are false in the case.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let gone = |literal: &Atom| case.values(View::from(literal.var())).intersection(&literal.values()).is_empty();
        rule == &SEARCHED && (self.refuted || (0..self.ends.len() as u32).any(|c| self.clause(c).iter().all(gone)))
    }
}
