#!/bin/bash
# Plays the units on these machines, one for each of their processors, and puts them together. All have to see the folder under
# this name, and the program. A unit that fails is tried again, on another machine where there is one.
seq 1 {units} |
    parallel --sshlogin {hosts} --ssh 'ssh -o BatchMode=yes -o ServerAliveInterval=10' \
        --joblog {dir_quoted}/jobs/joblog --resume-failed --retries {tries}{options} \
        {dropline} unit {dir_quoted} {} --threads {threads} --quiet
exec {dropline} finish {dir_quoted}
