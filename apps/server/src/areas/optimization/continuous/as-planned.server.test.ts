import { expect, it } from 'vitest';
import { handOver, knowKeyInformation } from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { continuousCalls } from '../../../../test/continuous-calls.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('medium', continuousOptimizationRoutes);
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later;
const { failures } = useJobWorkers(db, () => [
  createContinuousJob(db.database, new TariffData(db.database), clock, () => {}, 10),
]);
const { run, list, planAt, decide, lastOf, schedule } = continuousCalls(db, world, () => admin);
const planIdOf = async (contractId: string) =>
  (
    await db.owner.query<{ id: string }>(
      `select id from planned_optimizations where contract_id = $1 and state in ('draft', 'checked')`,
      [contractId],
    )
  ).rows[0]?.id;
const wayOn = 'Bitte lassen Sie neu planen, und geben Sie den neuen Vorschlag frei.';

it.each([
  [
    'newer prices',
    `update funds set price = price * 1.01 where id in (select t.fund_id from planned_transactions t
       join planned_optimizations p on p.id = t.planned_optimization_id where p.contract_id = $1)`,
    'Es liegen neuere Kurse vor.',
  ],
  [
    'other holdings',
    `update portfolio_entries e set quantity = quantity + 1, value = round((quantity + 1) * price, 2) from portfolios f
      where f.tenant_id = e.tenant_id and f.id = e.portfolio_id and f.is_current and f.contract_id = $1`,
    'Bestand oder Sparplan haben sich geändert.',
  ],
  [
    'another profile',
    `update risk_assessments set valid_until = valid_until + 1 where contract_id = $1 and status = 'valid'`,
    'Risikoklasse, Risikoprofil, Präferenz oder Angaben zu den Inhabern haben sich geändert.',
  ],
  [
    'funds that cost more',
    `update funds set ongoing_fee = coalesce(ongoing_fee, 0) + 0.0001 where id in (select t.fund_id
       from planned_transactions t join planned_optimizations p on p.id = t.planned_optimization_id where p.contract_id = $1)`,
    'Die Fonds des Tarifs oder Angaben zu ihnen haben sich geändert.',
  ],
])(
  'says that %s make a plan outdated, releases it no more and plans it anew at once',
  async (_what, change, reason) => {
    await run();
    const plan = await planAt(0);
    expect(plan.outdatedReasons).toEqual([]);
    await db.owner.query(change, [plan.contractId]);
    expect((await lastOf(plan.contractId)).outdatedReasons).toEqual([reason]);
    const listed = (await list('&state=waiting')).body.find(({ id }) => id === plan.id);
    expect(listed?.outdatedReasons).toEqual([reason]);
    const [refused] = (await decide('release', [plan])).body.results;
    expect(refused).toMatchObject({ isDone: false, message: `${reason} ${wayOn}` });
    const before = await planIdOf(plan.contractId);
    const stale = { ...plan, rowVersion: plan.rowVersion + 1 };
    expect((await decide('replan', [stale])).body.results[0]?.message).toContain('inzwischen geändert');
    expect(await planIdOf(plan.contractId)).toBe(before);
    expect((await decide('replan', [plan])).body.results).toMatchObject([{ id: plan.id, isDone: true }]);
    const again = await lastOf(plan.contractId);
    expect(again).toMatchObject({ id: plan.id, dueDate: plan.dueDate, dueCause: plan.dueCause });
    expect(again.outdatedReasons ?? []).toEqual([]);
    expect(await planIdOf(plan.contractId)).not.toBe(before);
    if (again.state !== 'waiting') return;
    expect((await decide('replan', [again])).body.results).toEqual([
      { id: plan.id, isDone: false, message: 'Der Vorschlag ist noch aktuell.' },
    ]);
    const { rows } = await db.owner.query<{ details: object }>(
      `select details from audit_entries where object_id = $1 and action = 'continuousOptimization.replan'`,
      [plan.contractId],
    );
    expect(rows.map(({ details }) => details)).toContainEqual({ reason });
  },
);

