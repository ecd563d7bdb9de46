//! Every variable selection, restart sequence and kind of iteration finds the same optima, and finds each solution
//! exactly once.

mod bounds;
mod optima;
mod options;
mod portfolio;
mod random;
mod root;
mod solutions;
mod threads;
mod turns;
