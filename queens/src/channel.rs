//! Channelling between two views of one board: `x[c] = r` if and only if `y[r] = c`.
//!
//! A square removed on one side is also removed on the other; when a line is fixed on one side, so is the matching line
//! on the other. Trailed integers record the squares that had been removed when the channel last ran, so the cost of a
//! run depends only on the squares removed since then; a line is processed 64 squares at a time. The channel is domain
//! consistent on each equivalence, and on each side it enforces `all_different` with value consistency.

use crate::bits::{bits, first};
use solver_core::ValueSet;
use solver_core::prelude_propagator::*;
use solver_core::proof::ConstraintRows;

static LOST: Rule = Rule::new("channel.lost", "{premises}: it is the same square, so {fact}");

static HELD: Rule = Rule::new("channel.held", "{premises}: it is the same square, so {fact}");

static EDGE: Rule = Rule::new("channel.edge", "the board has no more lines, so {fact}");

/// The hint for removals outside the board. For all other removals, the atom alone determines the reason.
const OUTSIDE: u32 = 1;
const ACROSS: u32 = 0;

/// The constraint that `rows_of_columns[c] = r` if and only if `columns_of_rows[r] = c`, counted from 0.
///
/// ```
/// use queens::Channel;
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 2); 6]);
/// let view: Vec<_> = (0..6).map(|i| b.view(i)).collect();
/// b.post(Box::new(Channel::new((0..3).map(|i| (view[i], view[3 + i])))));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(view[0], 2)).unwrap();
/// e.propagate().unwrap();
/// assert_eq!(e.fixed(view[5]), Some(0));
/// assert!(!e.contains(view[1], 2));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Channel {
    /// The views of both families, those of the columns first.
    views: Box<[View]>,
    n: usize,
    /// Buffers: for each side, the lines from which squares were removed, one bit each.
    dirty: [Box<[u64]>; 2],
    /// For each line on the other side, the lines on the current side whose squares must be removed from it.
    lost: Box<[u64]>,
    touched: Box<[u64]>,
}

/// Writes the proof rows for two families of views of the same size, concatenated in `views`.
pub(crate) fn write(views: &[View], rows: &mut ConstraintRows<'_>) {
    let n = views.len() / 2;
    for (c, &column) in views[..n].iter().enumerate() {
        for (r, &row) in views[n..].iter().enumerate() {
            let same = [Atom::equals(column, r as i32), Atom::equals(row, c as i32)];
            let number = (c * n + r) as i64;
            rows.at_least(("there", number), [!same[0], same[1]], 1);
            rows.at_least(("back", number), [same[0], !same[1]], 1);
        }
    }
    for &view in views {
        rows.at_least(("edge", 0), [Atom::at_least(view, 0)], 1);
        rows.at_least(("edge", 1), [Atom::at_most(view, n as i32 - 1)], 1);
    }
}

/// One of the two families of views.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Columns,
    Rows,
}

impl Side {
    fn other(self) -> Side {
        if self == Side::Columns { Side::Rows } else { Side::Columns }
    }
}

impl Channel {
    /// Channels two families of views. Pair `i` is (row of column `i`, column of row `i`).
    pub fn new(pairs: impl IntoIterator<Item = (View, View)>) -> Channel {
        let (mut views, columns_of_rows): (Vec<View>, Vec<View>) = pairs.into_iter().unzip();
        let n = views.len();
        views.extend(columns_of_rows);
        let words = n.div_ceil(64);
        let set = || vec![0; words].into_boxed_slice();
        Channel { views: views.into(), n, dirty: [set(), set()], lost: vec![0; n].into(), touched: set() }
    }

    /// The set of line indices.
    fn board(&self) -> ValueSet {
        ValueSet::from(0..self.n as i32)
    }

    /// Whether a square is known to be occupied on one side and empty on the other, which is a contradiction.
    fn has_half_a_square(&self, case: &CheckContext<'_>) -> bool {
        let (columns, rows) = self.views.split_at(self.n);
        [(columns, rows), (rows, columns)].into_iter().any(|(side, other)| {
            (0..).zip(side).any(|(line, &view)| {
                let across = case.fixed(view).filter(|&v| self.board().contains(v));
                across.is_some_and(|across| !case.contains(other[across as usize], line))
            })
        })
    }

    fn words(&self) -> usize {
        self.n.div_ceil(64)
    }

    fn view(&self, side: Side, line: usize) -> View {
        self.views[side as usize * self.n + line]
    }

    /// The index of the trailed integer for the squares `64 * word..` of a line that had been *removed* at the end of
    /// the last run.
    fn cell(&self, side: Side, line: usize, word: usize) -> usize {
        (side as usize * self.n + line) * self.words() + word
    }

    fn mark(&mut self, side: Side, line: usize) {
        self.dirty[side as usize][line / 64] |= 1 << (line % 64);
    }

