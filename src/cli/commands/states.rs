//! `dropline states`.

use crate::chance;
use crate::cli::args::States;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::report::count;
use crate::states::{self, Estimate, Liberties, POPULATIONS, Reached, Walk, bound};
use crate::variant::Loaded;
use anyhow::anyhow;
use rayon::prelude::*;
use serde_json::{Value, json};

/// An interval wider than this in log10, a factor of two from end to end, is called rough.
const ROUGH: f64 = 0.3;

/// The maximum number of samples: a population of a tenth of them is in memory on each thread.
const MOST_SAMPLES: u64 = 1_000_000;

/// The largest layer that is counted, however many samples are allowed.
const MOST_COUNTED: u64 = 100_000;

/// What to say about a rough interval.
const CAUTION: &str =
    "The interval is rough, and may be too narrow: the populations differ much. Use more `--samples`.";

/// The number of reachable arrangements.
enum Number {
    Counted(u64),
    Estimated(Reached, u64),
}

impl Number {
    /// The caution that its interval needs.
    fn caution(&self) -> Option<&'static str> {
        let is_rough = |reached: &Reached| reached.interval.high - reached.interval.low > ROUGH;
        matches!(self, Self::Estimated(reached, _) if is_rough(reached)).then_some(CAUTION)
    }

    fn as_json(&self) -> Value {
        let (log10, low, high, at_least) = match *self {
            Self::Counted(number) => {
                let log10 = (number as f64).log10();
                (log10, log10, log10, log10)
            }
            Self::Estimated(Reached { log10, interval, at_least }, _) => {
                (log10, interval.low, interval.high, at_least)
            }
        };
        let (counted, n, populations) = match *self {
            Self::Counted(number) => (Some(number), number, None),
            Self::Estimated(_, size) => (None, size * POPULATIONS, Some(POPULATIONS)),
        };
        json!({
            "log10": log10,
            "low": low,
            "high": high,
            "n": n,
            "populations": populations,
            "counted": counted,
            "at_least_log10": at_least,
            "caution": self.caution(),
        })
    }

    /// The sentences about it.
    fn described(&self) -> String {
        let (Reached { log10, interval, at_least }, size) = match *self {
            Self::Counted(number) => return format!("reachable: {} (exact)", count(number)),
            Self::Estimated(reached, size) => (reached, size),
        };
        let [number, low, high] = [log10, interval.low, interval.high].map(scientific);
        let (all, size, least) = (count(POPULATIONS), count(size), scientific(at_least));
        let caution = self.caution().map_or_else(String::new, |caution| {
            format!(
                " {caution} With 95 % confidence the number is at least {least}, whatever the populations missed."
            )
        });
        format!(
            "reachable: {number} (95 % interval {low} to {high}, n = {all} populations of {size} arrangements).{caution}"
        )
    }
}

