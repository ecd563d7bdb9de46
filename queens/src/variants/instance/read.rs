//! Parsing an instance.

use super::error::{Fault, InstanceError};
use super::text::{Place, Token, tokens};
use super::{Instance, Kind};
use crate::givens::Givens;
use crate::square::Square;
use crate::variants::{ChangeError, Changes, Diagonal};

/// Parsing options for details that the text does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The kind of instance. It is required if the numbers have no names; otherwise it is checked.
    pub kind: Option<Kind>,
    /// The number from which lists of squares count rows and columns, if not the kind's default.
    pub base: Option<u32>,
    /// The number of diagonals to take from the beginning of the list, by default all. Every prefix of a generated list
    /// is an instance.
    pub diagonals: Option<usize>,
}

/// Two numbers with their positions.
type Pair = [(Place, u64); 2];

/// The parsed text before validation.
struct Parts {
    size: (Place, u64),
    kind: Kind,
    pairs: Vec<Pair>,
    /// The number of diagonals according to the text.
    promised: Option<(Place, u64)>,
    end: Place,
}

impl Instance {
    /// Parses an instance.
    ///
    /// # Errors
    /// [`InstanceError`]: the first error, with line and column.
    pub fn read(text: &str, reading: &Reading) -> Result<Instance, InstanceError> {
        let (all, end) = tokens(text)?;
        let mut source = Source { tokens: all.into_iter().peekable(), end };
        let parts = match source.tokens.peek() {
            Some(&(place, token)) if number(token).is_some() => {
                let kind = reading.kind.ok_or_else(|| place.fault(Fault::Bare))?;
                source.bare(kind)?
            }
            _ => source.named()?,
        };
        parts.instance(reading)
    }
}

struct Source<'a, I: Iterator<Item = (Place, Token<'a>)>> {
    tokens: std::iter::Peekable<I>,
    end: Place,
}

impl<'a, I: Iterator<Item = (Place, Token<'a>)>> Source<'a, I> {
    fn next(&mut self, expected: &'static str) -> Result<(Place, Token<'a>), InstanceError> {
        let end = self.end;
        self.tokens.next().ok_or_else(|| end.fault(Fault::Ends(expected)))
    }

    fn number(&mut self, expected: &'static str) -> Result<(Place, u64), InstanceError> {
        let (place, token) = self.next(expected)?;
        let number = number(token).ok_or_else(|| place.unexpected(token, expected))?;
        Ok((place, number))
    }

    fn sign(&mut self, sign: &str, expected: &'static str) -> Result<(), InstanceError> {
        let (place, token) = self.next(expected)?;
        if token == sign { Ok(()) } else { Err(place.unexpected(token, expected)) }
    }

    /// Parses `n`, then (if the kind is diagonals) the number of diagonals, then pairs until the end.
    fn bare(&mut self, kind: Kind) -> Result<Parts, InstanceError> {
        let size = self.number("the board's size")?;
        let promised = match kind {
            Kind::Diagonals => Some(self.number("the number of diagonals")?),
            Kind::Completion | Kind::Blocked => None,
        };
        let mut pairs = Vec::new();
        while self.tokens.peek().is_some() {
            pairs.push([self.number("a number")?, self.number("the second number of a pair")?]);
        }
        Ok(Parts { size, kind, pairs, promised, end: self.end })
    }

    /// Parses statements `letting name = value` in any order.
    fn named(&mut self) -> Result<Parts, InstanceError> {
        let (mut size, mut promised, mut list) = (None, None, None::<(Kind, Vec<Pair>)>);
        while let Some((place, name)) = self.name()? {
            let kind = Kind::ALL.into_iter().find(|kind| kind.key() == name);
            match (name.as_str(), kind, &list) {
                ("n", ..) if size.is_some() => return Err(place.fault(Fault::Again(name))),
                ("n", ..) => size = Some(self.number("the board's size")?),
                ("numdiags", ..) if promised.is_some() => return Err(place.fault(Fault::Again(name))),
                ("numdiags", ..) => promised = Some((place, self.number("the number of diagonals")?.1)),
                (_, Some(second), Some((first, _))) if second != *first => {
                    return Err(place.fault(Fault::Mixed(first.key(), second.key())));
                }
                (_, Some(_), Some(_)) => return Err(place.fault(Fault::Again(name))),
                (_, Some(kind), None) => list = Some((kind, self.pairs()?)),
                (_, None, _) => return Err(place.fault(Fault::Unknown(name))),
            }
        }
        let missing = |what| self.end.fault(Fault::Missing(what));
        let size = size.ok_or_else(|| missing("the board's size, such as `letting n = 8`"))?;
        let (kind, pairs) = list.ok_or_else(|| missing("a list: `init`, `blocks` or `diags`"))?;
        match promised {
            Some((place, _)) if kind != Kind::Diagonals => Err(place.fault(Fault::Foreign(kind.key()))),
            _ => Ok(Parts { size, kind, pairs, promised, end: self.end }),
        }
    }

    /// Parses the name of the next statement, up to its value; returns `None` at the end.
    fn name(&mut self) -> Result<Option<(Place, String)>, InstanceError> {
        const NAME: &str = "a name, such as `n`";
        let Some((mut place, mut name)) = self.tokens.next() else { return Ok(None) };
        if name == "language" {
            // `language ESSENCE' 1.0`
            self.next("the name of the language")?;
            self.next("the language's version")?;
            return self.name();
        }
        if name == "letting" {
            (place, name) = self.next(NAME)?;
        }
        if number(name).is_some() || "[],=".contains(name) {
            return Err(place.unexpected(name, NAME));
        }
        match self.next("`=`")? {
            (_, "=" | "be") => Ok(Some((place, name.to_owned()))),
            (place, other) => Err(place.unexpected(other, "`=`")),
        }
    }

    /// Parses `[[1, 2], [3, 4]]`, with or without commas.
    fn pairs(&mut self) -> Result<Vec<Pair>, InstanceError> {
        self.sign("[", "`[`, the beginning of a list of pairs,")?;
        let mut pairs = Vec::new();
        loop {
            match self.next("`]`, the end of the list,")? {
                (_, "]") => return Ok(pairs),
                (_, "[") => {
                    let first = self.number("a number")?;
                    self.sign(",", "`,` and the second number of a pair")?;
                    let second = self.number("the second number of a pair")?;
                    self.sign("]", "`]`, the end of the pair,")?;
                    pairs.push([first, second]);
                }
                (place, other) => {
                    let expected = "`[`, the beginning of a pair, or `]`, the end of the list,";
                    return Err(place.unexpected(other, expected));
                }
            }
            if self.tokens.peek().is_some_and(|(_, token)| *token == ",") {
                self.tokens.next();
            }
        }
    }
}

