import { expect, it } from 'vitest';
import { useBookWorld } from '../../../../test/book-world.ts';
import { killedBook } from '../../../../test/killed-book.ts';
import { undoBook } from './advance-book.ts';

const world = useBookWorld();
const { context, reasons, rows, run, services, test } = world;
const { killWhere, runToEnd } = killedBook(world);

const kills = {
  written_down: [1, 'update of before on book_import_contracts for each statement'],
  lines_added: [2, 'insert on contract_payments for each statement'],
  done: [1, `update of state on book_imports for each row when (new.state = 'done')`],
} as const;
const said = () =>
  rows<{ day: string; paid: number | null }>(
    `select valuation_date::text as day, paid_in::float as paid from portfolios order by 1`,
  );
const lines = () =>
  rows(
    `select payment_day::text as day, amount::float, payment_source as source from contract_payments order by 1`,
  );

it('a process killed while payments are written keeps what valuations said, once, and can be taken back', async () => {
  await run(
    'Kundennummer;Vorname;Nachname;Geburtsdatum;Vertragsnummer;Tarif;Beginn\nK-1;Anna;Zahler;03.04.1964;Z-1;Zukunft;01.02.2020',
  );
  await run(
    'Vertragsnummer;Wertdatum;Vertragswert\nZ-1;31.12.2023;1.000,00\nZ-1;31.12.2024;1.100,00\nZ-1;31.12.2025;1.200,00',
  );
  // As a release before lines left it, with a valuation that said nothing.
  await test.owner.query(
    `update portfolios set paid_in = case extract(year from valuation_date) when 2023 then 700 when 2025 then 750 end`,
  );
  const before = await said();
  await killWhere(kills);
  const text = 'Vertragsnummer;Eingezahlt;Eingezahlt bis\nZ-1;720;30.06.2024';
  const { id, killed } = await runToEnd(text);
  expect([killed, await reasons(id)]).toEqual([Object.keys(kills).length, [{ reason: null }]]);
  expect(await lines()).toEqual([
    { day: '2023-12-31', amount: 700, source: 'carried' },
    { day: '2024-06-30', amount: 720, source: 'book' },
    { day: '2025-12-31', amount: 750, source: 'carried' },
  ]);
  expect((await run(text)).counts).toMatchObject({ unchanged: 1 });
  expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([]);
  expect([await lines(), await said()]).toEqual([[], before]);
}, 60_000);
