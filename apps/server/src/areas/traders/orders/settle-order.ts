import { isDeepStrictEqual } from 'node:util';
import { isOpenOrder } from '@depotwerk/domain/contracts/trader-order-states';
import { sql, type Transaction } from 'kysely';
import { type AuditActor, writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import type { ExecutionState, TraderFault } from '../gateway/trader-gateway.ts';
import type { TraderServices } from '../trader-services.ts';
import { knowledgeOf, lockOrder, type OrderAnswer, type OrderRow } from './order-row.ts';
import { nextOrder, type OrderEvent, type OrderState, secondsUntilNextQuestion } from './order-states.ts';
import { recordMovements } from './record-movements.ts';

/** What came of sending or asking. */
export type Outcome =
  | { readonly kind: 'told'; readonly execution: ExecutionState }
  | { readonly kind: 'refused'; readonly fault: TraderFault }
  | { readonly kind: 'lost'; readonly fault: TraderFault };

/** Refusals that leave the plan as it was: it can be signed and sent again under a new order id. */
const passing = new Set(['missingContractConfirmation', 'signingExpired', 'transactionChanged']);

/**
 * Writes what became of an order: state, the bank's words, and once it is settled the plan, the hints it served and the
 * refresh of the contract, all in one transaction (part of a verb that has checked the permission, and a
 * system job). Called twice with the same news it changes nothing.
 */
export function applyOutcome(
  services: Pick<TraderServices, 'database'>,
  order: Pick<OrderRow, 'tenantId' | 'userId' | 'id'>,
  outcome: Outcome,
  actor: AuditActor,
): Promise<OrderRow> {
  const context = { tenantId: order.tenantId, userId: order.userId };
  return services.database.transaction(context, async (transaction) => {
    // The contract before the order and its movements, as the form of movements and a file lock them.
    await sql`select 1 from contracts c join trader_orders o on o.tenant_id = c.tenant_id and o.contract_id = c.id
      where o.tenant_id = app_tenant_id() and o.id = ${order.id} for no key update of c`.execute(transaction);
    const stored = await lockOrder(transaction, order.id);
    const next = nextOrder(knowledgeOf(stored), eventOf(outcome));
    const answer = answerOf(outcome, next.state) ?? stored.answer;
    const isSettled = !isOpenOrder(next.state);
    const wait = secondsUntilNextQuestion(stored.attempts);
    await sql`update trader_orders set state = ${next.state}, answer = ${JSON.stringify(answer)}::jsonb,
        attempts = attempts + case when ${isSettled} then 0 else 1 end,
        last_fault = ${outcome.kind === 'lost' ? outcome.fault.kind : null},
        settled_at = case when ${isSettled} then coalesce(settled_at, now()) end,
        differs = differs or (settled_at is not null and state <> ${next.state}),
        next_check_at = case when ${isSettled} then null else now() + ${wait} * interval '1 second' end
      where tenant_id = app_tenant_id() and id = ${order.id}`.execute(transaction);
    // Corrected figures count in the same state as well.
    if (
      isSettled &&
      (next.state !== stored.state || !isDeepStrictEqual(answer?.results, stored.answer?.results))
    )
      await recordMovements(transaction, stored, answer);
    if (next.state !== stored.state) {
      if (isSettled) await settle(transaction, stored, next.state, outcome, answer);
      await writeAudit(transaction, {
        actor,
        action: isOpenOrder(stored.state) ? 'traderOrders.state' : 'traderOrders.correct',
        objectType: 'contract',
        objectId: stored.contractId,
        before: { state: stored.state },
        after: { state: next.state, answer },
        details: {
          orderId: stored.id,
          clientOrderId: stored.clientOrderId,
          from: stored.state,
          to: next.state,
          fault: outcome.kind === 'told' ? null : outcome.fault.kind,
        },
        result: next.state === 'refused' ? 'refused' : 'done',
      });
    }
    return { ...stored, state: next.state, answer };
  });
}

function eventOf(outcome: Outcome): OrderEvent {
  return outcome.kind === 'told'
    ? { kind: 'told', bankState: outcome.execution.state }
    : { kind: outcome.kind };
}

function answerOf(outcome: Outcome, next: OrderState): OrderAnswer | null {
  if (outcome.kind === 'told') {
    const { state, results, traderCode, traderMessage } = outcome.execution;
    return { state, results, traderCode, traderMessage };
  }
  if (outcome.kind === 'lost' || next !== 'refused') return null;
  const { traderCode, message } = outcome.fault;
  return { state: null, results: [], traderCode, traderMessage: message };
}

async function settle(
  transaction: Transaction<Schema>,
  order: OrderRow,
  state: OrderState,
  outcome: Outcome,
  answer: OrderAnswer | null,
): Promise<void> {
  const mayTryAgain =
    outcome.kind === 'refused' && (passing.has(outcome.fault.kind) || outcome.fault.isRetryable);
  const planState = state === 'refused' ? (mayTryAgain ? 'checked' : 'rejected') : state;
  await sql`update planned_optimizations set state = ${planState}
    where tenant_id = app_tenant_id() and id = ${order.planId}`.execute(transaction);
  if (state === 'refused') return;
  await closeHints(transaction, order, answer);
  await enqueueJob(transaction, {
    jobType: 'remoteRefresh',
    payload: { issuerId: order.issuerId, contractIds: [order.contractId] },
    createdBy: order.userId,
    uniqueKey: `remoteRefresh order ${order.id}`,
  });
}

/** Hints the executed orders served are done; those of a fund the bank did not trade stay open. */
async function closeHints(
  transaction: Transaction<Schema>,
  order: OrderRow,
  answer: OrderAnswer | null,
): Promise<void> {
  const untraded = (answer?.results ?? [])
    .filter((each) => each.state !== 'executed')
    .map((each) => each.isin);
  await sql`
    with served as (
      select h.id, bool_and(f.isin <> all (${untraded}::text[])) as is_done
        from planned_transactions t
        join funds f on f.tenant_id = t.tenant_id and f.id = t.fund_id
        join contract_hints h on h.tenant_id = t.tenant_id and h.contract_id = ${order.contractId}
          and (h.id = any (t.hint_ids)
               or cardinality(t.hint_ids) = 0 and 'H' || lpad(h.optimization_hint_id::text, 2, '0') = any (t.hint_codes))
       where t.tenant_id = app_tenant_id() and t.planned_optimization_id = ${order.planId}
       group by h.id)
    update contract_hints h set state = 'done', state_changed_by = ${order.userId}, state_changed_at = now()
      from served s where h.tenant_id = app_tenant_id() and h.id = s.id and s.is_done
       and h.state in ('open', 'accepted')`.execute(transaction);
}