impl Parts {
    fn instance(self, reading: &Reading) -> Result<Instance, InstanceError> {
        let (place, size) = self.size;
        let kind = self.kind;
        if let Some(wanted) = reading.kind.filter(|&wanted| wanted != kind) {
            return Err(place.fault(Fault::OtherKind(kind, wanted)));
        }
        if size == 0 {
            return Err(place.fault(Fault::NoColumns));
        }
        // Numbers in the text fit into 32 bits, but a diagonal's number, up to twice the size, might not.
        let size = usize::try_from(size).ok().filter(|&n| n <= i32::MAX as usize / 2);
        let size = size.ok_or_else(|| place.fault(Fault::Number(self.size.1.to_string())))?;
        if let Some((place, stated)) = self.promised.filter(|&(_, stated)| stated != self.pairs.len() as u64) {
            return Err(place.fault(Fault::Diagonals(stated, self.pairs.len())));
        }
        let base = reading.base.unwrap_or(kind.base());
        let mut changes = Changes::none(size);
        match kind {
            Kind::Completion => {
                let squares = squares(&self.pairs, kind, base, size)?;
                let givens = self.each(&squares, |s| Givens::new(size, s))?;
                changes = changes.with_givens(givens).map_err(|e| place.fault(Fault::Changes(e)))?;
            }
            Kind::Blocked => {
                let squares = squares(&self.pairs, kind, base, size)?;
                changes = self.each(&squares, |s| Changes::none(size).with_blocked(s))?;
            }
            Kind::Diagonals => {
                let found = self.pairs.len();
                let wanted = reading.diagonals.unwrap_or(found);
                if wanted > found {
                    return Err(self.end.fault(Fault::TooFew(wanted, found)));
                }
                let diagonals = self.pairs.iter().map(|&pair| diagonal(pair, size)).collect::<Result<Vec<_>, _>>()?;
                let taken = &diagonals[..wanted];
                changes = self.each(taken, |d| Changes::none(size).with_excluded(d))?;
            }
        }
        Ok(Instance { kind, changes })
    }

    /// Builds the changes from all items in the list, or reports the first invalid item.
    fn each<T: Copy, A>(
        &self,
        items: &[T],
        make: impl Fn(Vec<T>) -> Result<A, ChangeError>,
    ) -> Result<A, InstanceError> {
        make(items.to_vec()).map_err(|error| {
            let (mut good, mut bad) = (0, items.len());
            // Finds the shortest invalid prefix by bisection.
            while good + 1 < bad {
                let middle = good.midpoint(bad);
                *(if make(items[..middle].to_vec()).is_ok() { &mut good } else { &mut bad }) = middle;
            }
            self.pairs[bad - 1][0].0.fault(Fault::Changes(error))
        })
    }
}

/// The value of a token, if it is a number.
fn number(token: Token<'_>) -> Option<u64> {
    token.parse().ok()
}

/// Converts pairs of row and column to squares of the board.
fn squares(pairs: &[Pair], kind: Kind, base: u32, size: usize) -> Result<Vec<Square>, InstanceError> {
    let on_board = |line: &'static str, (place, number): (Place, u64)| {
        let from_0 = number.checked_sub(base.into()).filter(|&line| line < size as u64);
        let fault = || place.fault(Fault::OffBoard { line, number, key: kind.key(), base, size });
        Ok(from_0.ok_or_else(fault)? as u32)
    };
    let square = |&[row, column]: &Pair| Ok(Square { row: on_board("row", row)?, column: on_board("column", column)? });
    pairs.iter().map(square).collect()
}

/// Converts `[row + column, 1]`, or `[row - column + n - 1, 0]`, to a diagonal.
fn diagonal([(place, number), (second, direction)]: Pair, size: usize) -> Result<Diagonal, InstanceError> {
    let last = size as i32 - 1;
    let on_board = i32::try_from(number).ok().filter(|&number| number <= 2 * last);
    let on_board = on_board.ok_or_else(|| place.fault(Fault::NoDiagonal(number, size)))?;
    match direction {
        1 => Ok(Diagonal::Falling(on_board)),
        0 => Ok(Diagonal::Rising(on_board - last)),
        other => Err(second.fault(Fault::NoDirection(other))),
    }
}
