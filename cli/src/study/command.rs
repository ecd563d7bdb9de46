//! Reconstructs the command line that reproduces a result.

use crate::invocation::texts;

/// Returns this command without the output options (`-o`, `--output`), which do not change the result.
pub(super) fn typed() -> String {
    typed_again(texts())
}

/// Returns the words after the command name, without the options in `others`. These words are a subject and its
/// search options.
pub(super) fn subject(command: &str, others: &[&str]) -> String {
    without(texts().skip_while(|word| word != command).skip(1), others)
}

fn typed_again(words: impl IntoIterator<Item = String>) -> String {
    without(["ferz".to_owned()].into_iter().chain(words), &["-o", "--output"])
}

/// Removes options and their values, which may be separate words, or attached with or without `=`.
fn without(words: impl IntoIterator<Item = String>, options: &[&str]) -> String {
    let mut words = words.into_iter();
    let mut left = Vec::new();
    while let Some(word) = words.next() {
        let value = |option: &&str| {
            let rest = word.strip_prefix(option)?;
            (rest.is_empty() || rest.starts_with('=') || !option.starts_with("--")).then_some(rest)
        };
        match options.iter().find_map(value) {
            None => left.push(quoted(word)),
            Some("") => _ = words.next(),
            Some(_) => {}
        }
    }
    left.join(" ")
}

/// Quotes a word for the shell if necessary.
fn quoted(word: String) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::{typed_again, without};

    #[test]
    fn a_subject_is_what_other_options_leave() {
        let words = ["queens", "8", "--versus", "queens 6", "--order=dom", "--most=3", "--consistency", "domain"];
        let subject = without(words.map(str::to_owned), &["--versus", "--most"]);
        assert_eq!(subject, "queens 8 --order=dom --consistency domain");
    }

    #[test]
    fn words_are_quoted_and_the_file_that_is_written_is_left_out() {
        let typed = |words: &[&str]| typed_again(words.iter().map(|&word| word.to_owned()));
        assert_eq!(
            typed(&["study", "compare", "queens", "8", "+", "model", "it's", "", "--order=dom,input"]),
            "ferz study compare queens 8 + model 'it'\\''s' '' --order=dom,input"
        );
        for file in [&["-o", "a b.html"][..], &["-oa.html"], &["-o=a.html"], &["--output", "a.html"], &["--output=a b"]]
        {
            let words = [&["study", "html", "queens", "8"], file, &["--versus", "queens 6"]].concat();
            assert_eq!(typed(&words), "ferz study html queens 8 --versus 'queens 6'", "{file:?}");
        }
        // The value of the last option is missing.
        assert_eq!(typed(&["study", "html", "-o"]), "ferz study html");
    }
}
