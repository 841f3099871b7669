import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { killWhere } from '../../../../test/killed-book.ts';
import { describeResult } from './describe-result.ts';
import { importFunds } from './import-funds.ts';
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

const fundsOf = async (tenantId: string) =>
  (
    await db.owner.query<Record<string, unknown>>(
      `select *, ongoing_fee::float8 as fee, row_version from funds where tenant_id = $1 order by isin`,
      [tenantId],
    )
  ).rows;

describe.skipIf(!hasReference)('fund master data in real files', () => {
  it('takes the ETF list and accounts for every row', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const first = await importFunds(services, operator, real('financedatabase_etfs_XETRA.csv'));
    expect(first.counts.rows).toBe(1611);
    expect(first.counts).toMatchObject({ imported: 1109, changed: 0 });
    expect(first.counts.unchanged + first.counts.rejected).toBe(1611 - 1109);
    expect(first.rejections.find((each) => each.code === 'isin.missing')).toMatchObject({ count: 388 });
    const before = await fundsOf(tenantId);
    expect(before).toHaveLength(1109);
    const again = await importFunds(services, operator, real('financedatabase_etfs_XETRA.csv'));
    expect(again.counts).toMatchObject({ imported: 0, changed: 0, rejected: first.counts.rejected });
    expect(await fundsOf(tenantId)).toEqual(before);
  });

  it('takes the PRIIPs template of 22 share classes with their SRI and costs', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const result = await importFunds(services, operator, real('findatex-ept-captor-2023-12-29.xlsx'));
    expect(result.counts).toMatchObject({ rows: 22, imported: 22, rejected: 0 });
    const funds = await fundsOf(tenantId);
    expect(funds.find((fund) => fund['isin'] === 'SE0016075006')).toMatchObject({
      name: 'Captor Dahlia Green Bond D',
      currency: 'EUR',
      company_name: 'Captor Fund Management AB',
      risk_indicator: 2,
      risk_indicator_type: 'SRI',
      fee: 0.0025,
      return_stress: -0.097,
      return_unfavourable: -0.097,
      return_moderate: 0.006,
      return_favourable: 0.03,
      data_source: 'EPT',
      row_version: 1,
    });
    const again = await importFunds(services, operator, real('findatex-ept-captor-2023-12-29.xlsx'));
    expect(again.counts).toMatchObject({ rows: 22, unchanged: 22 });
  });

  it('takes the ESG template and refuses the sample workbooks that state costs of 50 and 100 %', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const samples = 'findatex-validator-samples';
    expect(
      (await importFunds(services, operator, real(`${samples}/eet_01_clean.xlsx`))).counts,
    ).toMatchObject({
      rows: 1,
      imported: 1,
    });
    expect(await fundsOf(tenantId)).toMatchObject([{ isin: 'DE0007164600', wkn: '716460', sfdr_article: 8 }]);
    await importFunds(services, operator, real(`${samples}/eet_05_sfdr_art9_no_min.xlsx`));
    expect(await fundsOf(tenantId)).toMatchObject([
      { isin: 'DE0007164600', sfdr_article: 9, row_version: 2 },
    ]);
    for (const name of ['emt_01_clean.xlsx', 'ept_01_clean.xlsx']) {
      expect(await refusalOf(importFunds(services, operator, real(`${samples}/${name}`)))).toMatch(
        /Zeile 2: .* Kosten.*in Prozent statt in Dezimalzahlen/,
      );
    }
  });

  it('refuses a list without ISIN and a file of another kind', async () => {
    const { services, operator } = await aTenant(db);
    expect(await refusalOf(importFunds(services, operator, real('financedatabase_funds_FRA.csv')))).toMatch(
      /keine Spalte mit der ISIN/,
    );
    expect(await refusalOf(importFunds(services, operator, real('findatex-ept-pimco.yaml')))).toMatch(
      /\.csv oder \.xlsx/,
    );
  });
});

