#!/bin/bash
#SBATCH --job-name=dropline --ntasks=1 --cpus-per-task={threads}
#SBATCH --time={time} --signal=B:USR1@30 --requeue --open-mode=append
#SBATCH --output={dir}/jobs/unit-%A_%a.log
# A task of this array plays a unit: that of its own number, after the first $1 of the plan. At the end of its time, and where it
# is preempted, it stops with a checkpoint and is queued again.
{dropline} unit {dir_quoted} $(($1 + SLURM_ARRAY_TASK_ID)) --threads {threads} --quiet & pid=$!
trap 'kill -TERM $pid 2>/dev/null' USR1 TERM
while kill -0 $pid 2>/dev/null; do wait $pid; done
wait $pid; code=$?
# 75: interrupted, or in use elsewhere. Slurm ends this script while it queues it again. What scancel ends is no longer running.
[ $code = 75 ] && [ "$(squeue -h -j "$SLURM_JOB_ID" -o %T)" = RUNNING ] && scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && sleep 300
exit $code
