import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { ContractWorld, north, tenantA } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { workbook } from '../../../../test/workbook.ts';
import { importBookFile } from './book-command.ts';

const test = useTestDatabase();
const context = { tenantId: tenantA, userId: null };
let tariffId: string;

const pathOf = (name: string) =>
  fileURLToPath(
    new URL(`../../../../../../docs/examples/${name.includes('.') ? name : `${name}.csv`}`, import.meta.url),
  );

beforeAll(async () => {
  const world = new ContractWorld(test.owner);
  await world.fill();
  tariffId = await world.addTariff(tenantA, 'Zukunft', 1);
  // Their funds by the example of a fund file, as the README has it; the GDV file names no prices.
  const [, ...lines] = readFileSync(pathOf('fonds'), 'utf8').trimEnd().split('\n');
  for (const [index, line] of lines.entries()) {
    const [isin, name] = line.split(';');
    await test.owner.query(
      `insert into funds (tenant_id, isin, name, price, price_date) values ($1, $2, $3, $4, '2026-11-20')`,
      [tenantA, isin, name, 100 * (index + 1)],
    );
  }
});

const take = (name: string, path = pathOf(name)) =>
  importBookFile({ database: test.database, clock: () => Date.parse('2026-11-22T10:00:00Z') }, context, {
    path,
    actorName: 'Probe',
    isDryRun: false,
    onProgress: () => undefined,
    options: { tariffId, groupId: north },
  });

it('the example files of the documentation go in one after the other, and change nothing the second time', async () => {
  const files = [
    ['kunden-und-vertraege', { rows: 3, created: 3, changed: 0 }],
    ['bestaende', { rows: 3, created: 0, changed: 3 }],
    ['kaeufe', { rows: 3, created: 0, changed: 3 }],
    ['sparplaene', { rows: 2, created: 0, changed: 2 }],
    ['wertverlauf', { rows: 3, created: 0, changed: 3 }],
    ['depotauszug.mt535', { rows: 2, created: 0, changed: 2 }],
    ['depotauszug-semt002.xml', { rows: 1, created: 0, changed: 1 }],
    ['bestand.gdv', { rows: 2, created: 2, changed: 0 }],
  ] as const;
  for (const [name, counts] of files) {
    expect([name, (await take(name)).counts]).toMatchObject([name, { ...counts, refused: 0, unchanged: 0 }]);
  }
  for (const [name, { rows }] of files.filter(([each]) => each !== 'bestaende')) {
    expect([name, (await take(name)).counts]).toMatchObject([
      name,
      { rows, created: 0, changed: 0, unchanged: rows, refused: 0 },
    ]);
  }
  const { rows } = await test.owner.query<{
    external_key: string;
    total_value: string;
    contribution: string | null;
  }>('select external_key, total_value::text, contribution::text from contracts order by 1');
  expect(rows).toEqual([
    { external_key: '70004', total_value: '6300.00', contribution: '150.00' },
    { external_key: 'BU-70001', total_value: '16378.30', contribution: '150.00' },
    { external_key: 'BU-70002', total_value: '0.00', contribution: null },
    { external_key: 'BU-70003', total_value: '1165.20', contribution: null },
  ]);
});

it('every kind of table goes in as a workbook alike, from the command as well', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'depotwerk-book-'));
  try {
    for (const name of ['kunden-und-vertraege', 'sparplaene', 'wertverlauf']) {
      const lines = readFileSync(pathOf(name), 'utf8').replace('\uFEFF', '').trimEnd().split(/\r?\n/);
      const path = join(directory, `${name}.xlsx`);
      writeFileSync(path, await workbook(lines.map((line) => line.split(';'))));
      const { counts } = await take(name, path);
      // The same as the text said before: everything is there already.
      expect([name, counts]).toMatchObject([
        name,
        { rows: lines.length - 1, refused: 0, created: 0, changed: 0, unchanged: lines.length - 1 },
      ]);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
