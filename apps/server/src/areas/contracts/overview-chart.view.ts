import type { overviewChart } from '@depotwerk/api/contracts/contract-detail';
import type { ChartPeriod } from '@depotwerk/domain/chart-periods';
import type * as z from 'zod/mini';
import type { Parameters } from '../../platform/database/parameters.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readOfContract } from './visible-contract.view.ts';

/** Two lines over time: what the contract was worth, and what was paid in. */
export const chartConfig: z.output<typeof overviewChart>['chartConfig'] = {
  chartType: 'line',
  series: [
    { key: 'value', label: 'Wert', colour: '#0f5566', axis: 'left', unit: 'EUR' },
    { key: 'contributions', label: 'Eingezahlte Beiträge', colour: '#c77700', axis: 'left', unit: 'EUR' },
  ],
  xAxis: { kind: 'time' },
  yAxis: { unit: 'EUR' },
  locale: 'de-DE',
};

interface PointRow {
  valuation_date: string;
  total_value: number;
  paid_in: number | null;
}

/** First day of a period that ends `today`; null = from the beginning. Ends of months are kept (31.3. → 28.2.). */
export function firstDayOf(period: ChartPeriod, today: string): string | null {
  if (period === 'max') return null;
  if (period === 'ytd') return `${today.slice(0, 4)}-01-01`;
  const months = { '1m': 1, '1y': 12, '3y': 36, '5y': 60 }[period];
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, lastDay));
  return first.toISOString().slice(0, 10);
}

/**
 * Value of the contract at every valuation of the period, and what was paid in where it is known. The last valuation up to the
 * first day is the first point: a year begins at what the contract was worth then, as where performance is told of it
 * (`readContractPerformance`).
 */
export async function readOverviewChart(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  period: ChartPeriod,
  today: string,
): Promise<z.output<typeof overviewChart>> {
  const from = firstDayOf(period, today);
  const begin = (parameters: Parameters) => {
    if (from === null) return '';
    const first = `${parameters.add(from)}::date`;
    return `and p.valuation_date >= coalesce((select max(x.valuation_date) from portfolios x
      where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.valuation_date <= ${first}), ${first})`;
  };
  const rows = await readOfContract<PointRow>(services, scope, contractId, (parameters) => ({
    // Several valuations of one day: the current one stands for it.
    selection: 'distinct on (p.valuation_date) p.valuation_date, p.total_value, p.paid_in',
    tables: 'join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id',
    tail: `${begin(parameters)} order by p.valuation_date, p.is_current desc, p.id`,
  }));
  return {
    chartConfig,
    chartData: {
      value: rows.map((row) => ({ x: row.valuation_date, y: row.total_value })),
      // No point where nobody knows: one at 0 would say that nothing was paid.
      contributions: rows.flatMap(({ valuation_date: x, paid_in: y }) => (y === null ? [] : [{ x, y }])),
    },
  };
}
