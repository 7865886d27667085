#!/bin/bash
#SBATCH --job-name=dropline --ntasks=1 --cpus-per-task={threads}
#SBATCH --time={time} --signal=B:USR1@30 --requeue --open-mode=append
#SBATCH --output="{log_dir}/jobs/unit-%A_%a.log"
# Each task of this array plays the unit whose number is the task's own plus $1. At its time limit, and when it is preempted, a task
# writes a checkpoint and is requeued.
{dropline} unit {dir_quoted} $(($1 + SLURM_ARRAY_TASK_ID)) --threads {threads} --quiet & pid=$!
trap 'kill -TERM $pid 2>/dev/null' USR1 TERM
while kill -0 $pid 2>/dev/null; do wait $pid; done
wait $pid; code=$?
# 75: interrupted, or played by another process. Slurm kills this script when it requeues the task. A cancelled job is no longer
# RUNNING. The last task has the job number of the whole array, so a task is named by the number of the array and its own index.
task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
[ $code = 75 ] && [ "$(squeue -h -j "$task" -o %T)" = RUNNING ] && scontrol requeue "$task" && sleep 300
exit $code
