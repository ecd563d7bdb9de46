//! Links to puzz.link and other pzpr sites: `https://puzz.link/p?slither/5/5/cbcbcddad`.
//!
//! A link contains the kind, the numbers of columns and rows, and the squares row by row. Numbers stand for themselves,
//! and a letter that is not used as a digit stands for a run of empty squares. Regions are encoded by their borders,
//! five per character. The encodings are those of the pzpr editors.

use crate::read::{Comments, Line, Position, Read, content, shortened};
use std::ops::RangeInclusive;

/// The name of the format, as listed by [`Kind::writes`](crate::Kind::writes).
pub(crate) const NAME: &str = "puzzlink";

/// The output formats of a kind that can be written as text and as a link.
pub(crate) const TEXT_AND_LINK: &[&str] = &["text", NAME];

/// The prefix of the links that are written.
const SITE: &str = "https://puzz.link/p?";

/// A link: the size of its grid and the encoded squares.
#[derive(Clone, Debug)]
pub(crate) struct Link<'t> {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The unread part of the link, and its position.
    pub(crate) rest: &'t str,
    pub(crate) at: Position,
}

/// The content of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clue {
    /// An empty square.
    None,
    /// A clue without a number.
    Unknown,
    Number(usize),
}

impl Clue {
    pub(crate) fn number(self) -> Option<usize> {
        if let Clue::Number(number) = self { Some(number) } else { None }
    }
}

/// The kinds for which links are supported, with their names in links.
#[rustfmt::skip]
const NAMES: [(&str, &str); 14] = [
    ("sudoku", "sudoku"), ("star-battle", "starbattle"), ("region-queens", "starbattle"), ("light-up", "akari"), ("light-up", "lightup"),
    ("hitori", "hitori"), ("heyawake", "heyawake"), ("slitherlink", "slither"), ("slitherlink", "slitherlink"), ("kakuro", "kakuro"), ("minesweeper", "mines"),
    ("skyscrapers", "skyscrapers"), ("skyscrapers", "skyscraper"), ("skyscrapers", "building"),
];

/// Finds a link to any kind: the line, and the text after the site's `?`. Returns `None` for other texts.
fn find(text: &str) -> Option<(Line<'_>, &str)> {
    let line = content(text, Comments::Hash).next()?;
    let link = line.text();
    let site = |begin: &str| begin.contains('/') && begin.contains(|c: char| c.is_alphabetic()) && !begin.contains(' ');
    if let Some((begin, rest)) = link.split_once('?')
        && rest.contains('/')
        && (begin.is_empty() || site(begin))
    {
        return Some((line, rest));
    }
    let name = link.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "_.".contains(c));
    let is_bare =
        link.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() + 1 < link.len() && name.starts_with('/');
    match link.split_once("://") {
        Some(("http" | "https", _)) => Some((line, "")),
        _ => (is_bare || link.starts_with("pzprv")).then_some((line, link)),
    }
}

/// Checks whether a line is a link.
pub(crate) fn is_link(line: &str) -> bool {
    find(line).is_some()
}

/// Rejects text that is a link.
pub(crate) fn refuse(text: &str) -> Read<()> {
    link(text, "").map(|_| ())
}

/// Returns the lines of a text that is not a link, without blank lines and comments.
pub(crate) fn text_lines(text: &str, comments: Comments) -> Read<Vec<Line<'_>>> {
    refuse(text)?;
    Ok(content(text, comments).collect())
}

/// Splits the lines that `text_lines` returns into those for which `is_beside` holds and the others.
pub(crate) fn parted_lines<'t>(
    text: &'t str,
    comments: Comments,
    is_beside: impl FnMut(&Line<'t>) -> bool,
) -> Read<(Vec<Line<'t>>, Vec<Line<'t>>)> {
    Ok(text_lines(text, comments)?.into_iter().partition(is_beside))
}

/// Parses a link to a puzzle of the given kind. Returns `None` if the text is not a link.
pub(crate) fn link<'t>(text: &'t str, kind: &str) -> Read<Option<Link<'t>>> {
    let Some((line, rest)) = find(text) else { return Ok(None) };
    let written = NAMES.iter().find(|(known, _)| *known == kind).map(|(_, name)| name);
    let expected = match written {
        Some(name) => format!("expected {SITE}{name}/, the numbers of columns and of rows, and the squares"),
        None => format!("this is a link, but only links to these kinds can be read: {}", kinds()),
    };
    // A site may append its own fragments or parameters.
    let rest = rest.split(['#', '&']).find(|part| !part.contains('=')).unwrap_or("").trim_end_matches('/');
    let begin =
        if rest.is_empty() { line.text().len() } else { rest.as_ptr() as usize - line.text().as_ptr() as usize };
    let mut link = Link { columns: 0, rows: 0, rest, at: line.start().right(line.text()[..begin].chars().count()) };
    link.at.require(!rest.starts_with("pzprv"), || format!("pzpr files cannot be read: {expected}"))?;
    let (name, at) = link.part(&expected)?;
    let name = name.trim_end_matches("_edit").trim_end_matches("_play");
    at.require(NAMES.contains(&(kind, name)), || match NAMES.iter().find(|(_, known)| *known == name) {
        Some((to, _)) if written.is_some() => format!("this is a link to `{name}`, which is {to}, not {kind}"),
        Some((to, _)) => format!("this is a link to `{name}`, which is {to}; this kind cannot be read from links"),
        None => format!("links to `{}` cannot be read, only links to {}", shortened(name), kinds()),
    })?;
    if link.rest.starts_with(|c: char| !c.is_ascii_digit()) {
        let (option, at) = link.part(&expected)?;
        let rules = || format!("the option `{}` changes the rules and is not supported", shortened(option));
        at.require(option.is_empty(), || format!("{}: expected a number of columns", rules()))?;
    }
    link.columns = link.number(&expected, "the number of columns")?;
    link.rows = link.number(&expected, "the number of rows")?;
    if let Some(more) = content(text, Comments::Hash).nth(1) {
        return Err(more.start().error(format!("expected nothing after a link, not `{}`", shortened(more.text()))));
    }
    Ok(Some(link))
}

