import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useBookWorld } from '../../../../test/book-world.ts';
import { undoBook, writeBook } from './advance-book.ts';

const { context, reasons, rows, run, services, test } = useBookWorld();

const contractHead = 'Kundennummer;Vorname;Nachname;Geburtsdatum;Vertragsnummer;Tarif;Beginn';
const head = 'Vertragsnummer;ISIN;Umsatzart;Kaufdatum;Gekaufte Anteile;Kaufbetrag';
const contract = (number: string) =>
  run([contractHead, `K-${number};Anna;Käufer-${number};03.04.1964;${number};Zukunft;01.02.2020`].join('\n'));
const movementsOf = (number: string) =>
  rows(
    `select m.movement_kind as kind, m.movement_day::text as day, m.quantity::float, m.amount::float, m.movement_source as source
       from fund_movements m join contracts c on c.id = m.contract_id where c.external_key = $1 order by 2, 3`,
    number,
  );
const line = (number: string, text: string) => `${number};IE00B4L5Y983;${text}`;

describe('purchases and sales of a file', () => {
  it('are added once, the same twice in one file as two, and go when the file is taken back', async () => {
    await contract('M-1');
    const text = [
      head,
      line('M-1', ';03.02.2020;10,5;1.050,00'),
      line('M-1', ';03.02.2020;10,5;1.050,00'),
      line('M-1', 'Verkauf;04.02.2021;5;'),
    ].join('\n');
    const first = await run(text);
    expect(first.counts).toMatchObject({ rows: 3, changed: 3, refused: 0 });
    const purchase = { kind: 'purchase', day: '2020-02-03', quantity: 10.5, amount: 1050, source: 'book' };
    const stored = [
      purchase,
      purchase,
      { ...purchase, kind: 'sale', day: '2021-02-04', quantity: 5, amount: null },
    ];
    expect(await movementsOf('M-1')).toEqual(stored);
    expect((await run(text)).counts).toMatchObject({ changed: 0, unchanged: 3 });
    // One more of what is there, and another one.
    const more = [
      text,
      line('M-1', 'Kauf;03.02.2020;10,5;1.050,00'),
      line('M-1', 'Einlieferung;05.02.2021;1;7,00'),
    ];
    const next = await run(more.join('\n'));
    expect(next.counts).toMatchObject({ rows: 5, changed: 5 });
    expect(await movementsOf('M-1')).toHaveLength(5);
    expect(await undoBook(services(), context, next.id, { kind: 'system' })).toEqual([]);
    expect(await movementsOf('M-1')).toEqual(stored);
  });

  it('come to a contract that is linked to a bank as well, and raise its version', async () => {
    await contract('M-2');
    await test.owner.query(`update contracts set is_linked = true where external_key = 'M-2'`);
    const version = () =>
      rows<{ v: number }>(`select row_version as v from contracts where external_key = 'M-2'`);
    const [before] = await version();
    const { id, counts } = await run([head, line('M-2', 'Kauf;03.02.2020;1;10,00')].join('\n'));
    expect([counts.changed, await reasons(id)]).toEqual([1, [{ reason: null }]]);
    expect(await version()).toEqual([{ v: (before?.v ?? 0) + 1 }]);
    // What was changed by hand since keeps the import.
    await test.owner.query(`update contracts set row_version = row_version + 1 where external_key = 'M-2'`);
    expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([
      'M-2 (geändert oder geprüft)',
    ]);
  });

  it('are recorded already where an order executed the same units some days before or after', async () => {
    await contract('M-4');
    const ordered = (day: string, quantity: number, source: string) =>
      test.owner.query(
        `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
         select tenant_id, id, 1, 'purchase', $1, $2, 99, $3 from contracts where external_key = 'M-4'`,
        [day, quantity, source],
      );
    await ordered('2021-03-10', 4, 'order');
    await ordered('2022-03-10', 6, 'hand');
    const same = line('M-4', 'Kauf;05.03.2021;4;100,00');
    const booked = await run([head, same].join('\n'));
    expect(booked.counts).toMatchObject({ changed: 1 });
    expect((await run([head, same].join('\n'))).counts).toMatchObject({ unchanged: 1 });
    expect(await movementsOf('M-4')).toHaveLength(2);
    // Other days, units, kinds and what is there by hand are another movement, and so is a second one near the order.
    const others = [
      'Kauf;04.03.2021;4;100,00',
      'Kauf;16.03.2021;4;100,00',
      'Kauf;10.03.2021;4,5;100,00',
      'Verkauf;10.03.2021;4;100,00',
      'Kauf;11.03.2022;6;99,00',
      'Kauf;12.03.2021;4;100,00',
      'Kauf;12.03.2021;4;100,00',
    ];
    const text = [head, ...others.map((each) => line('M-4', each))].join('\n');
    expect((await run(text)).counts).toMatchObject({ changed: 7 });
    expect(await movementsOf('M-4')).toHaveLength(9);
    expect((await run([text, same].join('\n'))).counts).toMatchObject({ unchanged: 8 });
  });

  it('are each one line of one file: another file finds the order taken, and one that is taken back gives it free', async () => {
    await contract('M-7');
    await test.owner.query(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
       select tenant_id, id, 1, 'purchase', '2021-03-10', 4, 99, 'order' from contracts where external_key = 'M-7'`,
    );
    const file = (day: string) => [head, line('M-7', `Kauf;${day}.03.2021;4;100,00`)].join('\n');
    const first = await run(file('09'));
    expect(await movementsOf('M-7')).toMatchObject([{ day: '2021-03-10', amount: 99, source: 'order' }]);
    expect(await undoBook(services(), context, first.id, { kind: 'system' })).toEqual([]);
    // Free again, so the other line is the order's.
    await run(file('12'));
    expect(await movementsOf('M-7')).toHaveLength(1);
    await run(file('09'));
    expect(await movementsOf('M-7')).toMatchObject([
      { day: '2021-03-09', amount: 100, source: 'book' },
      { day: '2021-03-10', amount: 99, source: 'order' },
    ]);
    for (const day of ['09', '12']) expect((await run(file(day))).counts).toMatchObject({ unchanged: 1 });
  });

  it('that are an order’s raise the version of the contract, so that a file checked before is not written', async () => {
    await contract('M-8');
    await test.owner.query(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
       select tenant_id, id, 1, 'purchase', '2021-03-10', 4, 99, 'order' from contracts where external_key = 'M-8'`,
    );
    const file = (day: string) => [head, line('M-8', `Kauf;${day}.03.2021;4;100,00`)].join('\n');
    const earlier = await run(file('09'), { isDryRun: true });
    expect(earlier.counts).toMatchObject({ changed: 1, refused: 0 });
    await run(file('12'));
    await test.owner.query(`update book_imports set state = 'writing' where id = $1`, [earlier.id]);
    await writeBook(services(), context, earlier.id, { kind: 'system' });
    expect(await reasons(earlier.id)).toEqual([{ reason: 'Der Vertrag wurde seit der Prüfung geändert.' }]);
    // The order is the line of the file that was written, and nobody's purchase besides.
    expect(await movementsOf('M-8')).toHaveLength(1);
    expect((await run(file('12'))).counts).toMatchObject({ unchanged: 1 });
  });

  it('are recorded already as well where somebody corrected what the order executed', async () => {
    await contract('M-5');
    const [plan, order] = [randomUUID(), randomUUID()];
    const run5 = (sql: string, ...values: string[]) =>
      test.owner.query(`${sql} from contracts where external_key = 'M-5'`, values);
    await run5(
      `insert into planned_optimizations (tenant_id, id, contract_id, mode, state, expires_at)
       select tenant_id, $1, id, 'full', 'confirmed', now()`,
      plan,
    );
    await run5(
      `insert into trader_orders (tenant_id, id, contract_id, planned_optimization_id, state, settled_at)
       select tenant_id, $1, id, $2, 'confirmed', now()`,
      order,
      plan,
    );
    await run5(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, movement_source,
         trader_order_id) select tenant_id, id, 1, 'purchase', '2021-03-10', 4, 'hand', $1`,
      order,
    );
    const text = [head, line('M-5', 'Kauf;08.03.2021;4;100,00')].join('\n');
    await run(text);
    expect(await movementsOf('M-5')).toMatchObject([{ day: '2021-03-10', source: 'hand' }]);
    expect((await run(text)).counts).toMatchObject({ unchanged: 1 });
  });

  it('are refused where a fund would have more of them than its form takes', async () => {
    await contract('M-6');
    const lines = (isin: string, count: number, amount: number) =>
      Array.from({ length: count }, () => `M-6;${isin};Kauf;03.02.2020;1;${amount},00`);
    const text = [head, ...lines('IE00B4L5Y983', 999, 10), ...lines('LU0274208692', 999, 10)];
    expect((await run(text.join('\n'))).counts).toMatchObject({ changed: 1998, refused: 0 });
    // What is there already is not counted again.
    const full = await run([...text, ...lines('IE00B4L5Y983', 1, 10)].join('\n'));
    expect(full.counts).toMatchObject({ changed: 1999, refused: 0 });
    const { id, counts } = await run([head, ...lines('IE00B4L5Y983', 1, 11)].join('\n'));
    expect([counts.refused, await reasons(id)]).toEqual([
      1,
      [
        {
          reason:
            'Von einem Fonds dieses Vertrags wären es mehr als 1.000 Umsätze. Bitte fassen Sie frühere zusammen.',
        },
      ],
    ]);
    const [{ stored } = { stored: 0 }] = await rows<{ stored: number }>(
      `select count(*)::int as stored from fund_movements m join contracts c on c.id = m.contract_id
        where c.external_key = 'M-6' and m.fund_id = 1`,
    );
    expect(stored).toBe(1000);
  });

  it('count those an order executed once, however near the contract is to its most', async () => {
    await contract('M-9');
    await test.owner.query(
      `insert into fund_movements (tenant_id, contract_id, fund_id, movement_kind, movement_day, quantity, amount, movement_source)
       select c.tenant_id, c.id, 1, 'purchase', '2021-03-10', n, 99, 'order' from contracts c, generate_series(1, 999) n
        where c.external_key = 'M-9'`,
    );
    const ordered = [line('M-9', 'Kauf;09.03.2021;4;100,00'), line('M-9', 'Kauf;09.03.2021;5;100,00')];
    const another = (amount: number) => line('M-9', `Kauf;03.02.2020;1;${amount},00`);
    const fits = await run([head, ...ordered, another(10)].join('\n'));
    expect(fits.counts).toMatchObject({ changed: 3, refused: 0 });
    expect(await movementsOf('M-9')).toHaveLength(1000);
    // One more of its own is one too many.
    const { counts } = await run(
      [head, ...ordered, line('M-9', 'Kauf;09.03.2021;6;1,00'), another(11)].join('\n'),
    );
    expect(counts).toMatchObject({ changed: 0, refused: 4 });
    expect(await movementsOf('M-9')).toHaveLength(1000);
  });

  it('are refused with their contract where something is missing or cannot be', async () => {
    await contract('M-3');
    const wrong = [
      ['Kauf;;5;10,00', 'Zum Umsatz fehlt die Angabe „Umsatzdatum“.'],
      ['Kauf;03.02.2020;;10,00', 'Zur ISIN IE00B4L5Y983 fehlt die Angabe „Umsatz-Anteile“.'],
      [
        'Tausch;03.02.2020;5;10,00',
        'Umsatzart: „Tausch“ ist keine Umsatzart (Kauf, Verkauf, Einlieferung, Auslieferung).',
      ],
      [
        'Kauf;03.02.2020;0;10,00',
        'Umsatz-Anteile: Der Wert muss über 0 liegen; ein Verkauf steht unter „Umsatzart“.',
      ],
      [
        'Kauf;03.02.2020;-5;10,00',
        'Umsatz-Anteile: Der Wert muss über 0 liegen; ein Verkauf steht unter „Umsatzart“.',
      ],
      ['Kauf;03.02.2020;5;-10,00', 'Umsatzbetrag: Der Wert darf nicht unter 0 liegen.'],
      ['Kauf;03.02.1820;5;10,00', 'Umsatzdatum: „03.02.1820“ ist kein gültiger Tag.'],
      ['Kauf;23.11.2026;5;10,00', 'Umsatzdatum: Der Tag darf nicht in der Zukunft liegen.'],
    ] as const;
    for (const [text, reason] of wrong) {
      const { id, counts } = await run([head, line('M-3', text)].join('\n'));
      expect([text, counts.refused, await reasons(id)]).toEqual([text, 1, [{ reason }]]);
    }
    expect(await movementsOf('M-3')).toEqual([]);
  });
});
