import { lossCapacities, type SustainabilityKind } from '@depotwerk/domain/questions/profile-choices';
import { wasAskedColumn } from './risk-assessment.view.ts';

/** The profile of somebody who holds a contract beside its customer; without class and day none was recorded. */
export interface HolderProfile {
  readonly riskClassId: number | null;
  readonly validUntil: string | null;
  readonly sustainabilityKind: SustainabilityKind;
  readonly minimumShareSustainable: number | null;
  readonly minimumShareTaxonomy: number | null;
  readonly paiTopics: readonly string[];
  readonly excludedIsins: readonly string[];
  readonly excludedCompanies: readonly string[];
  readonly excludedRegions: readonly string[];
  readonly excludedSectors: readonly string[];
  readonly knowledge: readonly unknown[];
  readonly lossCapacity: string | null;
  readonly horizonYears: number | null;
}

/** The further holders of `contracts c` as one JSON list; null without any. */
const holderProfiles = `(select json_agg(json_build_object('riskClassId', x.risk_class_id, 'validUntil', x.valid_until,
      'sustainabilityKind', x.sustainability_kind, 'minimumShareSustainable', x.minimum_share_sustainable,
      'minimumShareTaxonomy', x.minimum_share_taxonomy, 'paiTopics', x.pai_topics,
      'excludedIsins', x.excluded_isins, 'excludedCompanies', x.excluded_companies, 'excludedRegions', x.excluded_regions,
      'excludedSectors', x.excluded_sectors, 'knowledge', x.knowledge, 'lossCapacity', x.loss_capacity,
      'horizonYears', x.horizon_years) order by x.id)
    from contract_holders x where x.tenant_id = c.tenant_id and x.contract_id = c.id)`;

/** {@link ProfileColumns} of `contracts c` whose valid assessment is `a`. */
export const profileSelection = `to_json(a.excluded_isins) as excluded_isins, to_json(a.excluded_companies) as excluded_companies,
  to_json(a.excluded_regions) as excluded_regions, to_json(a.excluded_sectors) as excluded_sectors,
  a.risk_class_id as profile_class_id, a.knowledge, ${wasAskedColumn} as was_asked, a.loss_capacity, a.horizon_years, ${holderProfiles} as holders`;

/** What of a contract's row says what its clients want and bear. */
export interface ProfileColumns {
  excluded_isins: string[] | null;
  excluded_companies: string[] | null;
  excluded_regions: string[] | null;
  excluded_sectors: string[] | null;
  /** Of the valid profile; null without one. */
  profile_class_id: number | null;
  knowledge: readonly unknown[] | null;
  /** Whether anybody asked her; false = nobody knows of it. Null without a profile. */
  was_asked?: boolean | null;
  loss_capacity: string | null;
  horizon_years: number | null;
  /** Who holds it beside its customer; null = nobody. */
  holders: HolderProfile[] | null;
}

/** The profile of a further holder alone, as that of a contract nobody else holds. */
export const profileOfHolder = (holder: HolderProfile): ProfileColumns => ({
  excluded_isins: [...holder.excludedIsins],
  excluded_companies: [...holder.excludedCompanies],
  excluded_regions: [...holder.excludedRegions],
  excluded_sectors: [...holder.excludedSectors],
  profile_class_id: holder.riskClassId,
  knowledge: holder.knowledge,
  loss_capacity: holder.lossCapacity,
  horizon_years: holder.horizonYears,
  holders: null,
});

/**
 * What holds for all holders of a contract at once: the lowest class, what all of them know, the least loss capacity, the
 * shortest horizon, and whatever any of them excludes. A holder without a profile adds nothing; she is counted by
 * {@link holdersWithoutProfile}, and nothing is recommended. What further holders exclude counts without a profile of the
 * customer, too.
 */
export function cautious<Row extends ProfileColumns>(row: Row): Row {
  const others = (row.holders ?? []).filter(({ riskClassId }) => riskClassId !== null);
  if (others.length === 0) return row;
  const all = (own: readonly string[] | null, further: (holder: HolderProfile) => readonly string[]) => [
    ...new Set([...(own ?? []), ...others.flatMap(further)]),
  ];
  const restricted = {
    ...row,
    excluded_isins: all(row.excluded_isins, ({ excludedIsins }) => excludedIsins),
    excluded_companies: all(row.excluded_companies, ({ excludedCompanies }) => excludedCompanies),
    excluded_regions: all(row.excluded_regions, ({ excludedRegions }) => excludedRegions),
    excluded_sectors: all(row.excluded_sectors, ({ excludedSectors }) => excludedSectors),
  };
  if (row.profile_class_id === null) return restricted;
  return {
    ...restricted,
    profile_class_id: least([row.profile_class_id, ...others.map(({ riskClassId }) => riskClassId)]),
    knowledge: (row.knowledge ?? []).filter((known) =>
      others.every(({ knowledge }) => knowledge.includes(known)),
    ),
    loss_capacity: leastLoss([row.loss_capacity, ...others.map(({ lossCapacity }) => lossCapacity)]),
    horizon_years: least([row.horizon_years, ...others.map(({ horizonYears }) => horizonYears)]),
  };
}

/** How many further holders have no profile that holds on a day (ISO). */
export const holdersWithoutProfile = (holders: readonly HolderProfile[] | null, day: string): number =>
  (holders ?? []).filter(({ validUntil }) => validUntil === null || validUntil < day).length;

/** Smallest of what is known; null where nothing is. */
function least(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Nobody's losses are borne by somebody else: "none" of one is "none" of all, and what one did not say is not known. */
function leastLoss(values: readonly (string | null)[]): string | null {
  const least = lossCapacities.find((loss) => values.includes(loss)) ?? null;
  return least !== 'none' && values.includes(null) ? null : least;
}
