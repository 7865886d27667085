//! The response surface of a sweep: the score over the keys, their squares and products.

use super::difference::holm;
use super::interval::Interval;
use super::linear::{Matrix, add_product, dot, inverse, times, variance};
use super::special::{Z, chi_squared_beyond};

/// The values along a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Numbers, in the order of the sweep.
    Numbers(Vec<f64>),
    /// Names: this many values without an order.
    Names(usize),
}

/// The results at one cell of the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridPoint {
    /// The index of the value of each key.
    pub at: Vec<usize>,
    /// The score there, from 0 to 1.
    pub score: f64,
    /// The variance of a result.
    pub variance: f64,
    /// The number of results, games or pairs.
    pub results: f64,
}

/// The terms that a test leaves out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// All terms with this key.
    Key(usize),
    /// The square of this key.
    Square(usize),
    /// The product of these two keys.
    Product(usize, usize),
}

/// A likelihood-ratio test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tested {
    /// The term that is left out.
    pub term: Term,
    /// The likelihood ratio: how much worse the surface fits without the term.
    pub ratio: f64,
    /// The degrees of freedom of the term.
    pub freedom: usize,
    /// The p-value, adjusted by Holm's method for all tests of the surface.
    pub corrected: f64,
}

/// A surface, fitted to the scores of a sweep.
///
/// The logit of the score is a linear function of the keys, of the squares of keys with at least three numeric values, and of the
/// products of two numeric keys. A key whose values are names has a coefficient for each name except the first. With too few cells
/// for all these terms, products are left out first, then squares. The coefficients maximize the quasi-likelihood for results from
/// 0 to 1, so that draws and pairs are results too. The dispersion is the variance of results within cells, relative to that of
/// wins and losses with the same score. The tests divide likelihood ratios by the dispersion and compare them with the chi-squared
/// distribution; their p-values are adjusted by Holm's method. Another test of the same form, against the model with a separate
/// score for each cell, shows whether the cells lie farther from the surface than chance would explain.
///
/// Sources: R. W. M. Wedderburn, "Quasi-likelihood functions", Biometrika 61 (1974); L. E. Papke and J. M. Wooldridge, Journal of
/// Applied Econometrics 11 (1996), for shares as results; P. McCullagh and J. A. Nelder, "Generalized Linear Models" (1989),
/// section 4.5, for the dispersion; G. E. P. Box and K. B. Wilson, Journal of the Royal Statistical Society B 13 (1951), for
/// response surfaces.
#[derive(Clone, Debug)]
pub struct Surface {
    columns: Vec<(Term, Column)>,
    scales: Vec<Scale>,
    coefficients: Vec<f64>,
    covariance: Matrix,
    /// The tests, in the order of keys, squares and products.
    pub tested: Vec<Tested>,
    /// The p-value of the test for lack of fit; `None` if there are no more cells than coefficients.
    pub lack_of_fit: Option<f64>,
}

/// A column of the model matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    Number(usize),
    Name(usize, usize),
    Square(usize),
    Product(usize, usize),
}

impl Column {
    fn keys(self) -> [usize; 2] {
        match self {
            Self::Number(key) | Self::Name(key, _) | Self::Square(key) => [key, key],
            Self::Product(one, other) => [one, other],
        }
    }

    /// Its value, with numbers scaled to the range from -1 to 1 and names given by their index.
    fn of(self, x: &[f64]) -> f64 {
        match self {
            Self::Number(key) => x[key],
            Self::Name(key, name) => f64::from(u8::from(x[key] == name as f64)),
            Self::Square(key) => x[key] * x[key],
            Self::Product(one, other) => x[one] * x[other],
        }
    }
}

