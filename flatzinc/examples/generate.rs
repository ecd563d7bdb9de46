//! Writes large FlatZinc files, to measure how fast they are read: `cargo run --profile dist -p ferz-flatzinc --example
//! generate -- queens 400 text`.
//!
//! `queens n text|json`: n queens with every `all_different` decomposed into `int_lin_ne`, as `minizinc -c -G std`
//! does: three constraints for each pair of rows. `numbers n text|json`: a table of n integers.
#![allow(clippy::print_stdout)]

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["queens", n, "text"] => queens_text(&mut out, count(n)),
        ["queens", n, "json"] => queens_json(&mut out, count(n)),
        ["numbers", n, "text"] => numbers(&mut out, count(n), "array [1..#] of int: t = [", "];\nsolve satisfy;\n"),
        ["numbers", n, "json"] => {
            let before = "{\"variables\": {}, \"arrays\": {\"t\": {\"a\": [";
            let after = "]}}, \"constraints\": [], \"output\": [], \"solve\": {\"method\": \"satisfy\"}, \"version\": \"1.0\"}\n";
            numbers(&mut out, count(n), before, after)
        }
        _ => {
            eprintln!("usage: generate queens|numbers N text|json");
            std::process::exit(2)
        }
    }
}

fn count(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| {
        eprintln!("{text} is not a number");
        std::process::exit(2)
    })
}

/// Lists each pair of rows, with each forbidden difference of their queens.
fn constraints(n: usize) -> impl Iterator<Item = (usize, usize, i64)> {
    (1..=n).flat_map(move |i| (i + 1..=n).map(move |j| (i, j))).flat_map(|(i, j)| {
        let distance = (j - i) as i64;
        [0, distance, -distance].map(|difference| (i, j, difference))
    })
}

fn queens_text(out: &mut impl Write, n: usize) -> io::Result<()> {
    writeln!(out, "array [1..2] of int: X_INTRODUCED_{}_ = [1,-1];", n + 1)?;
    for i in 0..n {
        writeln!(out, "var 1..{n}: X_INTRODUCED_{i}_;")?;
    }
    let names: Vec<String> = (0..n).map(|i| format!("X_INTRODUCED_{i}_")).collect();
    writeln!(out, "array [1..{n}] of var int: q:: output_array([1..{n}]) = [{}];", names.join(","))?;
    for (i, j, difference) in constraints(n) {
        let (a, b) = (i - 1, j - 1);
        let c = n + 1;
        writeln!(out, "constraint int_lin_ne(X_INTRODUCED_{c}_,[X_INTRODUCED_{a}_,X_INTRODUCED_{b}_],{difference});")?;
    }
    writeln!(out, "solve satisfy;")
}

fn queens_json(out: &mut impl Write, n: usize) -> io::Result<()> {
    let commas = |i: usize| if i + 1 < n { "," } else { "" };
    writeln!(out, "{{\n  \"variables\": {{")?;
    for i in 0..n {
        writeln!(out, "    \"X_INTRODUCED_{i}_\" : {{ \"type\" : \"int\", \"domain\" : [[1, {n}]] }}{}", commas(i))?;
    }
    writeln!(out, "  }},\n  \"arrays\": {{")?;
    writeln!(out, "    \"X_INTRODUCED_{}_\" : {{ \"a\": [1, -1] }},", n + 1)?;
    let names: Vec<String> = (0..n).map(|i| format!("\"X_INTRODUCED_{i}_\"")).collect();
    writeln!(out, "    \"q\" : {{ \"a\": [{}] }}\n  }},\n  \"constraints\": [", names.join(", "))?;
    let mut all = constraints(n).peekable();
    while let Some((i, j, difference)) = all.next() {
        let (a, b) = (i - 1, j - 1);
        let comma = if all.peek().is_some() { "," } else { "" };
        writeln!(
            out,
            "    {{ \"id\" : \"int_lin_ne\", \"args\" : [\"X_INTRODUCED_{}_\", [\"X_INTRODUCED_{a}_\", \
             \"X_INTRODUCED_{b}_\"], {difference}]}}{comma}",
            n + 1
        )?;
    }
    writeln!(
        out,
        "  ],\n  \"output\": [\"q\"],\n  \"solve\": {{ \"method\" : \"satisfy\" }},\n  \"version\": \"1.0\"\n}}"
    )
}

fn numbers(out: &mut impl Write, n: usize, before: &str, after: &str) -> io::Result<()> {
    write!(out, "{}", before.replace('#', &n.to_string()))?;
    for i in 0..n {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}{}", i * 7919 % 1000)?;
    }
    write!(out, "{after}")
}
