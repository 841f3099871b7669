import type { PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import {
  boughtFundIds,
  keyInformationGaps,
  keyInformationText,
  type OrderedFunds,
} from '@depotwerk/domain/contracts/key-information';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { readFundsKeyInformation } from '../../../platform/key-information/funds-key-information.ts';
import { readHandovers } from '../../../platform/key-information/read-handovers.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { namedHoldersSelection, ofContract } from '../../contracts/public.ts';
import { orderedFundsSelection } from '../purchases/ordered-funds.ts';

interface PlanRow extends OrderedFunds {
  planId: string;
  holders: { customerId: string; name: string }[];
}

const planSql = `select p.id as "planId",
    ${orderedFundsSelection('$2')},
    ${namedHoldersSelection}
  from planned_optimizations p join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
 where p.id = any ($1::uuid[])`;

/**
 * What plans buy, which key information belongs to it, who of the holders has it, and what is missing; by plan. Only for
 * plans of contracts the caller has been let at; `today` is the caller's day.
 */
export async function readPlanKeyInformation(
  reader: Reader,
  context: DbContext,
  planIds: readonly string[],
  today: string,
): Promise<Map<string, PlanKeyInformation>> {
  const plans = await reader.read<PlanRow>(context, { sql: planSql, parameters: [planIds, today] });
  const boughtOf = new Map(plans.map((plan) => [plan.planId, new Set(boughtFundIds(plan))]));
  const fundIds = [...new Set([...boughtOf.values()].flatMap((ids) => [...ids]))];
  if (fundIds.length === 0)
    return new Map(plans.map(({ planId, holders }) => [planId, nothingBought(holders)]));
  const funds = await readFundsKeyInformation(reader, context, fundIds);
  const holderIds = [...new Set(plans.flatMap(({ holders }) => holders.map(({ customerId }) => customerId)))];
  const handovers = await readHandovers(reader, context, holderIds, fundIds);
  return new Map(
    plans.map(({ planId, holders }) => {
      const bought = funds.filter(({ fundId }) => boughtOf.get(planId)?.has(fundId));
      const gaps = keyInformationGaps(bought, holders, handovers);
      return [
        planId,
        {
          holders,
          funds: bought.map((fund) => ({
            ...fund,
            handedOver: handovers
              .filter(({ fundId, version }) => fundId === fund.fundId && version === fund.document?.version)
              .filter(({ customerId }) => holders.some((holder) => holder.customerId === customerId))
              .map(({ customerId, handedOverAt, form, recordedBy }) => ({
                customerId,
                handedOverAt,
                form,
                recordedBy,
              })),
          })),
          missing: keyInformationText(gaps, holders.length > 1),
        },
      ];
    }),
  );
}

const nothingBought = (holders: PlanKeyInformation['holders']): PlanKeyInformation => ({
  holders,
  funds: [],
  missing: null,
});

/** The same of the contract's open plan. @throws 404 without one or for a contract the caller does not see */
export async function readOpenPlanKeyInformation(
  { database }: ReadServices,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<PlanKeyInformation> {
  const [plan] = await database.read(
    scope,
    ofContract<{ id: string }>(scope, contractId, () => ({
      selection: 'o.id',
      tables: `join planned_optimizations o on o.tenant_id = c.tenant_id and o.contract_id = c.id
        and o.state in (${quotedList(openPlanStates)})`,
      tail: '',
    })),
  );
  const found = plan && (await readPlanKeyInformation(database, scope, [plan.id], today)).get(plan.id);
  if (!found) throw notFound();
  return found;
}

/** Nothing is bought without key information. @throws 409 optimization.keyInformationMissing with what is missing */
export async function refuseWithoutKeyInformation(
  reader: Reader,
  context: DbContext,
  planId: string,
  today: string,
): Promise<void> {
  const found = (await readPlanKeyInformation(reader, context, [planId], today)).get(planId);
  if (!found) throw notFound();
  if (found.missing !== null)
    throw new AppError('optimization.keyInformationMissing', { reason: found.missing });
}
