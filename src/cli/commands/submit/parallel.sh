#!/bin/bash
# Plays one unit per processor on each of these machines, then merges them. All machines must have the folder and the program at these
# paths. A unit that fails is retried, on another machine if there is one.
seq 1 {units} |
    parallel --sshlogin {hosts} --ssh 'ssh -o BatchMode=yes -o ServerAliveInterval=10' \
        --joblog {dir_quoted}/jobs/joblog --resume-failed --retries {tries}{options} \
        {dropline} unit {dir_quoted} {} --threads {threads} --quiet
exec {dropline} finish {dir_quoted}
