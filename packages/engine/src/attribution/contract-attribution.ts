import { benchmarkReturnOf, brinsonFachler, type Segment } from './brinson-fachler.ts';
import { type LinkedEffects, linkEffects } from './link-effects.ts';

/** A fund held at the beginning of a period; weight of the whole contract, return as a fraction, fee a year. */
export interface AttributedFund {
  readonly groupId: number | null;
  readonly weight: number;
  /** null = no price at one of its ends. */
  readonly return: number | null;
  readonly fee: number | null;
}

/** Mean of the funds of a peer group in a period. */
export interface AttributedGroup {
  readonly return: number;
  /** Mean ongoing fee a year; null = not known. */
  readonly fee: number | null;
}

/** One period of a contract. */
export interface AttributedPeriod {
  readonly from: string;
  readonly to: string;
  readonly years: number;
  /** Of the contract, from its valuations: after everything taken from it. */
  readonly portfolioReturn: number;
  /** What its cost model takes in the period, as a fraction of the money in it; null = nobody knows. */
  readonly contractFee: number | null;
  /**
   * Part of the money in the period that counts from its beginning though it may have come at its end; below 0 for money taken
   * out.
   */
  readonly paidEarly: number;
  /** null = nobody knows what was held. */
  readonly funds: readonly AttributedFund[] | null;
  readonly groups: ReadonlyMap<number, AttributedGroup>;
  /** Weights of the target by group, summing to 1. */
  readonly target: ReadonlyMap<number, number>;
}

/** Effects as parts of the difference between contract and target; fractions that add up to it. */
export interface AttributionEffects {
  readonly allocation: number;
  readonly selection: number;
  /** Of funds dearer (below 0) or cheaper than the mean of their group. */
  readonly fundCosts: number;
  /** null = nobody knows what the contract takes: it is part of the rest. */
  readonly contractCosts: number | null;
  /** Payments, purchases and sales within periods, prices other than those of the funds, what lies beside the funds. */
  readonly other: number;
}

/** A group's part of the effects, with its mean weights at the beginnings of the periods. */
export interface GroupAttribution extends Pick<AttributionEffects, 'allocation' | 'selection' | 'fundCosts'> {
  /** null = money beside the funds. */
  readonly groupId: number | null;
  readonly weight: number;
  readonly targetWeight: number;
}

export interface Attribution extends AttributionEffects {
  readonly portfolioReturn: number;
  readonly targetReturn: number;
  readonly groups: readonly GroupAttribution[];
}

/** Why the difference cannot be explained, and in which period. */
export interface UnknownAttribution {
  readonly reason: 'holdings' | 'prices' | 'groupPrices' | 'lost';
  readonly from: string;
  readonly to: string;
}

/** Largest part of the value without prices or group for which the rest still speaks; as for the risk of a contract. */
const toleratedUnknown = 0.05;
const effectsOfGroup = 3;

/** Whether so small a part of the money is unknown that the rest still speaks. */
export const isTolerated = (unknown: number, whole: number): boolean =>
  unknown <= (toleratedUnknown + 1e-9) * whole;

/** The return of the target over a period; null where a group of it has no prices. */
export function targetReturnOf({
  target,
  groups,
}: Pick<AttributedPeriod, 'target' | 'groups'>): number | null {
  let sum = 0;
  for (const [id, weight] of target) {
    const group = groups.get(id);
    if (weight > 0 && !group) return null;
    sum += weight * (group?.return ?? 0);
  }
  return sum;
}

/**
 * The difference between a contract and its target, explained by Brinson and Fachler (1985) and linked over periods by
 * Carino (1999). Peer groups are the segments, the target's groups are worth the mean of their funds. What a fund's fee
 * differs from its group's counts as costs instead of selection; costs of the contract count as far as its valuations
 * fall behind its funds over the whole time by more than the unknown days of payments would explain. All effects add up to the difference, whatever is left is `other`.
 */
