import type { CallAnswer } from '@depotwerk/api/call';
import type { getDashboardConfig } from '@depotwerk/api/dashboard/dashboard';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { putLoad, startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const limitMs = 40;
const seconds = 15;
/** Jobs of the day that make tasks and sums of a book; figures are measured once they are through. */
const firstJobs = ['sweepTasks', 'sumHoldings'];
export const people = ['admin@demo.example', 'berater@demo.example'] as const;

/** What the work list asks for when it is opened. */
export const workListPaths = [
  '/api/workbench/tasks?pageSize=50',
  '/api/workbench/stats',
  '/api/workbench/tasks?owner=me&pageSize=50',
  '/api/workbench/tasks?taskType=hints&pageSize=5',
];

/** The adviser's day over a whole book: work list, dashboard, and one search over everything. */
export async function benchDay(server: BenchServer, contracts: number, port: number): Promise<void> {
  const target = await server.databaseOf(contracts);
  await fileDocuments(target);
  const product = await startProduct(port, productEnvironment(target));
  const rows: Row[] = [];
  const measure = async (what: string, who: string, callers: number, paths: readonly string[]) => {
    const headers = { authorization: `Bearer ${await signIn(port, who)}` };
    const result = await putLoad({ port, paths, headers, callers, warmUpSeconds: 5, seconds });
    rows.push([
      what,
      who.split('@')[0] ?? '',
      String(callers),
      `${milliseconds(result.p50)} / ${milliseconds(result.p95)} / ${milliseconds(result.p99)}`,
      result.perSecond.toFixed(0),
      result.failures || 'none',
      verdict(result.p95 <= limitMs && !result.failures),
    ]);
  };
  try {
    await firstJobsDone(target);
    const asked = await searchPaths(target);
    for (const who of people) {
      await measure('Arbeitsplatz', who, 16, workListPaths);
      await measure('dashboard', who, 16, await dashboardPaths(port, who));
      await measure('search over everything', who, 4, asked);
    }
  } finally {
    await product.stop();
  }
  const [{ tasks } = { tasks: 0 }] = await onServer<{ tasks: number }>(
    target,
    'select count(*)::int as tasks from workbench_tasks where ended_at is null',
  );
  report(
    'day',
    'The adviser’s day: work list, dashboard, search',
    `${server.name}, ${contracts.toLocaleString('de-DE')} contracts and customers, as many documents, ` +
      `${tasks.toLocaleString('de-DE')} open tasks; the administrator sees everything, the adviser his groups. ` +
      `Lists, counts and tiles as the pages ask for them; about ${searches} different searches (names, numbers, funds, tariffs, documents). ` +
      `Aim: p95 ≤ ${limitMs} ms.`,
    ['what', 'who', 'callers', 'p50 / p95 / p99', 'requests/s', 'failures', 'aim'],
    rows,
  );
}

const searches = 300;

/** One document a contract, titled as reports are; filed once and kept. */
export async function fileDocuments(target: DatabaseTarget): Promise<void> {
  const [{ filed } = { filed: false }] = await onServer<{ filed: boolean }>(
    target,
    `select exists (select from documents where file_name = 'bench.pdf') as filed`,
  );
  if (filed) return;
  console.log('filing documents …');
  await onServer(
    target,
    `insert into documents (tenant_id, customer_id, contract_id, document_type, title, file_name, media_type, byte_size, content_hash,
       content, created_at, created_by)
     select c.tenant_id, c.customer_id, c.id, 'overview',
       (array['Depotübersicht', 'Vertragsübersicht', 'Beratungsdokumentation', 'Kosten und Wertentwicklung'])[1 + (hashtext(c.external_key) & 3)]
         || ' ' || c.external_key, 'bench.pdf', 'application/pdf', 1, sha256('a'), 'a',
       now() - (hashtext(c.id::text) & 65535) * interval '20 minutes', a.id
     from contracts c
     join (select tenant_id, min(id::text)::uuid as id from users group by tenant_id) a on a.tenant_id = c.tenant_id`,
  );
  await onServer(target, 'vacuum analyze documents');
}

export async function firstJobsDone(target: DatabaseTarget): Promise<void> {
  for (;;) {
    const open = await onServer<{ job_type: string }>(
      target,
      `select job_type from jobs where job_type in ('${firstJobs.join("','")}') and state in ('queued', 'running', 'split')`,
    );
    const done = await onServer<{ number: number }>(
      target,
      `select count(distinct job_type)::int as number from jobs where job_type in ('${firstJobs.join("','")}') and state = 'done'`,
    );
    if (open.length === 0 && done[0]?.number === firstJobs.length) return;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/** The configuration, and the data of all tiles of this person at once, as the page asks for them. */
export async function dashboardPaths(port: number, who: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${await signIn(port, who)}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/dashboard/config`, { headers });
  // The descriptor of the call promises the shape.
  const { widgets } = (await answer.json()) as CallAnswer<typeof getDashboardConfig>;
  const keys = widgets.map(({ dataKey }) => dataKey).join(',');
  return ['/api/dashboard/config', `/api/dashboard/data?keys=${keys}`];
}

export async function searchPaths(target: DatabaseTarget): Promise<string[]> {
  const found = await onServer<{ term: string }>(
    target,
    `(select last_name as term from customers tablesample system (0.1) repeatable (1) limit ${searches / 3})
     union all (select substr(first_name, 1, 3) || ' ' || substr(last_name, 1, 3) from customers tablesample system (0.1) repeatable (2) limit ${searches / 6})
     union all (select external_key from contracts tablesample system (0.1) repeatable (3) limit ${searches / 6})
     union all (select split_part(name, ' ', 2) from funds limit ${searches / 6})
     union all (select split_part(title, ' ', 1) || ' ' || right(external_key, 4) from documents join contracts on contracts.id = contract_id limit ${searches / 12})
     union all (select unnest(array['depot', 'beratung', 'kosten', 'uebersicht', 'rente', 'berater', 'mü', 'we']))`,
  );
  return found
    .map(({ term }) => term.trim())
    .filter((term) => term.length >= 2)
    .map((term) => `/api/search?query=${encodeURIComponent(term)}`);
}
