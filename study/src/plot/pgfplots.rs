//! Plots for LaTeX: a `tikzpicture` of the package pgfplots for each panel.

use super::{COLOURS, Curve, MARKERS, Panel};
use crate::table::latex::code;

/// The names of the markers in pgfplots.
const MARKS: [&str; MARKERS.len()] = ["*", "square*", "triangle*", "diamond*"];

/// Draws the panels one below the other. All curves of a panel share its left axis.
pub(crate) fn pgfplots(title: &str, panels: &[Panel]) -> String {
    let title = title.replace('\n', " ");
    let mut text = format!("% {title}\n% In the preamble: \\usepackage{{pgfplots}} \\pgfplotsset{{compat=1.16}}\n");
    for (k, colour) in COLOURS.iter().enumerate() {
        text += &format!("\\definecolor{{curve{k}}}{{HTML}}{{{}}}\n", colour[1..].to_uppercase());
    }
    for panel in panels {
        let Panel { title, across, .. } = panel;
        text += &format!(
            "\n\\begin{{tikzpicture}}\n\\begin{{axis}}[title={{{title}}}, xlabel={{{across}}}, scaled ticks=false,\n  \
             legend style={{at={{(0.5,-0.22)}}, anchor=north, draw=none}}, legend cell align=left]\n"
        );
        text.extend(panel.curves().map(plotted));
        text += "\\end{axis}\n\\end{tikzpicture}\n";
    }
    text
}

fn plotted(curve: &Curve) -> String {
    let flat = if curve.is_flat { ", const plot" } else { "" };
    let dashed = if curve.is_dashed { ", dashed, mark options=solid" } else { "" };
    let (colour, mark) = (curve.style % COLOURS.len(), MARKS[curve.style % MARKS.len()]);
    let points: Vec<String> = curve.points.iter().map(|(x, y)| format!("({x},{y})")).collect();
    format!(
        "\\addplot[color=curve{colour}, mark={mark}, mark repeat={}{flat}{dashed}] coordinates {{{}}};\n\
         \\addlegendentry{{{}}}\n",
        curve.stride(),
        points.join(" "),
        code(&curve.name)
    )
}
