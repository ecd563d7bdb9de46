//! Output formats of the general model commands: for people or for programs. Boards have formats of their own.

/// How solutions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Text,
    Json,
}

impl Format {
    pub(crate) const ALL: [Format; 2] = [Format::Text, Format::Json];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
        }
    }
}
