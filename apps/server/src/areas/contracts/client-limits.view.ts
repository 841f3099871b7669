import { type SustainabilityKind, wantsImpactsConsidered } from '@depotwerk/domain/questions/profile-choices';
import type { ClientRestrictions } from '@depotwerk/engine/ranking/client-restrictions';
import type { EsgPreference } from '@depotwerk/engine/ranking/select-funds';
import type { TargetClient } from '@depotwerk/engine/ranking/target-market';
import type { HolderProfile, ProfileColumns } from './cautious-profile.view.ts';

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
    ...(known === 0 && row.was_asked === false && { isKnowledgeUnknown: true }),
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

/** What the valid profile of a contract's customer wants of sustainability, and her further holders. */
export interface SustainabilityColumns {
  sustainability_kind: SustainabilityKind | null;
  minimum_share_sustainable: number | null;
  minimum_share_taxonomy: number | null;
  /** Adverse impacts she named; null without a profile. */
  pai_topics: readonly string[] | null;
  holders: HolderProfile[] | null;
}

/** {@link SustainabilityColumns} of a valid assessment `a`, without the holders. */
export const sustainabilitySelection =
  'a.sustainability_kind, a.minimum_share_sustainable, a.minimum_share_taxonomy, to_json(a.pai_topics) as pai_topics';

/** The wish of a further holder alone, as that of a contract nobody else holds. */
export const sustainabilityOfHolder = (holder: HolderProfile): SustainabilityColumns => ({
  sustainability_kind: holder.sustainabilityKind,
  minimum_share_sustainable: holder.minimumShareSustainable,
  minimum_share_taxonomy: holder.minimumShareTaxonomy,
  pai_topics: holder.paiTopics,
  holders: null,
});

/** What all holders ask for together: the largest share of each kind, and a look at adverse impacts where one wants it. */
export function toPreference(row: SustainabilityColumns): EsgPreference | null {
  const wishes = [row, ...(row.holders ?? []).map(sustainabilityOfHolder)].filter(
    ({ sustainability_kind: kind }) => kind === 'pai' || kind === 'minimumShare',
  );
  if (wishes.length === 0) return null;
  const shares = wishes.filter(({ sustainability_kind: kind }) => kind === 'minimumShare');
  const taxonomy = Math.max(0, ...shares.map((wish) => wish.minimum_share_taxonomy ?? 0));
  return {
    minimumSustainableShare: Math.max(0, ...shares.map((wish) => wish.minimum_share_sustainable ?? 0)),
    ...(taxonomy > 0 && { minimumTaxonomyShare: taxonomy }),
    needsPai: wishes.some((wish) => wantsImpactsConsidered(wish.sustainability_kind, wish.pai_topics ?? [])),
    minimumArticle: 6,
  };
}
