#!/bin/bash
# Plays one unit per processor on each of these machines, then merges the units. All machines must have the folder and the program at these
# paths. A unit that fails is retried, on another machine if there is one. `parallel` quotes the values of {1}, {2} and {3} for the shells
# that it starts.
seq 1 {units} |
    parallel --sshlogin {hosts} --ssh 'ssh -o BatchMode=yes -o ServerAliveInterval=10' \
        --joblog {dir_quoted}/jobs/joblog --resume-failed --retries {tries}{options} \
        'exec {2} unit {3} {1} --threads {threads} --quiet' :::: - ::: {dropline} ::: {dir_quoted}
exec {dropline} finish {dir_quoted}
