import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isinCheckDigit } from '@depotwerk/domain/isin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { importFunds } from './import-funds.ts';
import { importPrices } from './import-prices.ts';
import { aTenant, makeFolder, refusalOf } from './import-test-tools.ts';

const reference = process.env['REFERENCE_DIR'] ?? '../shared/reference';
const real = (name: string) => join(reference, 'realdata', name);
const hasReference = existsSync(real('NOTES.md'));

const db = useTestDatabase();
let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

const isinOf = (index: number) => {
  const body = `LU${String(index).padStart(9, '0')}`;
  return `${body}${isinCheckDigit(body)}`;
};

/** A tenant with `count` funds in EUR. */
async function withFunds(count: number) {
  const tenant = await aTenant(db);
  const rows = Array.from({ length: count }, (_value, index) => `${isinOf(index)};Fonds ${index};EUR`);
  const path = await folder.write('funds.csv', `isin;name;currency\n${rows.join('\n')}\n`);
  await importFunds(tenant.services, tenant.operator, path);
  return {
    ...tenant,
    importText: async (name: string, text: string, options = {}) =>
      importPrices(tenant.services, tenant.operator, await folder.write(name, text), options),
  };
}

const pricesOf = async (tenantId: string) =>
  (
    await db.owner.query<{ isin: string; day: string; price: number }>(
      `select f.isin, p.price_date::text as day, p.price::float8 as price from fund_prices p
         join funds f on f.tenant_id = p.tenant_id and f.id = p.fund_id where p.tenant_id = $1 order by 1, 2`,
      [tenantId],
    )
  ).rows;

describe.skipIf(!hasReference)('real price series', () => {
  it('takes five years of weekly prices through an assignment, and nothing the second time', async () => {
    const { tenantId, services, operator } = await withFunds(48);
    const header = (await readFile(real('frapo_EuroStoxx50_weekly.csv'), 'utf8')).split('\n')[0] ?? '';
    const symbols = header.replaceAll('"', '').split(',').slice(1);
    expect(symbols).toHaveLength(48);
    const mapPath = await folder.write(
      'map.csv',
      `symbol;isin\n${symbols.map((symbol, index) => `${symbol.trim()};${isinOf(index)}`).join('\n')}\n`,
    );
    const first = await importPrices(services, operator, real('frapo_EuroStoxx50_weekly.csv'), {
      map: mapPath,
    });
    expect(first.counts).toEqual({
      rows: 12_720,
      imported: 12_720,
      changed: 0,
      unchanged: 0,
      rejected: 0,
      flagged: 0,
    });
    expect((await pricesOf(tenantId)).length).toBe(12_720);
    const latest = await db.owner.query(
      `select price::float8 as price, price_date::text as day, row_version from funds where tenant_id = $1 and isin = $2`,
      [tenantId, isinOf(0)],
    );
    expect(latest.rows).toMatchObject([{ day: '2008-03-24', row_version: 1 }]);
    const again = await importPrices(services, operator, real('frapo_EuroStoxx50_weekly.csv'), {
      map: mapPath,
    });
    expect(again.counts).toMatchObject({ imported: 0, changed: 0, unchanged: 12_720 });
  });

  it('names the columns it cannot assign and takes the others', async () => {
    const { services, operator } = await withFunds(2);
    const mapPath = await folder.write('map.csv', `symbol;isin\nGDAXI;${isinOf(0)}\nGLD;${isinOf(1)}\n`);
    const result = await importPrices(services, operator, real('frapo_MultiAsset_monthly.csv'), {
      map: mapPath,
    });
    expect(result.counts).toMatchObject({ rows: 850, imported: 170, rejected: 680 });
    expect(result.rejections).toMatchObject([{ code: 'column.unknown', count: 680, firstColumn: 'BG05.L' }]);
    // The same sentence stands on screen, where nobody knows the options of the command.
    expect(await refusalOf(importPrices(services, operator, real('frapo_MultiAsset_monthly.csv')))).toMatch(
      /Keine Spalte .* ISIN.*GSPC, RUA.*mit den Spalten Symbol;ISIN zu\.$/,
    );
  });

  it('refuses returns', async () => {
    const { services, operator } = await withFunds(1);
    expect(
      await refusalOf(importPrices(services, operator, real('timeSeries_LPP2005REC_daily_returns.csv'))),
    ).toMatch(/Renditen, keine Kurse: \d+\u00a0% der Werte sind negativ/);
  });
});

