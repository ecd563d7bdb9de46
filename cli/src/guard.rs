//! A guard for processes whose address space is limited (`ulimit -v`).
//!
//! When an allocation fails, Rust aborts the process at once, before it can print a message. Therefore, if the system
//! limits the address space, the command starts itself again as a child process, waits for the child to end, and
//! reports how it ended.

/// The environment variable that marks the guarded process.
const GUARDED: &str = "FERZ_GUARDED";

/// Whether this process is the guarded one.
pub(crate) fn guarded() -> bool {
    std::env::var_os(GUARDED).is_some()
}

#[cfg(not(unix))]
pub(crate) fn stand() -> Option<u8> {
    None
}

#[cfg(not(unix))]
pub(crate) fn end_with_the_guard() {}

#[cfg(unix)]
pub(crate) use unix::{end_with_the_guard, no_room, stand};

#[cfg(unix)]
mod unix {
    use super::{GUARDED, guarded};
    use crate::exit::{STOPPED, complain};
    use crate::memory::{address_space, held};
    use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage};
    use nix::sys::signal::{Signal, kill};
    use nix::sys::time::TimeValLike as _;
    use nix::unistd::Pid;
    use std::os::unix::process::{ExitStatusExt, parent_id};
    use std::process::{Child, ExitStatus};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    /// The memory that the signal thread needs to start, mainly for its stack. The guard checks beforehand that this
    /// much is available, because a thread that fails to start cannot report why.
    const THREAD: usize = 4 << 20;

    /// The state of the guard, shared with the signal handler.
    #[derive(Default)]
    struct Ward {
        child: Option<Pid>,
        /// The number of signals received, both before and after the child was started.
        signals: u32,
    }

    /// Runs the command in a child process if memory is limited, and returns its exit code. Returns `None` if this
    /// process must do the work itself.
    pub(crate) fn stand() -> Option<u8> {
        let limit = address_space().filter(|_| !guarded())?;
        if held().is_some_and(|(_, mapped)| mapped + THREAD > limit) {
            complain(&no_room(limit));
            return Some(STOPPED);
        }
        let ward = Arc::new(Mutex::new(Ward::default()));
        let shared = ward.clone();
        let handled = ctrlc::set_handler(move || {
            let mut ward = shared.lock().unwrap_or_else(PoisonError::into_inner);
            ward.signals += 1;
            ward.child.into_iter().for_each(hand_on);
        });
        match handled {
            Ok(()) => {}
            // Signal handling needs its own thread, for which there is not enough memory.
            Err(ctrlc::Error::System(_)) => {
                complain(&no_room(limit));
                return Some(STOPPED);
            }
            Err(_) => return None,
        }
        let mut child = start(&ward)?;
        let status = child.wait();
        // Forgets the process id, which the system may soon reuse.
        let mut ward = ward.lock().unwrap_or_else(PoisonError::into_inner);
        ward.child = None;
        Some(match status {
            Ok(status) => {
                let (code, message) = report(status, limit, ward.signals, is_out_of_time());
                message.into_iter().for_each(|message| complain(&message));
                code
            }
            Err(error) => {
                complain(&format!("error: cannot wait for the worker process: {error}"));
                70
            }
        })
    }

    /// Returns the message for a memory limit that is too small even to start the command.
    pub(crate) fn no_room(limit: usize) -> String {
        format!("error: out of memory: `ulimit -v` allows {} MB, and the command alone needs more", limit / 1_000_000)
    }

    fn start(ward: &Mutex<Ward>) -> Option<Child> {
        let mut command = crate::invocation::again();
        // Several allocator arenas would reserve more address space than a small limit allows.
        command.env(GUARDED, "1").env("MALLOC_ARENA_MAX", "1");
        let mut ward = ward.lock().unwrap_or_else(PoisonError::into_inner);
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                complain(&format!("error: cannot start a process within the memory limit: {error}"));
                std::process::exit(STOPPED.into());
            }
        };
        let pid = Pid::from_raw(i32::try_from(child.id()).ok()?);
        ward.child = Some(pid);
        (0..ward.signals).for_each(|_| hand_on(pid));
        Some(child)
    }

    fn hand_on(child: Pid) {
        // The child may already have ended.
        let _ = kill(child, Signal::SIGTERM);
    }

    /// Whether the children have used all the processor time that the system allows (`ulimit -t`).
    fn is_out_of_time() -> bool {
        let Ok((limit, _)) = getrlimit(Resource::RLIMIT_CPU) else { return false };
        let spent = getrusage(UsageWho::RUSAGE_CHILDREN).map(|usage| usage.user_time() + usage.system_time());
        // The system counts in ticks, so the measured time may fall slightly short of the limit.
        spent.is_ok_and(|spent| {
            spent.num_milliseconds().saturating_add(50) >= i64::try_from(limit.saturating_mul(1000)).unwrap_or(i64::MAX)
        })
    }

    /// Returns the exit code for the child's exit status, and a message if one is needed.
    fn report(status: ExitStatus, limit: usize, signals: u32, is_out_of_time: bool) -> (u8, Option<String>) {
        use Signal::{
            SIGABRT, SIGBUS, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGKILL, SIGSEGV, SIGSYS, SIGTERM, SIGTRAP, SIGXCPU,
        };
        if let Some(code) = status.code() {
            return (u8::try_from(code).unwrap_or(70), None);
        }
        let number = status.signal().unwrap_or(0);
        let signal = Signal::try_from(number).ok();
        let name = signal.map_or_else(|| format!("signal {number}"), |signal| signal.to_string());
        let why = match signal {
            // The signal arrived before the child could handle it.
            Some(SIGINT | SIGTERM | SIGHUP) if signals > 1 => return (130, None),
            Some(SIGINT | SIGTERM | SIGHUP) => "interrupted before the search began, so nothing is known".to_owned(),
            Some(SIGXCPU) => "out of time: `ulimit -t` limits the processor time".to_owned(),
            Some(SIGKILL) if is_out_of_time => "out of time: `ulimit -t` limits the processor time".to_owned(),
            Some(SIGKILL) => "killed by the system, perhaps because memory ran out, or by another program".to_owned(),
            // Rust aborts when an allocation fails.
            Some(SIGABRT) => format!("out of memory: `ulimit -v` allows {} MB", limit / 1_000_000),
            None | Some(SIGBUS | SIGFPE | SIGILL | SIGSEGV | SIGSYS | SIGTRAP) => {
                let message =
                    format!("error: internal error: ended by {name}. Please report it together with the command.");
                return (70, Some(message));
            }
            Some(_) => "ended by another program".to_owned(),
        };
        (STOPPED, Some(format!("error: {why} ({name}); the output is incomplete")))
    }

    /// Makes a guarded process end when its guard ends.
    pub(crate) fn end_with_the_guard() {
        if !guarded() {
            return;
        }
        let guard = parent_id();
        let watch = move || {
            while parent_id() == guard {
                std::thread::sleep(Duration::from_millis(50));
            }
            std::process::exit(STOPPED.into());
        };
        let _ = std::thread::Builder::new().name("guard".to_owned()).stack_size(128 << 10).spawn(watch);
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// Returns the report on a process killed by the given signal.
        fn said(signal: Signal, signals: u32, is_out_of_time: bool) -> (u8, String) {
            let (code, message) = report(ExitStatus::from_raw(signal as i32), 4_000_000_000, signals, is_out_of_time);
            (code, message.unwrap_or_default())
        }

        #[test]
        fn a_signal_before_there_is_a_handler_ends_as_ctrl_c_does() {
            for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
                let (code, message) = said(signal, 1, false);
                assert_eq!(code, STOPPED, "{message}");
                assert!(message.contains("interrupted") && message.contains(signal.as_str()), "{message}");
                assert_eq!(said(signal, 2, false), (130, String::new()));
            }
        }

        #[test]
        fn the_signal_that_killed_is_named_and_only_memory_is_called_memory() {
            for (signal, is_out_of_time, why) in [
                (Signal::SIGABRT, false, "out of memory: `ulimit -v` allows 4000 MB (SIGABRT)"),
                (Signal::SIGXCPU, false, "`ulimit -t` limits the processor time (SIGXCPU)"),
                (Signal::SIGKILL, true, "`ulimit -t` limits the processor time (SIGKILL)"),
                (Signal::SIGKILL, false, "or by another program (SIGKILL)"),
                (Signal::SIGQUIT, false, "ended by another program (SIGQUIT)"),
            ] {
                let (code, message) = said(signal, 0, is_out_of_time);
                assert_eq!(code, STOPPED, "{message}");
                assert!(message.contains(why), "{message}");
                assert_eq!(message.contains("out of memory"), signal == Signal::SIGABRT, "{message}");
            }
            assert_eq!(said(Signal::SIGSEGV, 0, false).0, 70);
        }
    }
}