impl Surface {
    /// Fits a surface over these `scales`, one for each key. `None` if the cells do not suffice: there are fewer cells than
    /// coefficients of keys, results do not vary, or one side won every game in some part of the grid, which makes the estimate
    /// diverge.
    pub fn fit(scales: &[Scale], cells: &[GridPoint]) -> Option<Self> {
        let mut terms = terms(scales);
        let columns_of = |terms: &[Term]| -> Vec<(Term, Column)> {
            terms
                .iter()
                .flat_map(|&term| columns(term, scales).into_iter().map(move |column| (term, column)))
                .collect()
        };
        // Drops products first, then squares, until the cells suffice for the rest.
        while columns_of(&terms).len() + 1 > cells.len() {
            match terms.pop()? {
                Term::Key(_) => return None,
                Term::Square(_) | Term::Product(..) => {}
            }
        }
        let columns = columns_of(&terms);
        let within: f64 = cells.iter().map(|cell| cell.results * cell.variance).sum();
        let expected: f64 = cells.iter().map(|cell| cell.results * cell.score * (1.0 - cell.score)).sum();
        let dispersion = within / expected;
        if !(dispersion > 0.0 && dispersion.is_finite()) {
            return None;
        }
        let x: Vec<Vec<f64>> = cells.iter().map(|cell| scaled(scales, &cell.at)).collect();
        let matrix = |kept: &dyn Fn(&(Term, Column)) -> bool| -> Matrix {
            let row = |x: &Vec<f64>| {
                let kept = columns.iter().filter(|column| kept(column)).map(|(_, column)| column.of(x));
                std::iter::once(1.0).chain(kept).collect()
            };
            x.iter().map(row).collect()
        };
        let full = logit(&matrix(&|_| true), cells)?;
        let mut tested: Vec<(Term, f64, usize)> = Vec::new();
        for &term in &terms {
            let left_out = |&(of, column): &(Term, Column)| match term {
                Term::Key(key) => column.keys().contains(&key),
                term => of == term,
            };
            let without = logit(&matrix(&|column| !left_out(column)), cells)?;
            let freedom = columns.iter().filter(|column| left_out(column)).count();
            tested.push((term, ((without.deviance - full.deviance) / dispersion).max(0.0), freedom));
        }
        let p_values: Vec<f64> =
            tested.iter().map(|&(_, ratio, freedom)| chi_squared_beyond(ratio, freedom as f64)).collect();
        let corrected = holm(&p_values);
        let left = cells.len() - columns.len() - 1;
        let covariance =
            full.covariance.iter().map(|row| row.iter().map(|x| x * dispersion).collect()).collect();
        Some(Self {
            columns,
            scales: scales.to_vec(),
            coefficients: full.coefficients,
            covariance,
            tested: tested
                .into_iter()
                .zip(corrected)
                .map(|((term, ratio, freedom), corrected)| Tested { term, ratio, freedom, corrected })
                .collect(),
            lack_of_fit: (left > 0).then(|| chi_squared_beyond(full.deviance / dispersion, left as f64)),
        })
    }

    /// The score of the surface at these indices of the keys' values, with its 95 % interval.
    pub fn at(&self, at: &[usize]) -> (f64, Interval) {
        let x = scaled(&self.scales, at);
        let row: Vec<f64> =
            std::iter::once(1.0).chain(self.columns.iter().map(|(_, column)| column.of(&x))).collect();
        let logit = dot(&row, &self.coefficients);
        let half = Z * variance(&self.covariance, &row).sqrt();
        (score(logit), Interval { low: logit - half, high: logit + half }.map(score))
    }
}

/// The share that corresponds to a logit.
fn score(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The values at the indices `at`: numbers scaled to the range from -1 to 1, names as their index.
fn scaled(scales: &[Scale], at: &[usize]) -> Vec<f64> {
    let scaled = |(scale, &at): (&Scale, &usize)| match scale {
        Scale::Names(_) => at as f64,
        Scale::Numbers(numbers) => {
            let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if high > low { (2.0 * numbers[at] - low - high) / (high - low) } else { 0.0 }
        }
    };
    scales.iter().zip(at).map(scaled).collect()
}

/// All terms: keys, squares, products.
fn terms(scales: &[Scale]) -> Vec<Term> {
    let values = |scale: &Scale| match scale {
        Scale::Numbers(numbers) => numbers.len(),
        Scale::Names(names) => *names,
    };
    let keys: Vec<usize> = (0..scales.len()).filter(|&key| values(&scales[key]) > 1).collect();
    let numbers = |key: &usize| matches!(scales[*key], Scale::Numbers(_));
    let numeric: Vec<usize> = keys.iter().copied().filter(numbers).collect();
    let squares = numeric.iter().copied().filter(|&key| values(&scales[key]) > 2).map(Term::Square);
    let products = numeric
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| numeric[at + 1..].iter().map(move |&other| Term::Product(one, other)));
    keys.iter().map(|&key| Term::Key(key)).chain(squares).chain(products).collect()
}

