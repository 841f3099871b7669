import type {
  ContractPerformance,
  TargetComparison,
  UnknownPerformance,
} from '@depotwerk/api/contracts/contract-performance';
import { paidValuations } from '@depotwerk/domain/contracts/known-contributions';
import {
  type AttributedGroup,
  type AttributedPeriod,
  attributeContract,
  targetReturnOf,
} from '@depotwerk/engine/attribution/contract-attribution';
import { type CashFlow, dayNumber } from '@depotwerk/engine/figures/cash-flow-returns';
import {
  type DatedPayment,
  type PerformanceFigures,
  paidEarly,
  performanceOf,
  sinceBeginning,
  type Valuation,
  withSamePayments,
} from '@depotwerk/engine/figures/contract-performance';
import { yearlyRate } from '@depotwerk/engine/figures/yearly-rate';
import type { Reader } from '../../platform/database/database.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { datedPaymentsJson, ofContract } from '../contracts/public.ts';
import type { TargetMix } from '../optimization/public.ts';
import { attributedPeriod, type ContractFees, contractFeeColumns } from './attributed-period.ts';
import {
  type FundReturnRow,
  fundReturns,
  type GroupReturnRow,
  groupReturns,
  KnownGroupReturns,
} from './group-returns.view.ts';
import type { PortfolioValuation, StoredValuation } from './stored-valuation.ts';
import { toTargetComparison } from './target-comparison.ts';

/** From a day (its value or the first one after it) to another. ISO days. */
export interface PerformanceWindow {
  readonly from: string;
  readonly to: string;
}

interface ContractRow extends ContractFees {
  tariff_id: string;
  risk_class_id: number | null;
  end_date: string | null;
  valuations: StoredValuation[];
  payments: DatedPayment[];
}

interface HeldRow {
  portfolio_id: string;
  fund_id: number;
  peergroup_id: number | null;
  value: number;
  ongoing_fee: number | null;
}

const contractQuery = (scope: Scope, contractId: string, { from, to }: PerformanceWindow) =>
  ofContract<ContractRow>(scope, contractId, (parameters) => {
    const [first, last] = [parameters.add(from), parameters.add(to)];
    return {
      // Several valuations of one day: the current one stands for it.
      selection: `c.tariff_id, c.risk_class_id, c.end_date, ${contractFeeColumns},
        coalesce((select json_agg(json_build_object('date', v.valuation_date, 'value', v.total_value,
            'paidIn', v.paid_in, 'portfolioId', v.id) order by v.valuation_date)
          from (select distinct on (p.valuation_date) p.valuation_date, p.total_value, p.paid_in, p.id
                  from portfolios p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.valuation_date <= ${last}::date
                   and p.valuation_date >= coalesce((select max(x.valuation_date) from portfolios x
                     where x.tenant_id = c.tenant_id and x.contract_id = c.id and x.valuation_date <= ${first}::date), ${first}::date)
                 order by p.valuation_date, p.is_current desc, p.id) v), '[]') as valuations, ${datedPaymentsJson} as payments`,
      tables: 'left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id',
      tail: '',
    };
  });

/**
 * Performance of a contract in a window and, over the same time, of what its tariff aims at today for its class: peer
 * groups at the mean of their active funds, put back to their weights at every end of a month. `known` are means read for
 * others before, where many contracts are looked at at once. @throws 404 unseen
 */
export async function readContractPerformance(
  recorded: ReadServices,
  reader: Reader,
  targetMix: TargetMix,
  scope: Scope,
  contractId: string,
  window: PerformanceWindow,
  today: string,
  known = new KnownGroupReturns(),
): Promise<ContractPerformance> {
  const row = await readOne<ContractRow>(recorded.database, scope, contractQuery(scope, contractId, window));
  const { areKnown, valuations, payments } = paidValuations(row.valuations, row.payments);
  const started = sinceBeginning(valuations);
  const figures = performanceOf(started, payments);
  if (!figures) return { performance: null, comparison: null };
  const performance = toPerformance(figures);
  // What was paid would count as earned, and be explained by the choice of funds.
  if (!areKnown)
    return {
      performance: { ...performance, paid: null },
      comparison: { reason: 'payments', from: null, to: null },
    };
  const target = await targetMix(scope, row, today);
  return {
    performance,
    comparison:
      target === null
        ? { reason: 'target', from: null, to: null }
        : await compare(reader, scope, row, started, target, known),
  };
}

const toPerformance = ({ from, to, paid, gain, ...figures }: PerformanceFigures) => ({
  paid,
  gain,
  timeWeighted: figures.timeWeighted,
  timeWeightedYearly: figures.timeWeightedYearly,
  moneyWeighted: figures.moneyWeighted,
  from: from.date,
  to: to.date,
  valueBefore: from.value,
  valueAfter: to.value,
});

