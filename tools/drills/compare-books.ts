import pg from 'pg';
import { createTraderGateways } from '../../apps/server/src/areas/traders/gateway/gateway-registry.ts';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
} from '../../apps/server/src/platform/database/connection.ts';
import type { PracticeBankProcess } from './practice-bank-process.ts';

interface Order {
  readonly clientOrderId: string;
  readonly contractId: string;
  readonly planId: string;
  readonly state: string;
  readonly planState: string;
  readonly issuerId: number;
  readonly bankId: string;
  readonly loginName: string;
  readonly orderCount: number;
  readonly auditRows: number;
}

async function query<Row extends pg.QueryResultRow>(target: DatabaseTarget, sql: string): Promise<Row[]> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Executions that are neither confirmed nor refused yet. */
export async function countOpen(target: DatabaseTarget): Promise<number> {
  const rows = await query<{ count: number }>(
    target,
    "select count(*)::int as count from trader_orders where state in ('prepared', 'sent', 'unknown')",
  );
  return rows[0]?.count ?? 0;
}

const orderSql = `
select o.client_order_id as "clientOrderId", o.contract_id as "contractId", o.planned_optimization_id as "planId", o.state,
  p.state as "planState", o.issuer_id as "issuerId", i.bank_id as "bankId", u.user_name as "loginName",
  jsonb_array_length(o.request->'orders') as "orderCount",
  (select count(*)::int from audit_entries a where a.tenant_id = o.tenant_id and a.action = 'optimization.execute'
    and a.details->>'clientOrderId' = o.client_order_id::text) as "auditRows"
from trader_orders o join issuers i on i.tenant_id = o.tenant_id and i.id = o.issuer_id
  join users u on u.tenant_id = o.tenant_id and u.id = o.user_id
  join planned_optimizations p on p.tenant_id = o.tenant_id and p.id = o.planned_optimization_id
where o.user_id is not null`;

const expected: Record<string, string> = {
  confirmed: 'executed',
  partlyConfirmed: 'partlyExecuted',
};

/** Compares every execution of the product with the ledger of the bank and with what the bank says of it. */
export async function compareBooks(
  target: DatabaseTarget,
  bank: PracticeBankProcess,
  passwords: ReadonlyMap<number, string>,
): Promise<{ count: number; booked: number; states: Record<string, number>; wrong: string[] }> {
  const orders = await query<Order>(target, orderSql);
  const ledger = await bank.ledger();
  const gateway = createTraderGateways(bank.url).of('api');
  const lines = Map.groupBy(ledger, (line) => line.clientOrderId);
  const wrong: string[] = [];
  const states: Record<string, number> = {};
  const executedByPlan = new Map<string, number>();
  for (const order of orders) {
    states[order.state] = (states[order.state] ?? 0) + 1;
    const own = lines.get(order.clientOrderId) ?? [];
    lines.delete(order.clientOrderId);
    const different = new Set(own.map((line) => `${line.action} ${line.isin}`)).size;
    if (different !== own.length) wrong.push(`${order.clientOrderId}: booked twice`);
    if (order.auditRows !== 1) wrong.push(`${order.clientOrderId}: ${order.auditRows} audit entries`);
    const access = { issuerId: order.issuerId, bankId: order.bankId, loginName: order.loginName };
    const password = passwords.get(order.issuerId) ?? '';
    const said =
      (await gateway.findExecution({ ...access, password }, order.clientOrderId))?.state ?? 'never heard';
    const isTrue =
      order.state === 'refused'
        ? ['rejected', 'never heard'].includes(said) && own.length === 0
        : said === expected[order.state];
    if (!isTrue)
      wrong.push(`${order.clientOrderId}: ${order.state} here, ${said} with ${own.length} bookings there`);
    if (order.state === 'confirmed' && own.length !== order.orderCount) {
      wrong.push(`${order.clientOrderId}: ${order.orderCount} orders, ${own.length} bookings`);
    }
    if (order.state === 'refused') continue;
    if (order.planState !== order.state) wrong.push(`${order.clientOrderId}: its plan is ${order.planState}`);
    executedByPlan.set(order.planId, (executedByPlan.get(order.planId) ?? 0) + 1);
  }
  for (const [planId, times] of executedByPlan)
    if (times > 1) wrong.push(`plan ${planId} was executed ${times} times`);
  for (const clientOrderId of lines.keys()) wrong.push(`${clientOrderId}: booked there, unknown here`);
  return { count: orders.length, booked: ledger.length, states, wrong };
}
