/** What a demo contract holds: which funds, by which habit, and how the depot came to be. */
import { largestRemainder } from '@depotwerk/engine/largest-remainder';
import type { DemoFund } from './demo-funds.ts';
import type { DemoMarket } from './demo-market.ts';
import type { DemoTariff } from './demo-tariffs.ts';
import type { DepotPlan } from './depot-simulation.ts';
import type { Random } from './random.ts';

/** How a contract is looked after; weights in percent. */
const habits = [
  ['kept', 42],
  ['drifting', 18],
  ['legacy', 19],
  ['tooBold', 7],
  ['tooCautious', 6],
  ['clustered', 4],
  ['endedFund', 2],
  ['brokenPlan', 2],
] as const;
export type DepotHabit = (typeof habits)[number][0];

export function drawHabit(random: Random): DepotHabit {
  return habits[random.weighted(habits.map(([, weight]) => weight))]?.[0] ?? 'kept';
}

interface Pick {
  fund: DemoFund;
  weight: number;
}

/** Which class's column the depot follows. */
function followedClass(habit: DepotHabit, riskClassId: number, classCount: number, random: Random): number {
  const distance = random.int(1, 2);
  if (habit === 'tooBold') return Math.min(classCount, riskClassId + distance);
  return habit === 'tooCautious' ? Math.max(1, riskClassId - distance) : riskClassId;
}

function pickFromShortlist(
  list: readonly number[],
  market: DemoMarket,
  startDay: number,
  random: Random,
): DemoFund | undefined {
  const usable = list
    .map((id) => market.funds[id - 1])
    .filter((fund): fund is DemoFund => fund !== undefined && fund.firstDay <= startDay);
  return usable[random.weighted([62, 18, 10, 6, 4])] ?? usable[0];
}

function pickElsewhere(
  group: number,
  tariff: DemoTariff,
  market: DemoMarket,
  startDay: number,
  random: Random,
): DemoFund | undefined {
  const others = (market.fundsByGroup.get(group) ?? []).filter(
    (fund) => fund.firstDay <= startDay && fund.status === 'open' && !tariff.selectedFunds.has(fund.id),
  );
  return others.length === 0 ? undefined : random.pick(others);
}

function choosePicks(
  habit: DepotHabit,
  tariff: DemoTariff,
  riskClassId: number,
  market: DemoMarket,
  startDay: number,
  random: Random,
): Pick[] {
  const column = tariff.columns[followedClass(habit, riskClassId, tariff.columns.length, random) - 1];
  if (column === undefined) throw new RangeError(`No risk class ${riskClassId}.`);
  const picks: Pick[] = [];
  const dropped = habit === 'legacy' ? random.int(0, column.groups.size - 1) : -1;
  const oldShare = random.between(0.15, 0.95);
  let place = 0;
  for (const [group, weight] of column.groups) {
    if (place++ === dropped) continue;
    const isOld = habit === 'legacy' && random.chance(oldShare);
    const list = tariff.isHybrid
      ? [...column.proposal.keys()].filter((id) => market.funds[id - 1]?.peergroupId === group)
      : (tariff.shortlists.get(group) ?? []);
    const fund =
      (isOld ? pickElsewhere(group, tariff, market, startDay, random) : undefined) ??
      pickFromShortlist(list, market, startDay, random);
    if (fund) picks.push({ fund, weight });
  }
  if (habit === 'clustered') {
    const largest = picks.reduce((best, pick) => (pick.weight > best.weight ? pick : best));
    largest.weight += random.between(0.6, 1.4);
  }
  if (habit === 'endedFund') {
    const ended = market.available.filter(
      (fund) => fund.status !== 'open' && fund.status !== 'softClosed' && fund.firstDay <= startDay,
    );
    const replaced = random.pick(picks);
    if (ended.length > 0) replaced.fund = random.pick(ended);
  }
  return picks;
}

/** Savings plan fractions in whole percent: parts below 10 EUR or 3 % are left out, smallest first. */
function planFractions(weights: readonly number[], monthly: number, isOpen: readonly boolean[]): number[] {
  const kept = weights.map((weight, index) => (isOpen[index] ? weight : 0));
  for (;;) {
    const sum = kept.reduce((total, weight) => total + weight, 0);
    const inUse = kept.filter((weight) => weight > 0);
    const smallest = Math.min(...inUse);
    if (inUse.length <= 1 || ((smallest / sum) * monthly >= 10 && smallest / sum >= 0.03)) break;
    kept[kept.indexOf(smallest)] = 0;
  }
  return largestRemainder(kept, 100).map((percent) => percent / 100);
}

export interface DrawnDepot {
  readonly habit: DepotHabit;
  readonly plan: DepotPlan;
  /** Stored savings plan by position in `plan.funds`, fractions in whole percent. */
  readonly savingsFractions: readonly number[];
}

export interface DepotFrame {
  readonly tariff: DemoTariff;
  readonly riskClassId: number;
  readonly startDay: number;
  readonly endDay: number;
  readonly initialValue: number;
  readonly initialContributions: number;
  readonly monthlyContribution: number;
  /** Euro of one payment, and the days one is made on. */
  readonly payment: number;
  readonly paymentDays: ReadonlySet<number>;
  /** Part of every payment that buys funds. */
  readonly fundShare: number;
}

/** Draws funds, weights and care of one depot. */
export function drawDepot(
  frame: DepotFrame,
  monthEnds: readonly number[],
  market: DemoMarket,
  random: Random,
): DrawnDepot {
  const habit = drawHabit(random);
  const picks = choosePicks(habit, frame.tariff, frame.riskClassId, market, frame.startDay, random);
  const total = picks.reduce((sum, pick) => sum + pick.weight, 0);
  const weights = picks.map((pick) => pick.weight / total);
  const isOpen = picks.map(({ fund }) => fund.lastDay === frame.endDay || habit === 'endedFund');
  const wanted = planFractions(weights, frame.monthlyContribution, isOpen);
  const savingsFractions =
    habit === 'brokenPlan'
      ? wanted.map((fraction, index) =>
          index === wanted.indexOf(Math.max(...wanted))
            ? Math.round((fraction - 0.05) * 100) / 100
            : fraction,
        )
      : wanted;
  const rebalancingDays = new Set<number>();
  if (habit !== 'drifting') {
    // set back once a year, the last time not long ago
    for (let month = monthEnds.length - 1 - random.int(0, 3); month > 0; month -= 12)
      rebalancingDays.add(monthEnds[month] ?? 0);
  }
  return {
    habit,
    savingsFractions,
    plan: {
      funds: picks.map((pick) => pick.fund),
      weights,
      planWeights: wanted,
      startDay: frame.startDay,
      initialValue: frame.initialValue,
      initialContributions: frame.initialContributions,
      fundShare: frame.fundShare,
      payment: frame.payment,
      paymentDays: frame.paymentDays,
      rebalancingDays,
    },
  };
}
