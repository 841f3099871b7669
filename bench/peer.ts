import { fork, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { urlOf } from '../apps/server/test/url-of.ts';
import { answersOn, cleanEnvironment, putLoad, startProduct, stopChild } from './children.ts';
import { type BenchServer, benchFolder, onServer, productEnvironment } from './database.ts';
import { type Stock, stockOf } from './list.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';
import type { LoadResult } from './statistics.ts';

const version = '12.4.0';
const callers = 16;
const turns = 5;
const seconds = 6;
const warmUpSeconds = 2;
const aim = 8;
const token = 'peer-of-the-bench-0123456789abcdef';
/** Never a dependency of the product: installed here when it is measured, kept for the next time. */
const folder = join(benchFolder, 'directus');
const program = join(folder, 'node_modules/directus/cli.js');

/**
 * The same joined, filtered, sorted page with the number of hits from Directus, on the same database, in turns with ours.
 * It knows no keys of two columns, which is what every table of ours has: it gets tables of its own with the same rows of
 * one house, simple keys and the index this list wants, without row security and without a house to filter by.
 */
export async function benchPeer(server: BenchServer, contracts: number, port: number): Promise<void> {
  install();
  const target = await server.databaseOf(contracts);
  const stock = await stockOf(target);
  await furnish(target, stock);
  const environment = {
    ...cleanEnvironment(),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: urlOf(target),
    DB_SEARCH_PATH: 'array:peer',
    SECRET: token,
    ADMIN_EMAIL: 'peer@example.com',
    ADMIN_PASSWORD: token,
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    // Its own brake on load would answer 503 where it is to be measured.
    PRESSURE_LIMITER_ENABLED: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port + 1),
    PUBLIC_URL: `http://127.0.0.1:${port + 1}`,
  };
  const made = spawnSync(process.execPath, [program, 'bootstrap'], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`Directus was not furnished: ${made.stdout}${made.stderr}`);
  // Answers only: the jobs of a new house are not what is compared.
  const product = await startProduct(port, { ...productEnvironment(target), ROLE: 'server' });
  const peer = fork(program, ['start'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    await answersOn(port + 1, peer, '/server/ping');
    const ourHeaders = { authorization: `Bearer ${await signIn(port, 'admin@demo.example')}` };
    const theirHeaders = { authorization: `Bearer ${token}` };
    const pages = stock.insurerIds.map((id) => ({
      ours: `/api/contracts?pageSize=50&insurerId=${id}&sort=-totalValue`,
      theirs: `/items/contracts?limit=50&fields=${fields.join(',')}&filter[insurer_id][_eq]=${id}&sort=-total_value,-id&meta=filter_count`,
    }));
    let hits = 0;
    for (const { ours, theirs } of pages)
      hits += await sameHits(
        await fetch(`http://127.0.0.1:${port}${ours}`, { headers: ourHeaders }),
        await fetch(`http://127.0.0.1:${port + 1}${theirs}`, { headers: theirHeaders }),
      );
    const oursMeasured: LoadResult[] = [];
    const theirsMeasured: LoadResult[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const load = { callers, warmUpSeconds, seconds };
      theirsMeasured.push(
        await putLoad({
          ...load,
          port: port + 1,
          paths: pages.map(({ theirs }) => theirs),
          headers: theirHeaders,
        }),
      );
      oursMeasured.push(
        await putLoad({ ...load, port, paths: pages.map(({ ours }) => ours), headers: ourHeaders }),
      );
    }
    const [ours, theirs] = [middle(oursMeasured), middle(theirsMeasured)];
    const ratio = ours.perSecond / theirs.perSecond;
    const row = (who: string, all: readonly LoadResult[], result: LoadResult, held: string): Row => [
      who,
      result.perSecond.toFixed(0),
      all.map(({ perSecond }) => perSecond.toFixed(0)).join(', '),
      `${milliseconds(result.p50)} / ${milliseconds(result.p95)} / ${milliseconds(result.p99)}`,
      `${(result.bytes / result.requests / 1000).toFixed(1)} kB`,
      all.map(({ failures }) => failures).find((text) => text !== '') ?? 'none',
      held,
    ];
    report(
      'peer',
      'The same list from Directus',
      `${server.name}, ${contracts.toLocaleString('de-DE')} contracts, ${callers} callers, ${turns} turns of ${seconds} s each, the middle one counts. ` +
        `Contracts of an insurer with customer, tariff, insurer and group, 50 rows by value, with the number of hits (${pages.length} insurers, ${Math.round(hits / pages.length).toLocaleString('de-DE')} hits on average); ` +
        `both answer the same ids and numbers, compared before. Directus ${version} (${licence()}), as it comes but for its brake on load: in the same database, with tables of its own of the rows of this house, as it knows no keys of two columns; ` +
        `without row security, with the index the list wants. Aim: ≥ ${aim} × its requests per second.`,
      ['who', 'requests/s', 'each turn', 'p50 / p95 / p99', 'an answer', 'failures', 'aim'],
      [
        row('Directus', theirsMeasured, theirs, ''),
        row('Depotwerk', oursMeasured, ours, `${ratio.toFixed(1)} × ${verdict(ratio >= aim)}`),
      ],
    );
  } finally {
    await stopChild(peer);
    await product.stop();
    await onServer(target, 'drop schema if exists peer cascade');
  }
}

/** What our list answers of a contract, by its names. */
const ownFields = [
  'id',
  'external_key',
  'external_consumer_key',
  'start_date',
  'end_date',
  'use_etf',
  'is_linked',
  'has_pending_changes',
  'contract_score',
  'risk_class_id',
  'risk_value',
  'risk_band_low',
  'risk_band_high',
  'risk_band_status',
  'hint_count',
  'highest_hint_severity',
  'valuation_date',
  'total_value',
  'cash_value',
  'last_check',
  'last_checked_by_name',
  'last_consultation',
];
const fields = [
  ...ownFields,
  'customer_id.id',
  'customer_id.first_name',
  'customer_id.last_name',
  'tariff_id.id',
  'tariff_id.name',
  'tariff_id.tariff_type_id',
  'insurer_id.id',
  'insurer_id.insurer_name',
  'group_id.group_name',
];

/** Tables with one key each, of the rows of one house. */
async function furnish(target: DatabaseTarget, { tenantId }: Stock): Promise<void> {
  const copy = (table: string, columns: string) =>
    `create table peer.${table} as select ${columns} from ${table} where tenant_id = '${tenantId}'`;
  await onServer(
    target,
    `drop schema if exists peer cascade;
     create schema peer;
     ${copy('customers', 'id, first_name, last_name')};
     ${copy('tariffs', 'id, name, tariff_type_id')};
     ${copy('insurers', 'id, insurer_name')};
     ${copy('groups', 'id, group_name')};
     ${copy('contracts', `${ownFields.join(', ')}, customer_id, tariff_id, insurer_id, group_id`)} and deleted_at is null;
     ${['customers', 'tariffs', 'insurers', 'groups', 'contracts'].map((table) => `alter table peer.${table} add primary key (id);`).join('\n')}
     ${['customer', 'tariff', 'insurer', 'group'].map((one) => `alter table peer.contracts add foreign key (${one}_id) references peer.${one}s;`).join('\n')}
     create index on peer.contracts (insurer_id, total_value desc, id desc)`,
  );
  await onServer(
    target,
    'vacuum analyze peer.contracts, peer.customers, peer.tariffs, peer.insurers, peer.groups',
  );
}

/** Number of hits of both answers. */
async function sameHits(ours: Response, theirs: Response): Promise<number> {
  if (!ours.ok || !theirs.ok) throw new Error(`${ours.status} ${theirs.status}: ${await theirs.text()}`);
  // The descriptor of the call, and the manual of Directus, promise the members.
  const own = ((await ours.json()) as { id: string }[]).map(({ id }) => id);
  const other = (await theirs.json()) as { data: { id: string }[]; meta: { filter_count: number } };
  const count = Number(ours.headers.get('x-total-count'));
  if (own.join() !== other.data.map(({ id }) => id).join() || count !== other.meta.filter_count)
    throw new Error(`The answers differ: ${ours.url} (${count}), ${theirs.url} (${other.meta.filter_count})`);
  return count;
}

const middle = (results: readonly LoadResult[]): LoadResult => {
  const found = results.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(results.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
};

/** From the registry into its own folder; no script of any package runs. */
function install(): void {
  const description = join(folder, 'node_modules/directus/package.json');
  // The package's own description says its version.
  if (
    existsSync(description) &&
    (JSON.parse(readFileSync(description, 'utf8')) as { version: string }).version === version
  )
    return;
  console.log(`installing Directus ${version} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    // The isolated-vm it names brings no program for this Node and would be built with files that are not in the registry.
    JSON.stringify({
      private: true,
      dependencies: { directus: version },
      overrides: { 'isolated-vm': '6.1.2' },
    }),
  );
  const quiet = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', ...quiet], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('Directus could not be installed.');
}

/** The short name in its licence, which its description only points to. */
function licence(): string {
  const text = readFileSync(join(folder, 'node_modules/directus/license'), 'utf8');
  return /^[A-Z]+-\d[\w.-]+$/m.exec(text)?.[0] ?? 'own licence';
}