    fn cut_to_board(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for &view in &self.views {
            cx.at_least(view, 0, || Lazy(OUTSIDE))?;
            cx.at_most(view, self.n as i32 - 1, || Lazy(OUTSIDE))?;
        }
        Ok(())
    }

    /// Transfers the removals of one side to the other; returns whether there were any.
    fn carry(&mut self, side: Side, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let mut any = false;
        for block in 0..self.words() {
            let lines = std::mem::take(&mut self.dirty[side as usize][block]);
            if lines == 0 {
                continue;
            }
            any = true;
            cx.work(self.words())?;
            for line in bits(lines) {
                self.gather(side, block * 64 + line, cx)?;
            }
            for word in 0..self.words() {
                for bit in bits(std::mem::take(&mut self.touched[word])) {
                    let across = word * 64 + bit;
                    let gone = std::mem::take(&mut self.lost[across]);
                    let view = self.view(side.other(), across);
                    let base = block as i32 * 64;
                    if cx.window(view, base) & gone != 0 {
                        cx.keep(view, base, !gone, || Lazy(ACROSS))?;
                        self.mark(side.other(), across);
                    }
                }
            }
        }
        Ok(any)
    }

    /// Collects the squares that were removed from a line since the last run; if the line is fixed, fixes the matching
    /// line.
    fn gather(&mut self, side: Side, line: usize, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let view = self.view(side, line);
        for word in 0..self.words() {
            let board = first((self.n - word * 64).min(64));
            let cell = self.cell(side, line, word);
            let seen = cx.trailed(cell) as u64;
            let gone = board & !cx.window(view, word as i32 * 64);
            if gone != seen {
                cx.set_trailed(cell, gone as i64);
                self.touched[word] |= gone & !seen;
                for bit in bits(gone & !seen) {
                    self.lost[word * 64 + bit] |= 1 << (line % 64);
                }
            }
        }
        if let Some(across) = cx.fixed(view) {
            let partner = self.view(side.other(), across as usize);
            if cx.fixed(partner) != Some(line as i32) {
                cx.fix(partner, line as i32, || Lazy(ACROSS))?;
                self.mark(side.other(), across as usize);
            }
        }
        Ok(())
    }
}

