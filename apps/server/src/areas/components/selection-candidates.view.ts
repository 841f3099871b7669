import type { UniverseComponentDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { SelectionCandidate } from './automatic-selection.ts';

/** Figures of these ranking types are better when they are lower: volatility and costs (G-49). */
const lowIsGood: ReadonlySet<number> = new Set([7, 9]);

/** What decides which funds a universe holds. */
export type UniverseRule = Pick<
  UniverseComponentDraft,
  'tariffUniverseSelectionManualMode' | 'tariffUniverseType' | 'maximumRiskIndicator' | 'tariffUniverseItems'
>;

/** SQL condition: fund `f` belongs to the universe (G-49): its items, or all open funds of its type. */
export function inUniverse(universe: UniverseRule, parameters: Parameters): string {
  const isOpen = `f.fund_status = 'open' and not f.is_inactive`;
  if (universe.tariffUniverseSelectionManualMode)
    return `f.id = any (${parameters.add(universe.tariffUniverseItems)}::int[])`;
  switch (universe.tariffUniverseType) {
    case 2:
      return `${isOpen} and f.is_etf`;
    case 3:
      return `${isOpen} and not f.is_etf`;
    case 4:
      return `${isOpen} and f.sfdr_article in (8, 9)`;
    case 5:
      return `${isOpen} and f.is_savings_plan_capable`;
    case 6:
      return `${isOpen} and f.risk_indicator <= ${parameters.add(universe.maximumRiskIndicator ?? 7)}::int`;
    default:
      return isOpen;
  }
}

/** Open, active funds of the universe with their rank by the ranking type. */
export async function readSelectionCandidates(
  reader: Reader,
  context: DbContext,
  universe: UniverseRule,
  rankingTypeId: number,
): Promise<SelectionCandidate[]> {
  const parameters = new Parameters();
  const rankingType = parameters.add(rankingTypeId);
  const rows = await reader.read<Omit<SelectionCandidate, 'isLowGood'>>(context, {
    sql: `select f.id, f.isin, f.peergroup_id as "peergroupId", f.ongoing_fee as "ongoingFee", r.fund_rank as rank,
        r.ranking_value as "rankingValue"
      from funds f
      left join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = ${rankingType}
     where f.fund_status = 'open' and not f.is_inactive and ${inUniverse(universe, parameters)}
     order by f.id`,
    parameters: parameters.values,
  });
  const isLowGood = lowIsGood.has(rankingTypeId);
  return rows.map((row) => ({ ...row, isLowGood }));
}
