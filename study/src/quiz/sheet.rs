//! Printed sheets for a quiz, as Markdown, HTML or LaTeX.

use crate::plot::escaped;
use crate::table::latex;

/// The format of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Markdown.
    Markdown,
    /// An HTML page.
    Html,
    /// A LaTeX document.
    Latex,
}

solver_core::named_variants!(pub Format { Markdown = "md", Html = "html", Latex = "latex" });

/// A part of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A heading.
    Heading,
    /// A paragraph.
    Text,
    /// Lines of characters with the same width.
    Picture,
    /// The beginning of a page.
    Page,
}

/// Writes a sheet. Text between backquotes is code.
pub fn sheet(format: Format, parts: &[(Part, String)]) -> String {
    let written: String = parts.iter().map(|(part, text)| written(format, *part, text)).collect();
    match format {
        Format::Markdown => written,
        Format::Html => format!("<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Quiz</title>\n{written}"),
        Format::Latex => format!(
            "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\\begin{{document}}\n{written}\\end{{document}}\n"
        ),
    }
}

fn written(format: Format, part: Part, text: &str) -> String {
    let inline: String =
        text.split('`').zip([false, true].into_iter().cycle()).map(|piece| self::inline(format, piece)).collect();
    match (format, part) {
        (Format::Markdown, Part::Heading) => format!("## {inline}\n\n"),
        (Format::Html, Part::Heading) => format!("<h2>{inline}</h2>\n"),
        (Format::Latex, Part::Heading) => format!("\\section*{{{inline}}}\n"),
        (Format::Html, Part::Text) => format!("<p>{inline}</p>\n"),
        (_, Part::Text) => format!("{inline}\n\n"),
        (Format::Markdown, Part::Picture) => {
            text.lines().map(|line| format!("    {line}\n")).collect::<String>() + "\n"
        }
        (Format::Html, Part::Picture) => format!("<pre>{}</pre>\n", escaped(text)),
        (Format::Latex, Part::Picture) => format!("\\begin{{verbatim}}\n{text}\\end{{verbatim}}\n"),
        (Format::Latex, Part::Page) => "\\newpage\n".to_owned(),
        (_, Part::Page) => "<div style=\"break-before: page\"></div>\n\n".to_owned(),
    }
}

/// Writes a piece of prose or of code.
fn inline(format: Format, (piece, is_code): (&str, bool)) -> String {
    match (format, is_code) {
        (Format::Markdown, true) => format!("`{piece}`"),
        (Format::Markdown, false) => piece.replace('*', "\\*").replace('_', "\\_").replace('<', "\\<"),
        (Format::Html, true) => format!("<code>{}</code>", escaped(piece)),
        (Format::Html, false) => escaped(piece),
        (Format::Latex, true) => latex::code(piece),
        (Format::Latex, false) => latex::escaped(piece),
    }
}
