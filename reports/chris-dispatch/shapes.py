"""Computes from records how large the shapes in each quarter of a game's dispatches are.

python3 shapes.py GAMES.jsonl: for each quarter the mean size with its 95 % interval over games, and the share of each size.
"""

import json
import math
import statistics
import sys
from collections import Counter

QUARTERS = 4


def sizes(record):
    """The cells of each dispatch of a game, which stand with dots between them."""
    return [len(turn.split(".")) for turn in record["turns"] if turn not in ("pass", "swap")]


def main(path):
    means = [[] for _ in range(QUARTERS)]
    counts = [Counter() for _ in range(QUARTERS)]
    with open(path, encoding="utf-8") as records:
        games = [sizes(json.loads(line)) for line in records]
    for game in games:
        for quarter in range(QUARTERS):
            part = [size for at, size in enumerate(game) if QUARTERS * at // len(game) == quarter]
            means[quarter].append(statistics.mean(part))
            counts[quarter].update(part)
    print(f"{len(games)} games")
    for quarter in range(QUARTERS):
        mean = statistics.mean(means[quarter])
        half = 1.96 * statistics.stdev(means[quarter]) / math.sqrt(len(games))
        total = sum(counts[quarter].values())
        shares = ", ".join(f"{size}: {100 * n / total:.1f} %" for size, n in sorted(counts[quarter].items()))
        print(f"quarter {quarter + 1}: mean {mean:.2f} ({mean - half:.2f} to {mean + half:.2f}); {shares}")


if __name__ == "__main__":
    main(sys.argv[1])
