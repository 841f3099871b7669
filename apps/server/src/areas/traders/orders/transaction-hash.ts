import { createHash } from 'node:crypto';
import type { BankOrder, BankSavingsPlanOrder } from '../gateway/trader-gateway.ts';

/** What a second factor is bound to: contract, depot, every order with its amounts, the savings plan. */
export interface SignedContent {
  readonly contractId: string;
  readonly issuerId: number;
  readonly externalKey: string;
  readonly orders: readonly BankOrder[];
  readonly savingsPlan: BankSavingsPlanOrder | null;
}

/** SHA-256 over the content with fixed decimals; the order of the orders does not matter. */
export function transactionHash(content: SignedContent): Buffer {
  const orders = content.orders
    .map(({ action, isin, fromIsin, quantity, amount }) =>
      [action, isin, fromIsin ?? '', quantity.toFixed(6), amount.toFixed(2)].join(' '),
    )
    .toSorted();
  const plan = content.savingsPlan && [
    content.savingsPlan.contribution.toFixed(2),
    ...content.savingsPlan.entries.map(({ isin, fraction }) => `${isin} ${fraction.toFixed(6)}`).toSorted(),
  ];
  const text = JSON.stringify([content.contractId, content.issuerId, content.externalKey, orders, plan]);
  return createHash('sha256').update(text).digest();
}
