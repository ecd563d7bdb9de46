//! The text of a model, extracted from its lines, with loop variables replaced by their values.

use super::Segment;

/// Extracts an inclusive range of columns from a line. Columns count characters, from 1.
fn cut(line: &str, from: usize, to: usize) -> String {
    line.chars().skip(from.saturating_sub(1)).take((to + 1).saturating_sub(from)).collect()
}

/// The text of a segment, joined into one line.
pub(super) fn of_span(lines: &[String], at: &Segment<'_>) -> Option<String> {
    let ((line, column), (last, end)) = (at.first, at.last);
    let mut text = String::new();
    for number in line..=last {
        let from = if number == line { column } else { 1 };
        let to = if number == last { end } else { usize::MAX - 1 };
        text += without_comment(&cut(lines.get(number.checked_sub(1)?)?, from, to)).trim();
        text.push(' ');
    }
    Some(text.trim_end().to_owned()).filter(|text| !text.is_empty())
}

fn without_comment(line: &str) -> &str {
    line.split('%').next().unwrap_or(line)
}

/// The text from the start of a segment to the next semicolon.
pub(super) fn to_semicolon(lines: &[String], at: &Segment<'_>) -> Option<String> {
    let (line, column) = at.first;
    let mut text = cut(lines.get(line.checked_sub(1)?)?, column, usize::MAX - 1);
    for more in &lines[line..] {
        if text.contains(';') {
            break;
        }
        text.push(' ');
        text += more.trim();
    }
    let text = text.split(';').next()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// The name of the set that a loop iterates over: `Nurse` in `p, q in Nurse`.
pub(super) fn generator(lines: &[String], at: &Segment<'_>) -> Option<String> {
    let text = to_semicolon(lines, at)?;
    let tokens = tokens(&text);
    let mut words = tokens.iter().filter(|token| !token.trim().is_empty());
    words.by_ref().find(|token| **token == "in")?;
    words.next().map(|set| (*set).to_owned())
}

/// Splits a text into words, numbers, strings, the range operator `..`, and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |at| at + 2)
        } else if rest.starts_with("..") {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Replaces names with values, computes sums and differences of two numbers, and removes extra spaces.
pub(super) fn substituted(text: &str, known: &[(&str, String)]) -> String {
    let value = |token: &str| known.iter().rev().find(|(name, _)| *name == token).map(|(_, value)| value.clone());
    let mut out: Vec<String> = Vec::new();
    for token in tokens(text) {
        if token.trim().is_empty() {
            if out.last().is_some_and(|last| last != " ") {
                out.push(" ".to_owned());
            }
            continue;
        }
        out.push(value(token).unwrap_or_else(|| token.to_owned()));
        fold(&mut out);
    }
    // Folds a sum at the end of the text.
    out.push(")".to_owned());
    fold(&mut out);
    out.pop();
    out.concat()
}

/// Replaces `3 + 1,` with `4,` if no adjacent operator binds more tightly.
fn fold(out: &mut Vec<String>) {
    let words: Vec<(usize, &str)> =
        out.iter().enumerate().rev().filter(|(_, t)| *t != " ").take(5).map(|(i, t)| (i, t.as_str())).collect();
    let &[(_, end), (last, b), (_, sign), (first, a), ..] = &words[..] else { return };
    let before = words.get(4).map_or("(", |word| word.1);
    let opens = ["(", "[", ",", "..", "="].contains(&before);
    let closes = [")", "]", ",", "..", "<", ">", "="].contains(&end);
    let (Ok(a), Ok(b), true, true) = (a.parse::<i64>(), b.parse::<i64>(), opens, closes) else { return };
    let sum = match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        _ => None,
    };
    if let Some(sum) = sum {
        out.splice(first..=last, [sum.to_string()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loop_variables_get_their_values() {
        let known = [("r", "4".to_owned()), ("p", "Ann".to_owned())];
        assert_eq!(substituted("all_different(x[r..r + 2, p])", &known), "all_different(x[4..6, Ann])");
        assert_eq!(substituted("y[2 * r + 1] + r", &known), "y[2 * 4 + 1] + 4");
        assert_eq!(substituted("s[p,  r - 1] <= \"r\"", &known), "s[Ann, 3] <= \"r\"");
    }

    #[test]
    fn a_generator_names_its_set() {
        let lines = ["constraint forall(p, q in Nurse, d in Day where d != 3)(true);".to_owned()];
        let at = |column| Segment { file: "m", first: (1, column), last: (1, column), kind: "p=1", what: None };
        assert_eq!(generator(&lines, &at(19)).as_deref(), Some("Nurse"));
        assert_eq!(generator(&lines, &at(34)).as_deref(), Some("Day"));
    }

    #[test]
    fn a_definition_ends_with_its_semicolon() {
        let lines = ["var int: a; var int: b = max(x) +".to_owned(), "  1; % that is it".to_owned()];
        let at = Segment { file: "m", first: (1, 22), last: (1, 22), kind: "id", what: Some("b") };
        assert_eq!(to_semicolon(&lines, &at).as_deref(), Some("b = max(x) + 1"));
        let span = Segment { first: (1, 26), last: (2, 3), ..at };
        assert_eq!(of_span(&lines, &span).as_deref(), Some("max(x) + 1"));
    }
}
