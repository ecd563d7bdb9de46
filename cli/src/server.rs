//! A web server for the pages of this program, reachable only from this machine.
//!
//! Any program and any web page on this machine can send requests to the port, so everything is limited: the lengths of
//! heads and bodies, the time, and the number of connections. A request is rejected before its body is read unless its
//! head names this server exactly once (`Host`) and names no other page as its origin (`Origin`). `hyper` handles HTTP
//! in one thread. Each request is answered in its own thread, so that a long search does not delay other requests.
//! A request is cancelled when its connection is closed.

use crate::browser;
use crate::exit::UNWRITABLE;
use crate::run::prelude::*;
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, StatusCode, Uri, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use solver_core::CancelToken;
use std::convert::Infallible;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::AbortHandle;

/// The maximum length of a request's head, in bytes.
const MAX_HEAD: usize = 32 << 10;

/// The maximum length of a request's body, in bytes.
const MAX_BODY: usize = 1 << 20;

/// The maximum time for receiving a request or sending its response, after which the connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum number of connections. A further connection replaces the oldest one whose request has not yet arrived.
const MAX_CONNECTIONS: usize = 64;

/// The maximum number of requests that are answered concurrently; others wait.
const MAX_ANSWERS: usize = 8;

/// The time between two checks for timeouts and Ctrl-C.
const PERIOD: Duration = Duration::from_millis(50);

/// The stack size of a thread that answers requests; deep models need as much as the main thread has.
const STACK: usize = 8 << 20;

/// The content security policy that every response has in addition to its own.
const NO_FRAMES: &str = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TEXT: &str = "text/plain; charset=utf-8";

/// A request whose head was accepted and whose body was read.
pub(crate) struct Request {
    /// `GET`, or `POST` with JSON.
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Vec<u8>,
    /// Cancelled when the connection is closed.
    pub(crate) cancel: CancelToken,
}

/// The response to a request.
pub(crate) struct Answer {
    status: StatusCode,
    kind: &'static str,
    /// The content security policy of the response.
    policy: String,
    body: String,
}

impl Answer {
    /// Creates a response of the given media type, with a policy that forbids scripts.
    pub(crate) fn new(kind: &'static str, body: impl Into<String>) -> Answer {
        Answer { status: StatusCode::OK, kind, policy: "default-src 'none'".to_owned(), body: body.into() }
    }

    /// Creates a page with its content security policy.
    pub(crate) fn page(policy: impl Into<String>, body: impl Into<String>) -> Answer {
        Answer { policy: policy.into(), ..Answer::new("text/html; charset=utf-8", body) }
    }

    /// Creates a response with an error status and an explanation.
    pub(crate) fn refusal(status: StatusCode, why: impl Into<String>) -> Answer {
        Answer { status, ..Answer::new(TEXT, why) }
    }

    pub(crate) fn not_found() -> Answer {
        Answer::refusal(StatusCode::NOT_FOUND, "there is no such page")
    }

