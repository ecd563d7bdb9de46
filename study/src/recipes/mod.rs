//! Recipes: well-known experiments of the field, each with its recorded result.
//!
//! A recipe makes a [`Table`]. What the table says besides its rows (what it is about, its columns, what they mean, where the experiment comes
//! from) and the recorded result are one file, `study/recipes/NAME.json`. The counts are exact, so another run must give the same;
//! [`Recipe::drift`] lists every cell that has changed since (`ferz study recipe NAME --record FILE` records the rows anew).
//! The golden tables confirmed by other programs are in the tests, not here.
//!
//! ```
//! use study::recipes::{Extent, Options, Recipe};
//! let recipe = Recipe::named("naive-queens").expect("it is one of them");
//! let made = recipe.make(&Options { extent: Extent::Few, ..Options::default() })?;
//! assert!(recipe.drift(&made.table)?.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ac_algorithms;
mod forward_checking;
mod naive_queens;
mod orderings;
mod phase_transition;
mod plot;
mod quasigroup;
mod queens_consistency;
mod several;
mod singleton;

use crate::compare::{Means, StudyError};
use crate::table::{RecordError, Recorded, Table};

/// How much of a recipe is run. Each extent has all rows of those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Extent {
    /// Some rows, in a moment.
    Few,
    /// What shows the point.
    #[default]
    Usual,
    /// Rows that take long as well.
    Long,
}

/// The options of a recipe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// By what means.
    pub means: Means,
    /// How much of it.
    pub extent: Extent,
}

/// What a recipe makes.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// Its table.
    pub table: Table,
    /// A plot of it in SVG, where the recipe has one.
    pub plot: Option<String>,
}

impl From<Table> for Made {
    fn from(table: Table) -> Made {
        Made { table, plot: None }
    }
}

/// An experiment of the field.
#[derive(Debug)]
pub struct Recipe {
    /// Its name on the command line.
    pub name: &'static str,
    recorded: &'static str,
    run: fn(&Options, Table) -> Result<Made, StudyError>,
}

/// Recipes: the module that fills in the rows, and the name.
macro_rules! recipes {
    ($($module:ident $name:literal),+ $(,)?) => {
        /// All recipes, by name.
        pub const RECIPES: &[Recipe] = &[$(Recipe {
            name: $name,
            recorded: include_str!(concat!("../../recipes/", $name, ".json")),
            run: $module::run,
        }),+];
    };
}

recipes! {
    ac_algorithms "ac-algorithms", forward_checking "forward-checking", naive_queens "naive-queens", orderings "orderings",
    phase_transition "phase-transition", quasigroup "quasigroup", queens_consistency "queens-consistency", singleton "singleton",
}

impl Recipe {
    /// The recipe of this name.
    pub fn named(name: &str) -> Option<&'static Recipe> {
        RECIPES.iter().find(|recipe| recipe.name == name)
    }

    /// What it shows, in a line.
    ///
    /// # Errors
    /// [`RecordError`] when the record is damaged.
    pub fn about(&self) -> Result<String, RecordError> {
        let record = Recorded::read(self.recorded)?;
        Ok(record.title().split_once(": ").map_or("", |(_, about)| about).to_owned())
    }

    /// Runs it.
    ///
    /// # Errors
    /// [`StudyError`] when a model cannot be searched, or the record is damaged: a fault of the solver.
    pub fn make(&self, options: &Options) -> Result<Made, StudyError> {
        let mut made = (self.run)(options, Recorded::read(self.recorded)?.frame())?;
        let extent = match options.extent {
            Extent::Few => " --quick",
            Extent::Usual => "",
            Extent::Long => " --long",
        };
        made.table.command = format!("ferz study recipe {}{extent}", self.name);
        Ok(made)
    }

    /// Where a table of this recipe differs from what was recorded, a sentence for each cell.
    ///
    /// # Errors
    /// [`RecordError`] when the record is damaged.
    pub fn drift(&self, table: &Table) -> Result<Vec<String>, RecordError> {
        Ok(Recorded::read(self.recorded)?.drift(table))
    }
}
