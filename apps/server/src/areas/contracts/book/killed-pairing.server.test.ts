import { expect, it } from 'vitest';
import { useBookWorld } from '../../../../test/book-world.ts';
import { killedBook } from '../../../../test/killed-book.ts';

const world = useBookWorld();
const { reasons, rows, run, test } = world;
const { killWhere, runToEnd } = killedBook(world);

const numbers = ['P-1', 'P-2', 'P-3'];
const contracts = numbers.map(
  (number) => `K-${number};Anna;Käufer-${number};03.04.1964;${number};Zukunft;01.02.2020`,
);
/** Of every contract: two purchases of orders, one of which the file tells twice, and two of its own. */
const lines = numbers.flatMap((number) =>
  [
    'Kauf;09.03.2021;4;401,00',
    'Kauf;11.03.2021;4;401,00',
    'Kauf;20.04.2021;7;700,00',
    'Kauf;03.02.2020;1;10,00',
  ].map((line) => `${number};IE00B4L5Y983;${line}`),
);
const file = (lead: string, body: readonly string[]) => [lead, ...body].join('\n');
const purchases = file('Vertragsnummer;ISIN;Umsatzart;Kaufdatum;Gekaufte Anteile;Kaufbetrag', lines);

const kills = {
  former_pairs_forgotten: [1, 'update of movement_id on book_import_rows for each statement'],
  lines_paired: [2, 'update of movement_id on book_import_rows for each statement'],
  purchases_added: [1, 'insert on fund_movements for each statement'],
  orders_booked: [1, 'update of booked_day on fund_movements for each statement'],
  written: [1, `update of state on book_imports for each row when (new.state = 'done')`],
} as const;

const movements = () =>
  rows<{ number: string; source: string }>(
    `select c.external_key as number, m.movement_source as source, m.quantity::float, m.amount::float, m.movement_day::text as day,
        m.booked_day::text as booked
       from fund_movements m join contracts c on c.id = m.contract_id order by 1, m.movement_day, m.booked_day, m.quantity`,
  );

it('a process killed while purchases are paired with orders doubles none and loses none', async () => {
  await run(file('Kundennummer;Vorname;Nachname;Geburtsdatum;Vertragsnummer;Tarif;Beginn', contracts));
  await test.owner.query(`insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
    select c.tenant_id, c.id, 1, 'purchase', o.day, o.quantity, o.amount, 'order' from contracts c
      cross join (values (date '2021-03-10', 4, 400), (date '2021-04-20', 7, 699)) o (day, quantity, amount)`);
  await killWhere(kills);
  const { id, killed } = await runToEnd(purchases);
  expect(killed).toBe(Object.keys(kills).length);
  expect(await reasons(id)).toEqual(lines.map(() => ({ reason: null })));
  const expected = numbers.flatMap((number) => [
    { number, source: 'book', quantity: 1, amount: 10, day: '2020-02-03', booked: null },
    { number, source: 'order', quantity: 4, amount: 400, day: '2021-03-10', booked: '2021-03-09' },
    { number, source: 'book', quantity: 4, amount: 401, day: '2021-03-11', booked: null },
    { number, source: 'order', quantity: 7, amount: 699, day: '2021-04-20', booked: '2021-04-20' },
  ]);
  expect(await movements()).toEqual(expected);
  const entries = `select count(*)::int as written from audit_entries where object_id = $1 and action = 'contracts.importBook'`;
  expect(await rows(entries, id)).toEqual([{ written: 1 }]);
  expect((await run(purchases)).counts).toMatchObject({ unchanged: lines.length, changed: 0, refused: 0 });
  expect(await movements()).toEqual(expected);
}, 60_000);
