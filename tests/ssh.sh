#!/bin/bash
# Plays a plan with GNU parallel over ssh on two "computers", two ssh servers on this machine, and stops one of them halfway. The
# result must have the same bytes as the result of one machine.
#
#     tests/ssh.sh target/release/dropline
#
# Needs GNU parallel and OpenSSH; uses only its own keys and configuration. If they are not installed, the script says so and exits.
set -euo pipefail
PATH=$PATH:/usr/sbin

for program in parallel sshd ssh ssh-keygen; do
    command -v $program >/dev/null || { echo "$program is not installed: nothing is tried over ssh"; exit 0; }
done

dropline=$(realpath "${1:-target/release/dropline}")
S=$(mktemp -d /tmp/dropline-ssh.XXXXXX)
chmod 755 "$S"
cd "$S"
ssh-keygen -q -t ed25519 -N '' -f key
ssh-keygen -q -t ed25519 -N '' -f host
mkdir -p /run/sshd 2>/dev/null || true

start_computer() {
    cat >"sshd.$1" <<END
Port $2
ListenAddress 127.0.0.1
HostKey $S/host
PidFile $S/$1.pid
AuthorizedKeysFile $S/key.pub
StrictModes no
UsePAM no
${3-}
END
    "$(command -v sshd)" -f "$S/sshd.$1"
    cat >>ssh_config <<END
Host $1
  HostName 127.0.0.1
  Port $2
  IdentityFile $S/key
  StrictHostKeyChecking no
  UserKnownHostsFile $S/known
  LogLevel ERROR
END
}

# All descendants of a process, and the process itself.
family() {
    local child
    for child in $(pgrep -P "$1" || true); do family "$child"; done
    echo "$1"
}

stop_computer() {
    [ -e "$1.pid" ] || return 0
    kill -9 $(family "$(cat "$1.pid")") 2>/dev/null || true
    rm -f "$1.pid"
}
trap 'stop_computer near; stop_computer far' EXIT

say() { echo "[$SECONDS s] $*"; }

start_computer near 22971
start_computer far 22972
run="simulate send-it --set board.side=4 --agents greedy,greedy --games ${GAMES:-40000}"
"$dropline" $run --out alone --threads 2 --quiet >/dev/null
say "one machine, two threads: $(sed -n 's/^  "seconds": \([0-9.]*\).*/\1/p' alone/manifest.json) s"
"$dropline" $run --plan study --unit-games 1000 --quiet
"$dropline" submit study --parallel near,far --quiet -- --jobs 1 --ssh "ssh -F $S/ssh_config" >out.txt 2>err.txt & command=$!
until [ "$(grep -c far study/jobs/joblog 2>/dev/null)" -ge 2 ] 2>/dev/null; do sleep 0.2; done
stop_computer far
say "one computer was stopped: $("$dropline" status study | head -n 1)"
wait $command || { say "FAILED with exit code $?"; tail -n 20 out.txt err.txt; exit 1; }
say "finished: $(cut -f 2 study/jobs/joblog | sort | uniq -c | grep -v Host | tr -s '\n ' ' ')units of each"
diff -r --exclude=manifest.json --exclude=jobs alone study || { say "FAILED: the files differ"; exit 1; }
say "all files are identical to those of one machine"

# Computers of unequal speed: one of them takes a second longer for each unit, the other three seconds longer. Ideally, both are
# busy from the first second to the last.
stop_computer near
rm ssh_config known
start_computer near 22971 "SetEnv SLOW=1"
start_computer far 22972 "SetEnv SLOW=3"
printf '#!/bin/bash\nsleep $SLOW\nexec %q "$@"\n' "$dropline" >slow
chmod +x slow
"$dropline" simulate send-it --set board.side=3 --games 4000 --plan uneven --unit-games 100 --quiet >/dev/null
"$dropline" submit uneven --parallel near,far --print -- --jobs 1 --ssh "ssh -F $S/ssh_config" |
    sed "s#::: $dropline #::: $S/slow #" >uneven.sh
mkdir uneven/jobs
bash uneven.sh >/dev/null
# Columns of the job log: 2 is the computer, 3 the start of a unit, 4 its duration.
tail -n +2 uneven/jobs/joblog | awk '
    { n[$2]++; time[$2] += $4; if (!begin || $3 < begin) begin = $3; if ($3 + $4 > end) end = $3 + $4 }
    END {
        for (host in n) rate += n[host] / time[host]
        ideal = NR / rate; took = end - begin
        printf "%d units on two computers, %.1f s and %.1f s each: %.1f s, the ideal is %.1f s\n", NR,
            time["near"] / n["near"], time["far"] / n["far"], took, ideal
        exit took > 1.15 * ideal
    }' || { say "FAILED: more than 15 % slower than the ideal"; exit 1; }
rm -rf "$S"/study "$S"/alone "$S"/uneven
