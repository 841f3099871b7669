import { putLoad, startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { milliseconds, type Row, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const callers = 4;
const seconds = 20;
const warmUpSeconds = 3;
const limitFactor = 2;
const yearEndContracts = 2000;
const exportsAtOnce = 6;

/** What one house does in the morning that everybody dreads; ends when `isOver` answers true. */
interface HeavyWork {
  readonly label: string;
  readonly run: (call: Call, isOver: () => boolean) => Promise<string>;
}

type Call = (method: string, path: string, body?: object) => Promise<Response>;

/** A job runs on its own; this waits as long as it lasts or is watched, and tells how far it came. */
async function watchJob(call: Call, path: string, body: object, isOver: () => boolean): Promise<string> {
  const answer = await call('POST', path, body);
  // The descriptor of the call promises the member.
  const { id } = (await answer.json()) as { id: string };
  for (;;) {
    await new Promise((done) => setTimeout(done, 500));
    const { state, done, total } = (await (await call('GET', `/jobs/${id}`)).json()) as {
      state: string;
      done: number;
      total: number;
    };
    if (state === 'done' || isOver()) return `${done} of ${total}`;
  }
}

/** The same request again and again, several at once; refusals for too much are answers here. */
async function repeat(ask: () => Promise<Response>, isOver: () => boolean): Promise<string> {
  let answered = 0;
  let refused = 0;
  await Promise.all(
    Array.from({ length: exportsAtOnce }, async () => {
      while (!isOver()) {
        const answer = await ask();
        await answer.arrayBuffer();
        if (answer.ok) answered += 1;
        else refused += 1;
        // As a browser that is told to wait would, only more impatient.
        if (!answer.ok) await new Promise((done) => setTimeout(done, 250));
      }
    }),
  );
  return `${answered} answered, ${refused} told to wait`;
}

const heavyWorks = (contractIds: readonly string[], year: number): HeavyWork[] => [
  {
    label: `letters of a year for ${yearEndContracts.toLocaleString('de-DE')} contracts`,
    run: (call, isOver) => {
      const body = { selection: { contractIds }, year, content: 'both', coverText: '', isRepeated: true };
      return watchJob(call, '/contracts/year-end-reports', body, isOver);
    },
  },
  {
    label: 'check of the whole book',
    run: (call, isOver) => watchJob(call, '/contracts/check', { filter: {} }, isOver),
  },
  {
    label: 'plans for the whole book',
    run: (call, isOver) =>
      watchJob(call, '/contracts/plan', { selection: { filter: {} }, replacement: null }, isOver),
  },
  {
    label: `the whole list as XLSX, ${exportsAtOnce} at once`,
    run: (call, isOver) => repeat(() => call('GET', '/contracts?format=xlsx'), isOver),
  },
  {
    label: `reports one by one, ${exportsAtOnce} at once`,
    run: (call, isOver) =>
      repeat(() => call('POST', `/contracts/${contractIds[0]}/report-data/depotOverview`, {}), isOver),
  },
];

/** What the heavy work of one house does to the list of another one on the same server. */
export async function benchNeighbours(server: BenchServer, contracts: number, port: number): Promise<void> {
  const target = await server.databaseOf(contracts);
  const ids = await onServer<{ id: string }>(
    target,
    `select c.id from contracts c join users u on u.tenant_id = c.tenant_id and u.user_name = 'admin@demo.example'
      where c.deleted_at is null order by c.id limit ${yearEndContracts}`,
  );
  const product = await startProduct(port, productEnvironment(target));
  try {
    const headers = { authorization: `Bearer ${await signIn(port, 'admin@nord.example')}` };
    const lists = () =>
      putLoad({
        port,
        paths: [
          '/api/contracts?pageSize=50&sort=-totalValue',
          '/api/contracts?pageSize=50&sort=contractScore',
        ],
        headers,
        callers,
        warmUpSeconds,
        seconds,
      });
    const rows: Row[] = [];
    for (const { label, run } of heavyWorks(
      ids.map(({ id }) => id),
      new Date().getFullYear() - 1,
    )) {
      // Its own yardstick beside each: the machine may be slower than a minute ago.
      const alone = await lists();
      const call = await callOf(port, 'admin@demo.example');
      let isOver = false;
      const work = run(call, () => isOver);
      const beside = await lists();
      isOver = true;
      const done = await work;
      const factor = beside.p95 / alone.p95;
      rows.push([
        label,
        done,
        `${milliseconds(alone.p50)} / ${milliseconds(alone.p95)}`,
        `${milliseconds(beside.p50)} / ${milliseconds(beside.p95)}`,
        `${factor.toFixed(2)} ×`,
        beside.failures || 'none',
        verdict(factor <= limitFactor && beside.failures === ''),
      ]);
    }
    report(
      'neighbours',
      'What one house does to another',
      `${server.name}, ${contracts.toLocaleString('de-DE')} contracts in the busy house; ${callers} callers of the contract list in ` +
        `another one for ${seconds} s, alone and beside. One server process with its workers, database on the same cores. ` +
        `Aim: p95 beside ≤ ${limitFactor} × alone.`,
      ['the busy house', 'done meanwhile', 'alone p50 / p95', 'beside p50 / p95', 'p95', 'failures', 'aim'],
      rows,
    );
  } finally {
    await product.stop();
  }
}

async function callOf(port: number, userName: string): Promise<Call> {
  const authorization = `Bearer ${await signIn(port, userName)}`;
  return (method, path, body) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        authorization,
        'idempotency-key': crypto.randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
}
