#!/bin/bash
#SBATCH --job-name=dropline-finish --ntasks=1 --cpus-per-task={threads}
#SBATCH --time={finish_time} --signal=B:USR1@30 --requeue --open-mode=append
#SBATCH --output="{log_dir}/jobs/finish-%j.log"
# Merges the units. Missing units are submitted again, at most $1 times.
{dropline} finish {dir_quoted} --threads {threads} --quiet & pid=$!
stopped=
trap 'stopped=1; kill -TERM $pid 2>/dev/null' USR1 TERM
while kill -0 $pid 2>/dev/null; do wait $pid; done
wait $pid; code=$?
# If the job was interrupted but not cancelled, it is requeued, at most 10 times: a run that takes longer than the time limit starts
# again each time.
if [ $code = 75 ] && [ "$stopped" ]; then
    [ "${SLURM_RESTART_COUNT:-0}" -lt 10 ] && [ "$(squeue -h -j "$SLURM_JOB_ID" -o %T)" = RUNNING ] &&
        scontrol requeue "$SLURM_JOB_ID" && sleep 300
    exit $code
fi
trap - USR1 TERM
[ $code = 75 ] && [ "$1" -gt 0 ] &&
    exec {dropline} submit {dir_quoted} --slurm --tries $(($1 - 1)) --time {time} --threads {threads}{options}
exit $code
