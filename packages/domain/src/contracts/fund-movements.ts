import { type FieldIssue, isCalendarDay } from '../master-data/field-issue.ts';
import { isWholeCents } from '../money.ts';
import { largestMoney } from './check-contract.ts';

/** What changes the units of a fund in a contract. A transfer changes no owner; a split changes units and no cost. */
export const movementKinds = ['purchase', 'sale', 'transferIn', 'transferOut', 'split'] as const;
export type MovementKind = (typeof movementKinds)[number];
export const movementKindNames: Readonly<Record<MovementKind, string>> = {
  purchase: 'Kauf',
  sale: 'Verkauf',
  transferIn: 'Einlieferung',
  transferOut: 'Auslieferung',
  split: 'Split',
};

/** Where a movement is known from. */
export const movementSources = ['hand', 'book', 'order'] as const;
export type MovementSource = (typeof movementSources)[number];
export const movementSourceNames: Readonly<Record<MovementSource, string>> = {
  hand: 'von Hand',
  book: 'aus einer Datei',
  order: 'aus einem Auftrag',
};

/** Days a bank may book before or after the day we heard that an order was executed: by trade day or by value day. */
export const mostDaysToBooking = 5;
/**
 * What the same purchase or sale may cost more where it is told with costs: a front load of 5 % and a little beside it, or
 * what a small order costs at the least, in euros.
 */
const mostCostShare = 0.06;
const mostFixedCosts = 25;

/** Whether euros two sides tell can be those of one purchase or sale; what is not known says nothing against it. */
export function mayBeSameEuros(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return true;
  return Math.abs(one - other) <= Math.max(mostFixedCosts, mostCostShare * Math.max(one, other));
}
/** Most movements of one fund in a contract: a purchase every month for eighty years. */
export const mostMovements = 1000;
/** Most units of one movement, and the largest factor of a split, that can be stored. */
export const mostUnits = 999_999_999;
const largestFactor = 999_999;

/** A movement as a person enters it. */
export interface MovementDraft {
  /** null = a new one. */
  readonly id: string | null;
  readonly kind: MovementKind;
  readonly day: string | null;
  /** Of units that were transferred in: when they were bought; null = not known. */
  readonly acquiredDay: string | null;
  /** Units with up to six decimals; of a split none. */
  readonly quantity: number | null;
  /** Of a split: units after it for one before it. */
  readonly factor: number | null;
  /** Euros paid or received; null = not known. */
  readonly amount: number | null;
}

/** The movements of one fund of a contract. */
export interface MovementsDraft {
  readonly movements: readonly MovementDraft[];
}

/** What a kind of movement has no use for is left out, so that it is never stored beside it. */
export function withoutUnused(movement: MovementDraft): MovementDraft {
  const isSplit = movement.kind === 'split';
  return {
    ...movement,
    acquiredDay: movement.kind === 'transferIn' ? movement.acquiredDay : null,
    quantity: isSplit ? null : movement.quantity,
    factor: isSplit ? movement.factor : null,
    amount: isSplit ? null : movement.amount,
  };
}

/** What is wrong with the movements of a fund, the first of each line; `today` as `YYYY-MM-DD`. */
export const checkMovements = ({ movements }: MovementsDraft, today: string): FieldIssue[] =>
  movements.flatMap((movement, index) => issueOf(withoutUnused(movement), index + 1, today) ?? []);

function issueOf(movement: MovementDraft, line: number, today: string): FieldIssue | null {
  const { kind, day, acquiredDay, quantity, factor, amount } = movement;
  const issue = (code: FieldIssue['code']): FieldIssue => ({ path: 'movements', code, params: { line } });
  if (day === null || !isCalendarDay(day, today)) return issue('movementDay');
  if (kind === 'split' && !isWithin(factor, 0.000001, largestFactor)) return issue('movementFactor');
  if (kind !== 'split' && !isWithin(quantity, 0.000001, mostUnits)) return issue('movementQuantity');
  if (amount !== null && !(isWithin(amount, 0, largestMoney) && isWholeCents(amount)))
    return issue('movementAmount');
  return acquiredDay !== null && !isCalendarDay(acquiredDay, day) ? issue('movementAcquired') : null;
}

const isWithin = (value: number | null, low: number, high: number): boolean =>
  value !== null && Number.isFinite(value) && value >= low && value <= high;
