import { listed } from '../planning/count-text.ts';
import {
  judgeTargetMarket,
  type MarketVerdict,
  type TargetClient,
  untoldDimensions,
} from '../ranking/target-market.ts';
import type { AdviceFund, AdviceInput } from './advice-input.ts';
import { type AdviceFinding as Finding, marketOfPurchase, namedDimensions } from './purchase-for-client.ts';

/**
 * What is bought in the negative target market is refused, outside of the positive one it is warned of; what stays is said.
 *
 * @param sriLimit of the risk class; null = the tariff has none
 */
export function targetMarketFindings(
  bought: readonly AdviceFund[],
  kept: readonly AdviceFund[],
  { client: asked, riskAssessment }: Pick<AdviceInput, 'client' | 'riskAssessment'>,
  sriLimit: number | null,
): Finding[] {
  const client = asked ?? null;
  const verdictOf = (fund: AdviceFund) => judgeTargetMarket(fund, client, sriLimit);
  return [
    ...bought.flatMap((fund) => marketOfPurchase(fund.name, verdictOf(fund))),
    ...(riskAssessment === null ? unaskedFindings(bought) : untoldFindings(bought, client)),
    ...unknownFindings(bought.map((fund) => [fund.name, verdictOf(fund)])),
    ...kept.flatMap((fund): Finding[] => {
      const { negative } = verdictOf(fund);
      if (negative.length === 0) return [];
      const text = `${fund.name} bleibt im Vertrag, obwohl der negative Zielmarkt gilt (${namedDimensions(negative)}).`;
      return [['warning', text]];
    }),
  ];
}

/** Nobody lies in a target market of whom nothing was asked: a class chosen by hand says nothing of what it is described by. */
const unaskedFindings = (bought: readonly AdviceFund[]): Finding[] =>
  bought.length === 0
    ? []
    : [
        [
          'warning',
          'Es liegt kein Risikoprofil vor; ob der Kunde im Zielmarkt der gekauften Fonds liegt, ist nicht bekannt.',
        ],
      ];

/** A profile may say nothing of what a target market asks (Delegated Regulation (EU) 2017/565, Art. 54(8)). */
function untoldFindings(bought: readonly AdviceFund[], client: TargetClient | null): Finding[] {
  const untold = client === null || bought.length === 0 ? [] : untoldDimensions(client);
  if (untold.length === 0) return [];
  return [
    [
      'warning',
      `Das Risikoprofil nennt nicht: ${namedDimensions(untold)}. Ob die gekauften Fonds dazu passen, ist nicht bekannt.`,
    ],
  ];
}

/** Funds of which the same is not known are said in one sentence. */
function unknownFindings(verdicts: readonly (readonly [string, MarketVerdict])[]): Finding[] {
  const names = new Map<string, string[]>();
  for (const [name, { negative, unknown }] of verdicts) {
    if (negative.length > 0 || unknown.length === 0) continue;
    const known = names.get(namedDimensions(unknown));
    if (known) known.push(name);
    else names.set(namedDimensions(unknown), [name]);
  }
  return [...names].map(
    ([dimensions, funds]): Finding => [
      'warning',
      funds.length > 1
        ? `Zu ${listed(funds)} fehlen jeweils Angaben zum Zielmarkt (${dimensions}).`
        : `Zu ${listed(funds)} fehlen Angaben zum Zielmarkt (${dimensions}).`,
    ],
  );
}
