import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import { createPdfPool } from '../apps/server/src/areas/reports/pdf/pdf-pool.ts';
import { buildDepotOverview } from '../apps/server/src/areas/reports/report/build-depot-overview.ts';
import { hashOfReport, pdfJob } from '../apps/server/src/areas/reports/report-frame.ts';
import { reportChart, reportSource } from '../apps/server/test/report-world.ts';
import { answersOn, cleanEnvironment, stopChild } from './children.ts';
import { milliseconds, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

/** `node bench/reports.ts`: PDFs warm in one worker, and what 20 at once do to other calls. */
const limitMs = 60;
const limitMegabytes = 150;
const limitFactor = 2;
const renders = 200;
const burst = 20;
const port = Number(process.env['BENCH_PORT'] ?? 23_080);
const root = resolve(import.meta.dirname, '..');

/** A depot overview of four pages: value over time, ring, band bar and 60 holdings. */
function fourPages() {
  const source = reportSource();
  const portfolio = source.detail.currentPortfolio;
  if (!portfolio) throw new Error('the example has a portfolio');
  const entries = Array.from({ length: 60 }, (_, index) => ({
    ...(portfolio.portfolioEntries[index % 2] as (typeof portfolio.portfolioEntries)[number]),
    fundName: `Beispielfonds Aktien Nebenwerte Nummer ${index + 1}`,
  }));
  const content = buildDepotOverview(
    {
      ...source,
      detail: { ...source.detail, currentPortfolio: { ...portfolio, portfolioEntries: entries } },
    },
    reportChart,
    null,
    { withCharts: true, salutation: null },
  );
  return pdfJob(content, {
    whiteLabel: builtInWhiteLabel,
    logoVariant: 'standard',
    creator: 'Messung',
    now: Date.now(),
    hash: hashOfReport(content),
    runningHead: '',
    recipient: ['Anna Schröder'],
    references: [],
  });
}

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/** Largest resident memory of this process's PDF workers so far, in MB. */
function workerMegabytes(): number {
  const lines = execFileSync('ps', ['-o', 'rss=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return Math.max(
    ...lines
      .split('\n')
      .filter((line) => line.includes('pdf-worker'))
      .map((line) => Number(line.trim().split(' ')[0]) / 1024),
  );
}

/** Processor time of this process's PDF workers in milliseconds; null where the system does not tell. */
function workerCpuMs(): number | null {
  if (process.platform !== 'linux') return null;
  const pids = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('pdf-worker'))
    .map((line) => line.trim().split(' ')[0] ?? '');
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  // Ticks are hundredths of a second on every Linux that Node runs on.
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}

async function measureWorker() {
  const pool = createPdfPool({ size: 1 });
  const job = fourPages();
  for (let index = 0; index < 5; index += 1) await pool.render(job);
  const times: number[] = [];
  let megabytes = 0;
  let bytes = 0;
  const before = workerCpuMs();
  for (let index = 0; index < renders; index += 1) {
    const start = performance.now();
    bytes = (await pool.render(job)).byteLength;
    times.push(performance.now() - start);
    if (index % 20 === 0) megabytes = Math.max(megabytes, workerMegabytes());
  }
  const after = workerCpuMs();
  pool.stop();
  times.sort((a, b) => a - b);
  return {
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    megabytes,
    bytes,
    cpu: before === null || after === null ? null : (after - before) / renders,
  };
}

interface Caller {
  readonly token: string;
  readonly contractId: string;
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

/** Times of list calls by two callers while `until` runs. */
async function timeLists(token: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const state = { isOver: false };
  const stop = () => {
    state.isOver = true;
  };
  until.then(stop, stop);
  const ask = async () => {
    while (!state.isOver) {
      const start = performance.now();
      const answer = await patientFetch('/contracts?pageSize=50', { headers: authorized(token) });
      await answer.arrayBuffer();
      times.push(performance.now() - start);
    }
  };
  await Promise.all([ask(), ask()]);
  return times;
}

/** Asks again while the server sheds load, which then counts into the time. */
async function patientFetch(path: string, init: RequestInit): Promise<Response> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, init);
    if (answer.status === 200) return answer;
    if (answer.status !== 503) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${path}: never answered`);
}

async function makeReports({ token, contractId }: Caller): Promise<void> {
  await Promise.all(
    Array.from({ length: burst }, async () => {
      const answer = await patientFetch(`/contracts/${contractId}/report-data/depotOverview`, {
        method: 'POST',
        headers: {
          ...authorized(token),
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: '{}',
      });
      await answer.arrayBuffer();
    }),
  );
}

async function caller(userName: string): Promise<Caller> {
  const token = await signIn(port, userName);
  const answer = await patientFetch('/contracts?pageSize=1&sort=-totalValue', { headers: authorized(token) });
  // The descriptor of the call promises the members.
  const [contract] = (await answer.json()) as { id: string }[];
  if (!contract) throw new Error(`${userName} sees no contract`);
  return { token, contractId: contract.id };
}

async function measureBursts() {
  const folder = mkdtempSync(join(tmpdir(), 'depotwerk-bench-'));
  const child = fork(join(root, 'tools/start.mjs'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...cleanEnvironment(), DATA_DIR: folder, PORT: String(port), BANK_PORT: String(port + 1) },
  });
  try {
    await answersOn(port, child, '/');
    // Thirty reports a minute for each user: a burst a user.
    const callers = await Promise.all(
      ['berater', 'beraterin', 'admin'].map((name) => caller(`${name}@demo.example`)),
    );
    const [first] = callers;
    if (!first) throw new Error('nobody signed in');
    const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
    await timeLists(first.token, sleep(2000));
    const alone = await timeLists(first.token, sleep(5000));
    const beside: number[] = [];
    const bursts: number[] = [];
    for (const one of callers) {
      const start = performance.now();
      const reports = makeReports(one).then(() => bursts.push(performance.now() - start));
      beside.push(...(await timeLists(first.token, reports)));
      await reports;
    }
    const p95 = (times: number[]) =>
      quantile(
        times.toSorted((a, b) => a - b),
        0.95,
      );
    return { alone: p95(alone), beside: p95(beside), samples: beside.length, burst: Math.max(...bursts) };
  } finally {
    await stopChild(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

const worker = await measureWorker();
const calls = await measureBursts();
const factor = calls.beside / calls.alone;
report(
  'reports',
  'PDF reports',
  `A depot overview of four pages (value over time, ring, band bar, 60 holdings; ${Math.round(worker.bytes / 1024)} KB) ${renders} times in one warm worker, ` +
    `and ${burst} reports of the demo at once, three times, beside two callers of the contract list. Workers run at lower priority.`,
  ['measure', 'value', 'aim'],
  [
    ['warm, median', milliseconds(worker.median), verdict(worker.median <= limitMs)],
    ['warm, p95', milliseconds(worker.p95), ''],
    ['processor time for one', worker.cpu === null ? '–' : milliseconds(worker.cpu), ''],
    [
      'memory of the worker, largest',
      `${worker.megabytes.toFixed(0)} MB`,
      verdict(worker.megabytes <= limitMegabytes),
    ],
    [`${burst} at once, until the last`, milliseconds(calls.burst), ''],
    ['list p95 alone', milliseconds(calls.alone), ''],
    [
      `list p95 beside (${calls.samples} calls)`,
      `${milliseconds(calls.beside)} (${factor.toFixed(2)} ×)`,
      verdict(factor <= limitFactor),
    ],
  ],
);
process.exit(0);
