import type { CallAnswer } from '@depotwerk/api/call';
import type {
  refuseContinuousPlans as refuseCall,
  releaseContinuousPlans as releaseCall,
} from '@depotwerk/api/optimization/continuous-optimization';
import {
  type ContinuousPlanState,
  type Lapse,
  lapseOf,
  lapseTexts,
  overText,
  type PlannedContract,
} from '@depotwerk/domain/continuous-optimization/continuous-plan';
import type { Due } from '@depotwerk/domain/continuous-optimization/optimization-days';
import {
  contractBlockedText,
  type PlanObstacle,
  planChangedText,
  planObstacleTexts,
  planOrderedText,
} from '@depotwerk/domain/contracts/plan-obstacles';
import type { GroupRight } from '@depotwerk/domain/permissions';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { type AuditEntry, writeAudits } from '../../../platform/audit/write-audit.ts';
import { isContractBlocked } from '../../../platform/customers/blocked-contract.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { visibilityConditions } from '../../contracts/public.ts';
import { readPlanKeyInformation } from '../key-information/plan-key-information.view.ts';
import { readPurchaseRefusals } from '../purchases/plan-purchases.view.ts';
import { discardPlan, lockOpenPlans } from '../store-plan.ts';
import type { TariffVerb } from '../tariff-data.ts';
import { type OutdatedPlan, readInReach, readOutdated } from './as-planned.view.ts';
import { stateSql } from './continuous-plans.view.ts';
import { readDueTariffs } from './due-tariffs.view.ts';

type Decisions = CallAnswer<typeof releaseCall>;

export interface LockedPlan {
  readonly id: string;
  readonly rowVersion: number;
  readonly state: ContinuousPlanState;
  /** Why the contract was not planned; null = it was. */
  readonly skipReason: PlanObstacle | null;
  readonly contractId: string;
  readonly groupId: string | null;
  readonly isBlocked: boolean;
  readonly planId: string | null;
  /** The day due and its cause, of the look. */
  readonly dueDate: string;
  readonly dueCause: Due['cause'];
  /** Why no run would plan the contract any more; null = one would. */
  readonly lapse: Lapse | null;
  readonly blockedBy: string | null;
}

/**
 * Agrees to waiting plans, each judged for itself. Carried out they are afterwards, one by one, with the second factor of the bank.
 * @throws 404 where the caller sees none of them
 */
export const releasePlans: TariffVerb<typeof releaseCall> = async (services, tariffs, context, { body }) => {
  const { scope, zone } = context;
  requirePermission(scope, 'optimization.execute');
  const now = new Date(services.clock());
  const outdated = await readOutdated(
    services.database,
    tariffs,
    scope,
    await readInReach(
      services.database,
      scope,
      body.plans.map(({ id }) => id),
      'groupContracts.execute',
    ),
    now.toISOString(),
    todayIn(zone, now),
  );
  return runOnce(services.database, context, 'releaseContinuousPlans', body, (transaction) =>
    decide(
      services,
      context,
      transaction,
      body.plans,
      'groupContracts.execute',
      (plan, { ban, missing }) => ({
        refusal: refusedRelease(plan, ban, missing, outdatedOf(plan, outdated)?.reasons ?? []),
        state: 'released',
        note: null,
      }),
    ),
  );
};

/** What was found of a plan before it was locked; undefined where it is as planned, or another by now. */
export function outdatedOf(
  { id, planId }: LockedPlan,
  outdated: ReadonlyMap<string, OutdatedPlan>,
): OutdatedPlan | undefined {
  const found = outdated.get(id);
  return found?.planId === planId ? found : undefined;
}

/** Why a plan is not released, in German; null = it is. What is forbidden is said before what has moved since, as an execution does. */
function refusedRelease(
  { lapse, blockedBy }: LockedPlan,
  ban: string | null,
  missing: string | null,
  outdated: readonly string[],
): string | null {
  return refusalOfRelease({ lapse, ban, outdated, blockedBy, missing });
}

