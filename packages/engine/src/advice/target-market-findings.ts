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
    ...kept.flatMap((fund): Finding[] => {
      const { negative } = verdictOf(fund);
      if (negative.length === 0) return [];
      const text = `${fund.name} bleibt im Vertrag, obwohl der negative Zielmarkt gilt (${named(negative)}).`;
      return [['warning', text]];
    }),
  ];
}

function buyFindings(name: string, { negative, outside, unknown }: MarketVerdict): Finding[] {
  if (negative.includes('Kundentyp')) return [['blocked', `${name} ist nicht für Privatkunden bestimmt.`]];
  if (negative.length > 0)
    return [['blocked', `Für ${name} gilt der negative Zielmarkt (${named(negative)}).`]];
  const findings: Finding[] = [];
  if (outside.length > 0)
    findings.push(['warning', `${name} liegt außerhalb des positiven Zielmarkts (${named(outside)}).`]);
  if (unknown.length > 0)
    findings.push(['warning', `Zu ${name} fehlen Angaben zum Zielmarkt (${named(unknown)}).`]);
  return findings;
}
