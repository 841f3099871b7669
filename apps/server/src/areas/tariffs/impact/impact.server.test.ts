import { randomUUID } from 'node:crypto';
import type { TariffImpact } from '@depotwerk/api/tariffs/tariff-impact';
import { beforeAll, describe, expect, it } from 'vitest';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { plainImpact } from '../../../../test/plain-impact.ts';
import { reworked } from '../../../../test/reworked-version.ts';
import { readSubmittableVersion, type VersionContent } from '../version-content.view.ts';
import { createImpactJob } from './impact-job.ts';
import { tariffImpactRoutes } from './routes.ts';

/** Contracts about that are planned through a year. */
const sample = 4;
/** Contracts the tariff keeps. */
const keptContracts = 15;
const { db, world, admin } = adviceHouse('medium', (services) => tariffImpactRoutes(services, () => {}));
let tariffId: string;
let published: VersionContent;
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`);

beforeAll(async () => {
  const { rows } = await world.owner.query<{ tariff_id: string; content: VersionContent }>(
    `select v.tariff_id, v.content from tariff_versions v
      where v.tenant_id = $1 and v.state = 'published' and v.content->'components' <> 'null'
      order by (select count(*) from contracts c where c.tariff_id = v.tariff_id) desc limit 1`,
    [world.tenantId],
  );
  if (!rows[0]) throw new Error('The demo world has no tariff with components.');
  tariffId = rows[0].tariff_id;
  published = rows[0].content;
  // Every contract is planned with two versions, by the job and singly: few of them show what many do.
  await world.owner.query(
    `update contracts set deleted_at = now(), deletion_reason = 'Storno' where tenant_id = $1 and tariff_id = $2
        and id not in (select id from contracts where tariff_id = $2 order by id limit $3)`,
    [world.tenantId, tariffId, keptContracts],
  );
}, 120_000);
const { failures } = useJobWorkers(db, () => [createImpactJob(db.database, clock, 7, sample)]);

/** Stores a version of the tariff as somebody submitted it. */
async function addVersion(
  versionNumber: number,
  content: VersionContent,
  state = 'submitted',
): Promise<void> {
  await world.owner.query(
    `update tariff_versions set state = 'archived' where tariff_id = $1 and state in ('draft', 'rejected', 'submitted', 'approved')`,
    [tariffId],
  );
  await world.owner.query(
    `insert into tariff_versions (tenant_id, tariff_id, version_number, state, content) values ($1, $2, $3, $4, $5)`,
    [world.tenantId, tariffId, versionNumber, state, JSON.stringify(content)],
  );
}

const read = async (versionNumber: number, token = admin) =>
  world.call<TariffImpact>(token, 'GET', `/tariffs/${tariffId}/impact?versionNumber=${versionNumber}`);
const start = (versionNumber: number, token = admin) =>
  world.call<TariffImpact>(token, 'POST', `/tariffs/${tariffId}/impact`, { versionNumber });

async function finished(versionNumber: number): Promise<TariffImpact> {
  const started = await start(versionNumber);
  expect(started.status).toBe(202);
  for (;;) {
    const { body } = await read(versionNumber);
    if (body.state === 'done' || body.state === 'failed') return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Planned today and every quarter from then on, and for no hint; a low cap forbids some of the plans. */
const quarterly = (costCap: number | null): VersionContent['tariff'] => ({
  ...published.tariff,
  optimizationHints: {},
  optimizationHintsExpert: {},
  continuousOptimization: true,
  optimizationInterval: 4,
  optimizationStart: anchorDate,
  makePortfolioAdjustmentsNow: true,
  costCap,
});

/** Every switch costs, as no year has free ones. */
const chargeSwitches = () =>
  world.owner.query(
    `update cost_models set fund_switch_fee = 25, free_switches_per_year = 0 where tenant_id = $1`,
    [world.tenantId],
  );

const plainly = (
  before: VersionContent,
  after: VersionContent,
  isLookedAt?: (contractId: string) => boolean,
) => plainImpact(world, db.database, world.scopeOf(admin), tariffId, [before, after], isLookedAt);

// A year of continuous optimisation is planned anew in most of them.
describe('the impact preview of a version', { timeout: 120_000 }, () => {
  it('says what single checks and plans with both versions say, over chunks shared by two workers', async () => {
    await addVersion(2, reworked(published));
    expect((await read(2)).body).toMatchObject({
      state: 'none',
      jobId: null,
      comparedWith: 1,
      contractCount: 0,
    });
    const impact = await finished(2);
    const { falls, looks: _, ...expected } = await plainly(published, reworked(published));
    expect(expected.changedCount).toBeGreaterThan(10);
    expect(expected.transactionsEstimate.orderCount).toBeGreaterThan(25);
    expect(expected.hints.length).toBeGreaterThan(2);
    expect(impact).toMatchObject({ state: 'done', comparedWith: 1, isOutdated: false, ...expected });
    expect(impact.examples.map(({ contractId }) => contractId)).toEqual(falls.slice(0, 10));
    expect(failures).toEqual([]);
    const { rows } = await world.owner.query('select 1 from tariff_impact_parts');
    expect(rows).toEqual([]);
  });

  it('finds nothing where a version says the same', async () => {
    await addVersion(3, { ...published, tariff: { ...published.tariff, name: 'Anders genannt' } });
    const impact = await finished(3);
    expect(impact).toMatchObject({ state: 'done', changedCount: 0, hints: [], examples: [] });
    expect(impact.contractCount).toBeGreaterThan(10);
    expect(impact.score.before).toBe(impact.score.after);
    expect(impact.transactionsEstimate).toEqual({
      contractCount: 0,
      orderCount: 0,
      volume: 0,
      fees: 0,
      costsBefore: 0,
      costsAfter: 0,
      costsUnknownCount: 0,
    });
  });

  it('counts what a switch costs and whose savings plan leaves the limits', async () => {
    await chargeSwitches();
    const content = reworked(published);
    const narrow = { ...content, tariff: { ...content.tariff, maxSecurityFractionSavingsPlan: 0.2 } };
    await addVersion(9, narrow);
    const impact = await finished(9);
    const { falls: _falls, looks: _looks, ...expected } = await plainly(published, narrow);
    expect(expected.transactionsEstimate.fees).toBeGreaterThan(50);
    expect(expected.savingsPlans.outsideAfter).toBeGreaterThan(expected.savingsPlans.outsideBefore);
    expect(impact).toMatchObject({ state: 'done', ...expected });
  });

  it('foresees what continuous optimisation does in a year', async () => {
    await chargeSwitches();
    const content = reworked(published);
    const off = { ...content.tariff, continuousOptimization: false, optimizationHints: {} };
    await addVersion(10, { ...content, tariff: { ...off, optimizationHintsExpert: {} } });
    expect((await finished(10)).continuousYear?.looksAfter ?? 0).toBe(0);
    const tariff = quarterly(0.002);
    await addVersion(11, { ...content, tariff });
    const { continuousYear: year, contractCount } = await finished(11);
    // Today, and a quarter of a year later each time; contracts that end before are looked at less often.
    const { rows } = await world.owner.query<{ looks: number }>(
      `select count(*)::int as looks from contracts c, generate_series(0, 12, 3) month where c.tariff_id = $1
         and c.deleted_at is null and c.start_date <= ($2::date + make_interval(months => month))::date
         and (c.end_date is null or c.end_date > ($2::date + make_interval(months => month))::date)`,
      [tariffId, anchorDate],
    );
    const every = Math.max(1, Math.round(contractCount / sample));
    const { looks } = await plainly(
      published,
      { ...content, tariff },
      (contractId) => Number.parseInt(contractId.slice(-8), 16) % every === 0,
    );
    expect(looks.length).toBeGreaterThan(2);
    expect(year).toMatchObject({
      looksAfter: rows[0]?.looks,
      contractCount,
      plannedContracts: looks.length,
    });
    const ofKind = (kind: string) =>
      Math.round((looks.filter((one) => one === kind).length * contractCount) / looks.length);
    expect([ofKind('planned'), ofKind('skipped')].every((count) => count > 0)).toBe(true);
    expect(year?.planned?.planCount).toBe(ofKind('planned'));
    // Who cannot be planned today cannot a quarter later either: prices stand still.
    expect(year?.planned?.skippedCount).toBeGreaterThanOrEqual(ofKind('skipped'));
    expect(year?.planned?.orderCount).toBeGreaterThan(0);
    expect(year?.planned?.fees).toBeGreaterThan(0);
    await world.owner.query(
      `update tariff_versions set content = jsonb_set(content, '{tariff,optimizationInterval}', '12')
        where tariff_id = $1 and version_number = 11`,
      [tariffId],
    );
    expect((await read(11)).body.isOutdated).toBe(true);
  });

  it('counts neither a switch nor the savings plan of a contract that has ended', async () => {
    const end = (day: string | null) =>
      world.owner.query('update contracts set end_date = $2 where id = any ($1)', [ids, day]);
    const ids = await world.contractIds(`c.tariff_id = '${tariffId}' and c.end_date is null`, 1000);
    const kept = keptContracts - ids.length;
    await end(anchorDate);
    await addVersion(33, reworked(published));
    const { contractCount, changedCount, transactionsEstimate, savingsPlans } = await finished(33);
    await end(null);
    expect(ids.length).toBeGreaterThan(5);
    expect(contractCount).toBe(keptContracts);
    expect(changedCount).toBeGreaterThan(kept);
    expect(transactionsEstimate.contractCount).toBeLessThanOrEqual(kept);
    expect(savingsPlans.count).toBeLessThanOrEqual(kept);
  });

  it('foresees that contracts with reported changes are planned only once they are decided about', async () => {
    const yearOf = async (versionNumber: number, isPending: boolean) => {
      const pending = `update contracts set has_pending_changes = $2 where tariff_id = $1`;
      await world.owner.query(pending, [tariffId, isPending]);
      await addVersion(versionNumber, { ...reworked(published), tariff: quarterly(null) });
      return (await finished(versionNumber)).continuousYear;
    };
    const pending = await yearOf(31, true);
    const free = await yearOf(32, false);
    expect(pending?.looksAfter).toBe(free?.looksAfter);
    // Today none of them is planned, a quarter later those that could have been.
    expect(pending?.planned?.skippedCount).toBeGreaterThanOrEqual(pending?.contractCount ?? Infinity);
    expect(pending?.planned?.planCount).toBeGreaterThan(0);
    expect(free?.planned?.skippedCount).toBeLessThan(pending?.planned?.skippedCount ?? 0);
  });

  it('counts no switch the cost cap forbids, and no other plan where nothing but the cap is another one', async () => {
    const content = reworked(published);
    const capped = (of: VersionContent, costCap: number) => ({ ...of, tariff: { ...of.tariff, costCap } });
    await addVersion(12, capped(content, 0.002));
    const strict = await finished(12);
    const { falls: _falls, looks: _looks, ...expected } = await plainly(published, capped(content, 0.002));
    const free = await plainly(published, content);
    expect(expected.transactionsEstimate.contractCount).toBeGreaterThan(0);
    expect(expected.transactionsEstimate.contractCount).toBeLessThan(free.transactionsEstimate.contractCount);
    expect(strict).toMatchObject({ state: 'done', ...expected });
    await addVersion(13, capped(published, 0.05));
    expect((await finished(13)).transactionsEstimate.contractCount).toBe(0);
  });

  it('counts a switch into cheaper funds where a cap is all that is new, and none it forbids', async () => {
    const tight = { ...published, tariff: { ...published.tariff, costCap: 0.003 } };
    await addVersion(14, tight);
    const { transactionsEstimate } = await plainly(published, tight);
    expect(transactionsEstimate.contractCount).toBeGreaterThan(0);
    expect((await finished(14)).transactionsEstimate).toEqual(transactionsEstimate);
  });

  it('takes a draft with its components as they stand', async () => {
    await addVersion(4, { ...published, components: null }, 'draft');
    const version = await readSubmittableVersion(db.database, world.scopeOf(admin), tariffId, 4);
    if (!version) throw new Error('The version was just stored.');
    const { falls: _falls, looks: _looks, ...expected } = await plainly(published, version.content);
    expect(await finished(4)).toMatchObject({ state: 'done', isOutdated: false, ...expected });
    await world.owner.query(
      `update risk_items set range = range + 0.5 where component_id = $1 and tenant_id = $2`,
      [published.tariff.componentRiskId, world.tenantId],
    );
    expect((await read(4)).body.isOutdated).toBe(true);
    expect((await finished(4)).changedCount).toBeGreaterThan(0);
    const { rows } = await world.owner.query('select 1 from tariff_impacts where version_number = 4');
    expect(rows).toHaveLength(1);
  });

  it('is outdated by what it was computed from, and by nothing else', async () => {
    await addVersion(5, reworked(published));
    await finished(5);
    const isOutdated = async () => (await read(5)).body.isOutdated;
    await world.owner.query(`update tariffs set description = 'Neu' where tenant_id = $1`, [world.tenantId]);
    await world.owner.query(`update tariff_versions set comment = 'Geprüft' where tariff_id = $1`, [
      tariffId,
    ]);
    expect(await isOutdated()).toBe(false);
    const contracts = await world.contractIds(`c.tariff_id = '${tariffId}'`, 1);
    const value = async (change: number) =>
      world.owner.query(`update contracts set total_value = total_value + $2 where id = $1`, [
        contracts[0],
        change,
      ]);
    await value(1);
    expect(await isOutdated()).toBe(true);
    await value(-1);
    expect(await isOutdated()).toBe(false);
    const price = (factor: number) =>
      world.owner.query(`update funds set price = price * $2 where tenant_id = $1 and id = 1`, [
        world.tenantId,
        factor,
      ]);
    await price(2);
    expect(await isOutdated()).toBe(true);
    await price(0.5);
    expect(await isOutdated()).toBe(false);
    await world.owner.query(
      `update tariff_versions set content = jsonb_set(content, '{tariff,gainNoteLimit}', '1') where tariff_id = $1 and version_number = 5`,
      [tariffId],
    );
    expect(await isOutdated()).toBe(true);
  });

  it('counts what cannot be computed', async () => {
    await addVersion(6, reworked(published));
    const contracts = await world.contractIds(`c.tariff_id = '${tariffId}'`, 1);
    await world.owner.query('update portfolios set is_current = false where contract_id = $1', [
      contracts[0],
    ]);
    expect(await finished(6)).toMatchObject({ state: 'done', notComputable: 1 });
  });

  it('runs once for a version however often it is asked for', async () => {
    await addVersion(7, reworked(published));
    const key = randomUUID();
    const started = () =>
      world.call<TariffImpact>(
        admin,
        'POST',
        `/tariffs/${tariffId}/impact`,
        { versionNumber: 7 },
        { 'idempotency-key': key },
      );
    await Promise.all([started(), started(), start(7)]);
    const { rows } = await world.owner.query<{ n: number }>(
      `select count(distinct job_id)::int as n from tariff_impacts where version_number = 7`,
    );
    expect(rows[0]?.n).toBe(1);
  });

  it('needs the right, a version that exists and is complete; examples are for those who see the contract', async () => {
    const stranger = await world.caller({ tenant: 'nord.example' });
    expect((await read(2, stranger)).status).toBe(404);
    expect((await start(2, stranger)).status).toBe(404);
    expect((await start(99)).status).toBe(404);
    expect((await read(99)).status).toBe(404);
    const powerless = await world.caller({ permissions: ['contracts.view'] });
    expect((await read(2, powerless)).status).toBe(403);
    expect((await start(2, powerless)).status).toBe(403);
    const tariffsOnly = await world.caller({ permissions: ['tariffs.view'] });
    const withoutContracts = (await read(2, tariffsOnly)).body;
    expect(withoutContracts).toMatchObject({ state: 'done', examples: [] });
    expect(withoutContracts.changedCount).toBeGreaterThan(0);
    const narrow = await world.caller({ permissions: ['tariffs.view', 'contracts.view'], groupIds: [] });
    expect((await read(2, narrow)).body.examples).toEqual([]);
    const tariff = { ...published.tariff, componentRiskId: null };
    await addVersion(8, { ...published, tariff, components: null }, 'draft');
    const refused = await start(8);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'tariffs.incomplete' }]);
    expect(
      (await world.call(admin, 'POST', `/tariffs/${tariffId}/impact`, { versionNumber: 'x' })).status,
    ).toBe(400);
  });
});
