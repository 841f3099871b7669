import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { type RunningChild, startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { dashboardPaths, fileDocuments, firstJobsDone, people, searchPaths, workListPaths } from './day.ts';
import { pathsOf, stockOf } from './list.ts';
import type { OpenKind, OpenPlan, OpenRequest, OpenResult, Tokens } from './open-client.ts';
import { contractParts } from './open-contract.ts';
import { type ProcessorTime, postmasterOf, readProcessorTime } from './processor.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const limitMs = 500;
const limitShare = 0.001;
const warmUpSeconds = 10;
/** Requests a second, one after the other: the one asked for in full, then up to the first that is too much. */
const aim = 50;
const steps = [aim, 100, 150, 200, 300, 400, 600];
/** Above this many it may be too much, as long as it says where it ends. */
const wanted = 150;
const aimSeconds = 600;
const stepSeconds = 60;
/** Tokens live for ten minutes. */
const renewMs = 240_000;
const pages = 5;

/** The mix of the day, arriving by a clock: whether the server is ready or not. At most `longest` seconds a step. */
export async function benchOpenLoop(
  server: BenchServer,
  contracts: number,
  port: number,
  longest: number,
): Promise<void> {
  const target = await server.databaseOf(contracts);
  await fileDocuments(target);
  const postmaster = await postmasterOf(target);
  const product = await startProduct(port, productEnvironment(target));
  const rows: Row[] = [];
  const kindRows: Row[] = [];
  let ending = '';
  try {
    console.log('waiting for the jobs of the first day …');
    await firstJobsDone(target);
    await allJobsDone(target);
    const kinds = await mixOfTheDay(target, port);
    for (const perSecond of steps) {
      const seconds = Math.min(longest, perSecond === aim ? aimSeconds : stepSeconds);
      console.log(`${perSecond} requests a second for ${seconds} s …`);
      const before = processorTime(product, postmaster);
      const began = performance.now();
      const result = await arrive({
        port,
        perSecond,
        warmUpSeconds,
        seconds,
        kinds,
        tokens: await tokensOf(port),
      });
      const elapsed = (performance.now() - began) / 1000;
      const after = processorTime(product, postmaster);
      const holds =
        result.all.p99 <= limitMs &&
        result.failed <= result.all.requests * limitShare &&
        result.all.requests > 0;
      const used = before && after ? sharesOf(before, after, result.processorSeconds, elapsed) : null;
      rows.push([
        String(perSecond),
        String(seconds),
        result.all.requests.toLocaleString('de-DE'),
        `${milliseconds(result.all.p50)} / ${milliseconds(result.all.p95)} / ${milliseconds(result.all.p99)}`,
        milliseconds(result.all.longest),
        result.all.failures || 'none',
        used
          ? `${percent(used.server)} (${percent(used.serverThread)}) + ${percent(used.postgres)} + ${percent(used.load)} + ${percent(used.others)}`
          : '–',
        milliseconds(result.sentLate),
        String(result.connections),
        verdict(holds),
      ]);
      if (perSecond === aim)
        for (const { name, result: of } of result.byKind)
          kindRows.push([
            name,
            of.requests.toLocaleString('de-DE'),
            `${milliseconds(of.p50)} / ${milliseconds(of.p95)} / ${milliseconds(of.p99)}`,
            of.failures || 'none',
          ]);
      ending = holds
        ? `Every step holds, up to ${perSecond} a second.`
        : `It ends at ${perSecond} a second: ${bottleneckOf(used)}.`;
      if (!holds && perSecond >= wanted) break;
    }
  } finally {
    await product.stop();
  }
  report(
    'open-loop',
    'The day, arriving by a clock',
    `${server.name}, ${contracts.toLocaleString('de-DE')} contracts, server, database and load on ${cpus().length} cores. Requests arrive at random (Poisson) whether or not ` +
      `those before them are answered; a time counts from the intended arrival, waiting in the load process included. ` +
      `Of 100: 20 work list, 10 dashboard, 10 search over everything, 20 contract lists, 30 parts of a contract, 5 contracts marked as checked, 5 notes written, ` +
      `of an administrator who sees everything and an adviser who sees his groups in turn. Processor: of one core, by the server (of that its answering thread), PostgreSQL, the load, and everything else. ` +
      `Aim: at ${aim} a second p99 ≤ ${limitMs} ms and errors ≤ ${(limitShare * 100).toFixed(1)} %; ${wanted} held or the bottleneck named. ${ending}`,
    [
      'requests/s',
      'seconds',
      'requests',
      'p50 / p95 / p99',
      'longest',
      'failures',
      'server (thread) + PostgreSQL + load + others',
      'sent late, at most',
      'connections',
      'aim',
    ],
    rows,
  );
  report(
    'open-loop-kinds',
    `The same by kind of work, at ${aim} a second`,
    'Of the first step above.',
    ['what', 'requests', 'p50 / p95 / p99', 'failures'],
    kindRows,
  );
}

function processorTime({ pid }: RunningChild, postmaster: number | null): ProcessorTime | null {
  return pid === undefined ? null : readProcessorTime(pid, postmaster);
}

/** Parts of one core. */
interface Shares {
  readonly server: number;
  readonly serverThread: number;
  readonly postgres: number;
  readonly load: number;
  readonly others: number;
}

function sharesOf(before: ProcessorTime, after: ProcessorTime, loadSeconds: number, elapsed: number): Shares {
  const of = (key: keyof ProcessorTime) => (after[key] - before[key]) / elapsed;
  const load = loadSeconds / elapsed;
  return {
    server: of('server'),
    serverThread: of('serverThread'),
    postgres: of('postgres'),
    load,
    others: Math.max(0, of('machine') - of('server') - of('postgres') - load),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

/** What there was no more of when it was too much. */
function bottleneckOf(used: Shares | null): string {
  if (!used) return 'the processor time of server and database is not to be read here';
  const cores = cpus().length;
  const { server, serverThread, postgres, load, others } = used;
  const busy = server + postgres + load + others;
  if (serverThread >= 0.9)
    return `the one thread of the server that answers is busy (${percent(serverThread)} of a core)`;
  if (busy < cores * 0.9)
    return `neither the server's thread (${percent(serverThread)}) nor the ${cores} cores (${percent(busy / cores)}) are used up: it waits for the database or the disk`;
  const largest = Object.entries({
    'the server': server,
    PostgreSQL: postgres,
    'the load itself': load,
    'other programs': others,
  }).reduce((most, each) => (each[1] > most[1] ? each : most));
  return `all ${cores} cores are busy, most of all with ${largest[0]} (${percent(largest[1])} of a core)`;
}

async function arrive(plan: OpenPlan): Promise<OpenResult> {
  const child = fork(fileURLToPath(new URL('open-client.ts', import.meta.url)));
  const renewal = setInterval(() => {
    void tokensOf(plan.port).then((tokens) => child.send({ tokens }));
  }, renewMs);
  try {
    return await new Promise<OpenResult>((resolve, reject) => {
      child.once('message', (result: OpenResult) => resolve(result));
      child.once('exit', (code) => reject(new Error(`The load ended with ${code}.`)));
      child.send(plan);
    });
  } finally {
    clearInterval(renewal);
  }
}

async function tokensOf(port: number): Promise<Tokens> {
  const pairs: [string, string][] = [];
  for (const who of people) pairs.push([who, await signIn(port, who)]);
  return Object.fromEntries(pairs);
}

/** What people do all day, each kind by its part of a hundred; every person sees contracts of her own right. */
async function mixOfTheDay(target: DatabaseTarget, port: number): Promise<OpenKind[]> {
  const tokens = await tokensOf(port);
  const get = (paths: readonly string[], who: string): OpenRequest[] =>
    paths.map((path) => ({ method: 'GET', path, who }));
  const stock = await stockOf(target);
  const searches = await searchPaths(target);
  const asked: Record<'work' | 'tiles' | 'search' | 'lists' | 'open' | 'checked' | 'notes', OpenRequest[][]> =
    {
      work: [],
      tiles: [],
      search: [],
      lists: [],
      open: [],
      checked: [],
      notes: [],
    };
  for (const who of people) {
    const contracts = await contractsOf(port, tokens[who] ?? '');
    asked.work.push(get(workListPaths, who));
    asked.tiles.push(get(await dashboardPaths(port, who), who));
    asked.search.push(get(searches, who));
    asked.lists.push(get(pathsOf(stock), who));
    asked.open.push(
      get(
        contracts.flatMap(({ id }) => contractParts.map((part) => `/api/contracts/${id}${part}`)),
        who,
      ),
    );
    asked.checked.push(
      contracts.map(({ id }) => ({ method: 'POST', path: `/api/contracts/${id}/last-checked`, who })),
    );
    asked.notes.push(
      contracts.map(({ customer }) => ({
        method: 'POST',
        path: `/api/customers/${customer.id}/notes`,
        who,
        body: { text: 'Unterlagen besprochen.', visibility: 'group' },
      })),
    );
  }
  const kind = (name: string, share: number, requests: OpenRequest[][]): OpenKind => ({
    name,
    share,
    requests: inTurn(requests),
  });
  return [
    kind('work list', 20, asked.work),
    kind('dashboard', 10, asked.tiles),
    kind('search over everything', 10, asked.search),
    kind('contract list', 20, asked.lists),
    kind('parts of a contract', 30, asked.open),
    kind('contract marked as checked', 5, asked.checked),
    kind('note written', 5, asked.notes),
  ];
}

/** The lists shuffled into one, an entry of each after the other; shorter ones begin again. */
function inTurn(lists: readonly OpenRequest[][]): OpenRequest[] {
  const length = Math.max(...lists.map((list) => list.length));
  return Array.from({ length }, (_none, index) =>
    lists.flatMap((list) => list[index % list.length] ?? []),
  ).flat();
}

interface OwnContract {
  readonly id: string;
  readonly customer: { readonly id: string };
}

/** Some hundred contracts the person sees, from several places of the list. */
async function contractsOf(port: number, token: string): Promise<OwnContract[]> {
  const found: OwnContract[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const answer = await fetch(
      `http://127.0.0.1:${port}/api/contracts?pageSize=50&page=${page * 3}&sort=customer.lastName`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
    // The descriptor of the call promises the shape.
    found.push(...((await answer.json()) as OwnContract[]));
  }
  return found;
}

/** A new house plans, sweeps and sums for minutes; what is measured is a day after that. Twice nothing is nothing. */
async function allJobsDone(target: DatabaseTarget): Promise<void> {
  let looksWithout = 0;
  while (looksWithout < 2) {
    const [row] = await onServer<{ open: number }>(
      target,
      `select count(*)::int as open from jobs where state in ('running', 'split') or (state = 'queued' and run_at <= now())`,
    );
    looksWithout = row?.open === 0 ? looksWithout + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
}
