import { fromCents, toCents } from '../money.ts';

/** A valuation of a contract with what its funds cost at that time. */
export interface CostedValuation {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly value: number;
  /** Paid in up to that day; null = nobody has said it. */
  readonly paidIn: number | null;
  /** Ongoing fees of the funds held that day as a fraction of the whole value a year; null = holdings not on file. */
  readonly fundFee: number | null;
  /** Names of funds held that day whose ongoing fees are not known and not in it. */
  readonly unknownFunds: readonly string[];
  /** What these funds pay to those who distribute them, likewise; null = not known of one of them. */
  readonly distributionFee: number | null;
}

/** What the contract's cost model takes; fractions and euros. */
export interface CostTerms {
  readonly entryFee: number;
  readonly contractFeeMonthly: number;
  readonly contractFeePercent: number;
  readonly rebate: number;
}

/** When a contract began and ends, `YYYY-MM-DD`; null = open. */
export interface ContractTime {
  readonly startDate: string;
  readonly endDate: string | null;
}

/** Costs of a time that is over, in euros. */
export interface ExPostCosts {
  readonly from: string;
  readonly to: string;
  /** Mean of the value over the days. */
  readonly averageValue: number;
  /** Null where nobody knows what was paid in. */
  readonly paidIn: number | null;
  /** Null where no valuation has its holdings on file. */
  readonly funds: number | null;
  /** Null where nobody knows what the contract takes. */
  readonly contract: number | null;
  /** Names of funds whose ongoing fees are unknown and not counted. */
  readonly unknownFunds: readonly string[];
  /** Taken from contributions; null where nobody knows. */
  readonly entry: number | null;
  /** Of proposals carried out, as far as known, without what was taken from money that stands among what was paid in. */
  readonly orders: number;
  /** Proposals carried out of whose costs a part or all is unknown and not counted. */
  readonly unknownOrders: number;
  /** What the funds paid to those who distribute them, part of their own costs; null where nobody knows it of one of them. */
  readonly thirdParty: number | null;
  /** Of all that is known. */
  readonly total: number;
  /** Whether all of it is known; else it cost at least that much. */
  readonly isWhole: boolean;
  /** Percentage points of the mean value; null where that is nothing. */
  readonly percent: number | null;
}

const dayMs = 86_400_000;
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/**
 * What a contract cost in a calendar year, or in its part up to `today`, from its valuations: a value and the fees of its
 * holdings stand until the next valuation. Where a valuation has no holdings on file, those of the next one that has
 * count, else of the last one before. Null without a valuation within the year: nothing is said of a time nobody valued.
 *
 * @param valuations in the order of their days, one a day
 * @param orders costs of proposals carried out within the year, euros
 * @param entryOfPaid what of them was taken from money that stands among what was paid in: it is taken once
 * @param contract its costs end with it, whatever its last valuation says
 * @param unknownOrders of how many proposals `orders` is without a part or all
 */
export function exPostCosts(
  valuations: readonly CostedValuation[],
  terms: CostTerms | null,
  orders: number,
  year: number,
  today: string,
  { startDate, endDate }: ContractTime,
  entryOfPaid = 0,
  unknownOrders = 0,
): ExPostCosts | null {
  const firstDay = `${year}-01-01`;
  const lastDay = [today, endDate ?? today].reduce(
    (first, day) => (day < first ? day : first),
    `${year}-12-31`,
  );
  const inside = valuations.filter(({ date }) => date >= firstDay && date <= lastDay);
  const [first] = inside;
  const last = inside.at(-1);
  if (!first || !last) return null;
  const opening = valuations.findLast(({ date }) => date < firstDay);
  const steps = opening ? [{ ...opening, date: firstDay }, ...inside] : inside;
  const from = dayOf(opening ? firstDay : first.date);
  const end = dayOf(lastDay) + 1;
  const yearDays = dayOf(`${year + 1}-01-01`) - dayOf(firstDay);
  const feesAt = feesOf(valuations);
  const unknown = new Set<string>();
  let weighted = 0;
  let fees: number | null = 0;
  let distribution: number | null = 0;
  steps.forEach((step, index) => {
    const next = steps[index + 1];
    const days = (next ? dayOf(next.date) : end) - dayOf(step.date);
    weighted += step.value * days;
    // The year begins with what was held at the valuation before it, which stands here under another day.
    const known = step.fundFee === null ? feesAt(step.date) : { ...step, fundFee: step.fundFee };
    fees = fees === null || known === null ? null : fees + step.value * days * known.fundFee;
    const distributionFee = known?.distributionFee ?? null;
    distribution =
      distribution === null || distributionFee === null
        ? null
        : distribution + step.value * days * distributionFee;
    for (const name of known?.unknownFunds ?? []) unknown.add(name);
  });
  const share = (end - from) / yearDays;
  const averageValue = toCents(Math.round((weighted / (end - from)) * 100) / 100);
  // What was there at the first valuation was paid in within the year only where the contract began in it.
  const hasBegun = !opening && startDate >= firstDay;
  const before = hasBegun ? 0 : (opening ?? first).paidIn;
  const paidIn = before === null || last.paidIn === null ? null : toCents(last.paidIn) - toCents(before);
  const entry = terms && entryCosts(paidIn, terms);
  const cents = {
    funds: fees === null ? null : Math.round((fees / yearDays) * 100),
    contract:
      terms &&
      Math.round(
        toCents(terms.contractFeeMonthly) * 12 * share +
          averageValue * share * (terms.contractFeePercent - terms.rebate),
      ),
    entry,
    orders: toCents(orders) - (entry === null || terms?.entryFee === 0 ? 0 : toCents(entryOfPaid)),
  };
  const total = (cents.funds ?? 0) + (cents.contract ?? 0) + (cents.entry ?? 0) + cents.orders;
  const euros = (amount: number | null) => (amount === null ? null : fromCents(amount));
  return {
    from: dateOf(from),
    to: lastDay,
    averageValue: fromCents(averageValue),
    paidIn: euros(paidIn),
    funds: euros(cents.funds),
    contract: euros(cents.contract),
    entry: euros(cents.entry),
    orders: fromCents(cents.orders),
    unknownOrders,
    thirdParty: distribution === null ? null : fromCents(Math.round((distribution / yearDays) * 100)),
    total: fromCents(total),
    isWhole: cents.funds !== null && cents.entry !== null && unknown.size === 0 && unknownOrders === 0,
    unknownFunds: [...unknown],
    percent: averageValue === 0 ? null : (total / averageValue) * 100,
  };
}

/** What is taken from payments, in cents; null where nobody knows them, unless nothing is taken from any. */
const entryCosts = (paidIn: number | null, { entryFee }: CostTerms): number | null =>
  entryFee === 0 ? 0 : paidIn === null ? null : Math.round(Math.max(0, paidIn) * entryFee);

interface KnownFees {
  readonly fundFee: number;
  readonly unknownFunds: readonly string[];
  readonly distributionFee: number | null;
}

/** Fees a year at a day, as a fraction of the value; null where no holdings are on file. */
function feesOf(valuations: readonly CostedValuation[]): (date: string) => KnownFees | null {
  const known = valuations.flatMap(({ date, fundFee, unknownFunds, distributionFee }) =>
    fundFee === null ? [] : [{ date, fundFee, unknownFunds, distributionFee }],
  );
  return (date) => known.find((valuation) => valuation.date >= date) ?? known.at(-1) ?? null;
}
