//! Writes a table as a LaTeX `tabular`.

use super::{Cell, Table, grouped};

impl Table {
    pub(super) fn latex(&self) -> String {
        let columns: String = (0..self.columns.len()).map(|k| if self.is_right(k) { 'r' } else { 'l' }).collect();
        let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("% {}\n", self.title.replace('\n', " "));
        }
        text += &format!("\\begin{{tabular}}{{{columns}}}\n\\hline\n");
        text += &line(self.columns.iter().map(|column| escaped(&column.name)).collect());
        text += "\\hline\n";
        self.rows.iter().for_each(|row| text += &line(row.iter().map(cell).collect()));
        text += "\\hline\n\\end{tabular}\n";
        let notes = self.notes.iter().map(|note| escaped(note));
        let terms = self
            .definitions
            .iter()
            .map(|(term, meaning)| format!("\\emph{{{}}}: {}.", escaped(term), escaped(meaning.trim_end_matches('.'))));
        let command = (!self.command.is_empty()).then(|| format!("\\texttt{{{}}}", escaped(&self.command)));
        let below: Vec<String> = notes.chain(terms).chain(command).collect();
        if !below.is_empty() {
            text += &format!("\n\\smallskip{{\\footnotesize\n{}\n}}\n", below.join("\n"));
        }
        text
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Count(count) => grouped(*count, "\\,"),
        Cell::Change(change) if *change != 0 => {
            let sign = if *change < 0 { '-' } else { '+' };
            format!("${sign}${}", grouped(change.unsigned_abs(), "\\,"))
        }
        Cell::Missing => "--".to_owned(),
        other => escaped(&other.shown()),
    }
}

/// Escapes the characters that have a meaning in LaTeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' | '>' | '=' => out += &format!("${c}$"),
            '≠' => out += "$\\neq$",
            '≤' => out += "$\\leq$",
            '≥' => out += "$\\geq$",
            '±' => out += "$\\pm$",
            '·' => out += "$\\cdot$",
            '|' => out += "$|$",
            '–' => out += "--",
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::table::Format;

    #[test]
    fn nothing_in_it_is_a_command() {
        let text = crate::table::tests::sample().write(Format::Latex);
        assert!(
            text.contains("\\begin{tabular}{lrrrr}\n\\hline\nmodel & n & nodes & change & seconds \\\\\n\\hline\n")
        );
        assert!(text.contains("a$|$b\\_c & 12 & 292\\,203 & $-$1\\,234 & -- \\\\\n\\hline\n\\end{tabular}\n"));
        assert!(text.contains("\\emph{node}: the root, or a branch \\& what follows."));
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
