import type { optimizationHint } from '@depotwerk/api/contracts/contract-detail';
import type * as z from 'zod/mini';
import { hideFromOwnSide, type Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readOfContract } from './visible-contract.view.ts';

type OptimizationHint = z.output<typeof optimizationHint>;

export interface HintRow {
  id: string;
  contract_id: string;
  optimization_hint_id: number;
  title: string;
  text: string;
  severity: 0 | 1 | 2;
  scope: OptimizationHint['scope'];
  fund_ids: number[];
  actual: number | null;
  target: number | null;
  range: number | null;
  suggested_fund_ids: number[];
  created_at: string;
  state: OptimizationHint['state'];
  dismissed_reason: string | null;
  peergroup_id: number | null;
  state_note: string | null;
  state_changed_at: string | null;
  state_changed_by: string | null;
  finding_cause: OptimizationHint['findingCause'];
}

/** Hints of the contract's last check: open ones first, the gravest of them on top. @throws 404 */
export async function readContractHints(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<OptimizationHint[]> {
  hideFromOwnSide(scope);
  const rows = await readOfContract<HintRow>(services, scope, contractId, () => ({
    selection: hintSelection,
    tables: hintTables,
    tail: hintOrder,
  }));
  return rows.map(toHint);
}

/** Columns and tables of a hint `h` of a contract `c`, and the order that puts equal findings side by side. */
export const hintSelection = `h.id, h.contract_id, h.optimization_hint_id, h.title, h.text, h.severity, h.scope, h.fund_ids,
  h.actual, h.target, h.range, h.suggested_fund_ids, h.created_at, h.state, h.dismissed_reason, h.peergroup_id,
  h.state_note, h.state_changed_at, h.finding_cause, changer.full_name as state_changed_by`;
export const hintTables = `join contract_hints h on h.tenant_id = c.tenant_id and h.contract_id = c.id
  left join users changer on changer.tenant_id = h.tenant_id and changer.id = h.state_changed_by`;
export const hintOrder = `order by h.state = 'open' desc, h.severity desc, h.optimization_hint_id,
  abs(coalesce(h.actual, 0) - coalesce(h.target, 0)) desc, h.id`;

/** A stored hint as the API shows it. */
export function toHint(row: HintRow): OptimizationHint {
  return {
    id: row.id,
    contractId: row.contract_id,
    optimizationHintId: row.optimization_hint_id,
    hintCode: `H${String(row.optimization_hint_id).padStart(2, '0')}`,
    title: row.title,
    text: row.text,
    severity: row.severity,
    scope: row.scope,
    fundIds: row.fund_ids,
    peergroupId: row.peergroup_id,
    actual: row.actual,
    target: row.target,
    range: row.range,
    suggestedFundIds: row.suggested_fund_ids,
    createdAt: row.created_at,
    state: row.state,
    dismissedReason: row.dismissed_reason,
    note: row.state_note,
    stateChangedAt: row.state_changed_at,
    stateChangedBy: row.state_changed_by,
    findingCause: row.finding_cause,
  };
}
