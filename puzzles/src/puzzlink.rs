//! Links of puzz.link and other sites that run pzpr: `https://puzz.link/p?slither/5/5/cbcbcddad`.
//!
//! A link names the kind, the numbers of columns and of rows, and the squares row by row. Numbers stand for themselves, a
//! letter from some place in the alphabet on for a run of squares without one; regions are told by their borders, five
//! to a character. How each kind is written is what the editors of pzpr read and write.

use crate::read::{Position, ReadError, lines, shortened};

/// The format, as [`Kind::writes`](crate::Kind::writes) lists it.
pub(crate) const NAME: &str = "puzzlink";

/// The formats of a kind that is written as a text and as a link.
pub(crate) const TEXT_AND_LINK: &[&str] = &["text", NAME];

/// What is written before the name of a kind.
const SITE: &str = "https://puzz.link/p?";

/// A link: the size of its grid, and what follows.
#[derive(Clone, Debug)]
pub(crate) struct Link<'t> {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    rest: &'t str,
    at: Position,
}

/// What stands in a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clue {
    /// Nothing.
    None,
    /// Something without a number.
    Unknown,
    Number(usize),
}

/// A link of one of these names, which mean the same; `None` for a text that is no link.
pub(crate) fn link<'t>(text: &'t str, names: &[&str]) -> Result<Option<Link<'t>>, ReadError> {
    let said = lines(text);
    let Some(&(line, start)) = said.first() else { return Ok(None) };
    let is_bare = names.iter().any(|name| line.starts_with(&format!("{name}/")));
    if !is_bare && !line.starts_with("http://") && !line.starts_with("https://") {
        return Ok(None);
    }
    let expected = format!("expected {SITE}{}/, the numbers of columns and of rows, and the squares", names[0]);
    let begin = if is_bare { Some(0) } else { line.find('?').map(|at| at + 1) };
    let Some(begin) = begin else { return Err(start.right(line.chars().count()).error(expected)) };
    let mut link = Link { columns: 0, rows: 0, rest: &line[begin..], at: start.right(line[..begin].chars().count()) };
    let (name, at) = link.part(&expected)?;
    if !names.contains(&name) {
        return Err(at.error(format!("expected a link to {}, not to `{}`", names[0], shortened(name))));
    }
    link.columns = link.number(&expected, "the number of columns")?;
    link.rows = link.number(&expected, "the number of rows")?;
    if let Some((line, at)) = said.get(1) {
        return Err(at.error(format!("expected nothing after a link, not `{}`", shortened(line))));
    }
    Ok(Some(link))
}

impl<'t> Link<'t> {
    /// What stands before the next stroke.
    fn part(&mut self, expected: &str) -> Result<(&'t str, Position), ReadError> {
        let Some((part, rest)) = self.rest.split_once('/') else {
            return Err(self.at.right(self.rest.chars().count()).error(expected));
        };
        let at = self.at;
        (self.rest, self.at) = (rest, at.right(part.chars().count() + 1));
        Ok((part, at))
    }

    /// A number before the next stroke.
    pub(crate) fn number(&mut self, expected: &str, what: &str) -> Result<usize, ReadError> {
        let (part, at) = self.part(expected)?;
        crate::read::number(part, at, 1..=MAX_SIZE, what)
    }

    /// Where the squares begin, or go on.
    pub(crate) fn place(&self) -> Position {
        self.at
    }

    pub(crate) fn next(&mut self) -> Option<(char, Position)> {
        let (c, at) = (self.rest.chars().next()?, self.at);
        (self.rest, self.at) = (&self.rest[c.len_utf8()..], at.right(1));
        Some((c, at))
    }

    /// The end, where nothing more may follow.
    pub(crate) fn end(&self) -> Result<(), ReadError> {
        match self.rest.chars().next() {
            None => Ok(()),
            Some(c) => Err(self.at.error(format!("expected the end of the link, not `{c}`"))),
        }
    }

