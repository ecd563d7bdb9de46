//! Three recursive programs that list all boards, with call counts.
//!
//! Each program builds the boards with k queens from the boards with k − 1: it places a queen on each row of column k
//! and keeps the boards on which that queen is safe. The programs differ in the nesting of two loops, and one of them
//! recomputes the shorter boards for every row. The first and the last are exercises 2.42 and 2.43 of Abelson and
//! Sussman, *Structure and Interpretation of Computer Programs*. Calls are counted by actually running the programs,
//! not derived from a formula.

use crate::sorted::Sorted;

/// A program that lists all boards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Program {
    /// Loops over the shorter boards and, for each of them, over the rows.
    BoardsOutside,
    /// Loops over the rows and, for each of them, over the same list of shorter boards.
    RowsOutside,
    /// Loops over the rows and, for each of them, over a recomputed list of shorter boards.
    Recomputing,
}

/// The numbers of calls to a program's functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Calls {
    /// The number of tests whether the newest queen is safe from the others.
    pub safe: u64,
    /// The number of times that the program lists the boards with k queens, summed over all k.
    pub lists: u64,
}

/// The error returned when the callback stopped the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abandoned;

/// The boards with a given number of queens, concatenated.
struct Boards {
    queens: usize,
    count: usize,
    rows: Vec<u8>,
}

impl Program {
    /// All three programs.
    pub const ALL: [Program; 3] = [Program::BoardsOutside, Program::RowsOutside, Program::Recomputing];

    /// The maximum board size. Rows are stored in bytes.
    pub const MAX_SIZE: u8 = 100;

    /// The order in which the program lists boards.
    pub fn order(self) -> Sorted {
        match self {
            Program::BoardsOutside => Sorted::Lexicographic,
            Program::RowsOutside | Program::Recomputing => Sorted::Colexicographic,
        }
    }

    /// Runs the program on an n×n board. Returns the rows of each board's queens, from 1, and the numbers of calls.
    /// `go_on` is called before every list and at intervals between tests.
    ///
    /// # Errors
    /// [`Abandoned`] if `go_on` returned false.
    ///
    /// # Panics
    /// If the board is larger than [`Program::MAX_SIZE`].
    ///
    /// ```
    /// use queens::{Calls, Program};
    /// let run = |program: Program| program.run(4, &mut |_| true);
    /// let lex = vec![vec![2, 4, 1, 3], vec![3, 1, 4, 2]];
    /// let colex = vec![vec![3, 1, 4, 2], vec![2, 4, 1, 3]];
    /// assert_eq!(run(Program::BoardsOutside), Ok((lex, Calls { safe: 60, lists: 5 })));
    /// assert_eq!(run(Program::RowsOutside), Ok((colex.clone(), Calls { safe: 60, lists: 5 })));
    /// assert_eq!(run(Program::Recomputing), Ok((colex, Calls { safe: 624, lists: 341 })));
    /// ```
    pub fn run(self, n: u8, go_on: &mut dyn FnMut(Calls) -> bool) -> Result<(Vec<Vec<u8>>, Calls), Abandoned> {
        assert!(n <= Program::MAX_SIZE, "a board of {n} columns");
        let mut run = Running { n, calls: Calls::default(), go_on };
        let boards = run.boards(self, n)?;
        let list = (0..boards.count).map(|i| boards.get(i).to_vec()).collect();
        Ok((list, run.calls))
    }
}

struct Running<'a> {
    n: u8,
    calls: Calls,
    go_on: &'a mut dyn FnMut(Calls) -> bool,
}

