//! Compares the results of our readers with each other and with those of the reader `flatzinc-serde`, on files written
//! by MiniZinc and on generated ones. Each result is converted to the same plain text.

mod made;
mod ours;
mod serde_crate;

use std::path::PathBuf;

use self::made::Made;
use flatzinc::{json, text};
use proptest::test_runner::{Config as ProptestConfig, RngSeed};

fn data(name: &str) -> Vec<u8> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", name].iter().collect();
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Models in `flatzinc/tests/data`, compiled by MiniZinc 2.10.0 to both formats.
const PAIRS: [&str; 5] = ["queens", "sets", "knapsack", "floats", "grid"];
/// The same models and one more, compiled for Gecode by MiniZinc 2.6.4.
const OLDER: [&str; 6] = ["queens", "sets", "knapsack", "floats", "grid", "workshop"];

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

#[test]
fn both_formats_of_one_model_say_the_same() {
    for name in PAIRS {
        let from_text = text::read(&data(&format!("{name}-2.10.0.fzn"))).unwrap();
        let from_json = json::read(&data(&format!("{name}-2.10.0.fzn.json"))).unwrap();
        // JSON lacks paths, and does not record whether the compiler introduced an array.
        let lines = |instance| {
            let lines = ours::lines(instance, &["mzn_path"]).into_iter();
            sorted(lines.map(|l| if l.starts_with("array") { l.replace(" introduced", "") } else { l }).collect())
        };
        assert_eq!(lines(&from_text), lines(&from_json), "{name}");
    }
}

#[test]
fn compiled_text_against_flatzinc_serde() {
    for name in OLDER.map(|n| format!("{n}-2.6.4.fzn")).into_iter().chain(PAIRS.map(|n| format!("{n}-2.10.0.fzn"))) {
        let bytes = data(&name);
        let instance = text::read(&bytes).unwrap();
        let source = std::str::from_utf8(&bytes).unwrap();
        // flatzinc-serde splits statements at a `;` inside a string, which is common in paths, and does not accept
        // escaped quotes.
        if !source.contains("mzn_path") && !source.contains("\\\"") {
            let theirs = serde_crate::from_text(&bytes).unwrap();
            assert_eq!(sorted(ours::lines(&instance, &[])), sorted(serde_crate::lines(&theirs)), "{name}");
        }
        round_trip(&instance);
    }
}

#[test]
fn compiled_json_against_flatzinc_serde() {
    for name in PAIRS {
        let bytes = data(&format!("{name}-2.10.0.fzn.json"));
        let instance = json::read(&bytes).unwrap();
        let theirs = serde_crate::from_json(&bytes).unwrap();
        assert_eq!(ours::lines(&instance, &[]), serde_crate::lines(&theirs), "{name}");
        round_trip(&instance);
    }
}

/// Checks that a printed instance is read back as the same instance.
fn round_trip(instance: &flatzinc::Instance) {
    let printed = instance.to_string();
    let again = text::read(printed.as_bytes()).unwrap_or_else(|error| panic!("{error}\nin {printed}"));
    assert_eq!(again.to_string(), printed);
    assert_eq!(sorted(ours::lines(&again, &[])), sorted(ours::lines(instance, &[])));
}

proptest::proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_files(seed: u64) {
        let made = Made::new(seed);
        let from_text = text::read(made.text.as_bytes()).unwrap_or_else(|error| panic!("{error}\nin {}", made.text));
        let from_json = json::read(made.json.as_bytes()).unwrap_or_else(|error| panic!("{error}\nin {}", made.json));
        let expected = ours::lines(&from_text, &[]);
        proptest::prop_assert_eq!(&expected, &ours::lines(&from_json, &[]));
        // flatzinc-serde does not accept escaped quotes in text and leaves other escapes unchanged.
        if !made.text.contains('\\') {
            let serde_text = serde_crate::from_text(made.text.as_bytes()).unwrap_or_else(|e| panic!("{e}\nin {}", made.text));
            proptest::prop_assert_eq!(&expected, &serde_crate::lines(&serde_text));
        }
        let serde_json = serde_crate::from_json(made.json.as_bytes()).unwrap();
        proptest::prop_assert_eq!(&expected, &serde_crate::lines(&serde_json));
        round_trip(&from_text);
        round_trip(&from_json);
    }
}

#[test]
fn generated_files_show_everything() {
    let all: String = (0..200).map(|seed| Made::new(seed).text).collect();
    for part in ["set of {", "var float", "0.5", "-", "true", "{}", "maximize", "\\\"", "defines_var", "= []"] {
        assert!(all.contains(part), "no {part} in 200 generated files");
    }
}