/// Estimates how many arrangements a game can reach.
pub fn run(args: &States, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load(&args.variant)?;
    let Some(most) = bound(&loaded.variant) else {
        return Err(Failure::Wrong(anyhow!(
            "arrangements on the boundless plane cannot be counted: stones stack there, and tiles lie anywhere"
        )));
    };
    if args.samples > MOST_SAMPLES {
        let most = count(MOST_SAMPLES);
        return Err(Failure::Wrong(anyhow!(
            "`--samples {}` is too large: the maximum is {most}",
            args.samples
        )));
    }
    let pool = session.pool()?;
    let seed = session.common.seed();
    let walk = Walk::of(&loaded.variant);
    let liberties = Liberties::of(&loaded.variant);
    let reached = walk.as_ref().ok().map(|walk| pool.install(|| reached(walk, &loaded, seed, args.samples)));
    let allowed = liberties.map(|liberties| {
        let held = pool.install(|| count_with_liberties(&liberties, &loaded, seed, args.samples));
        liberties.estimate(held, args.samples)
    });
    if session.common.json {
        let share = allowed.map(|(estimate, share, interval)| {
            let mut object = as_json(&estimate);
            object["share"] = json!({ "value": share, "low": interval.low, "high": interval.high });
            object
        });
        return session.terminal.json_line(&json!({
            "variant": loaded.variant.id,
            "cells": loaded.variant.board.cells().len(),
            "reachable": reached.as_ref().map(Number::as_json),
            "allowed": share,
            "at_most_log10": most,
            "no_estimate": walk.err(),
        }));
    }
    let info = &loaded.variant.info;
    session.terminal.line(format_args!("{}, {}", info.title(), loaded.variant.board.shape()))?;
    if let Some(reached) = reached {
        session.terminal.line(format_args!("{}", reached.described()))?;
    }
    if let Some((estimate, share, interval)) = allowed {
        let percent = |share: f64| format!("{:.2}", share * 100.0);
        session.terminal.line(format_args!(
            "allowed by the capture rule: {}, from random arrangements, of which {} % ({} to {}) leave every group a liberty. \
             All reachable arrangements are among those allowed.",
            described(&estimate),
            percent(share),
            percent(interval.low),
            percent(interval.high)
        ))?;
    }
    session.terminal.line(format_args!("upper bound: {} (exact)", scientific(most)))?;
    if let (Err(why), None) = (&walk, &allowed) {
        session
            .terminal
            .line(format_args!("There is no estimate of the number of reachable arrangements: {why}."))?;
    }
    Ok(())
}

/// The number of reachable arrangements: counted if every layer is small, else estimated.
fn reached(walk: &Walk, loaded: &Loaded, seed: u64, samples: u64) -> Number {
    if let Some(number) = states::count(walk, samples.min(MOST_COUNTED) as usize) {
        return Number::Counted(number);
    }
    let size = (samples / POPULATIONS).max(1);
    let one = |number| {
        states::population(walk, size as usize, &mut chance::stream(seed, &loaded.rules_hash, number))
    };
    let log10s: Vec<f64> = (1..=POPULATIONS).into_par_iter().map(one).collect();
    Number::Estimated(states::combined(&log10s), size)
}

/// How many random arrangements leave every group a liberty.
fn count_with_liberties(liberties: &Liberties, loaded: &Loaded, seed: u64, samples: u64) -> u64 {
    let holds = |number: &u64| liberties.sample(&mut chance::stream(seed, &loaded.rules_hash, *number));
    (1..=samples).into_par_iter().filter(holds).count() as u64
}

fn as_json(estimate: &Estimate) -> Value {
    let Estimate { log10, interval, n } = estimate;
    json!({ "log10": log10, "low": interval.low, "high": interval.high, "n": n })
}

/// A number given by its logarithm: `5.48e3`; 0 if nothing was seen.
fn scientific(log10: f64) -> String {
    if log10 == f64::NEG_INFINITY {
        return "0".to_owned();
    }
    let (mut exponent, mut digits) = (log10.floor(), format!("{:.2}", 10_f64.powf(log10 - log10.floor())));
    if digits == "10.00" {
        (exponent, digits) = (exponent + 1.0, "1.00".to_owned());
    }
    format!("{digits}e{exponent}")
}

fn described(estimate: &Estimate) -> String {
    let [number, low, high] = [estimate.log10, estimate.interval.low, estimate.interval.high].map(scientific);
    format!("{number} (95 % interval {low} to {high}, n = {})", count(estimate.n))
}

#[cfg(test)]
mod tests {
    use super::scientific;

    #[test]
    fn large_numbers_are_printed_with_a_power_of_ten() {
        let printed = [0.0, 5_478_f64.log10(), 3.999_999, 38.0167, f64::NEG_INFINITY].map(scientific);
        assert_eq!(printed, ["1.00e0", "5.48e3", "1.00e4", "1.04e38", "0"]);
    }
}
