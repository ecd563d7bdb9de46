//! Every order, restart and iteration finds the same solutions, each once, and the same optima.

mod bounds;
mod optima;
mod options;
mod portfolio;
mod random;
mod root;
mod solutions;
mod threads;
mod turns;
