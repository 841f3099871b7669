import type { TariffContext } from '../check/tariff-context.ts';
import type { GroupMove } from './necessary-groups.ts';

/** Risk of group weights as the check measures it; `specific` is the variance of the funds beside their groups. */
export interface RiskModel {
  readonly context: TariffContext;
  /** Equity quota of each group's money (of its holdings, else of the fund to be bought). */
  readonly quotas: readonly number[];
  readonly specific: number;
  /** Value in cents that weights refer to. */
  readonly total: number;
}

/** The measure in percentage points for what groups end at. */
export function riskOf({ context, quotas, specific, total }: RiskModel, moves: readonly GroupMove[]): number {
  if (context.input.measure === 'EQUITY_QUOTA')
    return moves.reduce((sum, { end }, g) => sum + (end / total) * quotas[g]! * 100, 0);
  let variance = specific;
  const weights = weightsOf(moves, total);
  for (let g = 0; g < weights.length; g++)
    if (weights[g] !== 0) variance += weights[g]! * marginal(context, weights, g);
  return Math.sqrt(Math.max(0, variance)) * scaleOf(context);
}

const scaleOf = (context: TariffContext) => 100 * (context.input.measure === 'VALUE_AT_RISK' ? 1.96 : 1);

function weightsOf(moves: readonly GroupMove[], total: number): Float64Array {
  const weights = new Float64Array(moves.length);
  for (let g = 0; g < moves.length; g++) weights[g] = moves[g]!.end / total;
  return weights;
}

/** (S w)_g */
function marginal({ covariance }: TariffContext, weights: Float64Array, g: number): number {
  const n = weights.length;
  let sum = 0;
  for (let j = 0; j < n; j++) sum += covariance[g * n + j]! * weights[j]!;
  return sum;
}

/** A way to move money for the measure: from a group, or from cash (-1), into a group. */
interface Shift {
  readonly from: number;
  readonly to: number;
  readonly room: number;
  /** How much the measure gains by a cent of turnover; `costless` where orders are taken back for it. */
  readonly worth: number;
}

/** Better than any gain by a cent of turnover. */
const costless = 1e9;

/**
 * Brings the measure between `low` and `high` with the least further turnover: money moves from the group whose risk is
 * most to the one whose risk is least (or the other way round), first where it only changes what is traded anyway; cash
 * that need not stay costs no sale.
 *
 * @param cash cents that may be invested
 * @returns cents of cash that were
 */
export function steerRisk(
  model: RiskModel,
  moves: readonly GroupMove[],
  band: { readonly low: number; readonly high: number },
  cash: number,
): number {
  let spent = 0;
  for (let round = 0; round < 4 * moves.length; round++) {
    const measure = riskOf(model, moves);
    const goal = measure > band.high ? band.high : measure < band.low ? band.low : null;
    if (goal === null) return spent;
    const sign = measure > goal ? 1 : -1;
    const shift = bestShift(moves, slopesOf(model, moves), sign, cash - spent);
    if (!shift) return spent;
    const seller = moves[shift.from];
    const buyer = moves[shift.to]!;
    const [a, b] = [seller?.end ?? 0, buyer.end];
    const at = (share: number) => {
      if (seller) seller.end = a - share * shift.room;
      buyer.end = b + share * shift.room;
      return riskOf(model, moves);
    };
    let share = 1;
    if (sign * (at(1) - goal) <= 0) {
      // The measure is monotone near the goal; halving finds how much of the pair is enough.
      let little = 0;
      for (let k = 0; k < 24; k++) {
        const middle = (share + little) / 2;
        if (sign * (at(middle) - goal) > 0) little = middle;
        else share = middle;
      }
      at(share);
    }
    if (!seller) spent += share * shift.room;
  }
  return spent;
}

/**
 * The shift that gains most for its turnover. Of those that take orders back, and so cost none, it is the one with most room,
 * however much it gains: the more is taken back, the less is traded. Null where none gains.
 */
function bestShift(
  moves: readonly GroupMove[],
  slopes: readonly number[],
  sign: 1 | -1,
  cash: number,
): Shift | null {
  let best: Shift | null = null;
  const consider = (from: number, give: number, slope: number, cost: number) => {
    if (give <= 1) return;
    moves.forEach((buyer, to) => {
      if (!buyer.canBuy || (buyer.before === 0 && buyer.end === 0)) return;
      const gain = sign * (slope - slopes[to]!);
      if (gain <= 1e-9) return;
      const isSaleCut = buyer.end < buyer.kept - 1;
      const take = (isSaleCut ? Math.min(buyer.kept, buyer.high) : buyer.high) - buyer.end;
      if (take <= 1) return;
      const turnover = cost + (isSaleCut ? -1 : 1);
      const worth = turnover <= 0 ? costless : gain / turnover;
      const room = Math.min(give, take);
      const isEqual = best !== null && Math.abs(worth - best.worth) <= 1e-9 * worth;
      if (!best || (isEqual ? room > best.room : worth > best.worth)) best = { from, to, room, worth };
    });
  };
  moves.forEach((seller, from) => {
    const isBuyCut = seller.end > seller.kept + 1;
    const floor = isBuyCut ? Math.max(seller.kept, seller.low) : seller.low;
    consider(from, seller.end - floor, slopes[from]!, isBuyCut ? -1 : 1);
  });
  consider(-1, cash, 0, 0);
  return best;
}

/** What one unit of weight in each group adds to the measure, up to a common factor. */
function slopesOf({ context, quotas, total }: RiskModel, moves: readonly GroupMove[]): readonly number[] {
  if (context.input.measure === 'EQUITY_QUOTA') return quotas;
  const weights = weightsOf(moves, total);
  return moves.map((_, g) => marginal(context, weights, g));
}
