import { dayNumber } from '../figures/cash-flow-returns.ts';
import { type Valuation, withSamePayments } from '../figures/contract-performance.ts';
import { leastDaysOfYear, yearlyRate } from '../figures/yearly-rate.ts';
import type { Member, MemberMonth } from './composite-member.ts';
import {
  type AttributedPeriod,
  type Attribution,
  effectsOf,
  isTolerated,
  linkedAttribution,
  shownCosts,
  targetReturnOf,
  type UnknownAttribution,
} from './contract-attribution.ts';
import { linkEffects, logarithmicFactor } from './link-effects.ts';

/** Why a month of a contract is not explained though its target is known. */
const unexplainedReasons = ['holdings', 'prices'] as const satisfies readonly UnknownAttribution['reason'][];
type UnexplainedReason = (typeof unexplainedReasons)[number];

/** Weight, weight in the target, and the three effects of a group, each times the money of the contracts. */
type GroupSums = [number, number, number, number, number];

interface MonthSums {
  /** Last valuation of any contract in it. */
  day: string;
  invested: number;
  grown: number;
  /** null = the target of some contract with money is not known. */
  aimed: number | null;
  /** Money of the contracts that are explained, and of the others by the reason. */
  explained: number;
  unexplained: Record<UnexplainedReason, number>;
  /** By number of the group, `''` = money beside the funds. */
  groups: Record<string, GroupSums>;
  contractCosts: number;
  other: number;
}

/** What contracts come to together; can be stored as it is, and added up. Euros. */
export interface CompositeSums {
  counted: number;
  unknownHistory: number;
  withoutClass: number;
  /** Counted ones that are not explained in some month. */
  unexplained: number;
  /** Counted ones of which nobody knows what they take; absent in sums stored before it was told. */
  unknownCosts?: number;
  /** Counted ones of which nobody knows what was paid in and out; absent in sums stored before it was told. */
  unknownPayments?: number;
  /** The earliest day a contract counts from. */
  from: string | null;
  months: Record<string, MonthSums>;
  flows: Record<string, number>;
  /** The same payments into the targets, and what became of them; null = a target is not known. */
  aimedFlows: Record<string, number> | null;
}

export const noCompositeSums = (): CompositeSums => ({
  counted: 0,
  unknownHistory: 0,
  withoutClass: 0,
  unexplained: 0,
  unknownCosts: 0,
  unknownPayments: 0,
  from: null,
  months: {},
  flows: {},
  aimedFlows: {},
});

const noMonth = (day: string): MonthSums => ({
  day,
  invested: 0,
  grown: 0,
  aimed: 0,
  explained: 0,
  unexplained: { holdings: 0, prices: 0 },
  groups: {},
  contractCosts: 0,
  other: 0,
});

const add = (sums: Record<string, number>, key: string, amount: number) => {
  sums[key] = (sums[key] ?? 0) + amount;
};
const addGroup = (sums: Record<string, GroupSums>, key: string, part: Readonly<GroupSums>) => {
  const own = (sums[key] ??= [0, 0, 0, 0, 0]);
  part.forEach((value, k) => {
    own[k] = (own[k] ?? 0) + value;
  });
};
const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a);

/**
 * Counts a contract.
 *
 * @param periodOf what a month of it is explained from; null = nobody knows what it aims at
 */
export function addMember<V extends Valuation>(
  sums: CompositeSums,
  { months, flows, payments }: Member<V>,
  periodOf: (month: MemberMonth<V>) => AttributedPeriod | null,
): void {
  sums.counted += 1;
  sums.from = earlier(sums.from, months[0]?.start.date ?? null);
  for (const { date, amount } of flows) add(sums.flows, date, amount);
  let isExplained = true;
  let areCostsKnown = true;
  let aimedValue = months[0]?.start.value ?? 0;
  const left: LeftOfMonth[] = [];
  if (months[0] && sums.aimedFlows) add(sums.aimedFlows, months[0].start.date, -aimedValue);
  for (const month of months) {
    const period = periodOf(month);
    if (period?.contractFee === null) areCostsKnown = false;
    const aimed = period && targetReturnOf(period);
    const own = (sums.months[month.month] ??= noMonth(month.end.date));
    if (month.end.date > own.day) own.day = month.end.date;
    if (aimed === null) sums.aimedFlows = null;
    else if (sums.aimedFlows) {
      const grown = withSamePayments(aimedValue, aimed, month.start, month.end, payments);
      for (const { date, amount } of grown.paid) add(sums.aimedFlows, date, -amount);
      aimedValue = grown.value;
    }
    if (month.invested > 0) isExplained = addMonth(own, month, period, aimed, left) && isExplained;
  }
  addCosts(left);
  const last = months.at(-1);
  if (last && sums.aimedFlows) add(sums.aimedFlows, last.end.date, aimedValue);
  if (!isExplained) sums.unexplained += 1;
  if (!areCostsKnown) sums.unknownCosts = (sums.unknownCosts ?? 0) + 1;
}

