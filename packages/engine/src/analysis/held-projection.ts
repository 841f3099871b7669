import { type ContributionStage, flowOf, type ProjectionInput } from '../projection/projection-input.ts';
import { inCents } from '../rounding/in-cents.ts';
import type { HeldRisk } from './held-risk.ts';

/** What is paid in from a day to come on; 0 where a plan ends or pauses. Euros a month, growth a year as a fraction. */
export interface ContributionChange {
  readonly from: string;
  readonly monthly: number;
  readonly dynamicRate: number;
}

/** What a contract's own side brings to its projection; rates a year as fractions, money in euros. */
export interface ProjectedContract {
  /** Days `YYYY-MM-DD`. */
  readonly today: string;
  readonly targetDate: string | null;
  readonly monthlyContribution: number;
  readonly contributionGrowth: number;
  /** What is paid from days on that are to come, the first one first. */
  readonly contributionChanges?: readonly ContributionChange[];
  readonly ongoingCost: number;
  readonly entryCost: number;
  /** What the contract takes of what is held every month in euros, whatever it is worth. */
  readonly monthlyFee?: number;
  /** What is aimed at from days on that are to come, the first one first. */
  readonly stages?: readonly {
    readonly from: string;
    readonly expectedReturn: number;
    readonly volatility: number;
  }[];
}

/** Why nothing can be projected. */
export type ProjectionObstacle =
  | 'noTarget'
  | 'targetPassed'
  | 'targetNear'
  | 'nothingHeld'
  | 'unknownRisk'
  | 'unknownReturn';

export type HeldProjection =
  | { readonly obstacle: ProjectionObstacle }
  | { readonly obstacle: null; readonly input: ProjectionInput };

/** Percentiles of every projection shown, lowest first. */
export const projectedPercentiles = [0.05, 0.25, 0.5, 0.75, 0.95] as const;
/** The longest projection; what lies further is shown up to here. */
const maximumMonths = 720;

/**
 * What is asked of `projectValue` for what is held: today's mix is kept, its expected return and volatility stay as they
 * are until a stage takes their place, costs come off. Whatever is unknown is an obstacle; nothing is filled in.
 */
export function heldProjection(risk: HeldRisk, contract: ProjectedContract): HeldProjection {
  if (contract.targetDate === null) return { obstacle: 'noTarget' };
  if (contract.targetDate <= contract.today) return { obstacle: 'targetPassed' };
  const months = monthsBetween(contract.today, contract.targetDate);
  // Points of a projection are whole months apart.
  if (months < 1) return { obstacle: 'targetNear' };
  if (!(risk.value > 0)) return { obstacle: 'nothingHeld' };
  if (risk.volatility === null) return { obstacle: 'unknownRisk' };
  if (risk.expectedReturn === null) return { obstacle: 'unknownReturn' };
  const stages = (contract.stages ?? []).map(({ from, expectedReturn, volatility }) => ({
    afterMonth: Math.max(0, monthsBetween(contract.today, from)),
    expectedReturn,
    volatility,
  }));
  const { monthlyFee = 0, contributionChanges = [] } = contract;
  const input: ProjectionInput = {
    startValue: risk.value,
    monthlyContribution: contract.monthlyContribution,
    contributionGrowth: contract.contributionGrowth,
    ...(contributionChanges.length > 0 && {
      contributionStages: contributionStages(contract.today, contributionChanges),
    }),
    months: Math.min(months, maximumMonths),
    expectedReturn: risk.expectedReturn,
    volatility: risk.volatility,
    ...(stages.length > 0 && { stages }),
    ongoingCost: contract.ongoingCost,
    entryCost: contract.entryCost,
    ...(monthlyFee > 0 && { monthlyFee }),
    percentiles: projectedPercentiles,
    paths: 0,
    seed: 1,
  };
  // Stages are not followed by a depot that only pays out: without contributions the fee is taken as a part of today's value.
  if (stages.length === 0 || flowOf(input) !== 'out') return { obstacle: null, input };
  const { monthlyFee: _, ...rest } = input;
  return {
    obstacle: null,
    input: { ...rest, ongoingCost: rest.ongoingCost + (12 * monthlyFee) / risk.value },
  };
}

/** Changes by months of a projection: the payment of a month falls on its last day, and is that of the plan of this day. */
export const contributionStages = (
  today: string,
  changes: readonly ContributionChange[],
): ContributionStage[] =>
  changes.map(({ from, monthly, dynamicRate }) => ({
    afterMonth: Math.max(0, monthsBefore(today, from)),
    monthlyContribution: monthly,
    contributionGrowth: dynamicRate,
  }));

/** The last day of a month; `month` from 1 to 12. */
const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Whole months from one day to a later one; negative when it has passed. Where the last month has no such day it is whole with its last
 * one (section 188 (3) BGB).
 */
export const monthsBetween = (from: string, to: string): number => countMonths(from, to, 0);

/** Months that are whole before a later day, this day itself not counted. */
const monthsBefore = (from: string, to: string): number => countMonths(from, to, 1);

function countMonths(from: string, to: string, least: number): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (
    12 * (toYear - fromYear) +
    toMonth -
    fromMonth -
    (toDay < Math.min(fromDay, lastDayOf(toYear, toMonth)) + least ? 1 : 0)
  );
}

/** The costs of one year of a projection. */
export interface CostYear {
  /** Months from the start to its end. */
  readonly month: number;
  /** Ongoing costs of funds and contract on the mean of the values at both ends of the year, and the fees of its months. */
  readonly ongoing: number;
  /** Taken from the contributions of the year. */
  readonly entry: number;
  /** Everything since the start. */
  readonly sum: number;
}

/**
 * Costs in euros over the years of a projection, on its expected values (ours): a year costs the ongoing rate times the
 * mean of the values at its ends, a part of a year its part. Rounded to cents.
 *
 * @param points by time, the first one of month 0
 */
export function costsOverYears(
  points: readonly {
    readonly month: number;
    readonly mean: number;
    readonly paidIn: number;
    readonly emptyShare?: number;
  }[],
  rates: { readonly ongoingCost: number; readonly entryCost: number; readonly monthlyFee?: number },
): CostYear[] {
  let sum = 0;
  return points.slice(1).map((point, k) => {
    const before = points[k] ?? point;
    const months = point.month - before.month;
    // A depot that is empty pays no fee.
    const held = 1 - ((before.emptyShare ?? 0) + (point.emptyShare ?? 0)) / 2;
    const fee = (rates.monthlyFee ?? 0) * months * held;
    const ongoing = (rates.ongoingCost * (before.mean + point.mean) * months) / 24 + fee;
    const entry = rates.entryCost * (point.paidIn - before.paidIn);
    sum += ongoing + entry;
    return { month: point.month, ongoing: inCents(ongoing), entry: inCents(entry), sum: inCents(sum) };
  });
}
