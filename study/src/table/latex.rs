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
        text += &format!("% In the preamble: \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n");
        text += &line(self.columns.iter().map(|column| escaped(&column.name)).collect());
        text += "\\midrule\n";
        self.rows.iter().for_each(|row| text += &line(row.iter().map(cell).collect()));
        text += "\\bottomrule\n\\end{tabular}\n";
        let notes = self.notes.iter().map(|note| escaped(note));
        let terms = self
            .definitions
            .iter()
            .map(|(term, meaning)| format!("\\emph{{{}}}: {}.", escaped(term), escaped(meaning.trim_end_matches('.'))));
        let command = (!self.command.is_empty()).then(|| code(&self.command));
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

/// Writes the words of a command line.
pub(crate) fn code(text: &str) -> String {
    // Two hyphens would become a dash.
    format!("\\texttt{{{}}}", characters(text).replace("--", "-{}-"))
}

/// Writes text with the symbols of its relations.
pub(crate) fn escaped(text: &str) -> String {
    characters(&text.replace("!=", "≠").replace("<=", "≤").replace(">=", "≥"))
}

/// Escapes characters with a special meaning in LaTeX.
fn characters(text: &str) -> String {
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
            text.contains("\\begin{tabular}{lrrrr}\n\\toprule\nmodel & n & nodes & change & seconds \\\\\n\\midrule\n")
        );
        assert!(text.contains("a$|$b\\_c & 12 & 292\\,203 & $-$1\\,234 & -- \\\\\n\\bottomrule\n\\end{tabular}\n"));
        assert!(text.contains("\\emph{node}: the root, or a branch \\& what follows."));
        assert_eq!(text.matches('{').count(), text.matches('}').count());
        assert_eq!(super::escaped("x != 3, x >= 2 or x <= 1"), "x $\\neq$ 3, x $\\geq$ 2 or x $\\leq$ 1");
        assert_eq!(super::code("--given 'x >= 2'"), "\\texttt{-{}-given 'x $>$$=$ 2'}");
    }
}
