//! The LaTeX page format: a single document with a picture of all boards.

use super::{BALL, BALLS, BAR, CROWN, Sheet, attacked};
use std::fmt::{self, Formatter};

/// The maximum widths of a square, of one board among several, and of a single board, in millimetres.
const SQUARE: f64 = 8.0;
const AMONG: f64 = 30.0;
const ALONE: f64 = 120.0;

pub(super) fn write(sheet: &Sheet, title: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let (n, count) = (sheet.n, sheet.pictures.len());
    let (columns, gap) = (sheet.columns(), sheet.gap());
    let board = if count == 1 { ALONE } else { AMONG };
    let unit = (board / n.max(1) as f64).min(SQUARE);
    writeln!(f, "% {title}")?;
    f.write_str("\\documentclass[border=4mm]{standalone}\n\\usepackage{tikz}\n")?;
    for (name, colour) in
        [("light", "F3E5C8"), ("dark", "BD9166"), ("frame", "6B4A2D"), ("ink", "221C17"), ("attacked", "C2261F")]
    {
        writeln!(f, "\\definecolor{{{name}}}{{HTML}}{{{colour}}}")?;
    }
    writeln!(f, "\\newlength\\unit\n\\setlength\\unit{{{unit:.4}mm}}")?;
    empty_board(n, f)?;
    queen("queen", "fill=ink", f)?;
    queen("otherqueen", "fill=white", f)?;
    f.write_str("\\begin{document}\n\\begin{tikzpicture}[x=\\unit,y=\\unit]\n")?;
    for (i, picture) in sheet.pictures.iter().enumerate() {
        let (x, y) = (i % columns * (n + gap), i / columns * (n + gap) + n);
        writeln!(f, "\\begin{{scope}}[shift={{({x},-{y})}}]\n\\emptyboard")?;
        let attacked = attacked(picture);
        if !attacked.is_empty() {
            f.write_str("\\fill[attacked,opacity=.38]")?;
            for (row, from, to) in attacked {
                write!(f, " ({from},{row}) rectangle ({to},{})", row + 1)?;
            }
            f.write_str(";\n")?;
        }
        for (command, marked) in [("queen", true), ("otherqueen", false)] {
            let queens = picture.queens().iter().rev().filter(|queen| picture.is_marked(queen) == marked);
            let places: Vec<String> = queens.map(|queen| format!("{}/{}", queen.column, queen.row)).collect();
            if !places.is_empty() {
                writeln!(f, "\\foreach \\x/\\y in {{{}}} {{\\{command}{{\\x}}{{\\y}}}}", places.join(","))?;
            }
        }
        f.write_str("\\end{scope}\n")?;
    }
    let lines = [Some(title.to_owned()), sheet.key().map(str::to_owned), sheet.note()].into_iter().flatten();
    let text = lines.map(|line| escaped(&line)).collect::<Vec<_>>().join("\\\\");
    writeln!(f, "\\node[anchor=south west,inner xsep=0pt,align=left,font=\\sffamily\\small] at (0,0) {{{text}}};")?;
    f.write_str("\\end{tikzpicture}\n\\end{document}\n")
}

fn empty_board(n: usize, f: &mut Formatter<'_>) -> fmt::Result {
    kept("board", (n, n), f)?;
    writeln!(f, "\\fill[light] (0,0) rectangle ({n},{n});")?;
    f.write_str("\\draw[dark,line width=\\unit,dash pattern=on \\unit off \\unit]")?;
    for row in 0..n {
        let x = Sheet::first_dark(row);
        if x < n {
            write!(f, " ({x},{row}.5) -- ({n},{row}.5)")?;
        }
    }
    writeln!(f, ";\n\\draw[frame,line width=.06\\unit] (0,0) rectangle ({n},{n});}}}}")?;
    f.write_str("\\newcommand\\emptyboard{\\pgftext[left,bottom]{\\usebox\\keptboard}}\n")
}

fn queen(command: &str, fill: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let up = |&(x, y): &(u32, u32)| format!("(.{x:02},.{:02})", 100 - y);
    kept(command, (1, 1), f)?;
    write!(f, "\\filldraw[{fill},draw=ink,line width=.04\\unit,line join=round] ")?;
    write!(f, "{} -- cycle", CROWN.iter().map(up).collect::<Vec<_>>().join(" -- "))?;
    for ball in &BALLS {
        write!(f, " {} circle[radius=.{BALL:02}]", up(ball))?;
    }
    writeln!(f, " {} rectangle {};}}}}", up(&BAR[0]), up(&BAR[1]))?;
    let place = "\\pgftext[left,bottom,at=\\pgfpointxy{#1}{#2}]";
    writeln!(f, "\\newcommand\\{command}[2]{{{place}{{\\usebox\\kept{command}}}}}")
}

/// Opens a saved box, which is drawn only once, because TeX's memory cannot hold the lines of many boards.
fn kept(name: &str, (wide, high): (usize, usize), f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "\\newsavebox\\kept{name}\n\\sbox\\kept{name}{{\\tikz[x=\\unit,y=\\unit]{{%\n")?;
    writeln!(f, "\\useasboundingbox (0,0) rectangle ({wide},{high});")
}

/// Escapes text for a LaTeX paragraph.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}
