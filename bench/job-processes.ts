import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Database, type DbContext } from '../apps/server/src/platform/database/database.ts';
import { enqueueJob, type NewJob } from '../apps/server/src/platform/jobs/enqueue-job.ts';
import type { JobTask, JobUsage } from './job-process.ts';
import { postmasterOf, readProcessorTime } from './processor.ts';
import { type Row, verdict } from './report.ts';

/** Starts a process that works on the background jobs of a database; answers once it is ready. */
export async function startJobProcess(task: JobTask): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('job-process.ts', import.meta.url)));
  child.send(task);
  // The first message of the process is that.
  await once(child, 'message');
  return child;
}

/** Lets it end and says what it needed. */
export async function usageOf(child: ChildProcess): Promise<JobUsage> {
  child.send('stop');
  // The process answers with exactly one more message.
  const [usage] = (await once(child, 'message')) as [JobUsage];
  return usage;
}

export interface JobRun {
  readonly seconds: number;
  /** Processor seconds of PostgreSQL meanwhile; null = it is not on this machine. */
  readonly postgresSeconds: number | null;
  readonly done: number;
  readonly changed: number;
  readonly failed: number;
  readonly usages: readonly JobUsage[];
}

/** A row of the table of such runs; `saysFailed` where some may be left out. */
export function rowOfRun(label: string, run: JobRun, aim: number | null, saysFailed = false): Row {
  const cpu = run.usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return [
    run.done.toLocaleString('de-DE'),
    label,
    `${run.seconds.toFixed(1)} s`,
    (run.done / run.seconds).toFixed(0),
    run.changed.toLocaleString('de-DE'),
    ...(saysFailed ? [run.failed.toLocaleString('de-DE')] : []),
    `${cpu.toFixed(1)} s`,
    run.postgresSeconds === null ? '' : `${run.postgresSeconds.toFixed(1)} s`,
    run.usages.map(({ peakMegabytes }) => `${peakMegabytes} MB`).join(' / '),
    aim === null ? '' : verdict(run.seconds <= aim),
  ];
}

/** Runs one job to its end with so many processes; with `losesWorker` one of them is killed after 5 s. */
export async function runJob(
  task: JobTask,
  context: DbContext,
  job: NewJob,
  processes: number,
  losesWorker = false,
): Promise<JobRun> {
  const children = await Promise.all(Array.from({ length: processes }, () => startJobProcess(task)));
  const victim = losesWorker ? children.pop() : undefined;
  if (victim) setTimeout(() => victim.kill('SIGKILL'), 5000);
  const database = new Database(task.target, { poolSize: 1 });
  try {
    const postmaster = await postmasterOf(task.target);
    const used = () => readProcessorTime(process.pid, postmaster)?.postgres ?? null;
    const usedBefore = used();
    const start = performance.now();
    const jobId = await database.transaction(context, (transaction) => enqueueJob(transaction, job));
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const [row] = await database.read<{ state: string; done: number; changed: number; failed: number }>(
        context,
        {
          sql: `select j.state, coalesce(sum(c.size), 0) as done, coalesce(sum(c.changed_count), 0) as changed,
                coalesce(sum(c.failed_count), 0) as failed
                from jobs j left join job_chunks c on c.tenant_id = j.tenant_id and c.job_id = j.id
               where j.id = $1 group by j.state`,
          parameters: [jobId],
        },
      );
      if (row?.state === 'dead') throw new Error('The job was given up.');
      if (row?.state !== 'done') continue;
      const seconds = (performance.now() - start) / 1000;
      const usedAfter = used();
      const postgresSeconds = usedBefore === null || usedAfter === null ? null : usedAfter - usedBefore;
      const usages = await Promise.all(children.map(usageOf));
      return { seconds, postgresSeconds, done: row.done, changed: row.changed, failed: row.failed, usages };
    }
  } finally {
    await database.close();
    for (const child of children) child.kill();
  }
}
