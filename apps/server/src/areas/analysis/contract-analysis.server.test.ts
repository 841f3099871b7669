import type { CallAnswer } from '@depotwerk/api/call';
import type { getContractAnalysis } from '@depotwerk/api/contracts/contract-analysis';
import type { adviceInput } from '@depotwerk/api/optimization/advice';
import { heldRisk } from '@depotwerk/engine/analysis/held-risk';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';
import { analysisRoutes } from './routes.ts';

type AdviceInput = z.output<typeof adviceInput>;
type Analysis = CallAnswer<typeof getContractAnalysis>;

const { world, admin } = adviceHouse('small', (services) =>
  analysisRoutes(
    services,
    (_context, _contract, day) => Promise.resolve(day < '2030-01-01' ? null : new Map([[firstGroup, 0.25]])),
    () => {},
  ),
);
/** What every tariff of these tests aims at from 2030 on, by a quarter: a peer group with risk data. */
let firstGroup = 0;

beforeAll(async () => {
  const { rows } = await world.owner.query<{ id: number }>(
    'select peergroup_id as id from peergroup_risks where tenant_id = $1 and volatility > 0 order by 1 limit 1',
    [world.tenantId],
  );
  firstGroup = rows[0]?.id ?? 0;
}, 120_000);
afterEach(() => world.expectNoFailure());

const analysisOf = (id: string, token: string | null = admin) =>
  world.call<Analysis>(token, 'GET', `/contracts/${id}/analysis`);
const contracts = (condition: string, count = 1) => world.contractIds(condition, count);

