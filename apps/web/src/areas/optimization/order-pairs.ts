import { hintTitle } from '@depotwerk/domain/hint-text';
import { said } from '../../texts/texts.ts';
import type { PlanTransaction } from './optimization-types.ts';

type Order = Pick<PlanTransaction, 'id' | 'action' | 'fundId' | 'switchWithFundId'>;

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

/** Titles of hints as the list of hints has them, each once, in the order of their codes. */
export const servedTitles = (codes: readonly string[]): string[] => [
  ...new Set([...codes].sort().map((code) => said(hintTitle(code)))),
];
