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
const bookContracts = 20_000;

/** What one house does in the morning that everybody dreads; ends when `isOver` answers true. */
interface HeavyWork {
  readonly label: string;
  readonly run: (call: Call, isOver: () => boolean) => Promise<string>;
}

type Call = (method: string, path: string, body?: object) => Promise<Response>;

/**
 * A job runs on its own; this tells how far it came while it was watched, and waits for its end: nothing of it may fall on
 * what is measured next, or on the next run on the same stock.
 */
async function watchJob(call: Call, path: string, body: object, isOver: () => boolean): Promise<string> {
  const answer = await call('POST', path, body);
  // The descriptor of the call promises the member.
  const { id } = (await answer.json()) as { id: string };
  let reached: string | null = null;
  for (;;) {
    await new Promise((done) => setTimeout(done, 500));
    const { state, done, total } = (await (await call('GET', `/jobs/${id}`)).json()) as {
      state: string;
      done: number;
      total: number;
    };
    const isEnded = state === 'done' || state === 'dead';
    if (isEnded || isOver()) reached ??= `${done} of ${total}`;
    if (isEnded && reached !== null) return reached;
  }
}

/** A book of new contracts, one position each: uploaded, judged and written, for as long as it lasts or is watched. */
async function takeBook(call: Call, { tariffId, isins }: BookPlace, isOver: () => boolean): Promise<string> {
  const run = crypto.randomUUID().slice(0, 8);
  const lines = Array.from({ length: bookContracts }, (_none, index) => {
    const isin = isins[index % isins.length] ?? '';
    return `K${run}${index};Anna;Muster${index};03.04.1964;D${run}${index};01.02.2020;${isin};${1 + (index % 9)},5;12,25;30.10.2026`;
  });
  const head =
    'Kundennummer;Vorname;Nachname;Geburtsdatum;Depotnummer;Beginn;ISIN;Anteile;Anteilswert;Stichtag';
  const contentBase64 = Buffer.from([head, ...lines].join('\n')).toString('base64');
  // The descriptors of the calls promise the members.
  type Import = { id: string; state: string; mapping: unknown; newCount: number; rowVersion: number };
  const imported = async (answer: Response) => {
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Import;
  };
  const asked = async (method: string, path: string, body?: object) =>
    imported(await call(method, path, body));
  /** How it was when it was watched last, or ended; as with a job, the end is waited for. */
  const settled = async (id: string, under: string) => {
    let watched: Import | null = null;
    for (;;) {
      await new Promise((done) => setTimeout(done, 500));
      const answer = await call('GET', `/book-imports/${id}`);
      // Told to come back, which is what this does.
      if (answer.status === 503) continue;
      const found = await imported(answer);
      if (found.state !== under || isOver()) watched ??= found;
      if (found.state !== under && watched !== null) return watched;
    }
  };
  const { id, mapping } = await asked('POST', '/book-imports', { fileName: 'book.csv', contentBase64 });
  const rules = { mapping, tariffId, groupId: null, likely: 'create' };
  await asked('POST', `/book-imports/${id}/check`, rules);
  const checked = await settled(id, 'checking');
  if (checked.state !== 'checked') return checked.state;
  await asked('POST', `/book-imports/${id}/commit`, { rowVersion: checked.rowVersion });
  const { state, newCount } = await settled(id, 'writing');
  return `${newCount} judged, ${state}`;
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

/** Whose book grows, and whose archive is taken. */
interface BookPlace {
  readonly customerId: string;
  readonly tariffId: string;
  readonly isins: readonly string[];
}

const heavyWorks = (contractIds: readonly string[], year: number, book: BookPlace): HeavyWork[] => [
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
  {
    label: `the archive of a person's data, ${exportsAtOnce} at once`,
    run: (call, isOver) => repeat(() => call('GET', `/customers/${book.customerId}/export`), isOver),
  },
  {
    // Last: the book is larger afterwards.
    label: `a book of ${bookContracts.toLocaleString('de-DE')} new contracts taken over`,
    run: (call, isOver) => takeBook(call, book, isOver),
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
  const [book] = await onServer<BookPlace>(
    target,
    `select (select t.id from tariffs t where t.tenant_id = u.tenant_id and t.published_version_number is not null order by t.id limit 1) as "tariffId",
        (select c.customer_id from contracts c where c.tenant_id = u.tenant_id and c.deleted_at is null
          group by c.customer_id order by count(*) desc, c.customer_id limit 1) as "customerId",
        array(select f.isin from funds f where f.tenant_id = u.tenant_id order by f.id limit 200) as isins
      from users u where u.user_name = 'admin@demo.example'`,
  );
  if (!book) throw new Error('the busy house is missing');
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
    const works = heavyWorks(
      ids.map(({ id }) => id),
      new Date().getFullYear() - 1,
      book,
    );
    for (const [index, { label, run }] of works.entries()) {
      console.log(`${index + 1} of ${works.length}: ${label} …`);
      // Its own yardstick beside each: the machine may be slower than a minute ago.
      const alone = await lists();
      const call = await callOf(port, 'admin@demo.example');
      let isOver = false;
      const work = run(call, () => isOver);
      const beside = await lists();
      isOver = true;
      const done = await work;
      const factor = beside.p95 / alone.p95;
      console.log(
        `  ${done}; p95 alone ${milliseconds(alone.p95)}, beside ${milliseconds(beside.p95)}, ${factor.toFixed(2)} ×`,
      );
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
