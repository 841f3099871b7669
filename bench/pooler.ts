/**
 * What a cluster's ways cost, `node tools/run.mjs bench/pooler.ts [--port N] [--folder PATH]`: the same reads by 16 callers
 * on the same primary, directly, without named statements, through HAProxy, and through PgBouncer and HAProxy, in turn.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cluster } from '../tools/cluster/cluster.ts';
import { databaseVariables, layoutOf, loopback } from '../tools/cluster/layout.ts';
import { putLoad, type RunningChild, startProduct } from './children.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';
import type { LoadResult } from './statistics.ts';

const callers = 16;
const seconds = 6;
const turns = 3;
/** At least so much of the requests per second goes through pooler and HAProxy. */
const limitShare = 0.75;

const { values } = parseArgs({ options: { port: { type: 'string' }, folder: { type: 'string' } } });
const folder = values.folder ?? join(tmpdir(), 'depotwerk-pooler-bench');
const layout = layoutOf(folder, Number(values.port ?? 24_300));
const cluster = new Cluster(layout);

/** The variables of one way to the primary. */
async function ways(): Promise<Record<string, Record<string, string>>> {
  const through = databaseVariables(layout);
  const byHaproxy = databaseVariables(layout, false);
  const { postgresPort } = cluster.node(await cluster.primary());
  const direct = Object.fromEntries(
    Object.entries(byHaproxy).map(([name, url]) => [
      name,
      url.replace(`:${layout.databasePort}/`, `:${postgresPort}/`),
    ]),
  );
  return {
    direct,
    'without named statements': { ...direct, DATABASE_DIRECT_URL: direct['DATABASE_URL'] ?? '' },
    'through HAProxy': byHaproxy,
    'through PgBouncer and HAProxy': through,
  };
}

async function pathsOf(port: number, headers: Record<string, string>): Promise<string[]> {
  const read = async (path: string) => {
    const answer = await fetch(`http://${loopback}:${port}${path}`, { headers });
    // Both lists answer so.
    return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  };
  const contracts = await read('/api/contracts?pageSize=50');
  const sorts = ['-totalValue', 'customer.lastName', '-lastCheck', 'contractScore', 'tariff.name'];
  return [
    ...sorts.flatMap((sort) =>
      [1, 2, 3].map((page) => `/api/contracts?pageSize=50&page=${page}&sort=${sort}`),
    ),
    ...sorts.map((sort) => `/api/contracts?pageSize=50&withHints=true&sort=${sort}`),
    ...contracts.slice(0, 20).map((id) => `/api/contracts/${id}`),
  ];
}

const middle = (results: readonly LoadResult[]): LoadResult | undefined =>
  results.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(results.length / 2)];

const servers: RunningChild[] = [];
try {
  await cluster.start((line) => console.log(line));
  // What is measured has the machine for itself.
  for (const { name } of layout.product) await cluster.terminate(name);
  const measured = new Map<string, LoadResult[]>();
  const plans: { name: string; port: number; headers: Record<string, string>; paths: string[] }[] = [];
  for (const [name, variables] of Object.entries(await ways())) {
    const port = layout.productPort + 60 + plans.length;
    const environment = {
      ...variables,
      ROLE: 'server',
      DEMO: 'on',
      BANK_PORT: '0',
      KEY_FILE: join(folder, 'keys.json'),
      DATA_DIR: join(folder, 'server1'),
    };
    servers.push(await startProduct(port, environment));
    const headers = { authorization: `Bearer ${await signIn(port, 'admin@demo.example')}` };
    plans.push({ name, port, headers, paths: await pathsOf(port, headers) });
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { name, port, headers, paths } of plans) {
      const result = await putLoad({ port, paths, headers, callers, warmUpSeconds: 2, seconds });
      measured.set(name, [...(measured.get(name) ?? []), result]);
    }
  }
  const direct = middle(measured.get('direct') ?? [])?.perSecond ?? Number.NaN;
  const rows = [...measured].flatMap(([name, results]): Row[] => {
    const result = middle(results);
    if (!result) return [];
    const share = result.perSecond / direct;
    return [
      [
        name,
        result.perSecond.toFixed(0),
        `${(share * 100).toFixed(0)} %`,
        `${milliseconds(result.p50)} / ${milliseconds(result.p95)}`,
        result.failures || 'none',
        name.includes('PgBouncer') ? verdict(share >= limitShare) : '',
      ],
    ];
  });
  report(
    'pooler',
    'Through a pooler',
    `Demo world on a cluster of three nodes (\`node tools/run.mjs bench/pooler.ts\`): lists and contracts, ${callers} callers, the middle of ${turns} runs of ${seconds} s in turn. Aim: ${limitShare * 100} % of direct.`,
    ['way to the primary', 'requests/s', 'of direct', 'p50 / p95', 'failures', 'aim'],
    rows,
  );
} finally {
  for (const server of servers) await server.stop();
  await cluster.stop();
}
