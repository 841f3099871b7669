import { randomUUID } from 'node:crypto';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { north, tenantA, tenantB } from '../../../../test/contract-world.ts';
import { createJobWorker, type JobWorker } from '../../../platform/jobs/job-worker.ts';
import { forgetMentions } from '../../customers/privacy/erase-rows.ts';
import type { BookImport } from './book-imports.view.ts';
import { createBookJob } from './book-job.ts';
import { bookRoutes } from './book-routes.ts';

const {
  test,
  world,
  server,
  tariff: tariffId,
  post,
} = contractHouse((services) => bookRoutes(services, () => worker.wake()));
let worker: JobWorker;
let admin: string;

beforeAll(async () => {
  admin = await server.lastingCaller();
  worker = createJobWorker({
    database: test.database,
    handlers: [createBookJob(test.database)],
    logger: { error: () => undefined },
  });
});
afterAll(async () => {
  await worker.stop();
  await server.app.close();
});

const text = [
  'Kd;Vorname;Nachname;Geburtsdatum;Policennummer;Beginn',
  'K-1;Anna;Müller;03.04.1964;P-1;01.02.2020',
  'K-2;Uwe;Groß;31.02.1970;P-2;01.02.2020',
].join('\n');
const upload = (token: string, content: string | Buffer = text, fileName = 'bestand.csv') =>
  post(token, '/book-imports', { fileName, contentBase64: Buffer.from(content).toString('base64') });
async function settled(id: string): Promise<BookImport> {
  return expect
    .poll(
      async () => {
        const { status, body } = await server.get(admin, `/book-imports/${id}`);
        expect(status).toBe(200);
        const book = body as BookImport;
        return ['checking', 'writing', 'undoing'].includes(book.state) ? null : book;
      },
      { timeout: 20_000 },
    )
    .not.toBeNull()
    .then(async () => (await server.get(admin, `/book-imports/${id}`)).body as BookImport);
}

