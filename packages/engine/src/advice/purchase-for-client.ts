import {
  type ClientRestrictions,
  isRestrictionUnknown,
  type RestrictedFund,
  restrictionOf,
} from '../ranking/client-restrictions.ts';
import {
  judgeTargetMarket,
  type MarketDimension,
  type MarketedFund,
  type MarketVerdict,
  type TargetClient,
} from '../ranking/target-market.ts';

/** What speaks against a plan or a purchase, in German: `blocked` forbids it. */
export type AdviceFinding = readonly ['warning' | 'blocked', string];

/** What of a fund decides whether it may be bought for a client. */
export interface PurchasedFund extends RestrictedFund, MarketedFund {
  readonly name: string;
}

/** Dimensions of a target market in one line. */
export const namedDimensions = (dimensions: readonly MarketDimension[]): string => dimensions.join(', ');

/** What the client's exclusions say of buying a fund. */
export function exclusionOfPurchase(
  fund: RestrictedFund & Pick<PurchasedFund, 'name'>,
  restrictions: ClientRestrictions,
): AdviceFinding[] {
  if (restrictionOf(fund, restrictions) !== null)
    return [['blocked', `${fund.name} fällt unter die festgehaltenen Ausschlüsse.`]];
  return isRestrictionUnknown(fund, restrictions)
    ? [
        [
          'warning',
          `Zu ${fund.name} ist nicht bekannt, ob er in eine ausgeschlossene Region oder Branche anlegt.`,
        ],
      ]
    : [];
}

/** What a fund's target market says of buying it: the negative one forbids it, outside of the positive one is warned of. */
export function marketOfPurchase(name: string, { negative, outside }: MarketVerdict): AdviceFinding[] {
  if (negative.includes('Kundentyp')) return [['blocked', `${name} ist nicht für Privatkunden bestimmt.`]];
  if (negative.length > 0)
    return [['blocked', `Für ${name} gilt der negative Zielmarkt (${namedDimensions(negative)}).`]];
  return outside.length > 0
    ? [['warning', `${name} liegt außerhalb des positiven Zielmarkts (${namedDimensions(outside)}).`]]
    : [];
}

/**
 * What speaks against buying a fund for the holders of a contract, whoever asks for it: their exclusions and its target market.
 *
 * @param restrictions null = nothing is excluded
 * @param client null = nobody asked her yet: only the type of client is judged
 */
export const purchaseForClient = (
  fund: PurchasedFund,
  restrictions: ClientRestrictions | null,
  client: TargetClient | null,
): AdviceFinding[] => [
  ...(restrictions ? exclusionOfPurchase(fund, restrictions) : []),
  ...marketOfPurchase(fund.name, judgeTargetMarket(fund, client, null)),
];
