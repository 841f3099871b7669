import type { plannedOptimization } from '@depotwerk/api/optimization/optimization';
import { listPlanApprovals } from '@depotwerk/api/traders/orders';
import { turnoverOf } from '@depotwerk/domain/contracts/plan-approval';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  type AdviceRefusal,
  adviceCalls,
  handOver,
  knowKeyInformation,
} from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { meanwhile } from '../../../../test/meanwhile.ts';
import { followTaskChanges } from '../../workbench/follow-changes.ts';
import { TariffData } from '../tariff-data.ts';
import { approvalRoutes } from './routes.ts';

type Plan = z.output<typeof plannedOptimization>;

const {
  db,
  world,
  admin: planner,
} = adviceHouse('small', (services) => approvalRoutes(services, new TariffData(services.database)));
let second: string;
let ids: string[];

const { simulate } = adviceCalls(world, () => planner);

beforeAll(async () => {
  second = await world.caller();
  ids = [];
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const { body } = await simulate(id, { mode: 'full' });
    const [full] = body.proposals;
    if (full?.isFeasible && full.transactions.length > 1) ids.push(id);
    if (ids.length === 3) break;
  }
  await knowKeyInformation(world);
  await setLimit(1);
}, 120_000);

const path = (id: string, step = '') => `/contracts/${id}/planned-optimization${step}`;
const planned = (id: string, token = planner) => world.call<Plan>(token, 'GET', path(id));
const store = (id: string) =>
  world.call<Plan>(planner, 'POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
const step = async (token: string, id: string, name: string, body: object = {}, version?: string) => {
  const ifMatch = version ?? (await planned(id)).etag ?? '"1"';
  const answer = await world.call<AdviceRefusal>(token, 'POST', path(id, name), body, {
    'if-match': ifMatch,
  });
  return [answer.status, answer.status === 204 ? null : answer.body.code];
};
const setLimit = async (approvalLimit: number | null, token = planner, version?: string) => {
  const now = await world.call(token, 'GET', '/order-rules');
  return world.call<AdviceRefusal & { approvalLimit: number | null }>(
    token,
    'PUT',
    '/order-rules',
    { approvalLimit },
    {
      'if-match': version ?? now.etag ?? '"0"',
    },
  );
};
const waiting = async (token: string) => {
  const { body } = await world.call(token, 'GET', '/plan-approvals?state=waiting');
  return listPlanApprovals.answer.parse(body);
};

describe('a plan above the limit', () => {
  it('is asked for, agreed to by somebody else, and void again with every change of its orders', async () => {
    const [id = ''] = ids;
    await store(id);
    expect((await planned(id)).body).toMatchObject({
      approvalState: 'missing',
      approvalLimit: 1,
      approval: null,
      isOwnWork: true,
    });
    expect(await step(second, id, '/approve')).toEqual([409, 'optimization.approvalNotWaiting']);
    expect(await step(planner, id, '/request-approval', { note: '' })).toEqual([
      400,
      'common.validationFailed',
    ]);
    expect(await step(planner, id, '/request-approval', { note: 'Großer Kunde' }, '"9"')).toEqual([
      412,
      'common.versionConflict',
    ]);
    expect(await step(planner, id, '/request-approval', { note: 'Großer Kunde' })).toEqual([204, null]);
    expect(await step(planner, id, '/request-approval')).toEqual([409, 'optimization.approvalNotRequired']);
    expect((await planned(id)).body).toMatchObject({
      state: 'waitingForApproval',
      approvalState: 'waiting',
      approval: { state: 'waiting', requestNote: 'Großer Kunde', decidedBy: null },
    });
    expect(await waiting(planner)).toMatchObject([{ contractId: id, isOwn: true }]);
    expect(await waiting(second)).toMatchObject([
      { contractId: id, isOwn: false, requestNote: 'Großer Kunde' },
    ]);
    expect(await step(planner, id, '/approve')).toEqual([403, 'optimization.ownPlan']);
    expect(await step(planner, id, '/refuse', { note: 'Nein' })).toEqual([403, 'optimization.ownPlan']);
    expect(await step(second, id, '/approve')).toEqual([409, 'optimization.keyInformationMissing']);
    expect((await handOver(world, planner, id)).status).toBe(200);
    const seen = (await planned(id)).etag ?? '';
    expect(await step(second, id, '/approve', {}, seen)).toEqual([204, null]);
    expect(await step(second, id, '/refuse', { note: 'Doch nicht' })).toEqual([
      409,
      'optimization.approvalNotWaiting',
    ]);
    expect((await planned(id, second)).body).toMatchObject({
      state: 'checked',
      approvalState: 'approved',
      isOwnWork: false,
      isApprover: true,
    });

    const { body: plan, etag } = await planned(id);
    const transactions = plan.transactions.map(({ action, fundId, quantity }) => ({
      action,
      fundId,
      quantity,
      amount: null,
    }));
    const put = await world.call<Plan>(
      second,
      'PUT',
      path(id),
      { transactions, savingsPlan: null },
      { 'if-match': etag ?? '' },
    );
    expect([put.status, put.body.approvalState, put.body.isOwnWork]).toEqual([200, 'missing', true]);
    expect(await step(planner, id, '/request-approval')).toEqual([204, null]);
    // Who changed it by hand is no second person for it any more.
    expect(await step(second, id, '/approve')).toEqual([403, 'optimization.ownPlan']);
  });

  it('is refused with a reason, asked for again, and given up with the plan', async () => {
    const [, id = ''] = ids;
    await store(id);
    const asking = await world.caller();
    await step(asking, id, '/request-approval');
    expect(await step(second, id, '/refuse', { note: 'Noch nicht' })).toEqual([204, null]);
    await step(planner, id, '/request-approval');
    // Whoever asked before asked for this very plan.
    expect(await step(asking, id, '/approve')).toEqual([403, 'optimization.ownPlan']);
    expect(await step(second, id, '/refuse')).toEqual([400, 'common.validationFailed']);
    expect(await step(second, id, '/refuse', { note: 'Bitte in zwei Schritten' })).toEqual([204, null]);
    expect((await planned(id)).body).toMatchObject({
      state: 'checked',
      approvalState: 'refused',
      approval: { decisionNote: 'Bitte in zwei Schritten' },
    });
    expect(await step(planner, id, '/request-approval')).toEqual([204, null]);
    expect((await waiting(second)).map(({ contractId }) => contractId)).toContain(id);
    await store(id);
    expect((await waiting(second)).map(({ contractId }) => contractId)).not.toContain(id);
    const { rows } = await world.owner.query<{ action: string }>(
      `select action from audit_entries where object_id = $1 and action ~ 'pprov|refuse' order by id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'optimization.requestApproval',
      'optimization.refuse',
      'optimization.requestApproval',
      'optimization.refuse',
      'optimization.requestApproval',
    ]);
  });

  it('that everybody of a house of two has asked for is planned anew, and then decided by the other', async () => {
    const [, id = ''] = ids;
    await store(id);
    await step(planner, id, '/request-approval');
    expect(await step(second, id, '/refuse', { note: 'Noch nicht' })).toEqual([204, null]);
    expect(await step(second, id, '/request-approval')).toEqual([204, null]);
    for (const either of [planner, second])
      expect(await step(either, id, '/approve')).toEqual([403, 'optimization.ownPlan']);
    await store(id);
    expect(await step(planner, id, '/request-approval')).toEqual([204, null]);
    expect(await step(second, id, '/refuse', { note: 'Weiterhin nicht' })).toEqual([204, null]);
  });

  it('needs nobody once the limit is above it; permission and group decide who agrees', async () => {
    const [, , id = ''] = ids;
    await store(id);
    await step(planner, id, '/request-approval');
    const mere = await world.caller({
      permissions: permissionCodes.filter((code) => code !== 'optimization.approve'),
    });
    expect(await step(mere, id, '/approve')).toEqual([403, 'auth.forbidden']);
    const looking = await world.caller({ rights: ['groupContracts.view'] });
    expect((await step(looking, id, '/approve'))[0]).toBe(403);
    const blind = await world.caller({ rights: ['groupCustomers.view'] });
    expect((await step(blind, id, '/approve'))[0]).toBe(404);
    const waitsIn = async () => {
      await followTaskChanges({ database: db.database, clock: Date.now, forgetCounts: () => {} });
      const { rows } = await db.owner.query<{ type: string }>(
        `select task_type as type from workbench_tasks where contract_id = $1 and ended_at is null
          and task_type in ('planApproval', 'planWaiting')`,
        [id],
      );
      const isListed = (await waiting(second)).some(({ contractId }) => contractId === id);
      return [isListed, ...rows.map(({ type }) => type)];
    };
    expect(await waitsIn()).toEqual([true, 'planApproval']);
    // Whoever planned it goes on alone, and nobody is asked to agree to what wants nobody.
    for (const limit of [1e9, null]) {
      expect(await setLimit(limit)).toMatchObject({ status: 200, body: { approvalLimit: limit } });
      expect((await planned(id)).body).toMatchObject({ approvalState: 'notRequired' });
      expect(await step(planner, id, '/request-approval')).toEqual([409, 'optimization.approvalNotRequired']);
      // Whoever still has the page of before open hears why neither answer does anything.
      for (const answer of ['/approve', '/refuse'])
        expect(await step(second, id, answer, { note: 'Zu spät' })).toEqual([
          409,
          'optimization.approvalNotWaiting',
        ]);
      expect(await waitsIn()).toEqual([false, 'planWaiting']);
    }
    expect(await setLimit(1)).toMatchObject({ status: 200 });
    expect(await waitsIn()).toEqual([true, 'planApproval']);
    // What the contract had carried out today counts with it, in the lists as on its page.
    await world.owner.query(
      `insert into trader_orders (tenant_id, contract_id, planned_optimization_id, state, request)
       select tenant_id, $1, id, 'confirmed', '{"orders":[{"action":"sell","amount":10},{"action":"buy","amount":8}]}'
         from planned_optimizations where contract_id = $2 limit 1`,
      [id, ids[0]],
    );
    const turnover = turnoverOf((await planned(id)).body.transactions);
    for (const [more, state, lists] of [
      [10, 'waiting', [true, 'planApproval']],
      [10.01, 'notRequired', [false, 'planWaiting']],
    ] as const) {
      await setLimit(Math.round(100 * (turnover + more)) / 100);
      expect([(await planned(id)).body.approvalState, await waitsIn()]).toEqual([state, lists]);
    }
    await world.owner.query('delete from trader_orders where contract_id = $1', [id]);
  });
});

describe('the limit', () => {
  it('is set by whoever decides on rights, in the version he has seen, in whole cents', async () => {
    const mere = await world.caller({
      permissions: permissionCodes.filter((code) => code !== 'userManagement.editRoles'),
    });
    expect((await setLimit(5, mere)).status).toBe(403);
    expect((await setLimit(5, planner, '"0"')).status).toBe(412);
    for (const wrong of [0, -1, 0.5, 1.001, 2e9]) {
      expect([wrong, (await setLimit(wrong)).status]).toEqual([wrong, 400]);
    }
    expect((await setLimit(50_000.5)).body).toMatchObject({ approvalLimit: 50_000.5 });
    expect((await setLimit(null)).body).toMatchObject({ approvalLimit: null });
    expect((await setLimit(1)).body).toMatchObject({ approvalLimit: 1 });
  });
});

describe('several plans at once', () => {
  it('are agreed to one by one, each with its own result', async () => {
    for (const id of ids) {
      await store(id);
      expect(await step(planner, id, '/request-approval')).toEqual([204, null]);
    }
    const rows = await waiting(second);
    const plans = ids.map((contractId) => ({
      contractId,
      planVersion: rows.find((row) => row.contractId === contractId)?.planVersion ?? 0,
    }));
    const approve = (token: string, chosen: object[]) =>
      world.call<{ contractId: string; code: string | null; message: string | null }[]>(
        token,
        'POST',
        '/plan-approvals/approve',
        { note: 'Gemeinsam geprüft', plans: chosen },
      );
    const codes = (answer: Awaited<ReturnType<typeof approve>>) => answer.body.map(({ code }) => code);
    // Who asked is no second person for any of them.
    expect(codes(await approve(planner, plans))).toEqual(ids.map(() => 'optimization.ownPlan'));
    const [first, other, last] = plans;
    expect((await handOver(world, planner, other?.contractId ?? '')).status).toBe(200);
    // What a holder excludes since is said before that the profile has changed, with her name and the fund.
    const bought = (await planned(other?.contractId ?? '')).body.transactions.find(
      ({ action }) => action === 'buy',
    );
    const exclude = (isins: string[]) =>
      world.owner.query(
        `update risk_assessments set excluded_isins = $2 where contract_id = $1 and status = 'valid'`,
        [other?.contractId, isins],
      );
    const { rows: had } = await world.owner.query<{ isins: string[] }>(
      `select to_json(excluded_isins) as isins from risk_assessments where contract_id = $1 and status = 'valid'`,
      [other?.contractId],
    );
    await exclude([bought?.isin ?? '']);
    const [excluded] = (await approve(second, [other ?? {}])).body;
    expect(excluded).toMatchObject({
      code: 'optimization.purchaseForbidden',
      message: expect.stringContaining(`schließt ${bought?.fundName} aus (dieser Fonds). Bitte nehmen Sie`),
    });
    expect(await step(second, other?.contractId ?? '', '/approve')).toEqual([
      409,
      'optimization.purchaseForbidden',
    ]);
    // Found before the plan is read, or only under the contract's lock.
    await exclude(had[0]?.isins ?? []);
    const late = await meanwhile(
      db,
      world.tenantId,
      async (writing) => {
        await writing.query('select from contracts where id = $1 for no key update', [other?.contractId]);
        await writing.query(
          `update risk_assessments set excluded_isins = $2 where contract_id = $1 and status = 'valid'`,
          [other?.contractId, [bought?.isin]],
        );
      },
      () => approve(second, [other ?? {}]),
    );
    expect(codes(late)).toEqual(['optimization.purchaseForbidden']);
    await exclude(had[0]?.isins ?? []);
    const mixed = await approve(second, [
      { ...first, planVersion: (first?.planVersion ?? 0) - 1 },
      other ?? {},
      last ?? {},
      { contractId: '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002', planVersion: 1 },
    ]);
    expect([mixed.status, codes(mixed)]).toEqual([
      200,
      ['common.versionConflict', null, 'optimization.keyInformationMissing', 'common.notFound'],
    ]);
    expect(mixed.body[0]?.message).toContain('geändert');
    expect(mixed.body[2]?.message).toContain('Basisinformationsblätter');
    const left = (await waiting(second)).map(({ contractId }) => contractId);
    expect(new Set(left)).toEqual(new Set([first?.contractId, last?.contractId]));
    expect(left).toHaveLength(2);
    // The same again meets plans that have moved on.
    expect(codes(await approve(second, [other ?? {}]))).toEqual(['common.versionConflict']);
    const reader = await world.caller({ permissions: ['optimization.view', 'contracts.view'] });
    expect((await approve(reader, plans)).status).toBe(403);
    const { rows: log } = await world.owner.query<{ object_id: string }>(
      `select object_id from audit_entries where action = 'optimization.approve' and object_id = any ($1)
        order by id desc limit 1`,
      [ids],
    );
    expect(log.map(({ object_id }) => object_id)).toEqual([other?.contractId]);
  });
});
