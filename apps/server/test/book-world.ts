import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { importBookFile } from '../src/areas/contracts/book/book-command.ts';
import { ContractWorld, north, tenantA } from './contract-world.ts';
import { useTestDatabase } from './database.ts';

/** A house with a tariff and two funds that takes books of business from files. Call at the top of a test file. */
export function useBookWorld() {
  const test = useTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'depotwerk-book-'));
  const context = { tenantId: tenantA, userId: null };
  const made: { house?: ContractWorld } = {};

  beforeAll(async () => {
    const house = new ContractWorld(test.owner);
    made.house = house;
    await house.fill();
    await house.addTariff(tenantA, 'Zukunft', 1);
    await test.owner.query(
      `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt'), ($1, 2, 'LU0274208692', 'Swap')`,
      [tenantA],
    );
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const services = () => ({ database: test.database, clock: () => Date.parse('2026-11-22T10:00:00Z') });
  function run(text: string, more: { isDryRun?: boolean; likely?: 'ask' | 'match' | 'create' } = {}) {
    const path = join(directory, `${randomUUID()}.csv`);
    writeFileSync(path, text);
    return importBookFile(services(), context, {
      path,
      actorName: 'Probe',
      isDryRun: more.isDryRun ?? false,
      onProgress: () => undefined,
      options: { groupId: north, likely: more.likely ?? 'ask' },
    });
  }
  async function rows<Row extends object>(sql: string, ...parameters: unknown[]): Promise<Row[]> {
    return (await test.owner.query<Row>(sql, parameters)).rows;
  }
  /** Why each line of an import was refused; null where it was not. */
  const reasons = (id: string) =>
    rows<{ reason: string }>(
      `select coalesce(r.refusal, k.reason, u.reason) as reason from book_import_rows r
         left join book_import_contracts k on k.import_id = r.import_id and k.issuer_id = r.issuer_id and k.match_key = r.match_key
         left join book_import_customers u on u.import_id = r.import_id and u.customer_ref = r.customer_ref
        where r.import_id = $1 order by r.line`,
      id,
    );
  const house = (): ContractWorld => {
    if (!made.house) throw new Error('The house exists inside of tests only.');
    return made.house;
  };
  return { test, house, context, services, run, rows, reasons };
}

/** Columns of `line`. */
export const head =
  'Kundennummer;Vorname;Nachname;Geburtsdatum;Depotnummer;Tarif;Beginn;ISIN;Anteile;Anteilswert;Stichtag';
/** A position of a contract, as a bank lists it. */
export const line = (
  key: string,
  name: string,
  number: string,
  isin: string,
  quantity: string,
  price = '10,50',
) => `${key};Anna;${name};03.04.1964;${number};Zukunft;01.02.2020;${isin};${quantity};${price};30.10.2026`;
