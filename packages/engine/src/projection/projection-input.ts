/** What is expected from a month on: months after `afterMonth` grow by it. Rates per year as fractions. */
export interface ProjectionStage {
  readonly afterMonth: number;
  readonly expectedReturn: number;
  readonly volatility: number;
}

/** What is paid from a month on: months after `afterMonth` bring it. Growth counts from there. */
export interface ContributionStage {
  readonly afterMonth: number;
  readonly monthlyContribution: number;
  readonly contributionGrowth: number;
}

/** What a projection assumes. Rates per year as fractions, money in euros. */
export interface ProjectionInput {
  readonly startValue: number;
  /** Paid at the end of every month; negative amounts are taken out of the depot, as long as there is something in it. */
  readonly monthlyContribution: number;
  /** Growth of the contribution, or of what is taken out, per year. */
  readonly contributionGrowth: number;
  /** What takes the place of contribution and growth later on, by growing month: a plan that ends, pauses or begins. */
  readonly contributionStages?: readonly ContributionStage[];
  readonly months: number;
  /** Arithmetic expected return before costs. */
  readonly expectedReturn: number;
  readonly volatility: number;
  /** What takes the place of return and volatility later on, by growing month; not where paths are asked for, and not with withdrawals alone. */
  readonly stages?: readonly ProjectionStage[];
  readonly ongoingCost: number;
  /** Taken from every contribution; what is taken out pays none. */
  readonly entryCost: number;
  /** Taken at the end of every month in euros, whatever the value is, as long as there is as much. */
  readonly monthlyFee?: number;
  readonly percentiles: readonly number[];
  /** 0 uses the closed form; more draws that many seeded paths. */
  readonly paths: number;
  readonly seed: number;
}

/** Values at one point in time; `percentiles` in the order asked for. */
export interface ProjectionPoint {
  readonly month: number;
  readonly paidIn: number;
  readonly mean: number;
  readonly percentiles: number[];
  /** Seeded paths only: half the width of the 95 % interval of each percentile, from the order statistics. */
  readonly errors?: number[];
  /** Withdrawals only: the expected sum of what was paid out, and the probability that nothing is left. */
  readonly paidOut?: number;
  readonly emptyShare?: number;
}

/** What is paid in at the end of a month, or negative: taken out, if there is as much. */
export function contributionOf(
  input: Pick<ProjectionInput, 'monthlyContribution' | 'contributionGrowth' | 'contributionStages'>,
  month: number,
): number {
  const stage = input.contributionStages?.findLast(({ afterMonth }) => afterMonth < month);
  const { monthlyContribution, contributionGrowth, afterMonth } = stage ?? { ...input, afterMonth: 0 };
  return monthlyContribution * (1 + contributionGrowth) ** Math.floor((month - 1 - afterMonth) / 12);
}

/** The same after what the entry costs and the fee of the month. */
export function netContributionOf(input: ProjectionInput, month: number): number {
  const paid = contributionOf(input, month);
  return paid * (paid > 0 ? 1 - input.entryCost : 1) - (input.monthlyFee ?? 0);
}

/** Whether nothing comes in or goes out of a depot but its growth. */
export const isWithoutFlows = (input: ProjectionInput): boolean =>
  input.monthlyContribution === 0 &&
  (input.monthlyFee ?? 0) === 0 &&
  (input.contributionStages ?? []).every(({ monthlyContribution }) => monthlyContribution === 0);

/**
 * Whether more goes out than comes in, in every month, in none, or in some: a fee above contributions that outgrow it, or one that
 * goes on while nothing is paid in.
 */
export function flowOf(input: ProjectionInput): 'in' | 'out' | 'turning' {
  const nets = Array.from({ length: input.months }, (_, k) => netContributionOf(input, k + 1));
  if (nets.every((net) => net >= 0)) return 'in';
  // A month without any flow is one that pays out nothing.
  return nets.every((net) => net <= 0) ? 'out' : 'turning';
}
