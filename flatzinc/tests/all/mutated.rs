//! A short deterministic version of `flatzinc/fuzz`: mutates the fuzz corpus and the compiled files. Each result must
//! be an instance whose accessors work, or an error with a location inside the file.

use std::path::PathBuf;

use flatzinc::{Instance, ReadError, json, text};

#[path = "../../fuzz/fuzz_targets/visit.rs"]
mod visit;

use crate::dice::Dice;

/// Reads the files in a folder of this crate, sorted by name.
fn files(folder: &str, wanted: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), folder].iter().collect();
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| wanted(&path.file_name().unwrap().to_string_lossy()));
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Makes one or two changes: replaces, inserts or removes bytes and words; repeats a section, or copies one from
/// another file.
fn mutate(r: &mut Dice, file: &[u8], others: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..1 + r.below(2) {
        let from = r.below(bytes.len() + 1);
        let to = (from + r.below(20)).min(bytes.len());
        let new: Vec<u8> = match r.below(7) {
            0 => vec![],
            1 => vec![r.below(256) as u8],
            2 | 3 => r.choose(words).as_bytes().to_vec(),
            4 => bytes[from..to].repeat(2),
            5 => {
                let other = r.choose(others);
                let start = r.below(other.len() + 1);
                other[start..(start + r.below(60)).min(other.len())].to_vec()
            }
            _ => {
                bytes.truncate(from);
                continue;
            }
        };
        let to = if r.below(2) == 0 { from } else { to };
        bytes.splice(from..to, new);
    }
    bytes
}

/// Returns how many files were accepted and rejected.
fn run(
    seeds: &[Vec<u8>],
    words: &[&str],
    rounds: usize,
    read: fn(&[u8]) -> Result<Instance, ReadError>,
    check: fn(&Instance),
) -> (usize, usize) {
    let mut r = Dice(1);
    let (mut good, mut bad) = (0, 0);
    for file in seeds {
        for round in 0..rounds {
            let bytes = if round == 0 { file.clone() } else { mutate(&mut r, file, seeds, words) };
            match read(&bytes) {
                Ok(instance) => {
                    good += 1;
                    visit::visit(&instance);
                    check(&instance);
                }
                Err(error) => {
                    bad += 1;
                    let lines = 1 + bytes.iter().filter(|&&b| b == b'\n').count();
                    assert!((1..=lines as u32).contains(&error.location.line), "{error}");
                    assert!((1..=bytes.len() as u32 + 1).contains(&error.location.column), "{error}");
                }
            }
        }
    }
    (good, bad)
}

fn printed_is_read_again(instance: &Instance) {
    let printed = instance.to_string();
    let again = text::read(printed.as_bytes()).unwrap_or_else(|error| panic!("{error}\nin {printed}"));
    assert_eq!(again.to_string(), printed);
}

#[test]
fn changed_text_files() {
    let mut seeds = files("fuzz/corpus/text", |_| true);
    seeds.extend(files("tests/data", |name| name.ends_with(".fzn")));
    let words = include_str!("../../fuzz/text.dict");
    let words: Vec<&str> = words.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"')).collect();
    let (good, bad) = run(&seeds, &words, 90, text::read, printed_is_read_again);
    assert!(good > 100 && bad > 2000, "{good} read, {bad} refused: both should happen often");
}

#[test]
fn changed_json_files() {
    let mut seeds = files("fuzz/corpus/json", |_| true);
    seeds.extend(files("tests/data", |name| name.ends_with(".json")));
    let words =
        ["\"x\"", "[", "]", "{", "}", ",", ":", "1", "-2.5", "\"set\"", "\"string\"", "\"id\"", "\"args\"", "null"];
    let (good, bad) = run(&seeds, &words, 90, json::read, |instance| drop(instance.to_string()));
    assert!(good > 40 && bad > 2000, "{good} read, {bad} refused: both should happen often");
}
