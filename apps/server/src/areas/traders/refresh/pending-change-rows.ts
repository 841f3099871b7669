import { formatNumber } from '@depotwerk/domain/number-text';
import * as z from 'zod/mini';
import type { Comparison } from './compare-depot.ts';

const plan = z.nullable(
  z.object({
    contribution: z.number(),
    contributionInterval: z.number(),
    entries: z.array(z.object({ isin: z.string(), fraction: z.number() })),
  }),
);
/** Market data of the bank at the time of the difference, so that it can be taken over later. */
const position = z.object({
  isin: z.string(),
  quantity: z.number(),
  price: z.nullable(z.number()),
  priceDate: z.string(),
  costValue: z.nullable(z.number()),
});

/** What the columns our_value and bank_value hold, by field_name. */
export const storedValues = {
  holdings: {
    ours: z.array(z.object({ isin: z.string(), quantity: z.number() })),
    bank: z.array(position),
  },
  savingsPlan: { ours: plan, bank: plan },
  cash: { ours: z.number(), bank: z.number() },
  holderName: { ours: z.string(), bank: z.string() },
} as const;

export type PendingKind = keyof typeof storedValues;

export type BankPositionAtDifference = z.output<typeof position>;

export interface NewPendingChange {
  readonly kind: PendingKind;
  readonly description: string;
  readonly ours: unknown;
  readonly bank: unknown;
}

/** Differences as they are stored. `bankPositions` is the bank's whole list, normalised. */
export function toPendingChanges(
  pending: Comparison['pending'],
  bankPositions: ReadonlyMap<string, Omit<BankPositionAtDifference, 'isin'>>,
  valuationDate: string,
): NewPendingChange[] {
  const changes: NewPendingChange[] = [];
  const { holdings, savingsPlan, cash, holderName } = pending;
  if (holdings.length > 0) {
    const count =
      holdings.length === 1 ? 'Eine Position hat' : `${formatNumber(holdings.length)} Positionen haben`;
    changes.push({
      kind: 'holdings',
      description: `${count} sich ohne Auftrag von hier geändert.`,
      ours: holdings.map(({ isin, ours }) => ({ isin, quantity: ours })),
      bank: holdings.map(({ isin, bank }) => {
        const at = bankPositions.get(isin);
        return {
          isin,
          quantity: bank,
          price: at?.price ?? null,
          priceDate: at?.priceDate ?? valuationDate,
          costValue: at?.costValue ?? null,
        };
      }),
    });
  }
  if (savingsPlan) {
    const description =
      savingsPlan.bank === null
        ? 'Das Institut meldet keinen Sparplan mehr.'
        : savingsPlan.ours === null
          ? 'Das Institut meldet einen neuen Sparplan.'
          : 'Das Institut meldet einen anderen Sparplan.';
    changes.push({ kind: 'savingsPlan', description, ours: savingsPlan.ours, bank: savingsPlan.bank });
  }
  if (cash) {
    const description = 'Das sonstige Guthaben hat sich ohne Auftrag von hier geändert.';
    changes.push({ kind: 'cash', description, ours: cash.ours, bank: cash.bank });
  }
  if (holderName) {
    const description = 'Das Institut meldet einen anderen Namen der Depotinhaberin oder des Depotinhabers.';
    changes.push({ kind: 'holderName', description, ours: holderName.ours, bank: holderName.bank });
  }
  return changes;
}
