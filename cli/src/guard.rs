//! A guard for processes whose address space is limited (`ulimit -v`).
//!
//! When an allocation fails, Rust aborts the process at once; nothing inside it can report this in the terms of the
//! command. If the system sets such a limit, the command therefore starts itself again as a child, waits, and reports
//! how it ended. Without a limit nothing of this happens.

/// Set for the process that is guarded.
const GUARDED: &str = "FERZ_GUARDED";

/// Whether this process is the guarded one.
pub(crate) fn guarded() -> bool {
    std::env::var_os(GUARDED).is_some()
}

#[cfg(not(unix))]
pub(crate) fn stand() -> Option<std::process::ExitCode> {
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
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::os::unix::process::{ExitStatusExt, parent_id};
    use std::path::PathBuf;
    use std::process::{Child, Command, ExitCode, ExitStatus};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Duration;

    /// What the thread for signals takes to begin with, its stack before all; it has no way to say that this is not there.
    const THREAD: usize = 4 << 20;

    /// What the guard knows when a signal comes.
    #[derive(Default)]
    struct Ward {
        child: Option<Pid>,
        /// Signals that came before there was a child.
        owed: u32,
    }

    /// Runs the command in a process of its own if memory is limited; its exit code. `None` when this process is to do
    /// the work.
    pub(crate) fn stand() -> Option<ExitCode> {
        let limit = address_space().filter(|_| !guarded())?;
        if held().is_some_and(|(_, mapped)| mapped + THREAD > limit) {
            complain(&no_room(limit));
            return Some(ExitCode::from(STOPPED));
        }
        let program = std::env::current_exe().ok()?;
        let ward = Arc::new(Mutex::new(Ward::default()));
        let told = ward.clone();
        let handled = ctrlc::set_handler(move || {
            let mut ward = told.lock().unwrap_or_else(PoisonError::into_inner);
            match ward.child {
                Some(child) => hand_on(child),
                None => ward.owed += 1,
            }
        });
        match handled {
            Ok(()) => {}
            // Signals have a thread of their own, and there is no room for one.
            Err(ctrlc::Error::System(_)) => {
                complain(&no_room(limit));
                return Some(ExitCode::from(STOPPED));
            }
            Err(_) => return None,
        }
        let mut child = start(program, &ward)?;
        let status = child.wait();
        // Its number may soon be that of another process.
        ward.lock().unwrap_or_else(PoisonError::into_inner).child = None;
        Some(match status {
            Ok(status) => tell(status, limit),
            Err(error) => {
                complain(&format!("error: cannot wait for the process that does the work: {error}"));
                ExitCode::from(70)
            }
        })
    }

    /// What is said when not even the command itself can begin.
    pub(crate) fn no_room(limit: usize) -> String {
        format!("error: out of memory: `ulimit -v` allows {} MB, and the command alone needs more", limit / 1_000_000)
    }

    fn start(program: PathBuf, ward: &Mutex<Ward>) -> Option<Child> {
        let mut command = Command::new(program);
        // Each arena of the allocator would reserve more than a small limit allows.
        command.args(std::env::args_os().skip(1)).env(GUARDED, "1").env("MALLOC_ARENA_MAX", "1");
        let mut ward = ward.lock().unwrap_or_else(PoisonError::into_inner);
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                complain(&format!("error: cannot start a process within the limit on memory: {error}"));
                std::process::exit(STOPPED.into());
            }
        };
        let pid = Pid::from_raw(i32::try_from(child.id()).ok()?);
        ward.child = Some(pid);
        (0..ward.owed).for_each(|_| hand_on(pid));
        Some(child)
    }

    fn hand_on(child: Pid) {
        // It may have ended by itself.
        let _ = kill(child, Signal::SIGTERM);
    }

    fn tell(status: ExitStatus, limit: usize) -> ExitCode {
        if let Some(code) = status.code() {
            return ExitCode::from(u8::try_from(code).unwrap_or(70));
        }
        let signal = status.signal().unwrap_or(0);
        // Rust aborts when an allocation fails; the system kills when there is no memory left. Anything else is a fault of ours.
        if ![Signal::SIGABRT as i32, Signal::SIGKILL as i32].contains(&signal) {
            complain(&format!("error: internal error: ended by signal {signal}. Please report it with the command."));
            return ExitCode::from(70);
        }
        complain(&format!(
            "error: out of memory (ended by signal {signal}): `ulimit -v` allows {} MB; what was printed is not the whole",
            limit / 1_000_000
        ));
        ExitCode::from(STOPPED)
    }

    /// A guarded process does not outlive its guard.
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
}
