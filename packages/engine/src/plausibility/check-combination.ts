import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import type { AllocationGroup, AllocationType, RiskClass } from '../allocation/allocation-input.ts';
import { measureOf } from '../allocation/column-problem.ts';
import {
  allowedEquities,
  type DoubtOfGuarantee,
  doubtsOfGuarantee,
  shortestTerm,
  type TariffGuarantee,
} from '../guarantee/tariff-guarantee.ts';
import { flatten } from '../linear-algebra/matrix.ts';
import { riskBand, riskBandStatus } from '../risk-band.ts';
import { type SelectedFund, type SelectedFundCode, selectedFundFindings } from './selected-funds.ts';

/** Codes TA01 to TA19 (engine.md section 15) and those of the product the tariff is sold as. */
export type CombinationCode =
  | 'TA01'
  | 'TA02'
  | 'TA03'
  | 'TA04'
  | 'TA05'
  | 'TA06'
  | 'TA07'
  | 'TA08'
  | 'TA09'
  | 'TA10'
  | 'TA11'
  | 'TA12'
  | 'TA13'
  | 'TA14'
  | 'TA15'
  | 'TA16'
  | 'TA17'
  | 'TA18'
  | 'TA19'
  | 'fundWithoutBib'
  | 'sriAboveProductLimit'
  | 'sriUnknown'
  | 'costCapExceeded'
  | 'costCapUnknown'
  | SelectedFundCode
  | DoubtOfGuarantee['code']
  | 'guaranteeUnreachable'
  | 'guaranteeCushionTooSmall'
  | 'guaranteeFundNotOffered';

/** A finding about a combination of components. */
export interface CombinationMessage {
  readonly code: CombinationCode;
  /** 0 note, 1 warning, 2 blocks activation. */
  readonly severity: 0 | 1 | 2;
  /** Class, peer group, fund (ISIN) or `combination`. */
  readonly subject: string;
  readonly values: Readonly<Record<string, number | string>>;
}

/** A peer group with what the selection offers in it. */
export interface CombinationGroup extends AllocationGroup {
  readonly eligibleFunds: number;
  readonly totalFunds: number;
  readonly fundsAboveMinimumRank: number;
  /** Weeks of data behind its covariance. */
  readonly weeks: number;
  readonly sri: number | null;
}

/** A fund the selection proposes. */
export interface CombinationFund {
  readonly isin: string;
  readonly peerGroup: string;
  readonly sri: number | null;
  /** Ongoing costs per year as a fraction; null if unknown. */
  readonly ter: number | null;
  /** Whether its key information document (Basisinformationsblatt) is on file. */
  readonly hasBib: boolean;
}

/** Limits of the product a tariff is sold as. */
export interface ProductLimits {
  /** Highest SRI of a fund, at most 5 for subsidised old-age provision; null = none. */
  readonly sriLimit: number | null;
  /** Highest ongoing costs of a column per year, as a fraction; null = none. */
  readonly costCap: number | null;
}

/** Risk, allocation, selection and universe together. */
export interface CombinationInput {
  readonly measure: RiskMeasure;
  readonly allocationType: AllocationType | 'MANUAL';
  readonly classes: readonly RiskClass[];
  readonly groups: readonly CombinationGroup[];
  /** Annual; null = missing. */
  readonly covariance: readonly (readonly number[])[] | null;
  /** Matrix in units: one column per class, one element per group. */
  readonly matrix: readonly (readonly number[])[];
  readonly units: number;
  readonly shortlistSize: number;
  readonly minPosition: number;
  readonly hasExpectedReturns: boolean;
  readonly hasViews: boolean;
  readonly hasEquityQuotas: boolean;
  /** Classes whose automatic column was changed by hand. */
  readonly editedClasses: readonly string[];
  readonly dataAgeDays: number;
  readonly hasNewerData: boolean;
  /** Smallest savings rate in euros that reaches every fund of a column, and the smallest the tariff takes. */
  readonly savingsMinimum: number;
  readonly smallestRate: number | null;
  readonly contractCount: number;
  /** Funds the selection proposes; without them the product's limits cannot be checked. */
  readonly funds?: readonly CombinationFund[];
  /** All eligible funds of the selection. */
  readonly selected?: readonly SelectedFund[];
  readonly product?: ProductLimits;
  /** What a hybrid tariff promises. */
  readonly guarantee?: TariffGuarantee | null;
}

type Report = (
  code: CombinationCode,
  severity: 0 | 1 | 2,
  subject: string,
  values?: Record<string, number | string>,
) => void;