interface AgainstRelease {
  readonly lapse: Lapse | null;
  /** By profiles, exclusions and target markets. */
  readonly ban: string | null;
  /** What has moved since, in German sentences. */
  readonly outdated: readonly string[];
  /** The checks that forbid it. */
  readonly blockedBy: string | null;
  /** Of key information. */
  readonly missing: string | null;
}

/** The gravest of what speaks against releasing a plan, in German with what to do; null = nothing does. */
export function refusalOfRelease({
  lapse,
  ban,
  outdated,
  blockedBy,
  missing,
}: AgainstRelease): string | null {
  if (lapse !== null) return lapseTexts[lapse];
  if (ban !== null) return ban;
  if (outdated.length > 0)
    return `${outdated.join(' ')} Bitte lassen Sie neu planen, und geben Sie den neuen Vorschlag frei.`;
  return blockedBy === null ? missing : `Der Vorschlag darf so nicht ausgeführt werden: ${blockedBy}`;
}

/** SQL: the checks that forbid to carry plan `p` out, in one text; null where none does. */
export const blockedBySql = `(select string_agg(k->>'text', ' ') from jsonb_array_elements(p.checks) k where k->>'result' = 'blocked')`;

/** Refuses waiting plans with a reason: they are given up, and the contract is planned again on its next day due. @throws 404 */
export const refusePlans: Verb<typeof refuseCall> = (services, context, { body }) => {
  requirePermission(context.scope, 'optimization.plan');
  return runOnce(services.database, context, 'refuseContinuousPlans', body, (transaction) =>
    decide(services, context, transaction, body.plans, 'groupContracts.edit', () => ({
      refusal: null,
      state: 'refused',
      note: body.note,
    })),
  );
};

interface Judgement {
  /** German sentence; null = it is decided as asked. */
  readonly refusal: string | null;
  readonly state: 'released' | 'refused';
  readonly note: string | null;
}

/** What speaks against the purchases of a plan now, in German. */
interface Purchases {
  /** By profiles, exclusions and target markets. */
  readonly ban: string | null;
  /** Of key information. */
  readonly missing: string | null;
}

async function decide(
  services: Services,
  { scope, actor, zone }: SignedInContext,
  transaction: Transaction<Schema>,
  chosen: readonly { readonly id: string; readonly rowVersion: number }[],
  right: GroupRight,
  judge: (plan: LockedPlan, purchases: Purchases) => Judgement,
): Promise<Decisions> {
  const now = new Date(services.clock()).toISOString();
  const mayDecide = visibilityOf(scope, right);
  const reader = readerIn(transaction);
  const today = todayIn(zone, new Date(services.clock()));
  const optimized = await readDueTariffs(reader, scope);
  const locked = await lockPlans(
    transaction,
    scope,
    chosen.map(({ id }) => id),
    { today, optimized: optimized.map(({ id }) => id) },
  );
  if (locked.size === 0) throw notFound();
  const contractIds = [...locked.values()].map(({ contractId }) => contractId);
  const open = await lockOpenPlans(transaction, contractIds);
  const planIds = [...locked.values()].flatMap(({ planId }) => planId ?? []);
  const bans = await readPurchaseRefusals(reader, scope, planIds, today);
  const keyInformation = await readPlanKeyInformation(reader, scope, planIds, today);
  const entries: AuditEntry[] = [];
  const results: Decisions['results'] = [];
  for (const { id, rowVersion } of chosen) {
    const plan = locked.get(id);
    const planId = plan?.planId ?? '';
    const missing = keyInformation.get(planId)?.missing ?? null;
    const judgement = plan && judge(plan, { ban: bans.get(planId) ?? null, missing });
    const message = !plan
      ? notFoundText
      : (refusalOf(
          plan,
          rowVersion,
          mayDecide,
          open.get(plan.contractId)?.isOrdered === true,
          judgement?.state,
        ) ??
        judgement?.refusal ??
        null);
    if (plan && judgement && message === null) {
      await sql`update continuous_plans set state = ${judgement.state}, decision_note = ${judgement.note},
          decided_by = ${scope.userId}, decided_at = ${now} where tenant_id = app_tenant_id() and id = ${id}`.execute(
        transaction,
      );
      if (judgement.state === 'refused' && plan.planId !== null) await discardPlan(transaction, plan.planId);
      entries.push({
        actor,
        action:
          judgement.state === 'released' ? 'continuousOptimization.release' : 'continuousOptimization.refuse',
        objectType: 'contract',
        objectId: plan.contractId,
        groupId: plan.groupId,
        before: { state: plan.state },
        after: { state: judgement.state, note: judgement.note },
        details: { planId: plan.planId },
      });
    }
    results.push({ id, isDone: message === null, message });
  }
  await writeAudits(transaction, entries);
  return { results };
}

