//! `--format`: how boards are written.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use queens::{Drawing, Notation, Page};

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Text(queens::Format),
    /// As another program lists or reads them: nothing else is on standard output.
    Listing(Notation),
    /// All on one page, which is all that is on standard output.
    Page(Page),
    Json,
}

impl Format {
    pub(crate) const BOARD: Format = Format::Text(queens::Format::Board);

    /// Every format.
    pub(crate) fn all() -> impl Iterator<Item = Format> {
        // Those of old programs come last.
        let mut notations = Notation::ALL.map(Format::Listing);
        notations.sort_by_key(|format| !format.is_common());
        let text = queens::Format::ALL.into_iter().map(Format::Text);
        text.chain(Page::ALL.map(Format::Page)).chain(notations).chain([Format::Json])
    }

    /// Accepts the names of some formats.
    pub(crate) fn parser(which: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
        let names = Format::all().filter(move |&format| which(format)).map(Format::name);
        PossibleValuesParser::new(names).try_map(|given| {
            let named = Format::all().find(|format| format.name() == given);
            named.ok_or_else(|| format!("`{given}` is not known"))
        })
    }

    /// Whether any board is written so, not only as an old program lists hers.
    pub(crate) fn is_common(self) -> bool {
        match self {
            Format::Listing(notation) => matches!(notation, Notation::Fen | Notation::LeetCode | Notation::Oeis),
            Format::Text(_) | Format::Page(_) | Format::Json => true,
        }
    }

    /// Whether it can write the squares of the board.
    pub(crate) fn writes_cells(self) -> bool {
        match self {
            Format::Text(format) => format == queens::Format::Squares,
            Format::Listing(notation) => matches!(notation, Notation::Python | Notation::Ruby),
            Format::Page(_) => false,
            Format::Json => true,
        }
    }

    /// Whether it can write boards that grow.
    pub(crate) fn writes_candidates(self) -> bool {
        match self {
            Format::Text(format) => !matches!(format, queens::Format::Unicode | queens::Format::Boxed),
            Format::Listing(_) | Format::Json => true,
            Format::Page(_) => false,
        }
    }

    /// Whether it can say yes or no.
    pub(crate) fn answers(self) -> bool {
        match self {
            Format::Listing(notation) => {
                !matches!(notation, Notation::Ox | Notation::Fen | Notation::LeetCode | Notation::Oeis)
            }
            Format::Text(_) | Format::Page(_) => false,
            Format::Json => true,
        }
    }

    /// Whether a queen's column is told by her place in a list alone.
    pub(crate) fn needs_every_column(self) -> bool {
        match self {
            Format::Text(format) => format == queens::Format::Rows,
            Format::Listing(notation) => notation.needs_every_column(),
            Format::Page(_) | Format::Json => false,
        }
    }

    /// How it draws the board as text, if it does.
    pub(crate) fn drawing(self) -> Option<Drawing> {
        match self {
            Format::Text(format) => format.drawing(),
            Format::Listing(_) | Format::Page(_) | Format::Json => None,
        }
    }

    /// Whether it shows squares without a queen.
    pub(crate) fn draws(self) -> bool {
        match self {
            Format::Text(_) => self.drawing().is_some(),
            Format::Listing(notation) => notation.draws(),
            Format::Page(_) => true,
            Format::Json => false,
        }
    }

    /// Whether attacked squares can be marked in it.
    pub(crate) fn marks(self) -> bool {
        self.drawing().is_some() || matches!(self, Format::Page(_))
    }

    /// The name that the command line knows.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Text(format) => format.name(),
            Format::Listing(notation) => notation.name(),
            Format::Page(page) => page.name(),
            Format::Json => "json",
        }
    }
}
