//! Reads lines of untrusted input.

use std::io::{self, BufRead, ErrorKind, Read};

/// Iterates over the lines of a text, without line ends. A line of `longest` bytes or more, including its end, is an
/// error ([`ErrorKind::FileTooLarge`]), so an input without line ends cannot use up the memory.
///
/// ```
/// let mut lines = study::lines(&b"one\r\ntwo\nthirty-three"[..], 8);
/// assert_eq!(lines.next().unwrap()?, "one");
/// assert_eq!(lines.next().unwrap()?, "two");
/// assert_eq!(lines.next().unwrap().unwrap_err().to_string(), "it has 8 bytes or more");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn lines(mut from: impl BufRead, longest: u64) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let mut line = String::new();
        match from.by_ref().take(longest).read_line(&mut line) {
            Err(error) => return Some(Err(error)),
            Ok(0) => return None,
            Ok(_) => {}
        }
        if line.len() as u64 == longest {
            return Some(Err(io::Error::new(ErrorKind::FileTooLarge, format!("it has {longest} bytes or more"))));
        }
        let end = line.strip_suffix('\n').map(|text| text.strip_suffix('\r').unwrap_or(text).len());
        line.truncate(end.unwrap_or(line.len()));
        Some(Ok(line))
    })
}