describe('fund import', () => {
  it('writes what a row says, leaves the rest, and moves the version only on a change', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const head = 'isin;name;currency;ongoingFee;sri;srri\n';
    const first = await folder.write('a.csv', `${head}IE00BYZK4669;Fonds Ä;EUR;0,0115;;4\n`);
    expect((await importFunds(services, operator, first)).counts).toMatchObject({ imported: 1 });
    const second = await folder.write('b.csv', `${head}IE00BYZK4669;;;0,0125;5;4\n`);
    expect((await importFunds(services, operator, second)).counts).toMatchObject({ changed: 1 });
    expect(await fundsOf(tenantId)).toMatchObject([
      {
        name: 'Fonds Ä',
        currency: 'EUR',
        fee: 0.0125,
        risk_indicator: 5,
        risk_indicator_type: 'SRI',
        row_version: 2,
      },
    ]);
    const older = await folder.write('c.csv', `${head}IE00BYZK4669;;;;;4\n`);
    expect((await importFunds(services, operator, older)).counts).toMatchObject({ unchanged: 1 });
    expect(await fundsOf(tenantId)).toMatchObject([
      { risk_indicator: 5, risk_indicator_type: 'SRI', row_version: 2 },
    ]);
  });

  it('leaves the currency of a fund as it is, as by hand, and refuses a row that names another one', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const head = 'isin;name;currency;ongoingFee\n';
    await importFunds(
      services,
      operator,
      await folder.write('e.csv', `${head}IE00BYZK4669;Fonds;EUR;0,0115\n`),
    );
    const other = await folder.write('u.csv', `${head}IE00BYZK4669;Fonds;USD;0,0125\n`);
    const result = await importFunds(services, operator, other);
    expect(result.counts).toMatchObject({ rejected: 1, changed: 0 });
    expect(result.rejections).toMatchObject([
      {
        code: 'currency',
        reason:
          'Der Fonds wird in EUR geführt. Ist das falsch, berichtigen Sie es in den Stammdaten des Fonds.',
        firstLine: 2,
        firstValue: 'USD',
      },
    ]);
    expect(await fundsOf(tenantId)).toMatchObject([{ currency: 'EUR', fee: 0.0115, row_version: 1 }]);
    const same = await folder.write('s.csv', `${head}IE00BYZK4669;Fonds;EUR;0,0125\n`);
    expect((await importFunds(services, operator, same)).counts).toMatchObject({ rejected: 0, changed: 1 });
  });

  it('refuses rows one by one, with line, column, value and reason', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const path = await folder.write(
      'rows.csv',
      [
        'isin;name;currency;sri;wkn',
        'IE00BYZK4668;Falsche Prüfziffer;EUR;3;',
        ';Ohne ISIN;EUR;3;',
        'IE00BYZK4669;Gut;EUR;3;',
        'IE00BYZK4669;Gut;EUR;3;',
        'IE00BYZK4669;Anders;EUR;3;',
        'DE0007164600;SRI zu hoch;EUR;9;',
        'DE0007164600;Falsche WKN;EUR;3;A0RPWH',
        'LU1834983394;;EUR;3;',
        '12345',
        'IE00B3XXRP09;Zu;viele;Felder;hier;unten',
        'IE00B3XXRP09;=HYPERLINK("x");EUR;3;',
      ].join('\n'),
    );
    const reportPath = folder.path('report.csv');
    const result = await importFunds(services, operator, path, { reportPath });
    expect(result.counts).toEqual({
      rows: 11,
      imported: 2,
      changed: 0,
      unchanged: 1,
      rejected: 8,
      flagged: 1,
    });
    const report = await readFile(reportPath, 'utf8');
    expect(report.split('\r\n').map((line) => line.split(';').slice(0, 4).join(';'))).toEqual([
      '\uFEFFZeile;Spalte;ISIN;Ergebnis',
      '2;isin;IE00BYZK4668;abgelehnt',
      '3;isin;;abgelehnt',
      '4;;IE00BYZK4669;neu',
      '5;;IE00BYZK4669;unverändert',
      '6;;IE00BYZK4669;abgelehnt',
      '7;sri;DE0007164600;abgelehnt',
      '8;wkn;DE0007164600;abgelehnt',
      '9;;LU1834983394;abgelehnt',
      '10;;12345;abgelehnt',
      '11;;IE00B3XXRP09;abgelehnt',
      '12;;IE00B3XXRP09;neu',
      '',
    ]);
    expect(report).toContain('Die Prüfziffer der ISIN stimmt nicht.');
    const rows = await db.owner.query(
      'select line_number, reason_code from import_rows where tenant_id = $1 order by line_number',
      [tenantId],
    );
    expect(rows.rows.map((row: { line_number: number }) => row.line_number)).toEqual([
      2, 3, 6, 7, 8, 9, 10, 11,
    ]);
    const runs = await db.owner.query(
      'select state, rows_imported, rows_rejected, actor_name from imports where tenant_id = $1',
      [tenantId],
    );
    expect(runs.rows).toEqual([
      { state: 'committed', rows_imported: 2, rows_rejected: 8, actor_name: 'test' },
    ]);
  });

  it('refuses figures in percent with column and line, and records only the refusal', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const emt = (values: string[]) =>
      `00010_Financial_Instrument_Identifying_Data,00030_Financial_Instrument_Name,00040_Financial_Instrument_Currency,07100_Financial_Instrument_Gross_Ongoing_Costs\n${values
        .map(
          (value, index) =>
            `${['IE00BYZK4669', 'DE0007164600', 'LU1834983394', 'IE00B3XXRP09'][index]},F,EUR,${value}`,
        )
        .join('\n')}\n`;
    const cases: [string, RegExp][] = [
      [emt(['0.0115', '1.15', '0.02']), /07100_.*Zeile 3: 1,15 hieße 115\u00a0% Kosten/],
      [emt(['0.2', '0.07', '0.65']), /Zeile 2: 0,2 hieße 20\u00a0% Kosten im Jahr, und das ist der mittlere/],
      [
        emt(['0.01', '0.02', '0.16', '0.17']).concat(
          'FI4000297767,F,EUR,0.18\nSE0016075006,F,EUR,0.03\nSE0011337195,F,EUR,0.01\n',
        ),
        /Zeile 4: .*weitere Zeilen/,
      ],
      [emt(['1.15 %']), /mit Prozentzeichen/],
    ];
    for (const [content, sentence] of cases) {
      expect(
        await refusalOf(importFunds(services, operator, await folder.write('emt.csv', content))),
      ).toMatch(sentence);
    }
    expect(await fundsOf(tenantId)).toEqual([]);
    const runs = await db.owner.query('select state from imports where tenant_id = $1', [tenantId]);
    expect(runs.rows).toEqual(cases.map(() => ({ state: 'refused' })));
    const audit = await db.owner.query(
      `select action, actor_kind, result, count(*)::int as n from audit_entries where tenant_id = $1 group by 1, 2, 3`,
      [tenantId],
    );
    expect(audit.rows).toEqual([
      { action: 'funds.import', actor_kind: 'system', result: 'refused', n: cases.length },
    ]);
    const good = await folder.write('emt.csv', emt(['0.0115', '0.02', '0.005']));
    expect((await importFunds(services, operator, good)).counts).toMatchObject({ imported: 3 });
  });

  it('reads openfunds by number with a second heading row and its commands for no statement', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const path = await folder.write(
      'openfunds.csv',
      'OFST020000;OFST020060(de);OFST020540;OFST452200;OFST020400;OFST010580;OFEP010900\n' +
        'ISIN;Full Share Class Name;Share Class Currency;Ongoing Charges;Share Class Distribution Policy;Is ETF;EPT SRI\n' +
        'IE00BYZK4669;Fonds;EUR;0.00808;accumulating;yes;[IGNORE]\n',
    );
    expect((await importFunds(services, operator, path)).counts).toMatchObject({ rows: 1, imported: 1 });
    expect(await fundsOf(tenantId)).toMatchObject([
      {
        name: 'Fonds',
        fee: 0.00808,
        distribution_policy: 'ACC',
        is_etf: true,
        risk_indicator: null,
        data_source: 'openfunds',
      },
    ]);
  });

  it('gives each row its own sentence, and calls the first one an example where they differ', async () => {
    const { services, operator } = await aTenant(db);
    const rows = ['IE00BYZK4669;A', 'LU1834983394;B', 'IE00BYZK4669;C', 'LU1834983394;D', 'X;E', 'X;F'];
    const path = await folder.write(
      'grouped.csv',
      `isin;name;currency\n${rows.map((row) => `${row};EUR`).join('\n')}\n`,
    );
    const result = await importFunds(services, operator, path, { isDryRun: true });
    expect(result.rejectedRows.map(({ line, reason }) => [line, reason]).slice(0, 2)).toEqual([
      [4, 'Dieselbe ISIN steht mit anderen Angaben schon in Zeile 2.'],
      [5, 'Dieselbe ISIN steht mit anderen Angaben schon in Zeile 3.'],
    ]);
    const said = describeResult(result, { type: 'funds', isDryRun: true, reportPath: undefined });
    expect(said).toContain(
      '  2 ×, zum Beispiel Zeile 4: „IE00BYZK4669“: Dieselbe ISIN steht mit anderen Angaben schon in Zeile 2.',
    );
    expect(said.filter((line) => line.startsWith('  2 × ') && line.includes('(zuerst Zeile 6'))).toHaveLength(
      1,
    );
  });

  it('leaves nothing behind on a dry run, on an error in the middle and when killed', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const good = 'isin;name;currency\nIE00BYZK4669;A;EUR\nLU1834983394;B;EUR\n';
    const path = await folder.write('dry.csv', good);
    const dry = await importFunds(services, operator, path, { isDryRun: true });
    expect(dry).toMatchObject({ importId: null, counts: { imported: 2 } });
    // A report that cannot be written fails the import after everything was staged and written.
    await expect(
      importFunds(services, operator, path, { reportPath: folder.path('missing/report.csv') }),
    ).rejects.toThrow(/Bericht/);
    await killWhere(db.owner, {
      funds_written: [1, 'insert on funds for each statement'],
      run_recorded: [1, 'insert on imports for each statement'],
    });
    await expect(importFunds(services, operator, path)).rejects.toThrow(/database is away/);
    await expect(importFunds(services, operator, path)).rejects.toThrow(/database is away/);
    expect(await fundsOf(tenantId)).toEqual([]);
    expect((await db.owner.query('select 1 from imports where tenant_id = $1', [tenantId])).rowCount).toBe(0);
    expect((await importFunds(services, operator, path)).counts).toMatchObject({ imported: 2 });
  });

  it('lets two imports of one file wait for each other', async () => {
    const { tenantId, services, operator } = await aTenant(db);
    const path = await folder.write(
      'twice.csv',
      'isin;name;currency\nIE00BYZK4669;A;EUR\nLU1834983394;B;EUR\n',
    );
    const results = await Promise.all([1, 2, 3].map(() => importFunds(services, operator, path)));
    expect(results.map((result) => result.counts.imported).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
    expect(await fundsOf(tenantId)).toHaveLength(2);
  });

  it('keeps tenants apart and asks users for their permission', async () => {
    const one = await aTenant(db);
    const path = await folder.write('tenant.csv', 'isin;name;currency\nIE00BYZK4669;A;EUR\n');
    await importFunds(one.services, one.operator, path);
    const two = await aTenant(db);
    expect((await importFunds(two.services, two.operator, path)).counts).toMatchObject({ imported: 1 });
    const scope = {
      tenantId: two.tenantId,
      userId: crypto.randomUUID(),
      permissions: new Set(['funds.view'] as const),
      groupsByRight: new Map(),
      rightsInAllGroups: new Set<never>(),
      ownCustomerId: null,
    };
    await expect(
      importFunds(two.services, { kind: 'user', scope, name: 'x', audit: { kind: 'system' } }, path),
    ).rejects.toMatchObject({ code: 'auth.forbidden' });
  });
});
