import type { EsgPreference } from './select-funds.ts';
import type { TargetClient } from './target-market.ts';

/** What a client does not want to be invested in; each list is empty where nothing of its kind is excluded. */
export interface ClientRestrictions {
  readonly isins: readonly string[];
  /** Names of companies; every company whose name begins with these words falls under it. */
  readonly companies: readonly string[];
  /** Keys of regions and sectors, as the peer group of a fund has them. */
  readonly regions: readonly string[];
  readonly sectors: readonly string[];
}

/** What a client wants of her funds and whom they may be made for; it decides, with the class, which context her contract is looked at in. */
export interface ClientWishes {
  readonly esg: EsgPreference | null;
  /** Absent = nothing is excluded. */
  readonly restrictions?: ClientRestrictions | undefined;
  /** Absent = nobody asked her: of target markets only the type of client is judged. */
  readonly client?: TargetClient | undefined;
}

/** What of a fund decides whether it is excluded; absent = not known. */
export interface RestrictedFund {
  readonly isin: string;
  readonly company: string;
  readonly region?: string | undefined;
  readonly sector?: string | undefined;
}

/** The exclusion a fund falls under: its kind, and the ISIN, company or key that hits. */
export interface BrokenRestriction {
  readonly kind: 'fund' | 'company' | 'region' | 'sector';
  readonly excluded: string;
}

/** The first exclusion a fund falls under, the narrowest kind first; null if it falls under none. What is not known excludes nothing. */
export function restrictionOf(
  { isin, company, region, sector }: RestrictedFund,
  restrictions: ClientRestrictions | undefined,
): BrokenRestriction | null {
  if (!restrictions) return null;
  if (restrictions.isins.includes(isin)) return { kind: 'fund', excluded: isin };
  const excludedCompany = restrictions.companies.find((name) => isOfCompany(company, name));
  if (excludedCompany !== undefined) return { kind: 'company', excluded: excludedCompany };
  if (region && restrictions.regions.includes(region)) return { kind: 'region', excluded: region };
  return sector && restrictions.sectors.includes(sector) ? { kind: 'sector', excluded: sector } : null;
}

/** Whether a name is that of a company or begins with it, by whole words and in any case: houses run several companies. */
export function isOfCompany(name: string, company: string): boolean {
  const own = name.trim().toLowerCase();
  const other = company.trim().toLowerCase();
  if (other === '' || !own.startsWith(other)) return false;
  return own.length === other.length || !/[\p{L}\p{N}]/u.test(own.charAt(other.length));
}

/** Whether an exclusion of a client asks for something that is not known of a fund. */
export const isRestrictionUnknown = (
  { region, sector }: RestrictedFund,
  { regions, sectors }: ClientRestrictions,
): boolean => (regions.length > 0 && !region) || (sectors.length > 0 && !sector);
