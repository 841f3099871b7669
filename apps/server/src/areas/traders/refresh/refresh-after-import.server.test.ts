import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { refreshCalls } from '../../../../test/refresh-calls.ts';
import { type Adviser, isins, RefreshWorld } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { undoBook } from '../../contracts/book/advance-book.ts';
import { importBookFile } from '../../contracts/book/book-command.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
const directory = mkdtempSync(join(tmpdir(), 'depotwerk-book-'));
let adviser: Adviser;
const [one] = isins;

beforeAll(async () => {
  adviser = await world.adviser();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const { refreshOne } = refreshCalls(world, () => adviser);

it('lets payments a file said of a linked contract be taken back, but none a person has worked on since', async () => {
  const { contractId, externalKey } = await world.linked({});
  await refreshOne(contractId);
  const path = join(directory, 'payments.csv');
  writeFileSync(path, `Vertragsnummer;Eingezahlt;Eingezahlt bis\n${externalKey};4.000,00;30.06.2026`);
  const services = { database: db.database, clock: () => Date.parse('2026-11-22T10:00:00Z') };
  const context = { tenantId: world.tenantId, userId: null };
  const { id, counts } = await importBookFile(services, context, {
    path,
    actorName: 'Probe',
    isDryRun: false,
    onProgress: () => undefined,
    options: { groupId: world.groupId, likely: 'ask' },
  });
  expect(counts).toMatchObject({ changed: 1, refused: 0 });
  const payments = async () => {
    const { rows } = await world.run(
      'select count(*)::int as count from contract_payments where tenant_id = $1 and contract_id = $2',
      contractId,
    );
    return rows[0].count;
  };
  expect(await payments()).toBe(1);
  const version = async (): Promise<number> => {
    const { rows } = await world.run(
      'select row_version from contracts where tenant_id = $1 and id = $2',
      contractId,
    );
    return rows[0].row_version;
  };
  const taken = await version();
  // The bank says something else the next day, and once more: as little as is taken over without a decision.
  for (const quantity of [50.1, 50.2]) {
    await world.bankDepot(externalKey, { positions: [{ isin: one, quantity }] });
    expect(await refreshOne(contractId)).toMatchObject({ status: 200, body: true });
  }
  expect(await version()).toBe(taken + 2);
  const raise = (by: number) =>
    world.run(
      'update contracts set row_version = row_version + $3 where tenant_id = $1 and id = $2',
      contractId,
      by,
    );
  await raise(1);
  const undo = () => undoBook(services, context, id, { kind: 'system' });
  expect(await undo()).toEqual([`${externalKey} (geändert oder geprüft)`]);
  await raise(-1);
  expect(await undo()).toEqual([]);
  expect(await payments()).toBe(0);
});
