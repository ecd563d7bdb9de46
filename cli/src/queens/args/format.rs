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

    pub(crate) const ALL: [Format; 19] = [
        Format::Text(queens::Format::Board),
        Format::Text(queens::Format::Rows),
        Format::Text(queens::Format::Pairs),
        Format::Text(queens::Format::Squares),
        Format::Text(queens::Format::Unicode),
        Format::Text(queens::Format::Boxed),
        Format::Page(Page::Svg),
        Format::Page(Page::Html),
        Format::Page(Page::Latex),
        Format::Listing(Notation::Fen),
        Format::Listing(Notation::LeetCode),
        Format::Listing(Notation::Oeis),
        Format::Listing(Notation::SchemePairs),
        Format::Listing(Notation::Scheme),
        Format::Listing(Notation::Python),
        Format::Listing(Notation::Ruby),
        Format::Listing(Notation::JBox),
        Format::Listing(Notation::Ox),
        Format::Json,
    ];

    /// Accepts the names of some formats.
    pub(crate) fn parser(which: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
        let all = Format::ALL.into_iter().filter(move |&format| which(format));
        PossibleValuesParser::new(all.map(Format::name)).try_map(|given| {
            Format::ALL
                .into_iter()
                .find(|format| format.name() == given)
                .ok_or_else(|| format!("`{given}` is not known"))
        })
    }

    /// Whether any board is written so, not only as an old program lists hers.
    pub(crate) fn is_common(self) -> bool {
        match self {
            Format::Listing(notation) => matches!(notation, Notation::Fen | Notation::LeetCode | Notation::Oeis),
            Format::Text(_) | Format::Page(_) | Format::Json => true,
        }
    }

    /// Whether it can write any number of queens.
    pub(crate) fn takes_pieces(self) -> bool {
        !self.needs_every_column()
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
