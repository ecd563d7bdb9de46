//! `--format`: the output formats of boards.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use queens::{Drawing, Notation, Page};

/// The format of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Text(queens::Format),
    /// The notation of another program; standard output contains nothing else.
    Listing(Notation),
    /// A page with all solutions; standard output contains nothing else.
    Page(Page),
    Json,
}

impl Default for Format {
    fn default() -> Format {
        Format::BOARD
    }
}

impl Format {
    pub(crate) const BOARD: Format = Format::Text(queens::Format::Board);

    /// Every format.
    pub(crate) fn all() -> impl Iterator<Item = Format> {
        // Formats of old programs come last.
        let mut notations = Notation::ALL.map(Format::Listing);
        notations.sort_by_key(|format| !format.is_common());
        let text = queens::Format::ALL.into_iter().map(Format::Text);
        text.chain(Page::ALL.map(Format::Page)).chain(notations).chain([Format::Json])
    }

    /// Accepts the names of the formats that `which` selects.
    pub(crate) fn parser(which: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
        let names = Format::all().filter(move |&format| which(format)).map(Format::name);
        PossibleValuesParser::new(names).try_map(|given| {
            let named = Format::all().find(|format| format.name() == given);
            named.ok_or_else(|| format!("`{given}` is not known"))
        })
    }

    /// Whether the format is in general use, and not specific to one old program.
    pub(crate) fn is_common(self) -> bool {
        let Format::Listing(notation) = self else { return true };
        matches!(notation, Notation::Fen | Notation::LeetCode | Notation::Oeis)
    }

    /// Whether the format supports a list of squares.
    pub(crate) fn writes_cells(self) -> bool {
        let listed = [Notation::Python, Notation::Ruby].map(Format::Listing);
        self == Format::Json || self == Format::Text(queens::Format::Squares) || listed.contains(&self)
    }

    /// Whether the format supports partial boards.
    pub(crate) fn writes_candidates(self) -> bool {
        match self {
            Format::Text(format) => !matches!(format, queens::Format::Unicode | queens::Format::Boxed),
            Format::Listing(_) | Format::Json => true,
            Format::Page(_) => false,
        }
    }

    /// Whether the format supports yes/no answers.
    pub(crate) fn answers(self) -> bool {
        match self {
            Format::Listing(notation) => {
                !matches!(notation, Notation::Ox | Notation::Fen | Notation::LeetCode | Notation::Oeis)
            }
            Format::Text(_) | Format::Page(_) => false,
            Format::Json => true,
        }
    }

    /// Whether the format gives a queen's column only by its position in a list.
    pub(crate) fn needs_every_column(self) -> bool {
        match self {
            Format::Text(format) => format == queens::Format::Rows,
            Format::Listing(notation) => notation.needs_every_column(),
            Format::Page(_) | Format::Json => false,
        }
    }

    /// How the format draws a board in text, if it does.
    pub(crate) fn drawing(self) -> Option<Drawing> {
        if let Format::Text(format) = self { format.drawing() } else { None }
    }

    /// Whether the format shows squares without a queen.
    pub(crate) fn draws(self) -> bool {
        self.marks() || matches!(self, Format::Listing(notation) if notation.draws())
    }

    /// Whether the format can mark attacked squares.
    pub(crate) fn marks(self) -> bool {
        self.drawing().is_some() || matches!(self, Format::Page(_))
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Text(format) => format.name(),
            Format::Listing(notation) => notation.name(),
            Format::Page(page) => page.name(),
            Format::Json => "json",
        }
    }
}
