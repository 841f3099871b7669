import type { MovementKind } from '@depotwerk/domain/contracts/fund-movements';

/** A booked movement of one fund. Days as `YYYY-MM-DD`, quantities with up to six decimals, euros to the cent. */
export interface FundMovement {
  readonly kind: MovementKind;
  readonly day: string;
  /** Of units that were transferred in: the day they were bought; null = not known. */
  readonly acquiredDay: string | null;
  /** Units of everything but a split. */
  readonly quantity: number | null;
  /** Units after the split for one before it. */
  readonly factor: number | null;
  /** Euros paid for what came in, incidental costs of buying included; null = not known. */
  readonly amount: number | null;
}

/** Units bought on one day; all purchases of a day are one lot, as nothing says which came first. */
export interface FundLot {
  /** null = units that were transferred in and nobody knows when they were bought. */
  readonly acquiredDay: string | null;
  readonly quantity: number;
  /** Euros paid; null where that of a purchase is not known. */
  readonly cost: number | null;
}

/** What is known of the purchases of the units that are held. */
export interface HeldLots {
  /** The oldest first. */
  readonly lots: readonly FundLot[];
  /** Held units without a recorded purchase, taken for the oldest. */
  readonly missing: number;
  /** Recorded units that are not held any more without a recorded sale; the oldest are taken as gone. */
  readonly unrecorded: number;
  /** Units of recorded sales that cannot have been there, by what is recorded and held. */
  readonly unmatched: number;
}

/** Millionths: quantities are exact in whole ones. */
const unit = 1e6;
interface OpenLot {
  /** Whether a purchase or transfer is recorded for it; the one lot without is older than all others. */
  readonly isRecorded: boolean;
  readonly day: string | null;
  units: number;
  cents: number | null;
}

/** On one day units come in before they go out: nobody sells what he does not have, and a split is booked before trading. */
const ranks: Readonly<Record<MovementKind, number>> = {
  split: 0,
  transferIn: 1,
  purchase: 2,
  transferOut: 3,
  sale: 4,
};
const comesIn = (kind: MovementKind) => kind === 'purchase' || kind === 'transferIn';
const unitsOf = ({ quantity }: FundMovement) => Math.round((quantity ?? 0) * unit);

/**
 * The lots of the units held: what was bought first was sold first (section 20 (4) sentence 7 EStG), depot by depot (BMF of 19 May
 * 2022, BStBl I 2022, 742, no. 97). The order in which the movements are given does not matter. What is held beyond the
 * recorded movements is taken for older than everything recorded (ours): recorded sales sold of it first.
 *
 * @param held units held now
 */
export function heldLots(movements: readonly FundMovement[], held: number): HeldLots {
  const ordered = movements.toSorted(inOrder);
  const heldUnits = Math.round(held * unit);
  const lots: OpenLot[] = [];
  const older = olderUnits(ordered, heldUnits);
  if (older > 0) lots.push({ isRecorded: false, day: null, units: older, cents: null });
  let unmatched = 0;
  for (const movement of ordered) {
    if (movement.kind === 'split') {
      for (const lot of lots) lot.units = Math.round(lot.units * (movement.factor ?? 1));
    } else if (comesIn(movement.kind)) {
      add(lots, movement);
    } else {
      unmatched += take(lots, unitsOf(movement)).short;
    }
  }
  const difference = heldUnits - lots.reduce((sum, { units }) => sum + units, 0);
  if (difference < 0) take(lots, -difference);
  const missing = lots.reduce((sum, lot) => (lot.isRecorded ? sum : sum + lot.units), 0);
  return {
    // A split may leave less than a millionth.
    lots: lots.filter(({ isRecorded, units }) => isRecorded && units > 0).map(shown),
    // Units a split rounded away have no purchase either.
    missing: (missing + Math.max(0, difference)) / unit,
    unrecorded: Math.max(0, -difference) / unit,
    unmatched: unmatched / unit,
  };
}

/** Units there must have been before everything recorded, so that the movements lead to what is held. */
function olderUnits(ordered: readonly FundMovement[], heldUnits: number): number {
  let recorded = 0;
  let factor = 1;
  for (const movement of ordered) {
    if (movement.kind === 'split') {
      recorded *= movement.factor ?? 1;
      factor *= movement.factor ?? 1;
    } else {
      recorded += comesIn(movement.kind) ? unitsOf(movement) : -unitsOf(movement);
    }
  }
  return Math.max(0, Math.round((heldUnits - recorded) / factor));
}

/**
 * Takes units from lots, the oldest first.
 * @returns what was taken lot by lot, what is left, and the units no lot had
 */
export function takeFirst(
  lots: readonly FundLot[],
  quantity: number,
): { readonly taken: readonly FundLot[]; readonly left: readonly FundLot[]; readonly short: number } {
  const open = lots.map(({ acquiredDay, quantity: units, cost }) => ({
    isRecorded: true,
    day: acquiredDay,
    units: Math.round(units * unit),
    cents: cost === null ? null : Math.round(cost * 100),
  }));
  const { taken, short } = take(open, Math.round(quantity * unit));
  return { taken: taken.map(shown), left: open.map(shown), short: short / unit };
}

const shown = ({ day, units, cents }: OpenLot): FundLot => ({
  acquiredDay: day,
  quantity: units / unit,
  cost: cents === null ? null : cents / 100,
});

/** Unknown days come first: what is not known is taken for the oldest, as are units without any purchase. */
const dayOf = (day: string | null) => day ?? '';

function add(lots: OpenLot[], movement: FundMovement): void {
  const { kind, day, acquiredDay, amount } = movement;
  const units = unitsOf(movement);
  const bought = kind === 'transferIn' ? acquiredDay : day;
  const cents = amount === null ? null : Math.round(amount * 100);
  const same = lots.find((lot) => lot.isRecorded && lot.day === bought);
  if (same) {
    same.units += units;
    same.cents = same.cents === null || cents === null ? null : same.cents + cents;
    return;
  }
  const place = lots.findIndex((lot) => lot.isRecorded && dayOf(lot.day) > dayOf(bought));
  lots.splice(place < 0 ? lots.length : place, 0, { isRecorded: true, day: bought, units, cents });
}

/** Changes `lots`; the cost of a part is its share to the cent, and what is left keeps the rest: nothing is lost. */
function take(lots: OpenLot[], units: number): { taken: OpenLot[]; short: number } {
  const taken: OpenLot[] = [];
  let open = units;
  while (open > 0) {
    const [first] = lots;
    if (!first) break;
    const part = Math.min(open, first.units);
    const cents =
      part === first.units || first.cents === null
        ? first.cents
        : Math.round(first.cents * (part / first.units));
    if (part > 0) taken.push({ ...first, units: part, cents });
    first.units -= part;
    if (first.cents !== null) first.cents -= cents ?? 0;
    open -= part;
    if (first.units === 0) lots.shift();
  }
  return { taken, short: open };
}

/** By day, within it what comes in first, and the rest by content, so that equal sets of movements give equal answers. */
function inOrder(a: FundMovement, b: FundMovement): number {
  return (
    compare(a.day, b.day) ||
    ranks[a.kind] - ranks[b.kind] ||
    compare(dayOf(a.acquiredDay), dayOf(b.acquiredDay)) ||
    (a.quantity ?? 0) - (b.quantity ?? 0) ||
    (a.factor ?? 0) - (b.factor ?? 0) ||
    (a.amount ?? -1) - (b.amount ?? -1)
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
