//! `Armies`: the line colours leave enough squares for each army.
//!
//! A square can be white while none of its lines is black, and vice versa. Each line has one colour, so it provides
//! either its possible white squares or its possible black ones. Hence, in each direction, the larger of the two
//! numbers, summed over all lines, must reach the total size of both armies. This also holds if squares of one colour
//! weigh more. If losing a line would leave a colour with too few squares, the line gets that colour. A run takes time
//! proportional to the number of squares on the board.

use super::lines;
use crate::variants::geometry::square;
use solver_core::prelude_propagator::*;

pub(super) static TOO_SMALL: Rule =
    Rule::sum_of_rows("armies.too_small", "{premises}: the armies would be too small, so {fact}");

pub(super) static NO_OWNER: Rule = Rule::new("armies.no_owner", "a line is white or black, so {fact}");

/// The names of the proof rows: each army's size and, for each square, the lines that must have its colour.
const SIZE: &str = "army_size";

/// The propagator. A view is 0 for a white line and 1 for a black one: n columns, n rows, 2n − 1 rising and 2n − 1
/// falling diagonals.
#[derive(Clone, Debug)]
pub struct Armies {
    views: Box<[View]>,
    /// The lines of each square.
    squares: Box<[[u16; 4]]>,
    /// The first line in each direction, and the total number of lines.
    directions: [usize; 5],
    queens: u32,
}

/// The slack of each bound.
struct Spare {
    /// The slack of each colour's number of squares.
    of_colour: [u32; 2],
    /// The slack of the weighted number of squares in each direction, for each pair of weights.
    of_direction: [[u64; 5]; 4],
}

/// The colour of a line, if it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Open,
    White,
    Black,
}

/// The weights of a white and a black square, in pairs.
const WEIGHTS: [(u32, u32); 5] = [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2)];

impl Armies {
    /// Creates the propagator for the lines of an n×n board.
    ///
    /// # Panics
    /// If there are not 6n − 2 views.
    pub fn new(n: usize, views: impl IntoIterator<Item = View>, queens: u32) -> Armies {
        let views: Box<[View]> = views.into_iter().collect();
        let directions = [0, n, 2 * n, (4 * n).saturating_sub(1), (6 * n).saturating_sub(2)];
        assert_eq!(views.len(), directions[4], "the lines of a board of {n} columns");
        let squares = (0..n * n).map(|s| lines(square(s, n), n).map(|line| line as u16)).collect();
        Armies { views, squares, directions, queens }
    }

    /// Returns the numbers of squares that can be white and that can be black, for each line and for the entire board.
    fn potential(&self, owners: &[Owner]) -> (Vec<[u32; 2]>, [u32; 2]) {
        let mut of_line = vec![[0; 2]; owners.len()];
        let mut all = [0; 2];
        for lines in &self.squares {
            let is = |owner| lines.iter().any(|&line| owners[usize::from(line)] == owner);
            for (colour, other) in [Owner::Black, Owner::White].into_iter().enumerate() {
                if !is(other) {
                    all[colour] += 1;
                    lines.iter().for_each(|&line| of_line[usize::from(line)][colour] += 1);
                }
            }
        }
        (of_line, all)
    }

    /// Returns an upper bound on the weighted number of squares in the lines of a direction.
    fn most(lines: &[[u32; 2]], (white, black): (u32, u32)) -> u64 {
        lines.iter().map(|line| u64::from((line[0] * white).max(line[1] * black))).sum()
    }

    fn needed(&self, (white, black): (u32, u32)) -> u64 {
        u64::from(white + black) * u64::from(self.queens)
    }

    fn lines_of_directions<'a>(&self, of_line: &'a [[u32; 2]]) -> [&'a [[u32; 2]]; 4] {
        std::array::from_fn(|direction| &of_line[self.directions[direction]..self.directions[direction + 1]])
    }

    fn direction(&self, line: usize) -> usize {
        self.directions[1..4].iter().filter(|&&first| line >= first).count()
    }

    fn too_small(&self, of_line: &[[u32; 2]], all: [u32; 2]) -> bool {
        let weak = |lines: &[[u32; 2]]| WEIGHTS.into_iter().any(|by| Self::most(lines, by) < self.needed(by));
        all.iter().any(|&squares| squares < self.queens) || self.lines_of_directions(of_line).into_iter().any(weak)
    }

    /// Returns the slack of each bound. None of the bounds may be violated.
    fn spare(&self, of_line: &[[u32; 2]], all: [u32; 2]) -> Spare {
        let spare = |lines| WEIGHTS.map(|by| Self::most(lines, by) - self.needed(by));
        Spare {
            of_colour: all.map(|squares| squares - self.queens),
            of_direction: self.lines_of_directions(of_line).map(spare),
        }
    }

    fn fails(&self, owners: &[Owner]) -> bool {
        let (of_line, all) = self.potential(owners);
        self.too_small(&of_line, all)
    }
}

