import { rankingFigure } from '@depotwerk/domain/tariff/ranking-types';
import type { UniverseRule } from '@depotwerk/domain/tariff/universe-rule';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { inUniverse, isOfferedFund } from '../funds/public.ts';
import type { SelectionCandidate } from './automatic-selection.ts';

/** Open, active funds of the universe with their rank by the ranking type. */
export async function readSelectionCandidates(
  reader: Reader,
  context: DbContext,
  universe: UniverseRule,
  rankingTypeId: number,
): Promise<SelectionCandidate[]> {
  const parameters = new Parameters();
  const rankingType = parameters.add(rankingTypeId);
  const rows = await reader.read<SelectionCandidate>(context, {
    sql: `select f.id, f.isin, f.peergroup_id as "peergroupId", f.ongoing_fee as ter, r.fund_rank as rank,
        r.ranking_value as "rankingValue"
      from funds f
      left join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = ${rankingType}
     where ${isOfferedFund} and ${inUniverse(universe, parameters)}
     order by f.id`,
    parameters: parameters.values,
  });
  return rows.map((row) => ({ ...row, rankingValue: rankingFigure(rankingTypeId, row.rankingValue) }));
}
