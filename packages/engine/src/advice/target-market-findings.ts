import { listed } from '../planning/count-text.ts';
import {
  judgeTargetMarket,
  type MarketDimension,
  type MarketVerdict,
  type TargetClient,
} from '../ranking/target-market.ts';
import type { AdviceFund } from './advice-input.ts';

type Finding = readonly ['warning' | 'blocked', string];

const named = (dimensions: readonly MarketDimension[]): string => dimensions.join(', ');

/**
 * What is bought in the negative target market is refused, outside of the positive one it is warned of; what stays is said.
 *
 * @param sriLimit of the risk class; null = the tariff has none
 */
export function targetMarketFindings(
  bought: readonly AdviceFund[],
  kept: readonly AdviceFund[],
  client: TargetClient | null,
  sriLimit: number | null,
): Finding[] {
  const verdictOf = (fund: AdviceFund) => judgeTargetMarket(fund, client, sriLimit);
  return [
    ...bought.flatMap((fund) => buyFindings(fund.name, verdictOf(fund))),
    ...unknownFindings(bought.map((fund) => [fund.name, verdictOf(fund)])),
    ...kept.flatMap((fund): Finding[] => {
      const { negative } = verdictOf(fund);
      if (negative.length === 0) return [];
      const text = `${fund.name} bleibt im Vertrag, obwohl der negative Zielmarkt gilt (${named(negative)}).`;
      return [['warning', text]];
    }),
  ];
}

/** Funds of which the same is not known are said in one sentence. */
function unknownFindings(verdicts: readonly (readonly [string, MarketVerdict])[]): Finding[] {
  const names = new Map<string, string[]>();
  for (const [name, { negative, unknown }] of verdicts) {
    if (negative.length > 0 || unknown.length === 0) continue;
    const known = names.get(named(unknown));
    if (known) known.push(name);
    else names.set(named(unknown), [name]);
  }
  return [...names].map(
    ([dimensions, funds]): Finding => [
      'warning',
      `Zu ${listed(funds)} fehlen Angaben zum Zielmarkt (${dimensions}).`,
    ],
  );
}

function buyFindings(name: string, { negative, outside }: MarketVerdict): Finding[] {
  if (negative.includes('Kundentyp')) return [['blocked', `${name} ist nicht für Privatkunden bestimmt.`]];
  if (negative.length > 0)
    return [['blocked', `Für ${name} gilt der negative Zielmarkt (${named(negative)}).`]];
  return outside.length > 0
    ? [['warning', `${name} liegt außerhalb des positiven Zielmarkts (${named(outside)}).`]]
    : [];
}