export const notFoundText = 'Dieser Vorschlag wurde nicht gefunden.';

/** Why nothing is done with a plan whatever is asked, in German; null where something may be. */
export function refusalOf(
  plan: LockedPlan,
  rowVersion: number,
  mayDecide: ReturnType<typeof visibilityOf>,
  isOrdered: boolean,
  wanted: Judgement['state'] | undefined,
): string | null {
  const isInReach =
    mayDecide.groupIds === null ||
    (plan.groupId === null ? mayDecide.includesWithoutGroup : mayDecide.groupIds.includes(plan.groupId));
  if (!isInReach) return 'In der Gruppe dieses Vertrags fehlt Ihnen das Recht dazu.';
  if (plan.isBlocked) return contractBlockedText;
  const over = overText(plan.state);
  if (over !== null) return plan.skipReason === null ? over : `${over} ${planObstacleTexts[plan.skipReason]}`;
  if (isOrdered) return planOrderedText;
  if (plan.rowVersion !== rowVersion && wanted === 'released' && plan.state === 'released')
    return 'Diesen Vorschlag hat inzwischen schon jemand freigegeben.';
  return plan.rowVersion === rowVersion ? null : planChangedText;
}

/** The chosen looks the caller sees, their contracts locked in the order of their ids. */
export async function lockPlans(
  transaction: Transaction<Schema>,
  scope: Scope,
  ids: readonly string[],
  { today, optimized }: { today: string; optimized: readonly string[] },
): Promise<Map<string, LockedPlan>> {
  const parameters = new Parameters();
  const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
  conditions.push(`r.id = any (${parameters.add(ids)}::uuid[])`);
  // By a statement of its own: one that had to wait for somebody sees her change of the look, and not the plan it names since.
  await transaction.executeQuery(
    CompiledQuery.raw(
      `select from continuous_plans r join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
        where ${conditions.join(' and ')} order by c.id, r.id for no key update of c for update of r`,
      parameters.values,
    ),
  );
  const { rows } = await transaction.executeQuery<Omit<LockedPlan, 'lapse'> & PlannedContract>(
    CompiledQuery.raw(
      `select r.id, r.row_version as "rowVersion", ${stateSql} as state, r.skip_reason as "skipReason", c.id as "contractId", c.group_id as "groupId",
          ${isContractBlocked} as "isBlocked",
          p.id as "planId", r.due_date::text as "dueDate", r.due_cause as "dueCause",
          c.end_date::text as "endDate", c.tariff_id as "tariffId",
          ${blockedBySql} as "blockedBy"
         from continuous_plans r
         join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
         left join planned_optimizations p on p.tenant_id = r.tenant_id and p.id = r.planned_optimization_id
        where ${conditions.join(' and ')} order by c.id, r.id`,
      parameters.values,
    ),
  );
  return new Map(rows.map((plan) => [plan.id, { ...plan, lapse: lapseOf(plan, optimized, today) }]));
}
