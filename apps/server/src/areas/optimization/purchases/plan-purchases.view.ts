import { boughtFundIds, type OrderedFunds } from '@depotwerk/domain/contracts/key-information';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { judgePurchases } from '../../contracts/public.ts';
import { refuseWithoutKeyInformation } from '../key-information/plan-key-information.view.ts';
import { orderedFundsSelection } from './ordered-funds.ts';

interface PlanRow extends OrderedFunds {
  planId: string;
  contractId: string;
}

const planSql = `select p.id as "planId", p.contract_id as "contractId", ${orderedFundsSelection('$2')}
  from planned_optimizations p join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id
 where p.id = any ($1::uuid[])`;

/**
 * Why plans may not be carried out for the holders their contracts have today, in German with what to do about it; by plan,
 * null where nothing forbids it. What a plan was checked for when it was made does not count: profiles, holders and funds
 * change until the order leaves. A plan is a recommendation, also one that only sells: without a profile of every holder there is
 * none, so contracts that buy nothing are asked about as well. Only for plans of contracts the caller has been let at; `today` is the caller's day.
 */
export async function readPurchaseRefusals(
  reader: Reader,
  context: DbContext,
  planIds: readonly string[],
  today: string,
): Promise<Map<string, string | null>> {
  const plans = await reader.read<PlanRow>(context, { sql: planSql, parameters: [planIds, today] });
  const purchases = plans.map((plan) => ({ contractId: plan.contractId, fundIds: boughtFundIds(plan) }));
  // A contract has one open plan.
  const judged = await judgePurchases(reader, context, purchases, today);
  return new Map(plans.map(({ planId, contractId }) => [planId, judged.get(contractId)?.refusal ?? null]));
}

/** Refuses a plan for what its funds, the tariff and its holders' profiles, exclusions and target markets say now. @throws 404, 409 optimization.purchaseForbidden */
export async function refuseBannedPurchases(
  reader: Reader,
  context: DbContext,
  planId: string,
  today: string,
): Promise<void> {
  const refusal = (await readPurchaseRefusals(reader, context, [planId], today)).get(planId);
  if (refusal === undefined) throw notFound();
  if (refusal !== null) throw new AppError('optimization.purchaseForbidden', { reason: refusal });
}

/**
 * What every plan passes, last within the transaction in which the house commits itself to it: {@link refuseBannedPurchases}, and the
 * key information of what it buys.
 * @throws 404, 409 optimization.purchaseForbidden, optimization.keyInformationMissing with holder, fund and what to do
 */
export async function refuseForbiddenPurchases(
  reader: Reader,
  context: DbContext,
  planId: string,
  today: string,
): Promise<void> {
  await refuseBannedPurchases(reader, context, planId, today);
  await refuseWithoutKeyInformation(reader, context, planId, today);
}
