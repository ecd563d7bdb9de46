//! MiniZinc's solver library for Ferz, and the solver configuration files.
//!
//! The files `fzn_<global>.mzn` declare the constraints that Ferz supports natively; `build.rs` adds their reified and
//! half-reified forms. All files are embedded in the program; [`install`] writes them to the folder in which MiniZinc
//! looks for them.

use solver_core::search::{Learning, Relaxation, Restarts};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The library files: names and contents.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The name of the solver's configuration file for MiniZinc.
pub const CONFIGURATION: &str = "ferz.msc";

/// Returns the contents of the solver's configuration file: the paths of the program and of the library, and the
/// supported flags.
pub fn configuration(executable: &Path, library: &Path) -> String {
    filled(include_str!("../share/minizinc/ferz.msc.in"), executable, library)
}

/// The name of the stepper's configuration file for MiniZinc.
pub const STEPPER: &str = "ferz-step.msc";

/// Returns the contents of the stepper's configuration file: the same program as an interactive solver, which MiniZinc
/// supports since version 2.10. Earlier versions report a warning.
pub fn stepper(executable: &Path, library: &Path) -> String {
    filled(include_str!("../share/minizinc/ferz-step.msc.in"), executable, library)
}

/// Fills in a configuration file template by replacing each name in braces with its value as JSON.
fn filled(template: &str, executable: &Path, library: &Path) -> String {
    let choice = |names: Vec<&str>| format!("opt:none:{}", names.join(":"));
    let values = [
        ("{executable}", executable.to_string_lossy().into_owned()),
        ("{library}", library.to_string_lossy().into_owned()),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{restarts}", choice(Restarts::names())),
        (
            "{relaxations}",
            Relaxation::ALL.iter().map(|way| way.name()).fold("opt".to_owned(), |all, way| all + ":" + way),
        ),
        ("{learning}", choice(Learning::ALL.iter().map(|way| way.name()).collect())),
    ];
    // Each line has at most one name, so text that has been inserted is never searched for names.
    let lines = template.split_inclusive('\n').map(|line| match values.iter().find(|(name, _)| line.contains(name)) {
        Some((name, value)) => line.replace(name, &serde_json::Value::from(value.as_str()).to_string()),
        None => line.to_owned(),
    });
    lines.collect()
}

/// The path of the library in a solver folder.
pub fn library_in(folder: &Path) -> PathBuf {
    folder.join("ferz")
}

/// Writes the library and the configuration files into a solver folder, such as `~/.minizinc/solvers`. Removes
/// files that an earlier version left in the library.
///
/// # Errors
/// The system's error if a file cannot be written.
pub fn install(folder: &Path, executable: &Path) -> io::Result<PathBuf> {
    let library = library_in(folder);
    fs::create_dir_all(&library)?;
    for entry in fs::read_dir(&library)? {
        let path = entry?.path();
        let is_known = |name: &str| FILES.iter().any(|(known, _)| *known == name);
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with(".mzn") && !is_known(name) {
            fs::remove_file(&path)?;
        }
    }
    for (name, text) in FILES {
        let path = library.join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    let path = folder.join(CONFIGURATION);
    fs::write(&path, configuration(executable, &library))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate::knows;

    /// The contents of a file, without the newline at the end.
    fn text(name: &str) -> Option<&'static str> {
        FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| text.trim_end())
    }

    #[test]
    fn conditional_forms_are_made_of_native_constraints() {
        let reified = "include \"ferzlib_first.mzn\";\n\n\
            predicate ferz_circuit_reif(array [int] of var int: x, int: first, var bool: b);\n\
            predicate fzn_circuit_reif(array [int] of var int: xs, var bool: b) =\n    ferz_circuit_reif(xs, ferzlib_first(xs), b);";
        assert_eq!(text("fzn_circuit_reif.mzn"), Some(reified));
        let both = text("fzn_circuit.mzn").expect("a file");
        assert!(
            both.ends_with(reified.split_once("\n\n").expect("an include").1.replace("_reif", "_imp").as_str()),
            "{both}"
        );
        let cumulative = text("fzn_cumulative_reif.mzn").expect("a file");
        assert!(cumulative.contains("var int: b, var bool: truth);"), "{cumulative}");
        let truths = text("fzn_table_bool.mzn").expect("a file");
        assert!(truths.contains("ferz_table_bool_reif(") && !truths.contains("fzn_table_bool_imp("), "{truths}");
        assert!(text("fzn_table_bool_reif.mzn").is_some_and(|text| text.starts_with("% Empty")));
        // Only predicates that call a single native constraint get reified and half-reified forms.
        assert!(text("fzn_bin_packing_reif.mzn").is_none() && text("fzn_arg_max_int_reif.mzn").is_none());
    }

    #[test]
    fn the_solver_knows_every_predicate_of_its_library() {
        let mut seen = 0;
        for (file, text) in FILES {
            for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| w.starts_with("ferz_"))
            {
                assert!(knows(word), "{file} uses {word}");
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
