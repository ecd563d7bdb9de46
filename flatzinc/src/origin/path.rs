//! Paths, which give the source of an item in a model; `minizinc --keep-paths` writes them in `mzn_path`.
//!
//! A path is a list of segments, from the item to its innermost part. Each segment is
//! `FILE|LINE|COLUMN|LINE|COLUMN|KIND|WHAT`; a loop adds a segment `…|r=3` for each iteration. Library segments come
//! after the segments of the model.

/// A part of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment<'a> {
    pub(crate) file: &'a str,
    /// Line and column, both from 1, of the first and the last character.
    pub(crate) first: (usize, usize),
    pub(crate) last: (usize, usize),
    /// `ca` for a call, `bin` for an operator, `id` for a name, `il` for an element, `vd` for a declaration, or an
    /// iteration of a loop.
    pub(crate) kind: &'a str,
    pub(super) what: Option<&'a str>,
}

impl<'a> Segment<'a> {
    fn new(text: &'a str) -> Option<Segment<'a>> {
        let mut fields = text.split('|');
        let file = fields.next()?;
        let mut number = || fields.next()?.parse::<usize>().ok();
        let (first, last) = ((number()?, number()?), (number()?, number()?));
        let (kind, what) = (fields.next()?, fields.next());
        Some(Segment { file, first, last, kind, what })
    }

    /// The name of the file, without its folder.
    pub(super) fn file_name(&self) -> &'a str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(self.file)
    }

    /// The loop variable and its value, if the segment is an iteration of a loop.
    pub(crate) fn assignment(&self) -> Option<(&'a str, &'a str)> {
        self.kind.split_once('=').filter(|_| self.what.is_none())
    }

    /// The name that is called, declared or used, without the number that MiniZinc may put before it.
    pub(crate) fn what(&self) -> Option<&'a str> {
        self.what.map(|what| what.split_once('@').map_or(what, |(_, name)| name).trim_matches('\''))
    }

    /// Whether the segment only groups other constraints.
    fn is_frame(&self) -> bool {
        match self.kind {
            "ac" | "al" | "il" => true,
            "ca" => self.what() == Some("forall"),
            "bin" => self.what() == Some("/\\"),
            _ => self.assignment().is_some(),
        }
    }
}

/// A parsed path.
#[derive(Clone, Debug)]
pub(crate) struct Path<'a> {
    segments: Vec<Segment<'a>>,
}

impl<'a> Path<'a> {
    pub(crate) fn new(text: &'a str) -> Path<'a> {
        Path { segments: text.split(';').filter_map(Segment::new).collect() }
    }

    /// The segments of the model itself, up to the first library segment. A segment belongs to the model if its file is
    /// in the folder of the first file or in a subfolder.
    pub(crate) fn own(&self) -> impl Iterator<Item = Segment<'a>> {
        let folder = |file: &'a str| file.rfind(['/', '\\']).map_or("", |at| &file[..at]);
        let home = self.segments.first().map_or("", |first| folder(first.file));
        let is_own = move |file: &str| !file.is_empty() && file.starts_with(home);
        self.segments
            .iter()
            .copied()
            .take_while(move |s| s.file.is_empty() || is_own(s.file))
            .filter(|s| !s.file.is_empty())
    }

    /// The loop iterations.
    pub(crate) fn loops(&self) -> Vec<Segment<'a>> {
        self.own().filter(|segment| segment.assignment().is_some()).collect()
    }

    /// The most informative segment: the first one inside the loops that does not merely group others.
    pub(crate) fn statement(&self) -> Option<Segment<'a>> {
        let own: Vec<Segment<'a>> = self.own().collect();
        let inner = own.iter().rposition(|segment| segment.assignment().is_some()).map_or(0, |at| at + 1);
        own[inner..].iter().find(|segment| !segment.is_frame()).copied()
    }

    /// The innermost segment in the model, unless the path contains a `not`.
    pub(crate) fn expression(&self) -> Option<Segment<'a>> {
        let negated = self.segments.iter().any(|segment| segment.what() == Some("not"));
        self.own().last().filter(|segment| !negated && !segment.is_frame())
    }

    /// The variable at the end of a path; for an array element, also its index, from 0.
    pub(crate) fn variable(&self) -> Option<(&'a str, Option<usize>)> {
        let (last, before) = self.segments.split_last()?;
        match (last.kind, before.last()) {
            ("il", Some(array)) if array.kind == "id" => Some((array.what()?, Some(last.what()?.parse().ok()?))),
            ("vd", Some(name)) if name.kind == "id" && before.len() == 1 => Some((name.what()?, None)),
            _ => None,
        }
    }

    /// The line of the item, as `model.mzn:3`.
    pub(crate) fn place(&self) -> Option<String> {
        let item = self.segments.first().filter(|item| item.first.0 > 0)?;
        Some(format!("{}:{}", item.file_name(), item.first.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "/m/s.mzn|6|12|6|56|ca|forall;/m/s.mzn|6|12|6|56|ac;/m/s.mzn|6|19|6|19|r=3;/m/s.mzn|6|30|6|55|ca|\\17@all_different;\
        /usr/std/all_different.mzn|12|4|13|36|bin|'/\\';";

    #[test]
    fn a_statement_stands_within_its_loops() {
        let path = Path::new(ROWS);
        let statement = path.statement().expect("a call");
        assert_eq!((statement.what(), statement.first, statement.last), (Some("all_different"), (6, 30), (6, 55)));
        assert_eq!(path.loops()[0].assignment(), Some(("r", "3")));
        assert_eq!((path.place().as_deref(), path.own().count()), (Some("s.mzn:6"), 4));
        assert_eq!(Path::new("nothing").place(), None);
    }

    #[test]
    fn variables_are_named_by_what_they_end_in() {
        assert_eq!(Path::new("/m/s.mzn|4|32|4|35|id|cell;|0|0|0|0|il|13;").variable(), Some(("cell", Some(13))));
        assert_eq!(Path::new("/m/f.mzn|9|13|9|15|id|end;/m/f.mzn|9|1|9|15|vd;").variable(), Some(("end", None)));
        assert_eq!(Path::new(ROWS).variable(), None);
    }
}
