import { signingMethodTypes } from '@depotwerk/domain/contracts/trading-words';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../../../platform/database/schema.ts';
import type { OrderOfPlan, SavingsPlanOfPlan } from '../../optimization/public.ts';
import type { BankExecution, ExecutionState } from '../gateway/trader-gateway.ts';
import type { OrderKnowledge, OrderState } from './order-states.ts';

/** What one execution asks of the bank, with the names people see. */
export interface OrderRequest {
  readonly orders: readonly OrderOfPlan[];
  readonly savingsPlan: SavingsPlanOfPlan | null;
}

/** What the bank last told: its state of the execution, or its refusal (then without a state). */
export interface OrderAnswer {
  readonly state: ExecutionState['state'] | null;
  readonly results: ExecutionState['results'];
  readonly traderCode: string | null;
  readonly traderMessage: string | null;
}

/** One row of trader_orders as this area works with it. */
export interface OrderRow {
  readonly tenantId: string;
  readonly id: string;
  readonly contractId: string;
  readonly planId: string;
  readonly clientOrderId: string;
  readonly state: OrderState;
  readonly request: OrderRequest;
  readonly answer: OrderAnswer | null;
  readonly userId: string;
  readonly issuerId: number;
  readonly externalKey: string;
  readonly signingId: string;
  /** Hex. */
  readonly transactionHash: string;
  readonly attempts: number;
}

/** Columns of an `OrderRow`; rows of other origin, without bank and user, are never read with it. */
export const orderColumns = `tenant_id as "tenantId", id, contract_id as "contractId",
  planned_optimization_id as "planId", client_order_id as "clientOrderId", state, request, answer,
  user_id as "userId", issuer_id as "issuerId", external_key as "externalKey", signing_id as "signingId",
  encode(transaction_hash, 'hex') as "transactionHash", attempts`;

/** Locks one order until the end of the transaction. */
export async function lockOrder(transaction: Transaction<Schema>, orderId: string): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`select ${sql.raw(orderColumns)} from trader_orders
    where tenant_id = app_tenant_id() and id = ${orderId} for update`.execute(transaction);
  const order = rows[0];
  if (!order) throw new Error('an order is never deleted');
  return order;
}

/** State and last word of the bank, for the state machine. */
export const knowledgeOf = (order: Pick<OrderRow, 'state' | 'answer'>): OrderKnowledge => ({
  state: order.state,
  answer: order.answer?.state ?? null,
});

/** The order as the gateway sends it: the same every time, names left out. */
export function bankExecutionOf(
  order: Pick<OrderRow, 'clientOrderId' | 'externalKey' | 'transactionHash' | 'request'>,
): BankExecution {
  const { clientOrderId, externalKey, transactionHash, request } = order;
  return {
    clientOrderId,
    externalKey,
    transactionHash,
    orders: request.orders.map(({ action, isin, fromIsin, quantity, amount }) => ({
      action,
      isin,
      fromIsin,
      quantity,
      amount,
    })),
    savingsPlan: request.savingsPlan && {
      contribution: request.savingsPlan.contribution,
      entries: request.savingsPlan.entries.map(({ isin, fraction }) => ({ isin, fraction })),
    },
  };
}

/** What a challenge of ours remembers beside the columns of second_factor_challenges. */
export const challengeContext = z.object({
  signingId: z.string(),
  clientOrderId: z.string(),
  issuerId: z.int(),
  bankName: z.string(),
  depotId: z.string(),
  contractId: z.string(),
  planId: z.string(),
  text: z.string(),
  methods: z.array(
    z.object({
      id: z.string(),
      type: z.enum(signingMethodTypes),
      description: z.string(),
      maskedTarget: z.nullable(z.string()),
    }),
  ),
  selectedMethodId: z.nullable(z.string()),
});
export type ChallengeContext = z.infer<typeof challengeContext>;
