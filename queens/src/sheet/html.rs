//! The HTML page format: a single page that is also well-formed XML.

use super::svg::{Defs, STYLE, Squares};
use super::{FEW, Sheet, escaped, names};
use std::fmt::{self, Formatter};

const PAGE: &str = "\
:root{color-scheme:light dark;--ink:#221c17;--paper:#fdfbf7;--faint:#75675a}
body{margin:2rem auto;max-width:80rem;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{margin:0;font-size:1.6rem}
p{margin:.3rem 0 1.5rem}
.note{padding:.5rem .8rem;border-left:.3rem solid #c2261f}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1.5rem}
main.one{grid-template-columns:minmax(0,32rem)}
figure{margin:0;content-visibility:auto;contain-intrinsic-size:auto 9rem;break-inside:avoid}
main svg{display:block;width:100%}
figcaption{margin-top:.3rem;font-size:.75rem;color:var(--faint);overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){
:root{--ink:#ece5dc;--paper:#1b1815;--faint:#a3958a}
.light{fill:#d8c6a3}
.dark{stroke:#96704b}
.frame{stroke:#0d0b0a}
}
";

pub(super) fn write(sheet: &Sheet, title: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let title = escaped(title);
    let (head, said) = title.split_once(": ").unwrap_or((&title, ""));
    writeln!(f, "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>")?;
    writeln!(f, "<meta charset=\"utf-8\"/>")?;
    writeln!(f, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>")?;
    writeln!(f, "<title>{title}</title>\n<style>\n{STYLE}{PAGE}</style>\n</head>\n<body>")?;
    writeln!(f, "<h1>{head}</h1>\n<p>{said}</p>")?;
    if let Some(key) = sheet.key() {
        writeln!(f, "<p>{key}</p>")?;
    }
    if let Some(note) = sheet.note() {
        writeln!(f, "<p class=\"note\">{note}</p>")?;
    }
    writeln!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position:absolute\">")?;
    writeln!(f, "{}</svg>", Defs(sheet.n))?;
    writeln!(f, "<main{}>", if sheet.pictures.len() == 1 { " class=\"one\"" } else { "" })?;
    let n = sheet.n;
    for (number, picture) in (1..).zip(&sheet.pictures) {
        let squares = Squares(picture);
        let names = if n <= FEW { names(picture) } else { String::new() };
        write!(
            f,
            "<figure><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-.03 -.03 {n}.06 {n}.06\" role=\"img\" "
        )?;
        write!(f, "aria-label=\"board {number}\">{squares}</svg>")?;
        writeln!(f, "<figcaption>{}</figcaption></figure>", format!("{number}. {names}").trim_end())?;
    }
    writeln!(f, "</main>\n</body>\n</html>")
}
