//! Tests that count allocations with a global allocator, which requires a separate program.

mod allocation;
mod streaming;