/** What is left of a contract's difference in a month: all its costs, what lies beyond them, and what late payments would explain. */
interface LeftOfMonth {
  readonly sums: MonthSums;
  readonly invested: number;
  /** What an effect of the month counts for over the whole time of the contract. */
  readonly factor: number;
  readonly fee: number;
  readonly beyond: number;
  readonly late: number;
}

/**
 * Costs count as far as the valuations of the contract fall behind its funds over all its months, linked as the contract itself is
 * told, in proportion to what each takes.
 */
function addCosts(left: readonly LeftOfMonth[]): void {
  const linked = (key: 'fee' | 'beyond' | 'late') =>
    left.reduce((sum, month) => sum + month.factor * month[key], 0);
  const fee = linked('fee');
  const part = fee === 0 ? 0 : shownCosts(fee, linked('beyond'), linked('late')) / fee;
  for (const month of left) {
    month.sums.contractCosts += month.invested * part * month.fee;
    month.sums.other += month.invested * (month.beyond + (1 - part) * month.fee);
  }
}

/** Whether the month is explained; the whole difference of one that is not stands as `other`. */
function addMonth(
  sums: MonthSums,
  { invested, growth }: Pick<MemberMonth<Valuation>, 'invested' | 'growth'>,
  period: AttributedPeriod | null,
  aimed: number | null,
  left: LeftOfMonth[],
): boolean {
  sums.invested += invested;
  sums.grown += invested * growth;
  if (aimed === null || period === null) {
    sums.aimed = null;
    return true;
  }
  if (sums.aimed !== null) sums.aimed += invested * (1 + aimed);
  const effects = effectsOf({ ...period, portfolioReturn: growth - 1 });
  if (typeof effects === 'string') {
    // The target's return is known here, so its groups have prices.
    sums.unexplained[effects === 'holdings' ? effects : 'prices'] += invested;
    sums.other += invested * (growth - 1 - aimed);
    return false;
  }
  sums.explained += invested;
  for (const { groupId, weight, targetWeight, allocation, selection, fundCosts } of effects.groups)
    addGroup(sums.groups, String(groupId ?? ''), [
      invested * weight,
      invested * targetWeight,
      invested * allocation,
      invested * selection,
      invested * fundCosts,
    ]);
  // A month that lost everything has no logarithm: its contract is told nothing over the whole time.
  const isLost = growth <= 0 || aimed <= -1;
  left.push({
    sums,
    invested,
    factor: isLost ? 1 : logarithmicFactor(growth - 1, aimed),
    fee: effects.contractCosts,
    beyond: effects.other,
    late: effects.late,
  });
  return true;
}

/** Adds what was counted of other contracts. */
export function addCompositeSums(sums: CompositeSums, part: CompositeSums): void {
  for (const key of ['counted', 'unknownHistory', 'withoutClass', 'unexplained'] as const)
    sums[key] += part[key];
  sums.unknownCosts = (sums.unknownCosts ?? 0) + (part.unknownCosts ?? 0);
  sums.unknownPayments = (sums.unknownPayments ?? 0) + (part.unknownPayments ?? 0);
  sums.from = earlier(sums.from, part.from);
  for (const [day, amount] of Object.entries(part.flows)) add(sums.flows, day, amount);
  if (part.aimedFlows === null) sums.aimedFlows = null;
  else if (sums.aimedFlows)
    for (const [day, amount] of Object.entries(part.aimedFlows)) add(sums.aimedFlows, day, amount);
  for (const [month, other] of Object.entries(part.months)) {
    const own = (sums.months[month] ??= noMonth(other.day));
    if (other.day > own.day) own.day = other.day;
    for (const key of ['invested', 'grown', 'explained', 'contractCosts', 'other'] as const)
      own[key] += other[key];
    own.aimed = own.aimed === null || other.aimed === null ? null : own.aimed + other.aimed;
    for (const reason of unexplainedReasons) own.unexplained[reason] += other.unexplained[reason];
    for (const [group, values] of Object.entries(other.groups)) addGroup(own.groups, group, values);
  }
}

/** Returns over the whole time; a year null below one. */
export interface CompositeReturns {
  readonly timeWeighted: number;
  readonly timeWeightedYearly: number | null;
  readonly moneyWeighted: number | null;
}

