/**
 * A process that only refreshes, for drills that kill it:
 * `node run-refresh-worker.ts '<database target>' <bank url> <password key, hex>`. Says `ready <worker>`.
 */
import { createPositionFolders } from '../src/areas/traders/gateway/file/position-folders.ts';
import { createTraderGateways } from '../src/areas/traders/gateway/gateway-registry.ts';
import { remoteRefreshJob } from '../src/areas/traders/refresh/remote-refresh-job.ts';
import type { DatabaseTarget } from '../src/platform/database/connection.ts';
import { Database } from '../src/platform/database/database.ts';
import { createJobWorker } from '../src/platform/jobs/job-worker.ts';
import { testKeys } from './sign-in-world.ts';

const [targetText = '', bankUrl = '', key = ''] = process.argv.slice(2);
// The drill that starts us gives its own target.
const database = new Database(JSON.parse(targetText) as DatabaseTarget, { poolSize: 3 });
const worker = createJobWorker({
  database,
  handlers: [
    remoteRefreshJob({
      database,
      keys: {
        ...testKeys(),
        keyEncryption: { currentVersion: 1, byVersion: new Map([[1, Buffer.from(key, 'hex')]]) },
      },
      gateways: createTraderGateways(bankUrl),
      positionFolders: createPositionFolders(database, '/nowhere'),
      forgetCounts: () => {},
    }),
  ],
  logger: { error: (_values, message) => process.stdout.write(`${message}\n`) },
  pollMs: 200,
});
worker.start();
process.stdout.write(`ready ${worker.name}\n`);
