//! `--format`: how boards are written.

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