export interface CompositePerformance {
  readonly from: string;
  readonly to: string;
  readonly own: CompositeReturns;
  /** null = not known. */
  readonly target: CompositeReturns | null;
  /** Last day of the first month in which the target is not known; null = there is none. */
  readonly targetUnknownIn: string | null;
  /** The difference to the target by its causes; null without target. */
  readonly attribution: Attribution | UnknownAttribution | null;
  /** Growth of each month as factors, with its last day. */
  readonly months: readonly {
    readonly day: string;
    readonly growth: number;
    readonly targetGrowth: number | null;
  }[];
}

/**
 * Several contracts as one (asset-weighted composite, GIPS 2020): each one's time-weighted growth in a month by the money in
 * it at the beginning; a month without money leaves everything as it was. Effects of a month are those of the contracts by
 * the same money and add up to the difference of the month; linked like those of a contract. Null without counted contracts.
 */
export function compositePerformance(sums: CompositeSums): CompositePerformance | null {
  const months = Object.entries(sums.months)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, month]) => month);
  const { from } = sums;
  const to = months.at(-1)?.day;
  if (from === null || to === undefined) return null;
  const grown = months.map((month) => ({
    day: month.day,
    growth: month.invested > 0 ? month.grown / month.invested : 1,
    targetGrowth: month.invested > 0 ? month.aimed && month.aimed / month.invested : 1,
  }));
  const days = (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);
  const returns = (growths: readonly number[], flows: Record<string, number> | null): CompositeReturns => {
    const growth = growths.reduce((product, one) => product * one, 1);
    return {
      timeWeighted: growth - 1,
      timeWeightedYearly: days >= leastDaysOfYear ? growth ** (365 / days) - 1 : null,
      moneyWeighted: flows && rateOf(flows),
    };
  };
  const targetUnknownIn = grown.find(({ targetGrowth }) => targetGrowth === null)?.day ?? null;
  const isKnown = targetUnknownIn === null;
  return {
    from,
    to,
    own: returns(
      grown.map(({ growth }) => growth),
      sums.flows,
    ),
    target: isKnown
      ? returns(
          grown.map(({ targetGrowth }) => targetGrowth ?? 1),
          sums.aimedFlows,
        )
      : null,
    targetUnknownIn,
    attribution: isKnown ? attributionOf(from, months, (sums.unknownCosts ?? 0) < sums.counted) : null,
    months: grown,
  };
}

const rateOf = (flows: Record<string, number>): number | null =>
  yearlyRate(
    Object.entries(flows).flatMap(([date, amount]) =>
      amount === 0 ? [] : [{ day: dayNumber(date) ?? 0, amount }],
    ),
  );

/** `areCostsKnown` of at least one of the contracts. */
function attributionOf(
  from: string,
  all: readonly MonthSums[],
  areCostsKnown: boolean,
): Attribution | UnknownAttribution {
  const months = all
    .map((month, k) => ({ ...month, since: all[k - 1]?.day ?? from }))
    .filter(({ invested }) => invested > 0);
  for (const { unexplained, invested, since, day } of months) {
    const reason = unexplainedReasons.toSorted((a, b) => unexplained[b] - unexplained[a])[0] ?? 'holdings';
    const missing = unexplainedReasons.reduce((sum, key) => sum + unexplained[key], 0);
    if (!isTolerated(missing, invested)) return { reason, from: since, to: day };
  }
  const keys = [...new Set(months.flatMap(({ groups }) => Object.keys(groups)))].toSorted(
    // Money beside the funds comes last.
    (a, b) => (a === '' ? 1 : b === '' ? -1 : Number(a) - Number(b)),
  );
  const linked = linkEffects(
    months.map(({ invested, grown, aimed, groups, contractCosts, other }) => ({
      portfolioReturn: grown / invested - 1,
      benchmarkReturn: (aimed ?? 0) / invested - 1,
      effects: [
        ...keys.flatMap((key) => [2, 3, 4].map((k) => (groups[key]?.[k] ?? 0) / invested)),
        contractCosts / invested,
        other / invested,
      ],
    })),
  );
  if (!linked || months.length === 0) return { reason: 'lost', from, to: all.at(-1)?.day ?? from };
  const mean = (key: string, k: 0 | 1) =>
    months.reduce((sum, { groups, explained }) => sum + (groups[key]?.[k] ?? 0) / explained, 0) /
    months.length;
  return linkedAttribution(
    linked,
    keys.map((key) => ({
      groupId: key === '' ? null : Number(key),
      weight: mean(key, 0),
      targetWeight: mean(key, 1),
    })),
    areCostsKnown,
  );
}