    fn response(self) -> hyper::Response<String> {
        let policy = HeaderValue::try_from(format!("{}; {NO_FRAMES}", self.policy));
        let mut response = hyper::Response::new(self.body);
        *response.status_mut() = self.status;
        let mut set = |name: HeaderName, value| response.headers_mut().insert(name, value);
        set(header::CONTENT_SECURITY_POLICY, policy.unwrap_or(HeaderValue::from_static(NO_FRAMES)));
        for (name, value) in [
            (header::CONTENT_TYPE, self.kind),
            (header::CACHE_CONTROL, "no-store"),
            (header::X_FRAME_OPTIONS, "DENY"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        ] {
            set(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// The content of a server.
pub(crate) trait Site: Send + Sync + 'static {
    /// Answers a request. An error stops the server.
    fn answer(&self, request: &Request) -> anyhow::Result<Answer>;
}

/// A server that is listening but not yet answering.
pub(crate) struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on a port of this machine; 0 chooses a free one.
    pub(crate) fn bind(port: u16) -> Result<Server, BadInput> {
        let listen = || {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok(Server { listener, address })
        };
        listen().map_err(|error: io::Error| BadInput(format!("cannot listen on port {port}: {error}")))
    }

    /// Prints the address with a fragment, opens it in the browser if the output is a terminal, and answers requests
    /// until Ctrl-C.
    pub(crate) fn run(self, site: impl Site, fragment: &str, cancel: &CancelToken) -> anyhow::Result<()> {
        let mut out = io::stdout();
        let address = format!("http://{}/{fragment}", self.address);
        writeln!(out, "{address}").and_then(|()| out.flush()).context(UNWRITABLE)?;
        if out.is_terminal() {
            complain("Ctrl-C stops the server");
            if let Err(error) = browser::open(OsStr::new(&address)) {
                complain(&format!("{error:#}"));
            }
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(MAX_ANSWERS)
            .thread_stack_size(STACK)
            .build()?;
        let ended = runtime.block_on(self.accept(Arc::new(site), cancel));
        // Does not wait for pending requests.
        runtime.shutdown_background();
        ended
    }

    async fn accept(self, site: Arc<impl Site>, cancel: &CancelToken) -> anyhow::Result<()> {
        let port = self.address.port();
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let (failed, failure) = mpsc::channel();
        let mut connections: Vec<Connection> = Vec::new();
        while !cancel.is_cancelled() {
            if let Ok(error) = failure.try_recv() {
                return Err(error);
            }
            let accepted = tokio::time::timeout(PERIOD, listener.accept()).await;
            connections.retain(|connection| !connection.is_over());
            match accepted {
                Ok(Ok((stream, _))) => {
                    if connections.len() == MAX_CONNECTIONS {
                        let Some(idle) = connections.iter().position(Connection::is_idle) else { continue };
                        connections.remove(idle).task.abort();
                    }
                    let visit = Visit { port, site: site.clone(), stage: Arc::default(), failed: failed.clone() };
                    connections.push(Connection { stage: visit.stage.clone(), task: visit.start(stream) });
                }
                // File descriptors may be exhausted until connections are closed.
                Ok(Err(_)) => tokio::time::sleep(PERIOD).await,
                Err(_) => {}
            }
        }
        Ok(())
    }
}

/// The stage of a request, and when the stage began.
#[derive(Clone, Copy)]
enum Stage {
    Arriving(Instant),
    Answering,
    Leaving(Instant),
}

impl Default for Stage {
    fn default() -> Stage {
        Stage::Arriving(Instant::now())
    }
}

/// An open connection, as seen by the accept loop.
struct Connection {
    stage: Arc<Mutex<Stage>>,
    task: AbortHandle,
}

impl Connection {
    fn stage(&self) -> Stage {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_idle(&self) -> bool {
        !matches!(self.stage(), Stage::Answering)
    }

    /// Closes the connection if its time is up; returns whether it is now closed.
    fn is_over(&self) -> bool {
        if let Stage::Arriving(since) | Stage::Leaving(since) = self.stage()
            && since.elapsed() > PATIENCE
        {
            self.task.abort();
        }
        self.task.is_finished()
    }
}

/// The handler of a connection's only request.
struct Visit<S> {
    port: u16,
    site: Arc<S>,
    stage: Arc<Mutex<Stage>>,
    /// Receives the error that stops the server.
    failed: Sender<anyhow::Error>,
}

impl<S: Site> Visit<S> {
    fn start(self, stream: tokio::net::TcpStream) -> AbortHandle {
        let visit = Arc::new(self);
        let service = service_fn(move |request| {
            let visit = visit.clone();
            async move { Ok::<_, Infallible>(visit.respond(request).await.response()) }
        });
        let mut http = http1::Builder::new();
        http.keep_alive(false).max_buf_size(MAX_HEAD).header_read_timeout(None);
        let connection = http.serve_connection(TokioIo::new(stream), service);
        // An error means that the connection was closed early or did not carry HTTP, so no response is possible.
        tokio::spawn(async move { connection.await.unwrap_or_default() }).abort_handle()
    }

    async fn respond(&self, request: hyper::Request<Incoming>) -> Answer {
        let answer = match admit(request.method(), request.uri(), request.headers(), self.port) {
            Ok(()) => self.admitted(request).await,
            Err(refusal) => refusal,
        };
        self.enter(Stage::Leaving(Instant::now()));
        answer
    }

    fn enter(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    async fn admitted(&self, request: hyper::Request<Incoming>) -> Answer {
        let (head, body) = request.into_parts();
        let body = match read(body).await {
            Ok(body) => body,
            Err(refusal) => return refusal,
        };
        self.enter(Stage::Answering);
        let asker = Asker(CancelToken::new());
        let cancel = asker.0.clone();
        let (site, request) =
            (self.site.clone(), Request { method: head.method, path: head.uri.path().to_owned(), body, cancel });
        match tokio::task::spawn_blocking(move || site.answer(&request)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                let answer = Answer::refusal(StatusCode::INTERNAL_SERVER_ERROR, format!("{error:#}"));
                // The server may have stopped in the meantime.
                let _ = self.failed.send(error);
                answer
            }
            Err(_) => {
                Answer::refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal error; see the message in the terminal")
            }
        }
    }
}

/// Cancels a request when dropped, that is, when the connection is closed or the request has been answered.
struct Asker(CancelToken);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Rejects a request with an unacceptable head. Another web page could send requests under its own host name (DNS
/// rebinding) or from its own origin.
fn admit(method: &Method, uri: &Uri, headers: &HeaderMap, port: u16) -> Result<(), Answer> {
    let refused = |status, why: &str| Err(Answer::refusal(status, why));
    let port = if port == 80 { String::new() } else { format!(":{port}") };
    let own = |name: &str| ["127.0.0.1", "localhost"].iter().any(|host| name == format!("{host}{port}"));
    let all = |name| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or_default());
    let hosts: Vec<&str> = all(header::HOST).chain(uri.authority().map(|authority| authority.as_str())).collect();
    if all(header::HOST).count() != 1 || !hosts.iter().all(|host| own(host)) {
        return refused(StatusCode::FORBIDDEN, "this address is not served here");
    }
    if !all(header::ORIGIN).all(|origin| origin.strip_prefix("http://") == Some(hosts[0])) {
        return refused(StatusCode::FORBIDDEN, "this server answers its own pages only");
    }
    let is_json = all(header::CONTENT_TYPE).eq(["application/json"]);
    match *method {
        Method::GET => Ok(()),
        Method::POST if is_json => Ok(()),
        Method::POST => refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send `Content-Type: application/json`"),
        _ => refused(StatusCode::METHOD_NOT_ALLOWED, "this server supports GET and POST only"),
    }
}

/// Reads the body of a request, unless it is too long.
async fn read(mut body: Incoming) -> Result<Vec<u8>, Answer> {
    let too_long = || {
        let why = format!("a request may have at most {MAX_BODY} bytes");
        Err(Answer::refusal(StatusCode::PAYLOAD_TOO_LARGE, why))
    };
    if body.size_hint().lower() > MAX_BODY as u64 {
        return too_long();
    }
    let mut text = Vec::new();
    while let Some(frame) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|error| Answer::refusal(StatusCode::BAD_REQUEST, error.to_string()))?;
        text.extend(frame.into_data().unwrap_or_default());
        if text.len() > MAX_BODY {
            return too_long();
        }
    }
    Ok(text)
}