/// Lists the kinds for which links are supported.
fn kinds() -> String {
    let mut kinds: Vec<&str> = NAMES.iter().map(|(kind, _)| *kind).collect();
    kinds.dedup();
    kinds.join(", ")
}

impl<'t> Link<'t> {
    /// Returns the text before the next slash, and moves past the slash.
    fn part(&mut self, expected: &str) -> Read<(&'t str, Position)> {
        let missing = || self.at.right(self.rest.chars().count()).error(expected);
        let (part, rest) = self.rest.split_once('/').ok_or_else(missing)?;
        let at = self.at;
        (self.rest, self.at) = (rest, at.right(part.chars().count() + 1));
        Ok((part, at))
    }

    /// Parses the number before the next slash, and moves past the slash.
    pub(crate) fn number(&mut self, expected: &str, what: &str) -> Read<usize> {
        let (part, at) = self.part(expected)?;
        crate::read::number(part, at, 1..=MAX_SIZE, what)
    }

    /// Returns the size of a square board.
    pub(crate) fn size(&self, sizes: RangeInclusive<usize>) -> Read<usize> {
        let (least, most, Link { rows, columns, .. }) = (sizes.start(), sizes.end(), self);
        let wrong = || format!("expected {least} to {most} rows and as many columns, not {rows} and {columns}");
        self.at.require(rows == columns && sizes.contains(rows), wrong).map(|()| *rows)
    }

    pub(crate) fn next(&mut self) -> Option<(char, Position)> {
        self.next_text().and_then(|(text, at)| Some((text.chars().next()?, at)))
    }

    /// Returns the next character as text, and moves past it.
    pub(crate) fn next_text(&mut self) -> Option<(&'t str, Position)> {
        let (text, rest) = self.rest.split_at(self.rest.chars().next()?.len_utf8());
        let at = self.at;
        (self.rest, self.at) = (rest, at.right(1));
        Some((text, at))
    }

    /// Checks that nothing follows in the link.
    pub(crate) fn end(&self) -> Read<()> {
        let more = self.rest.chars().next();
        self.at.require(more.is_none(), || format!("expected the end of the link, not `{}`", more.unwrap_or_default()))
    }

