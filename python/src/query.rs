//! A query runs on a thread of its own, without the interpreter's lock, while the calling thread watches for Ctrl-C.

use crate::error::InternalError;
use pyo3::prelude::*;
use solver_core::CancelToken;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

/// Time between two looks for signals.
const WATCH: Duration = Duration::from_millis(20);

/// The stack of a query, in bytes: as much as a main thread has.
const STACK: usize = 8 << 20;

thread_local! {
    /// The message and place of the last panic of this thread, if a query runs on it.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does the work. On Ctrl-C, or if another handler of a signal raises, the token is cancelled, and that exception
/// is raised when the work has ended.
pub(crate) fn query<T: Send>(py: Python<'_>, token: &CancelToken, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (answer, interrupt) = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let job = move || drop(sender.send(guarded(work)));
            if let Err(error) = Builder::new().name("ferz".to_owned()).stack_size(STACK).spawn_scoped(scope, job) {
                return (Err(format!("no thread for the query: {error}")), None);
            }
            let mut interrupt = None;
            loop {
                match receiver.recv_timeout(WATCH) {
                    Ok(answer) => return (answer, interrupt),
                    Err(RecvTimeoutError::Disconnected) => return (Err("the query has died".to_owned()), interrupt),
                    Err(RecvTimeoutError::Timeout) if interrupt.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        interrupt = Python::attach(|py| py.check_signals()).err();
                        if interrupt.is_some() {
                            token.cancel();
                        }
                    }
                }
            }
        })
    });
    match interrupt {
        Some(exception) => Err(exception),
        None => answer.map_err(InternalError::new_err),
    }
}

/// Does the work; a panic becomes its message.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
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
    PANIC.set(Some(String::new()));
    let done = catch_unwind(AssertUnwindSafe(work));
    let text = PANIC.take();
    done.map_err(|panic: Box<dyn Any + Send>| {
        // The message that the hook has seen has the place, too.
        text.filter(|text| !text.is_empty()).unwrap_or_else(|| {
            panic.downcast_ref::<&str>().map_or_else(|| "a panic".to_owned(), |text| (*text).to_owned())
        })
    })
}
