/** Depots as the practice bank is told them (docs/practice-bank.md, seeding). */
import { drawPerson } from '../people.ts';
import type { Random } from '../random.ts';

export interface SeededPosition {
  readonly isin: string;
  readonly quantity: number;
  readonly costValue: number | null;
}

export interface SeededPlan {
  readonly contribution: number;
  readonly contributionInterval: 1 | 4 | 6 | 12;
  readonly entries: readonly { readonly isin: string; readonly fraction: number }[];
}

export interface SeededDepot {
  readonly kind: 'depot';
  readonly bankId: string;
  readonly partnerKey: string;
  readonly externalKey: string;
  readonly externalConsumerKey: string | null;
  readonly holderName: string;
  readonly iban: string | null;
  readonly productKey: string | null;
  readonly state: 'open' | 'rejected';
  readonly needsConfirmation: boolean;
  readonly cashValue: number;
  readonly positions: readonly SeededPosition[];
  readonly savingsPlan: SeededPlan | null;
}

const roundUnits = (units: number): number => Math.round(units * 10_000) / 10_000;
const roundCents = (euro: number): number => Math.round(euro * 100) / 100;

/** What a bank has of a contract beside what the product stored: most agree, some moved since. */
export function moveDepot(depot: SeededDepot, hasPendingPayment: boolean, random: Random): SeededDepot {
  const kind = random.unit();
  if (hasPendingPayment || (kind >= 0.03 && kind < 0.05)) return withHigherPayment(depot);
  if (kind < 0.03) return withSoldPart(depot);
  return kind < 0.065 ? { ...depot, cashValue: random.int(4, 90) * 10 } : depot;
}

function withHigherPayment(depot: SeededDepot): SeededDepot {
  const { savingsPlan } = depot;
  if (savingsPlan === null) return depot;
  return { ...depot, savingsPlan: { ...savingsPlan, contribution: savingsPlan.contribution + 25 } };
}

/** Somebody sold a tenth of the first fund without the product. */
function withSoldPart(depot: SeededDepot): SeededDepot {
  const [first, ...others] = depot.positions;
  if (first === undefined) return depot;
  const costValue = first.costValue === null ? null : roundCents(first.costValue * 0.9);
  return {
    ...depot,
    positions: [{ ...first, quantity: roundUnits(first.quantity * 0.9), costValue }, ...others],
  };
}

export interface PricedFund {
  readonly isin: string;
  readonly price: number;
}

/** Funds for a total value, the rest of it as cash; values are what the bank will compute to the cent or nearly so. */
export function drawHoldings(
  total: number,
  funds: readonly PricedFund[],
  random: Random,
): Pick<SeededDepot, 'positions' | 'cashValue'> {
  const chosen = new Map<string, PricedFund>();
  for (let count = random.int(2, 5); count > 0; count -= 1) {
    const fund = random.pick(funds);
    chosen.set(fund.isin, fund);
  }
  const share = (total * 0.97) / chosen.size;
  let rest = total;
  const positions = [...chosen.values()].flatMap(({ isin, price }) => {
    const quantity = roundUnits(Math.floor((share / price) * 1000) / 1000);
    const value = roundCents(quantity * price);
    if (quantity === 0) return [];
    rest -= value;
    return [{ isin, quantity, costValue: roundCents(value * random.between(0.8, 1.05)) }];
  });
  return { positions, cashValue: Math.max(0, roundCents(rest)) };
}

/** Depots only the bank knows: the last but one waits for the customer's confirmation, the last was rejected. */
export function drawUnknownDepots(
  bank: { readonly bankId: string; readonly prefix: string },
  partnerKey: string,
  funds: readonly PricedFund[],
  random: Random,
): SeededDepot[] {
  return Array.from({ length: 6 }, (_, index) => {
    const { firstName, lastName } = drawPerson(random);
    const isRejected = index === 5;
    const total = random.int(1200, 64_000);
    return {
      kind: 'depot',
      bankId: bank.bankId,
      partnerKey,
      externalKey: `${bank.prefix}-26-${8_000_001 + index}`,
      externalConsumerKey: `${bank.prefix}${8_000_001 + index}`,
      holderName: `${firstName} ${lastName}`,
      iban: null,
      productKey: `${bank.prefix}-DEPOT`,
      state: isRejected ? 'rejected' : 'open',
      needsConfirmation: index === 4,
      savingsPlan: null,
      ...(isRejected ? { positions: [], cashValue: 0 } : drawHoldings(total, funds, random)),
    };
  });
}
