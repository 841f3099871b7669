import { planChoices } from '@depotwerk/api/advice';
import { planOnPaper } from '@depotwerk/api/optimization';
import { isOpenPlan, openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import * as z from 'zod/mini';
import { quotedList } from '../../platform/database/quoted-list.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { ofContract } from '../contracts/public.ts';
import type { DocumentServices } from './document-services.ts';
import type { Plan } from './report/report-source.ts';

/** The columns of a stored plan that are JSON, in the shapes the planning call answered them. */
const storedPlan = z.object({
  ...z.omit(planOnPaper, {
    isOutdated: true,
    outdatedReasons: true,
    documents: true,
  }).shape,
  choices: z.object(planChoices.shape),
});

const selection = `p.id, p.contract_id as "contractId", p.row_version as "rowVersion", p.created_at as "createdAt",
  w.full_name as "createdBy", p.expires_at as "expiresAt", p.mode, p.state, p.is_edited as "isEdited",
  coalesce(p.parameters->'choices', '{}') as choices, p.before_figures as before, p.after_figures as after,
  p.savings_plan_changes as "savingsPlanChanges", p.cash_before as "cashBefore", p.cash_after as "cashAfter", p.costs,
  p.checks, p.messages, p.parameters->'recommended' as recommended,
  coalesce((select json_agg(json_build_object('id', t.id, 'action', t.action, 'fundId', t.fund_id, 'isin', f.isin,
      'fundName', f.name, 'switchWithFundId', t.switch_with_fund_id, 'quantity', t.quantity, 'price', t.price,
      'amount', t.amount, 'fee', t.fee, 'fractionBefore', t.fraction_before, 'fractionAfter', t.fraction_after,
      'reason', t.reason, 'hintCodes', t.hint_codes) order by t.sort_order, t.id)
    from planned_transactions t join funds f on f.tenant_id = t.tenant_id and f.id = t.fund_id
   where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), '[]') as transactions`;

/**
 * A stored plan of a visible contract: the one named, in whatever state, or the open one; null without one. A plan
 * whose figures are not (or not yet) there in full counts as none: half of it must not reach paper.
 */
export async function readStoredPlan(
  services: DocumentServices,
  context: Pick<SignedInContext, 'scope' | 'zone'>,
  contractId: string,
  planId: string | null,
): Promise<Plan | null> {
  const { scope } = context;
  const [row] = await services.database.read<unknown>(
    scope,
    ofContract<unknown>(scope, contractId, (parameters) => ({
      selection,
      tables: `join planned_optimizations p on p.tenant_id = c.tenant_id and p.contract_id = c.id
        left join users w on w.tenant_id = p.tenant_id and w.id = p.created_by`,
      tail: `and ${planId === null ? `p.state in (${quotedList(openPlanStates)})` : `p.id = ${parameters.add(planId)}`} order by p.created_at desc limit 1`,
    })),
  );
  const parsed = storedPlan.safeParse(row);
  if (!parsed.success) return null;
  const plan = parsed.data;
  const reasons = isOpenPlan(plan) ? await services.outdatedReasons(context, contractId) : [];
  return {
    ...plan,
    isOutdated: reasons.length > 0,
    outdatedReasons: [...reasons],
    documents: [],
  };
}
