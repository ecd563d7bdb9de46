//! What the searches of a comparison differ in.

/// What varies in a grid, in the order of the columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dimension {
    /// What the model is about.
    Model,
    /// How it is stated.
    Formulation,
    /// The level of consistency.
    Level,
    /// What is inferred at the root.
    Root,
    /// The order of variables.
    Order,
    /// The order of values.
    Values,
    /// The branching scheme.
    Branching,
    /// The seed.
    Seed,
}

crate::named!(pub Dimension {
    Model = "model", Formulation = "formulation", Level = "level", Root = "root", Order = "order", Values = "values",
    Branching = "branching", Seed = "seed",
});
