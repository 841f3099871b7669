import type { contractListItem, scoreSummary } from '@depotwerk/api/contracts/contracts';
import type { RiskBandStatus } from '@depotwerk/domain/advice/risk-band-status';
import { wasNeverValued } from '@depotwerk/domain/contracts/never-valued';
import type * as z from 'zod/mini';
import type { Scope } from '../../platform/scope.ts';
import { type Tag, tagsOf } from '../tags/public.ts';

export type ContractListItem = z.output<typeof contractListItem>;

/** Columns of `contracts c` every list row needs. */
export const contractColumns = [
  'tenant_id',
  'id',
  'customer_id',
  'group_id',
  'tariff_id',
  'insurer_id',
  'external_key',
  'external_consumer_key',
  'start_date',
  'end_date',
  'use_etf',
  'is_linked',
  'has_pending_changes',
  'contract_score',
  'risk_class_id',
  'risk_value',
  'risk_band_low',
  'risk_band_high',
  'risk_band_status',
  'hint_count',
  'highest_hint_severity',
  'valuation_date',
  'total_value',
  'cash_value',
  'last_check',
  'last_checked_by_name',
  'last_consultation',
] as const;

/** What a list row selects from `c` and the tables joined by `contractJoins`. */
export const contractSelection = `${contractColumns
  .filter((column) => column !== 'tenant_id' && column !== 'group_id')
  .map((column) => `c.${column}`)
  .join(
    ', ',
  )}, u.first_name, u.last_name, g.group_name, t.name as tariff_name, t.tariff_type_id, i.insurer_name,
  t.risk_class_count, t.risk_type_id, t.use_quota, ${tagsOf('contract')} as tags`;

/** Key look-ups around `c`; the risk measure is that of the tariff's published version. */
export const contractJoins = `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
  join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
  left join insurers i on i.tenant_id = c.tenant_id and i.id = c.insurer_id
  left join groups g on g.tenant_id = c.tenant_id and g.id = c.group_id`;

/** A row of `contractSelection`. */
export interface ContractRow {
  id: string;
  customer_id: string;
  tariff_id: string;
  insurer_id: number | null;
  external_key: string;
  external_consumer_key: string | null;
  start_date: string;
  end_date: string | null;
  use_etf: boolean;
  is_linked: boolean;
  has_pending_changes: boolean;
  contract_score: number | null;
  risk_class_id: number | null;
  risk_value: number | null;
  risk_band_low: number | null;
  risk_band_high: number | null;
  risk_band_status: RiskBandStatus;
  hint_count: number;
  highest_hint_severity: 0 | 1 | 2 | null;
  /** Null = never valued. */
  valuation_date: string | null;
  total_value: number;
  cash_value: number;
  last_check: string | null;
  last_checked_by_name: string | null;
  last_consultation: string | null;
  first_name: string;
  last_name: string;
  group_name: string | null;
  tariff_name: string;
  tariff_type_id: number;
  insurer_name: string | null;
  risk_class_count: number | null;
  risk_type_id: number | null;
  use_quota: boolean | null;
  tags: Tag[];
}

/** A row as the list shows it. */
export function toContractItem(row: ContractRow, scope: Pick<Scope, 'ownCustomerId'>): ContractListItem {
  const isOwn = scope.ownCustomerId !== null;
  return {
    id: row.id,
    externalKey: row.external_key,
    externalConsumerKey: row.external_consumer_key,
    customer: { id: row.customer_id, firstName: row.first_name, lastName: row.last_name },
    groupName: row.group_name,
    tariff: { id: row.tariff_id, name: row.tariff_name, tariffTypeId: row.tariff_type_id },
    insurer:
      row.insurer_id === null || row.insurer_name === null
        ? null
        : { id: row.insurer_id, insurerName: row.insurer_name },
    startDate: row.start_date,
    endDate: row.end_date,
    useETF: row.use_etf,
    isLinked: row.is_linked,
    hasPendingChanges: isOwn ? null : row.has_pending_changes,
    contractScore: row.contract_score === null ? null : summariseScore(row.contract_score),
    risk: {
      riskClassId: row.risk_class_id,
      riskClassCount: row.risk_class_count,
      riskTypeId: row.risk_type_id,
      useQuota: row.use_quota ?? false,
      riskValue: toPercentPoints(row.risk_value),
      bandLow: toPercentPoints(row.risk_band_low),
      bandHigh: toPercentPoints(row.risk_band_high),
      status: row.risk_band_status,
    },
    hints: isOwn
      ? { count: null, highestSeverity: null }
      : { count: row.hint_count, highestSeverity: row.highest_hint_severity },
    isValueUnknown: wasNeverValued(row.valuation_date, row.total_value),
    totalValue: row.total_value,
    cashValue: row.cash_value,
    lastCheck: row.last_check,
    lastCheckedBy: isOwn ? null : row.last_checked_by_name,
    lastConsultation: row.last_consultation,
    tags: isOwn ? [] : row.tags,
  };
}

/** Stars and level of a score 0–100. */
export function summariseScore(value: number): z.output<typeof scoreSummary> {
  return {
    value,
    stars: Math.round(value / 10) / 2,
    level: value >= 85 ? 'good' : value >= 50 ? 'fair' : 'poor',
  };
}

/** Fraction of the database as percentage points, to four decimals: 0.123456 → 12.3456. */
export function toPercentPoints(fraction: number): number;
export function toPercentPoints(fraction: number | null): number | null;
export function toPercentPoints(fraction: number | null): number | null {
  return fraction === null ? null : Math.round(fraction * 1e6) / 1e4;
}