describe('analysis of a contract', () => {
  it('names what is held, with groups, medians, target and savings as they are stored', async () => {
    const [id = ''] = await contracts(`exists (select from portfolios p join portfolio_entries e
      on e.tenant_id = p.tenant_id and e.portfolio_id = p.id where p.contract_id = c.id and p.is_current)
      and c.end_date is not null`);
    const { status, body } = await analysisOf(id);
    expect(status).toBe(200);
    const { rows } = await world.owner.query<{
      fund_id: number;
      value: string;
      end_date: string;
      invests: string[];
    }>(
      `select e.fund_id, sum(e.value) as value, c.end_date::text, array[g.region, g.sector, f.currency] as invests
         from contracts c join portfolios p on p.contract_id = c.id join portfolio_entries e on e.portfolio_id = p.id
         join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
         left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
        where c.id = $1 and p.is_current group by 1, 3, 4 order by 1`,
      [id],
    );
    expect(
      body.holdings
        .map(({ fundId, value, region, sector, currency }) => ({
          fundId,
          value,
          invests: [region, sector, currency],
        }))
        .toSorted((a, b) => a.fundId - b.fundId),
    ).toEqual(rows.map((row) => ({ fundId: row.fund_id, value: Number(row.value), invests: row.invests })));
    expect(body.target).toEqual({ date: rows[0]?.end_date, source: 'end' });
    expect(body.groups.length).toBeGreaterThan(0);
    for (const { covariance } of body.groups) expect(covariance).toHaveLength(body.groups.length);
  });

  it('gives the risk the check has found', async () => {
    // The check counts every position at its newest price; the demo's portfolios of its last day are at it already.
    const ids = await contracts(`c.risk_value is not null and c.valuation_date = date '${anchorDate}'`, 20);
    let compared = 0;
    for (const id of ids) {
      const { body } = await analysisOf(id);
      const input = await world.call<AdviceInput>(admin, 'GET', `/contracts/${id}/advice-input`);
      if (input.body.tariff.measure !== 'VOLATILITY') continue;
      const { rows } = await world.owner.query<{ risk_value: string }>(
        'select risk_value from contracts where id = $1',
        [id],
      );
      const { volatility } = heldRisk(body.holdings, body.groups, body.valuation?.cash ?? Number.NaN);
      if (volatility === null) continue;
      compared += 1;
      expect(volatility).toBeCloseTo(Number(rows[0]?.risk_value), 3);
    }
    expect(compared).toBeGreaterThan(0);
  });

  it('counts medians by hand, and none below five funds', async () => {
    const [id = ''] = await contracts(`exists (select from portfolios p join portfolio_entries e
      on e.tenant_id = p.tenant_id and e.portfolio_id = p.id where p.contract_id = c.id and p.is_current)`);
    const { body } = await analysisOf(id);
    const counted: (number | null)[] = [];
    for (const peer of body.peers) {
      const { rows } = await world.owner.query<{ fee: string | null }>(
        `select ongoing_fee as fee from funds where tenant_id = $1 and peergroup_id = $2 and not is_inactive
            and ongoing_fee is not null order by ongoing_fee`,
        [world.tenantId, peer.peergroupId],
      );
      const fees = rows.map(({ fee }) => Number(fee));
      const half = Math.floor(fees.length / 2);
      const median = fees.length % 2 === 1 ? fees[half] : ((fees[half - 1] ?? 0) + (fees[half] ?? 0)) / 2;
      counted.push(fees.length < 5 || median === undefined ? null : Math.round(median * 1e9));
    }
    const told = body.peers.map(({ ongoingFee }) =>
      ongoingFee === null ? null : Math.round(ongoingFee * 1e9),
    );
    expect(told).toEqual(counted);
    expect(body.peers.length).toBeGreaterThan(0);
  });

  it('says what it does not know', async () => {
    const [id = ''] = await contracts('c.end_date is not null');
    await world.owner.query(`update contracts set end_date = null, cost_model_id = null where id = $1`, [id]);
    await world.owner.query('delete from savings_plans where contract_id = $1', [id]);
    await world.owner.query(`update risk_assessments set horizon_years = null where contract_id = $1`, [id]);
    await world.owner.query('delete from portfolios where contract_id = $1', [id]);
    expect((await analysisOf(id)).body).toMatchObject({
      target: null,
      holdings: [],
      groups: [],
      peers: [],
      savings: null,
      costModel: null,
      valuation: null,
    });
    await world.owner.query(`update risk_assessments set horizon_years = 12 where contract_id = $1`, [id]);
    const { rowCount } = await world.owner.query(
      `select from risk_assessments where contract_id = $1 and status = 'valid'`,
      [id],
    );
    expect((await analysisOf(id)).body.target).toEqual(
      rowCount === 0 ? null : { date: '2038-11-20', source: 'horizon' },
    );
  });

  it('names what is agreed for later: a plan that ends, pauses, begins again', async () => {
    const [id = ''] = await contracts(`exists (select from savings_plans s where s.contract_id = c.id)`);
    const plan = (from: string, to: string | null, contribution: number, interval = 1) =>
      world.owner.query(
        `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval, dynamic_percent)
         select tenant_id, id, $2, $3, $4, $5, 0.02 from contracts where id = $1`,
        [id, from, to, contribution, interval],
      );
    await world.owner.query('delete from savings_plans where contract_id = $1', [id]);
    await plan('2020-01-01', '2027-02-28', 100);
    await plan('2027-06-01', null, 600, 4);
    expect((await analysisOf(id)).body).toMatchObject({
      savings: { monthly: 100, dynamicRate: 0.02 },
      savingsChanges: [
        { from: '2027-03-01', monthly: 0, dynamicRate: 0 },
        { from: '2027-06-01', monthly: 200, dynamicRate: 0.02 },
      ],
    });
    await world.owner.query(`delete from savings_plans where contract_id = $1 and valid_to is not null`, [
      id,
    ]);
    expect((await analysisOf(id)).body).toMatchObject({
      savings: null,
      savingsChanges: [{ from: '2027-06-01', monthly: 200, dynamicRate: 0.02 }],
    });
  });

  it('shows the classes ahead with what the tariff aims at in each, unknown where nothing is known', async () => {
    const [id = ''] = await contracts('c.risk_class_id = 4 and c.end_date is not null');
    expect((await analysisOf(id)).body.lifeCycle).toBeNull();
    await world.owner.query(`update contracts set end_date = '2036-06-15' where id = $1`, [id]);
    await world.owner.query(
      `update tariffs set life_cycle = '[{"yearsBeforeEnd":5,"highestRiskClassId":2},{"yearsBeforeEnd":1,"highestRiskClassId":1}]'
        where id = (select tariff_id from contracts where id = $1)`,
      [id],
    );
    const { rows } = await world.owner.query<{ quota: string; volatility: string; expected: string | null }>(
      `select g.equity_quota as quota, r.volatility, r.expected_return as expected from peergroups g
         join peergroup_risks r on r.tenant_id = g.tenant_id and r.peergroup_id = g.id where g.id = $1 and g.tenant_id = $2`,
      [firstGroup, world.tenantId],
    );
    const group = rows[0];
    const ahead = (await analysisOf(id)).body.lifeCycle?.path ?? [];
    expect(ahead.map(({ from, riskClassId }) => [from, riskClassId])).toEqual([
      [anchorDate, 4],
      ['2031-06-15', 2],
      ['2035-06-15', 1],
    ]);
    expect(ahead[0]).toMatchObject({ equityQuota: null, volatility: null, expectedReturn: null });
    expect(ahead[1]?.equityQuota).toBeCloseTo(Number(group?.quota) / 4, 9);
    expect(ahead[1]?.volatility).toBeCloseTo(Number(group?.volatility) / 4, 4);
    // Without a stored assumption the equilibrium return stands in.
    const expected = group?.expected == null ? ahead[1]?.expectedReturn : Number(group.expected) / 4;
    expect(ahead[1]?.expectedReturn).toBeCloseTo(expected ?? Number.NaN, 9);
    await world.owner.query('update contracts set risk_class_id = null where id = $1', [id]);
    expect((await analysisOf(id)).body.lifeCycle?.path).toEqual([]);
    await world.owner.query('update contracts set end_date = null where id = $1', [id]);
    expect((await analysisOf(id)).body.lifeCycle).toMatchObject({ endDate: null, current: null, path: [] });
  });

  it('is recorded as read, and is nothing for strangers and for the customer herself', async () => {
    const [id = ''] = await contracts('true');
    await analysisOf(id);
    const { rows } = await world.owner.query(
      `select 1 from audit_entries where object_id = $1 and action = 'contracts.read' and details::text like '%analysis%'`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect((await analysisOf(id, null)).status).toBe(401);
    expect((await analysisOf(id, await world.caller({ permissions: ['customers.view'] }))).status).toBe(403);
    expect((await analysisOf(id, await world.caller({ tenant: 'nord.example' }))).status).toBe(404);
    expect((await analysisOf('00000000-0000-4000-8000-000000000000')).status).toBe(404);
    const { rows: own } = await world.owner.query<{ customer_id: string }>(
      'select customer_id from contracts where id = $1',
      [id],
    );
    const customer = await world.caller({ ownCustomerId: own[0]?.customer_id ?? '' });
    expect((await analysisOf(id, customer)).status).toBe(404);
  });
});
