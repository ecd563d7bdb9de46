//! Where WebAssembly and JavaScript meet: three functions over numbers, for texts cannot cross.
//!
//! The page calls [`question`] with the length of its text, writes the text to the address that it returns, calls
//! [`answer`], which returns the length of the answer, and reads that much from [`text`]. No pointer is followed here:
//! memory is only read and written by the page, within these lengths.
//!
//! The names are exported unmangled, which counts as unsafe because two functions could have the same name. This is the
//! only file of the project with the word; a generator of glue (`wasm-bindgen`) would need a program of its own, built
//! for longer than everything here.
#![allow(unsafe_code)]

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The text that is being handed over, to here or to there.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn handed() -> MutexGuard<'static, Vec<u8>> {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of this many bytes; returns where to write it.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    let mut text = handed();
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the question that was written; returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = std::mem::take(&mut *handed());
    let answer = match String::from_utf8(question) {
        Ok(question) => crate::ask(&question),
        Err(error) => crate::ask(&String::from_utf8_lossy(error.as_bytes())),
    };
    let mut text = handed();
    *text = answer.into_bytes();
    text.len()
}

/// Where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    handed().as_ptr()
}
