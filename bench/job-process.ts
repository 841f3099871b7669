/** A process that works on background jobs, as the server does; told the database and the day by its parent. */
import { createCheckJob } from '../apps/server/src/areas/optimization/check-job.ts';
import { createContinuousJob } from '../apps/server/src/areas/optimization/continuous/plan-job.ts';
import { TariffData } from '../apps/server/src/areas/optimization/tariff-data.ts';
import { createImpactJob } from '../apps/server/src/areas/tariffs/impact/impact-job.ts';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { createJobWorker } from '../apps/server/src/platform/jobs/job-worker.ts';
import { endWithParent } from './end-with-parent.ts';

export interface JobTask {
  readonly target: DatabaseTarget;
  /** Milliseconds since 1970 the jobs take for now. */
  readonly now: number;
}

export interface JobUsage {
  readonly peakMegabytes: number;
  readonly cpuSeconds: number;
}

endWithParent();

process.once('message', (task: JobTask) => {
  const database = new Database(task.target, { poolSize: 4 });
  const clock = () => task.now;
  const worker = createJobWorker({
    database,
    handlers: [
      createCheckJob(database, clock),
      createContinuousJob(database, new TariffData(database), clock, () => {}),
      createImpactJob(database, clock),
    ],
    logger: { error: (values, message) => console.error(message, values) },
    pollMs: 100,
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 100);
  worker.start();
  let atStart = process.cpuUsage();
  // Started once the database answers: what is measured is the work, not the start.
  const getReady = async () => {
    await database.read({ tenantId: null, userId: null }, { sql: 'select 1 as one', parameters: [] });
    atStart = process.cpuUsage();
    process.send?.('ready');
  };
  void getReady();
  process.once('message', () => {
    clearInterval(watch);
    const { user, system } = process.cpuUsage(atStart);
    const usage: JobUsage = {
      peakMegabytes: Math.round(peak / 2 ** 20),
      cpuSeconds: (user + system) / 1e6,
    };
    process.send?.(usage);
    void worker
      .stop()
      .then(() => database.close())
      .then(() => process.disconnect());
  });
});
