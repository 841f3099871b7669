import type { contractGuarantee } from '@depotwerk/api/contracts/contract-guarantee';
import type { GuaranteeKind, GuaranteeObstacle } from '@depotwerk/domain/contracts/guarantee';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import { type GuaranteeTerms, guaranteeCover } from '@depotwerk/engine/guarantee/guarantee-cover';
import type * as z from 'zod/mini';

/** What a hybrid contract and its tariff say of the promise; null fields are unknown. */
export interface GuaranteeRow {
  readonly typeId: number | null;
  readonly isDynamic: boolean;
  readonly level: number | null;
  readonly interest: number | null;
  readonly endDate: string | null;
  readonly valuationDate: string | null;
  readonly paid: number | null;
  readonly highest: number | null;
  readonly insurerSide: number;
}

/** `GuaranteeRow` as JSON of contract `c` with tariff `t`; null where the tariff type has no guarantee. */
export const guaranteeRowJson = (): string => `case when t.tariff_type_id in (7, 8) then json_build_object(
    'typeId', t.guarantee_type_id, 'isDynamic', t.tariff_type_id = 8,
    'level', coalesce(c.guaranteed_level, t.guaranteed_level), 'interest', t.guaranteed_interest, 'endDate', c.end_date,
    'valuationDate', c.valuation_date, 'paid', c.paid_in, 'insurerSide', c.reserve_value + c.non_funds_value,
    'highest', case when t.guarantee_type_id = 2 then (select max(x.total_value) from portfolios x
      where x.tenant_id = c.tenant_id and x.contract_id = c.id) end) end`;

/** What is needed beside the row to say how the promise stands: value of the funds, how much of it in equities. */
export interface GuaranteeDetailRow extends GuaranteeRow {
  readonly fundName: string | null;
  readonly fundsValue: number;
  readonly exposure: number;
}

/** `GuaranteeDetailRow` of the same; a fund of unknown share counts as equities. */
export const guaranteeDetailJson =
  (): string => `case when t.tariff_type_id in (7, 8) then (${guaranteeRowJson()})::jsonb
  || jsonb_build_object('fundsValue', c.cash_value,
    'fundName', (select f.name from funds f where f.tenant_id = t.tenant_id and f.id = t.guarantee_security_id),
    'exposure', coalesce((select sum(e.value * coalesce(f.equity_quota, g.equity_quota, 1)) from portfolios p
      join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
      join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
      left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
     where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current), 0)) end`;

const kindOf = ({ isDynamic, typeId }: GuaranteeRow): GuaranteeKind | null =>
  isDynamic
    ? 'guaranteeFund'
    : typeId === 1
      ? 'contributions'
      : typeId === 2
        ? 'highest'
        : typeId === 3
          ? 'pension'
          : null;

/** Terms of a promise as far as they are known. */
type KnownTerms =
  | { readonly terms: GuaranteeTerms; readonly obstacle: null }
  | { readonly terms: null; readonly obstacle: GuaranteeObstacle };

function knownTerms(row: GuaranteeRow): KnownTerms {
  const without = (obstacle: GuaranteeObstacle) => ({ terms: null, obstacle });
  const { level, interest, endDate, highest } = row;
  const kind = kindOf(row);
  if (kind === null) return without('noType');
  if (level === null) return without('noLevel');
  if (kind === 'pension') return without('pension');
  if (interest === null) return without('noInterest');
  const endDay = endDate === null ? null : dayNumber(endDate);
  if (endDay === null) return without('noEnd');
  if (row.valuationDate === null) return without('noValuation');
  const base = (kind === 'highest' ? highest : row.paid) ?? 0;
  if (base <= 0) return without('noContributions');
  const promised = Math.round(base * level * 100) / 100;
  return { terms: { promised, level, interest, endDay, secured: row.insurerSide }, obstacle: null };
}

/** What the planner has to keep; null where nothing is promised or it is not known. */
export const guaranteeTerms = (row: GuaranteeRow | null): GuaranteeTerms | null =>
  row && knownTerms(row).terms;

/** The promise with what has to be safe on the day for it, or why that is not known. `today` as `YYYY-MM-DD`. */
export function toGuarantee(
  row: GuaranteeDetailRow | null,
  today: string,
): z.output<typeof contractGuarantee> | null {
  if (!row) return null;
  const { terms, obstacle } = knownTerms(row);
  const kind = kindOf(row);
  const free = { value: row.fundsValue, exposure: row.exposure };
  return {
    kind,
    level: row.level,
    interest: row.interest,
    endDate: row.endDate,
    guaranteeFundName: row.fundName,
    base: terms === null ? null : kind === 'highest' ? row.highest : row.paid,
    promised: terms?.promised ?? null,
    insurerSide: row.insurerSide,
    fundsValue: row.fundsValue,
    valuationDate: row.valuationDate,
    today,
    obstacle,
    cover: terms && guaranteeCover(terms, free, dayNumber(today) ?? 0),
  };
}