describe('price import', () => {
  it('reads long files, German dates and decimal commas, and accounts for every row', async () => {
    const { tenantId, importText } = await withFunds(2);
    const [a, b] = [isinOf(0), isinOf(1)];
    const result = await importText(
      'long.csv',
      [
        'ISIN;Datum;Kurs;Währung',
        `${a};02.01.2026;101,25;EUR`,
        `${a};2026-01-05;1.101,50;EUR`,
        `${a};2026-01-05;1.101,50;EUR`,
        `${a};2026-01-05;1.102,50;EUR`,
        `${b};31.02.2026;5,00;EUR`,
        `${b};2026-07-01;5,00;EUR`,
        `${b};02.01.2026;0,00;EUR`,
        `${b};02.01.2026;-5,00;EUR`,
        `${b};02.01.2026;;EUR`,
        `${b};02.01.2026;5,00;USD`,
        `${isinOf(7)};02.01.2026;5,00;EUR`,
        `${b.slice(0, 11)}X;02.01.2026;5,00;EUR`,
        `${b};02.01.2026;fünf;EUR`,
        `${b};02.01.2026`,
        `${b};05.01.2026;1e999;EUR`,
      ].join('\n'),
    );
    expect(result.counts).toEqual({
      rows: 15,
      imported: 2,
      changed: 0,
      unchanged: 1,
      rejected: 12,
      flagged: 1,
    });
    expect(result.rejections.map((each) => each.code).toSorted()).toEqual([
      'currency',
      'date',
      'date.future',
      'isin.shape',
      'isin.unknown',
      'number',
      'price.contradiction',
      'price.missing',
      'price.notPositive',
      'width',
    ]);
    expect(await pricesOf(tenantId)).toEqual([
      { isin: a, day: '2026-01-02', price: 101.25 },
      { isin: a, day: '2026-01-05', price: 1101.5 },
    ]);
  });

  it('reads prices shown with the currency of their fund, in both layouts, and refuses those shown with another', async () => {
    const { tenantId, importText } = await withFunds(2);
    const [a, b] = [isinOf(0), isinOf(1)];
    const long = await importText(
      'long.csv',
      [
        'ISIN;Kursdatum;Rücknahmepreis',
        `${a};02.01.2026;49,16 €`,
        `${a};05.01.2026;EUR 1.049,20`,
        `${a};06.01.2026;49,16 $`,
        `${a};07.01.2026;USD 49,16`,
        `${a};08.01.2026;49 EUR 16`,
      ].join('\n'),
    );
    expect([long.counts.imported, long.counts.rejected]).toEqual([2, 3]);
    expect(long.rejections.map(({ code, reason, count }) => [code, reason.slice(0, 30), count])).toEqual([
      ['currency', 'Der Fonds wird in EUR geführt.', 2],
      ['number', 'Das ist keine Zahl.', 1],
    ]);
    const wide = await importText('wide.csv', `Datum;${b}\n02.01.2026;5,10 €\n05.01.2026;5,20 €\n`);
    expect(wide.counts.imported).toBe(2);
    expect(await pricesOf(tenantId)).toEqual([
      { isin: a, day: '2026-01-02', price: 49.16 },
      { isin: a, day: '2026-01-05', price: 1049.2 },
      { isin: b, day: '2026-01-02', price: 5.1 },
      { isin: b, day: '2026-01-05', price: 5.2 },
    ]);
    // Nor does the sign hide that these are returns.
    expect(
      await refusalOf(importText('returns.csv', `Datum;${b}\n06.01.2026;-0,1 €\n07.01.2026;0,2 €\n`)),
    ).toMatch(/Renditen, keine Kurse/);
  });

  it('refuses prices that jump by a hundred, in the file and against what is stored', async () => {
    const { tenantId, importText } = await withFunds(1);
    const isin = isinOf(0);
    const series = (prices: number[], month: string) =>
      `date;${isin}\n${prices.map((price, index) => `2026-${month}-0${index + 1};${price.toFixed(2)}`).join('\n')}\n`;
    const first = await importText('a.csv', series([10, 10.1, 1012, 1013, 10.2, 10.3], '01'));
    expect(first.counts).toMatchObject({ imported: 4, rejected: 2 });
    expect(first.rejections).toMatchObject([
      { code: 'price.unit', firstLine: 4, firstColumn: isin, firstValue: '1012.00' },
    ]);
    const pence = await importText('b.csv', series([1020, 1021], '02'));
    expect(pence.counts).toMatchObject({ imported: 0, rejected: 2 });
    const again = await importText('c.csv', series([1000, 1010], '01'));
    expect(again.counts).toMatchObject({ changed: 0, rejected: 2 });
    const split = await importText('b.csv', series([1020, 1021], '02'), { acceptsUnitJumps: true });
    expect(split.counts).toMatchObject({ imported: 2 });
    expect(await pricesOf(tenantId)).toHaveLength(6);
  });

  it('changes a corrected price, remarks gaps and counts blank cells as days without price', async () => {
    const { tenantId, importText } = await withFunds(2);
    const [a, b] = [isinOf(0), isinOf(1)];
    await importText('a.csv', `Datum;${a};${b}\n2025-01-02;10.00;20.00\n2025-06-02;11.00;\n`);
    const corrected = await importText(
      'b.csv',
      `Datum;${a};${b}\n2025-01-02;10.00;20.50\n2025-06-02;11.00;n/a\n`,
    );
    expect(corrected.counts).toMatchObject({ changed: 1, unchanged: 2, rows: 3 });
    expect(corrected.notes.join(' ')).toContain('1 leere Felder');
    const gap = await importText('c.csv', `Datum;${a}\n2024-01-02;9.00\n2024-06-03;9.10\n`);
    expect(gap.counts).toMatchObject({ imported: 2, flagged: 1 });
    expect(await pricesOf(tenantId)).toHaveLength(5);
  });

  it('says whose figures end because the file moves the newest day, before it is taken', async () => {
    const { tenantId, importText } = await withFunds(4);
    await db.owner.query(
      `insert into fund_figure_runs (tenant_id, calculated_for, figure_count, fund_count, peergroup_count, ranked_count, window_weeks, started_at, finished_at)
       values ($1, '2026-01-30', 3, 4, 0, 3, 260, now(), now())`,
      [tenantId],
    );
    await db.owner.query(
      `insert into fund_key_figures (tenant_id, fund_id, calculated_for, data_from, data_to, observations)
       select tenant_id, id, '2026-01-30', '2025-01-01', '2026-01-30', 100 from funds where tenant_id = $1 and isin = any ($2)`,
      [tenantId, [isinOf(0), isinOf(1), isinOf(2)]],
    );
    const notesOf = async (...lines: string[]) => {
      const text = `isin;date;price\n${lines.join('\n')}\n`;
      const { notes } = await importText('newer.csv', text, { isDryRun: true });
      return notes.filter((note) => note.includes('keinen Rang'));
    };
    const left = (count: number, day: string) => [
      `Die Kurse von ${count} Fonds enden mehr als zehn Bankarbeitstage vor dem neuesten (${day}): Ohne neuere Kurse gibt es dafür keine Kennzahlen und keinen Rang mehr.`,
    ];
    expect(await notesOf(`${isinOf(0)};2026-05-29;10,5`)).toEqual(left(2, '29.05.2026'));
    expect(await notesOf(`${isinOf(0)};2026-05-29;10,5`, `${isinOf(1)};2026-05-28;10,5`)).toEqual(
      left(1, '29.05.2026'),
    );
    // Not newer, little newer, and of a fund without figures that is newest.
    expect(await notesOf(`${isinOf(0)};2025-12-30;10,5`)).toEqual([]);
    expect(await notesOf(`${isinOf(0)};2026-02-10;10,5`)).toEqual([]);
    expect(await notesOf(`${isinOf(3)};2026-05-29;10,5`)).toEqual(left(3, '29.05.2026'));
  });

  it('refuses files whose decimal mark cannot be known or is mixed', async () => {
    const { importText } = await withFunds(1);
    const isin = isinOf(0);
    expect(
      await refusalOf(importText('a.csv', `date;${isin}\n2026-01-02;1.234\n2026-01-05;1.235\n`)),
    ).toMatch(/Bitte wählen Sie das Dezimalzeichen\.$/);
    expect(
      (await importText('a.csv', `date;${isin}\n2026-01-02;1.234\n`, { decimal: 'point' })).counts,
    ).toMatchObject({
      imported: 1,
    });
    expect(await refusalOf(importText('d.csv', `date;${isin}\n`))).toMatch(/keine Zeilen/);
    expect(await refusalOf(importText('b.csv', `date;${isin}\n2026-01-02;12.5\n2026-01-05;12,6\n`))).toMatch(
      /mischt Dezimalpunkt \(Zeile 2\) und Dezimalkomma \(Zeile 3\)/,
    );
    expect(
      await refusalOf(importText('c.csv', `date;${isin}\n2026-01-02;12,5\n`, { decimal: 'point' })),
    ).toMatch(/widerspricht/);
  });

  it('takes twenty thousand prices', async () => {
    const { tenantId, services, operator } = await withFunds(200);
    const days = Array.from({ length: 100 }, (_value, index) =>
      new Date(Date.UTC(2024, 0, 1) + index * 86_400_000).toISOString().slice(0, 10),
    );
    const rows = days.flatMap((day, at) =>
      Array.from(
        { length: 200 },
        (_value, index) => `${isinOf(index)},${day},${(100 + index + at / 100).toFixed(4)}`,
      ),
    );
    const path = await folder.write('many.csv', `isin,date,price\n${rows.join('\n')}\n`);
    const result = await importPrices(services, operator, path);
    expect(result.counts).toMatchObject({ rows: 20_000, imported: 20_000 });
    const { rows: stored } = await db.owner.query(
      'select count(*)::int as n from fund_prices where tenant_id = $1',
      [tenantId],
    );
    expect(stored).toEqual([{ n: 20_000 }]);
  }, 60_000);
});

