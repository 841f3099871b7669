import { exPostCosts } from '@depotwerk/domain/contracts/ex-post-costs';
import { paidValuations } from '@depotwerk/domain/contracts/known-contributions';
import { type PerformanceFigures } from '@depotwerk/engine/figures/contract-performance';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readExPostSource } from './ex-post-source.view.ts';
import type { ExPostFigures } from './report/build-ex-post-costs.ts';
import { performanceByYear } from './report/build-performance.ts';
import type { ContractSource } from './report/report-source.ts';

/** What reports of a year say of it. */
export interface YearFigures {
  /** null where nobody valued the contract within the year. */
  readonly exPost: ExPostFigures | null;
  readonly performance: PerformanceFigures | null;
  /** Whether anybody has said what was paid in. */
  readonly arePaymentsKnown: boolean;
}

/** Costs and return of a contract in a calendar year, up to today where it is not over. */
export async function readYearFigures(
  services: ReadServices,
  scope: Scope,
  source: ContractSource,
  year: number,
): Promise<YearFigures> {
  const { valuations, payments, orders, unknownOrders, entryOfPaid, plans, partly } = await readExPostSource(
    services,
    scope,
    source.detail.contract.id,
    year,
  );
  const { contract } = source.detail;
  const { costModel, today } = source;
  const costs = exPostCosts(valuations, costModel, orders, year, today, contract, entryOfPaid, unknownOrders);
  const paid = paidValuations(valuations, payments);
  const years = performanceByYear(paid.valuations, paid.payments);
  const performance = years.find(([name]) => name === String(year))?.[1] ?? null;
  return {
    exPost: costs && { year, costs, plans, partly, performance, arePaymentsKnown: paid.areKnown },
    performance,
    arePaymentsKnown: paid.areKnown,
  };
}
