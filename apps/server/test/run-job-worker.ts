/**
 * A process with one job worker, for tests that kill it: `node run-job-worker.ts '<database target>'`. Its handler
 * writes one row a chunk into the table job_effects and says `claimed <key>` before and `done <key>` after it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseTarget } from '../src/platform/database/connection.ts';
import { Database } from '../src/platform/database/database.ts';
import { createJobWorker } from '../src/platform/jobs/job-worker.ts';
import { effectsJob } from './effects-job.ts';

// The test that starts us gives its own target.
const target = JSON.parse(process.argv[2] ?? '') as DatabaseTarget;
const database = new Database(target, { poolSize: 3 });
const worker = createJobWorker({
  database,
  handlers: [
    effectsJob(database, async (key) => {
      process.stdout.write(`claimed ${key}\n`);
      await sleep(150);
      return () => process.stdout.write(`done ${key}\n`);
    }),
  ],
  logger: { error: (_values, message) => process.stdout.write(`error ${message}\n`) },
  pollMs: 50,
});
worker.start();
process.on('SIGTERM', () => {
  void worker
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0));
});
