import { bankDaysBetween } from '@depotwerk/domain/bank-days';
import {
  type ApprovalDecision,
  approvalStateOf,
  type PlanApprovalState,
  turnoverOfAll,
} from '@depotwerk/domain/contracts/plan-approval';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import type { TradeAction } from '@depotwerk/domain/contracts/trading-words';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { quotedList } from '../../platform/database/quoted-list.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { paidOn } from '../contracts/public.ts';
import { isPricedInEuros } from '../funds/public.ts';
import { approvalLimitSql, orderedTodaySql } from './approvals/approval-columns.ts';
import { savingsPlanChangesSent } from './purchases/ordered-funds.ts';

/** The refusal of a plan that is not as planned any more. @param reasons German sentences: what moved is said, not guessed */
export function outdatedPlan(reasons: readonly string[]): AppError {
  const said = reasons.join(' ');
  return new AppError('optimization.outdated', {
    params: { reasons: said },
    ...(said !== '' && { reason: `${said} Bitte planen Sie die Umschichtung neu.` }),
  });
}

export interface OrderOfPlan {
  readonly action: TradeAction;
  readonly isin: string;
  readonly name: string;
  readonly fromIsin: string | null;
  readonly fromName: string | null;
  readonly quantity: number;
  readonly amount: number;
}

export interface SavingsPlanOfPlan {
  readonly contribution: number;
  readonly entries: readonly { readonly isin: string; readonly name: string; readonly fraction: number }[];
}

/** The open plan of a contract as a bank is asked to carry it out. */
export interface PlanForExecution {
  readonly planId: string;
  readonly rowVersion: number;
  readonly state: string;
  /** It knows what it was made from: `readPlannedOptimization` tells exactly what moved since. */
  readonly hasInput: boolean;
  /** Why it may not be executed any more, as far as plans without their input tell (409 optimization.outdated). */
  readonly outdatedReasons: readonly string[];
  /** The checks that forbid it. */
  readonly blockedChecks: readonly { readonly checkKey: string; readonly text: string }[];
  /** Whether a second person has to agree first, and how far that is. */
  readonly approvalState: PlanApprovalState;
  /** The second person; she carries nothing out that she agreed to. */
  readonly approvedById: string | null;
  readonly orders: readonly OrderOfPlan[];
  /** null = the savings plan stays. */
  readonly savingsPlan: SavingsPlanOfPlan | null;
}

interface Row {
  planId: string;
  rowVersion: number;
  state: string;
  createdDay: string;
  hasInput: boolean;
  isExpired: boolean;
  isPortfolioOther: boolean;
  isTariffOther: boolean;
  isPriceOther: boolean;
  checks: { checkKey: string; result: string; text: string }[];
  approval: ApprovalDecision | null;
  approvalLimit: number | null;
  decidedById: string | null;
  orderedToday: OrderOfPlan[][];
  orders: OrderOfPlan[];
  contribution: number | null;
  savingsPlan: { isin: string; name: string; fraction: number; before: number }[];
}

const planSql = `
select p.id as "planId", p.row_version as "rowVersion", p.state, p.input_hash is not null as "hasInput", (p.created_at at time zone 'Europe/Berlin')::date as "createdDay",
  p.expires_at <= $2::timestamptz as "isExpired",
  p.portfolio_id is not null and not exists (select from portfolios f where f.tenant_id = p.tenant_id
    and f.id = p.portfolio_id and f.is_current) as "isPortfolioOther",
  exists (select from tariffs a where a.tenant_id = c.tenant_id and a.id = c.tariff_id
    and a.updated_at > p.created_at) as "isTariffOther",
  -- the newest price known, as plans are made: the bank's of the holding, unless the fund has a newer one
  exists (select from planned_transactions t join funds f on f.tenant_id = t.tenant_id and f.id = t.fund_id
    left join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.portfolio_id and e.fund_id = t.fund_id
    where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id and t.price is not null
      and case when e.price_date >= f.price_date or not ${isPricedInEuros} then e.price else f.price end is distinct from t.price) as "isPriceOther",
  p.checks, a.state as approval, a.decided_by as "decidedById", ${approvalLimitSql} as "approvalLimit",
  ${orderedTodaySql('p.contract_id')} as "orderedToday",
  coalesce((select json_agg(json_build_object('action', t.action, 'isin', f.isin, 'name', f.name, 'fromIsin', s.isin,
      'fromName', s.name, 'quantity', t.quantity, 'amount', t.amount) order by t.sort_order, t.id)
    from planned_transactions t join funds f on f.tenant_id = t.tenant_id and f.id = t.fund_id
      left join funds s on s.tenant_id = t.tenant_id and s.id = t.from_fund_id
    where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), '[]') as orders,
  -- what is paid today, as the plan was worked out: another rate may begin later
  plan.contribution,
  coalesce((select json_agg(json_build_object('isin', f.isin, 'name', f.name,
      'fraction', (e->>'fractionAfter')::numeric, 'before', (e->>'fractionBefore')::numeric) order by f.isin)
    from jsonb_array_elements(${savingsPlanChangesSent('$3')}) e
      join funds f on f.tenant_id = p.tenant_id and f.id = (e->>'fundId')::integer), '[]') as "savingsPlan"
from planned_optimizations p join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
  ${paidOn('$3')}
  left join plan_approvals a on a.tenant_id = p.tenant_id and a.planned_optimization_id = p.id
where p.contract_id = $1 and p.state in (${quotedList(openPlanStates)})`;

/**
 * The contract's open plan with its orders, and whether it is still good; null without one. Only for contracts the
 * caller has been let at. @param now milliseconds @param today of the caller's zone
 */
export async function readPlanForExecution(
  reader: Reader,
  context: DbContext,
  contractId: string,
  now: number,
  today: string,
): Promise<PlanForExecution | null> {
  const [row] = await reader.read<Row>(context, {
    sql: planSql,
    parameters: [contractId, new Date(now).toISOString(), today],
  });
  if (!row) return null;
  const { planId, rowVersion, state, hasInput, orders } = row;
  return {
    planId,
    rowVersion,
    state,
    hasInput,
    outdatedReasons: outdatedReasons(row, today),
    blockedChecks: row.checks.filter((check) => check.result === 'blocked'),
    approvalState: approvalStateOf(
      turnoverOfAll([orders, ...row.orderedToday]),
      row.approvalLimit,
      row.approval,
    ),
    approvedById: row.approval === 'approved' ? row.decidedById : null,
    orders,
    savingsPlan: savingsPlanOf(row),
  };
}

function outdatedReasons(row: Row, today: string): string[] {
  return [
    ...(row.isExpired ? ['expired'] : []),
    ...(bankDaysBetween(row.createdDay, today) > 1 ? ['pricesTooOld'] : []),
    ...(row.isPriceOther ? ['pricesMoved'] : []),
    ...(row.isPortfolioOther ? ['portfolioChanged'] : []),
    ...(row.isTariffOther ? ['tariffChanged'] : []),
  ];
}

function savingsPlanOf(row: Row): SavingsPlanOfPlan | null {
  const isChanged = row.savingsPlan.some((entry) => entry.fraction !== entry.before);
  if (!isChanged || row.contribution === null) return null;
  return {
    contribution: row.contribution,
    entries: row.savingsPlan
      .filter((entry) => entry.fraction > 0)
      .map(({ isin, name, fraction }) => ({ isin, name, fraction })),
  };
}
