//! The boundary between WebAssembly and JavaScript: three functions that pass only numbers, because text cannot cross
//! it.
//!
//! The page calls [`question`] with its text length, writes the text to the returned address, calls [`answer`], which
//! returns the answer's length, and reads that many bytes from [`text`]. This code does not dereference pointers: only
//! the page accesses the memory, within these lengths.
//!
//! The names are exported unmangled, which counts as unsafe because two functions could have the same name. This is the
//! only file in the project that needs unsafe code; a binding generator (`wasm-bindgen`) would require an extra tool
//! that takes longer to build than everything here.
#![allow(unsafe_code)]

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The text being passed, in either direction.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn handed() -> MutexGuard<'static, Vec<u8>> {
    TEXT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reserves space for a question of the given length in bytes; returns the address to write it to.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    let mut text = handed();
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the question; returns the length of the answer in bytes.
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

/// The answer's address.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    handed().as_ptr()
}