/// The columns of a term by itself.
fn columns(term: Term, scales: &[Scale]) -> Vec<Column> {
    match term {
        Term::Key(key) => match &scales[key] {
            Scale::Numbers(_) => vec![Column::Number(key)],
            Scale::Names(names) => (1..*names).map(|name| Column::Name(key, name)).collect(),
        },
        Term::Square(key) => vec![Column::Square(key)],
        Term::Product(one, other) => vec![Column::Product(one, other)],
    }
}

/// A fitted model of the logit.
struct Logit {
    coefficients: Vec<f64>,
    covariance: Matrix,
    deviance: f64,
}

/// Fits the logit of the scores to the rows of `x` by Newton's method; `None` if the likelihood has no maximum.
fn logit(x: &Matrix, cells: &[GridPoint]) -> Option<Logit> {
    let size = x.first()?.len();
    let mut coefficients = vec![0.0; size];
    for _ in 0..100 {
        let (mut gradient, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for (row, cell) in x.iter().zip(cells) {
            let expected = score(dot(row, &coefficients));
            gradient
                .iter_mut()
                .zip(row)
                .for_each(|(sum, x)| *sum += cell.results * (cell.score - expected) * x);
            add_product(&mut information, cell.results * expected * (1.0 - expected), row, row);
        }
        let covariance = inverse(&information)?;
        let mut step = times(&covariance, &gradient);
        let longest = step.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if longest > 2.0 {
            step.iter_mut().for_each(|x| *x *= 2.0 / longest);
        }
        coefficients.iter_mut().zip(&step).for_each(|(c, x)| *c += x);
        if coefficients.iter().any(|c| !c.is_finite() || c.abs() > 100.0) {
            return None;
        }
        if longest < 1e-9 {
            let deviance =
                x.iter().zip(cells).map(|(row, cell)| deviance(cell, score(dot(row, &coefficients)))).sum();
            return Some(Logit { coefficients, covariance, deviance });
        }
    }
    None
}

/// The deviance of a cell: twice the difference between the log-likelihoods of its results at its own score and at `expected`.
fn deviance(cell: &GridPoint, expected: f64) -> f64 {
    let part = |seen: f64, expected: f64| if seen > 0.0 { seen * (seen / expected).ln() } else { 0.0 };
    2.0 * cell.results * (part(cell.score, expected) + part(1.0 - cell.score, 1.0 - expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn cell(at: &[usize], wins: f64, n: f64) -> GridPoint {
        let score = wins / n;
        GridPoint { at: at.to_vec(), score, variance: score * (1.0 - score), results: n }
    }

    #[test]
    fn the_published_fit_of_beetles_killed_by_carbon_disulphide_is_reproduced() {
        // C. I. Bliss, Annals of Applied Biology 22 (1935); the fit: A. J. Dobson, "An Introduction to Generalized Linear Models"
        // (2002), table 7.2 and section 7.3.1: logit = -60.72 + 34.27 x, deviance 11.23 on 6 degrees of freedom.
        let doses = [1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.8610, 1.8839];
        let killed = [
            (6.0, 59.0),
            (13.0, 60.0),
            (18.0, 62.0),
            (28.0, 56.0),
            (52.0, 63.0),
            (53.0, 59.0),
            (61.0, 62.0),
            (60.0, 60.0),
        ];
        let cells: Vec<GridPoint> =
            killed.iter().enumerate().map(|(at, &(r, n))| cell(&[at], r, n)).collect();
        let rows: Matrix = doses.iter().map(|&dose| vec![1.0, dose]).collect();
        let fit = logit(&rows, &cells).unwrap();
        assert!((fit.coefficients[0] + 60.72).abs() < 0.01 && (fit.coefficients[1] - 34.27).abs() < 0.005);
        assert!((fit.deviance - 11.23).abs() < 0.005, "{}", fit.deviance);
        // Published standard errors: 5.18 and 2.91.
        assert!((fit.covariance[1][1].sqrt() - 2.91).abs() < 0.005);
        // With the square, the deviance falls to 3.19 (the quadratic logit fits): the test detects the curvature.
        let surface = Surface::fit(&[Scale::Numbers(doses.to_vec())], &cells).unwrap();
        let square = surface.tested[1];
        assert!(
            square.term == Term::Square(0) && square.freedom == 1 && (square.ratio - 8.04).abs() < 0.05,
            "{square:?}"
        );
        assert!(surface.lack_of_fit.unwrap() > 0.5);
    }

    fn grid(
        scales: &[Scale],
        n: u32,
        worth: impl Fn(&[f64]) -> f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<GridPoint> {
        let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut cells = Vec::new();
        for one in 0..4 {
            for other in 0..3 {
                let chance = score(worth(&scaled(scales, &[one, other])));
                let wins = (0..n).filter(|_| uniform() < chance).count();
                cells.push(cell(&[one, other], wins as f64, f64::from(n)));
            }
        }
        cells
    }

    #[test]
    fn a_key_without_effect_is_found_at_most_5_times_in_100_and_a_product_nearly_always() {
        let scales = [Scale::Numbers(vec![1.0, 2.0, 3.0, 4.0]), Scale::Numbers(vec![0.0, 5.0, 10.0])];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (experiments, mut false_alarms, mut products, mut covered, mut unfit) = (300, 0, 0, 0, 0);
        for _ in 0..experiments {
            let nothing = Surface::fit(&scales, &grid(&scales, 200, |_| 0.3, &mut rng)).unwrap();
            false_alarms += u32::from(nothing.tested.iter().any(|tested| tested.corrected < 0.05));
            let saddle = Surface::fit(&scales, &grid(&scales, 200, |x| 0.4 * x[0] * x[1], &mut rng)).unwrap();
            let product = saddle.tested.last().unwrap();
            products += u32::from(product.term == Term::Product(0, 1) && product.corrected < 0.05);
            covered += u32::from(saddle.at(&[3, 2]).1.contains(score(0.4)));
            unfit += u32::from(saddle.lack_of_fit.unwrap() < 0.05);
        }
        let share = |count: u32| f64::from(count) / f64::from(experiments);
        assert!(share(false_alarms) < 0.08, "{}", share(false_alarms));
        assert!(share(products) > 0.95, "{}", share(products));
        assert!((0.91..0.99).contains(&share(covered)), "{}", share(covered));
        assert!(share(unfit) < 0.09, "{}", share(unfit));
    }

    #[test]
    fn names_have_no_order_and_few_cells_get_no_square() {
        let names = [Scale::Names(3)];
        let cells = [cell(&[0], 50.0, 100.0), cell(&[1], 80.0, 100.0), cell(&[2], 20.0, 100.0)];
        let surface = Surface::fit(&names, &cells).unwrap();
        assert_eq!(surface.tested.len(), 1);
        assert!(surface.tested[0].freedom == 2 && surface.tested[0].corrected < 1e-9);
        assert!((surface.at(&[1]).0 - 0.8).abs() < 1e-9 && surface.lack_of_fit.is_none());
        let two = [cell(&[0], 50.0, 100.0), cell(&[1], 80.0, 100.0)];
        let line = Surface::fit(&[Scale::Numbers(vec![1.0, 2.0, 3.0])], &two).unwrap();
        assert_eq!(line.tested.iter().map(|tested| tested.term).collect::<Vec<_>>(), [Term::Key(0)]);
        assert!(Surface::fit(&names, &two).is_none());
        assert!(
            Surface::fit(&names, &cells.map(|cell| GridPoint { score: 1.0, variance: 0.0, ..cell }))
                .is_none()
        );
    }

    #[test]
    fn draws_lower_the_dispersion() {
        let drawn = |at: usize, score: f64| GridPoint { at: vec![at], score, variance: 0.05, results: 400.0 };
        let decisive =
            |at: usize, score: f64| GridPoint { variance: score * (1.0 - score), ..drawn(at, score) };
        let numbers = [Scale::Numbers(vec![0.0, 1.0])];
        let ratio = |cells: [GridPoint; 2]| Surface::fit(&numbers, &cells).unwrap().tested[0].ratio;
        let five = ratio([drawn(0, 0.5), drawn(1, 0.55)]) / ratio([decisive(0, 0.5), decisive(1, 0.55)]);
        assert!((five - (0.25 + 0.2475) / 0.1).abs() < 1e-6, "{five}");
    }
}
