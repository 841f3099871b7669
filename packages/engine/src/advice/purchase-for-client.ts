import {
  type BrokenRestriction,
  type ClientRestrictions,
  isRestrictionUnknown,
  type RestrictedFund,
  restrictionOf,
} from '../ranking/client-restrictions.ts';
import { type EsgPreference, type PromisingFund, violatesEsg } from '../ranking/select-funds.ts';
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
export interface PurchasedFund extends RestrictedFund, MarketedFund, PromisingFund {
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

/** What the client's preference for sustainability says of buying a fund. */
export const preferenceOfPurchase = (
  fund: PromisingFund & Pick<PurchasedFund, 'name'>,
  esg: EsgPreference | null,
): AdviceFinding[] =>
  violatesEsg(fund, esg) ? [['blocked', `${fund.name} passt nicht zur Nachhaltigkeitspräferenz.`]] : [];

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
 * What speaks against buying a fund for the holders of a contract, whoever asks for it: their exclusions, their preference for
 * sustainability and its target market.
 *
 * @param restrictions null = nothing is excluded
 * @param client null = nobody asked her yet: only the type of client is judged
 * @param esg null = nothing is wanted
 */
export const purchaseForClient = (
  fund: PurchasedFund,
  restrictions: ClientRestrictions | null,
  client: TargetClient | null,
  esg: EsgPreference | null,
): AdviceFinding[] => [
  ...(restrictions ? exclusionOfPurchase(fund, restrictions) : []),
  ...preferenceOfPurchase(fund, esg),
  ...marketOfPurchase(fund.name, judgeTargetMarket(fund, client, null)),
];

/** One of those who hold a contract, as far as it decides what may be bought for her. */
export interface PurchasingHolder {
  readonly name: string;
  /** null = she excludes nothing. */
  readonly restrictions: ClientRestrictions | null;
  /** null = nobody asked her yet. */
  readonly client: TargetClient | null;
  /** null = she wants nothing of sustainability. */
  readonly esg: EsgPreference | null;
}

/** What forbids to buy a fund, and because of whom. */
export type PurchaseObstacle =
  | { readonly kind: 'excluded'; readonly holder: string; readonly broken: BrokenRestriction }
  | { readonly kind: 'unsustainable'; readonly holders: readonly string[] }
  | {
      readonly kind: 'negativeMarket';
      /** Those it holds of alone; empty where only all of them taken together are in it. */
      readonly holders: readonly string[];
      readonly dimensions: readonly MarketDimension[];
    };

/**
 * Whatever {@link purchaseForClient} blocks a purchase by, told apart by holder.
 *
 * @param together what is known of all holders at once, the cautious one: that is what plans are made for
 */
export function purchaseObstacles(
  fund: PurchasedFund,
  holders: readonly PurchasingHolder[],
  together: TargetClient | null,
): PurchaseObstacle[] {
  const excluded = holders.flatMap(({ name, restrictions }): PurchaseObstacle[] => {
    const broken = restrictions && restrictionOf(fund, restrictions);
    return broken ? [{ kind: 'excluded', holder: name, broken }] : [];
  });
  const unsuited = holders.filter(({ esg }) => violatesEsg(fund, esg)).map(({ name }) => name);
  const own: PurchaseObstacle[] =
    unsuited.length === 0 ? excluded : [...excluded, { kind: 'unsustainable', holders: unsuited }];
  const { negative } = judgeTargetMarket(fund, together, null);
  if (negative.length === 0) return own;
  const alone = holders.filter(({ client }) => judgeTargetMarket(fund, client, null).negative.length > 0);
  return [...own, { kind: 'negativeMarket', holders: alone.map(({ name }) => name), dimensions: negative }];
}
