import type { CallAnswer } from '@depotwerk/api/call';
import type { approvePlans as approveCall } from '@depotwerk/api/traders/orders';
import { AppError } from '../../../platform/http/app-error.ts';
import { germanMessages } from '../../../platform/http/german-messages.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { TariffVerb } from '../tariff-data.ts';
import { approvePlan } from './decide-approval.ts';

/**
 * Agrees to several plans, one after the other, by the rule of the single one: what one of them refuses holds up no other.
 * The same call again meets plans that have moved on and says so, plan by plan.
 */
export const approvePlans: TariffVerb<typeof approveCall> = async (services, tariffs, context, { body }) => {
  requirePermission(context.scope, 'optimization.approve');
  const results: CallAnswer<typeof approveCall> = [];
  for (const { contractId, planVersion } of body.plans) {
    const input = {
      params: { id: contractId },
      query: {},
      body: body.note === undefined ? {} : { note: body.note },
    };
    try {
      await approvePlan(services, tariffs, { ...context, ifMatch: planVersion }, input);
      results.push({ contractId, code: null, message: null });
    } catch (error) {
      // What is no refusal is a failure of the call; what was agreed to until then stands, and the list shows it.
      if (!(error instanceof AppError)) throw error;
      results.push({
        contractId,
        code: error.code,
        message: error.details.reason ?? germanMessages[error.code],
      });
    }
  }
  return results;
};
