#!/bin/bash
#SBATCH --job-name=dropline-finish --ntasks=1 --cpus-per-task={threads} --time={time} --open-mode=append
#SBATCH --output={dir}/jobs/finish-%j.log
# Merges the units. Missing units are submitted again, at most $1 times.
{dropline} finish {dir_quoted} --threads {threads} --quiet
code=$?
[ $code = 75 ] && [ "$1" -gt 0 ] &&
    exec {dropline} submit {dir_quoted} --slurm --tries $(($1 - 1)) --time {time} --threads {threads}{options}
exit $code
