#!/usr/bin/env python3
"""Compares dropline with OpenSpiel, an independent implementation of the rules.

For every game that both programs have, OpenSpiel plays random games. `dropline replay` must find all of them legal, count
the same number of legal actions at every position, and reach the same result. For the first few games of each variant,
`dropline show` lists the legal actions of every position, and the two sets must be equal.

    pip install open_spiel
    python3 tests/oracle/openspiel.py --dropline target/release/dropline --games 300

Exit codes: 0 no difference, 1 differences (each is printed), 2 incorrect usage, 77 OpenSpiel is not installed.

Where OpenSpiel's rules differ from those of the shipped variant, the variant is changed (`sets`), or the end is not compared:
- Hex, Y and Havannah are played without the pie rule.
- Lines of Action: if both sides are united, the mover wins; a player who cannot move loses. OpenSpiel calls any repeated
  arrangement a draw; dropline plays on, so such games have no result to compare.
- Go: simple ko. OpenSpiel calls a game a draw if an arrangement is repeated later (no result to compare), and stops and
  scores a game after two turns per cell.
- Othello: OpenSpiel ends the game when neither side can place; dropline needs two passes as well, which are added.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import random
import subprocess
import sys
from typing import Any, Callable

try:
    import pyspiel
except ImportError:
    print("OpenSpiel is not installed: nothing compared (pip install open_spiel)")
    sys.exit(77)

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclasses.dataclass
class Game:
    """A game that both programs have: `moves` lists a state's legal actions in dropline's notation, each with OpenSpiel's."""

    spiel: str
    variant: str
    moves: Callable[[Any], list[tuple[str, list[int]]]]
    sets: tuple[str, ...] = ()
    actions_in_turn: int = 1
    closing_passes: int = 0
    # Whether OpenSpiel ended the game as a draw by a repetition rule that dropline does not have here.
    foreign_draw: Callable[[Any], bool] = lambda state: False
    # Whether OpenSpiel may stop a game early and score it.
    capped: bool = False


def named(name: Callable[[str, Any], str]):
    """Legal actions from OpenSpiel's texts."""

    def moves(state):
        player = state.current_player()
        return [(name(state.action_to_string(player, a), state), [a]) for a in state.legal_actions()]

    return moves


def numbered(cell: Callable[[int], str]):
    """Legal actions from OpenSpiel's action numbers."""
    return lambda state: [(cell(a), [a]) for a in state.legal_actions()]


def row_by_row(width: int):
    return numbered(lambda a: f"{LETTERS[a % width]}{a // width + 1}")


def column_drop(width: int):
    """Connect Four names columns; a stone's row is the number of stones below it."""

    def moves(state):
        heights = [0] * width
        for column in state.history():
            heights[column] += 1
        return [(f"{LETTERS[a]}{heights[a] + 1}", [a]) for a in state.legal_actions()]

    return moves


def hex_cell(side: int):
    """OpenSpiel's rows lean the other way: `b1` and `a2` are neighbours there, `a1` and `b2` here."""
    return numbered(lambda a: f"{LETTERS[a % side]}{side - a // side}")


def square_to_square(flip: int = 0):
    """`a7b6` and `a7b6*`; with `flip`, rows are counted from the other side of a board with that many rows."""

    def name(text, _):
        return "-".join(
            letter + str(flip + 1 - int(digit) if flip else int(digit))
            for letter, digit in (text[0:2], text[2:4])
        )

    return named(name)


def amazons(size: int):
    """OpenSpiel chooses a stone, then where it goes, then the cell of the arrow."""

    def cell(state, action):
        row, column = state.action_to_string(state.current_player(), action).split("(")[1].rstrip(")").split(",")
        return f"{LETTERS[int(column) - 1]}{size + 1 - int(row)}"

    def moves(state):
        legal = state.legal_actions()
        if "Shoot" in state.action_to_string(state.current_player(), legal[0]):
            return [(cell(state, a), [a]) for a in legal]
        found = []
        for start in legal:
            chosen = state.child(start)
            found += [(f"{cell(state, start)}-{cell(chosen, to)}", [start, to]) for to in chosen.legal_actions()]
        return found

    return moves


