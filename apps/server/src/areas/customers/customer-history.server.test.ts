import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA } from '../../../test/contract-world.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { undoBook } from '../contracts/book/advance-book.ts';
import { importBookFile } from '../contracts/book/book-command.ts';

const { test, server, admin } = contractHouse();
const directory = mkdtempSync(join(tmpdir(), 'depotwerk-history-'));
const context = { tenantId: tenantA, userId: null };

afterAll(async () => {
  await server.app.close();
  rmSync(directory, { recursive: true, force: true });
});

const services = () => ({ database: test.database, clock: Date.now });
async function take(fileName: string, ...lines: string[]): Promise<string> {
  const path = join(directory, fileName);
  const head = 'Kundennummer;Vorname;Nachname;Geburtsdatum;Ort;Depotnummer;Tarif;Beginn';
  writeFileSync(path, [head, ...lines].join('\n'));
  const { id, counts } = await importBookFile(services(), context, {
    path,
    actorName: 'Konsole: buchhaltung',
    isDryRun: false,
    onProgress: () => undefined,
    options: { groupId: north, likely: 'ask' },
  });
  expect(counts.refused).toBe(0);
  return id;
}
const line = (key: string, number: string, city = 'Hamburg', start = '01.02.2020') =>
  `${key};Anna;Nord ${key};03.04.1964;${city};${number};Zukunft;${start}`;
