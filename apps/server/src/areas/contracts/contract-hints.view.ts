import type { optimizationHint } from '@depotwerk/api/contract-detail';
import type * as z from 'zod/mini';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readOfContract } from './visible-contract.view.ts';

type OptimizationHint = z.output<typeof optimizationHint>;

interface HintRow {
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
}

/** Hints of the contract's last check: open ones first, the gravest of them on top. */
export async function readContractHints(
  services: ReadServices,
  scope: Scope,
  contractId: string,
): Promise<OptimizationHint[]> {
  const rows = await readOfContract<HintRow>(services, scope, contractId, () => ({
    selection: `h.id, h.contract_id, h.optimization_hint_id, h.title, h.text, h.severity, h.scope, h.fund_ids, h.actual,
      h.target, h.range, h.suggested_fund_ids, h.created_at, h.state, h.dismissed_reason`,
    tables: 'join contract_hints h on h.tenant_id = c.tenant_id and h.contract_id = c.id',
    tail: `order by h.state = 'open' desc, h.severity desc, h.optimization_hint_id, h.id`,
  }));
  return rows.map((row) => ({
    id: row.id,
    contractId: row.contract_id,
    optimizationHintId: row.optimization_hint_id,
    title: row.title,
    text: row.text,
    severity: row.severity,
    scope: row.scope,
    fundIds: row.fund_ids,
    actual: row.actual,
    target: row.target,
    range: row.range,
    suggestedFundIds: row.suggested_fund_ids,
    createdAt: row.created_at,
    state: row.state,
    dismissedReason: row.dismissed_reason,
  }));
}
