//! The inverse of the basis, stored explicitly.
//!
//! Most rows of the inverse stay unit vectors, so zeros are skipped. For the sizes that the relaxation admits, this is
//! as fast as a factorisation with updates, and simpler.

/// Entries of smaller magnitude are treated as 0.
const TINY: f64 = 1e-13;

/// A lower limit on the weights, which rounding could otherwise reduce to 0.
const LEAST_WEIGHT: f64 = 1e-6;

/// The inverse of the basis with the squared norms of its rows, which are the weights of dual steepest edge pricing
/// (J. Forrest, D. Goldfarb, *Steepest-edge simplex algorithms for linear programming*, Mathematical Programming 57,
/// 1992).
#[derive(Clone)]
pub(super) struct Inverse {
    size: usize,
    /// Stored by columns.
    values: Vec<f64>,
    weights: Vec<f64>,
    /// Pivots since the last reset.
    pub(super) pivots: usize,
    /// Scratch: entries of a column that are not 0, divided by the pivot.
    touched: Vec<(u32, f64)>,
    /// The number of operations so far; about eight operations make up one budget unit.
    pub(super) effort: usize,
}

impl Inverse {
    pub(super) fn new(size: usize) -> Inverse {
        let mut inverse = Inverse {
            size,
            values: vec![0.0; size * size],
            weights: Vec::new(),
            pivots: 0,
            touched: Vec::new(),
            effort: 0,
        };
        inverse.reset();
        inverse
    }

    /// Resets the inverse to that of the basis of all slacks, which is -1 times the identity.
    pub(super) fn reset(&mut self) {
        self.values.fill(0.0);
        for i in 0..self.size {
            self.values[i * self.size + i] = -1.0;
        }
        self.weights.clear();
        self.weights.resize(self.size, 1.0);
        self.pivots = 0;
    }

    /// The weight of a basis position.
    pub(super) fn weight(&self, position: usize) -> f64 {
        self.weights[position]
    }

    fn column(&self, k: usize) -> &[f64] {
        &self.values[k * self.size..(k + 1) * self.size]
    }

    /// Adds the inverse times a sparse vector to `product`.
    pub(super) fn multiply(&mut self, vector: impl Iterator<Item = (usize, f64)>, product: &mut [f64]) {
        let mut columns = 1;
        for (k, value) in vector {
            for (sum, &entry) in product.iter_mut().zip(self.column(k)) {
                *sum += value * entry;
            }
            columns += 1;
        }
        self.effort += columns * self.size / 2;
    }

    /// The product of a row vector, given by its nonzero entries, and the inverse.
    pub(super) fn multiply_from_left(&self, vector: &[(usize, f64)], product: &mut Vec<f64>) {
        product.clear();
        product.extend((0..self.size).map(|k| {
            let column = self.column(k);
            vector.iter().map(|&(position, value)| value * column[position]).sum::<f64>()
        }));
    }

    /// Copies a row, and lists the positions of its nonzero entries.
    pub(super) fn row(&mut self, position: usize, row: &mut [f64], nonzero: &mut Vec<u32>) {
        nonzero.clear();
        for (k, entry) in (0..).zip(row.iter_mut()) {
            *entry = self.values[k as usize * self.size + position];
            if entry.abs() > TINY {
                nonzero.push(k);
            }
        }
        self.effort += 2 * self.size;
    }

    /// Updates the inverse when a variable enters the basis at a position. `column` is the inverse times that
    /// variable's column; `row` and `nonzero` are the position's row.
    pub(super) fn pivot(&mut self, position: usize, column: &[f64], row: &[f64], nonzero: &[u32]) {
        let (size, pivot) = (self.size, column[position]);
        self.touched.clear();
        let others = (0..).zip(column).filter(|&(i, entry)| i as usize != position && entry.abs() > TINY);
        self.touched.extend(others.map(|(i, &entry)| (i, entry / pivot)));
        let is_dense = self.touched.len() * 3 > size;
        let mut norm = 0.0;
        for &k in nonzero {
            let k = k as usize;
            let factor = row[k];
            let of_inverse = &mut self.values[k * size..(k + 1) * size];
            if is_dense {
                let by = factor / pivot;
                for ((value, &entry), weight) in of_inverse.iter_mut().zip(column).zip(&mut self.weights) {
                    let old = *value;
                    *value -= by * entry;
                    *weight += *value * *value - old * old;
                }
            } else {
                for &(i, entry) in &self.touched {
                    let value = &mut of_inverse[i as usize];
                    let old = *value;
                    *value -= factor * entry;
                    self.weights[i as usize] += *value * *value - old * old;
                }
            }
            of_inverse[position] = factor / pivot;
            norm += (factor / pivot) * (factor / pivot);
        }
        for &(i, _) in &self.touched {
            let weight = &mut self.weights[i as usize];
            *weight = weight.max(LEAST_WEIGHT);
        }
        self.weights[position] = norm.max(LEAST_WEIGHT);
        let changed = if is_dense { size / 2 } else { self.touched.len() };
        self.effort += nonzero.len() * changed + 2 * size;
        self.pivots += 1;
    }

    pub(super) fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<f64>()
    }
}
