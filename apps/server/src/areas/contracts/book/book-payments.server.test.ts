import { mostPayments } from '@depotwerk/domain/contracts/payments';
import { describe, expect, it } from 'vitest';
import { useBookWorld } from '../../../../test/book-world.ts';
import { undoBook } from './advance-book.ts';
import { tooManyPayments } from './paid-lines.ts';

const { context, reasons, rows, run, services, test } = useBookWorld();

const contractHead = 'Kundennummer;Vorname;Nachname;Geburtsdatum;Vertragsnummer;Tarif;Beginn';
const contract = (number: string) =>
  run([contractHead, `K-${number};Anna;Zahler-${number};03.04.1964;${number};Zukunft;01.02.2020`].join('\n'));
const history = (number: string, ...lines: string[]) =>
  run(
    ['Vertragsnummer;Wertdatum;Vertragswert;Eingezahlt', ...lines.map((line) => `${number};${line}`)].join(
      '\n',
    ),
  );
const linesOf = (number: string) =>
  rows(
    `select m.payment_day::text as day, m.amount::float, m.payment_source as source from contract_payments m
       join contracts c on c.id = m.contract_id where c.external_key = $1 order by 1`,
    number,
  );
const paidOf = async (number: string) =>
  (
    await rows<{ paid: number | null }>(
      `select p.paid_in::float as paid from portfolios p join contracts c on c.id = p.contract_id
        where c.external_key = $1 order by p.valuation_date, p.is_current`,
      number,
    )
  ).map(({ paid }) => paid);

const ownOf = async (number: string) =>
  (
    await rows<{ own: number | null }>(
      'select paid_in::float as own from contracts where external_key = $1',
      number,
    )
  ).map(({ own }) => own);

