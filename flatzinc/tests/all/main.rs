//! The tests of the readers, the translation and the protocol, in one program.

mod cases;
mod dice;
mod differential;
mod errors;
mod mutated;
mod protocol;
mod random;
