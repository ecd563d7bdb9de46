//! Formats a solution for human readers: values by name, or a schedule as bars over time.

use models::{Bar, Classic, Shown};
use solver_core::prelude::*;
use std::fmt::Write as _;

/// The maximum width of a schedule picture.
const WIDTH: i64 = 96;

/// Writes the lines that show a solution.
pub(super) fn picture(classic: &Classic, solution: &Solution) -> Result<String, ModelError> {
    match &classic.shown {
        Shown::Decisions | Shown::Variables(_) => Ok(values(&named(classic, solution)?)),
        Shown::Grid(columns) => {
            Ok(grid(&named(classic, solution)?, *columns, |value, width| format!("{value:>width$}")))
        }
        Shown::Marks(columns) => {
            let mark = |value, _| if value == 1 { "#" } else { "." }.to_owned();
            Ok(grid(&named(classic, solution)?, *columns, mark))
        }
        Shown::Bars(bars) => schedule(bars, solution),
    }
}

/// Returns the displayed values of a solution, grouped by variable or array name.
pub(super) fn named(classic: &Classic, solution: &Solution) -> Result<Vec<(String, Vec<i32>)>, ModelError> {
    let shown: Vec<(String, IntVar)> = match &classic.shown {
        Shown::Decisions | Shown::Grid(_) | Shown::Marks(_) => with_names(classic, &classic.decisions)?,
        Shown::Variables(shown) => with_names(classic, shown)?,
        Shown::Bars(bars) => {
            let start = |bar: &Bar| Some((format!("{} of {}", bar.label, bar.line), bar.task.start().variable()?));
            bars.iter().filter_map(start).collect()
        }
    };
    let array = |name: String| name.split_once('[').map_or(name.clone(), |(array, _)| array.to_owned());
    grouped(shown.into_iter().map(|(name, x)| Ok((array(name), solution.value(x)?))))
}

/// Groups values by key, ordered by the first occurrence of each key.
fn grouped<K: PartialEq, V>(
    all: impl Iterator<Item = Result<(K, V), ModelError>>,
) -> Result<Vec<(K, Vec<V>)>, ModelError> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for one in all {
        let (key, value) = one?;
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    Ok(groups)
}

fn with_names(classic: &Classic, variables: &[IntVar]) -> Result<Vec<(String, IntVar)>, ModelError> {
    variables.iter().map(|&x| Ok((classic.model.name(x)?, x))).collect()
}

/// Writes each array on its own line; single values share a line.
fn values(named: &[(String, Vec<i32>)]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for (name, values) in named {
        let plain: Vec<String> = values.iter().map(i32::to_string).collect();
        let line = format!("{name} = {}", plain.join(" "));
        let beside = values.len() == 1 && length > 0 && length + 2 + line.len() <= WIDTH as usize;
        if !text.is_empty() {
            text += if beside { ", " } else { "\n" };
        }
        length = match values.len() {
            1 if beside => length + 2 + line.len(),
            1 => line.len(),
            _ => 0,
        };
        text += &line;
    }
    text + "\n"
}

/// Writes each grid row on its own line. A cell is as wide as the longest number.
fn grid(named: &[(String, Vec<i32>)], columns: usize, cell: impl Fn(i32, usize) -> String) -> String {
    let mut text = String::new();
    for (name, values) in named {
        let width = values.iter().map(|v| v.to_string().len()).max().unwrap_or(0);
        let _ = writeln!(text, "{name}:");
        for row in values.chunks(columns.max(1)) {
            let _ = writeln!(text, "  {}", row.iter().map(|&value| cell(value, width)).collect::<Vec<_>>().join(" "));
        }
    }
    text
}

/// Writes a line for each machine. A cell covers several time units and shows the task that runs at its start.
fn schedule(bars: &[Bar], solution: &Solution) -> Result<String, ModelError> {
    let lines = grouped(bars.iter().map(|bar| Ok((&bar.line, (solution.interval(&bar.task)?, bar)))))?;
    let ends = lines.iter().flat_map(|(_, tasks)| tasks).filter_map(|(times, _)| Some(times.as_ref()?.end));
    let end = ends.max().unwrap_or(0).max(1);
    let unit = (end + WIDTH - 1) / WIDTH;
    let cells = (end + unit - 1) / unit;
    let head = lines.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (line, tasks) in &lines {
        let mut row = vec![' '; cells as usize];
        for (times, bar) in tasks {
            let Some(times) = times else { continue };
            let (from, to) = ((times.start + unit - 1) / unit, (times.end + unit - 1) / unit);
            let mut label = bar.label.chars();
            for (k, cell) in (from..to).enumerate() {
                let fill = if k == 0 { label.next() } else { None };
                row[cell as usize] = fill.or_else(|| label.next().filter(|_| to - from > 3)).unwrap_or('=');
            }
        }
        let row: String = row.into_iter().collect();
        let _ = writeln!(text, "{line:head$} |{row}|");
    }
    let _ = writeln!(text, "{:head$}  0{end:>width$}", "", width = cells as usize);
    Ok(text)
}
