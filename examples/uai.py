"""Lets dropline play Ataxx against a program that speaks the Universal Ataxx Interface.

dropline simulate ataxx --agents "ugi:movetime=100ms:python3 examples/uai.py autaxx",mcts:100ms
dropline simulate ataxx --agents "ugi:depth=2:python3 examples/uai.py --set search=nnue --set nnue-path=WEIGHTS autaxx",mcts:100ms

Arguments before the program: --set NAME=VALUE, any number of times, sets one of its options.
"""
import argparse
import subprocess
import sys

options = argparse.ArgumentParser()
options.add_argument("--set", action="append", default=[])
options.add_argument("program", nargs=argparse.REMAINDER)
options = options.parse_args()
program = subprocess.Popen(options.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

def ask(command, answer):
    """Sends a command, and returns what follows `answer` in the first line that begins with it."""
    print(command, file=program.stdin)
    for line in program.stdout:
        if line.split()[:1] == [answer]:
            return line.split()[1:]
    sys.exit(f"the program ended at `{command}`")

def to_uai(move):
    return "0000" if move == "pass" else move.replace("-", "")

def from_uai(move):
    # Programs write "no move" in several ways, all without a digit from 1 to 7. A grown stone has two characters.
    if not any(digit in move for digit in "1234567"):
        return "pass"
    return move if len(move) == 2 else f"{move[:2]}-{move[2:]}"

for line in map(str.strip, sys.stdin):
    word, *rest = line.split() or [""]
    if word == "ugi":
        ask("uai", "uaiok")
        for setting in options.set:
            name, _, value = setting.partition("=")
            print(f"setoption name {name} value {value}", file=program.stdin)
        print("ugiok", flush=True)
    elif word == "isready":
        ask("isready", "readyok")
        print("readyok", flush=True)
    elif word == "uginewgame":
        print("uainewgame", file=program.stdin)
    elif word == "position":
        print("position", *rest[:2], *map(to_uai, rest[2:]), file=program.stdin)
    elif word == "go":
        print("bestmove", from_uai(ask(line, "bestmove")[0]), flush=True)
    elif word == "quit":
        break
print("quit", file=program.stdin)
