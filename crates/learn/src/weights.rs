//! Weights as they are learned, and the tables of whole numbers that players add up.

use crate::layout::{CONTEXTS, Layout, PARTS, STAGES};
use crate::logistic::LOGIT;
use rayon::prelude::*;

/// Weights while they are learned.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// The weights, in logits, by number.
    pub values: Vec<f32>,
    /// For each weight, the sum of its changes before rates: the errors of the positions that had the pattern.
    pub sums: Vec<f32>,
    /// For each weight, the sum of the sizes of these changes.
    pub sizes: Vec<f32>,
    /// For each weight, the mean of its values after the last blocks of games; empty on small boards.
    pub means: Vec<f32>,
    /// For each weight, the value that was chosen for players to use; empty if none was.
    pub chosen: Vec<f32>,
    /// The margin, in hundredths of a point, that counts as 1.
    pub margin: i32,
}

impl Weights {
    /// Weights of zero.
    pub fn new(layout: &Layout, margin: i32) -> Self {
        let zeros = || vec![0.0; layout.weights()];
        Self { values: zeros(), sums: zeros(), sizes: zeros(), margin, ..Self::default() }
    }

    /// The weights that players use.
    pub fn played(&self) -> &[f32] {
        [&self.chosen, &self.means].into_iter().find(|weights| !weights.is_empty()).unwrap_or(&self.values)
    }

    /// Moves the mean of each weight by this share of the way to its value. With 1, it becomes the value.
    pub fn average(&mut self, share: f32) {
        self.means.resize(self.values.len(), 0.0);
        for (mean, value) in self.means.iter_mut().zip(&self.values) {
            *mean += share * (value - *mean);
        }
    }

    /// The weights and what decides their rates.
    pub fn parts(&self) -> [&[f32]; 3] {
        [&self.values, &self.sums, &self.sizes]
    }

    /// Like [`Weights::parts`].
    pub fn parts_mut(&mut self) -> [&mut [f32]; 3] {
        [&mut self.values, &mut self.sums, &mut self.sizes]
    }

    /// Changes the weight with this number by `change` times `share`, the share of one place, reduced by the weight's own rate.
    ///
    /// The rate of a weight is the size of the sum of its changes, divided by the sum of their sizes: 1 as long as all go one way, and
    /// less the more of them cancel. Source: Beal and Smith 1999, "Temporal coherence and prediction decay in TD learning"; as in
    /// Jaskowski 2018, "Mastering 2048 with delayed temporal coherence learning".
    #[inline]
    pub fn change(&mut self, number: usize, change: f32, share: f32) {
        let (sum, size) = (&mut self.sums[number], &mut self.sizes[number]);
        let rate = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
        *sum += change;
        *size += change.abs();
        self.values[number] += share * rate * change;
    }

    /// The tables for players. They are filled one after another: a player is prepared under a lock, and a thread of a pool that
    /// waited for others there could begin a game and ask for the same lock.
    pub fn tables(&self, layout: &Layout) -> Tables {
        let mut tables = Tables::default();
        let all = tables.entries.as_flattened_mut();
        all.iter_mut().enumerate().for_each(|(at, entries)| fill(self.played(), layout, at, entries));
        tables.set_rest(self.played(), layout, self.margin);
        tables
    }

    /// Fills `tables` for players that learn, in parallel, reusing their memory.
    pub fn fill(&self, layout: &Layout, tables: &mut Tables) {
        let all = tables.entries.as_flattened_mut();
        all.par_iter_mut().enumerate().for_each(|(at, entries)| fill(&self.values, layout, at, entries));
        tables.set_rest(&self.values, layout, self.margin);
    }
}

/// A weight in the unit of the tables.
fn rounded(logits: f32) -> f32 {
    (logits * LOGIT as f32).round()
}

/// Fills `entries`, those of side `at % 2` in stage `at / 2`, reusing their memory.
fn fill(weights: &[f32], layout: &Layout, at: usize, entries: &mut Vec<i16>) {
    let (stage, side) = (at / 2, at % 2);
    let value = |number: u32| {
        let of_stage = layout.of_stage(number as usize, stage).map_or(0.0, |at| weights[at]);
        weights[number as usize] + of_stage
    };
    let (shared, own) = (layout.numbers(side), layout.own(side));
    let twofold = shared.iter().zip(own).map(|(&shared, &own)| value(shared) + value(own));
    let rest = shared[own.len()..].iter().map(|&number| value(number));
    entries.clear();
    // A conversion to a smaller type takes the nearest value.
    entries.extend(twofold.chain(rest).map(|logits| rounded(logits) as i16));
}

/// Weights as whole numbers, in units of 1/256 logit.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// For each stage of the game and each side to move, the sum of the weights of each index of a place.
    pub entries: [[Vec<i16>; 2]; STAGES],
    /// The weight of each context.
    pub contexts: [i32; CONTEXTS],
    /// The weight of the margin in each part of the game.
    pub margins: [i32; PARTS],
    /// The margin, in hundredths of a point, that counts as 1.
    pub margin: i32,
}

impl Tables {
    /// Sets everything but the entries.
    fn set_rest(&mut self, weights: &[f32], layout: &Layout, margin: i32) {
        let whole = |number: usize| rounded(weights[number]) as i32;
        let first = layout.context(0, 0);
        self.contexts = std::array::from_fn(|at| whole(first + at));
        self.margins = std::array::from_fn(|at| whole(first + CONTEXTS + at));
        self.margin = margin;
    }

    /// `hundredths` of a point as the margin enters an evaluation, from -4 to 4, in 256ths.
    pub fn scaled(&self, hundredths: i32) -> i32 {
        let logit = i64::from(LOGIT);
        (i64::from(hundredths) * logit / i64::from(self.margin.max(1))).clamp(-4 * logit, 4 * logit) as i32
    }
}
