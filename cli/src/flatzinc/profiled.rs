//! Combines MiniZinc's protocol with CP-Profiler.

use crate::exit::{BadInput, complain};
use flatzinc::protocol::{Ending, OutputSink, Protocol, RunStatistics};
use flatzinc::{Instance, Quantity};
use solver_core::Search;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use std::cell::RefCell;
use std::io::{self, BufWriter};
use std::net::TcpStream;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;
use study::cp_profiler::{CpProfiler, Execution};

type Profiler = CpProfiler<BufWriter<TcpStream>>;

/// Sends solutions to MiniZinc and the search tree to CP-Profiler.
pub(super) struct Profiled<'a> {
    protocol: Protocol<'a>,
    profiler: Rc<RefCell<Option<Profiler>>>,
}

impl<'a> Profiled<'a> {
    /// Connects to CP-Profiler.
    pub(super) fn new(protocol: Protocol<'a>, file: &str, id: i32, port: u16) -> Result<Profiled<'a>, BadInput> {
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let execution = Execution { name, id: Some(id), has_restarts: false };
        let profiler = CpProfiler::connect(port, execution).map_err(|error| BadInput(error.to_string()))?;
        Ok(Profiled { protocol, profiler: Rc::new(RefCell::new(Some(profiler))) })
    }

    /// Reports the end of the search. If this fails, prints only a warning, because the answer is not affected.
    pub(super) fn finish(self) {
        if let Some(profiler) = self.profiler.take()
            && let Err(error) = profiler.finish()
        {
            complain(&format!("warning: {error}"));
        }
    }
}

impl OutputSink for Profiled<'_> {
    fn solution(&mut self, instance: &Instance, values: &[Quantity], objective: Option<Quantity>) -> io::Result<()> {
        self.protocol.solution(instance, values, objective)
    }

    fn observer(&mut self, search: &Search<'_>) -> Option<Box<dyn Observer>> {
        if let Some(profiler) = &mut *self.profiler.borrow_mut() {
            profiler.announce_restarts(search.has_restarts());
        }
        Some(Box::new(Shared(self.profiler.clone())))
    }

    fn core(&mut self, assumptions: &[String]) -> io::Result<()> {
        self.protocol.core(assumptions)
    }

    fn remark(&mut self, remark: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.protocol.remark(remark)
    }

    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> io::Result<()> {
        self.protocol.end(ending, statistics)
    }
}

/// The profiler, shared by the search and [`finish`](Profiled::finish).
struct Shared(Rc<RefCell<Option<Profiler>>>);

impl Observer for Shared {
    fn start(&mut self, symbols: Option<&solver_core::SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.0.borrow_mut().start(symbols, engine)
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        self.0.borrow_mut().see(event, engine)
    }
}
