/** What is expected from a month on: months after `afterMonth` grow by it. Rates per year as fractions. */
export interface ProjectionStage {
  readonly afterMonth: number;
  readonly expectedReturn: number;
  readonly volatility: number;
}

/** What a projection assumes. Rates per year as fractions, money in euros. */
export interface ProjectionInput {
  readonly startValue: number;
  /** Paid at the end of every month; negative amounts are taken out of the depot, as long as there is something in it. */
  readonly monthlyContribution: number;
  /** Growth of the contribution, or of what is taken out, per year. */
  readonly contributionGrowth: number;
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
export const contributionOf = (input: ProjectionInput, month: number): number =>
  input.monthlyContribution * (1 + input.contributionGrowth) ** Math.floor((month - 1) / 12);

/** The same after what the entry costs and the fee of the month. */
export const netContributionOf = (input: ProjectionInput, month: number): number =>
  contributionOf(input, month) * (input.monthlyContribution > 0 ? 1 - input.entryCost : 1) -
  (input.monthlyFee ?? 0);

/** Whether more goes out than comes in, as the first month says; contributions that grow may say otherwise later on. */
export const isPayingOut = (input: ProjectionInput): boolean => netContributionOf(input, 1) < 0;

/** Whether more goes out at first, and more comes in later on: a fee above contributions that outgrow it. */
export const isTurning = (input: ProjectionInput): boolean =>
  isPayingOut(input) && netContributionOf(input, input.months) > 0;
