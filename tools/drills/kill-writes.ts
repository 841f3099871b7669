/**
 * Kills the product, PostgreSQL and the supervisor while eight writers work, and proves that every acknowledged
 * write is there and none happened twice: `node tools/run.mjs tools/drills/kill-writes.ts [rounds] [embedded|outside]`.
 * A write is a POST with its own key; whatever got no answer is repeated with the same key after the restart.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
} from '../../apps/server/src/platform/database/connection.ts';
import { openDatabase } from '../../apps/server/src/platform/open-database.ts';
import { freePort, startTestServer } from '../../apps/server/test/servers.ts';
import { listContracts, readStored, send, type Write } from './checked-contracts.ts';
import { Product } from './product.ts';

const writers = 8;
const userName = 'berater@demo.example';

type Victim = 'server' | 'postgres' | 'supervisor' | 'everything';

interface Tally {
  /** Answered with 2xx. */
  readonly acknowledged: Set<string>;
  /** Sent, with or without an answer. */
  readonly sent: Map<string, Write>;
}

/** One writer: new writes until the product is gone or the round is over. */
async function work(
  product: Product,
  token: string,
  contracts: readonly string[],
  tally: Tally,
  round: { isOver: boolean },
) {
  while (!round.isOver) {
    const contractId = contracts[Math.floor(Math.random() * contracts.length)] ?? '';
    const write = { key: randomUUID(), contractId };
    tally.sent.set(write.key, write);
    const status = await send(product, token, write).catch(() => 0);
    if (status === 200) tally.acknowledged.add(write.key);
    // Every try here is repeated later, and a user has 600 calls a minute.
    else await sleep(500);
  }
}

/** Repeats what got no answer; afterwards every write that was ever sent has been acknowledged. */
async function finishUnanswered(product: Product, token: string, tally: Tally): Promise<void> {
  for (const write of tally.sent.values()) {
    for (let attempt = 0; !tally.acknowledged.has(write.key); attempt += 1) {
      if (attempt > 100) throw new Error(`write ${write.key} is not accepted`);
      const status = await send(product, token, write).catch(() => 0);
      if (status === 200) tally.acknowledged.add(write.key);
      else await sleep(status === 429 ? 2000 : 50);
    }
  }
}

async function postmasterOf(target: DatabaseTarget): Promise<number> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(backend.rows[0]?.pid ?? 0);
  await client.end();
  return pid;
}

function parentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

async function strike(product: Product, target: DatabaseTarget, victim: Victim): Promise<void> {
  const postmaster = victim === 'server' ? 0 : await postmasterOf(target);
  const supervisor = victim === 'supervisor' || victim === 'everything' ? parentOf(postmaster) : 0;
  for (const pid of [supervisor, postmaster]) {
    if (pid === 0 || (pid === postmaster && victim === 'supervisor')) continue;
    process.kill(pid, 'SIGKILL');
  }
  if (victim === 'server' || victim === 'everything') {
    await product.end('SIGKILL');
    await product.start();
  } else {
    await sleep(100);
    await product.waitUntilReady(20_000);
  }
}

async function drill(
  name: string,
  product: Product,
  target: DatabaseTarget,
  victims: readonly Victim[],
): Promise<void> {
  const tally: Tally = { acknowledged: new Set(), sent: new Map() };
  let token = await product.signIn(userName);
  const contracts = await listContracts(product, token);
  const before = await readStored(target);
  let signedInAt = Date.now();
  for (const [index, victim] of victims.entries()) {
    if (Date.now() - signedInAt > 300_000) {
      token = await product.signIn(userName);
      signedInAt = Date.now();
    }
    const round = { isOver: false };
    const working = Array.from({ length: writers }, () => work(product, token, contracts, tally, round));
    await sleep(100 + Math.random() * 400);
    const answered = tally.acknowledged.size;
    const started = Date.now();
    await strike(product, target, victim);
    const backAfter = Date.now() - started;
    round.isOver = true;
    await Promise.all(working);
    const stored = await readStored(target);
    const lost = [...tally.acknowledged].filter((key) => !stored.keys.has(key));
    if (lost.length > 0)
      throw new Error(`${name}: ${lost.length} acknowledged writes are lost: ${lost.join(', ')}`);
    console.log(
      `${name} ${index + 1}/${victims.length}: killed ${victim} after ${answered} writes, back after ${backAfter} ms, 0 lost`,
    );
  }
  await finishUnanswered(product, token, tally);
  const after = await readStored(target);
  const done = after.auditRows - before.auditRows;
  const missing = [...tally.sent.keys()].filter((key) => !after.keys.has(key));
  if (missing.length > 0 || done !== tally.sent.size) {
    throw new Error(`${name}: ${tally.sent.size} writes, ${missing.length} missing, ${done} audit rows`);
  }
  console.log(`${name}: ${victims.length} kills, ${tally.sent.size} writes, 0 lost, 0 doubled`);
}

function victimsOf(rounds: number, others: readonly Victim[]): Victim[] {
  const servers = Array.from({ length: rounds }, (): Victim => 'server');
  return [...servers, ...others.flatMap((victim): Victim[] => [victim, victim, victim])];
}

async function drillEmbedded(rounds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'depotwerk-drill-'));
  const product = new Product(await freePort(), { DATA_DIR: directory, DEMO: 'on' });
  try {
    console.log(`embedded: first start took ${await product.start()} ms`);
    const { target } = await openDatabase({ databaseUrl: null, dataDirectory: directory }, { mayJoin: true });
    await drill('embedded', product, target, victimsOf(rounds, ['postgres', 'supervisor', 'everything']));
  } finally {
    await product.end('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function drillOutside(rounds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'depotwerk-drill-'));
  const server = await startTestServer('outside', 'durable');
  const { target } = server;
  if (target.kind !== 'url') throw new Error('the outside server has no address');
  const product = new Product(await freePort(), {
    DATA_DIR: directory,
    DATABASE_URL: target.url,
    DEMO: 'on',
  });
  try {
    console.log(`outside: first start took ${await product.start()} ms`);
    await drill('outside', product, target, victimsOf(rounds, ['postgres']));
  } finally {
    await product.end('SIGTERM');
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

const [rounds = '20', only] = process.argv.slice(2);
if (only !== 'outside') await drillEmbedded(Number(rounds));
if (only !== 'embedded') await drillOutside(Number(rounds));
