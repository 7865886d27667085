#!/bin/bash
# Plays a plan of 10,000 units one by one, and times the commands that handle all of them: planning, status, merging.
#
#     tests/many.sh target/release/dropline
#
# Takes about two minutes, for 10,000 processes.
set -euo pipefail

dropline=$(realpath "${1:-target/release/dropline}")
S=$(mktemp -d /tmp/dropline-many.XXXXXX)
cd "$S"
trap 'rm -rf "$S"' EXIT

# Prints the wall-clock and CPU time of a command, which may take up to a minute on a slow disk.
timed() {
    local what=$1 TIMEFORMAT='%R s, %U s of processor time'; shift
    echo "$what: $( { time "$@" >/dev/null; } 2>&1)"
}

sweep="sweep send-it --set board.side=2 --vary score.komi=0..9 --games 1000"
timed "10,000 units planned" "$dropline" $sweep --plan study --unit-games 1 --quiet
timed "their status while they wait" "$dropline" status study
seq 10000 | xargs -P 2 -I{} "$dropline" unit study {} --threads 1 --quiet
timed "their status when they are complete" "$dropline" status study
begin=$SECONDS
timed "merged" "$dropline" finish study --quiet
[ $((SECONDS - begin)) -lt 60 ] || { echo "FAILED: merging the units took a minute or more"; exit 1; }
"$dropline" $sweep --out alone --quiet >/dev/null
diff -r --exclude=manifest.json --exclude=experiment.json alone study || { echo "FAILED: the files differ"; exit 1; }
echo "all files are identical to those of one machine"
