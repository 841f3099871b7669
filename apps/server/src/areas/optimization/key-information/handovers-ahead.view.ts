import type { CallAnswer } from '@depotwerk/api/call';
import type { PlanKeyInformation, previewHandovers } from '@depotwerk/api/optimization/key-information';
import { isTooMuchAtOnce, mostHandedOver } from '@depotwerk/domain/contracts/key-information';
import { changeablePlanStates } from '@depotwerk/domain/contracts/plan-states';
import { Parameters } from '../../../platform/database/parameters.ts';
import { quotedList } from '../../../platform/database/quoted-list.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { requirePermission, type Scope, visibilityOf } from '../../../platform/scope.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { type CheckSelection, selectionOf } from '../check-selection.ts';
import { readPlanKeyInformation } from './plan-key-information.view.ts';

/** What handing over for many takes, beside the right to edit each. */
export const handOverPermissions = ['contracts.bulk', 'optimization.plan'] as const;

/** Plans read by one statement. */
const readAtOnce = 500;

/** Funds a plan buys whose document in force somebody of the holders does not have, or that have none. */
export const awaitedFunds = ({ funds, holders }: PlanKeyInformation): PlanKeyInformation['funds'] =>
  funds.filter(({ document, handedOver }) => document === null || handedOver.length < holders.length);

/**
 * Which documents the open plans of contracts the caller may edit still wait for; of one the bank has, nothing is handed over.
 * @throws 400 where they have more plans, or wait for more documents, than are handed over at once
 */
export async function readHandoversAhead(
  { database }: ReadServices,
  scope: Scope,
  selection: Omit<CheckSelection, 'visibility'>,
  today: string,
): Promise<CallAnswer<typeof previewHandovers>> {
  for (const permission of handOverPermissions) requirePermission(scope, permission);
  const parameters = new Parameters();
  const visibility = visibilityOf(scope, 'groupContracts.edit');
  const groupIds = visibility.groupIds && [...visibility.groupIds];
  const chosen = selectionOf({ ...selection, visibility: { ...visibility, groupIds } }, parameters);
  const plans = await database.read<{ id: string }>(scope, {
    sql: `select p.id from contracts c join planned_optimizations p on p.tenant_id = c.tenant_id and p.contract_id = c.id
        and p.state in (${quotedList(changeablePlanStates)})
       where ${chosen} order by p.id limit ${mostHandedOver.plans + 1}`,
    parameters: parameters.values,
  });
  const tooMany = () => new AppError('optimization.tooManyHandovers', { params: mostHandedOver });
  if (isTooMuchAtOnce({ plans: plans.length, documents: 0 })) throw tooMany();
  const funds = new Map<number, CallAnswer<typeof previewHandovers>['funds'][number]>();
  let contractCount = 0;
  for (let from = 0; from < plans.length; from += readAtOnce) {
    const ids = plans.slice(from, from + readAtOnce).map(({ id }) => id);
    for (const plan of (await readPlanKeyInformation(database, scope, ids, today)).values()) {
      const awaited = awaitedFunds(plan);
      if (awaited.length > 0) contractCount += 1;
      for (const { handedOver: _, ...fund } of awaited)
        funds.set(fund.fundId, { ...fund, contractCount: (funds.get(fund.fundId)?.contractCount ?? 0) + 1 });
    }
  }
  const documents = [...funds.values()].filter(({ document }) => document !== null).length;
  if (isTooMuchAtOnce({ plans: plans.length, documents })) throw tooMany();
  return {
    contractCount,
    funds: [...funds.values()].toSorted((a, b) => a.fundName.localeCompare(b.fundName, 'de')),
  };
}
