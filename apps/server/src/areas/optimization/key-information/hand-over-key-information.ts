import type { handOverKeyInformation as call } from '@depotwerk/api/optimization/key-information';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { writeHandovers } from '../../../platform/key-information/write-handovers.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { lockAdvisedContract } from '../lock-advised-contract.ts';
import { lockOpenPlan } from '../store-plan.ts';
import { readPlanKeyInformation } from './plan-key-information.view.ts';

/**
 * Records that holders of a contract got key information of what its open plan buys, now.
 * @throws 404 unseen, without an open plan, or for somebody who does not hold it, 403 without the right in its group, 409 when the
 *   customer is blocked, the bank has the plan, or what was shown is not what holds now
 */
export const handOverKeyInformation: Verb<typeof call> = (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'optimization.plan');
  const today = todayIn(context.zone, new Date(services.clock()));
  const request = { ...params, ...body };
  return runOnce(services.database, context, 'handOverKeyInformation', request, async (transaction) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const plan = await lockOpenPlan(transaction, params.id);
    if (!plan) throw notFound();
    const reader = readerIn(transaction);
    const read = async () => (await readPlanKeyInformation(reader, scope, [plan.id], today)).get(plan.id);
    const before = await read();
    if (!before) throw notFound();
    const holderIds = new Set(before.holders.map(({ customerId }) => customerId));
    if (body.customerIds.some((customerId) => !holderIds.has(customerId))) throw notFound();
    const named = [...new Map(body.documents.map((document) => [document.fundId, document])).values()];
    const funds = named.map(({ fundId, version }) => {
      const fund = before.funds.find((one) => one.fundId === fundId && one.document?.version === version);
      if (!fund) throw new AppError('optimization.keyInformationChanged');
      return fund;
    });
    const fundNames = funds.map(({ fundName }) => fundName).join(', ');
    const now = new Date(services.clock()).toISOString();
    await writeHandovers(
      transaction,
      scope,
      {
        contractId: params.id,
        customerIds: [...new Set(body.customerIds)],
        funds,
        form: body.form,
        handedOverAt: now,
      },
      now,
    );
    const after = await read();
    await writeAudit(transaction, {
      actor,
      action: 'optimization.handOverKeyInformation',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.group_id,
      after: { ...body, handedOverAt: now },
      details: {
        planId: plan.id,
        keyInformationOf: fundNames,
        handingOverForm: body.form,
        holderCount: new Set(body.customerIds).size,
      },
    });
    return after ?? before;
  });
};
