/**
 * Twenty faults of a whole cluster under load, one after the other: `node tools/run.mjs tools/drills/fail-over.ts
 * [--only postgres,node] [--rounds N] [--folder PATH] [--port N]`. Writers mark contracts as checked through HAProxy,
 * repeat what was not answered with the same key, and at the end every acknowledged write is there, once.
 * Ends with 1 when a write is lost or doubled, or writers waited too long.
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Cluster } from '../cluster/cluster.ts';
import { databaseVariables, layoutOf, loopback } from '../cluster/layout.ts';
import { listContracts, readStored, send, type Write } from './checked-contracts.ts';
import { Product } from './product.ts';

/** A user may make 600 calls a minute; these are two. */
const people = ['berater@demo.example', 'beraterin@demo.example'];
const writersEach = 4;
const pauseMs = 450;

interface Fault {
  /** Milliseconds between two acknowledged writes, at most. */
  readonly limit: number;
  readonly strike: (cluster: Cluster) => Promise<() => Promise<void> | void>;
}

const lostPostgres = 15_000;
const lostNode = 35_000;

const faults: Record<string, Fault> = {
  postgres: {
    limit: lostPostgres,
    strike: async (cluster) => {
      cluster.killPostgres(await cluster.primary());
      return () => {};
    },
  },
  node: {
    limit: lostNode,
    strike: async (cluster) => {
      const name = await cluster.primary();
      await cluster.kill(name);
      cluster.killPostgres(name);
      return () => cluster.startNode(name);
    },
  },
  standby: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const name = await standbyOf(cluster);
      await cluster.kill(name);
      cluster.killPostgres(name);
      return () => cluster.startNode(name);
    },
  },
  lag: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const name = await standbyOf(cluster);
      cluster.signalReceiver(name, 'SIGSTOP');
      await sleep(8000);
      cluster.signalReceiver(name, 'SIGCONT');
      return () => {};
    },
  },
  etcd: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const name = await etcdLeaderOf(cluster);
      await cluster.kill(name);
      return () => cluster.startEtcd(name);
    },
  },
  switchover: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const leader = await cluster.primary();
      const body = JSON.stringify({ leader, candidate: await standbyOf(cluster) });
      const { restPort } = cluster.node(leader);
      const answer = await fetch(`http://${loopback}:${restPort}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
      return () => {};
    },
  },
  haproxy: {
    limit: lostPostgres,
    strike: async (cluster) => {
      await cluster.kill('haproxy');
      await sleep(1000);
      cluster.startHaproxy();
      return () => {};
    },
  },
  pgbouncer: {
    limit: lostPostgres,
    strike: async (cluster) => {
      await cluster.kill('pgbouncer');
      await sleep(1000);
      cluster.startPooler();
      return () => {};
    },
  },
  server: {
    limit: lostPostgres,
    strike: async (cluster) => {
      await cluster.kill('server1');
      return () => cluster.startProduct('server1');
    },
  },
  restart: {
    limit: 2000,
    strike: async (cluster) => {
      await cluster.terminate('server2');
      await cluster.startProduct('server2');
      return () => {};
    },
  },
};

const usualRounds =
  'postgres node standby etcd lag postgres node switchover restart postgres etcd node haproxy standby postgres node pgbouncer lag server postgres';

async function standbyOf(cluster: Cluster): Promise<string> {
  const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby');
  if (!standby) throw new Error('There is no synchronous standby.');
  return standby.name;
}

async function etcdLeaderOf({ layout }: Cluster): Promise<string> {
  for (const { name, client } of layout.etcd) {
    const url = `http://${loopback}:${client}/v3/maintenance/status`;
    const answer = await fetch(url, { method: 'POST', body: '{}' }).catch(() => null);
    if (!answer) continue;
    // The gateway of etcd answers so.
    const status = (await answer.json()) as { leader: string; header: { member_id: string } };
    if (status.leader === status.header.member_id) return name;
  }
  throw new Error('etcd has no leader.');
}

/** What writers saw, for all rounds and for the one that runs. */
class Tally {
  readonly sent = new Map<string, Write>();
  readonly acknowledged = new Set<string>();
  lastAt = performance.now();
  longestPause = 0;
  /** Answers other than 200 and calls without an answer, by status; 0 = no answer. */
  refused = new Map<number, number>();
  slowestRefusal = 0;

  begin(): void {
    this.lastAt = performance.now();
    this.longestPause = 0;
    this.slowestRefusal = 0;
    this.refused = new Map();
  }

  answered(key: string, status: number, tookMs: number): void {
    if (status === 200) {
      const now = performance.now();
      this.longestPause = Math.max(this.longestPause, now - this.lastAt);
      this.lastAt = now;
      this.acknowledged.add(key);
      return;
    }
    this.refused.set(status, (this.refused.get(status) ?? 0) + 1);
    this.slowestRefusal = Math.max(this.slowestRefusal, tookMs);
  }
}

