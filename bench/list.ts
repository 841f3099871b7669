import { contractJoins, contractSelection } from '../apps/server/src/areas/contracts/contract-item.ts';
import { contractPageSql, pageOrder } from '../apps/server/src/areas/contracts/contract-page.ts';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { Parameters } from '../apps/server/src/platform/database/parameters.ts';
import { putLoad, startBareHandler, startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';
import type { LoadResult } from './statistics.ts';

const callers = 16;
const seconds = 10;
const limitMs = 25;
const limitGrowth = 1.5;
const limitShare = 0.6;

export interface Stock {
  readonly tenantId: string;
  readonly tariffIds: readonly string[];
  readonly insurerIds: readonly number[];
  readonly groupIds: readonly string[];
}

/** The larger tenant of the demo world and what one can filter by in it. */
export async function stockOf(target: DatabaseTarget): Promise<Stock> {
  const [tenant] = await onServer<{ tenant_id: string }>(
    target,
    `select tenant_id from tenants where tenant_key like 'demo%' or true order by
       (select count(*) from users u where u.tenant_id = tenants.tenant_id and u.user_name = 'admin@demo.example') desc limit 1`,
  );
  const tenantId = tenant?.tenant_id ?? '';
  const ids = (sql: string) =>
    onServer<{ id: string }>(target, sql).then((rows) => rows.map((row) => row.id));
  return {
    tenantId,
    tariffIds: await ids(`select id from tariffs where tenant_id = '${tenantId}' order by id`),
    insurerIds: (await ids(`select id from insurers where tenant_id = '${tenantId}' order by id`)).map(
      Number,
    ),
    groupIds: await ids(
      `select g.id from groups g where tenant_id = '${tenantId}' and exists (select 1 from contracts c where c.tenant_id = g.tenant_id and c.group_id = g.id) order by id limit 20`,
    ),
  };
}

/** Filtered and sorted lists as advisers ask for them. */
export function pathsOf(stock: Stock): string[] {
  const list = (query: string) => `/api/contracts?pageSize=50&${query}`;
  return [
    ...stock.insurerIds.map((id) => list(`insurerId=${id}&sort=-totalValue`)),
    ...stock.tariffIds.map((id) => list(`tariffId=${id}&sort=-lastCheck`)),
    ...stock.groupIds.map((id) => list(`groupId=${id}&sort=customer.lastName`)),
    ...stock.insurerIds.map((id) =>
      list(`insurerId=${id}&withHints=true&riskOutOfBand=true&sort=contractScore`),
    ),
    list('hasPendingChanges=true&sort=-contractScore'),
    list('withHints=true&useETF=true&sort=customer.lastName'),
    list('scoreFrom=20&scoreTo=49&sort=-totalValue'),
    list('valueFrom=50000&valueTo=60000&sort=-lastConsultation'),
    list('riskOutOfBand=true&sort=tariff.name'),
    list('isLinked=true&sort=-insurer.insurerName'),
  ];
}

/** The statement behind one of these lists, for the bare handler. */
function bareStatement(stock: Stock) {
  const parameters = new Parameters();
  const filter = { insurerId: stock.insurerIds[0] ?? 1 };
  const sort = [{ key: 'totalValue', isDescending: true }] as const;
  const everybody = { groupIds: null, includesWithoutGroup: true, ownCustomerId: null };
  const page = contractPageSql(filter, sort, everybody, { number: 1, size: 50, offset: 0 }, parameters);
  const sql =
    `with page as materialized (${page}) select ${contractSelection} from page c ${contractJoins}` +
    ` order by ${pageOrder(filter, sort, everybody)}`;
  return { sql, parameters: parameters.values };
}

interface Measured {
  readonly contracts: number;
  readonly mixed: LoadResult;
  readonly own: LoadResult;
  readonly bare: LoadResult;
  readonly sameBytes: boolean;
}

async function measure(server: BenchServer, contracts: number, port: number): Promise<Measured> {
  const target = await server.databaseOf(contracts);
  const stock = await stockOf(target);
  const product = await startProduct(port, productEnvironment(target));
  const bare = await startBareHandler(port + 1, {
    target,
    tenantId: stock.tenantId,
    ...bareStatement(stock),
  });
  try {
    const token = await signIn(port, 'admin@demo.example');
    const headers = { authorization: `Bearer ${token}` };
    const one = `/api/contracts?pageSize=50&insurerId=${stock.insurerIds[0]}&sort=-totalValue`;
    const load = (to: number, paths: readonly string[], duration: number) =>
      putLoad({ port: to, paths, headers, callers, warmUpSeconds: 3, seconds: duration });
    const ours = await fetch(`http://127.0.0.1:${port}${one}`, { headers }).then((answer) => answer.text());
    const theirs = await fetch(`http://127.0.0.1:${port + 1}/`).then((answer) => answer.text());
    const mixed = await load(port, pathsOf(stock), seconds);
    // Turn by turn, so that a busy neighbour disturbs both alike.
    const owns: LoadResult[] = [];
    const bares: LoadResult[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      bares.push(await load(port + 1, ['/'], seconds / 2));
      owns.push(await load(port, [one], seconds / 2));
    }
    return { contracts, mixed, own: median(owns), bare: median(bares), sameBytes: ours === theirs };
  } finally {
    await product.stop();
    await bare.stop();
  }
}

const median = (results: readonly LoadResult[]): LoadResult => {
  const middle = results.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(results.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
};

/** Contract list, 50 rows joined, filtered and sorted, at growing stocks; throughput against a bare handler. */
export async function benchList(server: BenchServer, sizes: readonly number[], port: number): Promise<void> {
  const results: Measured[] = [];
  for (const contracts of sizes) results.push(await measure(server, contracts, port));
  const smallest = results[0];
  const rows = results.map((result): Row => {
    const growth = smallest ? result.mixed.p95 / smallest.mixed.p95 : 1;
    const share = result.own.perSecond / result.bare.perSecond;
    return [
      result.contracts.toLocaleString('de-DE'),
      `${milliseconds(result.mixed.p50)} / ${milliseconds(result.mixed.p95)} / ${milliseconds(result.mixed.p99)}`,
      `${growth.toFixed(2)} ×`,
      result.mixed.perSecond.toFixed(0),
      `${result.own.perSecond.toFixed(0)} : ${result.bare.perSecond.toFixed(0)} = ${(share * 100).toFixed(0)} %${result.sameBytes ? '' : ' (bytes differ)'}`,
      [result.mixed.failures, result.own.failures].filter((text) => text !== '').join('; ') || 'none',
      verdict(result.mixed.p95 <= limitMs && growth <= limitGrowth && share >= limitShare),
    ];
  });
  report(
    'list',
    'Contract list, 50 rows joined, filtered and sorted',
    `${server.name}, ${callers} callers, ${seconds} s. Aim: p95 ≤ ${limitMs} ms and ≤ ${limitGrowth} × the smallest stock; ` +
      `at least ${limitShare * 100} % of the requests per second of a bare \`node:http\` handler with one prepared statement ` +
      'that returns the same bytes (no session, no row count).',
    [
      'contracts',
      'p50 / p95 / p99',
      'p95 against smallest',
      'requests/s',
      'one list: ours : bare',
      'failures',
      'aim',
    ],
    rows,
  );
}
