import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type {
  deletePlannedOptimization as deleteCall,
  putPlannedOptimization as putCall,
} from '@depotwerk/api/optimization/optimization';
import { editAdvice, type PlanEdit } from '@depotwerk/engine/advice/edit-advice';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readAdviceInput } from './advice-input.view.ts';
import { waitAgain } from './continuous/wait-again.ts';
import { lockAdvisedContract } from './lock-advised-contract.ts';
import { outdatedPlan } from './plan-for-execution.view.ts';
import { refuseUnknownFunds } from './plan-optimization.ts';
import { refusedPlan } from './plan-rules.ts';
import { readPlannedOptimization } from './planned-optimization.view.ts';
import { discardPlan, lockSeenPlan, replacePlan } from './store-plan.ts';
import type { TariffVerb } from './tariff-data.ts';

type PlannedOptimization = CallAnswer<typeof putCall>;

/**
 * Changes the open plan by hand: units, cents, figures, costs and checks are computed anew from the orders given.
 * @throws 409 when what the plan was made from has moved; 400 when the orders cannot be carried out, with reasons;
 *   412 when somebody else changed the plan
 */
export const putPlannedOptimization: TariffVerb<typeof putCall> = async (
  services,
  tariffs,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.plan');
  const today = todayIn(context.zone, new Date(services.clock()));
  const current = await readPlannedOptimization(services, tariffs, context, params.id);
  const input = await readAdviceInput(services, tariffs, scope, params.id, today);
  refuseUnknownFunds(input, [
    ...body.transactions.map(({ fundId }) => fundId),
    ...(body.savingsPlan ?? []).map(({ fundId }) => fundId),
  ]);
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const open = await lockSeenPlan(transaction, context.ifMatch, params.id);
    if (current.isOutdated) throw outdatedPlan(current.outdatedReasons);
    const isinOf = new Map(input.funds.map(({ fundId, isin }) => [fundId, isin]));
    const edited = editAdvice(input, current.choices, toEdit(current, body, isinOf));
    if (!edited.plan) throw refusedPlan('optimization.invalidPlan', edited.reasons);
    await replacePlan(transaction, params.id, open.id, edited.plan, scope.userId);
    await waitAgain(transaction, open.id, edited.plan);
    await writeAudit(transaction, {
      actor,
      action: 'optimization.edit',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.group_id,
      before: { transactions: current.transactions, savingsPlanChanges: current.savingsPlanChanges },
      after: { transactions: edited.plan.transactions, savingsPlanChanges: edited.plan.savingsPlanChanges },
      details: { planId: open.id, orders: edited.plan.transactions.length },
    });
  });
  return readPlannedOptimization(services, tariffs, context, params.id);
};

/** Discards the open plan. */
export const deletePlannedOptimization: Verb<typeof deleteCall> = async (services, context, { params }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.plan');
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const open = await lockSeenPlan(transaction, context.ifMatch, params.id);
    const deletion = { kind: 'plan', objectId: params.id, userId: scope.userId } as const;
    await keepDeletion(transaction, deletion, { table: 'planned_optimizations', id: open.id });
    await discardPlan(transaction, open.id);
    await writeAudit(transaction, {
      actor,
      action: 'optimization.discard',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.group_id,
      before: { planId: open.id, state: open.state, mode: open.mode },
      details: { planId: open.id },
    });
  });
};

/** Orders left as they were keep their reason. */
function toEdit(
  current: PlannedOptimization,
  body: CallInput<typeof putCall>['body'],
  isinOf: ReadonlyMap<number, string>,
): PlanEdit {
  const given = new Set(body.transactions.map(({ fundId }) => fundId));
  return {
    orders: body.transactions.map(({ action, fundId, quantity, amount }) => {
      const before = current.transactions.find((order) => order.fundId === fundId && order.action === action);
      const isKept = before !== undefined && (quantity === before.quantity || amount === before.amount);
      const partner = before?.switchWithFundId ?? null;
      return {
        action,
        isin: isinOf.get(fundId) ?? '',
        quantity: isKept ? before.quantity : quantity,
        amount: isKept ? null : amount,
        reason: isKept ? before.reason : 'Der Auftrag wurde von Hand geändert.',
        hints: isKept ? before.hintCodes : [],
        switchWith: partner !== null && given.has(partner) ? (isinOf.get(partner) ?? null) : null,
      };
    }),
    savingsPlan:
      body.savingsPlan?.map(({ fundId, fraction }) => ({ isin: isinOf.get(fundId) ?? '', fraction })) ?? null,
  };
}
