/**
 * A cluster goes back to a minute, by the very lines of docs/operations.md ("Back to a minute"):
 * `node tools/run.mjs tools/drills/point-in-time.ts [--folder PATH --port N]`. What was entered before that minute is there
 * and what came after it is not, the log proves whole, and without the key file nothing starts.
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Cluster } from '../cluster/cluster.ts';
import { backupCommand } from '../cluster/configuration.ts';
import { layoutOf } from '../cluster/layout.ts';
import { root } from '../runtime.mjs';
import { Product } from './product.ts';
import { checkedAt, checkedContract, proveLog } from './prove-log.ts';

const { values } = parseArgs({ options: { folder: { type: 'string' }, port: { type: 'string' } } });
const layout = layoutOf(
  values.folder ?? join(tmpdir(), 'depotwerk-point-in-time'),
  Number(values.port ?? 24_200),
);
const cluster = new Cluster(layout);
const product = new Product(layout.productPort, {});

/** The commands an operator finds in the section. */
function commandsOf(section: string): string {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const commands = /```sh\n([\s\S]*?)```/.exec(page.slice(page.indexOf(section)))?.[1];
  if (!commands) throw new Error(`docs/operations.md has no commands below "${section}".`);
  return commands;
}

const failures: string[] = [];
const expect = (what: string, isTrue: boolean): void => {
  console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${what}`);
  if (!isTrue) failures.push(what);
};
const seconds = (from: number) => ((Date.now() - from) / 1000).toFixed(1);

/** Marks a contract as checked now; when that was. */
async function markChecked(contractId: string | undefined): Promise<string | null> {
  const token = await product.signIn('berater@demo.example');
  return (await product.call(token, `/contracts/${contractId}/last-checked`, checkedAt, {})).lastCheck;
}

try {
  await cluster.start((line) => console.log(line));
  await cluster.waitUntilWhole(180_000);
  const node = cluster.node(await cluster.primary());
  const backrest = backupCommand(layout, node);
  const copying = Date.now();
  cluster.runAsDatabase(`${backrest} --type=full backup && ${backrest} check`);
  console.log(`full backup and check while everything runs: ${seconds(copying)} s`);

  const token = await product.signIn('berater@demo.example');
  const [kept, lost] = await product.call(token, '/contracts?pageSize=2', z.array(checkedContract));
  const keptAt = await markChecked(kept?.id);
  await sleep(2000);
  const minute = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
  await sleep(2000);
  const lostAt = await markChecked(lost?.id);
  // Until the segment with it is archived: a site that burns down now has lost nothing more.
  await sleep(65_000);

  const restoring = Date.now();
  await Promise.all(layout.product.map(({ name }) => cluster.terminate(name)));
  const others = layout.nodes.filter(({ name }) => name !== node.name);
  for (const { name } of [...others, node]) await cluster.terminate(name);
  const said = cluster.runAsDatabase(commandsOf('### Back to a minute'), {
    BACKREST: backrest,
    MINUTE: minute,
    NODE_FOLDER: node.folder,
    POSTGRES_PORT: String(node.postgresPort),
    PATRONI: join(layout.folder, `${node.name}.yml`),
  });
  const entered = Date.parse(said.split('\n').find((line) => /^\d{4}-\d{2}-\d{2} /.test(line)) ?? '');
  expect(
    `looked at alone, it ends before ${minute} (${new Date(entered).toISOString()})`,
    entered <= Date.parse(minute),
  );
  cluster.startNode(node.name);
  await cluster.waitUntil('the restored node leads', 60_000, () =>
    cluster.primary().then(
      (name) => name === node.name,
      () => false,
    ),
  );
  for (const other of others) {
    rmSync(join(other.folder, 'data'), { recursive: true, force: true });
    cluster.startNode(other.name);
  }
  await cluster.waitUntilWhole(180_000);

  const [first, ...rest] = layout.product;
  if (!first) throw new Error('The cluster has no server.');
  const keys = join(layout.folder, 'keys.json');
  renameSync(keys, `${keys}.away`);
  const refusal = await cluster.startProduct(first.name).then(() => '', String);
  expect('without the key file the start refuses', refusal.includes(`${first.name} ended`));
  renameSync(`${keys}.away`, keys);
  await cluster.startProduct(first.name);
  await Promise.all(rest.map(({ name }) => cluster.startProduct(name)));
  console.log(`from the stop to three nodes and everything ready again ${seconds(restoring)} s`);

  const again = await product.signIn('berater@demo.example');
  const listed = await product.call(again, '/contracts?pageSize=250', z.array(checkedContract));
  const lastCheckOf = (id: string | undefined) => listed.find((contract) => contract.id === id)?.lastCheck;
  expect('what was entered before the minute is there', lastCheckOf(kept?.id) === keptAt);
  expect('what was entered after it is not', lastCheckOf(lost?.id) === lost?.lastCheck && lostAt !== null);
  const log = await proveLog(product);
  expect(`the log proves whole (${log.entryCount} entries)`, log.isIntact === true);
  const primary = backupCommand(layout, cluster.node(await cluster.primary()));
  cluster.runAsDatabase(`${primary} --type=full backup && ${primary} check`);
  expect('the next full backup is made', true);
  const reading = cluster.runAsDatabase(
    `PGBACKREST_REPO1_CIPHER_PASS=wrong ${primary.replace(/--config-include-path=\S+ /, '')} info || true`,
  );
  expect('without the passphrase nothing of the repository is read', !reading.includes('full backup:'));
} finally {
  await cluster.stop();
}
process.exitCode = failures.length === 0 ? 0 : 1;