/** Checks a combination of components; worst first, then code, then subject. The worst severity colours it, 2 blocks. */
export function checkCombination(input: CombinationInput): CombinationMessage[] {
  const messages: CombinationMessage[] = [];
  const report: Report = (code, severity, subject, values = {}) =>
    messages.push({ code, severity, subject, values });
  checkClasses(input, report);
  checkColumns(input, report);
  checkGroups(input, report);
  checkData(input, report);
  checkProduct(input, report);
  for (const { code, group, values } of selectedFundFindings(input)) report(code, 1, group, values);
  checkGuarantee(input, report);
  return messages.sort(
    (a, b) =>
      b.severity - a.severity ||
      (a.code < b.code
        ? -1
        : a.code > b.code
          ? 1
          : a.subject < b.subject
            ? -1
            : a.subject > b.subject
              ? 1
              : 0),
  );
}

/** TA03 to TA06 and the targets' part of TA05. */
function checkClasses({ classes, matrix }: CombinationInput, report: Report): void {
  if (![3, 5, 7].includes(classes.length) || matrix.length !== classes.length) {
    report('TA06', 2, 'combination', { classes: classes.length, columns: matrix.length });
  }
  classes.forEach((riskClass, k) => {
    const next = classes[k + 1];
    if (!next) return;
    const high = riskBand(riskClass.target, riskClass.range).high;
    const low = riskBand(next.target, next.range).low;
    if (next.target <= riskClass.target)
      report('TA05', 2, next.id, { target: next.target, before: riskClass.target });
    if (low < high) report('TA03', 1, next.id, { high, low });
    if (low - high > 1 + 1e-9) report('TA04', 0, next.id, { high, low });
  });
}

/** TA01, TA02, TA05 by computed risk, TA13 and TA16. */
function checkColumns(input: CombinationInput, report: Report): void {
  const { classes, matrix, groups, units, measure, covariance } = input;
  const flat = covariance && covariance.length === groups.length ? flatten(covariance) : null;
  let before: number | null = null;
  matrix.forEach((column, k) => {
    const riskClass = classes[k];
    const subject = riskClass?.id ?? `${k + 1}`;
    const sum = column.reduce((total, value) => total + value, 0);
    if (sum !== units) report('TA01', 2, subject, { sum, units });
    const weights = column.map((value) => value / units);
    if (riskClass && column.length === groups.length && (flat || measure === 'EQUITY_QUOTA')) {
      const value = Math.round(measureOf(groups, flat ?? new Float64Array(0), measure, weights) * 100) / 100;
      const { distance } = riskBandStatus(value, riskBand(riskClass.target, riskClass.range));
      if (distance > 0) report('TA02', distance <= 0.5 + 1e-9 ? 1 : 2, subject, { measure: value, distance });
      if (before !== null && value <= before) report('TA05', 2, subject, { measure: value, before });
      before = value;
    }
    const used = weights.filter((weight) => weight > 0).length;
    if (k > 0 && used < 3) report('TA13', 1, subject, { groups: used });
    groups.forEach((group, i) => {
      const weight = weights[i] ?? 0;
      if (weight > 0.4 + 1e-12) report('TA13', 1, `${subject}/${group.id}`, { weight });
      if (k === 0 && weight > 0 && group.sri !== null && group.sri > 5)
        report('TA16', 1, group.id, { sri: group.sri });
    });
  });
}

/** TA07 to TA09, TA15, TA17: groups that the matrix uses. */
function checkGroups(input: CombinationInput, report: Report): void {
  input.groups.forEach((group, i) => {
    const largest = input.matrix.reduce((most, column) => Math.max(most, (column[i] ?? 0) / input.units), 0);
    const lowerTotal = group.lower > group.upper;
    if (lowerTotal || (group.upper > 0 && group.upper < input.minPosition)) {
      report('TA17', 2, group.id, { lower: group.lower, upper: group.upper, minPosition: input.minPosition });
    }
    if (largest === 0) return;
    if (group.eligibleFunds === 0) report('TA07', largest < 0.05 ? 1 : 2, group.id, { weight: largest });
    else if (group.eligibleFunds < input.shortlistSize) {
      report('TA08', input.shortlistSize <= 2 ? 0 : 1, group.id, {
        funds: group.eligibleFunds,
        size: input.shortlistSize,
      });
    }
    if (group.totalFunds > 0 && group.fundsAboveMinimumRank < 0.1 * group.totalFunds) {
      report('TA09', 1, group.id, { passing: group.fundsAboveMinimumRank, funds: group.totalFunds });
    }
    if (group.weeks < 156) report('TA15', 1, group.id, { weeks: group.weeks });
  });
  const low = input.groups.reduce((sum, group) => sum + group.lower, 0);
  const high = input.groups.reduce((sum, group) => sum + group.upper, 0);
  if (low > 1 + 1e-9 || high < 1 - 1e-9) report('TA17', 2, 'combination', { lower: low, upper: high });
}

