import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { currentPortfolio, currentSavingsPlan } from './get-contract.view.ts';
import { type Portfolio, type PortfolioRow, portfolioSelection, toPortfolio } from './portfolio.view.ts';
import {
  type SavingsPlan,
  type SavingsPlanRow,
  savingsPlanSelection,
  toSavingsPlan,
} from './savings-plan.view.ts';
import { ofContract, visibleContract } from './visible-contract.view.ts';

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface HistoryPage<Item> {
  readonly items: Item[];
  readonly total: number;
}

// The row type of a query text is known to its writer only.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function readHistory<Row, Item>(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  page: Page,
  history: {
    selection: string;
    table: string;
    conditions: (parameters: Parameters) => string;
    order: string;
  },
  toItem: (row: Row) => Item,
): Promise<HistoryPage<Item>> {
  const [visible, counted, rows] = await services.database.readMany<[{ id: string }, { count: number }, Row]>(
    scope,
    [
      visibleContract(scope, contractId),
      ofContract<{ count: number }>(scope, contractId, (parameters) => ({
        selection: 'count(*)::int as count',
        tables: history.table,
        tail: history.conditions(parameters),
      })),
      ofContract<Row>(scope, contractId, (parameters) => ({
        selection: history.selection,
        tables: history.table,
        tail:
          `${history.conditions(parameters)} order by ${history.order}` +
          ` limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
      })),
    ],
  );
  if (visible.length === 0) throw notFound();
  return { items: rows.map(toItem), total: counted[0]?.count ?? 0 };
}

/** Portfolios valued in the period, newest first. */
export function listPortfoliosOf(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  period: Period,
  page: Page,
): Promise<HistoryPage<Portfolio>> {
  const history = {
    selection: portfolioSelection,
    table: 'join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id',
    conditions: (parameters: Parameters) =>
      (period.from === undefined ? '' : ` and p.valuation_date >= ${parameters.add(period.from)}`) +
      (period.to === undefined ? '' : ` and p.valuation_date <= ${parameters.add(period.to)}`),
    order: 'p.valuation_date desc, p.is_current desc, p.id',
  };
  return readHistory<PortfolioRow, Portfolio>(services, scope, contractId, page, history, toPortfolio);
}

/** Savings plans in force at some day of the period, newest first. */
export function listSavingsPlansOf(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  period: Period,
  page: Page,
): Promise<HistoryPage<SavingsPlan>> {
  const history = {
    selection: savingsPlanSelection,
    table: 'join savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id',
    conditions: (parameters: Parameters) =>
      (period.from === undefined
        ? ''
        : ` and (s.valid_to is null or s.valid_to >= ${parameters.add(period.from)})`) +
      (period.to === undefined ? '' : ` and s.valid_from <= ${parameters.add(period.to)}`),
    order: 's.valid_from desc, s.id',
  };
  return readHistory<SavingsPlanRow, SavingsPlan>(services, scope, contractId, page, history, toSavingsPlan);
}

/** The newest portfolio; a contract without one answers like a missing contract. */
export async function readCurrentPortfolio(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<Portfolio> {
  const row = await readOne<PortfolioRow>(services.database, scope, currentPortfolio(scope, contractId));
  return toPortfolio(row);
}

/** The savings plan in force on the caller's day. */
export async function readCurrentSavingsPlan(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<SavingsPlan> {
  const row = await readOne<SavingsPlanRow>(
    services.database,
    scope,
    currentSavingsPlan(scope, contractId, today),
  );
  return toSavingsPlan(row);
}