def go_point(size: int):
    return numbered(lambda a: "pass" if a == size * size else f"{LETTERS[a % size]}{a // size + 1}")


def sized(width: int, height: int, *more: str) -> tuple[str, ...]:
    return (f"board.width={width}", f"board.height={height}", *more)


def drawn(state) -> bool:
    return state.returns()[0] == 0


def go(size: int) -> Game:
    sets = sized(size, size, "repetition.rule=simple-ko")
    return Game(f"go(board_size={size})", "go", go_point(size), sets, foreign_draw=drawn, capped=True)


def pie(spiel: str, variant: str, side: int, moves) -> Game:
    return Game(f"{spiel}(board_size={side})", variant, moves, (f"board.side={side}", "turn.swap=false"))


def y(side: int) -> Game:
    return pie("y", "y", side, numbered(lambda a: f"{LETTERS[a % side]}{side - a // side}"))


def havannah(side: int) -> Game:
    return pie("havannah", "havannah", side, row_by_row(2 * side - 1))


GAMES = [
    Game("tic_tac_toe", "tic-tac-toe", row_by_row(3)),
    Game("misere(game=tic_tac_toe())", "tic-tac-toe", row_by_row(3), ("goal.row.line.result=lose",)),
    Game("mnk(m=6,n=5,k=4)", "tic-tac-toe", row_by_row(6), sized(6, 5, "goal.row.line.length=4")),
    Game("connect_four", "connect-four", column_drop(7)),
    Game(
        "connect_four(rows=4,columns=5,x_in_row=3)",
        "connect-four",
        column_drop(5),
        sized(5, 4, "goal.row.line.length=3"),
    ),
    Game("gomoku", "gomoku", row_by_row(15)),
    Game("gomoku(size=8,connect=4)", "gomoku", row_by_row(8), sized(8, 8, "goal.row.line.length=4")),
    Game(
        "gomoku(size=8,connect=4,anti=True)",
        "gomoku",
        row_by_row(8),
        sized(8, 8, "goal.row.line.length=4", "goal.row.line.result=lose"),
    ),
    pie("hex", "hex", 11, hex_cell(11)),
    pie("hex", "hex", 4, hex_cell(4)),
    y(13),
    y(6),
    havannah(8),
    havannah(4),
    Game(
        "othello",
        "othello",
        numbered(lambda a: "pass" if a == 64 else f"{LETTERS[a % 8]}{a // 8 + 1}"),
        closing_passes=2,
    ),
    Game("breakthrough", "breakthrough", square_to_square(8)),
    Game("breakthrough(rows=6,columns=5)", "breakthrough", square_to_square(6), sized(5, 6)),
    Game(
        "lines_of_action",
        "lines-of-action",
        named(lambda text, _: text.replace("x", "-")),
        ("goal.united.unite.both=mover", "end.stuck=loses"),
        foreign_draw=drawn,
    ),
    Game("amazons", "amazons", amazons(10), actions_in_turn=2),
    Game("clobber(rows=6,columns=5)", "clobber", square_to_square()),
    Game("clobber(rows=7,columns=8)", "clobber", square_to_square(), sized(8, 7)),
    go(9),
    go(5),
]


@dataclasses.dataclass
class Played:
    actions: list[str]
    legal: list[set[str]]
    winner: str | None  # None if there is nothing to compare


def play(game: Game, chance: random.Random) -> Played:
    state = pyspiel.load_game(game.spiel).new_initial_state()
    played = Played([], [], None)
    while not state.is_terminal():
        moves = game.moves(state)
        played.legal.append({name for name, _ in moves})
        name, actions = chance.choice(moves)
        played.actions.append(name)
        for action in actions:
            state.apply_action(action)
    if not game.foreign_draw(state):
        played.winner = {1: "first", -1: "second", 0: "draw"}[int(state.returns()[0])]
    for _ in range(game.closing_passes):
        played.actions.append("pass")
        played.legal.append({"pass"})
    return played


