//! The output of cancelled searches.

use flatzinc::protocol::{Ending, Flags, OutputSink, RunStatistics, answer};
use flatzinc::translate::{Options, TranslateError, translate, translate_within};
use flatzinc::{Fault, Instance, Limit, Quantity};
use solver_core::CancelToken;
use std::time::Instant;

/// A sink that cancels the search after some solutions, and panics after many more.
struct Impatient {
    token: CancelToken,
    patience: u64,
    solutions: u64,
}

impl OutputSink for Impatient {
    fn solution(&mut self, _: &Instance, _: &[Quantity], _: Option<Quantity>) -> std::io::Result<()> {
        self.solutions += 1;
        if self.solutions >= self.patience {
            self.token.cancel();
        }
        if self.solutions > self.patience + 100 { Err(std::io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    fn end(&mut self, _: Ending, _: &RunStatistics) -> std::io::Result<()> {
        Ok(())
    }
}

/// Nothing propagates in this search, so no work is counted: without a check at each solution, the search would notice
/// the cancellation only after the last solution.
#[test]
fn no_solution_is_reported_after_the_token_was_cancelled() {
    let instance = flatzinc::read(b"var 0..1000000000: x:: output_var; solve satisfy;").expect("a file");
    let flags = Flags { all: true, ..Flags::default() };
    for patience in [1, 2, 50] {
        let token = CancelToken::new();
        let mut sink = Impatient { token: token.clone(), patience, solutions: 0 };
        let ended = answer(&instance, &flags, None, Instant::now(), &token, &mut sink, &mut |_| ());
        assert_eq!(ended.expect("an answer"), Ending::Some);
        assert_eq!(sink.solutions, patience);
    }
}

/// After cancellation, a file is neither read nor translated: even the error at its end is not found.
#[test]
fn a_cancelled_token_stops_reading_and_lowering() {
    let token = CancelToken::new();
    token.cancel();
    let elements = vec!["1"; 100_000].join(",");
    let text = format!("array [1..100000] of int: a = [{elements}];\nsolve nothing;");
    let json = format!("{{\"arrays\": {{\"a\": {{\"a\": [{elements}]}}}}, \"nothing\"");
    for file in [text, json] {
        let fault = |limit| flatzinc::read_within(file.as_bytes(), None, limit).expect_err("a fault").fault;
        assert_eq!(fault(Limit::new(None, &token)), Fault::Stopped);
        assert_ne!(fault(Limit::default()), Fault::Stopped);
    }
    let variables: String = (0..1_000).map(|i| format!("var 0..3: x{i};\n")).collect();
    let instance = flatzinc::read(format!("{variables}solve satisfy;").as_bytes()).expect("a file");
    let stopped = translate_within(&instance, Options::default(), &mut Limit::new(None, &token));
    assert_eq!(stopped.err(), Some(TranslateError::Stopped));
    assert!(translate(&instance, Options::default()).is_ok());
}
