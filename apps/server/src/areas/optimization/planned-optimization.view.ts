import type { CallAnswer } from '@depotwerk/api/call';
import type { getPlannedOptimization } from '@depotwerk/api/optimization/optimization';
import { approvalStateOf, isSecondPerson, turnoverOfAll } from '@depotwerk/domain/contracts/plan-approval';
import { contractEndedText } from '@depotwerk/domain/contracts/plan-obstacles';
import { openPlanStates } from '@depotwerk/domain/contracts/plan-states';
import type { Reader } from '../../platform/database/database.ts';
import { quotedList } from '../../platform/database/quoted-list.ts';
import { noneThere, notFound } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { contractDocumentCondition, ofContract } from '../contracts/public.ts';
import { type InputParts, partHashes, readInputOf } from './advice-input.view.ts';
import {
  type ApprovalColumns,
  approvalColumns,
  approvalJoins,
  approvalLimitSql,
  approvalOf,
  involvedSql,
  orderedTodaySql,
} from './approvals/approval-columns.ts';
import { outdatedReasons } from './plan-rules.ts';
import { recommendedSql } from './recommended-of-plan.view.ts';
import type { TariffData } from './tariff-data.ts';

type PlannedOptimization = CallAnswer<typeof getPlannedOptimization>;

interface PlanRow extends ApprovalColumns {
  id: string;
  row_version: number;
  created_at: string;
  created_by_name: string | null;
  expires_at: string;
  mode: PlannedOptimization['mode'];
  state: PlannedOptimization['state'];
  is_edited: boolean;
  risk_class_id: number | null;
  parameters: {
    choices: PlannedOptimization['choices'];
    parts: InputParts;
  };
  recommended: NonNullable<PlannedOptimization['recommended']> | null;
  before_figures: PlannedOptimization['before'];
  after_figures: PlannedOptimization['after'];
  savings_plan_changes: PlannedOptimization['savingsPlanChanges'];
  cash_before: number;
  cash_after: number;
  costs: PlannedOptimization['costs'];
  checks: PlannedOptimization['checks'];
  messages: PlannedOptimization['messages'];
  transactions: PlannedOptimization['transactions'];
  documents: PlannedOptimization['documents'];
  approval_limit: number | null;
  ordered_today: { action: string; amount: number }[][];
  involved: string[];
  approver_id: string | null;
}

const selectionFor = (
  documentCondition: string,
) => `o.id, o.row_version, o.created_at, u.full_name as created_by_name, o.expires_at, o.mode, o.state, o.is_edited,
  o.risk_class_id, o.parameters, ${recommendedSql('o')} as recommended, o.before_figures, o.after_figures, o.savings_plan_changes, o.cash_before, o.cash_after, o.costs, o.checks, o.messages,
  ${approvalColumns}, ${approvalLimitSql} as approval_limit, ${orderedTodaySql('o.contract_id')} as ordered_today, ${involvedSql('o')} as involved, a.decided_by as approver_id,
  coalesce((select json_agg(json_build_object('id', x.id, 'action', x.action, 'fundId', x.fund_id, 'isin', f.isin,
      'fundName', f.name, 'switchWithFundId', x.switch_with_fund_id, 'quantity', x.quantity, 'price', x.price,
      'amount', x.amount, 'fee', x.fee, 'fractionBefore', x.fraction_before, 'fractionAfter', x.fraction_after,
      'reason', x.reason, 'hintCodes', x.hint_codes) order by x.sort_order, x.id)
     from planned_transactions x join funds f on f.tenant_id = x.tenant_id and f.id = x.fund_id
    where x.tenant_id = o.tenant_id and x.planned_optimization_id = o.id), '[]') as transactions,
  coalesce((select json_agg(json_build_object('id', d.id, 'title', d.title, 'documentType', d.document_type)
      order by d.created_at desc, d.id)
     from documents d where d.tenant_id = o.tenant_id and d.contract_id = o.contract_id
      and d.created_at >= o.created_at and ${documentCondition}), '[]') as documents`;

