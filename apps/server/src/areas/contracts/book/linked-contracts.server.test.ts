import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractWorld, north, tenantA } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { importBookFile } from './book-command.ts';

const test = useTestDatabase();
const directory = mkdtempSync(join(tmpdir(), 'depotwerk-book-'));

beforeAll(async () => {
  const world = new ContractWorld(test.owner);
  await world.fill();
  await world.addTariff(tenantA, 'Zukunft', 1);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(...lines: readonly (readonly string[])[]) {
  const head =
    'Kundennummer;Vorname;Nachname;Geburtsdatum;Depotnummer;Depotnummer alt;Kundennummer beim Institut;Tarif;Beginn';
  const path = join(directory, `${randomUUID()}.csv`);
  writeFileSync(path, [head, ...lines.map((line) => line.join(';'))].join('\n'));
  const services = { database: test.database, clock: () => Date.parse('2026-11-22T10:00:00Z') };
  const { id } = await importBookFile(
    services,
    { tenantId: tenantA, userId: null },
    {
      path,
      actorName: 'Probe',
      isDryRun: false,
      onProgress: () => undefined,
      options: { groupId: north, likely: 'ask' },
    },
  );
  const { rows } = await test.owner.query<{ fate: string; reason: string | null }>(
    'select fate, reason from book_import_contracts where import_id = $1',
    [id],
  );
  return rows;
}

/** A contract a file made, said to be linked to its depot at the bank. */
async function linked(key: string) {
  const line = (number: string, old: string, consumer: string, start = '01.02.2020') => [
    key,
    'Anna',
    `Bindung ${key}`,
    '03.04.1964',
    number,
    old,
    consumer,
    'Zukunft',
    start,
  ];
  expect(await run(line(`${key}-1`, '', `N-${key}`))).toEqual([{ fate: 'new', reason: null }]);
  await test.owner.query('update contracts set is_linked = true where external_key = $1', [`${key}-1`]);
  const stored = async () =>
    (
      await test.owner.query<{ external_key: string; external_consumer_key: string; start: string }>(
        `select c.external_key, c.external_consumer_key, c.start_date::text as start from contracts c
           join customers u on u.id = c.customer_id where u.external_key = $1`,
        [key],
      )
    ).rows;
  return { line, stored };
}

const refused = {
  fate: 'refused',
  reason: 'Die Nummern dieses Vertrags kommen von der Bank und werden hier nicht geändert.',
};

describe('a contract that is linked to its depot', () => {
  it('keeps its numbers, whatever a file says', async () => {
    const key = `K-${randomUUID().slice(0, 6)}`;
    const { line, stored } = await linked(key);
    const before = await stored();
    // Another number under the former one: that of a depot of somebody else.
    expect(await run(line('TAKEN-9', `${key}-1`, ''))).toEqual([refused]);
    expect(await run(line(`${key}-1`, '', 'N-TAKEN'))).toEqual([refused]);
    expect(await stored()).toEqual(before);
  });

  it('takes what else a file says, and keeps the bank\u2019s spelling of its numbers', async () => {
    const key = `K-${randomUUID().slice(0, 6)}`;
    const { line, stored } = await linked(key);
    const [before] = await stored();
    const spelled = line(`${key.replace('-', '/')} 1`, '', `n ${key}`.toUpperCase(), '01.03.2020');
    expect(await run(spelled)).toEqual([{ fate: 'changed', reason: null }]);
    expect(await stored()).toEqual([{ ...before, start: '2020-03-01' }]);
  });
});