export function attributeContract(periods: readonly AttributedPeriod[]): Attribution | UnknownAttribution {
  const ids = [
    ...new Set(
      periods.flatMap(({ target, funds }) => [
        ...target.keys(),
        ...(funds ?? []).flatMap(({ groupId }) => groupId ?? []),
      ]),
    ),
  ];
  const explained: Exclude<ReturnType<typeof explainPeriod>, string>[] = [];
  for (const period of periods) {
    const effects = explainPeriod(period, ids);
    if (typeof effects === 'string') return { reason: effects, from: period.from, to: period.to };
    explained.push(effects);
  }
  const linked = linkEffects(explained);
  const first = periods[0];
  const last = periods.at(-1);
  if (!linked || !first || !last) return { reason: 'lost', from: first?.from ?? '', to: last?.to ?? '' };
  const mean = (weights: readonly number[]) =>
    weights.reduce((sum, weight) => sum + weight, 0) / periods.length;
  const [fee = 0, beyond = 0, late = 0] = linked.effects.slice(-3);
  const costs = shownCosts(fee, beyond, late);
  return linkedAttribution(
    { ...linked, effects: [...linked.effects.slice(0, -3), costs, fee + beyond - costs] },
    [...ids, null].map((groupId, k) => ({
      groupId,
      weight: mean(explained.map(({ segments }) => segments[k]?.weight ?? 0)),
      targetWeight: mean(explained.map(({ segments }) => segments[k]?.benchmarkWeight ?? 0)),
    })),
    periods.every(({ contractFee }) => contractFee !== null),
  );
}

/**
 * What linked effects say: three of each group, in the order of `groups`, then the costs of the contract, then what is left.
 * Groups that neither hold nor aim at anything are left out. Costs known of some of the time only are part of the rest.
 */
export function linkedAttribution(
  { portfolioReturn, benchmarkReturn, effects }: LinkedEffects,
  groups: readonly Pick<GroupAttribution, 'groupId' | 'weight' | 'targetWeight'>[],
  areContractCostsKnown: boolean,
): Attribution {
  const at = (index: number) => effects[index] ?? 0;
  const withEffects = groups.map((group, k) => ({
    ...group,
    allocation: at(effectsOfGroup * k),
    selection: at(effectsOfGroup * k + 1),
    fundCosts: at(effectsOfGroup * k + 2),
  }));
  const sumOf = (key: 'allocation' | 'selection' | 'fundCosts') =>
    withEffects.reduce((sum, group) => sum + group[key], 0);
  const rest = effectsOfGroup * groups.length;
  return {
    portfolioReturn,
    targetReturn: benchmarkReturn,
    allocation: sumOf('allocation'),
    selection: sumOf('selection'),
    fundCosts: sumOf('fundCosts'),
    contractCosts: areContractCostsKnown ? at(rest) : null,
    other: at(rest + 1) + (areContractCostsKnown ? 0 : at(rest)),
    groups: withEffects.filter(({ weight, targetWeight }) => weight > 0 || targetWeight > 0),
  };
}

/** The effects of one period, before they are linked with others. */
export interface PeriodEffects extends Pick<AttributionEffects, 'other'> {
  /** All that the cost model takes, as far as it is known; with `other` it is what is left of the difference. */
  readonly contractCosts: number;
  /** What of the two payments that came as late as they may have would explain; no part of the difference. */
  readonly late: number;
  readonly groups: readonly GroupAttribution[];
}

/** The same of one period alone, by group; or why it is not known. */
export function effectsOf(
  period: AttributedPeriod,
): PeriodEffects | Exclude<UnknownAttribution['reason'], 'lost'> {
  const ids = [
    ...new Set([...period.target.keys(), ...(period.funds ?? []).flatMap(({ groupId }) => groupId ?? [])]),
  ];
  const explained = explainPeriod(period, ids);
  if (typeof explained === 'string') return explained;
  const { segments, effects } = explained;
  const at = (index: number) => effects[index] ?? 0;
  return {
    groups: [...ids, null].map((groupId, k) => ({
      groupId,
      weight: segments[k]?.weight ?? 0,
      targetWeight: segments[k]?.benchmarkWeight ?? 0,
      allocation: at(effectsOfGroup * k),
      selection: at(effectsOfGroup * k + 1),
      fundCosts: at(effectsOfGroup * k + 2),
    })),
    contractCosts: at(effectsOfGroup * segments.length),
    other: at(effectsOfGroup * segments.length + 1),
    late: at(effectsOfGroup * segments.length + 2),
  };
}

