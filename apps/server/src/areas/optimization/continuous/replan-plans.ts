import type { replanContinuousPlans as replanCall } from '@depotwerk/api/optimization/continuous-optimization';
import { lapseTexts } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import {
  contractChangedText,
  planObstacleOf,
  planObstacleTexts,
} from '@depotwerk/domain/contracts/plan-obstacles';
import { writeAudits } from '../../../platform/audit/write-audit.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { mapInTurns } from '../../../platform/map-in-turns.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { readPlanningStates } from '../planning-state.view.ts';
import { lockOpenPlans } from '../store-plan.ts';
import type { TariffVerb } from '../tariff-data.ts';
import { type OutdatedPlan, readInReach, readOutdated } from './as-planned.view.ts';
import { type LockedPlan, lockPlans, notFoundText, outdatedOf, refusalOf } from './decide-plans.ts';
import { readDueTariffs } from './due-tariffs.view.ts';
import { lookAt } from './propose-plan.ts';
import { type FoundLook, type LookRow, storeLooks } from './store-looks.ts';

/**
 * Plans contracts anew whose waiting or released plans cannot be carried out any more as planned: what the next run would do, at once.
 * Each is judged for itself; one that is still as planned is left alone, for a release of it holds.
 * @throws 404 where the caller sees none of them
 */
export const replanPlans: TariffVerb<typeof replanCall> = async (services, tariffs, context, { body }) => {
  const { scope, actor, zone } = context;
  requirePermission(scope, 'optimization.plan');
  const now = new Date(services.clock());
  const today = todayIn(zone, now);
  const asked = body.plans.map(({ id }) => id);
  const { database } = services;
  // What the caller may not plan is not computed for her either.
  const inReach = await readInReach(database, scope, asked, 'groupContracts.edit');
  const outdated = await readOutdated(database, tariffs, scope, inReach, now.toISOString(), today);
  const looks = await lookAgain(database, scope, [...outdated.values()], today);
  return runOnce(database, context, 'replanContinuousPlans', body, async (transaction) => {
    const optimized = (await readDueTariffs(readerIn(transaction), scope)).map(({ id }) => id);
    const locked = await lockPlans(transaction, scope, asked, { today, optimized });
    if (locked.size === 0) throw notFound();
    const ids = [...locked.values()].map(({ contractId }) => contractId);
    const open = await lockOpenPlans(transaction, ids);
    const mayDecide = visibilityOf(scope, 'groupContracts.edit');
    const refusal = (plan: LockedPlan, rowVersion: number): string | null =>
      refusalOf(plan, rowVersion, mayDecide, open.get(plan.contractId)?.isOrdered === true, undefined) ??
      (plan.lapse && lapseTexts[plan.lapse]) ??
      (outdatedOf(plan, outdated) ? null : 'Der Vorschlag ist noch aktuell.');
    const judged = body.plans.map(({ id, rowVersion }) => {
      const plan = locked.get(id);
      return { id, plan, message: plan ? refusal(plan, rowVersion) : notFoundText };
    });
    const free = judged.flatMap(({ plan, message }) => (plan && message === null ? [plan] : []));
    const found = free.flatMap((plan): FoundLook[] => {
      const look = looks.get(plan.id);
      return look ? [{ ...look, day: plan.dueDate, cause: plan.dueCause }] : [];
    });
    const stored = await storeLooks(transaction, found, now, today);
    const rows = new Map(stored.map((row) => [row.contract_id, row]));
    await writeAudits(
      transaction,
      free.map((plan) => ({
        actor,
        action: 'continuousOptimization.replan',
        objectType: 'contract',
        objectId: plan.contractId,
        groupId: plan.groupId,
        before: { state: plan.state },
        after: { state: rows.get(plan.contractId)?.state ?? null },
        details: { reason: outdated.get(plan.id)?.reasons.join(' ') ?? '' },
      })),
    );
    const results = judged.map(({ id, plan, message }) => {
      const row = plan && rows.get(plan.contractId);
      const told = message ?? (row ? skippedText(row) : contractChangedText);
      return { id, isDone: told === null, message: told };
    });
    return { results };
  });
};

/** What planning contracts anew comes to, by look. */
async function lookAgain(
  database: Services['database'],
  scope: Scope,
  outdated: readonly OutdatedPlan[],
  today: string,
): Promise<ReadonlyMap<string, Pick<FoundLook, 'contract' | 'look' | 'input'>>> {
  const contractIds = outdated.map(({ contractId }) => contractId);
  const states = await readPlanningStates(database, scope, contractIds, today);
  const obstacles = new Map(states.map((state) => [state.id, planObstacleOf(state)]));
  const looks = await mapInTurns(outdated, ({ lookId, contractId, readAs, input }) => {
    const look = lookAt(obstacles.get(contractId) ?? null, input, today);
    return [lookId, { contract: { id: contractId, readAs }, look, input }] as const;
  });
  return new Map(looks);
}

/** Why a contract could not be planned again; null where it was. */
const skippedText = ({ skip_reason: reason }: LookRow): string | null =>
  reason === null ? null : planObstacleTexts[reason];
