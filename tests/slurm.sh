#!/bin/bash
# Plays plans on a real Slurm with three nodes on this machine, which it starts and stops, and provokes many kinds of failure: it
# requeues, preempts and cancels tasks, kills a node, restarts the controller, and uses short time limits. The result must have the
# same bytes as the result of one machine.
#
#     tests/slurm.sh target/release/dropline [sweep|cancelled|walls]...
#
# Runs all stages or the named ones. Needs root and Debian's slurm-wlm, slurm-wlm-basic-plugins and munge; it changes nothing in
# /etc. Takes about six minutes. If the packages are not installed, the script says so and exits.
set -euo pipefail

for program in slurmctld slurmd sbatch munged; do
    command -v $program >/dev/null || PATH=$PATH:/usr/sbin
    command -v $program >/dev/null || { echo "$program is not installed: nothing is tried on Slurm"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "only root can start Slurm: nothing is tried on Slurm"; exit 0; }

dropline=$(realpath "${1:-target/release/dropline}")
stages=" ${*:2} "
stage() { [ "$stages" = "  " ] || [[ $stages = *" $1 "* ]]; }
S=$(mktemp -d /tmp/dropline-slurm.XXXXXX)
export S SLURM_CONF=$S/slurm.conf
cd "$S"

start_cluster() {
    mkdir state spool.n1 spool.n2 spool.n3
    dd if=/dev/urandom of=munge.key bs=128 count=1 status=none; chmod 400 munge.key
    cat >slurm.conf <<END
ClusterName=lab
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=16917
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$S/munge.socket,cred_expire=5
StateSaveLocation=$S/state
SlurmctldPidFile=$S/slurmctld.pid
SlurmctldLogFile=$S/slurmctld.log
SlurmdSpoolDir=$S/spool.%n
SlurmdPidFile=$S/slurmd.%n.pid
SlurmdLogFile=$S/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
JobRequeue=1
KillWait=10
MinJobAge=3600
MaxArraySize=11
SlurmdTimeout=10
SlurmctldTimeout=10
MessageTimeout=5
TCPTimeout=2
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=200000,bf_interval=2
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
AccountingStorageType=accounting_storage/none
NodeName=n[1-3] NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=[16921-16923] CPUs=1 RealMemory=2000 State=UNKNOWN
PartitionName=low Nodes=n[1-3] Default=YES MaxTime=60 State=UP PriorityTier=1 PreemptMode=REQUEUE GraceTime=5
PartitionName=high Nodes=n[1-3] MaxTime=60 State=UP PriorityTier=10 PreemptMode=OFF
END
    munged --force --key-file="$S/munge.key" --socket="$S/munge.socket" --pid-file="$S/munged.pid" \
        --log-file="$S/munged.log" --seed-file="$S/munged.seed"
    slurmctld -f "$SLURM_CONF"
    for node in n1 n2 n3; do slurmd -f "$SLURM_CONF" -N $node; done
    until [ "$(sinfo -h -o %T | sort -u)" = idle ]; do sleep 0.2; done
}

stop_cluster() {
    scancel --state=RUNNING,PENDING -u root 2>/dev/null || true
    sleep 1
    for file in slurmd.n1 slurmd.n2 slurmd.n3 slurmctld munged; do
        [ -e "$S/$file.pid" ] && kill "$(cat "$S/$file.pid")" 2>/dev/null || true
    done
}
trap stop_cluster EXIT

