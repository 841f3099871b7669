import type { SustainabilityKind } from '@depotwerk/domain/questions/profile-choices';
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

/** What the customer's own profile asks for, beside that of further holders. */
export interface WishColumns {
  sustainability_kind: SustainabilityKind | null;
  minimum_share_sustainable: number | null;
  minimum_share_taxonomy: number | null;
  holders:
    | readonly Pick<
        HolderProfile,
        'sustainabilityKind' | 'minimumShareSustainable' | 'minimumShareTaxonomy'
      >[]
    | null;
}

/** What all holders ask for together: the largest share of each kind, and a look at adverse impacts where one wants it. */
export function toPreference(row: WishColumns): EsgPreference | null {
  const wishes = [
    {
      kind: row.sustainability_kind,
      share: row.minimum_share_sustainable,
      taxonomy: row.minimum_share_taxonomy,
    },
    ...(row.holders ?? []).map(({ sustainabilityKind, minimumShareSustainable, minimumShareTaxonomy }) => ({
      kind: sustainabilityKind,
      share: minimumShareSustainable,
      taxonomy: minimumShareTaxonomy,
    })),
  ].filter(({ kind }) => kind === 'pai' || kind === 'minimumShare');
  if (wishes.length === 0) return null;
  const shares = wishes.filter(({ kind }) => kind === 'minimumShare');
  const taxonomy = Math.max(0, ...shares.map((wish) => wish.taxonomy ?? 0));
  return {
    minimumSustainableShare: Math.max(0, ...shares.map(({ share }) => share ?? 0)),
    ...(taxonomy > 0 && { minimumTaxonomyShare: taxonomy }),
    needsPai: wishes.some(({ kind }) => kind === 'pai'),
    minimumArticle: 6,
  };
}
