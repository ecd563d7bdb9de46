//! `report spaces`: counts the placements before any rule is applied, on every board up to the given size.

use super::{BoardArgs, ReportContext};
use crate::format::Format;
use crate::run::envelope::complete;
use crate::run::prelude::*;
use queens::Space;

#[derive(ClapArgs)]
pub(crate) struct SpacesArgs {
    #[command(flatten)]
    pub(super) board: BoardArgs,

    /// Place K queens instead of N
    #[arg(long, value_name = "K", value_parser = whole_number(0), allow_hyphen_values = true)]
    pieces: Option<u64>,

    /// Output format of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

pub(super) fn print(asked: &mut ReportContext, args: &SpacesArgs) -> anyhow::Result<Ended> {
    let n = u64::from(asked.n);
    let pieces = |n| args.pieces.unwrap_or(n);
    let spaces: Vec<(u64, Space)> = (1..=n).map(|n| (n, Space::new(n, pieces(n)))).collect();
    if args.format == Format::Json {
        // The numbers exceed the range of JSON numbers, so they are written as text.
        let text = |number: Option<u128>| number.map(|number| number.to_string());
        let row = |(n, space): (u64, Space)| {
            let row = Fields::new().with("n", n).with("pieces", pieces(n)).with("squares", text(space.squares));
            row.with("columns", text(space.columns)).with("rows_and_columns", text(space.rows_and_columns))
        };
        let rows: Vec<Fields> = spaces.into_iter().map(row).collect();
        return asked.json(asked.question("spaces"), complete().with("spaces", rows));
    }
    let what = args.pieces.map_or("N queens".to_owned(), |pieces| plural(pieces, "queen"));
    let mut table = vec![["N", "any squares", "no two in a column", "nor in a row"].map(str::to_owned)];
    let last = spaces.iter().rposition(|(_, space)| !space.is_beyond()).map_or(0, |i| i + 1);
    for (n, space) in &spaces[..last] {
        let text = |number: Option<u128>| number.map_or("2^128 or more".to_owned(), |number| number.to_string());
        table.push([n.to_string(), text(space.squares), text(space.columns), text(space.rows_and_columns)]);
    }
    let mut text = format!("ways to place {what} on an NxN board, before any rule\n") + &aligned(&table);
    if last < spaces.len() {
        text += &format!("from N = {} on, all are 2^128 or more\n", last + 1);
    }
    asked.write(&text)
}

/// Writes a table whose columns are as wide as their longest entry.
fn aligned(table: &[[String; 4]]) -> String {
    let width = |column: usize| table.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let [n, a, b, c] = [0, 1, 2, 3].map(width);
    table.iter().map(|[w, x, y, z]| format!("{w:>n$}  {x:>a$}  {y:>b$}  {z:>c$}\n")).collect()
}
