import { hintTitle } from '@depotwerk/domain/hint-text';
import { said } from '../../texts/texts.ts';
import type { PlanTransaction } from './optimization-types.ts';
import type { HintGroup, HintLists } from './public/hint-groups.ts';

type Order = Pick<PlanTransaction, 'id' | 'action' | 'fundId' | 'switchWithFundId'>;

type ServingOrder = Pick<PlanTransaction, 'hintCodes' | 'fundId' | 'switchWithFundId'>;

/** A switch inside a peer group shows as one; any other order stands alone. */
export interface OrderPair<Transaction extends Order> {
  readonly sell: Transaction | null;
  readonly buy: Transaction | null;
}

/** Pairs the two halves of switches, in the order of the first half. */
export function pairOrders<Transaction extends Order>(
  transactions: readonly Transaction[],
): OrderPair<Transaction>[] {
  const used = new Set<string>();
  return transactions.flatMap((transaction): OrderPair<Transaction>[] => {
    if (used.has(transaction.id)) return [];
    used.add(transaction.id);
    const partner = transactions.find(
      (other) =>
        !used.has(other.id) &&
        other.fundId === transaction.switchWithFundId &&
        other.switchWithFundId === transaction.fundId &&
        other.action !== transaction.action,
    );
    if (partner) used.add(partner.id);
    const [sell, buy] =
      transaction.action === 'sell' ? [transaction, partner ?? null] : [partner ?? null, transaction];
    return [{ sell, buy }];
  });
}

/**
 * Findings that orders serve, as the list of hints has them: a hint that belongs to another finding there, such as a cheaper fund
 * beside one that is closed, is told by that one. Each once, in the order of the list; what no list has any more goes by its own
 * title.
 *
 * @param titleOf title of a finding in the list
 */
export function servedTitles(
  orders: readonly ServingOrder[],
  { open, decided }: HintLists,
  titleOf: (group: HintGroup) => string,
): string[] {
  const groups = [...open, ...decided];
  const served = new Set<HintGroup>();
  const others = new Set<string>();
  for (const { hintCodes, fundId, switchWithFundId } of orders)
    for (const code of hintCodes) {
      const having = groups.filter(({ hints }) => hints.some(({ hintCode }) => hintCode === code));
      const own = having.filter(({ hints }) =>
        hints.some(
          ({ hintCode, fundIds }) =>
            hintCode === code && fundIds.some((id) => id === fundId || id === switchWithFundId),
        ),
      );
      for (const group of own.length > 0 ? own : having) served.add(group);
      if (having.length === 0) others.add(code);
    }
  return [
    ...new Set([
      ...groups.filter((group) => served.has(group)).map(titleOf),
      ...[...others].toSorted().map((code) => said(hintTitle(code))),
    ]),
  ];
}
