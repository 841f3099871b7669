import type { ContractInput, Position } from './contract-input.ts';
import type { PreparedFund, TariffContext } from './tariff-context.ts';

/** A holding with its value and fund; `fund` is null for securities nobody knows. */
export interface ValuedPosition {
  readonly position: Position;
  readonly fund: PreparedFund | null;
  readonly value: number;
  readonly weight: number;
}

/** A contract's sums. Weights are fractions of the total value including cash. */
export interface ContractMeasures {
  readonly positions: readonly ValuedPosition[];
  readonly total: number;
  /** The risk measure in percentage points; null if more than 5 % of the value is without risk data, or a holding without price. */
  readonly measure: number | null;
  /** Share of equities of the whole, cash free of them; null where funds of unknown quota could change what is read of it, or debts are as much as there is. */
  readonly equityQuota: number | null;
  /** Share of the value without risk data. */
  readonly unknownShare: number;
  /** Ongoing costs of the whole, cash free of cost; funds of unknown costs count as assumed, for comparison only. */
  readonly ter: number;
  /** The same of the funds whose costs are known: at least that much is paid. */
  readonly knownTer: number;
  /** Mean SRI of what has one, cash free of risk; null where no holding has one. */
  readonly meanSri: number | null;
  /** Share of the value whose SRI is known, cash included. */
  readonly ratedShare: number;
  /** Weight per peer group; scratch memory of the tariff, valid until its next check. */
  readonly groupWeights: Float64Array;
}

/** A part of the value so small that it shows in no share written in tenths of a percent. */
export const noticeableShare = 0.0005;

/** A larger part of the value without risk data leaves the risk unknown. */
export const unknownAllowed = 0.05;

/** Whether nobody knows what a holding is worth: it has no price, and 0 is none. */
export const isUnpriced = ({ quantity, price }: Position): boolean => quantity > 0 && !((price ?? 0) > 0);

/** Values a contract and measures its risk (engine.md section 6): sigma^2 = g'Sg + sum w_f^2 te_f^2. */
export function measureContract(context: TariffContext, contract: ContractInput): ContractMeasures {
  const { groupWeights, covariance, input } = context;
  groupWeights.fill(0);
  let total = contract.cash;
  for (const { quantity, price } of contract.positions) total += quantity * (price ?? 0);
  const positions: ValuedPosition[] = [];
  let [quota, unquoted, unknown, ter, knownTer, sri, unrated, specific] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const position of contract.positions) {
    const value = position.quantity * (position.price ?? 0);
    const weight = total > 0 ? value / total : 0;
    const fund = context.funds.get(position.isin) ?? null;
    positions.push({ position, fund, value, weight });
    if (!fund || !fund.hasRiskData || fund.groupIndex < 0) unknown += weight;
    else {
      groupWeights[fund.groupIndex]! += weight;
      specific += weight * weight * fund.trackingError * fund.trackingError;
    }
    if (fund === null || fund.sri === null) unrated += weight;
    if (fund === null || fund.equityQuota === null) unquoted += weight;
    if (!fund) continue;
    quota += weight * (fund.equityQuota ?? 0);
    ter += weight * fund.assumedTer;
    knownTer += weight * (fund.ter ?? 0);
    sri += weight * (fund.sri ?? 0);
  }
  let variance = input.rules.usesSpecificRisk ? specific : 0;
  const n = groupWeights.length;
  for (let i = 0; i < n; i++) {
    const w = groupWeights[i]!;
    if (w === 0) continue;
    let sum = 0;
    for (let j = 0; j < n; j++) sum += covariance[i * n + j]! * groupWeights[j]!;
    variance += w * sum;
  }
  // Of the worth of the whole no share is known either.
  const isUnknown = contract.positions.some(isUnpriced);
  const isOwed = total <= 0 && contract.positions.some(({ quantity }) => quantity > 0);
  const points =
    input.measure === 'EQUITY_QUOTA'
      ? quota * 100
      : Math.sqrt(Math.max(0, variance)) * 100 * (input.measure === 'VALUE_AT_RISK' ? 1.96 : 1);
  return {
    positions,
    total,
    measure: unknown > unknownAllowed || total <= 0 || isUnknown ? null : Math.round(points * 100) / 100,
    equityQuota: unquoted >= noticeableShare || isUnknown || isOwed ? null : quota,
    unknownShare: unknown,
    ter,
    knownTer,
    meanSri: sri === 0 && unrated > 0 ? null : sri / (1 - unrated),
    ratedShare: 1 - unrated,
    groupWeights,
  };
}
