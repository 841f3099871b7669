import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractWorld, north, tenantA } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { type BookOptions, undoBook } from './advance-book.ts';
import { importBookFile } from './book-command.ts';

const test = useTestDatabase();
const context = { tenantId: tenantA, userId: null };
const directory = mkdtempSync(join(tmpdir(), 'book-tags-'));
beforeAll(async () => {
  const world = new ContractWorld(test.owner);
  await world.fill();
  await world.addTariff(tenantA, 'Zukunft', 1);
  await test.owner.query(
    `insert into tags (tenant_id, tag_name, colour, is_inactive)
     values ($1, 'Jahresgespräch', '#123456', false), ($1, 'Früher', '#123456', true)`,
    [tenantA],
  );
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const services = () => ({ database: test.database, clock: () => Date.parse('2026-11-22T10:00:00Z') });
const head = 'Kundennummer;Nachname;Vertragsnummer;Tarif;Beginn;Schlagwörter;Schlagwörter des Kunden';
function run(
  lines: readonly string[],
  {
    isDryRun = false,
    path = join(directory, `${randomUUID()}.csv`),
    ...options
  }: Partial<Pick<BookOptions, 'mayCreateTags' | 'likely'>> & { path?: string; isDryRun?: boolean } = {},
) {
  writeFileSync(path, [head, ...lines].join('\n'));
  return importBookFile(services(), context, {
    path,
    actorName: 'Probe',
    isDryRun,
    onProgress: () => undefined,
    options: { groupId: north, ...options },
  });
}
const tagsOf = async (key: string) =>
  (
    await test.owner.query<{ name: string }>(
      `select 'c ' || t.tag_name as name from contract_tags l join contracts c on c.id = l.contract_id
         join tags t on t.tenant_id = l.tenant_id and t.id = l.tag_id where c.external_key = $1
       union all
       select 'u ' || t.tag_name from customer_tags l join customers u on u.id = l.customer_id
         join tags t on t.tenant_id = l.tenant_id and t.id = l.tag_id where u.external_key = $1 order by 1`,
      [key],
    )
  ).rows.map(({ name }) => name);
const stateOf = async (id: string) =>
  (await test.owner.query<{ state: string }>('select state from book_imports where id = $1', [id])).rows[0]
    ?.state;

describe('tags from a file', () => {
  it('are given to contracts and customers, made where the house lacks them, and taken back', async () => {
    const key = `T-${randomUUID().slice(0, 6)}`;
    const line = (tags: string, customer: string) =>
      `${key};Müller;${key};Zukunft;01.02.2020;${tags};${customer}`;
    const plain = await run([line('', '')]);
    expect(plain.counts).toMatchObject({ created: 1 });
    const first = await run([line(' jahresGESPRÄCH |Neu ab 2027', 'Stammkunde')]);
    expect(first.counts).toMatchObject({ changed: 1, refused: 0 });
    const given = ['c Jahresgespräch', 'c Neu ab 2027', 'u Stammkunde'];
    expect(await tagsOf(key)).toEqual(given);
    // A line without them, and the same again, take nothing away and change nothing.
    expect((await run([line('', '')])).counts).toMatchObject({ unchanged: 1 });
    expect((await run([line('Jahresgespräch', 'STAMMKUNDE')])).counts).toMatchObject({ unchanged: 1 });
    const more = await run([line('Stammkunde', '')]);
    expect([more.counts.changed, await tagsOf(key)]).toEqual([
      1,
      ['c Jahresgespräch', 'c Neu ab 2027', 'c Stammkunde', 'u Stammkunde'],
    ]);
    expect(await undoBook(services(), context, more.id, { kind: 'system' })).toEqual([]);
    expect(await tagsOf(key)).toEqual(given);
    expect(await undoBook(services(), context, first.id, { kind: 'system' })).toEqual([]);
    expect(await tagsOf(key)).toEqual([]);
    const { rows } = await test.owner.query('select tag_name from tags where tenant_id = $1 order by 1', [
      tenantA,
    ]);
    expect(rows).toEqual([{ tag_name: 'Früher' }, { tag_name: 'Jahresgespräch' }]);
  });

  it('go to the customer where the line names no contract', async () => {
    const key = `T-${randomUUID().slice(0, 6)}`;
    await run([`${key};Nur Kunde;;;;Jahresgespräch;`]);
    expect(await tagsOf(key)).toEqual(['u Jahresgespräch']);
  });

  it('are refused where they are no longer given, too long, or may not be made', async () => {
    const key = `T-${randomUUID().slice(0, 6)}`;
    const { id } = await run(
      [
        `${key}-1;Müller;${key}-1;Zukunft;01.02.2020;Früher;`,
        `${key}-2;Müller;${key}-2;Zukunft;01.02.2020;${'x'.repeat(51)};`,
        `${key}-3;Müller;${key}-3;Zukunft;01.02.2020;;Unbekannt`,
        `${key}-4;Müller;${key}-4;Zukunft;01.02.2020;Jahresgespräch;`,
      ],
      { mayCreateTags: false },
    );
    const { rows } = await test.owner.query<{ refusal: string | null }>(
      'select refusal from book_import_rows where import_id = $1 order by line',
      [id],
    );
    expect(rows.map(({ refusal }) => refusal)).toEqual([
      expect.stringContaining('wird nicht mehr vergeben'),
      expect.stringContaining('ist länger als 50 Zeichen'),
      expect.stringContaining('zum Anlegen fehlt Ihnen das Recht'),
      null,
    ]);
    expect(await tagsOf(`${key}-4`)).toEqual(['c Jahresgespräch']);
  });
});

describe('the command', () => {
  it('goes on with what was checked when it was broken off before the first piece, under the same rules only', async () => {
    const key = `B-${randomUUID().slice(0, 6)}`;
    const path = join(directory, `${key}.csv`);
    const lines = [`${key};Müller;${key};Zukunft;01.02.2020;;`];
    const dry = await run(lines, { path, isDryRun: true });
    const broken = await run(lines, { path, isDryRun: true });
    expect(broken.id).not.toBe(dry.id);
    // As a process leaves it that is killed when it has checked and not begun to write.
    await test.owner.query(
      `update book_imports set options = options || '{"isDryRun": false}' where id = $1`,
      [broken.id],
    );
    expect(await stateOf(broken.id)).toBe('checked');
    const other = await run(lines, { path, likely: 'match' });
    expect([other.id === broken.id, other.counts.created]).toEqual([false, 1]);
    const resumed = await run(lines, { path });
    expect([resumed.id, await stateOf(broken.id), await stateOf(dry.id)]).toEqual([
      broken.id,
      'done',
      'checked',
    ]);
  });
});
