import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { inCents, toCents } from '../rounding/in-cents.ts';
import type { ContractInput, Hint, HintAction, SavingsPlan } from './contract-input.ts';
import { normalisedSplit, replaceAction, targetSplit } from './hint-action.ts';
import type { ContractMeasures, ValuedPosition } from './measure-contract.ts';
import { savingsOverlap } from './savings-overlap.ts';
import { firstOf, otherOf } from './shortlist-fund.ts';
import type { PreparedFund, TariffContext } from './tariff-context.ts';

/** H04 to H07, H11, H12, H14, H17 to H19, H21, H23, H24: hints about single funds held. */
export function fundHints(
  context: TariffContext,
  contract: ContractInput,
  measures: ContractMeasures,
  hints: Hint[],
): void {
  for (const held of measures.positions) {
    if (held.position.quantity <= 0) continue;
    priceHints(context, contract, held, hints);
    rankHints(context, held, hints);
    statusHints(context, contract.savingsPlan, held, hints);
    costHints(context, held, hints);
    limitHints(context, measures.total, held, hints);
  }
}

/** Tomorrow has begun elsewhere: a price of that day may be there. One of a later day was not quoted by anybody. */
const daysAhead = 1;

/** Whether a price is older than the tariff allows, or of a day to come. */
export const isPriceAgeOff = ({ input }: TariffContext, age: number): boolean =>
  age > input.rules.maximumPriceAgeDays || age < -daysAhead;

function priceHints(
  context: TariffContext,
  contract: ContractInput,
  { position }: ValuedPosition,
  hints: Hint[],
): void {
  const subject = position.isin;
  const action: HintAction = { kind: 'updatePrice', isin: subject };
  if (position.price === null || position.price <= 0) {
    hints.push({ code: 'H14', severity: 2, subject, values: { age: null }, suggestion: null, action });
    return;
  }
  const age = contract.day - position.priceDay;
  if (isPriceAgeOff(context, age)) {
    hints.push({ code: 'H14', severity: 1, subject, values: { age }, suggestion: null, action });
  }
}

function rankHints(context: TariffContext, held: ValuedPosition, hints: Hint[]): void {
  const { fund, position, weight, value } = held;
  const subject = position.isin;
  const { minimumRank, allowsUnrated } = context.input.rules;
  const report = (code: HintCode, severity: 0 | 1 | 2, values: Hint['values']) => {
    const by = fund ? otherOf(context, fund.groupIndex, (other) => other.isin !== subject) : null;
    const action = replaceAction(subject, by, value);
    hints.push({ code, severity, subject, values, suggestion: by, action });
  };
  if (!fund || !fund.isInUniverse) {
    report('H06', weight > 0.2 + 1e-12 ? 2 : 1, { weight });
    if (!fund) return;
  }
  if (fund.rank === null) {
    if (!allowsUnrated) report('H05', 0, { weight });
  } else if (minimumRank !== null && fund.rank < minimumRank) {
    report('H04', 1, { rank: fund.rank, minimumRank });
  }
}

/** H07: closed, merged or liquidated; worse while a savings plan still buys it. A soft-closed fund serves its holders. */
function statusHints(
  context: TariffContext,
  plan: SavingsPlan | null,
  { fund, position, value }: ValuedPosition,
  hints: Hint[],
): void {
  if (!fund || fund.status === 'open' || fund.status === 'softClosed') return;
  const isSaved = plan?.entries.some((entry) => entry.isin === position.isin && entry.percent > 0) ?? false;
  const values = { status: fund.status, successor: fund.successor };
  hints.push({
    code: 'H07',
    severity: isSaved ? 2 : 1,
    subject: position.isin,
    values,
    suggestion: successorOf(context, fund),
    action: replaceAction(position.isin, successorOf(context, fund), value),
  });
}

/** The successor of a closed fund unless the client rules it out, else the first other one of its group's shortlist. */
function successorOf(context: TariffContext, { isin, successor, groupIndex }: PreparedFund): string | null {
  const isRuledOut = successor !== null && context.funds.get(successor)?.isUnwanted === true;
  if (successor !== null && !isRuledOut) return successor;
  return otherOf(context, groupIndex, (other) => other.isin !== isin);
}

/** H11 cheaper fund of the group, H12 ETF instead of an active fund that did not beat its index. */
function costHints(context: TariffContext, { fund, position, value }: ValuedPosition, hints: Hint[]): void {
  if (!fund) return;
  const { switchSavingEuros } = context.input.rules;
  if (fund.cheaper && value * fund.cheaper.saving >= switchSavingEuros - 1e-9) {
    const { isin, saving } = fund.cheaper;
    const values = {
      ter: fund.ter,
      difference: saving,
      savingPerYear: inCents(value * saving),
    };
    const action = replaceAction(position.isin, isin, value);
    hints.push({ code: 'H11', severity: 0, subject: position.isin, values, suggestion: isin, action });
  }
  if (!fund.isEtf && fund.etf && fund.informationRatio !== null && fund.informationRatio <= 0) {
    const values = { informationRatio: fund.informationRatio };
    const action = replaceAction(position.isin, fund.etf, value);
    hints.push({ code: 'H12', severity: 0, subject: position.isin, values, suggestion: fund.etf, action });
  }
}

