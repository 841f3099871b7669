import type { ClientRestrictions } from '@depotwerk/engine/ranking/client-restrictions';
import type { TargetClient } from '@depotwerk/engine/ranking/target-market';
import type { ProfileColumns } from './cautious-profile.view.ts';

/** Product groups somebody knows from which on she is an informed, and an advanced investor; a rule of our own. */
const informedFrom = 1;
const advancedFrom = 4;

/** What of the valid profile decides whom funds are made for; null without one. */
export function toTargetClient(row: ProfileColumns): TargetClient | null {
  if (row.profile_class_id === null) return null;
  const known = row.knowledge?.length ?? 0;
  const { loss_capacity: loss } = row;
  return {
    knowledge: known >= advancedFrom ? 'advanced' : known >= informedFrom ? 'informed' : 'basic',
    lossCapacity: loss === 'none' || loss === 'limited' || loss === 'full' ? loss : null,
    hasLowestRisk: row.profile_class_id === 1,
    horizonYears: row.horizon_years,
  };
}

/** What the valid profile excludes; null = nothing. */
export function toRestrictions(row: ProfileColumns): ClientRestrictions | null {
  const restrictions = {
    isins: row.excluded_isins ?? [],
    companies: row.excluded_companies ?? [],
    regions: row.excluded_regions ?? [],
    sectors: row.excluded_sectors ?? [],
  };
  return Object.values(restrictions).every((list) => list.length === 0) ? null : restrictions;
}
