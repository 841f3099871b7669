import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { postmasterOf, readProcessorTime } from './processor.ts';
import { milliseconds, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const aimPerSecond = 20;
const mostLetters = 2_000;
/** How much more memory the second half of a run may take than the first. */
const flatMegabytes = 60;
const processors = 2;

/** Memory the product and its PDF workers take now, without a database beside it: each of its connections counts what all share. */
function megabytesOf(product: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = new Set([product]);
  let megabytes = 0;
  // Children come after their parents, by number.
  for (const [pid = 0, parent = 0, rss = 0] of rows) {
    if (!below.has(pid) && !below.has(parent)) continue;
    below.add(pid);
    megabytes += rss / 1024;
  }
  return megabytes;
}

/** Letters of a year with costs and review for a whole book, as the job of the product makes them. */
export async function benchYearEnd(
  server: BenchServer,
  contracts: number,
  port: number,
  limit: number,
): Promise<void> {
  const letters = Math.min(mostLetters, limit);
  const target = await server.databaseOf(contracts);
  const year = new Date().getFullYear() - 1;
  // An interrupted run would go on beside this one.
  await onServer(
    target,
    `update jobs set state = 'dead', locked_until = null where job_type = 'yearEndReports' and state <> 'done'`,
  );
  const product = await startProduct(port, productEnvironment(target));
  try {
    const token = await signIn(port, 'admin@demo.example');
    const call = async (path: string, init: RequestInit = {}) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...init.headers,
      };
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { ...init, headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json() as Promise<unknown>;
    };
    const chosen = await onServer<{ id: string }>(
      target,
      `select c.id from contracts c
         join users u on u.tenant_id = c.tenant_id and u.user_name = 'admin@demo.example'
        where c.deleted_at is null and c.start_date < '${year}-01-01' order by c.id limit ${letters}`,
    );
    const postmaster = await postmasterOf(target);
    // With what has ended: a PDF worker is replaced after some hundred letters.
    const used = () => readProcessorTime(product.pid ?? 0, postmaster);
    const before = used();
    const start = performance.now();
    // The descriptor of the call promises the member.
    const { id } = (await call('/contracts/year-end-reports', {
      method: 'POST',
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        selection: { contractIds: chosen.map((row) => row.id) },
        year,
        content: 'both',
        coverText: 'Guten Tag, anbei erhalten Sie den Bericht des Jahres.',
        isRepeated: true,
      }),
    })) as { id: string };
    const memory: number[] = [];
    let state = 'queued';
    while (state !== 'done') {
      await new Promise((resolve) => setTimeout(resolve, 500));
      memory.push(megabytesOf(product.pid ?? 0));
      const [row] = await onServer<{ state: string; last_error: string | null }>(
        target,
        `select state, last_error from jobs where id = '${id}'`,
      );
      if (!row || ['failed', 'dead'].includes(row.state))
        throw new Error(`The job ended: ${JSON.stringify(row)}`);
      state = row.state;
    }
    const seconds = (performance.now() - start) / 1000;
    const after = used();
    const [made = { created: 0, skipped: 0 }] = await onServer<{ created: number; skipped: number }>(
      target,
      `select count(*) filter (where result = 'created')::int as created,
              count(*) filter (where result = 'skipped')::int as skipped
         from year_end_rows where job_id = '${id}'`,
    );
    const [firstHalf, secondHalf] = halves(memory);
    const each = (of: 'server' | 'postgres') =>
      (((after?.[of] ?? Number.NaN) - (before?.[of] ?? Number.NaN)) * 1000) / Math.max(1, made.created);
    report(
      'year-end',
      'Letters of a year',
      `${server.name}, ${contracts.toLocaleString('de-DE')} contracts; one run of \`yearEndReports\` over ` +
        `${chosen.length.toLocaleString('de-DE')} of them (\`npm run bench -- year-end --contracts 10000\`): cover letter, costs of ${year} and ` +
        `periodic review, archived one by one. Processor time of the product is with its PDF workers; load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}; ` +
        `memory is the largest sum of all their processes in the first and in the second half of the run. Aim: ${aimPerSecond} a second on ${processors} cores, memory flat.`,
      ['measure', 'value', 'aim'],
      [
        ['made / left out', `${made.created} / ${made.skipped}`, ''],
        ['a second', (made.created / seconds).toFixed(1), verdict(made.created / seconds >= aimPerSecond)],
        [
          'processor time for one, product and database',
          `${milliseconds(each('server'))} and ${milliseconds(each('postgres'))}`,
          verdict(each('server') + each('postgres') <= (1000 * processors) / aimPerSecond),
        ],
        [
          'memory, first and second half',
          `${firstHalf.toFixed(0)} / ${secondHalf.toFixed(0)} MB`,
          verdict(secondHalf <= firstHalf + flatMegabytes),
        ],
      ],
    );
  } finally {
    await product.stop();
  }
}

/** Largest of the first and of the second half. */
function halves(values: readonly number[]): [number, number] {
  const middle = Math.ceil(values.length / 2);
  return [Math.max(0, ...values.slice(0, middle)), Math.max(0, ...values.slice(middle))];
}
