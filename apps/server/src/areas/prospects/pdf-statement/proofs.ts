import type { Role } from './columns.ts';
import type { Figure } from './figures.ts';

/** A number with what it stands for. */
export interface PlacedFigure extends Figure {
  /** null = nothing says it. */
  readonly role: Role | null;
  /** A heading above or a label beside says the role, not only the nearest heading. */
  readonly isSure: boolean;
}

/** Figures of one holding that prove each other: units × price (× rate) = value to rounding. */
export interface Proof {
  /** null where a nominal is quoted in percent: it is no number of units. */
  readonly quantity: number | null;
  readonly price: number;
  readonly value: number;
  /** Of the value; null = nothing says it. */
  readonly currency: string | null;
  readonly isSure: boolean;
}

/**
 * The last digit of a low price rounds away more than this of the value: where the product misses by more, the holding is
 * asked about, because its units could be others as well. As for prices of one fund in a book of business.
 */
const mostRounded = 0.0005;
/** More numbers than this prove anything. */
const mostFigures = 30;

/** Every way the figures of one holding prove each other, each once. `rateOf` knows rates named elsewhere. */
export function proofsOf(
  figures: readonly PlacedFigure[],
  lineCurrency: string | null,
  rateOf: (currency: string) => readonly PlacedFigure[],
): Proof[] {
  if (figures.length > mostFigures) return [];
  const may = (role: Role) =>
    figures.filter(
      (figure) => (figure.role === role || figure.role === null || !figure.isSure) && isFree(figure, role),
    );
  const proofs: Proof[] = [];
  for (const units of may('units'))
    for (const price of may('price'))
      for (const value of may('value')) {
        if (units === price || units === value || price === value) continue;
        const isSure = [
          units.isSure && units.role === 'units',
          price.isSure && price.role === 'price',
          value.isSure && value.role === 'value',
        ].every(Boolean);
        const priced = price.currency ?? (value.currency === null ? lineCurrency : null);
        const worth = value.currency;
        if (priced === null || worth === null || priced === worth)
          for (const found of multiply(units, price, value, null))
            proofs.push({ ...found, currency: priced ?? worth ?? lineCurrency, isSure });
        const foreign = price.currency ?? lineCurrency;
        if (foreign === null || foreign === 'EUR' || (worth ?? 'EUR') !== 'EUR') continue;
        const rates = [...figures.filter(({ role }) => role === 'rate'), ...rateOf(foreign)];
        for (const rate of rates)
          for (const found of multiply(units, price, value, rate))
            proofs.push({ ...found, currency: 'EUR', isSure: isSure && rate.isSure });
      }
  return proofs.filter(
    (proof, index) =>
      proofs.findIndex((one) => isSame(one, proof) && (one.isSure || !proof.isSure)) === index,
  );
}

/** Whether two proofs say the same of the holding. */
export const isSame = (a: Proof, b: Proof): boolean =>
  a.quantity === b.quantity && a.value === b.value && a.currency === b.currency;

/** What stands in a column of its own is nothing else; shares in percent are no amounts. */
const isFree = ({ role, isSure, isPercent }: PlacedFigure, wanted: Role) =>
  role === wanted || ((!isSure || role === null) && (!isPercent || wanted === 'price'));

function* multiply(
  units: PlacedFigure,
  price: PlacedFigure,
  value: PlacedFigure,
  rate: PlacedFigure | null,
): Generator<Pick<Proof, 'quantity' | 'price' | 'value'>> {
  const rates = rate === null ? [{ value: 1, rounding: 0, decimals: 0 }] : rate.readings;
  for (const u of units.readings)
    for (const p of price.readings)
      for (const v of value.readings)
        for (const r of rates) {
          if (!(u.value > 0 && p.value > 0 && v.value > 0 && r.value > 0)) continue;
          // A rate is so many of the foreign currency for a euro, or the other way round.
          for (const factor of rate === null ? [1] : [1 / r.value, r.value]) {
            const unitValue = p.value * factor * (price.isPercent ? 0.01 : 1);
            // Whole prices and short rates are exact: half of their last digit would let anything pass.
            const share =
              (p.decimals >= 2 ? p.rounding / p.value : 0) + (r.decimals >= 3 ? r.rounding / r.value : 0);
            const tolerance = v.rounding + u.value * unitValue * Math.min(share, mostRounded) + 1e-7;
            if (Math.abs(u.value * unitValue - v.value) <= tolerance)
              yield { quantity: price.isPercent ? null : u.value, price: p.value, value: v.value };
          }
        }
}
