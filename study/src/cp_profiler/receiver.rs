//! The observer that streams the tree to a CP-Profiler receiver.

use super::info::{self, Info};
use super::message::{self, NO_NODE, NodeId, NodeMessage};
use super::nogood;
use super::tree::{Listener, Moment, Node, Status, Tree};
use serde::Serialize;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use solver_core::{Atom, AtomFormatter, SymbolTable};
use std::io::{self, BufWriter, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The port on which CP-Profiler listens by default.
pub const DEFAULT_PORT: u16 = 6565;

/// The maximum time to wait for a receiver that accepts no data.
const PATIENCE: Duration = Duration::from_secs(30);

/// The maximum time for which data stays in the buffer while the search continues.
const DELAY: Duration = Duration::from_millis(50);

/// The data sent before the first node of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Execution {
    /// The name to show.
    pub name: String,
    /// Whether the search restarts ([`Search::has_restarts`](solver_core::Search::has_restarts)).
    pub has_restarts: bool,
    /// The id that MiniZinc IDE uses for the execution.
    #[serde(rename = "execution_id", skip_serializing_if = "Option::is_none")]
    pub id: Option<i32>,
}

/// Why the tree was not sent, or only in part.
#[derive(Debug, thiserror::Error)]
pub enum ProfilerError {
    /// No program listens on the port.
    #[error(
        "no CP-Profiler listens on port {port} of this machine ({error}): start it first (in MiniZinc IDE: MiniZinc > \
         Show search profiler; or the program cp-profiler), or give its port"
    )]
    Missing {
        /// The port number.
        port: u16,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The receiver disconnected, or no longer accepts data.
    #[error("CP-Profiler disconnected after {nodes} nodes ({error}): the rest of the search was not sent")]
    Gone {
        /// The number of nodes sent.
        nodes: u64,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A number does not fit into the 31 bits of the protocol.
    #[error("CP-Profiler cannot number more than {} nodes: the rest of the search was not sent", i32::MAX)]
    TooMany,
    /// The search restarts although no restarts were announced to the receiver.
    #[error("the search restarts, which was not announced to CP-Profiler: `has_restarts` must say so")]
    UnexpectedRestart,
}

/// Streams a search to CP-Profiler while it runs.
///
/// A receiver error does not stop the search; [`finish`](CpProfiler::finish) returns it. The search should record
/// reasons ([`explaining`](solver_core::Search::explaining)), because without them there are no names, domains or
/// nogoods to send.
///
/// ```
/// use solver_core::prelude::*;
/// use study::cp_profiler::{CpProfiler, Execution};
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x);
/// let execution = Execution { name: "two".to_owned(), id: None, has_restarts: false };
/// // Elsewhere: CpProfiler::connect(6565, execution)?
/// let mut profiler = CpProfiler::new(Vec::new(), execution);
/// m.search().explaining().observe(&mut profiler)?;
/// let (bytes, nodes) = profiler.finish()?;
/// assert_eq!((nodes, &bytes[..6]), (3, &[46, 0, 0, 0, 2, 3][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CpProfiler<W: Write> {
    tree: Tree,
    sender: Sender<W>,
}

#[derive(Debug)]
struct Sender<W: Write> {
    out: W,
    execution: Execution,
    symbols: Option<SymbolTable>,
    flushed: Instant,
    begun: bool,
    restart: i32,
    nodes: u64,
    /// The failed node that has not been sent yet.
    failed: Option<NodeMessage>,
    error: Option<ProfilerError>,
}

impl CpProfiler<BufWriter<TcpStream>> {
    /// Connects to CP-Profiler on this machine.
    ///
    /// # Errors
    /// [`ProfilerError::Missing`] when no program listens on the port.
    pub fn connect(port: u16, execution: Execution) -> Result<CpProfiler<BufWriter<TcpStream>>, ProfilerError> {
        let here: [SocketAddr; 2] = [(Ipv4Addr::LOCALHOST, port).into(), (Ipv6Addr::LOCALHOST, port).into()];
        let connect = || {
            let stream = TcpStream::connect(&here[..])?;
            stream.set_write_timeout(Some(PATIENCE))?;
            Ok(stream)
        };
        let stream = connect().map_err(|error| ProfilerError::Missing { port, error })?;
        Ok(CpProfiler::new(BufWriter::new(stream), execution))
    }
}

impl<W: Write> CpProfiler<W> {
    /// Creates a profiler that writes to `out`, which should be buffered.
    pub fn new(out: W, execution: Execution) -> CpProfiler<W> {
        let sender = Sender {
            out,
            execution,
            symbols: None,
            flushed: Instant::now(),
            begun: false,
            restart: 0,
            nodes: 0,
            failed: None,
            error: None,
        };
        CpProfiler { tree: Tree::default(), sender }
    }

    /// Announces whether the search restarts, if this is known only after connecting. Call it before the search starts.
    pub fn announce_restarts(&mut self, has_restarts: bool) {
        self.sender.execution.has_restarts = has_restarts;
    }