describe('days with slashes', () => {
  it('are read as the column shows, and refused where it does not or contradicts itself', async () => {
    const { tenantId, importText } = await withFunds(1);
    const file = (...days: string[]) =>
      `Fund Name,ISIN,NAV Date,NAV,Currency\n${days.map((day) => `A,${isinOf(0)},${day},"1,050.25",EUR`).join('\n')}\n`;
    const american = await importText('us.csv', file('3/4/2024', '3/15/2024'));
    expect(american).toMatchObject({ counts: { imported: 2, rejected: 0 } });
    expect(american.notes).toContain('Datum mit Schrägstrichen: als Monat/Tag/Jahr gelesen (3/15/2024).');
    expect(await pricesOf(tenantId)).toEqual([
      { isin: isinOf(0), day: '2024-03-04', price: 1050.25 },
      { isin: isinOf(0), day: '2024-03-15', price: 1050.25 },
    ]);
    const british = await importText('gb.csv', file('01/05/2024', '31/05/2024'));
    expect(british.notes).toContain('Datum mit Schrägstrichen: als Tag/Monat/Jahr gelesen (31/05/2024).');
    expect((await pricesOf(tenantId)).map(({ day }) => day).slice(2)).toEqual(['2024-05-01', '2024-05-31']);
    for (const days of [
      ['1/2/2024', '3/4/2024'],
      ['13/2/2024', '2/13/2024'],
    ]) {
      const unclear = await importText('x.csv', file(...days));
      expect(unclear.counts).toMatchObject({ imported: 0, rejected: 2 });
      expect(unclear.rejectedRows[0]?.reason).toMatch(/^Was bei den Schrägstrichen Tag und was Monat ist/);
    }
  });
});