say() { echo "[$SECONDS s] $*"; }
fail() { say "FAILED: $*"; squeue -a -r || true; tail -n 5 "$S"/*/jobs/*.log || true; exit 1; }

# Acts as the administrator: if the controller dies at the wrong moment, Slurm holds a task whose launch failed and drains the
# node.
tend() {
    local it
    for it in $(squeue -h -r -t PENDING -n dropline -o '%i %r' | grep held | cut -d' ' -f1); do
        scontrol release "$it" && say "task $it, held by Slurm because its launch failed, is released"
    done
    for it in $(sinfo -h -N -o '%N %T' | grep drain | cut -d' ' -f1 | sort -u); do
        scontrol update "nodename=$it" state=resume && say "node $it, drained by Slurm, is taken back"
    done
}

# Waits until a command succeeds, for at most this many seconds.
wait_for() {
    local patience=$1 until=$((SECONDS + $1)); shift
    until "$@"; do
        [ $SECONDS -lt $until ] || fail "waited $patience s for: $*"
        tend
        sleep 0.3
    done
}

running() { [ "$(squeue -h -r -t RUNNING -n dropline -o %i | wc -l)" -ge "$1" ]; }
running_on() { squeue -h -r -t RUNNING -n dropline -w "$1" -o %i | head -n 1; }
is_running_on() { [ -n "$(running_on "$1")" ]; }
is_finished() { "$dropline" status "$1" | grep -q 'is finished'; }
# The processes of a node, and whether one of them is playing games.
on_node() { grep -lzs "^SLURMD_NODENAME=$1\$" /proc/[0-9]*/environ | cut -d/ -f3; }
plays_on() { local it; for it in $(on_node "$1"); do [ "/proc/$it/exe" -ef "$dropline" ] && return; done; return 1; }
is_up() { sinfo -h -n "$1" -o %T | grep -q '^\(idle\|alloc\|mixed\)'; }

# The sum of a key over the manifests of an experiment's runs.
# Compares all files of a folder with those of one machine, except for times and the recorded command.
same() {
    diff -r --exclude=manifest.json --exclude=experiment.json --exclude=jobs "$1" "$2" || fail "$1 and $2 differ"
    local file
    for file in $(cd "$1" && find . -name manifest.json -o -name experiment.json); do
        diff <(plain "$1/$file") <(plain "$2/$file") || fail "$file differs"
    done
}

# A file without the lines that may differ: times, threads, replayed games, checksum, and the command, which has `--plan` instead of
# `--out`.
plain() {
    sed -e '/^  "\(started\|seconds\|threads\|blake3\)":/d' -e '/^  "command": \[/,/^  \],/d' "$1"
}

start_cluster
say "Slurm $(sbatch --version | cut -d' ' -f2) runs with three nodes"

if stage sweep; then
# 24 runs in one command; the cluster's arrays have at most 10 tasks, so there are three arrays.
sweep="sweep send-it --set board.side=4 --vary turn.steps.0.max=1..4 --vary score.komi=0..5 --agents greedy,greedy --games ${GAMES:-20000}"
"$dropline" $sweep --out alone --threads 2 --quiet >alone.txt
say "one machine, two threads: $(sed -n 's/^  "seconds": \([0-9.]*\).*/\1/p' alone/experiment.json) s"
begin=$SECONDS
"$dropline" $sweep --plan study --unit-games 20000 --slurm --quiet

wait_for 120 running 3
sleep 3
task=$(running_on n1)
scontrol requeue "$task"; say "task $task requeued"

wait_for 120 running 3
sleep 2
sbatch -p high -o high.log --wrap 'sleep 5' >/dev/null
say "a task is preempted; still running: $(squeue -h -r -t RUNNING -n dropline -o %i | tr '\n' ' ')"

wait_for 120 is_running_on n3
sleep 2
kill -9 "$(cat slurmctld.pid)"; say "controller killed"
sleep 3
slurmctld -f "$SLURM_CONF"; say "controller started"

# Wait until a unit is being played.
until plays_on n3 && sleep 0.7 && plays_on n3; do sleep 0.1; [ $SECONDS -lt 500 ] || fail "no unit is played on n3"; done
job=$(squeue -h -r -t RUNNING -n dropline -w n3 -o %A | head -n 1)
victims=$(on_node n3; pgrep -f "^slurmstepd: \[$job\." || true)
kill -9 "$(cat slurmd.n3.pid)" $victims || true
say "node n3 killed with job $job"
sleep 25
slurmd -f "$SLURM_CONF" -N n3
wait_for 120 is_up n3; say "node n3 is back"

