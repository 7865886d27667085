"""A bot without rules of its own: it asks `dropline engine` for the legal moves, and plays the one with the best score.

dropline simulate send-it --agents "ugi:moves=actions:python3 examples/bot.py send-it",random

Arguments after bot.py are passed on to `dropline engine`. See docs/other-programs.md.
"""
import random
import subprocess
import sys

command = ["dropline", "engine", *sys.argv[1:]]
rules = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
position = "position startpos"

def ask(query):
    print("query", query, file=rules.stdin)
    return rules.stdout.readline().split()[1:]

def value(move, player):
    print(position, move if "moves" in position else f"moves {move}", file=rules.stdin)
    score = ask("score")
    own = 0 if score == ["none"] else float(score[player]) - float(score[1 - player])
    return own, random.random()

def choose():
    print(position, file=rules.stdin)
    player, legal = 0 if ask("p1turn") == ["true"] else 1, ask("legal")
    return max(legal, key=lambda move: value(move, player))

answers = {"ugi": "id name bot\nid author me\nugiok", "isready": "readyok"}
for line in map(str.strip, sys.stdin):
    if line.startswith("position"):
        position = line
    elif line.startswith("setoption"):
        print(line, file=rules.stdin)
    elif line.startswith("go"):
        print("bestmove", choose(), flush=True)
    elif line in answers:
        print(answers[line], flush=True)
    elif line == "quit":
        break
