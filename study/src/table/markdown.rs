//! Writes a table as Markdown.

use super::{Cell, Table};

impl Table {
    pub(super) fn markdown(&self) -> String {
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ");
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("### {}\n\n", self.title.replace('\n', " "));
        }
        text += &line(self.columns.iter().map(|column| escaped(&column.name)).collect());
        text += "|";
        (0..self.columns.len()).for_each(|k| text += if self.is_right(k) { "--:|" } else { "---|" });
        text.push('\n');
        for row in &self.rows {
            text += &line(row.iter().map(|cell: &Cell| escaped(&cell.shown())).collect());
        }
        text.push('\n');
        self.notes.iter().for_each(|note| text += &format!("{note}\n\n"));
        self.definitions.iter().for_each(|(term, meaning)| text += &format!("- **{term}**: {meaning}\n"));
        if !self.command.is_empty() {
            text += &format!("\n`{}`\n", self.command);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::table::Format;

    #[test]
    fn bars_in_cells_do_not_end_them() {
        let text = crate::table::tests::sample().write(Format::Markdown);
        assert!(text.starts_with(
            "### Two & more\n\n| model | n | nodes | change | seconds |\n|---|--:|--:|--:|--:|\n\
             | queens, \"six\" | 6 | 79 | – | 0.250 |\n| a\\|b_c | 12 | 292,203 | -1,234 | – |\n"
        ));
        assert!(text.ends_with("- **node**: the root, or a branch & what follows\n\n`ferz study compare queens 6`\n"));
    }
}
