import type { PreparedFund, TariffContext } from './tariff-context.ts';

/** The first fund of a group's shortlist that satisfies a condition and that the client does not rule out; null if none does. */
export function otherOf(
  context: TariffContext,
  groupIndex: number,
  condition: (fund: PreparedFund) => boolean,
): string | null {
  for (const isin of context.input.shortlists[groupIndex] ?? []) {
    const fund = context.funds.get(isin);
    if (fund && !fund.isUnwanted && condition(fund)) return isin;
  }
  return null;
}

/** The first fund of a group's shortlist that the client does not rule out. */
export const firstOf = (context: TariffContext, groupIndex: number): string | null =>
  otherOf(context, groupIndex, () => true);
