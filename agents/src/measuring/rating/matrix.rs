//! Small dense matrices.

/// Returns the inverse of a symmetric matrix that is positive definite; rows one after another.
pub(super) fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    // Gauss and Jordan; the diagonal of such a matrix is safe to divide by.
    for i in 0..n {
        let pivot = left[i][i];
        for k in 0..n {
            left[i][k] /= pivot;
            right[i][k] /= pivot;
        }
        for j in (0..n).filter(|&j| j != i) {
            let factor = left[j][i];
            if factor != 0.0 {
                for k in 0..n {
                    left[j][k] -= factor * left[i][k];
                    right[j][k] -= factor * right[i][k];
                }
            }
        }
    }
    right
}
