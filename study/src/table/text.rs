//! Writes a table as aligned text, followed by wrapped notes.

use super::Table;

/// The width at which notes are wrapped.
const WIDTH: usize = 100;

impl Table {
    pub(super) fn text(&self) -> String {
        let shown: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(super::Cell::shown).collect()).collect();
        let heads: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let width = |k: usize| {
            let cells = shown.iter().map(|row| &row[k]).chain([&heads[k]]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..heads.len()).map(width).collect();
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("{}\n\n", self.title);
        }
        for row in [&heads].into_iter().chain(&shown) {
            let padded = row.iter().enumerate().map(|(k, cell)| match self.is_right(k) {
                true => format!("{cell:>width$}", width = widths[k]),
                false => format!("{cell:width$}", width = widths[k]),
            });
            text += padded.collect::<Vec<_>>().join("  ").trim_end();
            text.push('\n');
        }
        if !self.notes.is_empty() || !self.definitions.is_empty() || !self.command.is_empty() {
            text.push('\n');
        }
        self.notes.iter().for_each(|note| text += &wrapped(note, 0));
        self.definitions.iter().for_each(|(term, meaning)| text += &wrapped(&format!("{term}: {meaning}"), 2));
        if !self.command.is_empty() {
            text += &format!("command: {}\n", self.command);
        }
        text
    }
}

/// Wraps words into lines of limited width; all lines but the first are indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let wide = word.chars().count();
        if length > 0 && length + 1 + wide > WIDTH {
            lines += &format!("\n{:indent$}", "");
            length = indent;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines += word;
        length += wide;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use crate::table::{Format, Table};

    #[test]
    fn columns_are_aligned_and_long_lines_wrapped() {
        let mut table = crate::table::tests::sample();
        table.note("word ".repeat(30));
        let text = table.write(Format::Text);
        assert_eq!(
            text.lines().take(5).collect::<Vec<_>>(),
            [
                "Two & more",
                "",
                "model           n    nodes  change  seconds",
                "queens, \"six\"   6       79       –    0.250",
                "a|b_c          12  292,203  -1,234        –",
            ]
        );
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(text.ends_with("command: ferz study compare queens 6\n"));
        assert_eq!(Table::default().write(Format::Text), "\n");
    }
}
