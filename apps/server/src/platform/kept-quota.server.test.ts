import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContractWorld, TestServer, tenantA } from '../../test/contract-world.ts';
import { useTestDatabase } from '../../test/database.ts';
import { bookRoutes } from '../areas/contracts/book/book-routes.ts';
import { defaultQuotas, type QuotaName } from './quotas.ts';

const test = useTestDatabase();
const quotas = { ...defaultQuotas };
let server: TestServer;
let admin: string;

beforeAll(async () => {
  const world = new ContractWorld(test.owner);
  await world.fill();
  const services = { database: test.database, clock: Date.now, quotas };
  server = await TestServer.start(
    test.database,
    test.owner,
    bookRoutes(services, () => undefined),
    quotas,
  );
  admin = await server.caller();
});
afterAll(() => server.app.close());
beforeEach(() => Object.assign(quotas, defaultQuotas));

/** Two megabytes in lines as long as a row may be. */
const book = `Vorname;Nachname;Policennummer\nAnna;Groß;P-1\n${`${'x'.repeat(500_000)};;\n`.repeat(4)}`;
const upload = (token: string, key: string = randomUUID(), fileName = 'bestand.csv') =>
  server.call(token, 'POST', '/book-imports', {
    body: { fileName, contentBase64: Buffer.from(book).toString('base64') },
    headers: { 'idempotency-key': key },
  });
const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, message } = body as Record<'code' | 'message', string>;
  expect([status, code]).toEqual([409, 'common.quotaExceeded']);
  return message;
};
const count = async (table: string) =>
  (await test.owner.query(`select from ${table} where tenant_id = $1`, [tenantA])).rowCount;

describe('what is kept of calls and files is bounded', () => {
  it('answers of one user, by number and size; a repetition still gets its answer, another user is not hindered', async () => {
    const key = randomUUID();
    const first = await upload(admin, key);
    expect(first.status).toBe(200);
    const before = [await count('book_imports'), await count('idempotency_keys')];
    Object.assign(quotas, { keptAnswersPerUser: 1 });
    expect(refusalOf(await upload(admin))).toMatch(/mehr als 1 Änderungen gemacht/);
    Object.assign(quotas, { keptAnswersPerUser: 9, keptAnswerMegabytesPerUser: 0 });
    expect(refusalOf(await upload(admin))).toMatch(/belegen mehr als 0 MB/);
    expect([await count('book_imports'), await count('idempotency_keys')]).toEqual(before);
    expect((await upload(admin, key)).body).toEqual(first.body);
    expect((await upload(await server.caller())).status).toBe(200);
  });

  it.each<[QuotaName, number, RegExp]>([
    ['importsPerUserAndDay', 1, /1 Dateien eingelesen\. Bitte versuchen Sie es morgen/],
    ['importMegabytesPerTenant', 1, /würden mehr als 1 MB belegen/],
    ['importLinesPerTenant', 2, /bereits 2 Zeilen/],
  ])('uploaded books: %s', async (name, limit, words) => {
    const person = await server.caller();
    expect((await upload(person)).status).toBe(200);
    await test.owner.query('update book_imports set row_count = 3 where tenant_id = $1', [tenantA]);
    Object.assign(quotas, { [name]: limit });
    const before = await count('book_import_files');
    expect(refusalOf(await upload(person))).toMatch(words);
    expect(await count('book_import_files')).toBe(before);
  });
});
