//! Recipes: well-known experiments of constraint programming, each with a recorded result.
//!
//! A recipe makes a [`Table`]. The table's frame (its title, columns, definitions and source) and the recorded result
//! are stored in one file, `study/recipes/NAME.json`. The counts are exact, so every run must reproduce them;
//! [`Recipe::drift`] lists every cell that has changed. `ferz study recipe NAME --record FILE` records new rows. The
//! golden tables confirmed by other programs are in the tests, not here.
//!
//! ```
//! use study::recipes::{Extent, Options, Recipe};
//! let recipe = Recipe::named("naive-queens").expect("it is one of them");
//! let made = recipe.make(&Options { extent: Extent::Few, ..Options::default() })?;
//! assert!(recipe.drift(&made.table)?.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ac_algorithms;
mod explanations;
mod forward_checking;
mod naive_queens;
mod orderings;
mod phase_transition;
mod quasigroup;
mod queens_consistency;
mod several;
mod singleton;

use crate::compare::{Means, StudyError};
use crate::table::{RecordError, Recorded, Table};

/// How much of a recipe to run. Each extent includes all rows of the previous ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Extent {
    /// A few rows, which take only a moment.
    Few,
    /// Enough rows to show the effect.
    #[default]
    Usual,
    /// Also the rows that take a long time.
    Long,
}

/// The options of a recipe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The resources to use.
    pub means: Means,
    /// How much of the recipe to run.
    pub extent: Extent,
}

/// The result of a recipe.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// The table.
    pub table: Table,
    /// The plot as SVG, if the recipe has one.
    pub plot: Option<String>,
}

impl From<Table> for Made {
    fn from(table: Table) -> Made {
        Made { table, plot: None }
    }
}

/// A well-known experiment.
#[derive(Debug)]
pub struct Recipe {
    /// The name on the command line.
    pub name: &'static str,
    recorded: &'static str,
    run: fn(&Options, Table) -> Result<Made, StudyError>,
}

/// Defines the list of recipes. Each recipe is given by its name and by the module that computes its rows.
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
    ac_algorithms "ac-algorithms", explanations "explanations", forward_checking "forward-checking",
    naive_queens "naive-queens", orderings "orderings", phase_transition "phase-transition", quasigroup "quasigroup", queens_consistency "queens-consistency", singleton "singleton",
}

impl Recipe {
    /// Finds the recipe with the given name.
    pub fn named(name: &str) -> Option<&'static Recipe> {
        RECIPES.iter().find(|recipe| recipe.name == name)
    }

    /// Returns a one-line description of the recipe.
    ///
    /// # Errors
    /// [`RecordError`] when the record is damaged.
    pub fn about(&self) -> Result<String, RecordError> {
        let record = Recorded::read(self.recorded)?;
        Ok(record.title().split_once(": ").map_or("", |(_, about)| about).to_owned())
    }

    /// Runs the recipe.
    ///
    /// # Errors
    /// [`StudyError`] when a model cannot be searched or when the record is damaged, which is a bug in the solver.
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

    /// Compares a table of this recipe with the recorded table, and describes each differing cell in one sentence.
    ///
    /// # Errors
    /// [`RecordError`] when the record is damaged.
    pub fn drift(&self, table: &Table) -> Result<Vec<String>, RecordError> {
        Ok(Recorded::read(self.recorded)?.drift(table))
    }
}