wait_for 600 is_finished study
say "the sweep finished after $((SECONDS - begin)) s: $(ls study/jobs/unit-*.log | wc -l) tasks"
same alone study
"$dropline" verify study --quiet >/dev/null || fail "verify"
say "all its files are identical to those of one machine"
fi

if stage cancelled; then
# Cancelled tasks end for good although their script requeues tasks, and the plan can be submitted again.
run="simulate send-it --set board.side=5 --agents mcts:300,mcts:300 --games 200"
"$dropline" $run --plan cancelled --unit-games 100 --quiet
"$dropline" submit cancelled --slurm --quiet | tee submitted.txt
wait_for 120 running 2
wait_for 120 test -e cancelled/units/02/checkpoint.json
"$dropline" submit cancelled --slurm 2>refused.txt && fail "a plan was submitted twice"
grep -q 'cancelled is already submitted as jobs [0-9]*, [0-9]*: ' refused.txt || fail "$(cat refused.txt)"
scancel --name=dropline-finish; scancel --name=dropline
is_gone() { [ -z "$(squeue -h -n dropline,dropline-finish -o %i)" ]; }
wait_for 60 is_gone
sleep 10
is_gone || fail "a cancelled task was queued again"
[ -e cancelled/plan.json ] || fail "a cancelled plan was finished"
say "cancelled tasks end for good: $("$dropline" status cancelled | head -n 1)"
"$dropline" submit cancelled --slurm --quiet
wait_for 300 is_finished cancelled
"$dropline" $run --out cancelled-alone --quiet >/dev/null
same cancelled-alone cancelled
say "submitted again: all its files are identical to those of one machine"
fi

if stage walls; then
# Units that reach their time limit of a minute repeatedly. Slurm may warn a task up to a minute early, so a unit with three
# minutes of games reaches the limit three times. The job that merges the units resubmits nothing here: every task must requeue
# itself, including the last one, whose number is that of the array.
units=${UNITS:-2}
run="simulate send-it --set board.side=5 --agents mcts:300,mcts:300"
"$dropline" $run --games 30 --threads 1 --out trial --quiet >/dev/null
long=$(sed -n 's/^  "seconds": \([0-9.]*\).*/\1/p' trial/manifest.json | awk '{ print int(180 * 30 / $1) }')
long=${LONG:-$long}
run="$run --games $((long * units))"
"$dropline" $run --plan long --unit-games "$long" --quiet
begin=$SECONDS
"$dropline" submit long --slurm --time 1 --tries 0 --quiet | tee submitted.txt
array=$(sed -n 's/^submitted: units .* as job //p' submitted.txt)
"$dropline" $run --out long-alone --threads 1 --quiet >/dev/null & alone=$!
wait_for 1200 is_finished long
[ "$(ls long/jobs/unit-*.log | wc -l)" = "$units" ] || fail "not every unit had one task: $(ls long/jobs)"
for log in long/jobs/unit-*.log; do
    walls=$(grep -c 'interrupted: ' "$log" || true)
    say "$log: reached the time limit of a minute $walls times"
    [ "$walls" -ge ${WALLS:-3} ] || fail "$log: reached its time limit $walls times, expected ${WALLS:-3} or more"
done
told=$(scontrol -o show job "$array" | sed 's/.*ArrayTaskId=\([^ ]*\).* JobState=\([^ ]*\).* Restarts=\([^ ]*\).*/\1 \2 \3/' | sort)
[ "$(wc -l <<<"$told")" = "$units" ] || fail "tasks are missing: $told"
while read -r task state restarts; do
    say "task $task of $units: $state after $restarts restarts"
    [ "$state" = COMPLETED ] && [ "$restarts" -ge ${WALLS:-3} ] || fail "task $task of $units: $state, $restarts restarts"
done <<<"$told"
say "a run of $units units finished after $((SECONDS - begin)) s"
wait $alone
same long-alone long
say "all its files are identical to those of one machine"
fi
rm -rf "$S"/study "$S"/long "$S"/cancelled "$S"/alone "$S"/long-alone "$S"/cancelled-alone
