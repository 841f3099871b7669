/**
 * `npm run cluster`: a whole installation on this machine, from Debian's packages and the files of `deploy/`: etcd, three
 * Patroni nodes, HAProxy, PgBouncer, two servers and two workers with the demo world. `--folder PATH --port N`; Ctrl-C ends it.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster/cluster.ts';
import { layoutOf, loopback } from './cluster/layout.ts';

const { values } = parseArgs({ options: { folder: { type: 'string' }, port: { type: 'string' } } });
const port = Number(values.port ?? 24_000);
const layout = layoutOf(values.folder ?? join(tmpdir(), 'depotwerk-cluster'), port);
const cluster = new Cluster(layout);
const ended = Promise.withResolvers<'ended'>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ended.resolve('ended'));
try {
  const began = performance.now();
  const started = cluster.start((line) => console.log(line));
  // Starting takes a minute and more: whoever ends it meanwhile need not wait for what he no longer wants.
  const isWanted = (await Promise.race([started, ended.promise])) !== 'ended';
  if (!isWanted) started.catch(() => undefined);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (isWanted)
    console.log(`
Everything runs after ${seconds} s, in ${layout.folder} (programs' logs there too).
  product      http://${loopback}:${layout.productPort}    admin@demo.example, berater@demo.example: Depotwerk-Demo-1
  servers      ${layout.product.map(({ name, port: own }) => `${name} ${own}`).join(', ')}
  database     ${loopback}:${layout.databasePort} (HAProxy, the primary), ${loopback}:${layout.poolerPort} (PgBouncer), ${loopback}:${layout.replicaPort} (HAProxy, the standbys)
  nodes        ${layout.nodes.map(({ name, postgresPort, restPort }) => `${name} ${postgresPort} (Patroni ${restPort})`).join(', ')}
  etcd         ${layout.etcd.map(({ client }) => client).join(', ')}
Ctrl-C ends it.`);
  await ended.promise;
  console.log('Ending …');
} finally {
  await cluster.stop();
}
