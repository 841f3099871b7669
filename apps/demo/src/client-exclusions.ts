/** What a few clients of the demo do not want to be invested in, though they still hold it: the finding H23 shows there. */
import type { ClientRestrictions } from '@depotwerk/engine/ranking/client-restrictions';
import type { Frame } from './contract-frame.ts';
import type { DemoFund } from './demo-funds.ts';
import { regionOf, sectorOf } from './group-places.ts';
import { peergroups } from './market-parameters.ts';

/** One contract in so many has a client with an exclusion. */
const every = 80;
const first = 5;
const none: ClientRestrictions = { isins: [], companies: [], regions: [], sectors: [] };

const keyOf = (fund: DemoFund) => peergroups[fund.peergroupId - 1]?.key ?? '';

/** By the number of the contract and nothing drawn, so that everything else of the demo stays as it is. */
export function exclusionsOf({ depot }: Frame, index: number): ClientRestrictions {
  const [largest] = depot.plan.funds;
  if (index % every !== first || !largest) return none;
  const specific = depot.plan.funds.find((fund) => sectorOf(keyOf(fund)) !== 'broad');
  const regional = depot.plan.funds.find((fund) => !['world', 'europe'].includes(regionOf(keyOf(fund))));
  switch (Math.floor(index / every) % 4) {
    case 0:
      return regional
        ? { ...none, regions: [regionOf(keyOf(regional))] }
        : { ...none, isins: [largest.isin] };
    case 1:
      return { ...none, companies: [largest.company] };
    case 2:
      return specific
        ? { ...none, sectors: [sectorOf(keyOf(specific))] }
        : { ...none, isins: [largest.isin] };
    default:
      return { ...none, isins: [largest.isin] };
  }
}

/** Columns exclusions are written to. */
export const exclusionColumns = [
  'excluded_isins',
  'excluded_companies',
  'excluded_regions',
  'excluded_sectors',
] as const;

/** Exclusions as a check reads them; null = there is no profile. */
export const excludedLists = (exclusions: ClientRestrictions | null) => ({
  excluded_isins: exclusions ? [...exclusions.isins] : null,
  excluded_companies: exclusions ? [...exclusions.companies] : null,
  excluded_regions: exclusions ? [...exclusions.regions] : null,
  excluded_sectors: exclusions ? [...exclusions.sectors] : null,
});

/** The same as lists of texts in a copied row, in the order of `exclusionColumns`. */
export const exclusionTexts = ({ isins, companies, regions, sectors }: ClientRestrictions): string[] =>
  [isins, companies, regions, sectors].map(
    (list) => `{${list.map((text) => JSON.stringify(text)).join(',')}}`,
  );
