import { paidValuations } from '@depotwerk/domain/contracts/known-contributions';
import {
  addMember,
  type CompositeSums,
  noCompositeSums,
} from '@depotwerk/engine/attribution/composite-attribution';
import { memberOf } from '@depotwerk/engine/attribution/composite-member';
import type { DatedPayment } from '@depotwerk/engine/figures/contract-performance';
import type { DbContext, Reader } from '../../../platform/database/database.ts';
import { datedPaymentsJson } from '../../contracts/public.ts';
import { attributedPeriod, type ContractFees, contractFeeColumns } from '../attributed-period.ts';
import type { PerformanceWindow } from '../contract-performance.view.ts';
import type { StoredValuation } from '../stored-valuation.ts';
import { readGroupPrices } from './group-prices.view.ts';

/** What the tariff aims at today: by number of the class, weights by number of the peer group. */
export type ClassTargets = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Contracts of a tariff from an id on, up to another one; null = to the end. */
export interface ContractRange {
  readonly tariffId: string;
  readonly fromId: string;
  readonly untilId: string | null;
}

interface MemberRow extends ContractFees {
  /** After the life cycle's lowering. */
  risk_class_id: number | null;
  valuations: StoredValuation[];
  payments: DatedPayment[];
}

interface HeldRow {
  portfolio_id: string;
  fund_ids: number[];
  peergroup_ids: (number | null)[];
  amounts: number[];
}

/** Several valuations of one day: the current one stands for it. */
const membersSql = `select least(c.risk_class_id, s.highest) as risk_class_id, ${contractFeeColumns},
    case when c.risk_class_id is null then '[]' else coalesce((
      select json_agg(json_build_object('date', v.valuation_date, 'value', v.total_value, 'paidIn', v.paid_in,
               'portfolioId', v.id) order by v.valuation_date)
        from (select distinct on (p.valuation_date) p.valuation_date, p.total_value, p.paid_in, p.id
                from portfolios p where p.tenant_id = c.tenant_id and p.contract_id = c.id
                 and p.valuation_date between $4::date and $5::date
               order by p.valuation_date, p.is_current desc, p.id) v), '[]') end as valuations, ${datedPaymentsJson} as payments
  from contracts c
  join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
  left join cost_models m on m.tenant_id = c.tenant_id and m.id = c.cost_model_id
  left join lateral (select min((x ->> 'highestRiskClassId')::int) as highest from jsonb_array_elements(t.life_cycle) x
     where c.end_date - make_interval(years => (x ->> 'yearsBeforeEnd')::int) <= $5::date) s on true
 where c.tenant_id = app_tenant_id() and c.tariff_id = $1 and c.deleted_at is null
   and c.id >= $2::uuid and ($3::uuid is null or c.id < $3::uuid) order by c.id`;

const heldSql = `select e.portfolio_id, array_agg(e.fund_id) as fund_ids, array_agg(f.peergroup_id) as peergroup_ids,
    array_agg(e.value::float8) as amounts
  from portfolio_entries e join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
 where e.tenant_id = app_tenant_id() and e.portfolio_id = any ($1::uuid[]) group by e.portfolio_id`;

/** Counts the contracts of a range, whatever anybody may see of them: sums name nobody. */
export async function readCompositeSums(
  reader: Reader,
  context: DbContext,
  { tariffId, fromId, untilId }: ContractRange,
  { from, to }: PerformanceWindow,
  targets: ClassTargets,
): Promise<CompositeSums> {
  const sums = noCompositeSums();
  const rows = await reader.read<MemberRow>(context, {
    sql: membersSql,
    parameters: [tariffId, fromId, untilId, from, to],
  });
  const members = rows.flatMap((row) => {
    if (row.risk_class_id === null) {
      sums.withoutClass += 1;
      return [];
    }
    const { areKnown, valuations, payments } = paidValuations(row.valuations, row.payments);
    const member = memberOf(valuations, payments);
    if (!member) sums.unknownHistory += 1;
    // What was paid would count as earned.
    else if (!areKnown) sums.unknownPayments = (sums.unknownPayments ?? 0) + 1;
    return member && areKnown ? [{ row, member }] : [];
  });
  const months = members.flatMap(({ member }) => member.months);
  const held = await reader.read<HeldRow>(context, {
    sql: heldSql,
    parameters: [months.map(({ start }) => start.portfolioId)],
  });
  const heldIn = new Map(held.map((one) => [one.portfolio_id, one]));
  const targetOf = new Map(
    Object.entries(targets).map(([riskClass, weights]) => [
      Number(riskClass),
      new Map(Object.entries(weights).map(([id, weight]) => [Number(id), weight])),
    ]),
  );
  const groupIds = new Set([
    ...[...targetOf.values()].flatMap((weights) => [...weights.keys()]),
    ...held.flatMap(({ peergroup_ids: ids }) => ids.flatMap((id) => id ?? [])),
  ]);
  const days = new Set(months.flatMap(({ start, end }) => [start.date, end.date]));
  const prices = await readGroupPrices(reader, context, [...days], [...groupIds]);
  for (const { row, member } of members) {
    const target = targetOf.get(row.risk_class_id ?? 0);
    addMember(sums, member, ({ start, end, growth, paidEarly }) => {
      if (!target) return null;
      const own = heldIn.get(start.portfolioId);
      return attributedPeriod(row, {
        start,
        end,
        portfolioReturn: growth - 1,
        paidEarly,
        funds: own?.fund_ids.map((fundId, k) => ({
          groupId: own.peergroup_ids[k] ?? null,
          value: own.amounts[k] ?? 0,
          return: prices.gained(fundId, start.date, end.date),
          fee: prices.fund(fundId)?.fee ?? null,
        })),
        groups: prices.groups(start.date, end.date),
        target,
      });
    });
  }
  return sums;
}
