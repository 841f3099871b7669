import { describe, expect, it } from 'vitest';
import { reportMovements, reportSaved } from '../../../test/report-movements.ts';
import { reportSource } from '../../../test/report-world.ts';
import { buildSavingsPlanOverview } from './report/build-savings-plan-overview.ts';
import { buildTransactions } from './report/build-transactions.ts';
import type { ReportDocument } from './report/report-document.ts';

const options = { withCharts: false, salutation: null };
const source = reportSource();
const { currentSavingsPlan: plan, currentPortfolio: portfolio } = source.detail;

/** Each row of each table as texts, the second lines of cells in brackets. */
const rowsOf = ({ blocks }: ReportDocument) =>
  blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.map(({ cells }) =>
          cells
            .map((one) => (typeof one === 'string' ? one : one.text + (one.sub && ` (${one.sub})`)))
            .join(' | ')
            .replaceAll('\u00a0', ' '),
        )
      : [],
  );

describe('the report of transactions', () => {
  it('sums what is known by kind, says what is not, and lists by day', () => {
    expect(rowsOf(buildTransactions(source, reportMovements, '2026-01-01', options))).toEqual([
      'Kauf | 2 | mindestens 431,03 € (1 ohne Betrag)',
      'Verkauf | 1 | 84,50 €',
      'Einlieferung | 1 | unbekannt',
      'Split | 1 | –',
      '01.02.2026 | Kauf (aus einem Auftrag) | Globalis Aktien Welt (DE0000000001) | 10,5 | 41,05 € | 431,03 €',
      '01.02.2026 | Einlieferung (von Hand) | Stetig Renten Euro (DE0000000002 · angeschafft am 05.04.2019) | 10,5 | unbekannt | unbekannt',
      '01.03.2026 | Verkauf (aus einem Auftrag) | Stetig Renten Euro (DE0000000002) | 2 | 42,25 € | 84,50 €',
      '04.05.2026 | Kauf (aus einer Datei) | Globalis Aktien Welt (DE0000000001) | 10,5 | unbekannt | unbekannt',
      '01.06.2026 | Split (aus einem Auftrag) | Globalis Aktien Welt (DE0000000001) | – (1 : 2) | – | –',
    ]);
  });

  it('takes all that is known without a period, and nothing after today', () => {
    const all = rowsOf(buildTransactions(source, reportMovements, null, options));
    expect(all[0]).toBe('Kauf | 3 | mindestens 531,03 € (1 ohne Betrag)');
    const early = rowsOf(
      buildTransactions({ ...source, today: '2026-01-31' }, reportMovements, null, options),
    );
    expect(early).toHaveLength(2);
  });

  it('says that a period is empty, and whether others are not', () => {
    const textOf = (funds: typeof reportMovements) =>
      JSON.stringify(buildTransactions(source, funds, '2026-11-01', options));
    expect(textOf(reportMovements)).toContain('für andere Zeiten schon');
    expect(textOf([])).toContain('Zu diesem Vertrag sind keine Umsätze erfasst');
    expect(textOf([])).not.toContain('"kind":"table"');
  });
});

describe('the overview of a savings plan', () => {
  if (!plan || !portfolio) throw new Error('The contract of the reports saves and holds.');

  it('has rates by fund and group, least rates, target against plan and the next payments', () => {
    const report = buildSavingsPlanOverview({ ...source, today: '2026-11-20' }, plan, reportSaved, options);
    expect(rowsOf(report)).toEqual([
      'Globalis Aktien Welt (DE0000000001 · Aktien Welt) | 62,50 % | 156,25 € | 200,00 € (nicht erreicht)',
      'Stetig Renten Euro (DE0000000002 · Renten Euro) | 37,50 % | 93,75 € | unbekannt',
      'Summe | 100,00 % | 250,00 € | ',
      'Aktien Welt | 60,00 % | 62,50 % | +2,50 | 156,25 €',
      'Renten Euro | 30,00 % | 37,50 % | +7,50 | 93,75 €',
      'Geldmarkt | 10,00 % | 0,00 % | −10,00 | 0,00 €',
      '01.12.2026 | 250,00 €',
      '01.01.2027 | 256,25 €',
      '01.02.2027 | 256,25 €',
      '01.03.2027 | 256,25 €',
      '01.04.2027 | 256,25 €',
      '01.05.2027 | 256,25 €',
      'Summe | 1.531,25 €',
    ]);
    expect(JSON.stringify(report)).toContain('mindestens 25,00\u00a0€ im Monat');
  });

  it('takes nothing unknown for nought', () => {
    const unpaid = { ...source.detail, currentPortfolio: { ...portfolio, contributionsValue: null } };
    const bare = { tariffMinimum: null, funds: [], target: null };
    const report = buildSavingsPlanOverview({ ...source, detail: unpaid }, plan, bare, options);
    const text = JSON.stringify(report);
    expect(text).toContain('"label":"Bisher eingezahlt","value":"unbekannt"');
    expect(text).toContain('Das Ziel ist nicht bekannt');
    expect(text).toContain('Was der Tarif je Fonds mindestens verlangt, ist nicht bekannt.');
    expect(rowsOf(report)).toContain('Ohne Peergroup | unbekannt | 100,00 % | unbekannt | 250,00 €');
  });

  it('measures a quarterly rate by the month, as the checks of a plan do', () => {
    const [first] = plan.savingsPlanEntries;
    if (!first) throw new Error('The plan has funds.');
    const quarterly = {
      ...plan,
      contributionInterval: 4 as const,
      savingsPlanEntries: [{ ...first, fraction: 1, amount: 300 }],
    };
    const rows = rowsOf(buildSavingsPlanOverview(source, quarterly, reportSaved, options));
    expect(rows[0]).toBe(
      'Globalis Aktien Welt (DE0000000001 · Aktien Welt) | 100,00 % | 300,00 € (100,00 € im Monat) | 200,00 € (nicht erreicht)',
    );
  });

  it('goes on with the plan that follows, a month paid once', () => {
    const ending = { ...plan, validTo: '2026-12-09' };
    const next = { ...plan, validFrom: '2026-12-10', contribution: 80, dynamicPercent: 0 };
    const detail = { ...source.detail, plannedSavingsPlan: next };
    const rows = rowsOf(
      buildSavingsPlanOverview({ ...source, detail, today: '2026-11-20' }, ending, reportSaved, options),
    );
    expect(rows.slice(6, 9)).toEqual([
      '01.12.2026 | 250,00 €',
      '10.01.2027 | 80,00 €',
      '10.02.2027 | 80,00 €',
    ]);
    expect(rows.at(-1)).toBe('Summe | 650,00 €');
  });

  it('says that its funds are not known, and that nothing follows', () => {
    const ended = { ...plan, validTo: source.today, savingsPlanEntries: [] };
    const text = JSON.stringify(buildSavingsPlanOverview(source, ended, reportSaved, options));
    expect(text).toContain('In welche Fonds die Rate fließt, ist nicht bekannt.');
    expect(text).toContain('Es folgen keine Raten mehr');
  });
});
