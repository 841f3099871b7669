import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { north, tenantA } from '../../../../test/contract-world.ts';
import { cancelWork } from '../../../platform/jobs/cancel-work.ts';
import { createJobWorker, type JobWorker } from '../../../platform/jobs/job-worker.ts';
import { writeBook } from './advance-book.ts';
import type { BookImport } from './book-imports.view.ts';
import { createBookJob } from './book-job.ts';
import { bookRoutes } from './book-routes.ts';

const house = contractHouse((services) => bookRoutes(services, () => undefined));
const { test, server, tariff: tariffId, post } = house;
const workers: JobWorker[] = [];
let admin: string;

beforeAll(async () => {
  admin = await server.lastingCaller();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await server.app.close();
});

function startWorker(): JobWorker {
  const worker = createJobWorker({
    database: test.database,
    handlers: [createBookJob(test.database)],
    logger: { error: () => undefined },
    pollMs: 50,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

const read = async (id: string) => (await server.get(admin, `/book-imports/${id}`)).body as BookImport;
const untilState = (id: string, state: string) =>
  expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe(state);

/** A book of one new contract, checked. */
async function checkedBook(number: string): Promise<BookImport> {
  const lines = [
    'Vorname;Nachname;Geburtsdatum;Policennummer;Beginn',
    `Anna;${number};03.04.1964;${number};01.02.2020`,
  ];
  const contentBase64 = Buffer.from(lines.join('\n')).toString('base64');
  const uploaded = await post(admin, '/book-imports', { fileName: 'bestand.csv', contentBase64 });
  const { id, mapping } = uploaded.body as BookImport;
  const checking = startWorker();
  await post(admin, `/book-imports/${id}/check`, { mapping, tariffId, groupId: north, likely: 'ask' });
  await untilState(id, 'checked');
  await checking.stop();
  const book = await read(id);
  expect(book.newCount).toBe(1);
  return book;
}

it('a book whose writing is cancelled before it begins is not written and says why', async () => {
  const { id, rowVersion } = await checkedBook('C-1');
  const { writingJobId = null } = (await post(admin, `/book-imports/${id}/commit`, { rowVersion }))
    .body as BookImport;
  if (writingJobId === null) throw new Error('What is being written can be cancelled.');
  await test.database.transaction({ tenantId: tenantA, userId: null }, async (transaction) => {
    const { rows } = await sql<{ userId: string }>`
      select created_by as "userId" from jobs where id = ${writingJobId}`.execute(transaction);
    for (const { userId } of rows) expect(await cancelWork(transaction, writingJobId, userId)).toBe(0);
  });
  const writing = startWorker();
  await untilState(id, 'failed');
  // The next book is for nobody to write.
  await writing.stop();
  const { fault, ...after } = await read(id);
  expect([fault, after.writingJobId]).toEqual([expect.stringContaining('bevor etwas geschrieben war'), null]);
  const { rowCount } = await test.owner.query(`select from contracts where external_key = 'C-1'`);
  expect(rowCount).toBe(0);
});

it('a book whose writing is cancelled and whose process has ended between two pieces keeps what is written and names the rest', async () => {
  const { id, rowVersion } = await checkedBook('C-2');
  const { writingJobId } = (await post(admin, `/book-imports/${id}/commit`, { rowVersion }))
    .body as BookImport;
  const context = { tenantId: tenantA, userId: null };
  const services = { database: test.database };
  let asked = 0;
  // The piece of customers is written, that of contracts is not.
  await writeBook(services, context, id, { kind: 'system' }, () => Promise.resolve((asked += 1) > 2));
  await test.owner.query('update jobs set cancelled_at = now() where id = $1', [writingJobId]);
  startWorker();
  await untilState(id, 'done');
  expect(await read(id)).toMatchObject({
    newCount: 0,
    refusedCount: 1,
    fault: expect.stringContaining('abgebrochen'),
    isPartial: true,
  });
  const rows = (await server.get(admin, `/book-imports/${id}/rows?fate=refused`)).body;
  expect(rows).toMatchObject([{ reason: 'Nicht geschrieben: Die Übernahme wurde abgebrochen.' }]);
  const { rowCount } = await test.owner.query(`select from customers where last_name = 'C-2'`);
  expect(rowCount).toBe(1);
});

it('neither the check of a book nor its way back offers to be cancelled: each is one step that is done or not', async () => {
  const book = await checkedBook('C-3');
  await post(admin, `/book-imports/${book.id}/commit`, { rowVersion: book.rowVersion });
  const writing = startWorker();
  await untilState(book.id, 'done');
  await writing.stop();
  expect(await read(book.id)).toMatchObject({ fault: null, isPartial: false });
  await post(admin, `/book-imports/${book.id}/undo`, {});
  const undoing = await read(book.id);
  expect([undoing.state, undoing.writingJobId]).toEqual(['undoing', null]);
  await test.database.transaction({ tenantId: tenantA, userId: null }, async (transaction) => {
    const { rows } = await sql<{ id: string; userId: string }>`
      select id, created_by as "userId" from jobs where payload ->> 'importId' = ${book.id} and payload ->> 'step' = 'undo'`.execute(
      transaction,
    );
    expect(rows).toHaveLength(1);
    for (const { id, userId } of rows) expect(await cancelWork(transaction, id, userId)).toBe(null);
  });
});