/** One writer: a new write, repeated with its key until it is acknowledged, then the next. */
async function write(product: Product, session: { token: string }, tally: Tally, state: { isOver: boolean }) {
  const contracts = await listContracts(product, session.token);
  while (!state.isOver) {
    const contractId = contracts[Math.floor(Math.random() * contracts.length)] ?? '';
    const one: Write = { key: randomUUID(), contractId };
    tally.sent.set(one.key, one);
    while (!tally.acknowledged.has(one.key)) {
      const began = performance.now();
      const status = await send(product, session.token, one).catch(() => 0);
      tally.answered(one.key, status, performance.now() - began);
      await sleep(pauseMs);
    }
  }
}

interface Session {
  readonly userName: string;
  token: string;
  since: number;
}

/** Tokens live for minutes, the drill for longer. */
async function renew(product: Product, sessions: readonly Session[]): Promise<void> {
  for (const session of sessions) {
    if (performance.now() - session.since < 240_000) continue;
    session.token = await product.signIn(session.userName);
    session.since = performance.now();
  }
}

async function drill(cluster: Cluster, rounds: readonly string[]): Promise<string[]> {
  const product = new Product(cluster.layout.productPort, {});
  const { DATABASE_URL: url = '', DATABASE_DIRECT_URL: directUrl = '' } = databaseVariables(cluster.layout);
  const target = { kind: 'url', url, directUrl } as const;
  const before = await readStored(target);
  const sessions: Session[] = [];
  for (const userName of people)
    sessions.push({ userName, token: await product.signIn(userName), since: performance.now() });
  const tally = new Tally();
  const state = { isOver: false };
  const writing = sessions.flatMap((session) =>
    Array.from({ length: writersEach }, () => write(product, session, tally, state)),
  );
  const faulty: string[] = [];
  for (const [index, name] of rounds.entries()) {
    const fault = faults[name];
    if (!fault) throw new Error(`There is no fault "${name}": ${Object.keys(faults).join(', ')}.`);
    await cluster.waitUntilWhole(180_000);
    await renew(product, sessions);
    await sleep(2000);
    tally.begin();
    const acknowledged = tally.acknowledged.size;
    const began = performance.now();
    const mend = await fault.strike(cluster);
    // Writers are back when as many writes as there are writers were acknowledged after the pause.
    await sleep(5000);
    await cluster.waitUntil('writers are back', 60_000, async () => performance.now() - tally.lastAt < 1000);
    const watched = performance.now() - began;
    await mend();
    await cluster.waitUntilWhole(180_000);
    const pause = tally.longestPause;
    const refused = [...tally.refused].map(
      ([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`,
    );
    const isTooLong = pause > fault.limit;
    if (isTooLong) faulty.push(`${name}: writers waited ${Math.round(pause)} ms`);
    if (name === 'restart' && tally.refused.size > 0) faulty.push(`restart: ${refused.join(', ')}`);
    console.log(
      `${index + 1}/${rounds.length} ${name}: writers waited ${(pause / 1000).toFixed(1)} s at most, ` +
        `${tally.acknowledged.size - acknowledged} acknowledged, refused ${refused.join(', ') || 'none'} ` +
        `(slowest refusal ${(tally.slowestRefusal / 1000).toFixed(1)} s), watched ${(watched / 1000).toFixed(0)} s`,
    );
  }
  state.isOver = true;
  await Promise.all(writing);
  const after = await readStored(target);
  const lost = [...tally.acknowledged].filter((key) => !after.keys.has(key)).length;
  const doubled = after.auditRows - before.auditRows - tally.sent.size;
  console.log(
    `${rounds.length} faults, ${tally.acknowledged.size} writes acknowledged: ${lost} lost, ${doubled} doubled or missing`,
  );
  if (lost > 0) faulty.push(`${lost} acknowledged writes are lost`);
  if (doubled !== 0) faulty.push(`${doubled} more effects than writes`);
  return faulty;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    folder: { type: 'string' },
    port: { type: 'string' },
  },
});
const asked = values.only?.split(',') ?? usualRounds.split(' ');
const count = Number(values.rounds ?? asked.length);
const rounds = Array.from({ length: count }, (_, index) => asked[index % asked.length] ?? '');
const folder = values.folder ?? join(tmpdir(), 'depotwerk-fail-over');
const cluster = new Cluster(layoutOf(folder, Number(values.port ?? 24_100)));
try {
  await cluster.start((line) => console.log(line));
  const faulty = await drill(cluster, rounds);
  for (const line of faulty) console.error(`FAULT ${line}`);
  if (faulty.length > 0) process.exitCode = 1;
} finally {
  await cluster.stop();
}
// Writers that wait for an answer must not keep us.
process.exit();