    /// Sends the end of the search. Returns the writer and the number of nodes sent.
    ///
    /// # Errors
    /// [`ProfilerError`], the first error that occurred; nothing was sent after it.
    pub fn finish(mut self) -> Result<(W, u64), ProfilerError> {
        self.tree.stop(&mut self.sender);
        if self.sender.begun {
            self.sender.send_failed();
            self.sender.send(&message::done());
            self.sender.flush();
        }
        match self.sender.error {
            Some(error) => Err(error),
            None => Ok((self.sender.out, self.sender.nodes)),
        }
    }
}

impl<W: Write> Observer for CpProfiler<W> {
    fn start(&mut self, symbols: Option<&SymbolTable>, _: &Engine) -> ControlFlow<()> {
        if self.sender.error.is_none() {
            self.sender.begin(symbols);
            self.tree.start();
        }
        ControlFlow::Continue(())
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        if self.sender.error.is_some() {
            return ControlFlow::Continue(());
        }
        if let Event::Learn { nogood, .. } = *event {
            self.sender.learned(engine.nogood(nogood));
        }
        self.tree.on_event(event, engine, &mut self.sender);
        ControlFlow::Continue(())
    }
}

impl<W: Write> Sender<W> {
    fn begin(&mut self, symbols: Option<&SymbolTable>) {
        self.symbols = symbols.cloned();
        self.begun = true;
        self.send(&message::start(&self.execution));
    }

    fn send(&mut self, frame: &[u8]) {
        if self.error.is_some() {
            return;
        }
        let written = self.out.write_all(frame);
        self.note(written);
        if self.flushed.elapsed() >= DELAY {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.error.is_none() {
            let flushed = self.out.flush();
            self.note(flushed);
            self.flushed = Instant::now();
        }
    }

    fn note(&mut self, done: io::Result<()>) {
        if let Err(error) = done {
            self.error = Some(ProfilerError::Gone { nodes: self.nodes, error });
        }
    }

    fn id(&mut self, number: Option<u64>) -> NodeId {
        let Some(number) = number else { return NO_NODE };
        match i32::try_from(number) {
            Ok(node) => [node, self.restart, 0],
            Err(_) => {
                self.error = Some(ProfilerError::TooMany);
                NO_NODE
            }
        }
    }

    fn info(&self, node: &Node, moment: Moment, engine: Option<&Engine>) -> Option<String> {
        let (engine, symbols) = (engine?, self.symbols.as_ref()?);
        let (domains, more_variables) = match moment {
            Moment::Here => info::domains(engine, symbols, &engine.past(engine.facts())?),
            Moment::BeforeTheLastFact => info::domains(engine, symbols, &engine.past(engine.facts().checked_sub(1)?)?),
            Moment::JustRefuted | Moment::Elsewhere => (Vec::new(), None),
        };
        let refuted = node.status == Status::Failed || moment == Moment::JustRefuted;
        let failure = engine.conflict().filter(|_| refuted).map(|conflict| conflict.sentence(symbols));
        Some(Info { node: node.number, depth: node.depth, failure, domains, more_variables }.json())
    }

    /// Formats the clause that a failure proves, with the model's names.
    fn nogood(&self, node: &Node, engine: Option<&Engine>) -> Option<String> {
        if node.status != Status::Failed {
            return None;
        }
        self.clause(nogood::decisions(engine?)?.into_iter().map(|atom| !atom))
    }

    fn clause(&self, literals: impl Iterator<Item = Atom>) -> Option<String> {
        let symbols = self.symbols.as_ref()?;
        let clause: Vec<String> = literals.map(|literal| symbols.fact(literal)).collect();
        Some(if clause.is_empty() { "false".to_owned() } else { clause.join(" or ") })
    }

    /// Replaces the failed node's clause over decisions with the learned nogood.
    fn learned(&mut self, nogood: &[Atom]) {
        let clause = self.clause(nogood.iter().copied());
        if let Some(failed) = &mut self.failed {
            failed.texts[1] = clause;
        }
    }

    /// Sends the failed node, which was held back in case a nogood is learned.
    fn send_failed(&mut self) {
        if let Some(failed) = self.failed.take() {
            self.send(&failed.frame());
        }
    }
}

impl<W: Write> Listener for Sender<W> {
    fn restart(&mut self, restart: u64) {
        if !self.execution.has_restarts && self.error.is_none() {
            self.error = Some(ProfilerError::UnexpectedRestart);
        }
        self.send_failed();
        self.restart = i32::try_from(restart).unwrap_or(i32::MAX);
        self.send(&message::restart(self.restart));
    }

    fn node(&mut self, node: &Node, moment: Moment, engine: Option<&Engine>) {
        if self.error.is_some() {
            return;
        }
        let ids = [self.id(node.number), self.id(node.parent)];
        let label = node.decision.zip(self.symbols.as_ref()).map(|(atom, symbols)| symbols.fact(atom));
        let texts = [label, self.nogood(node, engine), self.info(node, moment, engine)];
        let sent = NodeMessage { ids, node: *node, texts };
        self.send_failed();
        match node.status {
            Status::Failed => self.failed = Some(sent),
            _ => self.send(&sent.frame()),
        }
        self.nodes += u64::from(node.number.is_some() && self.error.is_none());
    }
}