async function compare(
  reader: Reader,
  scope: Scope,
  row: ContractRow,
  valuations: readonly PortfolioValuation[],
  target: ReadonlyMap<number, number>,
  known: KnownGroupReturns,
): Promise<TargetComparison | UnknownPerformance> {
  const anchors = monthEnds(valuations);
  const starts = anchors.slice(0, -1);
  const holders = starts.map((start, k) => holderOf(valuations, start, anchors[k + 1] ?? start));
  const held = await reader.read<HeldRow>(scope, {
    sql: `select e.portfolio_id, e.fund_id, f.peergroup_id, f.ongoing_fee, sum(e.value) as value from portfolio_entries e
            join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
           where e.tenant_id = app_tenant_id() and e.portfolio_id = any ($1::uuid[])
           group by e.portfolio_id, e.fund_id, f.peergroup_id, f.ongoing_fee`,
    parameters: [holders.map(({ portfolioId }) => portfolioId)],
  });
  const groupIds = new Set([...target.keys(), ...held.flatMap(({ peergroup_id: id }) => id ?? [])]);
  const spans = starts.map(({ date }, k) => ({ from: date, to: anchors[k + 1]?.date ?? date }));
  const asked = known.missing(spans, [...groupIds]);
  const [funds, groups, names] = await reader.readMany<
    [FundReturnRow, GroupReturnRow, { id: number; name: string }]
  >(scope, [
    fundReturns(spans, [...new Set(held.map(({ fund_id: id }) => id))]),
    groupReturns(asked),
    {
      sql: 'select id, peergroup_name as name from peergroups where id = any ($1::integer[])',
      parameters: [[...groupIds]],
    },
  ]);
  known.keep(asked, groups);
  const heldBy = Map.groupBy(held, ({ portfolio_id: id }) => id);
  const fundsIn = Map.groupBy(funds, ({ period }) => period);
  const periods = starts.map((start, k) =>
    toPeriod(
      row,
      valuations,
      start,
      anchors[k + 1] ?? start,
      holders[k] ?? start,
      heldBy.get(holders[k]?.portfolioId ?? ''),
      new Map(fundsIn.get(k + 1)?.map(({ fund_id: id, gained }) => [id, gained])),
      known.within(spans[k]),
      target,
    ),
  );
  const attribution = attributeContract(periods);
  if ('reason' in attribution) return attribution;
  return toTargetComparison(attribution, moneyIntoTarget(periods, anchors, row.payments), names);
}

/** The first valuation, the last of each month, and the last of all: where effects are worked out. */
function monthEnds(valuations: readonly PortfolioValuation[]): PortfolioValuation[] {
  return valuations.filter(({ date }, k) => {
    const next = valuations[k + 1];
    return k === 0 || next === undefined || next.date.slice(0, 7) !== date.slice(0, 7);
  });
}

/** The valuation that says what was held from the beginning of a period on: where that is empty, the one after what came in. */
const holderOf = (
  valuations: readonly PortfolioValuation[],
  start: PortfolioValuation,
  end: PortfolioValuation,
): PortfolioValuation =>
  valuations.find(({ date, value }) => date >= start.date && date <= end.date && value > 0) ?? start;

function toPeriod(
  row: ContractRow,
  valuations: readonly PortfolioValuation[],
  start: PortfolioValuation,
  end: PortfolioValuation,
  holder: Valuation,
  held: readonly HeldRow[] | undefined,
  ofFund: ReadonlyMap<number, number>,
  groups: ReadonlyMap<number, AttributedGroup>,
  target: ReadonlyMap<number, number>,
): AttributedPeriod {
  const inside = valuations.filter(({ date }) => date >= start.date && date <= end.date);
  return attributedPeriod(row, {
    start,
    end,
    invested: holder.value,
    // Without value in between there is no return: nothing was left that could earn one.
    portfolioReturn: performanceOf(inside)?.timeWeighted ?? -1,
    paidEarly: paidEarly(inside),
    funds: held?.map(({ fund_id: id, peergroup_id: groupId, value, ongoing_fee: fee }) => ({
      groupId,
      value,
      return: ofFund.get(id) ?? null,
      fee,
    })),
    groups,
    target,
  });
}

/** The rate a year the same payments would have earned in the target. Null as well where what it earned in a month is not known. */
function moneyIntoTarget(
  periods: readonly AttributedPeriod[],
  anchors: readonly Valuation[],
  payments: readonly DatedPayment[],
): number | null {
  const [first] = anchors;
  if (!first) return null;
  const on = (date: string) => dayNumber(date) ?? 0;
  let [{ value }, last] = [first, first];
  const flows: CashFlow[] = [{ day: on(first.date), amount: -value }];
  for (const [k, period] of periods.entries()) {
    const next = anchors[k + 1];
    const before = anchors[k];
    const earned = targetReturnOf(period);
    if (!next || !before || earned === null) return null;
    const grown = withSamePayments(value, earned, before, next, payments);
    flows.push(...grown.paid.map(({ date, amount }) => ({ day: on(date), amount: -amount })));
    value = grown.value;
    last = next;
  }
  return yearlyRate([...flows, { day: on(last.date), amount: value }]);
}