it('has the next run plan anew what is not as planned any more, and only that', async () => {
  await run();
  const [plan, other] = [await planAt(0), await planAt(1)];
  await db.owner.query(
    `update cost_models set fund_switch_fee = coalesce(fund_switch_fee, 0) + 1, free_switches_per_year = 0
     where id = (select cost_model_id from contracts where id = $1)`,
    [plan.contractId],
  );
  const all = (await list('&state=waiting')).body;
  const outdated = all.filter(({ outdatedReasons = [] }) => outdatedReasons.length > 0);
  expect(outdated.map(({ outdatedReasons }) => outdatedReasons)[0]).toEqual([
    'Die Kosten des Vertrags haben sich geändert.',
  ]);
  await run();
  for (const { contractId } of outdated) expect((await lastOf(contractId)).outdatedReasons ?? []).toEqual([]);
  for (const { contractId, rowVersion } of all.filter((one) => !outdated.includes(one)))
    expect((await lastOf(contractId)).rowVersion).toBe(rowVersion);
  expect(outdated.map(({ id }) => id)).toContain(plan.id);
  expect(other.id).not.toBe(plan.id);
  expect(failures).toEqual([]);
});

it('leaves a released plan where a new version of its tariff changes nothing the plan rests on', async () => {
  await knowKeyInformation(world);
  await run();
  const plan = await planAt(0);
  expect((await handOver(world, admin, plan.contractId)).status).toBe(200);
  expect((await decide('release', [plan])).body.results).toEqual([
    { id: plan.id, isDone: true, message: null },
  ]);
  await db.owner.query(
    `with v as (
       update tariff_versions set version_number = version_number + 1000
        where state = 'published' and tariff_id = (select tariff_id from contracts where id = $1) returning tariff_id, version_number)
     update tariffs t set published_version_number = v.version_number from v where t.id = v.tariff_id`,
    [plan.contractId],
  );
  expect(await lastOf(plan.contractId)).toMatchObject({ state: 'released', outdatedReasons: [] });
  await run();
  expect(await lastOf(plan.contractId)).toMatchObject({
    id: plan.id,
    state: 'released',
    outdatedReasons: [],
  });
  expect(world.failures).toEqual([]);
});

it('looks again at what needed nothing by a version that is put right on the day it adjusts portfolios', async () => {
  await run();
  const [{ contractId } = { contractId: '' }] = (await list('&state=nothingToDo')).body;
  const ofContract = '(select tariff_id from contracts where id = $1)';
  await db.owner.query(
    `update tariffs set continuous_optimization = true, optimization_interval = 12, optimization_start = '2099-01-01',
       make_portfolio_adjustments_now = true where id = ${ofContract}`,
    [contractId],
  );
  const comesIntoForce = () =>
    db.owner.query(
      `update tariff_versions set published_at = $2 where state = 'published' and tariff_id = ${ofContract}`,
      [contractId, new Date(clock()).toISOString()],
    );
  const lookedAtNext = async () => {
    world.later += 60_000;
    await run();
    const { dueDate, state, lookedAt } = await lastOf(contractId);
    expect([dueDate, state]).toEqual([anchorDate, 'nothingToDo']);
    return lookedAt;
  };
  await comesIntoForce();
  const first = await lookedAtNext();
  expect(await lookedAtNext()).toBe(first);
  await comesIntoForce();
  const second = await lookedAtNext();
  expect(second > first).toBe(true);
  expect(await lookedAtNext()).toBe(second);
  await db.owner.query(`update tariffs set make_portfolio_adjustments_now = false where id = ${ofContract}`, [
    contractId,
  ]);
  expect(failures).toEqual([]);
});

it('decides about no plan twice in one go', async () => {
  const plan = await planAt(0);
  await db.owner.query(`update planned_optimizations set expires_at = created_at where contract_id = $1`, [
    plan.contractId,
  ]);
  for (const what of ['release', 'refuse', 'replan'] as const)
    expect((await decide(what, [plan, plan])).status).toBe(400);
  expect((await decide('replan', [plan])).body.results).toMatchObject([{ id: plan.id, isDone: true }]);
  expect(world.failures).toEqual([]);
});

it('tells of a contract whose tariff optimises no more what became of its plan', async () => {
  const plan = await planAt(0);
  const ofContract = '(select tariff_id from contracts where id = $1)';
  await db.owner.query(`delete from tariff_hint_answers where tariff_id = ${ofContract}`, [plan.contractId]);
  await db.owner.query(
    `update tariffs set continuous_optimization = false, optimization_interval = null, optimization_start = null
      where id = ${ofContract}`,
    [plan.contractId],
  );
  const notOptimized = 'Der Tarif des Vertrags optimiert nicht mehr laufend.';
  for (const what of ['release', 'replan'] as const)
    expect((await decide(what, [plan])).body.results[0]?.message).toBe(notOptimized);
  await run();
  const { body } = await schedule(plan.contractId);
  expect(body).toMatchObject({ interval: null, nextDay: null, last: { id: plan.id, state: 'replaced' } });
  expect(body.last?.decisionNote).toBe(notOptimized);
  expect(world.failures).toEqual([]);
});
