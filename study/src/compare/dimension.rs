//! The dimensions in which the searches of a comparison differ.

/// A grid dimension. The variants are listed in column order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dimension {
    /// The model.
    Model,
    /// The formulation of the model.
    Formulation,
    /// The level of consistency.
    Level,
    /// The inference at the root.
    Root,
    /// The variable selection.
    Order,
    /// The value selection.
    Values,
    /// The branching scheme.
    Branching,
    /// The random seed.
    Seed,
}

solver_core::named_variants!(pub Dimension {
    Model = "model", Formulation = "formulation", Level = "level", Root = "root", Order = "order", Values = "values",
    Branching = "branching", Seed = "seed",
});