impl Propagator for Channel {
    fn scope(&self, scope: &mut Scope) {
        scope
            .watch_all(&self.views, Wake::Domain)
            .priority(1)
            .modified_positions()
            .trailed_integers(2 * self.n * self.words() + 1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let started = 2 * self.n * self.words();
        if cx.trailed(started) == 0 {
            self.cut_to_board(cx)?;
            cx.set_trailed(started, 1);
        }
        // A conflict in an earlier run may have left entries.
        for set in self.dirty.iter_mut().chain([&mut self.touched]) {
            set.fill(0);
        }
        for &position in modified {
            let position = position as usize;
            match position.checked_sub(self.n) {
                None => self.mark(Side::Columns, position),
                Some(row) => self.mark(Side::Rows, row),
            }
        }
        let outcome = (|| {
            while self.carry(Side::Columns, cx)? | self.carry(Side::Rows, cx)? {}
            Ok(Status::Stable)
        })();
        if outcome.is_err() {
            self.lost.fill(0);
        }
        outcome
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact.filter(|_| hint != OUTSIDE) else { return &EDGE };
        let holds = fact.relation() == Relation::Equal;
        for (position, &view) in self.views.iter().enumerate().filter(|(_, view)| view.var() == fact.var()) {
            let (side, line) = if position < self.n { (0, position) } else { (1, position - self.n) };
            let Ok(across) = usize::try_from(view.value_of(fact.value())) else { continue };
            if across >= self.n {
                continue;
            }
            let partner = self.views[(1 - side) * self.n + across];
            let line = line as i32;
            if holds && past.fixed(partner) == Some(line) {
                why.push(Atom::equals(partner, line));
                return &HELD;
            }
            if !holds && !past.contains(partner, line) {
                why.push(Atom::differs(partner, line));
                return &LOST;
            }
        }
        &LOST
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &EDGE {
            self.views.iter().any(|&view| case.values(view).intersection(&self.board()).is_empty())
        } else {
            (rule == &LOST || rule == &HELD) && self.has_half_a_square(case)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dfs::{Counts, Order, board, search};
    use solver_core::Layout;
    use solver_core::constraints::AllDifferentValue;
    use solver_core::engine::{Engine, EngineBuilder};
    use solver_core::harness::{Check, Claim};
    use solver_core::search::Rng;

    fn dual(n: usize, layout: Layout, order: Order) -> Counts {
        let (mut engine, columns) = board(n, n, layout, |views| {
            let (x, y) = views.split_at(n);
            let different = |slope: i32| -> Box<dyn Propagator> {
                Box::new(AllDifferentValue::new((0..).zip(x).map(|(c, &view)| view.plus(slope * c))))
            };
            let channel = Channel::new(x.iter().copied().zip(y.iter().copied()));
            vec![different(0), different(1), different(-1), Box::new(channel)]
        });
        search(&mut engine, &columns, order, u64::MAX)
    }

    #[test]
    fn dual_trees_are_those_of_an_outside_simulation() {
        for layout in [Layout::Auto, Layout::Wide, Layout::Span] {
            let counts = |n, order| {
                let Counts { failures, solutions, .. } = dual(n, layout, order);
                (failures, solutions)
            };
            assert_eq!(counts(7, Order::Input), (65, 40));
            assert_eq!(counts(7, Order::Dom), (62, 40));
            assert_eq!(counts(8, Order::Input), (300, 92));
            assert_eq!(counts(8, Order::Dom), (256, 92));
            assert_eq!(counts(9, Order::Dom), (929, 352));
            assert_eq!(counts(10, Order::Dom), (4106, 724));
        }
    }

    /// The solutions of a channel by itself are the n! permutations, found without failure even if a line takes several
    /// words.
    #[test]
    fn a_channel_alone_counts_permutations() {
        let (mut engine, columns) =
            board(6, 6, Layout::Auto, |views| vec![Box::new(Channel::new((0..6).map(|i| (views[i], views[6 + i]))))]);
        let counts = search(&mut engine, &columns, Order::Input, u64::MAX);
        assert_eq!(counts.solutions, 720);
    }

    /// After random changes on both sides, the two sides have the same remaining squares: across words, after
    /// backtracking, and in every layout.
    #[test]
    fn both_sides_have_the_same_squares() {
        let mut rng = Rng::new(64);
        for case in 0..120 {
            let n = [3, 5, 8, 63, 64, 65, 130][case % 7];
            let layout = [Layout::Auto, Layout::Wide, Layout::Span][case % 3];
            let mut b = EngineBuilder::with_layout(vec![ValueSet::range(-1, n as i32); 2 * n], layout);
            let views: Vec<View> = (0..2 * n).map(|i| b.view(i)).collect();
            b.post(Box::new(Channel::new((0..n).map(|i| (views[i], views[n + i])))));
            let mut engine = b.explaining().build().unwrap();
            engine.propagate().unwrap();
            agree(&engine, &views);
            for _ in 0..6 {
                engine.push_level();
                let from = engine.facts();
                let open = (0..1 + rng.below(40)).all(|_| {
                    let view = views[rng.below(2 * n as u64) as usize];
                    let v = rng.below(n as u64) as i32;
                    let atom = if rng.below(8) == 0 { Atom::equals(view, v) } else { Atom::differs(view, v) };
                    engine.assume(atom).is_ok()
                });
                if open && engine.propagate().is_ok() {
                    agree(&engine, &views);
                    for at in from..engine.facts() {
                        let Some(inference) = engine.inference(at) else { continue };
                        let past = engine.past(at).unwrap();
                        let [premise] = inference.premises[..] else { panic!("{inference:?}") };
                        let view = View::from(premise.var());
                        let mut left = (0..n as i32).filter(|&v| past.contains(view, v));
                        assert!(left.all(|v| premise.holds_for(v)), "{inference:?}");
                    }
                    if rng.below(2) == 0 {
                        continue;
                    }
                }
                engine.pop_level();
                agree(&engine, &views);
            }
        }
    }

    fn agree(engine: &Engine, views: &[View]) {
        let (x, y) = views.split_at(views.len() / 2);
        for (c, &column) in (0..).zip(x) {
            assert!(engine.min(column) >= 0 && engine.max(column) < x.len() as i32);
            for (r, &row) in (0..).zip(y) {
                assert_eq!(engine.contains(column, r), engine.contains(row, c), "column {c}, row {r}");
                assert_eq!(engine.fixed(column) == Some(r), engine.fixed(row) == Some(c), "column {c}, row {r}");
            }
        }
    }

    #[test]
    fn the_harness_finds_no_fault() {
        let check = Check::new("channel")
            .arity(6..=6)
            .values(-1..=3)
            .post(|(), v| Channel::new((0..3).map(|i| (v[i], v[3 + i]))))
            .holds(|(), v| {
                let on_board = v.iter().all(|value| (0..3).contains(value));
                on_board && (0..3).all(|c| (0..3).all(|r| (v[c] == r as i32) == (v[3 + r] == c as i32)))
            })
            .claims(Claim::values(|(), domains, position, value| {
                let (own, other) = if position < 3 { (0, 3) } else { (3, 0) };
                let line = (position - own) as i32;
                (0..3).all(|across| {
                    let partner = &domains[other + across as usize];
                    if across == value { partner.contains(&line) } else { *partner != [line] }
                })
            }))
            .rules([&LOST, &HELD, &EDGE])
            .up_to(20_000);
        check.passes(25_000);
    }
}
