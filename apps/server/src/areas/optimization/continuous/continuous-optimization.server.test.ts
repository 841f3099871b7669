import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { getPlannedOptimization } from '@depotwerk/api/optimization/optimization';
import { continuousPlanStates } from '@depotwerk/domain/continuous-optimization/continuous-plan';
import { describe, expect, it } from 'vitest';
import { handOver, knowKeyInformation } from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { continuousCalls } from '../../../../test/continuous-calls.ts';
import { useJobWorkers } from '../../../../test/job-workers.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import { TariffData } from '../tariff-data.ts';
import { createContinuousJob } from './plan-job.ts';
import { continuousOptimizationRoutes } from './routes.ts';

const dayLength = 86_400_000;
const { db, world, admin } = adviceHouse('medium', continuousOptimizationRoutes);

const clock = () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later;
const { failures } = useJobWorkers(db, () => [
  createContinuousJob(db.database, new TariffData(db.database), clock, () => {}, 10),
]);

const { run, list, planAt, decide, schedule, lastOf } = continuousCalls(db, world, () => admin);
const planOf = (contractId: string) =>
  world.call<{
    createdBy: string | null;
    transactions: { action: string; isin: string; fundName: string }[];
    id: string;
  }>(admin, 'GET', `/contracts/${contractId}/planned-optimization`);
const stored = async () =>
  (
    await db.owner.query<{ contract_id: string; state: string; row_version: number; day: string }>(
      `select contract_id, state, row_version, due_date::text as day from continuous_plans where tenant_id = $1 order by contract_id`,
      [world.tenantId],
    )
  ).rows;
/** Contracts of tariffs that optimise by a calendar, and how many of them run. */
const dueContracts = async () =>
  (
    await db.owner.query<{ id: string }>(
      `select c.id from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
        where c.tenant_id = $1 and t.continuous_optimization and c.deleted_at is null
          and (c.end_date is null or c.end_date > $2::date) order by c.id`,
      [world.tenantId, anchorDate],
    )
  ).rows.map(({ id }) => id);

