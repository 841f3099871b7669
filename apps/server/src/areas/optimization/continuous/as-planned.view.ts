import { planObstacleTexts } from '@depotwerk/domain/contracts/plan-obstacles';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import type { GroupRight } from '@depotwerk/domain/permissions';
import type { AdviceInput } from '@depotwerk/engine/advice/advice-input';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { visibilityConditions } from '../../contracts/public.ts';
import { type InputParts, partHashes, readAdviceInputs } from '../advice-input.view.ts';
import { outdatedReasons } from '../plan-rules.ts';
import { readAsSql } from '../planning-state.view.ts';
import type { TariffData } from '../tariff-data.ts';
import { isLookOpenSql } from './open-looks.view.ts';

/** What tells whether a stored plan is still as planned. */
export interface PlanAsMade {
  /** Null of a plan that does not know what it was made from. */
  readonly parts: InputParts | null;
  /** The class it was planned for. */
  readonly riskClassId: number | null;
  readonly isExpired: boolean;
}

/**
 * Why an open plan cannot be carried out any more as it was planned, in German sentences: the rule of the contract's page and of the
 * execution. `input` is what it would be made from now, undefined where nothing could be planned.
 */
export const reasonsAgainst = (
  { parts, riskClassId, isExpired }: PlanAsMade,
  input: Omit<AdviceInput, 'inputHash'> | undefined,
): readonly string[] => {
  if (!input) return [planObstacleTexts.notCheckable];
  const current = partHashes(input, riskClassId);
  return outdatedReasons(parts ?? current, current, isExpired, Boolean(input.contract.guarantee));
};

/** An open plan of a look that cannot be carried out any more as it was planned. */
export interface OutdatedPlan extends PlanAsMade {
  readonly lookId: string;
  readonly planId: string;
  readonly contractId: string;
  /** What {@link readAsSql} says of its contract, before anything of it was read. */
  readonly readAs: string;
  /** German sentences. */
  readonly reasons: readonly string[];
  /** What it would be made from now; undefined where nothing could be planned. */
  readonly input: AdviceInput | undefined;
}

/** Those of many looks whose contracts the caller sees and has a right to in their groups. */
export async function readInReach(
  reader: Reader,
  scope: Scope,
  lookIds: readonly string[],
  right: GroupRight,
): Promise<readonly string[]> {
  const parameters = new Parameters();
  const conditions = [
    ...visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters),
    ...visibilityConditions(visibilityOf(scope, right), parameters),
    `r.id = any (${parameters.add([...lookIds])}::uuid[])`,
  ];
  const rows = await reader.read<{ id: string }>(scope, {
    sql: `select r.id from continuous_plans r join contracts c on c.tenant_id = r.tenant_id and c.id = r.contract_id
      where ${conditions.join(' and ')}`,
    parameters: parameters.values,
  });
  return rows.map(({ id }) => id);
}

/**
 * Those of many looks, by look; what the bank has is not measured against anything new. Tariffs are read on a connection of their own:
 * to be asked before a transaction, whose rows may then be of another plan.
 *
 * @param lookIds looks the caller has been let at, or will be before anything is told of them
 * @param now ISO instant
 * @param today ISO day
 */
export async function readOutdated(
  reader: Reader,
  tariffs: TariffData,
  context: DbContext & { readonly tenantId: string },
  lookIds: readonly string[],
  now: string,
  today: string,
): Promise<ReadonlyMap<string, OutdatedPlan>> {
  if (lookIds.length === 0) return new Map();
  const plans = await reader.read<StoredPlan & Pick<OutdatedPlan, 'lookId' | 'readAs'>>(context, {
    sql: `select k.id as "lookId", ${readAsSql} as "readAs", ${storedPlan}
      from continuous_plans k
      join planned_optimizations p on p.tenant_id = k.tenant_id and p.id = k.planned_optimization_id
      join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
     where k.tenant_id = app_tenant_id() and k.id = any ($1::uuid[]) and ${isLookOpenSql('k.state')}
       and ${isNotOrdered}`,
    parameters: [[...lookIds], now, [...openPlanStates]],
  });
  const outdated = await judge(reader, tariffs, context, plans, today);
  return new Map(outdated.map((plan) => [plan.lookId, plan]));
}

/** Why many open plans cannot be carried out any more as they were planned, by plan; otherwise as {@link readOutdated}. */
export async function readOutdatedPlans(
  reader: Reader,
  tariffs: TariffData,
  context: DbContext & { readonly tenantId: string },
  planIds: readonly string[],
  now: string,
  today: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (planIds.length === 0) return new Map();
  const plans = await reader.read<StoredPlan>(context, {
    sql: `select ${storedPlan} from planned_optimizations p
     where p.tenant_id = app_tenant_id() and p.id = any ($1::uuid[]) and ${isNotOrdered}`,
    parameters: [[...planIds], now, [...openPlanStates]],
  });
  const outdated = await judge(reader, tariffs, context, plans, today);
  return new Map(outdated.map(({ planId, reasons }) => [planId, reasons]));
}

type StoredPlan = Pick<OutdatedPlan, keyof PlanAsMade | 'planId' | 'contractId'>;

const storedPlan = `p.id as "planId", p.contract_id as "contractId", p.parameters->'parts' as parts,
  p.risk_class_id as "riskClassId", p.expires_at <= $2::timestamptz as "isExpired"`;
const isNotOrdered = `p.state = any ($3::text[]) and p.state <> 'submitted'`;

/** Those of many plans that are not as planned. */
async function judge<Plan extends StoredPlan>(
  reader: Reader,
  tariffs: TariffData,
  context: DbContext & { readonly tenantId: string },
  plans: readonly Plan[],
  today: string,
): Promise<(Plan & Pick<OutdatedPlan, 'reasons' | 'input'>)[]> {
  const contractIds = plans.map(({ contractId }) => contractId);
  const inputs = await readAdviceInputs(reader, tariffs, context, contractIds, today);
  const judged = plans.map((plan) => {
    const input = inputs.get(plan.contractId);
    return { ...plan, input, reasons: reasonsAgainst(plan, input) };
  });
  return judged.filter(({ reasons }) => reasons.length > 0);
}