async function customerOf(key: string): Promise<string> {
  const { rows } = await test.owner.query<{ id: string }>(
    'select id from customers where external_key = $1',
    [key],
  );
  return rows[0]?.id ?? '';
}
interface Entry {
  id: string;
  title: string;
  actorName: string | null;
  externalKey: string | null;
}
async function historyOf(key: string, token = admin, query = ''): Promise<Entry[]> {
  const answer = await server.get(token, `/customers/${await customerOf(key)}/history${query}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as Entry[];
}
const aKey = () => `H-${randomUUID().slice(0, 8)}`;

describe('the history of a customer', () => {
  it('tells blocking from unblocking', async () => {
    const key = aKey();
    await take('gesperrt.csv', line(key, `${key}-1`));
    const id = await customerOf(key);
    for (const isBlocked of [true, false]) {
      const answer = await server.call(admin, 'POST', `/customers/${id}/block`, {
        body: { isBlocked, reason: isBlocked ? 'Widerspruch' : null },
        headers: { 'idempotency-key': randomUUID() },
      });
      expect(answer.status).toBe(200);
    }
    expect((await historyOf(key)).slice(0, 2).map(({ title }) => title)).toEqual([
      'Kunde entsperrt',
      'Kunde gesperrt',
    ]);
  });

  it('tells that he was invited, that it was taken back, and nothing of the invitation of another one', async () => {
    const [key, other] = [aKey(), aKey()];
    await take('beide.csv', line(key, `${key}-1`), line(other, `${other}-1`));
    const { rows } = await test.owner.query<{ id: string }>(
      `insert into preregistrations (tenant_id, guid_hash, customer_id, invited_by, first_name, last_name, email, message, expires_at)
       select tenant_id, sha256($2::text::bytea), $3, id, 'Anna', 'Nord', 'anna@post.example', '', now() + interval '9 days'
         from users where tenant_id = $1 limit 1 returning id`,
      [tenantA, key, await customerOf(key)],
    );
    await test.database.transaction(context, async (transaction) => {
      // The log keeps the order they happened in.
      // oxlint-disable-next-line no-await-in-loop -- see above
      for (const action of ['preregistrations.create', 'preregistrations.revoke'])
        await writeAudit(transaction, {
          actor: { kind: 'system' },
          action,
          objectType: 'preregistration',
          objectId: rows[0]?.id ?? '',
        });
    });
    const titles = async (of: string) => (await historyOf(of)).map(({ title }) => title);
    expect((await titles(key)).slice(0, 2)).toEqual([
      'Einladung zurückgenommen',
      'Zur Depotanalyse eingeladen',
    ]);
    expect((await titles(other)).filter((title) => /[Ee]inge?lad/.test(title))).toEqual([]);
  });

  it('tells two people of one name apart, as the log does', async () => {
    const key = aKey();
    await take('zwei namen.csv', line(key, `${key}-1`));
    const id = await customerOf(key);
    await server.caller();
    const { rows: people } = await test.owner.query<{ name: string }>(
      `update users set full_name = 'Doppel Name' where tenant_id = $1 and customer_id is null
       returning full_name || ' (' || user_name || ')' as name`,
      [tenantA],
    );
    await server.call(admin, 'POST', `/customers/${id}/block`, {
      body: { isBlocked: true, reason: 'Widerspruch' },
      headers: { 'idempotency-key': randomUUID() },
    });
    const [blocked] = await historyOf(key);
    expect(people.map(({ name }) => name)).toContain(blocked?.actorName);
  });

  it('names the files that made or changed him and his contracts, and who took them over', async () => {
    const [key, other] = [aKey(), aKey()];
    await take('erster bestand.csv', line(key, `${key}-1`), line(other, `${other}-1`));
    const made = await historyOf(key);
    expect(made.map(({ title, externalKey }) => [title, externalKey])).toEqual(
      expect.arrayContaining([
        ['Kunde angelegt durch Übernahme aus erster bestand.csv', null],
        ['Vertrag angelegt durch Übernahme aus erster bestand.csv', `${key}-1`],
      ]),
    );
    expect(made).toHaveLength(2);
    expect(new Set(made.map(({ actorName }) => actorName))).toEqual(new Set(['Konsole: buchhaltung']));

    await take('zweiter.csv', line(key, `${key}-1`, 'Hamburg', '01.03.2020'), line(key, `${key}-2`));
    const all = await historyOf(key);
    expect(all.slice(0, 2).map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Vertrag geändert durch Übernahme aus zweiter.csv',
        'Vertrag angelegt durch Übernahme aus zweiter.csv',
      ]),
    );
    expect(all).toHaveLength(4);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    const second = await historyOf(key, admin, '?page=2&pageSize=3');
    expect(second.map(({ id }) => id)).toEqual([all[3]?.id]);
    // The other customer of the same file has his own entries only.
    expect(await historyOf(other)).toHaveLength(2);
  });

  it('does not name contracts the caller may not see', async () => {
    const key = aKey();
    await take('verborgen.csv', line(key, `${key}-1`));
    const narrow = await server.caller({
      permissions: ['customers.view'],
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view'] }],
    });
    expect((await historyOf(key, narrow)).map(({ externalKey }) => externalKey)).toEqual([null]);
  });

  it('says that an import was taken back, once', async () => {
    const key = aKey();
    await take('anfang.csv', line(key, `${key}-1`));
    const later = await take('fehler.csv', line(key, `${key}-1`, 'Bremen'));
    expect(await undoBook(services(), context, later, { kind: 'system' })).toEqual([]);
    const titles = (await historyOf(key)).map(({ title }) => title);
    expect(titles).toHaveLength(4);
    expect(titles[0]).toBe('Übernahme aus Datei zurückgenommen: fehler.csv');
    expect(titles[1]).toBe('Kunde geändert durch Übernahme aus fehler.csv');
  });

  it('knows of an import that broke off after it had written', async () => {
    const key = aKey();
    const id = await take('abbruch.csv', line(key, `${key}-1`));
    // The log only grows, so the import is made one it does not know: a copy under another id.
    await test.owner.query(
      `with copy as (
         insert into book_imports (tenant_id, file_name, file_hash, state, header_line, columns, mapping, actor_name)
         select tenant_id, 'halb.csv', file_hash, 'done', header_line, columns, mapping, actor_name
           from book_imports where id = $1 returning tenant_id, id)
       insert into book_import_customers (tenant_id, import_id, customer_ref, ordinal, first_line, customer_id, fate, content, is_written)
       select c.tenant_id, c.id, k.customer_ref, k.ordinal, k.first_line, k.customer_id, 'changed', k.content, true
         from copy c, book_import_customers k where k.import_id = $1`,
      [id],
    );
    expect((await historyOf(key)).map(({ title }) => title)).toContain(
      'Kunde geändert durch Übernahme aus halb.csv',
    );
  });
});
