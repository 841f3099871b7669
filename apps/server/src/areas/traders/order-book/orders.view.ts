import type { CallInput } from '@depotwerk/api/call';
import type { listOrders, OrderBookRow } from '@depotwerk/api/orders';
import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { distinctName } from '../../../platform/database/distinct-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { betweenDays } from '../../../platform/lists/between-days.ts';
import { containsFolded } from '../../../platform/lists/read-list.ts';
import { searchOf } from '../../../platform/lists/search-text.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { carriedOutSql, visibilityConditions } from '../../contracts/public.ts';

export type OrderBookFilter = Pick<CallInput<typeof listOrders>['query'], 'state' | 'search' | 'from' | 'to'>;

interface Row extends Omit<OrderBookRow, 'turnover' | 'executedTurnover' | 'orderCount'> {
  orders: { action: string; amount: number }[];
  executed: { action: string; amount: number }[] | null;
}

const from = `trader_orders o join contracts c on c.tenant_id = o.tenant_id and c.id = o.contract_id
  join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
  join issuers i on i.tenant_id = c.tenant_id and i.id = coalesce(o.issuer_id, c.issuer_id)
  left join users w on w.tenant_id = o.tenant_id and w.id = o.user_id
  left join plan_approvals a on a.tenant_id = o.tenant_id and a.planned_optimization_id = o.planned_optimization_id
    and a.state = 'approved'
  left join users ad on ad.tenant_id = a.tenant_id and ad.id = a.decided_by`;

const selection = `o.id, c.id as "contractId", c.external_key as "contractNumber",
  ${personNameOf('u')} as "customerName", i.issuer_name as "issuerName", o.state,
  coalesce(o.request->'orders', '[]') as orders,
  case when o.state in ${carriedOutSql} then (select json_agg(json_build_object('action', r.action, 'amount', coalesce(r."executedAmount", 0)))
    from jsonb_to_recordset(o.answer->'results') r (action text, state text, "executedAmount" numeric)
    where r.state in ('executed', 'partlyExecuted')) end as executed, coalesce(o.request->'savingsPlan', 'null') <> 'null' as "isSavingsPlanChanged",
  o.created_at as "createdAt", o.settled_at as "settledAt", ${distinctName('w')} as "orderedBy", ${distinctName('ad')} as "approvedBy",
  o.answer->>'traderMessage' as "traderMessage", o.differs`;

/**
 * A page of executions of contracts the caller sees, newest first, and how many there are.
 * @param timeZone IANA zone in which the days of the filter begin and end
 */
export async function listOrderBook(
  { database }: ReadServices,
  scope: Scope,
  timeZone: string,
  { state, search, ...days }: OrderBookFilter,
  page: { readonly size: number; readonly offset: number },
): Promise<{ rows: OrderBookRow[]; total: number }> {
  const query = (select: (parameters: Parameters) => readonly [string, string]) => {
    const parameters = new Parameters();
    const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
    if (state !== undefined) conditions.push(`o.state = ${parameters.add(state)}`);
    conditions.push(...betweenDays('o.created_at', days, timeZone, parameters));
    const text = searchOf(search);
    if (text !== null) conditions.push(containsFolded('c.search_text', text, parameters));
    const [columns, tail] = select(parameters);
    return {
      sql: `select ${columns} from ${from} where ${conditions.join(' and ')} ${tail}`,
      parameters: parameters.values,
    };
  };
  const [rows, counts] = await database.readMany<[Row, { count: number }]>(scope, [
    query((parameters) => [
      selection,
      `order by o.created_at desc, o.id limit ${parameters.add(page.size)} offset ${parameters.add(page.offset)}`,
    ]),
    query(() => ['count(*)::int as count', '']),
  ]);
  return {
    rows: rows.map(({ orders, executed, ...row }) => ({
      ...row,
      orderCount: orders.length,
      turnover: turnoverOf(orders),
      executedTurnover: executed && turnoverOf(executed),
    })),
    total: counts[0]?.count ?? 0,
  };
}
