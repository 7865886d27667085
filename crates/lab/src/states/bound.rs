//! An exact upper bound on the number of arrangements.

use super::{ln_factorials, log10_of_sum};
use dropline_engine::variant::Variant;

/// The logarithm to base 10 of an upper bound on the number of arrangements that a game of `variant` can reach; `None` on the
/// boundless plane, where only the program's limits apply.
///
/// The bound counts the possible contents of each cell. If stones only move or are captured, no side ever has more stones than at
/// the start; if stones are only added, the cells of the setup are never empty.
pub fn bound(variant: &Variant) -> Option<f64> {
    if variant.board.is_boundless() {
        return None;
    }
    let cells = variant.board.cells().len();
    let setup: Vec<usize> = variant.setup.stones.iter().map(Vec::len).collect();
    let turned =
        variant.capture.flips() || variant.actions.iter().any(|action| action.kind.flips().is_some());
    // Each stone may be of any kind, or of none.
    let kinds_of_piece = 1.0 + variant.pieces.len() as f64;
    let stones: f64 = if variant.has_neutral_stones() { 3.0 } else { 2.0 };
    let contents = stones * kinds_of_piece + 1.0;
    let all =
        |free: usize, taken: usize, ways: f64| free as f64 * contents.log10() + taken as f64 * ways.log10();
    let kinds = || variant.actions.iter().map(|action| &action.kind);
    Some(if !kinds().any(|kind| kind.adds_stones()) && !variant.has_neutral_stones() {
        at_most(cells, [setup[0], setup[1]], turned) + (setup[0] + setup[1]) as f64 * kinds_of_piece.log10()
    } else if kinds().all(|kind| kind.only_adds()) && !variant.capture.removes_stones() {
        let taken = setup[0] + setup[1];
        let ways = if turned { 2.0 } else { 1.0 } * kinds_of_piece;
        all(cells - taken - variant.setup.neutral.len(), taken, ways)
    } else {
        all(cells, 0, 1.0)
    })
}

/// The number of arrangements on `cells` with at most this many stones of each side, or of both sides together if stones are
/// `turned` over.
fn at_most(cells: usize, [first, second]: [usize; 2], turned: bool) -> f64 {
    let ln = ln_factorials(cells);
    let together = (first + second).min(cells);
    let most = if turned { [together; 2] } else { [first, second] };
    let pairs = (0..=most[0]).flat_map(|a| (0..=most[1]).map(move |b| (a, b)));
    let ways =
        pairs.filter(|(a, b)| a + b <= together).map(|(a, b)| ln[cells] - ln[a] - ln[b] - ln[cells - a - b]);
    log10_of_sum(&ways.collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::variant;

    fn of(spec: &str, set: &[&str]) -> Option<f64> {
        let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
        bound(&variant::load(spec, &set).expect("a variant").variant)
    }

    fn near(x: Option<f64>, y: f64) -> bool {
        x.is_some_and(|x| (x - y).abs() < 1e-9)
    }

    #[test]
    fn the_bound_counts_the_contents_that_the_rules_allow() {
        assert!(near(of("tic-tac-toe", &[]), 9.0 * 3.0_f64.log10()));
        // The four stones in the middle of Othello are turned over but never removed.
        assert!(near(of("othello", &[]), 60.0 * 3.0_f64.log10() + 4.0 * 2.0_f64.log10()));
        // Two stones of one side and one of the other on four cells, which move and are captured: 1 arrangement without stones, 4
        // and 6 with one or two stones of the first side alone, 4 with the stone of the second side alone, 12 and 12 with both
        // sides.
        assert!(near(Some(at_most(4, [2, 1], false)), 39.0_f64.log10()));
        // 16 stones of each side on 64 cells.
        let whole = |n: u64, k: u64| (1..=k).map(|i| ((n - k + i) as f64 / i as f64).ln()).sum::<f64>();
        let all = (0..=16).flat_map(|a| (0..=16).map(move |b| whole(64, a) + whole(64 - a, b)));
        let sum: f64 = all.map(f64::exp).sum();
        assert!(near(of("breakthrough", &[]), sum.log10()));
        assert_eq!(of("exxit", &[]), None);
    }
}