describe('a book by upload', () => {
  it('is mapped, checked, written and taken back; the mapping is kept', async () => {
    const first = await upload(admin);
    expect([first.status, first.text]).toEqual([200, first.text]);
    const book = first.body as BookImport;
    expect(book.mapping).toEqual([
      null,
      'firstName',
      'lastName',
      'dateOfBirth',
      'contractNumber',
      'startDate',
    ]);
    expect(book.notes).toEqual(['Zeichensatz UTF-8, Trennzeichen Semikolon.']);
    expect(book.columns[0]).toMatchObject({ header: 'Kd', fillRate: 1, samples: ['K-1', 'K-2'] });
    const mapping = ['customerKey', ...book.mapping.slice(1)];
    const rules = { tariffId, groupId: north, likely: 'ask' };
    expect((await post(admin, `/book-imports/${book.id}/check`, { mapping, ...rules })).status).toBe(200);
    const checked = await settled(book.id);
    expect(checked).toMatchObject({ state: 'checked', rowCount: 2, newCount: 1, refusedCount: 1 });
    const refused = await server.get(admin, `/book-imports/${book.id}/rows?fate=refused`);
    expect(refused.body).toMatchObject([{ line: 3, reason: expect.stringContaining('31.02.1970') }]);
    expect(await count('contracts')).toBe(0);

    const stale = await post(admin, `/book-imports/${book.id}/commit`, { rowVersion: 1 });
    expect(stale.status).toBe(412);
    const { rowVersion } = checked;
    expect((await post(admin, `/book-imports/${book.id}/commit`, { rowVersion })).status).toBe(200);
    expect((await settled(book.id)).state).toBe('done');
    expect([await count('contracts'), await count('customers')]).toEqual([1, 1]);
    expect(((await upload(admin)).body as BookImport).mapping[0]).toBe('customerKey');

    expect((await post(admin, `/book-imports/${book.id}/undo`)).status).toBe(200);
    expect((await settled(book.id)).state).toBe('undone');
    expect([await count('contracts'), await count('customers')]).toEqual([0, 0]);
    const again = await post(admin, `/book-imports/${book.id}/undo`);
    expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'bookImports.wrongState']);
  });

  it('is not written beside another, and a step that was given up does not wait for ever', async () => {
    const book = (await upload(admin)).body as BookImport;
    const mapping = ['customerKey', ...book.mapping.slice(1)];
    const rules = { tariffId, groupId: north, likely: 'ask' };
    await post(admin, `/book-imports/${book.id}/check`, { mapping, ...rules });
    const { rowVersion } = await settled(book.id);
    const other = (await upload(admin)).body as BookImport;
    await test.owner.query(`update book_imports set state = 'writing' where id = $1`, [other.id]);
    const refused = await post(admin, `/book-imports/${book.id}/commit`, { rowVersion });
    expect([refused.status, refused.text.includes('Eine andere Übernahme')]).toEqual([409, true]);
    const job = {
      id: randomUUID(),
      tenantId: tenantA,
      createdBy: null,
      context: { tenantId: tenantA, userId: null },
    };
    const giveUp = (id: string) =>
      test.database.transaction(job.context, (transaction) =>
        createBookJob(test.database).finish(transaction, {
          ...job,
          payload: { importId: id, step: 'write' },
        }),
      );
    await giveUp(other.id);
    const stopped = (await server.get(admin, `/book-imports/${other.id}`)).body as BookImport;
    expect([stopped.state, stopped.fault?.includes('abgebrochen')]).toEqual(['failed', true]);
    await giveUp(book.id);
    expect((await settled(book.id)).state).toBe('checked');
    // The next step is begun while the job of the one before still ends.
    const hour = "interval '1 hour'";
    await test.owner.query(
      `insert into jobs (tenant_id, id, job_type, payload, created_at, run_at)
       select $1, id, 'bookImport', $2, created_at, now() + ${hour}
         from (values ($3::uuid, now() - ${hour}), (gen_random_uuid(), now())) v (id, created_at)`,
      [tenantA, { importId: other.id, step: 'write' }, job.id],
    );
    await test.owner.query(`update book_imports set state = 'writing', fault = null where id = $1`, [
      other.id,
    ]);
    await giveUp(other.id);
    const { rows } = await test.owner.query('select state, fault from book_imports where id = $1', [
      other.id,
    ]);
    expect(rows).toEqual([{ state: 'writing', fault: null }]);
    await test.owner.query('delete from jobs where tenant_id = $1', [tenantA]);
    await test.owner.query(`update book_imports set state = 'failed' where id = $1`, [other.id]);
  });

  it('goes no further for whom the rights were taken from since it was started, and says so', async () => {
    const losing = await server.lastingCaller();
    const book = (await upload(losing)).body as BookImport;
    const mapping = ['customerKey', ...book.mapping.slice(1)];
    const rules = { mapping, tariffId, groupId: north, likely: 'ask' };
    await post(losing, `/book-imports/${book.id}/check`, rules);
    const { rowVersion } = await settled(book.id);
    const before = await count('customers');
    await test.owner.query('delete from group_users where user_id = $1', [losing]);
    expect((await post(losing, `/book-imports/${book.id}/commit`, { rowVersion })).status).toBe(200);
    const stopped = await settled(book.id);
    expect([stopped.state, stopped.fault]).toEqual([
      'failed',
      expect.stringContaining('nicht mehr vornehmen'),
    ]);
    expect(await count('customers')).toBe(before);
    // Somebody who may goes on from there, and her rights to take it back are asked for as well.
    await post(admin, `/book-imports/${book.id}/check`, rules);
    await post(admin, `/book-imports/${book.id}/commit`, { rowVersion: (await settled(book.id)).rowVersion });
    expect((await settled(book.id)).state).toBe('done');
    const { rows } = await test.owner.query<{ id: string }>(
      `insert into trader_depots (tenant_id, issuer_id, external_key, customer_id)
       select $1, 1, 'built on', customer_id from book_import_customers where import_id = $2 and is_written limit 1
       returning customer_id as id`,
      [tenantA, book.id],
    );
    const id = rows[0]?.id ?? '';
    const undoAsAdmin = async () => {
      expect((await post(admin, `/book-imports/${book.id}/undo`)).status).toBe(200);
      return settled(book.id);
    };
    expect((await undoAsAdmin()).builtOn).toEqual([
      { kind: 'customer', id, label: 'Anna Müller', causes: 'Bankdepot' },
    ]);
    // What stood in the way once says nothing of a later try.
    expect((await post(losing, `/book-imports/${book.id}/undo`)).status).toBe(200);
    expect(await settled(book.id)).toMatchObject({ state: 'done', fault: stopped.fault, builtOn: [] });
    // Whoever is erased is named by no import either.
    expect((await undoAsAdmin()).fault).toContain('Anna Müller (Bankdepot)');
    await test.database.transaction({ tenantId: tenantA, userId: null }, (transaction) =>
      forgetMentions(transaction, id),
    );
    expect(await settled(book.id)).toMatchObject({ state: 'done', fault: null, builtOn: [] });
    await test.owner.query(`delete from trader_depots where external_key = 'built on'`);
    expect((await undoAsAdmin()).state).toBe('undone');
  });

  /** Takes an example, checks it as a file of that name, and counts its lines: unchanged, changed, refused, new. */
  async function checkedExample(kind: string, name: string): Promise<number[]> {
    const example = await server.app.inject({
      url: `/api/book-imports/examples/${kind}`,
      headers: { authorization: `Bearer ${admin}` },
    });
    expect([kind, example.statusCode]).toEqual([kind, 200]);
    const { id, mapping } = (await upload(admin, example.rawPayload, name)).body as BookImport;
    const rules = { tariffId: null, groupId: null, likely: 'ask' };
    await post(admin, `/book-imports/${id}/check`, { mapping, ...rules });
    const { state, unchangedCount, changedCount, refusedCount, newCount } = await settled(id);
    expect([kind, state]).toEqual([kind, 'checked']);
    return [unchangedCount, changedCount, refusedCount, newCount];
  }

  it('offers a new customer as example where the house has no contract yet', async () => {
    expect(await checkedExample('csv', 'bestand.csv')).toEqual([0, 0, 1, 1]);
    expect(await checkedExample('xlsx', 'bestand.xlsx')).toEqual([0, 0, 1, 1]);
  });

  it('offers an example of each kind that fits the house', async () => {
    const { id: customerId } = await world.addCustomer(tenantA, { groupId: north, lastName: 'Beispielhaft' });
    for (const number of ['A-1', 'A-2']) {
      const contractId = await world.addContract(tenantA, customerId, tariffId, { external_key: number });
      await test.owner.query(
        `with p as (insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value)
             values ($1, $2, '2026-10-30', true, 0, 0) returning id),
           f as (insert into funds (tenant_id, isin, name, price, price_date)
             values ($1, 'IE00B4L5Y983', 'Welt', 96.4, '2026-10-30')
             on conflict (tenant_id, isin) do update set name = excluded.name returning id)
         insert into portfolio_entries (tenant_id, portfolio_id, fund_id, quantity, price, price_date, value, fraction, sort_order)
         select $1, p.id, f.id, 12.345678, 96.4, '2026-10-30', 1190.12, 1, 0 from p, f`,
        [tenantA, contractId],
      );
    }
    const kinds = {
      csv: 'bestand.csv',
      xlsx: 'bestand.xlsx',
      mt535: 'auszug.mt535',
      semt002: 'auszug.xml',
      gdv: 'bestand.gdv',
    };
    for (const [kind, name] of Object.entries(kinds)) {
      const isTable = kind === 'csv' || kind === 'xlsx';
      expect([kind, ...(await checkedExample(kind, name))]).toEqual([kind, 1, 1, 1, isTable ? 1 : 0]);
    }
    expect((await server.get(admin, '/book-imports/examples/doc')).status).toBe(400);
  });

  it('refuses files that are no tables and mappings that cannot be', async () => {
    for (const [content, name] of [
      ['', 'leer.csv'],
      ['Kundennummer;Nachname\n', 'kopf.csv'],
      ['Kundennummer|Nachname\nK-1|Müller\n', 'striche.csv'],
      ['<html><table><tr><td>Nachname</td></tr></table></html>', 'seite.xls'],
      [Buffer.from('%PDF-1.7'), 'bestand.csv'],
      [Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), 'bestand.xlsx'],
    ] as const) {
      const answer = await upload(admin, content, name);
      expect([name, answer.status]).toEqual([name, 400]);
    }
    const book = (await upload(admin)).body as BookImport;
    const rules = { tariffId: null, groupId: null, likely: 'ask' };
    const wrong = await post(admin, `/book-imports/${book.id}/check`, {
      mapping: [null, null, null, null, null, null],
      ...rules,
    });
    expect([wrong.status, wrong.text.includes('mindestens')]).toEqual([400, true]);
    const short = await post(admin, `/book-imports/${book.id}/check`, { mapping: ['lastName'], ...rules });
    expect(short.status).toBe(400);
  });

  it('is for those who hold the rights in the whole house, and stays in its tenant', async () => {
    const book = (await upload(admin)).body as BookImport;
    const half = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.edit', 'groupContracts.edit'] }],
    });
    const withoutCreate = await server.caller({
      permissions: permissionCodes.filter((code) => code !== 'customers.create'),
    });
    const refused = (await upload(half)).body;
    expect(refused).toMatchObject({
      code: 'bookImports.needsEveryGroup',
      message: expect.stringMatching(/In der Gruppe „[^“]+“ fehlt Ihnen|In \d+ Gruppen \(„/),
    });
    expect(JSON.stringify(refused)).not.toContain('Ihrer Rolle fehlt');
    const blind = await server.caller({
      permissions: permissionCodes.filter((code) => code !== 'userManagement.view'),
      memberships: [{ groupId: north, groupRights: [] }],
    });
    expect((await upload(blind)).body).toMatchObject({ message: expect.not.stringContaining('„Nord') });
    const inEvery = await server.caller({
      permissions: permissionCodes.filter((code) => code !== 'customers.viewWithoutGroup'),
    });
    expect((await upload(inEvery)).body).toMatchObject({
      message: expect.stringMatching(/betreffen\. Ihrer Rolle fehlt/),
    });
    for (const token of [half, withoutCreate]) {
      expect((await upload(token)).status).toBe(403);
      expect((await server.get(token, `/book-imports/${book.id}`)).status).toBe(403);
      expect((await server.get(token, `/book-imports/${book.id}/rows`)).status).toBe(403);
    }
    const foreign = await server.caller({ tenantId: tenantB });
    expect((await server.get(foreign, `/book-imports/${book.id}`)).status).toBe(404);
    expect((await post(foreign, `/book-imports/${book.id}/undo`)).status).toBe(404);
  });

  it('says how many new customers would be in no group, and proposes the group of a house that has one', async () => {
    const book = (await upload(admin)).body as BookImport;
    expect([book.groupId, book.withoutGroupCount]).toEqual([null, 0]);
    const mapping = ['customerKey', ...book.mapping.slice(1)];
    const checkedWith = async (groupId: string | null) => {
      const rules = { mapping, tariffId, groupId, likely: 'ask' };
      expect((await post(admin, `/book-imports/${book.id}/check`, rules)).status).toBe(200);
      return (await settled(book.id)).withoutGroupCount;
    };
    // Of the two lines one is refused.
    expect(await checkedWith(null)).toBe(1);
    expect(await checkedWith(north)).toBe(0);

    const foreign = await server.caller({ tenantId: tenantB });
    const proposed = async () => ((await upload(foreign)).body as BookImport).groupId;
    expect(await proposed()).toBeNull();
    const [only, former] = [randomUUID(), randomUUID()];
    await test.owner.query(
      `insert into groups (tenant_id, id, group_name, is_inactive) values ($1, $2, 'Alle', false), ($1, $3, 'Früher', true)`,
      [tenantB, only, former],
    );
    const member = await server.caller({
      tenantId: tenantB,
      memberships: [only, former].map((groupId) => ({
        groupId,
        groupRights: ['groupCustomers.edit', 'groupContracts.edit'],
      })),
    });
    expect((await upload(member)).body).toMatchObject({ groupId: only, tariffId: null });
    // Of the tariffs only one a contract can have.
    const published = await world.addTariff(tenantB, 'Einziger', 1);
    expect(((await upload(member)).body as BookImport).tariffId).toBe(published);
  });
});

async function count(table: 'contracts' | 'customers'): Promise<number> {
  const { rows } = await test.owner.query(`select 1 from ${table}`);
  return rows.length;
}