    /// Clues of all squares, where `decode` reads one that begins with a character, and the squares after it that have
    /// none; or only these.
    fn squares(
        &mut self,
        mut decode: impl FnMut(&mut Link<'t>, char, Position) -> Result<(Option<Clue>, usize), ReadError>,
    ) -> Result<Vec<(Clue, Position)>, ReadError> {
        let squares = self.columns * self.rows;
        let mut clues = Vec::new();
        while clues.len() < squares {
            let Some((c, at)) = self.next() else {
                return Err(self.at.error(format!("expected {squares} squares, but the link has {}", clues.len())));
            };
            let (clue, blank) = decode(self, c, at)?;
            // What follows a clue may reach beyond the last square; a run of its own may not.
            if clue.is_none() && clues.len() + blank > squares {
                return Err(
                    at.error(format!("`{c}` is a run of {blank} squares, but {} are left", squares - clues.len()))
                );
            }
            clues.extend(clue.map(|clue| (clue, at)));
            clues.extend(std::iter::repeat_n((Clue::None, at), blank));
        }
        clues.truncate(squares);
        Ok(clues)
    }

    /// Numbers from 0 on, in hexadecimal digits; two after a minus.
    pub(crate) fn numbers16(&mut self) -> Result<Vec<(Clue, Position)>, ReadError> {
        self.squares(|link, c, at| match c {
            '0'..='9' | 'a'..='f' => Ok((Some(Clue::Number(digit(c, 16))), 0)),
            '-' => {
                let mut two = || link.next().filter(|(c, _)| c.is_ascii_hexdigit()).map(|(c, _)| digit(c, 16));
                match (two(), two()) {
                    (Some(high), Some(low)) => Ok((Some(Clue::Number(16 * high + low)), 0)),
                    _ => Err(at.right(1).error("expected two digits from 0 to f after `-`")),
                }
            }
            '.' => Ok((Some(Clue::Unknown), 0)),
            'g'..='z' => Ok((None, digit(c, 36) - 15)),
            _ => Err(at.error(format!("expected a digit from 0 to f, `-`, or a letter from g for a run, not `{c}`"))),
        })
    }

    /// Numbers from 0 to 4, with up to two squares without any behind each.
    pub(crate) fn numbers4(&mut self) -> Result<Vec<(Clue, Position)>, ReadError> {
        self.squares(|_, c, at| match c {
            '0'..='9' | 'a'..='e' => Ok((Some(Clue::Number(digit(c, 16) % 5)), digit(c, 16) / 5)),
            '.' => Ok((Some(Clue::Unknown), 0)),
            'g'..='z' => Ok((None, digit(c, 36) - 15)),
            _ => Err(at.error(format!("expected a digit, a letter up to e, or a letter from g for a run, not `{c}`"))),
        })
    }

    /// The regions of all squares, numbered from 0, by the borders between them.
    pub(crate) fn regions(&mut self) -> Result<Vec<usize>, ReadError> {
        let (columns, rows) = (self.columns, self.rows);
        let right = self.bits((columns - 1) * rows)?;
        let below = self.bits(columns * (rows - 1))?;
        let mut region: Vec<usize> = (0..columns * rows).collect();
        // Squares without a border between them are of one region.
        let across = (0..right.len()).map(|i| (i / (columns - 1) * columns + i % (columns - 1), 1, right[i]));
        let down = (0..below.len()).map(|i| (i, columns, below[i]));
        for (square, step, border) in across.chain(down) {
            let (one, other) = (region[square], region[square + step]);
            if !border && one != other {
                region.iter_mut().filter(|region| **region == other).for_each(|region| *region = one);
            }
        }
        Ok(region)
    }

    /// Bits, five to a character, the first the highest.
    fn bits(&mut self, count: usize) -> Result<Vec<bool>, ReadError> {
        let mut bits = Vec::new();
        while bits.len() < count {
            let five = self.next().ok_or(self.at);
            let (c, at) = five.map_err(|at| at.error("the link ends before all borders are told"))?;
            if !c.is_digit(32) || c.is_ascii_uppercase() {
                return Err(at.error(format!("expected a digit or a letter up to v, not `{c}`")));
            }
            bits.extend((0..5).rev().map(|bit| digit(c, 32) >> bit & 1 == 1));
        }
        bits.truncate(count);
        Ok(bits)
    }
}

/// The most rows or columns of a link; each kind has a limit of its own.
const MAX_SIZE: usize = 99;

fn digit(c: char, radix: u32) -> usize {
    c.to_digit(radix).unwrap_or(0) as usize
}

fn letter(number: usize, radix: u32) -> char {
    char::from_digit(number as u32, radix).unwrap_or('?')
}

/// A link to a puzzle, from what its squares are written as.
pub(crate) fn written(name: &str, columns: usize, rows: usize, squares: &str) -> String {
    format!("{SITE}{name}/{columns}/{rows}/{squares}\n")
}

/// Squares with a text each, or none: runs of up to `most` squares without one are letters from `first` on.
pub(crate) fn with_runs(squares: impl IntoIterator<Item = Option<String>>, first: usize, most: usize) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for square in squares.into_iter().map(Some).chain([None]) {
        let ends = !matches!(square, Some(None));
        if run == most || run > 0 && ends {
            text.push(letter(first + run - 1, 36));
            run = 0;
        }
        match square {
            Some(None) => run += 1,
            Some(Some(own)) => text += &own,
            None => {}
        }
    }
    text
}

/// As [`numbers16`](Link::numbers16) reads them.
pub(crate) fn write16(numbers: impl IntoIterator<Item = Option<usize>>) -> String {
    let number = |number: usize| if number < 16 { format!("{number:x}") } else { format!("-{number:02x}") };
    with_runs(numbers.into_iter().map(|own| own.map(number)), 16, 20)
}

/// As [`numbers4`](Link::numbers4) reads them.
pub(crate) fn write4(clues: &[Clue]) -> String {
    let mut squares = Vec::new();
    let mut next = 0;
    while let Some(clue) = clues.get(next) {
        next += 1;
        squares.push(match clue {
            Clue::None => None,
            Clue::Unknown => Some(".".to_owned()),
            Clue::Number(number) => {
                let is_clue = |place: usize| clues.get(place).is_some_and(|clue| *clue != Clue::None);
                let blank = (0..2).find(|&blank| is_clue(next + blank)).unwrap_or(2);
                next += blank;
                Some(letter(number + 5 * blank, 16).to_string())
            }
        });
    }
    with_runs(squares, 16, 20)
}

/// As [`regions`](Link::regions) reads them.
pub(crate) fn write_regions(region: &[usize], columns: usize) -> String {
    let across = (0..region.len()).filter(|square| square % columns + 1 < columns);
    let right: Vec<bool> = across.map(|square| region[square] != region[square + 1]).collect();
    let below: Vec<bool> = region.iter().zip(&region[columns..]).map(|(one, other)| one != other).collect();
    let five = |bits: &[bool]| letter((0..5).filter(|&i| bits.get(i) == Some(&true)).map(|i| 16 >> i).sum(), 32);
    right.chunks(5).chain(below.chunks(5)).map(five).collect()
}