class Dropline:
    def __init__(self, program: str, game: Game):
        sets = [word for key in game.sets for word in ("--set", key)]
        self.common = ["--json", "--threads", "1", *sets]
        self.program, self.game = program, game

    def run(self, *words: str, records: str = "") -> str:
        done = subprocess.run([self.program, *words, *self.common], input=records, capture_output=True, text=True)
        # `replay` exits with code 1 if a record is invalid; the line of the record then has the error.
        if done.returncode > 1 or not done.stdout:
            sys.exit(f"{' '.join(done.args)}: exit code {done.returncode}: {done.stderr}")
        return done.stdout

    def replay(self, games: list[Played]) -> list[dict]:
        records = "".join(json.dumps({"actions": played.actions}) + "\n" for played in games)
        return [json.loads(line) for line in self.run("replay", self.game.variant, "-", records=records).splitlines()]

    def legal(self, actions: list[str]) -> set[str]:
        turns = [
            "+".join(actions[i : i + self.game.actions_in_turn])
            for i in range(0, len(actions), self.game.actions_in_turn)
        ]
        shown = self.run("show", self.game.variant, "--legal", "--turns", " ".join(turns))
        return set(json.loads(shown)["legal_actions"])


def winner(game: Game, facts: dict) -> str | None:
    if facts["over"] or not game.capped:
        return facts["winner"]
    first, second = facts["score"]
    return "first" if first > second else "second" if first < second else "draw"


def differences(game: Game, played: Played, facts: dict) -> list[str]:
    """The differences between `replay` and OpenSpiel for a game."""
    if "error" in facts:
        return [facts["error"]]
    found = []
    for ply, (ours, theirs) in enumerate(zip(facts["legal"], played.legal)):
        if ours != len(theirs):
            found.append(f"{ours} legal actions after {ply} actions, OpenSpiel has {len(theirs)}")
    if played.winner and winner(game, facts) != played.winner:
        found.append(f"winner {winner(game, facts)}, OpenSpiel has {played.winner}")
    return found


def listed_differences(dropline: Dropline, played: Played, pool) -> list[str]:
    """The legal actions of every position of a game, compared as sets."""
    starts = [played.actions[:ply] for ply in range(len(played.legal))]
    found = []
    for ply, ours in enumerate(pool.map(dropline.legal, starts)):
        if ours != played.legal[ply]:
            extra, missing = sorted(ours - played.legal[ply]), sorted(played.legal[ply] - ours)
            found.append(f"after {ply} actions: only dropline has {extra}, only OpenSpiel {missing}")
    return found


def compare(game: Game, options, pool) -> int:
    dropline = Dropline(options.dropline, game)
    chance = random.Random(f"{options.seed} {game.spiel}")
    games = [play(game, chance) for _ in range(options.games)]
    told = []
    for number, (played, facts) in enumerate(zip(games, dropline.replay(games), strict=True)):
        found = differences(game, played, facts)
        if number < options.listed:
            found += listed_differences(dropline, played, pool)
        told += [(f"  {text}", json.dumps({"actions": played.actions})) for text in found]
    positions = sum(len(played.legal) for played in games)
    listed = sum(len(played.legal) for played in games[: options.listed])
    results = sum(played.winner is not None for played in games)
    print(
        f"{game.spiel}: {len(games)} games, {positions} positions counted, {listed} listed, "
        f"{results} results, {len(told)} differences",
        flush=True,
    )
    for text, record in told[:3]:
        print(text, record, sep="\n    ", flush=True)
    return len(told)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dropline", default="target/release/dropline", help="the program (default: %(default)s)")
    parser.add_argument("--games", type=int, default=300, help="random games of each variant (default: %(default)s)")
    parser.add_argument(
        "--listed", type=int, default=5, help="games of each variant whose legal actions are listed (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games (default: %(default)s)")
    parser.add_argument("only", nargs="*", metavar="NAME", help="only these games, by OpenSpiel's names")
    options = parser.parse_args()
    chosen = [game for game in GAMES if not options.only or game.spiel.split("(")[0] in options.only]
    if not chosen:
        parser.error(f"no game of {' '.join(options.only)}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return 1 if sum(compare(game, options, pool) for game in chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