/** TA10 to TA12, TA14, TA18, TA19: data, types and use. */
function checkData(input: CombinationInput, report: Report): void {
  const { allocationType, measure } = input;
  const needsReturns = allocationType === 'MAX_RETURN' || allocationType === 'MAX_SHARPE';
  if (needsReturns && !input.hasExpectedReturns)
    report('TA10', 2, 'combination', { missing: 'expectedReturns' });
  if (allocationType === 'BLACK_LITTERMAN' && !input.hasViews)
    report('TA10', 2, 'combination', { missing: 'views' });
  if (measure === 'EQUITY_QUOTA' && !input.hasEquityQuotas)
    report('TA10', 2, 'combination', { missing: 'equityQuotas' });
  if (allocationType !== 'MANUAL') for (const id of input.editedClasses) report('TA11', 1, id);
  if (measure === 'EQUITY_QUOTA' && allocationType === 'MAX_RETURN') report('TA12', 1, 'combination');
  // Which of the two it is: data that are not old are named by no age.
  if (input.dataAgeDays > 35) report('TA14', 1, 'combination', { ageDays: input.dataAgeDays });
  else if (input.hasNewerData) report('TA14', 1, 'combination');
  if (input.smallestRate !== null) {
    input.matrix.forEach((column, k) => {
      const smallest = column
        .filter((value) => value > 0)
        .reduce((least, value) => Math.min(least, value), input.units);
      const rate = (input.savingsMinimum * input.units) / smallest;
      if (rate > (input.smallestRate ?? 0) + 1e-9) {
        report('TA18', 0, input.classes[k]?.id ?? `${k + 1}`, { rate: Math.ceil(rate * 100 - 1e-9) / 100 });
      }
    });
  }
  if (input.contractCount > 0) report('TA19', 0, 'combination', { contracts: input.contractCount });
}

/** What the product demands: funds without key information, funds above the product's SRI, columns above its costs. */
function checkProduct(
  { funds = [], product, matrix, groups, classes, units }: CombinationInput,
  report: Report,
) {
  const isUsed = (peerGroup: string) => {
    const g = groups.findIndex(({ id }) => id === peerGroup);
    return g >= 0 && matrix.some((column) => (column[g] ?? 0) > 0);
  };
  const used = funds.filter(({ peerGroup }) => isUsed(peerGroup));
  for (const { isin, sri, hasBib } of used) {
    if (!hasBib) report('fundWithoutBib', 1, isin);
    const limit = product?.sriLimit ?? null;
    if (limit !== null && sri !== null && sri > limit)
      report('sriAboveProductLimit', 2, isin, { sri, limit });
    // A fund nobody gave an indicator cannot be said to keep the limit.
    if (limit !== null && sri === null) report('sriUnknown', 1, isin, { limit });
  }
  const cap = product?.costCap ?? null;
  if (cap === null) return;
  // Several proposed funds share their group's weight equally (section 10); those of unknown costs are taken for the mean of
  // the others where the cap is exceeded, and leave open whether it is kept.
  const costs = groups.map(({ id }) => {
    const own = used.filter(({ peerGroup }) => peerGroup === id);
    const known = own.flatMap(({ ter }) => ter ?? []);
    return {
      mean: known.length > 0 ? known.reduce((sum, ter) => sum + ter, 0) / known.length : 0,
      unknown: own.length > 0 ? (own.length - known.length) / own.length : 1,
    };
  });
  matrix.forEach((column, k) => {
    let [cost, unknown] = [0, 0];
    column.forEach((value, g) => {
      cost += (value / units) * (costs[g]?.mean ?? 0);
      unknown += (value / units) * (costs[g]?.unknown ?? 1);
    });
    const subject = classes[k]?.id ?? `${k + 1}`;
    if (cost > cap + 1e-12) report('costCapExceeded', 2, subject, { cost, cap });
    else if (unknown > 1e-12) report('costCapUnknown', 1, subject, { unknown, cap });
  });
}

/** Whether the promise can be kept: its interest, its guarantee fund, and the equities each class asks for. */
function checkGuarantee({ guarantee, matrix, groups, classes, units }: CombinationInput, report: Report) {
  if (!guarantee) return;
  for (const { code, severity, values } of doubtsOfGuarantee(guarantee))
    report(code, severity, 'combination', values);
  const { fund } = guarantee;
  if (fund && !fund.isOffered) report('guaranteeFundNotOffered', 2, fund.isin);
  const allowed = allowedEquities(guarantee);
  if (allowed === null) return;
  matrix.forEach((column, k) => {
    const quota = column.reduce((sum, value, g) => sum + (value / units) * (groups[g]?.equityQuota ?? 0), 0);
    // Half a percent is rounding of quotas, not a rule of the tariff.
    if (quota <= allowed + 0.005) return;
    const subject = classes[k]?.id ?? `${k + 1}`;
    if (allowed === 0) report('guaranteeUnreachable', 2, subject, { quota, years: shortestTerm });
    else report('guaranteeCushionTooSmall', 1, subject, { quota, allowed, years: shortestTerm });
  });
}

/** The worst severity; null if there is nothing to say. */
export function worstSeverity(messages: readonly CombinationMessage[]): 0 | 1 | 2 | null {
  return messages.reduce<0 | 1 | 2 | null>(
    (worst, { severity }) => (worst === null || severity > worst ? severity : worst),
    null,
  );
}
