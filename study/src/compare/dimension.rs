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

impl Dimension {
    /// All of them.
    pub const ALL: [Dimension; 8] = [
        Dimension::Model,
        Dimension::Formulation,
        Dimension::Level,
        Dimension::Root,
        Dimension::Order,
        Dimension::Values,
        Dimension::Branching,
        Dimension::Seed,
    ];

    /// The heading of its column.
    pub fn name(self) -> &'static str {
        match self {
            Dimension::Model => "model",
            Dimension::Formulation => "formulation",
            Dimension::Level => "level",
            Dimension::Root => "root",
            Dimension::Order => "order",
            Dimension::Values => "values",
            Dimension::Branching => "branching",
            Dimension::Seed => "seed",
        }
    }
}
