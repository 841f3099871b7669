import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { inEveryTenant } from '../../../platform/database/every-tenant.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { startLooking } from '../../../platform/looking.ts';
import type { TraderServices } from '../trader-services.ts';
import { type OrderRow, orderColumns } from './order-row.ts';
import { compareOrder, reconcileOrder } from './reconcile-order.ts';

type Needs = Pick<TraderServices, 'database' | 'keys' | 'gateways' | 'logger'>;

const tickMs = 2000;
/** Ticks between two looks for settled orders that are due for their comparison. */
const compareEvery = 15;
const batchSize = 20;
const stopMs = 3000;
/** An order taken up here is left alone by other processes for as long as asking and sending may take. */
const claimSeconds = 30;
/** Settled orders are compared soon after, then daily for this long. */
const compareDays = 10;

const system = { kind: 'system' } as const;

export interface Reconciliation {
  /** Takes up what is due now and waits for all of it; how many orders that were. */
  runOnce(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Asks the banks about open orders that are due, every two seconds in every process; one that another process holds is
 * skipped. Banks are worked on beside each other, so that one that hangs delays only its own orders.
 */
export function startReconciliation(services: Needs): Reconciliation {
  const underWay = new Map<string, Promise<void>>();
  let ticks = 0;

  const start = (order: OrderRow, work: (order: OrderRow) => Promise<unknown>): void => {
    if (underWay.has(order.id)) return;
    const running = settled(work(order))
      .catch((error: unknown) => {
        const name = error instanceof Error ? error.name : 'unknown';
        services.logger.error({ orderId: order.id, err: { name } }, 'traderOrders.reconciliationFailed');
      })
      .finally(() => underWay.delete(order.id));
    underWay.set(order.id, running);
  };

  const look = async (isComparing: boolean): Promise<number> => {
    const due = await inEveryTenant(services.database, claimDue);
    for (const order of due) start(order, (each) => reconcileOrder(services, each, system));
    if (!isComparing) return due.length;
    const settled = await inEveryTenant(services.database, claimSettled);
    for (const order of settled) start(order, (each) => compareOrder(services, each, system));
    return due.length + settled.length;
  };

  const looking = startLooking(
    tickMs,
    () => {
      ticks += 1;
      return look(ticks % compareEvery === 0);
    },
    // The database is away: the next tick looks again.
    () => undefined,
  );

  const settle = async (): Promise<void> => {
    await Promise.all(underWay.values());
  };
  return {
    runOnce: async () => {
      const count = await look(true);
      await settle();
      return count;
    },
    stop: async () => {
      // A bank that hangs must not keep the server from ending: what is under way is taken up again after the start.
      await Promise.race([looking.stop().then(settle), sleep(stopMs, undefined, { ref: false })]);
    },
  };
}

async function settled(work: Promise<unknown>): Promise<void> {
  await work;
}

async function claimDue(transaction: Transaction<Schema>): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    update trader_orders set next_check_at = now() + ${claimSeconds} * interval '1 second'
     where tenant_id = app_tenant_id() and id in (
       select o.id from trader_orders o where o.tenant_id = app_tenant_id() and o.state in ('prepared', 'sent', 'unknown')
          and o.user_id is not null and o.next_check_at <= now()
        order by o.next_check_at limit ${batchSize} for update skip locked)
    returning ${sql.raw(orderColumns)}`.execute(transaction);
  return rows;
}

async function claimSettled(transaction: Transaction<Schema>): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    update trader_orders set compared_at = now()
     where tenant_id = app_tenant_id() and id in (
       select o.id from trader_orders o where o.tenant_id = app_tenant_id() and o.user_id is not null
          and o.settled_at > now() - ${compareDays} * interval '1 day'
          and case when o.compared_at is null then o.settled_at < now() - interval '2 minutes'
                   else o.compared_at < now() - interval '1 day' end
        order by o.settled_at limit ${batchSize} for update skip locked)
    returning ${sql.raw(orderColumns)}`.execute(transaction);
  return rows;
}