fn owner(low: i32, high: i32) -> Owner {
    match (low, high) {
        (1.., _) => Owner::Black,
        (_, ..=0) => Owner::White,
        _ => Owner::Open,
    }
}

const OUTSIDE: u32 = u32::MAX;

impl Propagator for Armies {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Bounds).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _woken: &[u32]) -> Result<Status, Conflict> {
        cx.work(4 * self.squares.len())?;
        for &view in &self.views {
            let (low, high) = cx.bounds(view);
            if low < 0 {
                cx.at_least(view, 0, || Lazy(OUTSIDE))?;
            }
            if high > 1 {
                cx.at_most(view, 1, || Lazy(OUTSIDE))?;
            }
        }
        let owners: Vec<Owner> = self.views.iter().map(|&view| owner(cx.min(view), cx.max(view))).collect();
        let (of_line, all) = self.potential(&owners);
        if self.too_small(&of_line, all) {
            return cx.fail(|| Lazy(0));
        }
        let spare = self.spare(&of_line, all);
        for (line, &view) in self.views.iter().enumerate() {
            // Views may share a variable, so an earlier iteration may have decided this line.
            if cx.fixed(view).is_some() {
                continue;
            }
            let [white, black] = of_line[line];
            let of_direction = &spare.of_direction[self.direction(line)];
            // Whether a colour would have too few squares if it lost this line.
            let cannot_go = |own: u32, other: u32, colour: usize| {
                own > spare.of_colour[colour]
                    || WEIGHTS.into_iter().zip(of_direction).any(|((w, b), &spare)| {
                        let (own, other) = if colour == 0 { (own * w, other * b) } else { (own * b, other * w) };
                        u64::from(own.saturating_sub(other)) > spare
                    })
            };
            if cannot_go(white, black, 0) {
                cx.at_most(view, 0, || Lazy(line as u32))?;
            } else if cannot_go(black, white, 1) {
                cx.at_least(view, 1, || Lazy(line as u32))?;
            }
        }
        Ok(Status::Again)
    }

    /// Explains an inference by a subset-minimal set of decided lines, found by deletion.
    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if hint == OUTSIDE {
            return &NO_OWNER;
        }
        let was: Vec<Owner> = self.views.iter().map(|&view| owner(past.min(view), past.max(view))).collect();
        let mut owners = was.clone();
        if let Some(fact) = fact {
            let (line, view) = (hint as usize, self.views[hint as usize]);
            owners[line] = if fact.holds_for(view.var_value(0)) { Owner::Black } else { Owner::White };
        }
        let decided = |line: &usize| was[*line] != Owner::Open;
        for line in (0..owners.len()).filter(decided) {
            let kept = std::mem::replace(&mut owners[line], Owner::Open);
            if !self.fails(&owners) {
                owners[line] = kept;
            }
        }
        for line in (0..owners.len()).filter(|line| decided(line) && owners[*line] != Owner::Open) {
            let view = self.views[line];
            why.push(match owners[line] {
                Owner::Black => Atom::at_least(view, past.min(view)),
                Owner::White | Owner::Open => Atom::at_most(view, past.max(view)),
            });
        }
        why.row(SIZE, self.queens.into());
        &TOO_SMALL
    }

    /// Checks by counting that one colour has too few squares, or that the lines in one direction cannot provide
    /// enough.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let can = |line: usize, colour: i32| case.contains(self.views[line], colour);
        if (0..self.views.len()).any(|line| !can(line, 0) && !can(line, 1)) {
            return true;
        }
        if rule != &TOO_SMALL {
            return false;
        }
        let free = |colour: i32| -> Vec<&[u16; 4]> {
            self.squares.iter().filter(|lines| lines.iter().all(|&line| can(line.into(), colour))).collect()
        };
        let (white, black, queens) = (free(0), free(1), self.queens as usize);
        let on = |squares: &[&[u16; 4]], line: usize| {
            squares.iter().filter(|lines| lines.iter().any(|&other| usize::from(other) == line)).count()
        };
        let gives = |line: usize, w: usize, b: usize| (w * on(&white, line)).max(b * on(&black, line));
        let weak = |bounds: &[usize], w: u32, b: u32| {
            let (w, b) = (w as usize, b as usize);
            (bounds[0]..bounds[1]).map(|line| gives(line, w, b)).sum::<usize>() < (w + b) * queens
        };
        white.len().min(black.len()) < queens
            || self.directions.windows(2).any(|bounds| WEIGHTS.iter().any(|&(w, b)| weak(bounds, w, b)))
    }
}
