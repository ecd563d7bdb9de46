//! A query runs in its own thread, without the interpreter lock, while the calling thread watches for Ctrl-C.

use crate::error::InternalError;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use solver_core::CancelToken;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// The time between two checks for signals.
const WATCH: Duration = Duration::from_millis(20);

/// The stack size of a query thread, in bytes: the same as that of a main thread.
const STACK: usize = 8 << 20;

/// The maximum nesting depth of queries in query callbacks. Each query has its own thread, and Python limits recursion
/// only within a thread.
const DEEPEST: u32 = 16;

thread_local! {
    /// The message and location of the last panic in this thread, if a query runs in it.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    /// The query that runs in this thread.
    static CURRENT: RefCell<Option<Arc<QueryState>>> = const { RefCell::new(None) };
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state that a query shares with the Python functions it calls.
#[derive(Default)]
pub(crate) struct QueryState {
    pub(crate) token: CancelToken,
    /// The query whose callback started this one.
    parent: Option<Arc<QueryState>>,
    depth: u32,
    /// The first exception raised by a function.
    raised: Mutex<Option<PyErr>>,
    /// Python's identifiers for the threads in which a function is running.
    threads: Mutex<Vec<u64>>,
}

impl QueryState {
    pub(crate) fn new() -> PyResult<Arc<QueryState>> {
        let parent = QueryState::current();
        let depth = parent.as_ref().map_or(0, |parent| parent.depth + 1);
        if depth > DEEPEST {
            let text = format!("more than {DEEPEST} nested queries, each in a callback of the previous one");
            return Err(PyRecursionError::new_err(text));
        }
        Ok(Arc::new(QueryState { parent, depth, ..QueryState::default() }))
    }

    pub(crate) fn current() -> Option<Arc<QueryState>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Calls a Python function. An exception in the function ends the query, which then raises it.
    pub(crate) fn call<T>(&self, function: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        let call = |py: Python<'_>| {
            let thread = py.import("_thread")?.call_method0("get_ident")?.extract()?;
            lock(&self.threads).push(thread);
            let answer = function(py);
            let mut threads = lock(&self.threads);
            if let Some(at) = threads.iter().rposition(|&one| one == thread) {
                threads.remove(at);
            }
            answer
        };
        // No function can be called once the interpreter is exiting.
        let answer =
            Python::try_attach(|py| call(py).map_err(|error| _ = lock(&self.raised).get_or_insert(error)).ok());
        if !matches!(answer, Some(Some(_))) {
            self.token.cancel();
        }
        answer.flatten()
    }

    /// Runs `work` for the query in this thread.
    pub(crate) fn part<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> Result<T, String> {
        let before = CURRENT.replace(Some(Arc::clone(self)));
        let answer = guarded(work);
        CURRENT.set(before);
        answer
    }

    /// Raises the exception of a function, if any.
    pub(crate) fn raise(&self) -> PyResult<()> {
        lock(&self.raised).take().map_or(Ok(()), Err)
    }

    fn is_stopped(&self) -> bool {
        self.token.is_cancelled() || self.parent.as_ref().is_some_and(|parent| parent.is_stopped())
    }

    /// Cancels the query. A Python function that is running receives a `KeyboardInterrupt`.
    fn interrupt(&self, py: Python<'_>) {
        self.token.cancel();
        let threads = lock(&self.threads).clone();
        let raise = |thread: u64| -> PyResult<()> {
            let ctypes = py.import("ctypes")?;
            let thread = ctypes.getattr("c_ulong")?.call1((thread,))?;
            let exception = py.get_type::<pyo3::exceptions::PyKeyboardInterrupt>();
            let exception = ctypes.getattr("py_object")?.call1((exception,))?;
            ctypes.getattr("pythonapi")?.call_method1("PyThreadState_SetAsyncExc", (thread, exception))?;
            Ok(())
        };
        for thread in threads {
            // Without `ctypes`, the query ends only when the function returns.
            drop(raise(thread));
        }
    }
}

/// Does the work, and raises the exception of a Python function. On Ctrl-C, or if another signal handler raises an
/// exception, cancels the query and raises that exception after the work has ended.
pub(crate) fn query<T: Send>(py: Python<'_>, state: &Arc<QueryState>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (answer, interrupt) = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let job = move || drop(sender.send(state.part(work)));
            if let Err(error) = Builder::new().name("ferz".to_owned()).stack_size(STACK).spawn_scoped(scope, job) {
                return (Err(format!("cannot start a thread for the query: {error}")), None);
            }
            let mut interrupt = None;
            loop {
                match receiver.recv_timeout(WATCH) {
                    Ok(answer) => return (answer, interrupt),
                    Err(RecvTimeoutError::Disconnected) => {
                        return (Err("the query thread ended unexpectedly".to_owned()), interrupt);
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let watched = Python::try_attach(|py| {
                            if interrupt.is_none() {
                                interrupt = py.check_signals().err();
                            }
                            if interrupt.is_some() || state.parent.as_ref().is_some_and(|parent| parent.is_stopped()) {
                                state.interrupt(py);
                            }
                        });
                        if watched.is_none() {
                            state.token.cancel();
                        }
                    }
                }
            }
        })
    });
    let raised = state.raise();
    interrupt.map_or(Ok(()), Err)?;
    raised?;
    answer.map_err(InternalError::new_err)
}

/// Does the work, and converts a panic to its message.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let expected = PANIC.with_borrow_mut(|panic| panic.as_mut().map(|text| *text = info.to_string()).is_some());
            if !expected {
                before(info);
            }
        }));
    });
    let outer = PANIC.replace(Some(String::new()));
    let done = catch_unwind(AssertUnwindSafe(work));
    let text = PANIC.replace(outer);
    done.map_err(|panic: Box<dyn Any + Send>| {
        // The message recorded by the hook includes the location.
        text.filter(|text| !text.is_empty()).unwrap_or_else(|| {
            panic.downcast_ref::<&str>().map_or_else(|| "a panic".to_owned(), |text| (*text).to_owned())
        })
    })
}