/**
 * The contract's open plan, and whether it still fits holdings, prices, profile and tariff.
 * `recorded` reads the plan and records that it was read.
 * @throws 404 without an open plan or for a contract the caller does not see
 */
export async function readPlannedOptimization(
  services: Services,
  tariffs: TariffData,
  { scope, zone }: Pick<SignedInContext, 'scope' | 'zone'>,
  contractId: string,
  recorded: ReadServices = services,
): Promise<PlannedOptimization> {
  const row = await readPlanRow(recorded.database, scope, contractId);
  const now = services.clock();
  const today = todayIn(zone, new Date(now));
  const { input, isEnded } = await readInputOf(services, tariffs, scope, contractId, today);
  const isExpired = Date.parse(row.expires_at) <= now;
  // What the bank already has is no longer measured against new prices.
  const reasons =
    row.state === 'submitted'
      ? []
      : [
          ...(isEnded ? [contractEndedText] : []),
          ...outdatedReasons(
            row.parameters.parts,
            partHashes(input, row.risk_class_id),
            isExpired,
            Boolean(input.contract.guarantee),
          ),
        ];
  return toPlan(scope, contractId, row, reasons);
}

/** The plan a transaction has just stored: nothing it was made from has moved. */
export async function readPlanAsMade(
  reader: Reader,
  scope: Scope,
  contractId: string,
): Promise<PlannedOptimization> {
  return toPlan(scope, contractId, await readPlanRow(reader, scope, contractId), []);
}

async function readPlanRow(reader: Reader, scope: Scope, contractId: string): Promise<PlanRow> {
  const states = quotedList(openPlanStates);
  const [row] = await reader.read(
    scope,
    ofContract<PlanRow>(scope, contractId, (parameters) => ({
      selection: selectionFor(contractDocumentCondition(scope, parameters)),
      tables: `join planned_optimizations o on o.tenant_id = c.tenant_id and o.contract_id = c.id and o.state in (${states})
        left join users u on u.tenant_id = o.tenant_id and u.id = o.created_by
        ${approvalJoins('o')}`,
      tail: '',
    })),
  );
  if (row) return row;
  const visible = ofContract<{ id: string }>(scope, contractId, () => ({
    selection: 'c.id',
    tables: '',
    tail: '',
  }));
  // Most contracts have no open plan: whoever looks at one of them has tried nothing.
  throw (await reader.read(scope, visible)).length > 0 ? noneThere() : notFound();
}

function toPlan(
  { userId }: Scope,
  contractId: string,
  row: PlanRow,
  reasons: PlannedOptimization['outdatedReasons'],
): PlannedOptimization {
  return {
    id: row.id,
    contractId,
    rowVersion: row.row_version,
    createdAt: row.created_at,
    createdBy: row.created_by_name,
    expiresAt: row.expires_at,
    mode: row.mode,
    state: row.state,
    isOutdated: reasons.length > 0,
    outdatedReasons: reasons,
    isEdited: row.is_edited,
    choices: row.parameters.choices,
    before: row.before_figures,
    after: row.after_figures,
    transactions: row.transactions,
    savingsPlanChanges: row.savings_plan_changes,
    cashBefore: row.cash_before,
    cashAfter: row.cash_after,
    costs: row.costs,
    checks: row.checks,
    messages: row.messages,
    documents: row.documents,
    approvalState: approvalStateOf(
      turnoverOfAll([row.transactions, ...row.ordered_today]),
      row.approval_limit,
      row.decision,
    ),
    approvalLimit: row.approval_limit,
    orderedToday: turnoverOfAll(row.ordered_today),
    approval: approvalOf(row),
    isOwnWork: !isSecondPerson(userId, row.involved),
    isApprover: row.decision === 'approved' && row.approver_id === userId,
    recommended: row.recommended,
  };
}
