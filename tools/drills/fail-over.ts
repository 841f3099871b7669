/**
 * Twenty faults of a whole cluster under load, one after the other: `node tools/run.mjs tools/drills/fail-over.ts
 * [--only postgres,node] [--rounds N] [--folder PATH] [--port N]`; with `--only partition,disk,clock` (as root) all of it
 * runs in namespaces of its own, so that firewall, disks and clock of the machine stay as they are. Writers mark contracts as checked through HAProxy,
 * repeat what was not answered with the same key, and at the end every acknowledged write is there, once.
 * Ends with 1 when a write is lost or doubled, or writers waited too long.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Cluster } from '../cluster/cluster.ts';
import { allFaults, faultsApart } from '../cluster/faults.ts';
import { databaseVariables, layoutOf } from '../cluster/layout.ts';
import { post } from './browser-session.ts';
import { listContracts, readStored, send, type Write } from './checked-contracts.ts';
import { Product } from './product.ts';

/** A user may make 600 calls a minute; these are two. */
const people = ['berater@demo.example', 'beraterin@demo.example'];
const writersEach = 4;
const pauseMs = 450;

const usualRounds =
  'postgres node standby etcd lag postgres node switchover restart postgres etcd node haproxy standby postgres node pgbouncer lag server postgres';

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

/** The same drill in a network and with mounts of its own; its exit code. */
function againApart(): number {
  const inside = [
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
    process.execPath,
    ...process.argv.slice(1),
  ];
  const { status } = spawnSync('unshare', ['--net', '--mount', ...inside], {
    stdio: 'inherit',
    env: { ...process.env, DRILL_APART: '1' },
  });
  return status ?? 1;
}

/** What happened to a session that three tabs keep refreshing. */
interface Refreshing {
  rounds: number;
  /** Two different successors of one token. */
  forks: number;
  /** Refused tokens: the person would have to sign in again. */
  lost: number;
}

/** Three tabs of one browser refresh at once, round after round; what got no answer is asked for with the same token. */
async function refresh(product: Product, found: Refreshing, state: { isOver: boolean }): Promise<void> {
  const signIn = async () =>
    (
      await post(
        product.url,
        'login',
        { userName: 'assistenz@demo.example', password: 'Depotwerk-Demo-1' },
        null,
      )
    ).token;
  let current = await signIn();
  const away = { status: 0, token: null };
  while (!state.isOver) {
    await sleep(1500);
    const tabs = [1, 2, 3].map(() => post(product.url, 'refresh', {}, current).catch(() => away));
    const answers = await Promise.all(tabs);
    const successors = new Set(answers.flatMap(({ token }) => (token === null ? [] : [token])));
    found.rounds += 1;
    if (successors.size > 1) found.forks += 1;
    const isLost = answers.some(({ status }) => status === 401);
    if (isLost) found.lost += 1;
    const [next] = successors;
    current = isLost ? await signIn().catch(() => current) : (next ?? current);
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
  const found: Refreshing = { rounds: 0, forks: 0, lost: 0 };
  writing.push(refresh(product, found, state));
  const faulty: string[] = [];
  for (const [index, name] of rounds.entries()) {
    const fault = allFaults[name];
    if (!fault) throw new Error(`There is no fault "${name}": ${Object.keys(allFaults).join(', ')}.`);
    await cluster.waitUntilWhole(180_000);
    await renew(product, sessions);
    await sleep(2000);
    tally.begin();
    const acknowledged = tally.acknowledged.size;
    const began = performance.now();
    const mend = await fault.strike(cluster);
    // Writers are back when as many writes as there are writers were acknowledged after the pause.
    await sleep(5000);
    await cluster
      .waitUntil('writers are back', 60_000, async () => performance.now() - tally.lastAt < 1000)
      .catch(() => faulty.push(`${name}: writers were not back within a minute, until it was mended`));
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
  console.log(
    `${found.rounds} rounds of three refreshes of one session: ${found.forks} forked, ${found.lost} lost`,
  );
  if (found.forks > 0) faulty.push(`${found.forks} sessions forked`);
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
const needsApart = rounds.some((name) => name in faultsApart);
const isApart = process.env['DRILL_APART'] === '1';
if (needsApart && !isApart) process.exit(againApart());
const needs = { firewall: rounds.includes('partition'), ownClock: rounds.includes('clock') };
const cluster = new Cluster(layoutOf(folder, Number(values.port ?? 24_100)), isApart ? needs : null);
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
