import type { PreparedFund, TariffContext } from './tariff-context.ts';

/** The first fund of a group's shortlist that satisfies a condition; null if none does. */
export function otherOf(
  context: TariffContext,
  groupIndex: number,
  condition: (fund: PreparedFund) => boolean,
): string | null {
  for (const isin of context.input.shortlists[groupIndex] ?? []) {
    const fund = context.funds.get(isin);
    if (fund && condition(fund)) return isin;
  }
  return null;
}
