import { findIsinFault, normalizeIsin } from '@depotwerk/domain/isin';
import { toCents } from '@depotwerk/domain/money';
import type { JobProblem } from '../../../platform/jobs/job-handler.ts';
import { unitPrice } from '../../../platform/position-files/unit-price.ts';
import type { BankDepot, BankPosition, BankSavingsPlan } from '../gateway/trader-gateway.ts';
import type { PlainPlan } from './dealt-with.ts';

/** A position of the bank with one price a unit; each ISIN once. */
export interface NormalPosition {
  readonly isin: string;
  readonly quantity: number;
  /** EUR a unit, six decimals; null when neither price nor value says one. */
  readonly price: number | null;
  readonly priceDate: string;
  readonly value: number;
  readonly costValue: number | null;
}

export interface NormalDepot {
  readonly positions: ReadonlyMap<string, NormalPosition>;
  readonly savingsPlan: PlainPlan | null;
  readonly problems: readonly JobProblem[];
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Puts a depot as the bank reports it into one form; what looks wrong is listed, nothing is dropped. */
export function normaliseDepot(depot: BankDepot): NormalDepot {
  const problems: JobProblem[] = [];
  const positions = new Map<string, NormalPosition>();
  for (const given of depot.positions) {
    const position = normalisePosition(given, depot, problems);
    if (position.quantity === 0 && toCents(position.value) === 0) continue;
    const known = positions.get(position.isin);
    positions.set(position.isin, known ? join(known, position) : position);
  }
  return { positions, savingsPlan: plainPlan(depot.savingsPlan), problems };
}

function normalisePosition(given: BankPosition, depot: BankDepot, problems: JobProblem[]): NormalPosition {
  const isin = normalizeIsin(given.isin);
  const quantity = round(given.quantity, 6);
  const note = (code: string, message: string) =>
    problems.push({ code, message, externalKey: depot.externalKey });
  if (findIsinFault(isin) !== null)
    note('funds.isinInvalid', `Die Kennung „${isin}“ ist keine gültige ISIN.`);
  const { price, isOtherUnit } = unitPrice({ ...given, quantity });
  if (isOtherUnit) {
    note(
      'import.wrongUnit',
      `${isin}: Stück mal Kurs ergibt nicht den Wert der Bank. Der Kurs wurde aus dem Wert berechnet; bitte prüfen Sie die Einheit.`,
    );
  }
  return {
    isin,
    quantity,
    price,
    priceDate: given.priceDate ?? depot.valuationDate,
    value: round(given.value, 2),
    costValue: given.costValue === null ? null : round(given.costValue, 2),
  };
}

/** The same fund on two sub-accounts. */
function join(a: NormalPosition, b: NormalPosition): NormalPosition {
  const newest = b.priceDate > a.priceDate ? b : a;
  return {
    ...newest,
    quantity: round(a.quantity + b.quantity, 6),
    price: newest.price ?? a.price ?? b.price,
    value: round(a.value + b.value, 2),
    costValue: a.costValue === null || b.costValue === null ? null : round(a.costValue + b.costValue, 2),
  };
}

/** A plan in one spelling, so that equal plans compare equal; null for none or no contribution. */
export function plainPlan(plan: BankSavingsPlan | null): PlainPlan | null {
  if (!plan || toCents(plan.contribution) === 0) return null;
  const byIsin = new Map<string, number>();
  for (const { isin, fraction } of plan.entries) {
    const key = normalizeIsin(isin);
    byIsin.set(key, round((byIsin.get(key) ?? 0) + fraction, 6));
  }
  return {
    contribution: round(plan.contribution, 2),
    contributionInterval: plan.contributionInterval,
    entries: [...byIsin]
      .map(([isin, fraction]) => ({ isin, fraction }))
      .toSorted((a, b) => (a.isin < b.isin ? -1 : 1)),
  };
}

/** Fractions are kept with four decimals by some banks: that is no difference. */
const fractionTolerance = 0.000051;

export function isSamePlan(a: PlainPlan | null, b: PlainPlan | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    toCents(a.contribution) === toCents(b.contribution) &&
    a.contributionInterval === b.contributionInterval &&
    a.entries.length === b.entries.length &&
    a.entries.every((entry, index) => {
      const other = b.entries[index];
      return entry.isin === other?.isin && Math.abs(entry.fraction - other.fraction) <= fractionTolerance;
    })
  );
}
