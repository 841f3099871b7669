import type {
  AttributedFund,
  AttributedGroup,
  AttributedPeriod,
} from '@depotwerk/engine/attribution/contract-attribution';
import { dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import type { Valuation } from '@depotwerk/engine/figures/contract-performance';
import { isPricedInEuros } from '../funds/public.ts';

/** What a contract's cost model takes; shares as fractions, `contract_fee_percent` a year. */
export interface ContractFees {
  contract_fee_monthly: number | null;
  contract_fee_percent: number | null;
  rebate: number | null;
  entry_fee: number | null;
}

/** Columns of `ContractFees`, of the cost model `m`. */
export const contractFeeColumns = 'm.contract_fee_monthly, m.contract_fee_percent, m.rebate, m.entry_fee';

/** How long before a day a price may be of, in days: as for checks. */
const oldestPrice = 10;
/** The price `p` of the fund `f` on a day; none in another currency than euros, whose course would count as the fund's. */
export const priceOn = (day: string): string => `cross join lateral (select p.price from fund_prices p
    where p.tenant_id = f.tenant_id and p.fund_id = f.id and ${isPricedInEuros} and p.price_date <= ${day} and p.price_date > ${day} - ${oldestPrice}
    order by p.price_date desc limit 1)`;

interface HeldPeriod extends Pick<AttributedPeriod, 'portfolioReturn' | 'paidEarly' | 'target'> {
  readonly start: Valuation;
  readonly end: Valuation;
  /** The value the funds are parts of, where it is not that of the start. */
  readonly invested?: number;
  /** Funds held at its start, euros; undefined = nobody knows. */
  readonly funds: readonly (Omit<AttributedFund, 'weight'> & { readonly value: number })[] | undefined;
  readonly groups: ReadonlyMap<number, AttributedGroup>;
}

const daysBetween = (from: string, to: string) => (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);

/** What a contract takes in a time, as a fraction of the money in it; null without a cost model: nobody knows. */
function feeOf(
  { contract_fee_monthly: monthly, contract_fee_percent: percent, rebate, entry_fee: entry }: ContractFees,
  years: number,
  value: number,
  paid: number,
): number | null {
  if (monthly === null || percent === null || rebate === null || entry === null) return null;
  const money = value + paid;
  const fee = monthly * 12 * years + value * years * (percent - rebate) + paid * entry;
  return money > 0 ? fee / money : 0;
}

/** A period between two valuations of a contract, as its difference to the target is explained from. */
export function attributedPeriod(
  fees: ContractFees,
  { start, end, invested = start.value, portfolioReturn, paidEarly, funds, groups, target }: HeldPeriod,
): AttributedPeriod {
  const years = daysBetween(start.date, end.date) / 365;
  return {
    from: start.date,
    to: end.date,
    years,
    portfolioReturn,
    contractFee: feeOf(fees, years, start.value, Math.max(0, end.paidIn - start.paidIn)),
    paidEarly,
    // Where the whole value lies beside the funds, nothing is missing.
    funds:
      funds?.map(({ value, ...fund }) => ({ ...fund, weight: invested > 0 ? value / invested : 0 })) ?? null,
    groups,
    target,
  };
}