describe('payments of a file', () => {
  it('come with the history of values, are the same the second time, and go when the file is taken back', async () => {
    await contract('P-1');
    const lines = [
      '31.12.2023;1.000,00;900,00',
      '31.12.2024;1.200,00;900,00',
      '31.12.2025;1.400,00;1.100,50',
    ];
    const first = await history('P-1', ...lines);
    expect(first.counts).toMatchObject({ rows: 3, changed: 3, refused: 0 });
    // What repeats the figure before it is no line of its own.
    expect(await linesOf('P-1')).toEqual([
      { day: '2023-12-31', amount: 900, source: 'book' },
      { day: '2025-12-31', amount: 1100.5, source: 'book' },
    ]);
    expect(await paidOf('P-1')).toEqual([900, 900, 1100.5]);
    expect((await history('P-1', ...lines)).counts).toMatchObject({ changed: 0, unchanged: 3 });
    // Another figure of a day is not written over.
    const other = await history('P-1', '31.12.2023;1.000,00;950,00');
    expect(await reasons(other.id)).toEqual([
      {
        reason:
          'Zu einem der Tage ist schon ein anderer Stand der Einzahlungen bekannt. Bitte berichtigen Sie ihn am Vertrag.',
      },
    ]);
    expect(await undoBook(services(), context, first.id, { kind: 'system' })).toEqual([]);
    expect([await linesOf('P-1'), await paidOf('P-1')]).toEqual([[], []]);
  });

  it('come beside holdings of their day, once a contract', async () => {
    await contract('P-2');
    const head = 'Vertragsnummer;ISIN;Anteile;Kurs;Stichtag;Eingezahlte Beiträge';
    const { counts } = await run(
      [head, 'P-2;IE00B4L5Y983;10;100;20.11.2025;800,00', 'P-2;LU0274208692;1;200;20.11.2025;800,00'].join(
        '\n',
      ),
    );
    expect(counts).toMatchObject({ changed: 2 });
    expect(await linesOf('P-2')).toEqual([{ day: '2025-11-20', amount: 800, source: 'book' }]);
    const [{ own } = { own: null }] = await rows<{ own: number | null }>(
      `select paid_in::float as own from contracts where external_key = 'P-2'`,
    );
    expect(own).toBe(800);
    const two = await run(
      [head, 'P-2;IE00B4L5Y983;10;100;21.11.2025;810,00', 'P-2;LU0274208692;1;200;21.11.2025;820,00'].join(
        '\n',
      ),
    );
    expect((await reasons(two.id))[0]).toEqual({
      reason: 'Zum selben Tag nennen die Zeilen dieses Vertrags verschiedene Beträge unter „Eingezahlt“.',
    });
  });

  it('come on their own with their day, to a linked contract too, and keep what valuations said before', async () => {
    await contract('P-3');
    await history('P-3', '31.12.2023;1.000,00;', '31.12.2024;1.200,00;');
    expect(await paidOf('P-3')).toEqual([null, null]);
    // As a release before lines left it.
    await test.owner.query(
      `update portfolios set paid_in = case when valuation_date < '2024-06-01' then 700 else 750 end
        where contract_id = (select id from contracts where external_key = 'P-3')`,
    );
    await test.owner.query(`update contracts set is_linked = true where external_key = 'P-3'`);
    const text = 'Vertragsnummer;Eingezahlt;Eingezahlt bis\nP-3;-20,00;30.06.2024';
    const { id, counts } = await run(text);
    expect([counts.changed, await reasons(id)]).toEqual([1, [{ reason: null }]]);
    expect(await linesOf('P-3')).toEqual([
      { day: '2023-12-31', amount: 700, source: 'carried' },
      { day: '2024-06-30', amount: -20, source: 'book' },
      { day: '2024-12-31', amount: 750, source: 'carried' },
    ]);
    expect((await run(text)).counts).toMatchObject({ unchanged: 1 });
    expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([]);
    // The lines it kept of the valuations go with it, and these say again what they said.
    expect([await linesOf('P-3'), await paidOf('P-3')]).toEqual([[], [700, 750]]);
    expect((await run(text)).counts).toMatchObject({ changed: 1 });
  });

  it('of a history that grows daily become lines only where they change, and are never too many for it', async () => {
    await contract('P-5');
    const from = Date.UTC(2022, 0, 1);
    const dayOf = (index: number) =>
      new Date(from + index * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('.');
    // More days than a contract may have lines; something is paid in every hundredth of them.
    const lines = Array.from(
      { length: mostPayments + 2 },
      (_, index) => `${dayOf(index)};1.000,00;${100 + Math.floor(index / 100)},00`,
    );
    const deliver = async (length: number) => {
      const { counts } = await history('P-5', ...lines.slice(0, length));
      return [counts, (await linesOf('P-5')).length];
    };
    const [all, days] = [lines.length, mostPayments];
    expect(await deliver(days)).toMatchObject([{ changed: days, refused: 0 }, 9]);
    expect(await deliver(days + 1)).toMatchObject([{ changed: days + 1, refused: 0 }, 10]);
    expect(await deliver(all)).toMatchObject([{ changed: all, refused: 0 }, 10]);
    expect(await deliver(all)).toMatchObject([{ unchanged: all, refused: 0 }, 10]);
    expect(await paidOf('P-5')).toEqual(lines.map((_, index) => 100 + Math.floor(index / 100)));
  });

  it('are known the second time where only their own day is named, also beside payments by hand', async () => {
    await contract('P-6');
    const text = ['01.03.2024;300', '01.04.2024;300', '01.05.2024;350', '01.06.2024;300']
      .map((line) => `P-6;${line.split(';').reverse().join(';')}`)
      .join('\n');
    const deliver = () => run(`Vertragsnummer;Eingezahlt;Eingezahlt bis\n${text}`);
    await test.owner.query(
      `insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source)
       select tenant_id, id, k, d::date, a, 'hand' from contracts,
         (values ('stated', '2024-01-01', 300), ('paidIn', '2024-04-15', 50)) l (k, d, a) where external_key = 'P-6'`,
    );
    expect((await deliver()).counts).toMatchObject({ changed: 4, refused: 0 });
    const written = [
      { day: '2024-01-01', amount: 300, source: 'hand' },
      { day: '2024-04-15', amount: 50, source: 'hand' },
      { day: '2024-06-01', amount: 300, source: 'book' },
    ];
    expect(await linesOf('P-6')).toEqual(written);
    expect((await deliver()).counts).toMatchObject({ changed: 0, unchanged: 4 });
    expect(await linesOf('P-6')).toEqual(written);
  });

  it('are refused where they would add a line beyond the limit, and not where they add none', async () => {
    await contract('P-7');
    await test.owner.query(
      `insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source)
       select tenant_id, id, 'stated', '2015-01-01'::date + n, n, 'hand' from contracts, generate_series(1, ${mostPayments}) n
        where external_key = 'P-7'`,
    );
    const deliver = (amount: number) =>
      run(`Vertragsnummer;Eingezahlt;Eingezahlt bis\nP-7;${amount};01.01.2024`);
    expect((await deliver(mostPayments)).counts).toMatchObject({ unchanged: 1 });
    expect(await reasons((await deliver(1)).id)).toEqual([{ reason: tooManyPayments }]);
  });

  it('are taken where a valuation only repeated the figure before it, or an empty depot says 0', async () => {
    const text = (number: string) => `Vertragsnummer;Eingezahlt;Eingezahlt bis\n${number};750;31.12.2024`;
    for (const [number, carried] of [
      ['P-8', 700],
      ['P-9', 0],
    ] as const) {
      await contract(number);
      await history(number, '31.12.2023;1.000,00;', '31.12.2024;1.200,00;', '31.12.2025;1.300,00;');
      await test.owner.query(
        `update portfolios set paid_in = $2
          where contract_id = (select id from contracts where external_key = $1)`,
        [number, carried],
      );
      const { counts, id } = await run(text(number));
      expect([counts.changed, await reasons(id)]).toEqual([1, [{ reason: null }]]);
      expect((await run(text(number))).counts).toMatchObject({ unchanged: 1 });
    }
    const stated = { day: '2024-12-31', amount: 750, source: 'book' };
    expect(await linesOf('P-8')).toEqual([{ day: '2023-12-31', amount: 700, source: 'carried' }, stated]);
    expect(await paidOf('P-8')).toEqual([700, 750, 750]);
    expect([await linesOf('P-9'), await paidOf('P-9')]).toEqual([[stated], [null, 750, 750]]);
    // Where the valuation itself says something new, another figure is still refused.
    await contract('P-10');
    await history('P-10', '31.12.2023;1.000,00;', '31.12.2024;1.200,00;');
    await test.owner.query(
      `update portfolios set paid_in = case when valuation_date < '2024-06-01' then 700 else 740 end
        where contract_id = (select id from contracts where external_key = 'P-10')`,
    );
    expect((await run(text('P-10'))).counts).toMatchObject({ refused: 1 });
  });

  it.each<[string, (number | null)[]]>([
    ['P-11', [700, null, 750]],
    ['P-12', [0, 0, 0]],
    ['P-13', [null, 700, 700]],
    ['P-14', [700, 700, 0]],
  ])('of %s, taken back, leave every valuation as it was: %j', async (number, said) => {
    await contract(number);
    await history(number, '31.12.2023;1.000,00;', '31.12.2024;1.200,00;', '31.12.2025;1.300,00;');
    await test.owner.query(
      `update portfolios p set paid_in = ($2::numeric[])[extract(year from p.valuation_date)::int - 2022]
        where contract_id = (select id from contracts where external_key = $1)`,
      [number, said],
    );
    for (const text of [
      `Vertragsnummer;Eingezahlt;Eingezahlt bis\n${number};720;30.06.2024`,
      `Vertragsnummer;Wertdatum;Vertragswert;Eingezahlt\n${number};30.06.2024;1.100,00;720`,
      `Vertragsnummer;ISIN;Anteile;Kurs;Stichtag;Eingezahlt\n${number};IE00B4L5Y983;10;100;20.10.2026;800,00`,
    ]) {
      const before = [await paidOf(number), await ownOf(number), await linesOf(number)];
      const { id, counts } = await run(text);
      expect([text, counts.changed, await reasons(id)]).toEqual([text, 1, [{ reason: null }]]);
      expect(await undoBook(services(), context, id, { kind: 'system' })).toEqual([]);
      expect([text, await paidOf(number), await ownOf(number), await linesOf(number)]).toEqual([
        text,
        ...before,
      ]);
    }
  });

  it('are refused without a day, with one to come or before 1900, and with what is no number', async () => {
    await contract('P-4');
    const { id, counts } = await run(
      [
        'Vertragsnummer;Eingezahlt;Eingezahlt bis',
        'P-4;100,00;',
        'P-4;100,00;01.01.2999',
        'P-4;100,00;01.01.1899',
        'P-4;viel;01.01.2024',
      ].join('\n'),
    );
    expect(counts).toMatchObject({ refused: 4 });
    const told = await rows<{ refusal: string }>(
      'select refusal from book_import_rows where import_id = $1 order by line',
      id,
    );
    expect(told.map(({ refusal }) => refusal)).toEqual([
      'Zu „Eingezahlt“ fehlt der Tag: „Eingezahlt bis“, „Wertdatum“ oder „Stichtag“.',
      expect.stringMatching(/^Eingezahlt bis: /),
      expect.stringMatching(/^Eingezahlt bis: /),
      expect.stringMatching(/^Eingezahlt: /),
    ]);
    expect(await linesOf('P-4')).toEqual([]);
  });
});
