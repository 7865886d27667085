"""Lets dropline play a program that speaks the Go Text Protocol where `gtp:` cannot: from a start with stones, or on hexes.

dropline simulate othello --agents "ugi:python3 examples/gtp.py --no-pass gtp-rhino --level 1",mcts:100ms
dropline simulate hex --set turn.swap=false --agents "ugi:python3 examples/gtp.py --mirror 11 --first w --send 'boardsize 11' morat-hex",mcts:100ms

Options before the program:
--send COMMAND  a command for the program before its first game, such as a time limit; any number of times
--mirror N      count the letters of the N columns from the other side
--first w       the colour that moves first, if not b
--no-pass       send no `play COLOUR pass`: the program itself passes where it must

There is no pie rule: the program learns of no swap, and makes none.
"""
import argparse
import subprocess
import sys

options = argparse.ArgumentParser()
options.add_argument("--send", action="append", default=[])
options.add_argument("--mirror", type=int)
options.add_argument("--first", choices="bw", default="b")
options.add_argument("--no-pass", action="store_true")
options.add_argument("program", nargs=argparse.REMAINDER)
options = options.parse_args()
program = subprocess.Popen(options.program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

def send(command):
    print(command, file=program.stdin)
    answer = ""
    # An answer begins with `=` or `?` and ends with an empty line. All other lines are chatter.
    for line in map(str.strip, program.stdout):
        if not line and answer:
            break
        answer = answer or (line if line[:1] in ("=", "?") else "")
    if not answer.startswith("="):
        sys.exit(f"the program's answer to `{command}`: {answer or 'none'}")
    return answer[1:].strip().lower()

def mirror(move):
    # In Hex, dropline's a1 is a blunt corner of the board, next to b2; most programs' a1 is a sharp one.
    if move == "pass" or not options.mirror:
        return move
    return chr(2 * ord("a") + options.mirror - 1 - ord(move[0])) + move[1:]

def colour(number):
    return "bw"[(number + (options.first == "w")) % 2]

moves, played = [], None
for line in map(str.strip, sys.stdin):
    if line == "ugi":
        print("id name", send("name"), "\nugiok", flush=True)
        for command in options.send:
            send(command)
    elif line == "isready":
        print("readyok", flush=True)
    elif line == "uginewgame":
        played = None
    elif line.startswith("position"):
        moves = line.split()[3:]
    elif line.startswith("go"):
        if played is None or moves[:len(played)] != played:
            send("clear_board")
            played = []
        for number in range(len(played), len(moves)):
            if moves[number] != "pass" or not options.no_pass:
                send(f"play {colour(number)} {mirror(moves[number])}")
        played = moves + [mirror(send(f"genmove {colour(len(moves))}"))]
        print("bestmove", played[-1], flush=True)
    elif line == "quit":
        break
print("quit", file=program.stdin)
