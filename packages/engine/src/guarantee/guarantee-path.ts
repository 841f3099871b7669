import { stable } from '../rounding/stable.ts';
import { type GuaranteeTerms, guaranteeFloor, withPayment } from './guarantee-cover.ts';

const daysOfMonth = 365.25 / 12;

/**
 * What the funds must be worth at points of a projection so that the promise is met at the end, in euros: the floor of
 * what is paid by then, less the insurer's side, which earns the guaranteed interest. 0 where his side alone suffices.
 *
 * @param day day number of month 0
 * @param points `paidIn` counts what is there at the start and every contribution since, in euros
 */
export function neededInFunds(
  terms: GuaranteeTerms,
  day: number,
  points: readonly { readonly month: number; readonly paidIn: number }[],
): number[] {
  const atStart = points[0]?.paidIn ?? 0;
  return points.map(({ month, paidIn }) => {
    const floor = guaranteeFloor(withPayment(terms, paidIn - atStart), day + month * daysOfMonth);
    const secured = terms.secured * stable((1 + terms.interest) ** (month / 12));
    return Math.max(0, Math.round((floor - secured) * 100) / 100);
  });
}
