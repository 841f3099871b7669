import { expect, it } from 'vitest';
import { useBookWorld } from '../../../../test/book-world.ts';
import { tenantA } from '../../../../test/contract-world.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';

const { reasons, rows, run, test } = useBookWorld();

const contractHead = 'Kundennummer;Vorname;Nachname;Geburtsdatum;Vertragsnummer;Tarif;Beginn';
const contract = (number: string) =>
  run([contractHead, `K-${number};Anna;Käufer-${number};03.04.1964;${number};Zukunft;01.02.2020`].join('\n'));
const file = (number: string, ...lines: string[]) =>
  run(
    [
      'Vertragsnummer;ISIN;Umsatzart;Kaufdatum;Gekaufte Anteile;Kaufbetrag',
      ...lines.map((each) => `${number};IE00B4L5Y983;${each}`),
    ].join('\n'),
  );
const ordered = (number: string, quantity: number, amount: number | null) =>
  `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
   select tenant_id, id, 1, 'purchase', '2021-03-10', ${quantity}, ${amount}, 'order' from contracts where external_key = '${number}'`;
const movementsOf = (number: string) =>
  rows(
    `select m.quantity::float, m.amount::float, m.movement_source as source from fund_movements m
       join contracts c on c.id = m.contract_id where c.external_key = $1 order by 3, 1`,
    number,
  );

it('a line stays an order’s purchase when its units and kind are corrected afterwards', async () => {
  await contract('O-1');
  await test.owner.query(ordered('O-1', 10, 1000));
  const same = 'Kauf;09.03.2021;10;1.010,00';
  await file('O-1', same);
  await test.owner.query(
    `update fund_movements set quantity = 10.5, movement_kind = 'transferIn', movement_source = 'hand'
      where contract_id = (select id from contracts where external_key = 'O-1')`,
  );
  expect((await file('O-1', same)).counts).toMatchObject({ unchanged: 1 });
  expect(await movementsOf('O-1')).toHaveLength(1);
});

it('a line whose euros are another purchase is none of an order', async () => {
  await contract('O-2');
  await test.owner.query(ordered('O-2', 4, 400));
  await file('O-2', 'Kauf;10.03.2021;4;300,00');
  expect(await movementsOf('O-2')).toEqual([
    { quantity: 4, amount: 300, source: 'book' },
    { quantity: 4, amount: 400, source: 'order' },
  ]);
});

it('lines that are orders’ purchases count as no further movements', async () => {
  await contract('O-3');
  await file('O-3', ...Array.from({ length: 999 }, () => 'Kauf;03.02.2020;1;10,00'));
  await test.owner.query(ordered('O-3', 4, 400));
  expect((await file('O-3', 'Kauf;10.03.2021;4;401,00')).counts).toMatchObject({ changed: 1, refused: 0 });
  const { id, counts } = await file('O-3', 'Kauf;10.03.2021;5;500,00');
  expect(counts).toMatchObject({ refused: 1 });
  expect(await reasons(id)).toMatchObject([{ reason: expect.stringContaining('mehr als 1.000 Umsätze') }]);
});

it('an order that is settled while a file is written is seen before anything is added', async () => {
  await contract('O-4');
  const written = await meanwhile(
    test,
    tenantA,
    async (other) => {
      await other.query(ordered('O-4', 4, 400));
      await other.query(`update contracts set row_version = row_version + 1 where external_key = 'O-4'`);
    },
    () => file('O-4', 'Kauf;10.03.2021;4;401,00'),
  );
  expect(await reasons(written.id)).toEqual([{ reason: 'Der Vertrag wurde seit der Prüfung geändert.' }]);
  expect(await movementsOf('O-4')).toEqual([{ quantity: 4, amount: 400, source: 'order' }]);
});
