import { traderOrderStates } from '@depotwerk/domain/contracts/trader-order-states';
import {
  credentialStatuses,
  executionStates,
  signingStates,
  tradeActions,
} from '@depotwerk/domain/contracts/trading-words';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import {
  challenge,
  signedOrder,
  signedSavingsPlan,
  signedStepErrors,
  tokenProviderType,
} from '../challenge.ts';
import { id, instant, integerId, money, pathId } from '../fields.ts';

const defineCall = callsOf('traders');

/**
 * The three steps are one call:
 * all null → challenge; provider without token → the bank sends its code or asks for approval, challenge again;
 * provider with token, or an approved `bankDecoupled` provider without one → executed, empty answer (204).
 * Every step takes an Idempotency-Key of its own.
 */
export const executePlannedOptimization = defineCall({
  id: 'executePlannedOptimization',
  method: 'POST',
  path: '/trader-depots/:id/execute-plannedoptimization',
  summary: 'Executes the planned optimisation of the depot at the bank, with the second factor of the bank.',
  access: 'optimization.execute',
  params: pathId,
  body: z.strictObject({
    tokenProviderType: z.nullable(tokenProviderType),
    tokenProviderId: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
    token: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
  }),
  /** null (HTTP 204) = accepted by the bank: reload the contract. */
  answer: z.nullable(challenge),
  answerKind: 'jsonOrEmpty',
  needsIdempotencyKey: true,
  errors: [
    'customers.blocked',
    'common.notFound',
    'common.inProgress',
    'optimization.outdated',
    'optimization.notExecutable',
    'optimization.holdingsUnread',
    'optimization.changesUndecided',
    'optimization.purchaseForbidden',
    'optimization.keyInformationMissing',
    ...signedStepErrors,
    'fundsApi.missingContractConfirmation',
    'fundsApi.orderRunning',
    'fundsApi.traderUnavailable',
  ],
});

/** Decoupled approval: asked every `pollAfterSeconds` until it is no longer pending. */
export const getSecondFactorState = defineCall({
  id: 'getSecondFactorState',
  opensWhileViewing: false,
  method: 'GET',
  path: '/second-factor/:challengeId',
  summary: 'Whether an open challenge of the user was confirmed, rejected or has expired.',
  access: 'signedIn',
  params: z.strictObject({ challengeId: id }),
  answer: z.strictObject({
    challengeId: id,
    state: z.enum(signingStates),
    attemptsLeft: z.int(),
    expiresAt: instant,
    pollAfterSeconds: z.nullable(z.int()),
  }),
  errors: ['common.notFound'],
});

export const traderOrderState = z.enum(traderOrderStates);

const orderResult = z.strictObject({
  isin: z.string(),
  action: z.enum(tradeActions),
  state: z.enum(executionStates),
  executedQuantity: z.number(),
  executedAmount: money,
  message: z.nullable(z.string()),
});

/** One execution: all orders of one plan, sent to the bank under one client order id. */
export const traderExecution = z.strictObject({
  id,
  plannedOptimizationId: id,
  clientOrderId: id,
  state: traderOrderState,
  createdAt: instant,
  sentAt: z.nullable(instant),
  settledAt: z.nullable(instant),
  orders: z.array(signedOrder),
  savingsPlan: z.nullable(signedSavingsPlan),
  /** Per order as far as the bank has told. */
  results: z.array(orderResult),
  traderCode: z.nullable(z.string()),
  traderMessage: z.nullable(z.string()),
});

/** Where a contract lies at a bank and what was ordered there; gives the id `execute-plannedoptimization` needs. */
export const getContractTraderDepot = defineCall({
  id: 'getContractTraderDepot',
  method: 'GET',
  path: '/contracts/:id/trader-depot',
  summary:
    'The depot a contract is linked to, the access of the user to its bank, and its executions, newest first.',
  access: 'contracts.view',
  params: pathId,
  answer: z.strictObject({
    contractId: id,
    /** null while the contract is not linked to a depot. */
    traderDepotId: z.nullable(id),
    externalKey: z.string(),
    issuerId: integerId,
    issuerName: z.string(),
    bankId: z.nullable(z.string()),
    bankName: z.nullable(z.string()),
    /** The bank takes orders from here. */
    takesOrders: z.boolean(),
    credentialStatus: z.enum(credentialStatuses),
    /** The user holds permission and group right to execute. */
    mayExecute: z.boolean(),
    lastRefreshAt: z.nullable(instant),
    executions: z.array(traderExecution),
  }),
  errors: ['common.notFound'],
});
