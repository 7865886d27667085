//! Small systems of linear equations, for models fitted by Newton's method.

/// A matrix by its rows.
pub type Matrix = Vec<Vec<f64>>;

/// The inverse of a symmetric, positive definite `matrix`, by Gauss-Jordan elimination; `None` if it is singular up to rounding.
pub fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let n = matrix.len();
    let mut left = matrix.clone();
    let mut right: Matrix = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for at in 0..n {
        let pivot = (at..n).max_by(|&a, &b| left[a][at].abs().total_cmp(&left[b][at].abs()))?;
        let scale = matrix[at][at].abs().max(f64::MIN_POSITIVE);
        if left[pivot][at].abs() < 1e-10 * scale {
            return None;
        }
        left.swap(at, pivot);
        right.swap(at, pivot);
        let by = left[at][at];
        left[at].iter_mut().chain(&mut right[at]).for_each(|x| *x /= by);
        let (row, other) = (left[at].clone(), right[at].clone());
        for i in (0..n).filter(|&i| i != at) {
            let times = left[i][at];
            left[i].iter_mut().zip(&row).for_each(|(x, y)| *x -= times * y);
            right[i].iter_mut().zip(&other).for_each(|(x, y)| *x -= times * y);
        }
    }
    Some(right)
}

/// The product of a `matrix` and a vector.
pub fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// The dot product of two vectors.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Adds `weight` times the product of a column `a` and a row `b`.
pub fn add_product(matrix: &mut Matrix, weight: f64, a: &[f64], b: &[f64]) {
    for (row, x) in matrix.iter_mut().zip(a) {
        row.iter_mut().zip(b).for_each(|(cell, y)| *cell += weight * x * y);
    }
}

/// The variance of a sum of estimates with this `covariance`, weighted by `weights`.
pub fn variance(covariance: &Matrix, weights: &[f64]) -> f64 {
    dot(&times(covariance, weights), weights).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_agrees_with_hand_computation() {
        let inverse = inverse(&vec![vec![2.0, 1.0], vec![1.0, 1.0]]).unwrap();
        assert_eq!(inverse, [[1.0, -1.0], [-1.0, 2.0]]);
        assert_eq!(variance(&inverse, &[1.0, 1.0]), 1.0);
        assert_eq!(super::inverse(&vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
