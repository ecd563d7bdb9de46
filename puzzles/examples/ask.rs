//! Answers a question in JSON from standard input: what the page asks, for trying it out.

use std::io::Read;

#[expect(clippy::print_stdout, clippy::expect_used, reason = "a program")]
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input is text");
    let question: puzzles::Question = serde_json::from_str(&text).expect("a question");
    let answer = puzzles::answer(&question, &puzzles::Limits::default());
    println!("{}", serde_json::to_string(&answer).expect("an answer is JSON"));
}
