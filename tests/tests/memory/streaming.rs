//! A trace is written during the search, so memory use does not grow.

use allocation_counter::measure;
use queens::{Formulation, QueensModel};
use std::io::{self, Write};
use study::JsonLines;

/// Counts bytes and discards them.
#[derive(Default)]
struct Sink(u64);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the number of bytes written, and the peak memory use.
fn traced(nodes: u64) -> (u64, u64) {
    let q = QueensModel::new(14, Formulation::AllDifferent, None).expect("a board");
    let mut written = 0;
    let taken = measure(|| {
        let mut lines = JsonLines::new(Sink::default());
        q.model.search().node_limit(nodes).observe(&mut lines).expect("a search");
        written = lines.finish().expect("the sink takes all").0;
    });
    (written, taken.bytes_max)
}

#[test]
fn a_trace_takes_no_more_memory_when_it_is_longer() {
    let (short, long) = (traced(1_000), traced(20_000));
    assert!(long.0 > 15 * short.0, "{short:?} {long:?}");
    // Buffers stop growing when the deepest branch has been reached.
    assert!(long.1 < short.1 + 16_384, "{short:?} {long:?}");
}
