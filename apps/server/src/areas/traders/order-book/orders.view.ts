import type { CallInput } from '@depotwerk/api/call';
import type { listOrders, OrderBookRow } from '@depotwerk/api/traders/orders';
import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import { tradedStates } from '@depotwerk/domain/contracts/trading-words';
import { personNameOf } from '../../../platform/customers/person-name.ts';
import { distinctName } from '../../../platform/database/distinct-name.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { betweenDays } from '../../../platform/lists/between-days.ts';
import { boundedCount } from '../../../platform/lists/total-count.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { carriedOutSql, searchConditions, visibilityConditions } from '../../contracts/public.ts';

export type OrderBookFilter = Pick<CallInput<typeof listOrders>['query'], 'state' | 'search' | 'from' | 'to'>;

interface Row extends Omit<OrderBookRow, 'turnover' | 'executedTurnover' | 'orderCount'> {
  orders: { action: string; amount: number }[];
  executed: { action: string; amount: number }[] | null;
}

/** All that decides which executions are shown. */
const counted = 'trader_orders o join contracts c on c.tenant_id = o.tenant_id and c.id = o.contract_id';
const from = `${counted}
  join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
  join issuers i on i.tenant_id = c.tenant_id and i.id = coalesce(o.issuer_id, c.issuer_id)
  left join users w on w.tenant_id = o.tenant_id and w.id = o.user_id
  left join plan_approvals a on a.tenant_id = o.tenant_id and a.planned_optimization_id = o.planned_optimization_id
    and a.state = 'approved'
  left join users ad on ad.tenant_id = a.tenant_id and ad.id = a.decided_by`;

const order = 'o.created_at desc, o.id';

const selection = `o.id, c.id as "contractId", c.external_key as "contractNumber",
  ${personNameOf('u')} as "customerName", i.issuer_name as "issuerName", o.state,
  coalesce(o.request->'orders', '[]') as orders,
  case when o.state in ${carriedOutSql} then (select json_agg(json_build_object('action', r.action, 'amount', coalesce(r."executedAmount", 0)))
    from jsonb_to_recordset(o.answer->'results') r (action text, state text, "executedAmount" numeric)
    where r.state in (${quotedList(tradedStates)})) end as executed, coalesce(o.request->'savingsPlan', 'null') <> 'null' as "isSavingsPlanChanged",
  o.created_at as "createdAt", o.settled_at as "settledAt", ${distinctName('w')} as "orderedBy", ${distinctName('ad')} as "approvedBy",
  o.answer->>'traderMessage' as "traderMessage", o.differs`;

/**
 * A page of executions of contracts the caller sees, newest first, and how many there are (counted as `boundedCount` does).
 * @param timeZone IANA zone in which the days of the filter begin and end
 */
export async function listOrderBook(
  { database }: ReadServices,
  scope: Scope,
  timeZone: string,
  { state, search, ...days }: OrderBookFilter,
  page: { readonly size: number; readonly offset: number },
): Promise<{ rows: OrderBookRow[]; total: number }> {
  const query = (toSql: (where: string, parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const visibility = visibilityOf(scope, 'groupContracts.view');
    const conditions = visibilityConditions(visibility, parameters);
    if (state !== undefined) conditions.push(`o.state = ${parameters.add(state)}`);
    conditions.push(...betweenDays('o.created_at', days, timeZone, parameters));
    conditions.push(...searchConditions(search, visibility, parameters));
    return { sql: toSql(conditions.join(' and '), parameters), parameters: parameters.values };
  };
  const [rows, counts] = await database.readMany<[Row, { count: number }]>(scope, [
    query(
      // The page is cut from what decides; everything else of a row is fetched for it only.
      (
        where,
        parameters,
      ) => `select ${selection} from ${from} where o.id in (select o.id from ${counted} where ${where}
          order by ${order} limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int)
        order by ${order}`,
    ),
    query((where) => boundedCount(counted, where)),
  ]);
  return {
    rows: rows.map(({ orders, executed, ...row }) => ({
      ...row,
      orderCount: orders.length,
      turnover: turnoverOf(orders),
      executedTurnover: executed && turnoverOf(executed),
    })),
    // A file reads more rows than are counted.
    total: Math.max(counts[0]?.count ?? 0, rows.length),
  };
}
