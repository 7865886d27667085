#!/bin/bash
#SBATCH --job-name=dropline --ntasks=1 --cpus-per-task={threads}
#SBATCH --time={time} --signal=B:USR1@30 --requeue --open-mode=append
#SBATCH --output={dir}/jobs/unit-%A_%a.log
# Each task of this array plays one unit: its own number plus $1. At its time limit, and when it is preempted, it writes a checkpoint
# and is requeued.
{dropline} unit {dir_quoted} $(($1 + SLURM_ARRAY_TASK_ID)) --threads {threads} --quiet & pid=$!
trap 'kill -TERM $pid 2>/dev/null' USR1 TERM
while kill -0 $pid 2>/dev/null; do wait $pid; done
wait $pid; code=$?
# 75: interrupted, or played by another process. Slurm kills this script when it requeues it. A cancelled job is no longer
# RUNNING. The last task's own job number is that of the whole array, so only both numbers together name one task.
task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
[ $code = 75 ] && [ "$(squeue -h -j "$task" -o %T)" = RUNNING ] && scontrol requeue "$task" && sleep 300
exit $code