/**
 * Effects of one period: three for each group of `ids` and for money beside the funds, then all costs of the contract and what is
 * left beyond them; last what of these two late payments would explain.
 */
function explainPeriod(period: AttributedPeriod, ids: readonly number[]) {
  const { funds, groups, target, portfolioReturn, contractFee, paidEarly, years } = period;
  if (funds === null) return 'holdings';
  const isKnown = (fund: AttributedFund): fund is AttributedFund & { groupId: number; return: number } =>
    fund.groupId !== null && fund.return !== null && groups.has(fund.groupId);
  const weightOf = (some: readonly AttributedFund[]) => some.reduce((sum, { weight }) => sum + weight, 0);
  const known = funds.filter(isKnown);
  const unknown = weightOf(funds) - weightOf(known);
  if (!isTolerated(unknown, 1)) return 'prices';
  const benchmarkReturn = targetReturnOf(period);
  if (benchmarkReturn === null) return 'groupPrices';
  const byGroup = Map.groupBy(known, ({ groupId }) => groupId);
  const rated = ids.map((id) => {
    const group = groups.get(id);
    const own = byGroup.get(id) ?? [];
    const weight = weightOf(own);
    // A fund of unknown fee costs what its group does.
    const dearer = own.reduce(
      (sum, fund) => sum + fund.weight * ((fund.fee ?? group?.fee ?? 0) - (group?.fee ?? fund.fee ?? 0)),
      0,
    );
    const segment: Segment = {
      weight,
      portfolioReturn:
        weight > 0 ? own.reduce((sum, fund) => sum + fund.weight * fund.return, 0) / weight : 0,
      benchmarkWeight: target.get(id) ?? 0,
      benchmarkReturn: group?.return ?? 0,
    };
    return { segment, costs: 0 - dearer * years };
  });
  // Funds without data count as the target did: what they really did is left to the rest.
  const beside: Segment = {
    weight: 1 - weightOf(funds),
    portfolioReturn: 0,
    benchmarkWeight: 0,
    benchmarkReturn: 0,
  };
  const silent: Segment = {
    weight: unknown,
    portfolioReturn: benchmarkReturn,
    benchmarkWeight: 0,
    benchmarkReturn,
  };
  const segments = [...rated.map(({ segment }) => segment), beside];
  const costs = [...rated.map((one) => one.costs), 0];
  const effects = brinsonFachler([...segments, silent])
    .slice(0, -1)
    .flatMap(({ allocation, selection }, k) => [allocation, selection - (costs[k] ?? 0), costs[k] ?? 0]);
  const heldReturn = benchmarkReturnOf(segments) + effects.reduce((sum, effect) => sum + effect, 0);
  const rest = portfolioReturn - heldReturn;
  // What the costs might explain of the rest; how much of it they do is known of the whole time only.
  const fee = Math.max(0, contractFee ?? 0);
  return {
    portfolioReturn,
    benchmarkReturn,
    segments,
    effects: [...effects, 0 - fee, rest + fee, 0 - paidEarly * heldReturn],
  };
}

/**
 * The part of a contract's costs that its valuations show: as far as they fall behind its funds over the whole time. Judged month by
 * month, what one month lacks by chance would count as costs and what the next one has too much would not. Nor
 * is it costs where payments of an unknown day, which count from the valuation before them, earned nothing yet.
 *
 * @param fee what its cost model takes, 0 or less; with `beyond` it is what is left of the difference
 * @param late what payments would explain of it that came as late as they may have; above 0 they would have to make up for more
 */
export const shownCosts = (fee: number, beyond: number, late: number): number =>
  0 - Math.min(Math.max(0, -fee), Math.max(0, Math.min(0, late) - (fee + beyond)));
