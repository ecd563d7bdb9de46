//! Counts allocations by a global allocator: so these tests are a separate program.

mod allocation;
mod streaming;
