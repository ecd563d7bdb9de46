//! `ferz study recipe`: repeats standard experiments of the field and compares them with their recorded counts.

use super::tables::Output;
use crate::exit::{BadInput, Ended, UNWRITABLE, complain};
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::Write as _;
use std::path::PathBuf;
use study::recipes::{Extent, Options, RECIPES, Recipe};
use study::table::Format;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct RecipeArgs {
    /// The recipe; if omitted, all recipes are listed
    name: Option<String>,

    /// Only a few rows, which take a moment
    #[arg(long, conflicts_with = "long", requires = "name")]
    quick: bool,

    /// Also the rows that take long
    #[arg(long, requires = "name")]
    long: bool,

    /// Write the experiment's plot to this file as SVG, if it has one
    #[arg(long, value_name = "FILE", requires = "name")]
    svg: Option<PathBuf>,

    /// Record the result in this file for later comparisons, instead of comparing it
    #[arg(long, value_name = "FILE", requires = "name")]
    record: Option<PathBuf>,

    #[command(flatten)]
    output: Output,
}

pub(super) fn run(args: &RecipeArgs) -> anyhow::Result<Ended> {
    let Some(name) = &args.name else {
        std::io::stdout().write_all(list()?.as_bytes()).context(UNWRITABLE)?;
        return Ok(Ended::Complete);
    };
    let recipe = Recipe::named(name)
        .ok_or_else(|| BadInput(format!("there is no recipe `{name}`: `ferz study recipe` lists all recipes")))?;
    let extent = match (args.quick, args.long) {
        (true, _) => Extent::Few,
        (_, true) => Extent::Long,
        _ => Extent::Usual,
    };
    let made = recipe.make(&Options { means: args.output.means(), extent })?;
    if args.output.time && made.table.position("seconds").is_none() {
        return Err(BadInput(format!("--time: the recipe `{name}` measures no times")).into());
    }
    if let Some(path) = &args.svg {
        let plot = made.plot.as_ref().ok_or_else(|| BadInput(format!("the recipe `{name}` has no plot")))?;
        std::fs::write(path, plot).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &args.record {
        let record = made.table.write(Format::Json);
        std::fs::write(path, record).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let drift = if args.record.is_none() { recipe.drift(&made.table)? } else { Vec::new() };
    let ended = args.output.write(made.table)?;
    if drift.is_empty() {
        return Ok(ended);
    }
    complain(&format!("the counts differ from the recorded ones ({}):", drift.len()));
    drift.iter().for_each(|cell| complain(&format!("  {cell}")));
    Ok(Ended::Failed)
}

/// Lists all recipes with their descriptions.
fn list() -> anyhow::Result<String> {
    let width = RECIPES.iter().map(|recipe| recipe.name.len()).max().unwrap_or(0);
    RECIPES.iter().map(|recipe| Ok(format!("{:width$}  {}\n", recipe.name, recipe.about()?))).collect()
}
