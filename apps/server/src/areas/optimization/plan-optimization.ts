import type { CallInput, SentAnswer } from '@depotwerk/api/call';
import type {
  planOptimization as planOptimizationCall,
  simulateOptimization as simulateCall,
} from '@depotwerk/api/optimization/optimization';
import type { ProposalMode } from '@depotwerk/domain/advice/proposal-modes';
import type { AdviceInput, PlanChoices } from '@depotwerk/engine/advice/advice-input';
import { type AdviceProposal, planAdvice } from '@depotwerk/engine/advice/plan-advice';
import { keptAdvice, recommendedAdvice } from '@depotwerk/engine/advice/recommended-advice';
import { EngineError } from '@depotwerk/engine/engine-error';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { partHashes, readAdviceInput } from './advice-input.view.ts';
import { lockAdvisedContract } from './lock-advised-contract.ts';
import { expiryOf, refusedPlan } from './plan-rules.ts';
import { readPlanAsMade } from './planned-optimization.view.ts';
import { discardPlan, insertPlan, lockOpenPlan } from './store-plan.ts';
import type { TariffData, TariffVerb } from './tariff-data.ts';

/** The proposals for an adviser's choices, nothing stored: what the browser computes from the same input. */
export async function simulateOptimization(
  services: ReadServices & { readonly clock: () => number },
  tariffs: TariffData,
  { scope, zone }: SignedInContext,
  { params, body }: CallInput<typeof simulateCall>,
): Promise<SentAnswer<typeof simulateCall>> {
  requirePermission(scope, 'optimization.plan');
  const today = todayIn(zone, new Date(services.clock()));
  const input = await readAdviceInput(services, tariffs, scope, params.id, today);
  const { mode, ...choices } = body;
  const proposals = propose(input, choices, mode);
  return { inputHash: input.inputHash, proposals };
}

/**
 * Stores one of the proposals as the contract's plan; an open one is replaced.
 * @throws 400 when limits of the tariff cannot be kept, with all that bind; 409 while the bank has a plan
 */
export const planOptimization: TariffVerb<typeof planOptimizationCall> = async (
  services,
  tariffs,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.plan');
  const now = new Date(services.clock());
  const today = todayIn(context.zone, now);
  const { mode, ...choices } = body;
  const prepare = async () => {
    const input = await readAdviceInput(services, tariffs, scope, params.id, today);
    const proposals = propose(input, choices);
    const proposal = proposals.find((candidate) => candidate.mode === mode);
    if (!proposal?.isFeasible) throw refusedPlan('optimization.infeasible', proposal?.reasons ?? []);
    return { input, proposals, proposal };
  };
  const store = async (
    transaction: Transaction<Schema>,
    { input, proposals, proposal }: Awaited<ReturnType<typeof prepare>>,
  ) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const open = await lockOpenPlan(transaction, params.id);
    if (open) await discardPlan(transaction, open.id);
    const riskClassId = choices.riskClassId ?? input.riskClassId;
    const planId = await insertPlan(transaction, {
      contractId: params.id,
      portfolioId: input.portfolioId,
      mode,
      riskClassId,
      description: proposal,
      parameters: {
        choices,
        parts: partHashes(input, riskClassId),
        recommended: keptAdvice(proposals),
        isRecommendedSuitable: recommendedAdvice(proposals)?.isSuitable ?? null,
      },
      inputHash: input.inputHash,
      messages: proposal.messages,
      createdBy: scope.userId,
      createdAt: now.toISOString(),
      expiresAt: expiryOf(today),
    });
    await writeAudit(transaction, {
      actor,
      action: 'optimization.plan',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.group_id,
      after: { transactions: proposal.transactions, savingsPlanChanges: proposal.savingsPlanChanges },
      details: { planId, mode, replaced: open?.id ?? null, orders: proposal.transactions.length },
    });
    return readPlanAsMade(readerIn(transaction), scope, params.id);
  };
  const request = { contractId: params.id, ...body };
  return answerPrepared(services.database, context, 'planOptimization', request, prepare, store);
};

/** The engine's proposals; choices it cannot work with are the caller's mistake. */
function propose(input: AdviceInput, choices: PlanChoices, mode?: ProposalMode): AdviceProposal[] {
  refuseUnknownFunds(input, [...(choices.excludedFundIds ?? []), ...(choices.lockedFundIds ?? [])]);
  try {
    return planAdvice(input, choices, mode);
  } catch (error) {
    if (error instanceof EngineError && error.path === 'riskClassId') throw noSuchClass(choices);
    throw error;
  }
}

/** No class chosen and none assessed: nothing to plan for. Otherwise the choice is wrong. */
const noSuchClass = (choices: PlanChoices): AppError =>
  choices.riskClassId === undefined
    ? new AppError('optimization.notCheckable')
    : new AppError('common.validationFailed', {
        validation: [{ path: 'body.riskClassId', code: 'unknownRiskClass' }],
      });

/** @throws 400 for a fund the contract's plan cannot speak of */
export function refuseUnknownFunds(input: AdviceInput, fundIds: readonly number[]): void {
  const known = new Set(input.funds.map(({ fundId }) => fundId));
  const unknown = fundIds.filter((fundId) => !known.has(fundId));
  if (unknown.length > 0)
    throw new AppError('common.validationFailed', {
      validation: unknown.map((fundId) => ({ path: 'body', code: 'unknownFund', params: { fundId } })),
    });
}
