//! What is allocated, counted by an allocator of the whole program: so these tests are one of their own.

mod allocation;
mod streaming;