function limitHints(
  context: TariffContext,
  total: number,
  { fund, position, value, weight }: ValuedPosition,
  hints: Hint[],
): void {
  const { minimumOrder, sriLimit, gainLimit } = context.input.rules;
  const subject = position.isin;
  const enlargement = Math.ceil(Math.max(minimumOrder, 0.01 * total - value) * 100 - 1e-6) / 100;
  // In cents: what is worth just the limit is so for everybody, whatever binary fractions make of it.
  const isBelowOrder = toCents(value) < toCents(minimumOrder);
  if (total > 0 && value > 0 && (isBelowOrder || weight < 0.01 - 1e-12)) {
    hints.push({
      code: 'H17',
      severity: 0,
      subject,
      values: { value, weight, minimumOrder },
      suggestion: null,
      action: { kind: 'sellOrEnlarge', isin: subject, value: enlargement },
    });
  }
  if (fund?.isUnwanted) hints.push(...unwantedHints(context, fund, value));
  if (sriLimit !== null && fund?.sri !== null && fund !== null && fund.sri > sriLimit) {
    const by = otherOf(context, fund.groupIndex, (other) => other.sri !== null && other.sri <= sriLimit);
    hints.push({
      code: 'H19',
      severity: 1,
      subject,
      values: { sri: fund.sri, limit: sriLimit },
      suggestion: by,
      action: replaceAction(subject, by, value),
    });
  }
  const gain = position.costValue === null ? null : value - position.costValue;
  if (gainLimit !== null && gain !== null && toCents(gain) > toCents(gainLimit)) {
    // The gain of a part of the holding is in proportion to that part.
    const most = Math.floor(((value * gainLimit) / gain) * 100 + 1e-6) / 100;
    hints.push({
      code: 'H21',
      severity: 0,
      subject,
      values: { gain, limit: gainLimit },
      suggestion: null,
      action: { kind: 'sellAtMost', isin: subject, value: most },
    });
  }
}

/** H15 and H16, and H07, H18, H23 and H24 for a fund that only the savings plan buys. Returns the overlap 0..100 (100 without plan). */
export function savingsPlanHints(context: TariffContext, contract: ContractInput, hints: Hint[]): number {
  const plan = contract.savingsPlan;
  if (!plan || plan.entries.length === 0) return 100;
  let sum = 0;
  for (const { percent } of plan.entries) sum += percent;
  if (Math.abs(sum - 100) > 1e-6) {
    const entries = normalisedSplit(context, plan);
    hints.push({
      code: 'H16',
      severity: 2,
      subject: 'savingsPlan',
      values: { sum },
      suggestion: null,
      action: { kind: 'setSavingsPlan', entries },
    });
  }
  const overlap = savingsOverlap(context, plan);
  if (overlap < 90 - 1e-9) {
    hints.push({
      code: 'H15',
      severity: overlap < 70 - 1e-9 ? 1 : 0,
      subject: 'savingsPlan',
      values: { overlap },
      suggestion: null,
      action: { kind: 'setSavingsPlan', entries: targetSplit(context) },
    });
  }
  for (const { isin, percent } of plan.entries) {
    const fund = context.funds.get(isin);
    const isHeld = contract.positions.some((position) => position.isin === isin && position.quantity > 0);
    if (!fund || isHeld || percent <= 0 || fund.status === 'open') continue;
    const values = { status: fund.status, successor: fund.successor };
    const by = successorOf(context, fund);
    const action = replaceAction(isin, by, 0);
    hints.push({ code: 'H07', severity: 2, subject: isin, values, suggestion: by, action });
  }
  unwantedSavingsHints(context, contract, plan, hints);
  return overlap;
}

/** H18, H23 and H24 for a fund that only the savings plan buys. */
function unwantedSavingsHints(
  context: TariffContext,
  contract: ContractInput,
  plan: SavingsPlan,
  hints: Hint[],
): void {
  for (const { isin, percent } of plan.entries) {
    const fund = context.funds.get(isin);
    const isHeld = contract.positions.some((position) => position.isin === isin && position.quantity > 0);
    if (fund?.isUnwanted && !isHeld && percent > 0) hints.push(...unwantedHints(context, fund, 0));
  }
}

/** What of the client's wishes a fund breaks: H18 the preference, H23 an exclusion, H24 the target market. */
function unwantedHints(context: TariffContext, fund: PreparedFund, value: number): Hint[] {
  const subject = fund.isin;
  const suggestion = firstOf(context, fund.groupIndex);
  const common = { subject, suggestion, action: replaceAction(subject, suggestion, value) } as const;
  const { violatesEsg, restriction, negativeMarket } = fund;
  const hints: Hint[] = [];
  if (violatesEsg) {
    const values = {
      sustainableShare: fund.minimumSustainableShare,
      article: fund.sfdrArticle,
      // Told only where it is asked for: findings of others keep their words.
      ...(context.input.esg?.minimumTaxonomyShare && { taxonomyShare: fund.minimumTaxonomyShare ?? 0 }),
    };
    hints.push({ ...common, code: 'H18', severity: 2, values });
  }
  if (restriction) {
    const values = { kind: restriction.kind, excluded: restriction.excluded };
    hints.push({ ...common, code: 'H23', severity: 2, values });
  }
  // What is held already is a warning, what is still bought more.
  if (negativeMarket.length > 0) {
    const values = { dimensions: negativeMarket.join(', ') };
    hints.push({ ...common, code: 'H24', severity: value > 0 ? 1 : 2, values });
  }
  return hints;
}
