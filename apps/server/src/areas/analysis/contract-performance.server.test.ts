import type { ContractPerformance, TargetComparison } from '@depotwerk/api/contracts/contract-performance';
import { afterEach, describe, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { createTargetMix } from '../optimization/target-mix.view.ts';
import { analysisRoutes } from './routes.ts';

const { world, admin } = adviceHouse('small', (services, tariffs) =>
  analysisRoutes(services, createTargetMix(services.database, tariffs), () => {}),
);
afterEach(() => world.expectNoFailure());

const performanceOf = (id: string, period = '1y', token = admin) =>
  world.call<ContractPerformance>(token, 'GET', `/contracts/${id}/performance?period=${period}`);
const seasoned = `c.risk_class_id is not null and (select count(*) from portfolios p where p.contract_id = c.id) > 14`;

const compared = (body: ContractPerformance): TargetComparison => {
  if (body.comparison === null || 'reason' in body.comparison)
    throw new Error(JSON.stringify(body.comparison));
  return body.comparison;
};

describe('performance of a contract against its target', () => {
  it('has effects that add up to the difference, as a whole and by group', async () => {
    const ids = await world.contractIds(seasoned, 10);
    expect(ids.length).toBeGreaterThan(3);
    for (const id of ids) {
      const { status, body } = await performanceOf(id);
      expect(status).toBe(200);
      const one = compared(body);
      const sum = one.allocation + one.selection + one.fundCosts + (one.contractCosts ?? 0) + one.other;
      expect(sum).toBeCloseTo(one.difference, 9);
      expect(one.difference).toBeCloseTo((body.performance?.timeWeighted ?? 0) - one.timeWeighted, 9);
      for (const key of ['allocation', 'selection', 'fundCosts'] as const)
        expect(one.groups.reduce((total, group) => total + group[key], 0)).toBeCloseTo(one[key], 9);
    }
  });

  it('takes the return of the target from the prices of its funds, counted fund by fund', async () => {
    const [id = ''] = await world.contractIds(seasoned, 1);
    const { body } = await performanceOf(id);
    const one = compared(body);
    const { rows: days } = await world.owner.query<{ day: string }>(
      `select distinct on (date_trunc('month', valuation_date)) valuation_date::text as day from portfolios
        where contract_id = $1 and valuation_date > $2::date and valuation_date <= $3::date
        order by date_trunc('month', valuation_date), valuation_date desc`,
      [id, body.performance?.from, body.performance?.to],
    );
    const points = [body.performance?.from ?? '', ...days.map(({ day }) => day)];
    const { rows: prices } = await world.owner.query<{
      fund_id: number;
      day: string;
      price: string;
      peergroup_id: number;
    }>(
      `select p.fund_id, p.price_date::text as day, p.price, f.peergroup_id from fund_prices p join funds f on f.id = p.fund_id
         and f.tenant_id = p.tenant_id where p.tenant_id = $1 and not f.is_inactive and f.peergroup_id = any ($2::int[])
         and p.price_date > $3::date - 12 order by p.price_date`,
      [
        world.tenantId,
        one.groups.filter(({ targetWeight }) => targetWeight > 0).map(({ peergroupId }) => peergroupId),
        points[0],
      ],
    );
    const byFund = Map.groupBy(prices, ({ fund_id: fund }) => fund);
    const at = (fund: number, day: string) => {
      const price = (byFund.get(fund) ?? []).findLast((row) => row.day <= day);
      const age = price ? (Date.parse(day) - Date.parse(price.day)) / 86_400_000 : 99;
      return price && age < 10 ? Number(price.price) : null;
    };
    let growth = 1;
    for (const [k, day] of points.entries()) {
      const before = points[k - 1];
      if (before === undefined) continue;
      let month = 0;
      for (const { peergroupId, targetWeight } of one.groups.filter((group) => group.targetWeight > 0)) {
        const funds = [...byFund]
          .filter(([, [first]]) => first?.peergroup_id === peergroupId)
          .map(([fund]) => fund);
        const gains = funds.flatMap((fund) => {
          const [a, b] = [at(fund, before), at(fund, day)];
          return a === null || b === null ? [] : [b / a - 1];
        });
        month += (targetWeight * gains.reduce((sum, gain) => sum + gain, 0)) / gains.length;
      }
      growth *= 1 + month;
    }
    expect(one.timeWeighted).toBeCloseTo(growth - 1, 6);
  });

  it('says what is not known instead of a figure', async () => {
    const ids = await world.contractIds(seasoned, 3);
    const [classless = '', unknown = '', young = ''] = ids;
    await world.owner.query('update contracts set risk_class_id = null where id = $1', [classless]);
    expect((await performanceOf(classless)).body).toMatchObject({
      performance: { timeWeighted: expect.any(Number) as number },
      comparison: { reason: 'target' },
    });
    await world.owner.query(
      `delete from portfolio_entries where portfolio_id = (select id from portfolios where contract_id = $1 and not is_current
         order by valuation_date desc limit 1)`,
      [unknown],
    );
    expect((await performanceOf(unknown)).body.comparison).toMatchObject({ reason: 'holdings' });
    await world.owner.query('update contracts set cost_model_id = null where id = $1', [young]);
    expect(compared((await performanceOf(young)).body).contractCosts).toBeNull();
    expect((await performanceOf(young)).body.performance?.paid).toEqual(expect.any(Number));
    await world.owner.query('update portfolios set paid_in = null where contract_id = $1', [young]);
    expect((await performanceOf(young)).body).toMatchObject({
      performance: { paid: null, gain: expect.any(Number) as number },
      comparison: { reason: 'payments' },
    });
    await world.owner.query('delete from portfolios where contract_id = $1 and not is_current', [young]);
    expect((await performanceOf(young)).body).toEqual({ performance: null, comparison: null });
  });

  it('counts payments whose day is known on it, the contract’s and the target’s, and nothing else changes', async () => {
    const [id = ''] = await world.contractIds(seasoned, 1);
    const begin = '2025-11-28';
    await world.owner.query(
      `delete from portfolios where contract_id = $1 and valuation_date > $2::date and not is_current`,
      [id, begin],
    );
    const pay = (lines: readonly [string, string, number][]) =>
      world.owner.query(
        `insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source)
         select $1, $2, x.kind, x.day, x.amount, 'hand' from unnest($3::text[], $4::date[], $5::numeric[]) as x (kind, day, amount)`,
        [world.tenantId, id, ...[0, 1, 2].map((k) => lines.map((line) => line[k]))],
      );
    await pay([['stated', '2020-01-01', 100]]);
    await world.owner.query(
      'update portfolios set paid_in = case when valuation_date > $2::date then 5100 else 100 end where contract_id = $1',
      [id, begin],
    );
    const unsaid = (await performanceOf(id, '3y')).body;
    await pay([
      ['paidIn', '2026-09-01', 5500],
      ['paidOut', '2026-10-01', 500],
    ]);
    const said = (await performanceOf(id, '3y')).body;
    expect(said.performance?.moneyWeighted).not.toBeNull();
    expect(said.performance?.moneyWeighted).not.toBeCloseTo(unsaid.performance?.moneyWeighted ?? 0, 3);
    expect({ ...said.performance, moneyWeighted: 0 }).toEqual({ ...unsaid.performance, moneyWeighted: 0 });
    const { rows } = await world.owner.query<{ day: string; value: string }>(
      'select distinct on (valuation_date) valuation_date::text as day, total_value as value from portfolios where contract_id = $1 and valuation_date >= $2::date order by valuation_date, is_current desc',
      [id, said.performance?.from],
    );
    const last = rows.at(-1);
    const left = (yearly: number) =>
      [
        [rows[0]?.day, -Number(rows[0]?.value)],
        ['2026-09-01', -5500],
        ['2026-10-01', 500],
        [last?.day, Number(last?.value)],
      ].reduce(
        (sum, [day, amount]) =>
          sum +
          Number(amount) *
            (1 + yearly) ** ((Date.parse(last?.day ?? '') - Date.parse(String(day))) / 86_400_000 / 365),
        0,
      );
    expect(left(said.performance?.moneyWeighted ?? 0)).toBeCloseTo(0, 4);
  });

  it('begins at an empty valuation where money came in after it, and still knows the target', async () => {
    const [id = ''] = await world.contractIds(seasoned, 1);
    const begin = (await performanceOf(id)).body.performance?.from;
    const { rows } = await world.owner.query<{ day: string; value: string }>(
      'select distinct on (valuation_date) valuation_date::text as day, total_value as value from portfolios where contract_id = $1 and valuation_date >= $2::date order by valuation_date, is_current desc',
      [id, begin],
    );
    await world.owner.query(
      `update portfolios set paid_in = case when valuation_date > $2::date then $3::numeric else 0 end,
              total_value = k.kept * total_value, cash_value = k.kept * cash_value,
              non_funds_value = k.kept * non_funds_value, reserve_value = k.kept * reserve_value
         from (select y.id, (y.valuation_date > $2::date)::integer as kept from portfolios y where y.contract_id = $1) k
        where portfolios.id = k.id`,
      [id, begin, Number(rows[1]?.value) - 100],
    );
    await world.owner.query(
      'delete from portfolio_entries where portfolio_id in (select id from portfolios where contract_id = $1 and valuation_date = $2::date)',
      [id, begin],
    );
    const [paid, last] = [Number(rows[1]?.value) - 100, Number(rows.at(-1)?.value)];
    const { performance, comparison } = (await performanceOf(id)).body;
    expect(performance).toMatchObject({ from: begin, valueBefore: 0, paid, valueAfter: last });
    expect(performance?.gain).toBeCloseTo(last - paid, 2);
    expect(performance?.timeWeighted).toBeCloseTo(last / paid - 1, 9);
    expect(comparison).toMatchObject({ timeWeighted: expect.any(Number) as number });
    // The month money came in is explained by what was bought for it.
    expect(comparison && 'groups' in comparison && comparison.groups.some(({ weight }) => weight > 0)).toBe(
      true,
    );
  });

  it('is nobody else’s, and not the customer’s own side', async () => {
    const [id = ''] = await world.contractIds(seasoned, 1);
    const stranger = await world.caller({ tenant: 'nord.example' });
    expect((await performanceOf(id, '1y', stranger)).status).toBe(404);
    expect((await performanceOf(id, '2y')).status).toBe(400);
    const powerless = await world.caller({ permissions: ['tariffs.view'] });
    expect((await performanceOf(id, '1y', powerless)).status).toBe(403);
  });
});
