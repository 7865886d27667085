//! Statistics of games: from rows to measures, each with its interval, its sample size and its definition.
//!
//! A [`Tally`] takes games one by one in bounded memory; its [`Summary`] holds the measures. All intervals are at 95 %. Nothing
//! here depends on how games are played, on files, or on how numbers are drawn.

mod accuracy;
mod betting;
mod bounded;
mod decision;
mod difference;
mod halving;
mod histogram;
mod humps;
mod interval;
mod kind;
mod linear;
mod means;
mod moments;
mod notable;
mod ntuple;
mod openings;
mod order;
mod outcomes;
mod pair_margins;
mod pair_moments;
mod pairs;
mod posterior;
mod proportion;
mod quantities;
mod quantity;
mod residual;
#[cfg(test)]
mod simulated;
mod special;
mod strength;
mod summary;
mod surface;
mod tally;
mod watch;

pub use accuracy::Accuracy;
pub use betting::ConfidenceSequence;
pub use bounded::{MeanShare, Shares};
pub use decision::{Decision, MARGIN};
pub use difference::{Difference, exact_p_value, holm, picked};
pub use halving::{Observed, Searched, Tried, halve, least_games};
pub use histogram::Histogram;
pub use humps::Humps;
pub use interval::{Interval, share_difference, wilson};
pub use kind::Sampled;
pub use moments::Moments;
pub use notable::{Notable, Survey};
pub use ntuple::{Evaluated, Space, evolve};
pub use openings::{Diversity, Fairest, Opening, Openings};
pub use order::{median, quantile, static_komi};
pub use outcomes::Outcomes;
pub use pairs::{Pairs, outcome_of};
pub use posterior::Posterior;
pub use proportion::Proportion;
pub use quantities::Quantity;
pub use quantity::{Selection, Unit};
pub use residual::Residual;
pub use special::student_t;
pub use strength::{Cluster, Strength};
pub use summary::{Measure, Summary};
pub use surface::{GridPoint, Scale, Surface, Term, Tested};
pub use tally::{Distinct, Swaps, Tally};
pub use watch::{Design, StoppingRule};