    /// Reads the given number of squares. `decode` is called with the first character of a code. It returns a square
    /// and the number of empty squares after it, or just the length of a run of empty squares.
    pub(crate) fn squares<T: Clone>(
        &mut self,
        squares: usize,
        blank: T,
        mut decode: impl FnMut(&mut Link<'t>, char, Position) -> Read<(Option<T>, usize)>,
    ) -> Read<Vec<(T, Position)>> {
        let mut found = Vec::new();
        while found.len() < squares {
            let missing = format!("expected {squares} squares, but the link has {}", found.len());
            let (c, at) = self.next().ok_or(self.at).map_err(|at| at.error(missing))?;
            let (square, run) = decode(self, c, at)?;
            // Empty squares implied by a clue may extend beyond the last square, but a run may not.
            let left = squares - found.len();
            let wrong = || format!("`{c}` is a run of {run} squares, but only {left} are left");
            at.require(square.is_some() || run <= left, wrong)?;
            found.extend(square.map(|square| (square, at)));
            found.extend(std::iter::repeat_n((blank.clone(), at), run));
        }
        found.truncate(squares);
        Ok(found)
    }

    /// Reads non-negative numbers for this many squares, each as one hexadecimal digit, or as two digits after a minus
    /// sign.
    pub(crate) fn numbers16(&mut self, squares: usize) -> Read<Vec<(Clue, Position)>> {
        self.squares(squares, Clue::None, |link, c, at| match c {
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
            _ => {
                Err(at.error(format!("expected a digit from 0 to f, `-`, or a letter from g on for a run, not `{c}`")))
            }
        })
    }

    /// Reads numbers from 0 to 4, each followed by up to two empty squares.
    pub(crate) fn numbers4(&mut self) -> Read<Vec<(Clue, Position)>> {
        self.squares(self.columns * self.rows, Clue::None, |_, c, at| match c {
            '0'..='9' | 'a'..='e' => Ok((Some(Clue::Number(digit(c, 16) % 5)), digit(c, 16) / 5)),
            '.' => Ok((Some(Clue::Unknown), 0)),
            'g'..='z' => Ok((None, digit(c, 36) - 15)),
            _ => {
                Err(at.error(format!("expected a digit, a letter up to e, or a letter from g on for a run, not `{c}`")))
            }
        })
    }

    /// Reads the regions of all squares, numbered from 0. The link encodes the borders between regions.
    pub(crate) fn regions(&mut self) -> Read<Vec<usize>> {
        let (columns, rows) = (self.columns, self.rows);
        let right = self.bits((columns - 1) * rows)?;
        let below = self.bits(columns * (rows - 1))?;
        Ok(united(columns, &right, &below))
    }

    /// Reads bits, five per character, the most significant first.
    fn bits(&mut self, count: usize) -> Read<Vec<bool>> {
        let mut bits = Vec::new();
        while bits.len() < count {
            let five = self.next().ok_or(self.at);
            let (c, at) = five.map_err(|at| at.error("the link ends before all borders are given"))?;
            let is_digit = c.is_digit(32) && !c.is_ascii_uppercase();
            at.require(is_digit, || format!("expected a digit or a letter up to v, not `{c}`"))?;
            bits.extend((0..5).rev().map(|bit| digit(c, 32) >> bit & 1 == 1));
        }
        bits.truncate(count);
        Ok(bits)
    }
}

/// Joins squares into regions. For each square, row by row, the arguments specify whether there is a border to the
/// right of it and below it. A region's number is the index of one of its squares.
pub(crate) fn united(columns: usize, right: &[bool], below: &[bool]) -> Vec<usize> {
    let mut region: Vec<usize> = (0..below.len() + columns).collect();
    let across = (0..right.len()).map(|i| (i / (columns - 1) * columns + i % (columns - 1), 1, right[i]));
    let down = (0..below.len()).map(|i| (i, columns, below[i]));
    for (square, step, border) in across.chain(down) {
        let (one, other) = (region[square], region[square + step]);
        if !border && one != other {
            region.iter_mut().filter(|region| **region == other).for_each(|region| *region = one);
        }
    }
    region
}

/// The maximum number of rows or columns in a link. Kinds may have lower limits.
const MAX_SIZE: usize = 99;

fn digit(c: char, radix: u32) -> usize {
    c.to_digit(radix).unwrap_or(0) as usize
}

fn letter(number: usize, radix: u32) -> char {
    char::from_digit(number as u32, radix).unwrap_or('?')
}

/// Writes a link to a puzzle with these encoded squares.
pub(crate) fn written(name: &str, columns: usize, rows: usize, squares: &str) -> String {
    format!("{SITE}{name}/{columns}/{rows}/{squares}\n")
}

/// Encodes squares with optional texts. Runs of up to `most` empty squares become letters, starting with `first`.
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

/// Writes numbers so that [`numbers16`](Link::numbers16) can read them.
pub(crate) fn write16(numbers: impl IntoIterator<Item = Option<usize>>) -> String {
    let number = |number: usize| if number < 16 { format!("{number:x}") } else { format!("-{number:02x}") };
    with_runs(numbers.into_iter().map(|own| own.map(number)), 16, 20)
}

/// Writes clues so that [`numbers4`](Link::numbers4) can read them.
pub(crate) fn write4(clues: &[Clue]) -> String {
    let is_clue = |place: usize| clues.get(place).is_some_and(|clue| *clue != Clue::None);
    let (mut squares, mut covered) = (Vec::new(), 0);
    for (place, clue) in clues.iter().enumerate() {
        // The code of a number includes up to two empty squares after it.
        if place < covered {
            continue;
        }
        squares.push(match clue {
            Clue::None => None,
            Clue::Unknown => Some(".".to_owned()),
            Clue::Number(number) => {
                let blank = (0..2).find(|blank| is_clue(place + 1 + blank)).unwrap_or(2);
                covered = place + 1 + blank;
                Some(letter(number + 5 * blank, 16).to_string())
            }
        });
    }
    with_runs(squares, 16, 20)
}

/// Writes regions so that [`regions`](Link::regions) can read them.
pub(crate) fn write_regions(region: &[usize], columns: usize) -> String {
    let across = (0..region.len()).filter(|square| square % columns + 1 < columns);
    let right: Vec<bool> = across.map(|square| region[square] != region[square + 1]).collect();
    let below: Vec<bool> = region.iter().zip(&region[columns..]).map(|(one, other)| one != other).collect();
    let five = |bits: &[bool]| letter((0..5).filter(|&i| bits.get(i) == Some(&true)).map(|i| 16 >> i).sum(), 32);
    right.chunks(5).chain(below.chunks(5)).map(five).collect()
}