impl Running<'_> {
    /// Returns the boards with k queens, as listed by this program.
    fn boards(&mut self, program: Program, k: u8) -> Result<Boards, Abandoned> {
        self.calls.lists += 1;
        self.ask()?;
        // There is exactly one board without queens: the empty one.
        let mut boards = Boards { queens: k.into(), count: usize::from(k == 0), rows: Vec::new() };
        let Some(fewer) = k.checked_sub(1) else { return Ok(boards) };
        if program == Program::Recomputing {
            for row in 1..=self.n {
                let shorter = self.boards(program, fewer)?;
                self.extend_all(&mut boards, &shorter, row)?;
            }
            return Ok(boards);
        }
        let shorter = self.boards(program, fewer)?;
        if program == Program::RowsOutside {
            (1..=self.n).try_for_each(|row| self.extend_all(&mut boards, &shorter, row))?;
            return Ok(boards);
        }
        for i in 0..shorter.count {
            self.ask()?;
            (1..=self.n).for_each(|row| self.extend(&mut boards, shorter.get(i), row));
        }
        Ok(boards)
    }

    fn ask(&mut self) -> Result<(), Abandoned> {
        if (self.go_on)(self.calls) { Ok(()) } else { Err(Abandoned) }
    }

    fn extend_all(&mut self, boards: &mut Boards, shorter: &Boards, row: u8) -> Result<(), Abandoned> {
        for i in 0..shorter.count {
            if i % 64 == 0 {
                self.ask()?;
            }
            self.extend(boards, shorter.get(i), row);
        }
        Ok(())
    }

    /// Adds the board extended by a queen on this row, if that queen is safe.
    fn extend(&mut self, boards: &mut Boards, shorter: &[u8], row: u8) {
        self.calls.safe += 1;
        if safe(shorter, row) {
            boards.rows.extend_from_slice(shorter);
            boards.rows.push(row);
            boards.count += 1;
        }
    }
}

/// Whether a queen on this row of the next column is safe. The other queens are known not to attack each other, and no
/// two queens share a column.
fn safe(queens: &[u8], row: u8) -> bool {
    let distances = (1..).zip(queens.iter().rev());
    distances.into_iter().all(|(distance, &queen)| {
        let apart = queen.abs_diff(row);
        apart != 0 && apart != distance
    })
}

impl Boards {
    fn get(&self, i: usize) -> &[u8] {
        &self.rows[i * self.queens..(i + 1) * self.queens]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placements::{Placement, Placements};

    fn calls(program: Program, n: u8) -> Calls {
        program.run(n, &mut |_| true).expect("every call continues").1
    }

    #[test]
    fn calls_of_the_exercises() {
        for (n, right, wrong) in [(4, 60, 624), (5, 220, 8_160), (6, 894, 128_904)] {
            assert_eq!(calls(Program::BoardsOutside, n).safe, right);
            assert_eq!(calls(Program::RowsOutside, n).safe, right);
            assert_eq!(calls(Program::Recomputing, n).safe, wrong);
        }
        assert_eq!(calls(Program::BoardsOutside, 8), Calls { safe: 15_720, lists: 9 });
        assert_eq!(calls(Program::RowsOutside, 8), Calls { safe: 15_720, lists: 9 });
        let wrong = calls(Program::Recomputing, 8);
        assert_eq!(wrong, Calls { safe: 50_889_536, lists: (8u64.pow(9) - 1) / 7 });
    }

    /// The programs find the same boards, each in its own order.
    #[test]
    fn all_list_the_boards_of_the_plain_search() {
        for n in 1..=7u8 {
            let mut search = Placements::new(n.into()).expect("a small board");
            let mut lex: Vec<Vec<u8>> = Vec::new();
            while let Some(event) = search.next() {
                if let Placement::Completed(_) = event {
                    lex.push(search.placed().iter().map(|queen| queen.column as u8 + 1).collect());
                }
            }
            let mut colex = lex.clone();
            colex.sort_by_key(|rows| rows.iter().rev().copied().collect::<Vec<u8>>());
            for program in Program::ALL {
                let expected = if program.order() == Sorted::Lexicographic { &lex } else { &colex };
                let (boards, calls) = program.run(n, &mut |_| true).expect("every call continues");
                assert_eq!(&boards, expected, "{program:?} {n}");
                if program != Program::Recomputing {
                    assert_eq!(calls.safe, search.efforts().conflict_tests);
                }
            }
        }
    }

    #[test]
    fn a_run_may_be_abandoned() {
        for program in Program::ALL {
            let mut last = Calls::default();
            let mut within = |calls: Calls| {
                last = calls;
                calls.safe <= 10_000
            };
            assert_eq!(program.run(Program::MAX_SIZE, &mut within), Err(Abandoned), "{program:?}");
            assert!(last.safe <= 20_000, "{program:?} {last:?}");
        }
    }
}
