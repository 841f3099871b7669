import type { PortfolioEntry } from '@depotwerk/api/contracts/contract-detail';
import { fromCents, toCents } from '@depotwerk/domain/money';

/** Part of a portfolio that belongs to one category. */
export interface CategoryShare {
  name: string;
  /** Colour of the category as the data names it, or null. */
  colour: string | null;
  value: number;
  /** Share of the funds' value, 0–1. */
  fraction: number;
}

/** Value of the entries, added in cents. */
export function entriesValue(entries: readonly Pick<PortfolioEntry, 'value'>[]): number {
  return fromCents(entries.reduce((sum, entry) => sum + toCents(entry.value), 0));
}

/** Sum of a member that may be unknown; null as soon as one is, because a partial sum would mislead. */
export function sumIfKnown(amounts: readonly (number | null)[]): number | null {
  let cents = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    cents += toCents(amount);
  }
  return fromCents(cents);
}

/** Entries by category, the largest first; `unknownName` stands for entries without one. */
export function categoryShares(
  entries: readonly Pick<PortfolioEntry, 'value' | 'categoryName' | 'categoryColor'>[],
  unknownName: string,
): CategoryShare[] {
  const byName = new Map<string, { colour: string | null; cents: number }>();
  let total = 0;
  for (const entry of entries) {
    const name = entry.categoryName ?? unknownName;
    const share = byName.get(name) ?? { colour: entry.categoryColor, cents: 0 };
    share.cents += toCents(entry.value);
    total += toCents(entry.value);
    byName.set(name, share);
  }
  return [...byName]
    .map(([name, { colour, cents }]) => ({
      name,
      colour,
      value: fromCents(cents),
      fraction: total === 0 ? 0 : cents / total,
    }))
    .sort((one, other) => other.value - one.value || one.name.localeCompare(other.name, 'de'));
}
