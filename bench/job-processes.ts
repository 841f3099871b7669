import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { JobTask, JobUsage } from './job-process.ts';

/** Starts a process that works on the background jobs of a database. */
export function startJobProcess(task: JobTask): ChildProcess {
  const child = fork(fileURLToPath(new URL('job-process.ts', import.meta.url)));
  child.send(task);
  return child;
}

/** Lets it end and says what it needed. */
export async function usageOf(child: ChildProcess): Promise<JobUsage> {
  child.send('stop');
  // The process answers with exactly one message.
  const [usage] = (await once(child, 'message')) as [JobUsage];
  return usage;
}