describe('continuous optimisation', () => {
  it('looks at every contract that is due, once, and lets plans wait for an adviser', async () => {
    await run();
    const rows = await stored();
    expect(rows.map((row) => row.contract_id)).toEqual(await dueContracts());
    expect(new Set(rows.map(({ state }) => state)).has('waiting')).toBe(true);
    const { body } = await list('&state=waiting');
    expect(body.length).toBe(rows.filter(({ state }) => state === 'waiting').length);
    for (const plan of body.slice(0, 3)) {
      const { body: made } = await planOf(plan.contractId);
      expect(made.createdBy).toBeNull();
      expect(made.transactions).toHaveLength(plan.summary?.advice.orderCount ?? -1);
      expect(plan.summary?.advice.isNeeded).toBe(true);
      expect(plan.summary?.findingsAfter ?? 99).toBeLessThanOrEqual(plan.summary?.findingsBefore ?? 0);
    }
    const sent = 'select from trader_orders where created_at > $1';
    expect((await db.owner.query(sent, [`${anchorDate}T11:00:00Z`])).rows).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('changes nothing when it runs again on the same day', async () => {
    const before = (await stored()).filter(({ state }) => state !== 'skipped');
    await run();
    expect((await stored()).filter(({ state }) => state !== 'skipped')).toEqual(before);
  });

  it('shows at the contract when it is next due and what came of the last time', async () => {
    const plan = await planAt(0);
    const { body } = await schedule(plan.contractId);
    expect(body).toMatchObject({ interval: 4, plansHints: true, last: { id: plan.id, state: 'waiting' } });
    expect((body.nextDay ?? '') > anchorDate).toBe(true);
    expect(plan.dueDate <= anchorDate).toBe(true);
    const foreign = await world.caller({ tenant: 'nord.example' });
    expect((await schedule(plan.contractId, foreign)).status).toBe(404);
    expect((await list('', foreign)).body.some(({ id }) => id === plan.id)).toBe(false);
  });

  it('says in the list what the checks of its plan warn of, and nothing else they found', async () => {
    const { id, contractId } = await planAt(0);
    const check = (result: string, text: string) => ({ checkKey: 'universe', result, text });
    const { rows } = await db.owner.query<{ checks: unknown }>(
      'select checks from planned_optimizations where contract_id = $1',
      [contractId],
    );
    const put = (checks: unknown) =>
      db.owner.query('update planned_optimizations set checks = $2 where contract_id = $1', [
        contractId,
        JSON.stringify(checks),
      ]);
    const warnings = async () => (await list()).body.find((plan) => plan.id === id)?.warnings;
    await put([check('warning', 'Erstens.'), check('ok', 'Gut.'), check('warning', 'Zweitens.')]);
    expect(await warnings()).toEqual(['Erstens.', 'Zweitens.']);
    await put([check('ok', 'Gut.')]);
    expect(await warnings()).toEqual([]);
    await put(rows[0]?.checks);
  });

  it('says why a contract was skipped, tries again and plans once the reason is gone', async () => {
    const plan = await planAt(0);
    await decide('refuse', [plan]);
    await db.owner.query(`delete from continuous_plans where id = $1`, [plan.id]);
    const blocked = (isBlocked: boolean) =>
      db.owner.query(`update customers set is_blocked = $2 where id = $1`, [plan.customerId, isBlocked]);
    await blocked(true);
    await run();
    expect((await schedule(plan.contractId)).body.last).toMatchObject({
      state: 'skipped',
      skipReason: 'customerBlocked',
      summary: null,
    });
    await blocked(false);
    await run();
    expect((await schedule(plan.contractId)).body.last).toMatchObject({
      state: 'waiting',
      skipReason: null,
    });
  });

  it('leaves a plan alone that an adviser has made', async () => {
    const plan = await planAt(1);
    const made = await world.call<{ id: string }>(
      admin,
      'POST',
      `/contracts/${plan.contractId}/plan-optimization`,
      { mode: 'full', excludedFundIds: [], lockedFundIds: [] },
      { 'idempotency-key': randomUUID() },
    );
    expect(made.status).toBe(200);
    expect((await schedule(plan.contractId)).body.last).toMatchObject({
      state: 'replaced',
      voidBy: 'contract',
    });
    await db.owner.query(`delete from continuous_plans where id = $1`, [plan.id]);
    await run();
    expect((await schedule(plan.contractId)).body.last).toMatchObject({
      state: 'skipped',
      skipReason: 'openPlan',
    });
    expect((await planOf(plan.contractId)).body.id).toBe(made.body.id);
  });

  it('is released and refused, many at once, each judged for itself', async () => {
    let first = await planAt(0);
    const [second, third] = [await planAt(1), await planAt(2)];
    const stale = { ...second, rowVersion: 99 };
    const unknown = { ...first, id: randomUUID() };
    const [without] = (await decide('release', [first])).body.results;
    expect(without?.message).toContain('Basisinformationsblatt');
    await knowKeyInformation(world);
    expect((await handOver(world, admin, first.contractId)).status).toBe(200);
    // What is known of its funds is another: the plan is made anew.
    expect((await decide('replan', [first])).body.results[0]).toMatchObject({ isDone: true });
    first = await lastOf(first.contractId);
    const answer = await decide('release', [first, stale, unknown]);
    expect(answer.body.results.map(({ isDone }) => isDone)).toEqual([true, false, false]);
    expect(answer.body.results[1]?.message).toContain('geändert');
    expect((await schedule(first.contractId)).body.last).toMatchObject({ state: 'released' });
    const secondPerson = async (limit: number) => {
      await db.owner.query(
        'insert into order_rules (tenant_id, approval_limit) values ($1, $2) on conflict (tenant_id) do update set approval_limit = $2',
        [world.tenantId, limit],
      );
      return (await lastOf(first.contractId)).secondPerson;
    };
    const { turnover = 0 } = first.summary ?? {};
    expect([await secondPerson(turnover + 0.01), await secondPerson(turnover)]).toEqual([null, 'missing']);
    await db.owner.query('delete from order_rules');
    expect((await decide('release', [first])).body.results[0]?.message).toContain('schon jemand freigegeben');
    expect((await planOf(first.contractId)).status).toBe(200);
    expect((await decide('refuse', [third])).body.results[0]?.isDone).toBe(true);
    expect((await schedule(third.contractId)).body.last).toMatchObject({
      state: 'refused',
      decisionNote: 'Der Kunde möchte warten.',
    });
    expect((await planOf(third.contractId)).status).toBe(404);
    const again = await lastOf(third.contractId);
    expect((await decide('refuse', [again])).body.results[0]?.message).toContain('schon jemand abgelehnt');
    const { rows } = await db.owner.query<{ action: string }>(
      `select action from audit_entries where object_id = any ($1::text[]) and action like 'continuousOptimization.%'
        order by id`,
      [[first.contractId, third.contractId]],
    );
    expect(rows.map(({ action }) => action).slice(-2)).toEqual([
      'continuousOptimization.release',
      'continuousOptimization.refuse',
    ]);
  });

  it('is not released when a holder has excluded what it buys, not even one whose profile is being recorded', async () => {
    await run();
    const waiting = (await list('&state=waiting')).body;
    const plans = await Promise.all(waiting.map(async ({ contractId }) => (await planOf(contractId)).body));
    const buys = plans.map(({ transactions }) => transactions.find(({ action }) => action === 'buy'));
    const place = buys.findIndex((order) => order !== undefined);
    const [plan, bought] = [waiting[place], buys[place]];
    if (!plan || !bought) throw new Error('a plan buys');
    expect((await handOver(world, admin, plan.contractId)).status).toBe(200);
    const exclusion = `update risk_assessments set excluded_isins = $2::text[] where contract_id = $1 and status = 'valid'`;
    const answer = await meanwhile(
      db,
      world.tenantId,
      async (other) => {
        await other.query('select from contracts where id = $1 for no key update', [plan.contractId]);
        await other.query(exclusion, [plan.contractId, [bought.isin]]);
      },
      () => decide('release', [plan]),
    );
    expect(answer.body.results[0]).toMatchObject({
      isDone: false,
      message: expect.stringContaining(`schließt ${bought.fundName} aus (dieser Fonds). Bitte`),
    });
    await db.owner.query(exclusion, [plan.contractId, []]);
    expect((await decide('release', [plan])).body.results[0]).toMatchObject({ isDone: true });
    await decide('refuse', [await lastOf(plan.contractId)]);
  });

  it('is decided only by who may, in the group of the contract, and only where it is seen', async () => {
    const plan = await planAt(0);
    const looking = await world.caller({ permissions: ['optimization.view', 'contracts.view'] });
    expect((await decide('release', [plan], looking)).status).toBe(403);
    expect((await decide('refuse', [plan], looking)).status).toBe(403);
    const withoutRight = await world.caller({ rights: ['groupContracts.view'] });
    for (const what of ['release', 'refuse', 'replan'] as const)
      expect((await decide(what, [plan], withoutRight)).body.results[0]).toMatchObject({
        isDone: false,
        message: 'In der Gruppe dieses Vertrags fehlt Ihnen das Recht dazu.',
      });
    const foreign = await world.caller({ tenant: 'nord.example' });
    expect((await decide('release', [plan], foreign)).status).toBe(404);
    expect((await schedule(plan.contractId)).body.last?.state).toBe('waiting');
  });

  it('is not decided any more once the bank has its orders', async () => {
    const plan = await planAt(0);
    const put = async (state: string) => {
      const set = 'update planned_optimizations set state = $2 where contract_id = $1';
      await db.owner.query(set, [plan.contractId, state]);
      return (await schedule(plan.contractId)).body.last;
    };
    await put('submitted');
    for (const what of ['release', 'refuse'] as const)
      expect((await decide(what, [plan])).body.results[0]?.isDone).toBe(false);
    expect((await schedule(plan.contractId)).body.last?.state).toBe('released');
    await run();
    expect((await schedule(plan.contractId)).body.last?.state).toBe('released');
    expect(await put('rejected')).toMatchObject({ state: 'replaced', voidBy: 'bank' });
    expect(await put('partlyConfirmed')).toMatchObject({ state: 'executed', isPartlyExecuted: true });
    expect(await put('confirmed')).toMatchObject({
      state: 'executed',
      isPartlyExecuted: false,
      voidBy: null,
    });
  });

  it('waits anew when somebody changes its orders: neither a release before nor one on its way holds for them', async () => {
    const { contractId } = await planAt(1);
    expect((await handOver(world, admin, contractId)).status).toBe(200);
    await decide('release', [await lastOf(contractId)]);
    const released = await lastOf(contractId);
    expect(released.state).toBe('released');
    const url = `/contracts/${released.contractId}/planned-optimization`;
    const before = (await world.call<CallAnswer<typeof getPlannedOptimization>>(admin, 'GET', url)).body;
    // Less is sold than was released, and nothing is bought.
    const orders = before.transactions.filter(({ action }) => action === 'sell').slice(0, 1);
    const half = orders.map(({ action, fundId, amount }) => ({
      action,
      fundId,
      quantity: null,
      amount: Math.floor(amount / 2),
    }));
    const changed = await world.call(
      admin,
      'PUT',
      url,
      { transactions: half, savingsPlan: null },
      { 'if-match': `"${before.rowVersion}"` },
    );
    expect([half.length, changed.status]).toEqual([1, 200]);
    const after = await lastOf(released.contractId);
    expect(after).toMatchObject({ state: 'waiting', decidedBy: null, decidedAt: null });
    // Who looks at it again knows that somebody has released it before, as something else.
    expect(after.releasedBefore).toEqual({ by: released.decidedBy, at: released.decidedAt });
    expect(released.releasedBefore).toBeNull();
    expect(after.summary?.advice.orderCount).toBe(1);
    expect(after.summary?.turnover).toBeLessThanOrEqual(half[0]?.amount ?? 0);
    const [late] = (await decide('release', [released])).body.results;
    expect(late).toMatchObject({ isDone: false, message: expect.stringContaining('geändert') });
    expect((await decide('release', [after])).body.results[0]).toMatchObject({ isDone: true });
  });

  it('plans anew when prices are too old, released or not; what was refused waits for its next day', async () => {
    const waiting = await planAt(0, '&state=waiting');
    const released = await planAt(0, '&state=released');
    const refused = await planAt(0, '&state=refused');
    const before = (await planOf(waiting.contractId)).body.id;
    world.later = 7 * dayLength;
    expect((await decide('release', [waiting])).body.results[0]?.message).toContain(
      'älter als ein Bankarbeitstag',
    );
    await run();
    for (const { contractId } of [waiting, released]) {
      const { last } = (await schedule(contractId)).body;
      expect(last?.dueDate).toBe(waiting.dueDate);
      // on the new day funds without a newer price are told instead of being planned with
      expect(['waiting', 'skipped']).toContain(last?.state);
      expect(last?.decidedBy).toBeNull();
      expect(last?.releasedBefore?.at ?? null).toBe(
        contractId === released.contractId ? released.decidedAt : null,
      );
    }
    expect((await planOf(waiting.contractId)).body.id).not.toBe(before);
    expect((await schedule(refused.contractId)).body.last?.state).toBe('refused');
  });

  it('finds customers and numbers, and refuses a search of one letter', async () => {
    const plan = await planAt(0, '');
    const found = await list(`&search=${encodeURIComponent(plan.contractNumber)}`);
    expect(found.body.map(({ contractId }) => contractId)).toContain(plan.contractId);
    const lastNameFirst = plan.customerName.split(' ').toReversed().join(' ');
    const named = await list(`&search=${encodeURIComponent(lastNameFirst)}`);
    expect(named.body.map(({ contractId }) => contractId)).toContain(plan.contractId);
    expect((await list('&search=x')).status).toBe(400);
    expect((await list('&state=other')).status).toBe(400);
    expect(world.failures).toEqual([]);
  });

  it('shows under each state what the whole list says is in it', async () => {
    const all = (await list('')).body;
    for (const state of continuousPlanStates) {
      const ofState = (await list(`&state=${state}`)).body.map(({ id }) => id);
      expect([state, ...ofState]).toEqual([
        state,
        ...all.filter((plan) => plan.state === state).map(({ id }) => id),
      ]);
    }
    expect(new Set(all.map(({ state }) => state)).size).toBeGreaterThan(2);
  });
});
