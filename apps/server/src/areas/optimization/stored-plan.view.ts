import type { CallAnswer } from '@depotwerk/api/call';
import { planChoices } from '@depotwerk/api/optimization/advice';
import {
  type listStoredPlans as listCall,
  type StoredPlan,
  storedPlan,
} from '@depotwerk/api/optimization/optimization';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import * as z from 'zod/mini';
import { quotedList } from '../../platform/database/quoted-list.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { ofContract, visibleContract } from '../contracts/public.ts';
import { recommendedSql } from './recommended-of-plan.view.ts';

/** The columns of a stored plan that are JSON, in the shapes the planning call answered them. */
const rowShape = z.object({ ...storedPlan.shape, choices: z.object(planChoices.shape) });

const selection = `p.id, p.contract_id as "contractId", p.row_version as "rowVersion", p.created_at as "createdAt",
  w.full_name as "createdBy", p.expires_at as "expiresAt", p.mode, p.state, p.is_edited as "isEdited",
  coalesce(p.parameters->'choices', '{}') as choices, p.before_figures as before, p.after_figures as after,
  p.savings_plan_changes as "savingsPlanChanges", p.cash_before as "cashBefore", p.cash_after as "cashAfter", p.costs,
  p.checks, p.messages, ${recommendedSql('p')} as recommended,
  coalesce((select json_agg(json_build_object('id', t.id, 'action', t.action, 'fundId', t.fund_id, 'isin', f.isin,
      'fundName', f.name, 'switchWithFundId', t.switch_with_fund_id, 'quantity', t.quantity, 'price', t.price,
      'amount', t.amount, 'fee', t.fee, 'fractionBefore', t.fraction_before, 'fractionAfter', t.fraction_after,
      'reason', t.reason, 'hintCodes', t.hint_codes) order by t.sort_order, t.id)
    from planned_transactions t join funds f on f.tenant_id = t.tenant_id and f.id = t.fund_id
   where t.tenant_id = p.tenant_id and t.planned_optimization_id = p.id), '[]') as transactions`;

const plansOf = `join planned_optimizations p on p.tenant_id = c.tenant_id and p.contract_id = c.id
  left join users w on w.tenant_id = p.tenant_id and w.id = p.created_by`;

/**
 * A stored plan of a visible contract: the one named, in whatever state, or the open one; null without one. A plan
 * whose figures are not (or not yet) there in full counts as none: half of it must not reach paper.
 */
export async function findStoredPlan(
  { database }: ReadServices,
  scope: Scope,
  contractId: string,
  planId: string | null,
): Promise<StoredPlan | null> {
  const [row] = await database.read<unknown>(
    scope,
    ofContract<unknown>(scope, contractId, (parameters) => ({
      selection,
      tables: plansOf,
      tail: `and ${planId === null ? `p.state in (${quotedList(openPlanStates)})` : `p.id = ${parameters.add(planId)}`} order by p.created_at desc limit 1`,
    })),
  );
  return rowShape.safeParse(row).data ?? null;
}

type Listed = CallAnswer<typeof listCall>;

/** Plans of a contract that are kept, the open one and those of the past, newest first. @throws 404 for a contract not seen */
export async function listStoredPlans(
  { database }: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<Listed> {
  const [visible, plans] = await database.readMany<[{ id: string }, Listed[number]]>(scope, [
    visibleContract(scope, contractId),
    ofContract<Listed[number]>(scope, contractId, () => ({
      selection: `p.id, p.created_at as "createdAt", w.full_name as "createdBy", p.mode, p.state, p.is_edited as "isEdited"`,
      tables: plansOf,
      tail: 'order by p.created_at desc, p.id limit 100',
    })),
  ]);
  if (visible.length === 0) throw notFound();
  return plans;
}
