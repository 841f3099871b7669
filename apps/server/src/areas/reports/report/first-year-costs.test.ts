import { describe, expect, it } from 'vitest';
import { reportPlan } from '../../../../test/report-plan.ts';
import { reportSource } from '../../../../test/report-world.ts';
import { buildCostInformation } from './build-cost-information.ts';
import { shownShares } from './cost-shares.ts';
import { entryOfYear, firstYearTable, sharesOfYear } from './first-year-costs.ts';
import type { ContractSource, Plan } from './report-source.ts';

const source = reportSource();

/** Words of the table on the paper, line by line; none where it has no such table. */
function linesOf(of: ContractSource, plan: Plan | null): string[][] {
  const { blocks } = buildCostInformation(of, plan, { withCharts: false, salutation: null });
  const at = blocks.findIndex((block) => block.kind === 'heading' && block.text === 'Kosten im ersten Jahr');
  const block = at < 0 ? undefined : blocks[at + 1];
  return block?.kind === 'table'
    ? block.rows.map(({ cells }) => cells.map((each) => (typeof each === 'string' ? each : each.text)))
    : [];
}

const centsOf = (text = '') => Math.round(Number(text.replace(/[^\d,-]/g, '').replace(',', '.')) * 100);

describe('costs of the first year', () => {
  it('count what the contract takes from every contribution', () => {
    const [once, entry, ongoing, sum] = linesOf(source, reportPlan);
    // 250 euros a month, and 2.5 % of them.
    expect(entry?.slice(0, 2)).toEqual(['Abschlusskosten auf Beiträge', '75,00\u00a0€']);
    expect(centsOf(sum?.[1])).toBe(centsOf(once?.[1]) + centsOf(entry?.[1]) + centsOf(ongoing?.[1]));
    expect(centsOf(sum?.[2])).toBe(centsOf(once?.[2]) + centsOf(entry?.[2]) + centsOf(ongoing?.[2]));
    expect(linesOf(source, null).map(([label]) => label)).toEqual([
      'Abschlusskosten auf Beiträge',
      'Laufende Kosten',
      'Kosten im ersten Jahr',
    ]);
  });

  it('follow what is agreed for later, and are left out where nothing is paid in', () => {
    const stops = { monthly: 0, dynamicRate: 0, from: `${Number(source.today.slice(0, 4)) + 1}-01-01` };
    const { savings } = source.savingsAhead;
    expect(entryOfYear({ ...source, savingsAhead: { savings, changes: [stops] } }).paid).toBeLessThan(3000);
    expect(linesOf({ ...source, savingsAhead: { savings: null, changes: [] } }, reportPlan)).toEqual([]);
  });

  it('say of what goes on what its own table says, and still add up', () => {
    // 0.4757 % and 0.1382 % are 0.6139 %: as they are rounded they would come to 0.62 %.
    const shares = sharesOfYear({ once: 0, entry: 60, ongoing: 0.4757 }, 266.58, 43_422.6);
    expect(shares).toEqual({ once: 0, entry: 0.13, ongoing: 0.48, sum: 0.61 });
    // Nothing is taken from contributions: the sum is what stands above it.
    expect(sharesOfYear({ once: 14, entry: 0, ongoing: 0.034 }, 48, 100_000)).toMatchObject({
      once: 0.01,
      ongoing: 0.03,
      sum: 0.04,
    });
  });

  it('are at least what is known of them', () => {
    const unknown = { total: 100, totalValue: 0, percent: 0, unknown: ['Kosten des Vertrags'] };
    const block = firstYearTable(null, unknown, { paid: 1200, costs: null });
    const rows = block.kind === 'table' ? block.rows : [];
    expect(rows.map(({ cells }) => cells.slice(1))).toEqual([
      ['unbekannt', 'unbekannt'],
      ['mindestens 100,00\u00a0€', '–'],
      ['mindestens 100,00\u00a0€', '–'],
    ]);
  });
});

it('says half a hundredth as it is said of the sum: once for the whole paper', () => {
  // 134.86 of 35,028.5714 are 0.385 %, and what is computed a little less or more.
  for (const percent of [0.38, 0.39]) {
    expect(shownShares([134.86, 0], 134.86, 35_028.5714, percent)).toEqual([percent, 0]);
    const costs = { once: 0, entry: 0, ongoing: percent };
    expect(sharesOfYear(costs, 134.86, 35_028.5714)).toMatchObject({ ongoing: percent, sum: percent });
  }
});

it('writes shares as they add up', () => {
  expect(shownShares([40.3, null, 15.4], 55.7, 10_000)).toEqual([0.4, null, 0.16]);
  expect(shownShares([1, 2], 3, 0)).toEqual([null, null]);
});
