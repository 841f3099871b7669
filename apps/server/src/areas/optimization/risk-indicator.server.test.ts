import { beforeAll, describe, expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';
import { useJobWorkers } from '../../../test/job-workers.ts';
import { createTariffSteps } from '../../../test/tariff-steps.ts';
import { enqueueDailyJobs } from '../../platform/jobs/daily-jobs.ts';
import { fundManagementRoutes } from '../funds/management-routes.ts';
import { createCheckJob, riskIndicatorJobType, riskIndicatorSelection } from './check-job.ts';

const { db, world, admin, inputOf, simulate } = adviceHouse('medium', (services) =>
  fundManagementRoutes(services, () => {}),
);
useJobWorkers(db, () => [
  createCheckJob(db.database, () => Date.parse(`${anchorDate}T11:00:00Z`), { jobType: riskIndicatorJobType }),
]);
let contractId: string;
let tariffId: string;
/** Held by the contract and named by the tariff's selection. */
let fund: { readonly id: number; readonly isin: string };

beforeAll(async () => {
  // Nothing is above 6 when the tariff is published.
  await world.owner.query('update funds set risk_indicator = 6 where tenant_id = $1 and risk_indicator > 6', [
    world.tenantId,
  ]);
  const { rows } = await world.owner.query<{ id: string; tariff_id: string; fund_id: number; isin: string }>(
    `select c.id, c.tariff_id, f.id as fund_id, f.isin from contracts c join tariffs t on t.id = c.tariff_id
       join risk_assessments a on a.contract_id = c.id and a.status = 'valid' and a.risk_class_id = c.risk_class_id
       join portfolios p on p.contract_id = c.id and p.is_current
       join portfolio_entries e on e.portfolio_id = p.id and e.fraction > 0.1
       join funds f on f.id = e.fund_id and f.tenant_id = c.tenant_id and f.risk_indicator < 6 and f.fund_status = 'open'
       join tariff_versions v on v.tariff_id = t.id and v.state = 'published'
      where c.tenant_id = $1 and t.tariff_type_id between 2 and 4 and a.valid_until > $2
        and v.content->'components'->'selection'->'tariffSelectedFunds' @> to_jsonb(f.id)
        and t.published_version_number = (select max(x.version_number) from tariff_versions x where x.tariff_id = t.id)
      order by c.id, f.id limit 1`,
    [world.tenantId, anchorDate],
  );
  const [row] = rows;
  if (!row) throw new Error('No such contract in this world.');
  contractId = row.id;
  tariffId = row.tariff_id;
  fund = { id: row.fund_id, isin: row.isin };
  const steps = await createTariffSteps(world);
  const saved = await steps.save(tariffId, (tariff) => ({ ...tariff, maximumRiskIndicator: 6 }));
  await steps.publishNow(tariffId, saved.body.version.versionNumber);
}, 120_000);

/** The fund's indicator as its provider publishes it from now on. */
const becomes = (indicator: number) =>
  world.owner.query(
    `update funds set risk_indicator = $3, risk_indicator_type = 'SRI', is_risk_indicator_estimated = false
      where tenant_id = $1 and id = $2`,
    [world.tenantId, fund.id, indicator],
  );

async function night(): Promise<void> {
  await world.owner.query('delete from jobs where tenant_id = $1 and job_type = $2', [
    world.tenantId,
    riskIndicatorJobType,
  ]);
  await enqueueDailyJobs(db.database, [{ jobType: riskIndicatorJobType, payload: riskIndicatorSelection }]);
  await expect
    .poll(
      async () =>
        (
          await world.owner.query('select state from jobs where tenant_id = $1 and job_type = $2', [
            world.tenantId,
            riskIndicatorJobType,
          ])
        ).rows,
      { timeout: 20_000 },
    )
    .toEqual([{ state: 'done' }]);
}

const openFindings = async () =>
  (
    await world.owner.query<{ fund_id: number }>(
      `select distinct unnest(fund_ids) as fund_id from contract_hints where contract_id = $1 and state = 'open' and optimization_hint_id = 19`,
      [contractId],
    )
  ).rows.map(({ fund_id: id }) => id);

const named = async () => {
  const { body } = await world.call<{ rows: { id: number }[] } | { id: number }[]>(
    admin,
    'GET',
    '/admin/data-quality/funds?issue=aboveTariffLimit',
  );
  return (Array.isArray(body) ? body : body.rows).map(({ id }) => id);
};

describe('a fund whose risk indicator rises above what the published tariff allows', () => {
  it('was fine while it kept the limit', async () => {
    const { rows } = await world.owner.query<{ highest: number | null }>(
      'select highest_risk_indicator as highest from tariffs where id = $1',
      [tariffId],
    );
    expect(rows).toEqual([{ highest: 6 }]);
    expect(await named()).not.toContain(fund.id);
    await becomes(6);
    await night();
    expect(await openFindings()).not.toContain(fund.id);
  });

  it('is a finding of the contract that holds it after the night, and one in the fund data', async () => {
    await becomes(7);
    await night();
    expect(await openFindings()).toContain(fund.id);
    expect(await named()).toContain(fund.id);
    // Only contracts whose tariff has a limit were looked at.
    const { rows } = await world.owner.query<{ others: string }>(
      `select count(*) as others from contract_check_rows r join contracts c on c.id = r.contract_id
         join tariffs t on t.id = c.tariff_id where t.highest_risk_indicator is null`,
    );
    expect(Number(rows[0]?.others)).toBe(0);
  });

  it('is bought by no proposal, and sold by the recommended one', async () => {
    const { body: input } = await inputOf(contractId);
    expect(input.tariff.sriLimit).toBe(6);
    const { proposals } = (await simulate(contractId, {})).body;
    expect(proposals.length).toBeGreaterThan(0);
    for (const { transactions } of proposals)
      expect(transactions.filter(({ action, isin }) => action === 'buy' && isin === fund.isin)).toEqual([]);
    const recommended = proposals.find(({ isRecommended }) => isRecommended);
    expect(
      recommended?.transactions.some(({ action, isin }) => action === 'sell' && isin === fund.isin),
    ).toBe(true);
  });

  it('is no finding any more when it comes down again', async () => {
    await becomes(5);
    await night();
    expect(await openFindings()).not.toContain(fund.id);
    expect(await named()).not.toContain(fund.id);
    world.expectNoFailure();
  });

  it('is named too where an automatic universe holds it, and not where the universe leaves it out', async () => {
    // A fund no tariff names: only a universe can make it one of this tariff.
    const { rows } = await world.owner.query<{ id: number }>(
      `select f.id from funds f where f.tenant_id = $1 and not f.is_etf and f.fund_status = 'open' and not f.is_inactive
          and not exists (select from tariff_versions v where v.tenant_id = f.tenant_id and v.content::text ~ ('\\m' || f.id || '\\M'))
        order by f.id limit 1`,
      [world.tenantId],
    );
    const id = rows[0]?.id ?? 0;
    await world.owner.query('update funds set risk_indicator = 7 where tenant_id = $1 and id = $2', [
      world.tenantId,
      id,
    ]);
    const universe = (type: number | null) =>
      world.owner.query('update tariffs set universe_fund_ids = null, universe_type_id = $2 where id = $1', [
        tariffId,
        type,
      ]);
    const stored = await world.owner.query<{ ids: number[] | null; type: number | null }>(
      'select universe_fund_ids as ids, universe_type_id as type from tariffs where id = $1',
      [tariffId],
    );
    // 3: every fund that is no ETF, 2: ETF alone; without a universe nothing is automatic.
    for (const [type, isNamed] of [
      [3, true],
      [2, false],
      [null, false],
    ] as const) {
      await universe(type);
      expect([type, (await named()).includes(id)]).toEqual([type, isNamed]);
    }
    await world.owner.query(
      'update tariffs set universe_fund_ids = $2, universe_type_id = $3 where id = $1',
      [tariffId, stored.rows[0]?.ids, stored.rows[0]?.type],
    );
    await world.owner.query('update funds set risk_indicator = 6 where tenant_id = $1 and id = $2', [
      world.tenantId,
      id,
    ]);
  });

  it('is told of with the tariffs that name it while nobody can buy it, and their names to who sees tariffs', async () => {
    type Vanished = { id: number; state: string; successorName: string | null; tariffs: { id: string }[] };
    const vanished = async (token = admin) =>
      (await world.call<{ vanished: Vanished[] }>(token, 'GET', '/admin/data-quality')).body.vanished.find(
        ({ id }) => id === fund.id,
      );
    const becomesSo = (set: string) =>
      world.owner.query(`update funds set ${set} where tenant_id = $1 and id = $2`, [
        world.tenantId,
        fund.id,
      ]);
    expect(await vanished()).toBeUndefined();
    const { rows } = await world.owner.query<{ price: string; price_date: string }>(
      'select price, price_date::text from funds where tenant_id = $1 and id = $2',
      [world.tenantId, fund.id],
    );
    const ways = [
      [
        'noPrice',
        'price = null, price_date = null',
        `price = ${rows[0]?.price}, price_date = '${rows[0]?.price_date}'`,
      ],
      ['inactive', 'is_inactive = true', 'is_inactive = false'],
      ['merged', `fund_status = 'merged'`, `fund_status = 'open'`],
    ] as const;
    for (const [state, there, back] of ways) {
      await becomesSo(there);
      const told = await vanished();
      expect(told).toMatchObject({ state, successorName: null });
      expect(told?.tariffs.map(({ id }) => id)).toContain(tariffId);
      await becomesSo(back);
    }
    await becomesSo(`fund_status = 'closed'`);
    const mere = await world.caller({ permissions: ['funds.view'] });
    expect(await vanished(mere)).toMatchObject({ state: 'closed', tariffs: [] });
    await becomesSo(`fund_status = 'open'`);
    expect(await vanished()).toBeUndefined();
  });
});
