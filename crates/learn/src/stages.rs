//! Which boards are learned, one after another: small ones first.

use dropline_engine::board::Cell;
use serde_json::Value;

/// Boards with more cells than this are learned by way of smaller ones.
///
/// Self-play on a large board wanders for long before it meets a game worth learning from. What patterns are worth carries over
/// from a board on which games are short.
pub const LARGE: usize = 100;
/// The sizes of the smaller boards, as parts of the whole.
const PARTS: [f64; 2] = [0.6, 0.75];
/// The smallest board, in cells along a side.
const SMALLEST: u64 = 4;

/// The settings, such as `board.side=5`, that make the boards to learn before one of `cells` cells. `rules` are all keys of the
/// variant. Stones that stand on the board at the beginning move with its edges.
pub fn smaller_boards(rules: &Value, cells: usize) -> Vec<Vec<String>> {
    if cells <= LARGE {
        return Vec::new();
    }
    let size = |&key: &&'static str| Some((key, rules["board"].get(key)?.as_u64()?));
    let sizes: Vec<(&str, u64)> = ["side", "width", "height"].iter().filter_map(size).collect();
    let smaller = |part: f64| {
        let scaled = |size: u64| ((size as f64 * part).round() as u64).clamp(SMALLEST.min(size), size);
        let settings = sizes.iter().map(|&(key, size)| format!("board.{key}={}", scaled(size)));
        let stones = ["black", "white", "neutral"].into_iter().filter_map(|colour| {
            let cells = rules["setup"].get(colour)?.as_array()?;
            let moved: Option<Vec<String>> =
                cells.iter().map(|cell| moved(cell.as_str()?, &sizes, scaled)).collect();
            Some(format!("setup.{colour}={:?}", moved.filter(|cells| !cells.is_empty())?))
        });
        settings.chain(stones).collect::<Vec<_>>()
    };
    let mut boards: Vec<Vec<String>> =
        PARTS.into_iter().map(smaller).filter(|board| !board.is_empty()).collect();
    boards.dedup();
    boards
}

/// The place of `cell` on a smaller board: as far between the edges as before.
fn moved(cell: &str, sizes: &[(&str, u64)], scaled: impl Fn(u64) -> u64) -> Option<String> {
    let cell: Cell = cell.parse().ok()?;
    let along = |at: u8, key: &str| {
        let (_, size) = sizes.iter().find(|(name, _)| *name == key || *name == "side")?;
        let (last, smaller) = (size.checked_sub(1)?.max(1), scaled(*size) - 1);
        Some(((f64::from(at) * smaller as f64 / last as f64).round() as u64).min(u8::MAX.into()) as u8)
    };
    Some(Cell::new(along(cell.x, "width")?, along(cell.y, "height")?).to_string())
}

/// The share of all games that each of these many boards gets, the last of which is the game itself.
pub fn shares(boards: usize) -> Vec<f64> {
    match boards {
        0 | 1 => vec![1.0],
        _ => {
            // The large board is the one that is played, and its games are the longest.
            let each = 0.6 / (boards - 1) as f64;
            let mut shares = vec![each; boards - 1];
            shares.push(0.4);
            shares
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn large_boards_are_learned_by_way_of_smaller_ones() {
        let hexagon = json!({"board": {"shape": "hexagon", "side": 8}});
        assert_eq!(smaller_boards(&hexagon, 169), [["board.side=5"], ["board.side=6"]]);
        let rectangle = json!({"board": {"shape": "rectangle", "width": 13, "height": 9}});
        let expected = [["board.width=8", "board.height=5"], ["board.width=10", "board.height=7"]];
        assert_eq!(smaller_boards(&rectangle, 117), expected);
        assert!(smaller_boards(&hexagon, 61).is_empty());
        assert!(smaller_boards(&json!({"board": {"shape": "drawn"}}), 200).is_empty());
    }

    #[test]
    fn stones_move_with_the_edges() {
        let rules = json!({
            "board": {"shape": "rectangle", "width": 13, "height": 13},
            "setup": {"black": ["c11", "m1"], "white": ["g7"], "neutral": []},
        });
        let first = &smaller_boards(&rules, 169)[0];
        let expected =
            ["board.width=8", "board.height=8", r#"setup.black=["b7", "h1"]"#, r#"setup.white=["e5"]"#];
        assert_eq!(first, &expected);
    }

    #[test]
    fn shares_make_up_the_whole() {
        for boards in 1..5 {
            let shares = shares(boards);
            assert_eq!(shares.len(), boards);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
