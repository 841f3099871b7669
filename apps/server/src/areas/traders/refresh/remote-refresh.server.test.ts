import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { refreshCalls } from '../../../../test/refresh-calls.ts';
import {
  type Adviser,
  isins,
  quader,
  RefreshWorld,
  today,
  unknownIsin,
} from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;
const [one, two] = isins;

beforeAll(async () => {
  adviser = await world.adviser();
});
beforeEach(async () => {
  await world.bank.clearFaults();
  await world.later();
});

const { refreshOne, lastJob, problems } = refreshCalls(world, () => adviser);

const monthly = (contribution: number, isin: string = one) => ({
  contribution,
  contributionInterval: 1,
  entries: [{ isin, fraction: 1 }],
});
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

describe('reading a contract from its bank', () => {
  it('fills an empty contract, and writes nothing the second time', async () => {
    const { contractId } = await world.linked({ cashValue: 12.5, savingsPlan: monthly(150) });
    expect(await refreshOne(contractId)).toMatchObject({ status: 200, body: true });
    expect(await world.portfolio(contractId)).toMatchObject({
      date: today,
      total: 5012.5,
      other: 12.5,
      quantities: { [one]: 50 },
    });
    expect(await world.plan(contractId)).toEqual({ contribution: 150, fractions: { [one]: 1 } });
    expect((await world.pending(adviser, contractId)).body).toEqual([]);
    const before = await world.footprint();
    expect((await refreshOne(contractId)).body).toBe(false);
    expect((await refreshOne(contractId)).body).toBe(false);
    expect(await world.footprint()).toEqual(before);
  });

  it('counts from when the bank was asked: what is ordered while it answers is not read yet', async () => {
    const { contractId } = await world.linked();
    let ordered: unknown;
    world.bank.meanwhile('depots.read', async () => {
      ordered = (await world.run('select now() as at, $1 as tenant')).rows[0].at;
    });
    expect((await refreshOne(contractId)).status).toBe(200);
    const { rows } = await world.run(
      'select last_refresh_at < $3 as "isBefore" from trader_depots where tenant_id = $1 and contract_id = $2',
      contractId,
      ordered,
    );
    expect(rows).toEqual([{ isBefore: true }]);
  });

  it('reads nothing more for whom the right was taken from while the bank was waited for', async () => {
    const { contractId } = await world.linked();
    const losing = await world.adviser({ seesWithoutGroup: false });
    world.bank.meanwhile('depots.list', () =>
      world.run('delete from group_users where tenant_id = $1 and user_id = $2', losing.userId),
    );
    await world.refresh(losing, { issuerId: quader.issuerId });
    const job = await lastJob(losing);
    const { rows } = await world.run(
      `select p.message, d.last_refresh_at as read from trader_depots d
         left join job_problems p on p.tenant_id = d.tenant_id and p.job_id = $3 and p.contract_id = d.contract_id
        where d.tenant_id = $1 and d.contract_id = $2`,
      contractId,
      job.id,
    );
    expect(rows).toEqual([{ message: expect.stringContaining('darf ihn nicht mehr vornehmen'), read: null }]);
  });

  it('takes prices and small movements silently, as a new day of the history', async () => {
    const { contractId, externalKey } = await world.linked();
    await refreshOne(contractId);
    await world.run(
      `update portfolios set valuation_date = valuation_date - 1 where tenant_id = $1 and contract_id = $2`,
      contractId,
    );
    await world.bankDepot(externalKey, { positions: [{ isin: one, quantity: 50.2, costValue: 4000 }] });
    expect((await refreshOne(contractId)).body).toBe(true);
    expect(await world.portfolio(contractId)).toMatchObject({ quantities: { [one]: 50.2 }, total: 5020 });
    expect((await world.pending(adviser, contractId)).body).toEqual([]);
    const { rows } = await world.run(
      'select count(*) as n from portfolios where tenant_id = $1 and contract_id = $2',
      contractId,
    );
    expect(rows[0].n).toBe(2);
  });

  it('counts a fund we do not know with its value and lists it', async () => {
    const { contractId, externalKey } = await world.linked({
      positions: [
        { isin: one, quantity: 10 },
        { isin: unknownIsin, quantity: 7 },
      ],
      cashValue: 30,
    });
    expect((await refreshOne(contractId)).body).toBe(true);
    expect(await world.portfolio(contractId)).toMatchObject({
      total: 1730,
      other: 730,
      quantities: { [one]: 10 },
    });
    const { rows: costs } = await world.run(
      `select e.cost_value from portfolio_entries e join portfolios p on p.tenant_id = e.tenant_id and p.id = e.portfolio_id
        where e.tenant_id = $1 and p.contract_id = $2`,
      contractId,
    );
    expect(costs).toEqual([{ cost_value: null }]);
    const job = await lastJob();
    expect(await problems(job.id)).toMatchObject([{ code: 'funds.unknownIsin', externalKey, contractId }]);
    expect((await problems(job.id))[0]?.message).toContain(unknownIsin);
    const before = await world.footprint();
    expect((await refreshOne(contractId)).body).toBe(false);
    expect(await world.footprint()).toEqual(before);
    // Known from now on: the same answer of the bank is looked at again.
    await world.run(`insert into funds (tenant_id, id, isin, name) values ($1, 99, $2, 'Neu')`, unknownIsin);
    expect((await refreshOne(contractId)).body).toBe(true);
    expect(await world.portfolio(contractId)).toMatchObject({
      total: 1730,
      other: 30,
      quantities: { [one]: 10, [unknownIsin]: 7 },
    });
    await world.run('delete from portfolio_entries where tenant_id = $1 and fund_id = 99');
    await world.run('delete from funds where tenant_id = $1 and id = 99');
  });

  it('is refused for foreign contracts as for missing ones, and nothing is done', async () => {
    const { contractId } = await world.linked({}, quader, world.otherGroupId);
    const missing = await refreshOne('0a000000-0000-4000-8000-00000000dead');
    const foreign = await refreshOne(contractId);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'common.notFound']);
    expect([missing.status, codeOf(missing)]).toEqual([404, 'common.notFound']);
    expect(await world.portfolio(contractId)).toBeUndefined();
    await world.run(
      `insert into group_users values ($1, $2, $3, '{groupContracts.view}')`,
      world.otherGroupId,
      adviser.userId,
    );
    await vi.waitFor(async () => expect((await refreshOne(contractId)).status).toBe(403), 5000);
    await world.run('delete from group_users where tenant_id = $1 and group_id = $2', world.otherGroupId);
    await vi.waitFor(async () => expect((await refreshOne(contractId)).status).toBe(404), 5000);
  });

  it('does not touch contracts of other groups when everything is read', async () => {
    const { contractId } = await world.linked({}, quader, world.otherGroupId);
    expect((await world.refresh(adviser, { issuerId: quader.issuerId })).status).toBe(200);
    expect(await world.portfolio(contractId)).toBeUndefined();
  });
});

describe('differences', () => {
  async function moved() {
    const depot = await world.linked({ cashValue: 10, savingsPlan: monthly(100) });
    await refreshOne(depot.contractId);
    await world.bankDepot(depot.externalKey, {
      positions: [
        { isin: one, quantity: 20, costValue: 1600 },
        { isin: two, quantity: 30, costValue: 2000 },
      ],
      cashValue: 500,
      savingsPlan: monthly(250, two),
    });
    expect((await refreshOne(depot.contractId)).body).toBe(true);
    return depot;
  }

  it('wait for a decision and leave our state as it is', async () => {
    const { contractId } = await moved();
    expect(await world.portfolio(contractId)).toMatchObject({ total: 5010, quantities: { [one]: 50 } });
    expect((await world.pending(adviser, contractId)).body).toMatchObject([
      {
        kind: 'holdings',
        rows: [
          { isin: one, label: 'Fonds 1', unit: 'quantity', ours: 50, bank: 20 },
          { isin: two, label: 'Fonds 2', unit: 'quantity', ours: 0, bank: 30 },
        ],
      },
      {
        kind: 'savingsPlan',
        rows: [
          { rowKey: 'contribution', unit: 'euro', ours: 100, bank: 250 },
          { isin: one, unit: 'fraction', ours: 1, bank: 0 },
          { isin: two, unit: 'fraction', ours: 0, bank: 1 },
        ],
      },
      { kind: 'cash', rows: [{ unit: 'euro', ours: 10, bank: 500 }] },
    ]);
    const before = await world.footprint();
    expect((await refreshOne(contractId)).body).toBe(false);
    expect(await world.footprint()).toEqual(before);
  });

  it('are taken over, and are none afterwards', async () => {
    const { contractId } = await moved();
    const { rows } = await world.run(
      'select row_version from contracts where tenant_id = $1 and id = $2',
      contractId,
    );
    expect((await world.decide(adviser, contractId, true)).status).toBe(204);
    expect(await world.portfolio(contractId)).toMatchObject({
      total: 5500,
      other: 500,
      quantities: { [one]: 20, [two]: 30 },
    });
    expect(await world.plan(contractId)).toEqual({ contribution: 250, fractions: { [two]: 1 } });
    const after = await world.run(
      'select row_version, has_pending_changes from contracts where tenant_id = $1 and id = $2',
      contractId,
    );
    expect(after.rows[0]).toEqual({ row_version: rows[0].row_version + 1, has_pending_changes: false });
    expect((await refreshOne(contractId)).body).toBe(false);
    expect((await world.pending(adviser, contractId)).body).toEqual([]);
    const again = await world.decide(adviser, contractId, true);
    expect([again.status, codeOf(again)]).toEqual([409, 'contracts.noPendingChanges']);
  });

  it('are declined with a hint, and not asked again until something else moves', async () => {
    const { contractId, externalKey } = await moved();
    expect((await world.decide(adviser, contractId, false)).status).toBe(204);
    expect(await world.portfolio(contractId)).toMatchObject({ total: 5010, quantities: { [one]: 50 } });
    expect(await world.plan(contractId)).toEqual({ contribution: 100, fractions: { [one]: 1 } });
    const hints = await world.run(
      `select optimization_hint_id as id, scope, state from contract_hints where tenant_id = $1 and contract_id = $2 order by scope`,
      contractId,
    );
    expect(hints.rows).toEqual([
      { id: 22, scope: 'portfolio', state: 'open' },
      { id: 22, scope: 'savingsPlan', state: 'open' },
    ]);
    const before = await world.footprint();
    expect((await refreshOne(contractId)).body).toBe(false);
    expect(await world.footprint()).toEqual(before);
    await world.bankDepot(externalKey, {
      positions: [
        { isin: one, quantity: 5 },
        { isin: two, quantity: 30 },
      ],
      cashValue: 500,
      savingsPlan: monthly(250, two),
    });
    expect((await refreshOne(contractId)).body).toBe(true);
    expect((await world.pending(adviser, contractId)).body).toMatchObject([
      { kind: 'holdings', rows: [{ isin: one, ours: 50, bank: 5 }] },
    ]);
  });

  it('go when the bank no longer reports them', async () => {
    const { contractId, externalKey } = await moved();
    await world.bankDepot(externalKey, { cashValue: 10, savingsPlan: monthly(100) });
    expect((await refreshOne(contractId)).body).toBe(true);
    expect((await world.pending(adviser, contractId)).body).toEqual([]);
  });

  it('are decided about only by those who saw them, may change the contract, and once a key', async () => {
    const { contractId } = await moved();
    const stale = await world.decide(adviser, contractId, true, {
      pendingChangeIds: ['0a000000-0000-4000-8000-00000000dead'],
    });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'common.versionConflict']);
    const outsider = await world.adviser({ groupId: world.otherGroupId, passwords: false });
    await world.pending(adviser, contractId);
    const read = await world.run(
      `select details from audit_entries where tenant_id = $1 and action = 'contracts.read' and object_id = $2`,
      contractId,
    );
    expect(read.rows).toEqual([{ details: { part: 'pendingChanges' } }]);
    expect((await world.decide(outsider, contractId, true)).status).toBe(404);
    expect((await world.pending(outsider, contractId)).status).toBe(404);
    const key = { 'idempotency-key': 'one-key' };
    const path = `/contracts/${contractId}/process-pending-changes`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.call(adviser, 'POST', path, { keepChanges: true }, key)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204, 204, 204]);
  });

  it('of holdings an order of ours explains are taken', async () => {
    const { contractId, externalKey } = await world.linked();
    await refreshOne(contractId);
    const plan = await world.run(
      `insert into planned_optimizations (tenant_id, contract_id, mode, state, expires_at)
        values ($1, $2, 'full', 'confirmed', now()) returning id`,
      contractId,
    );
    await world.run(
      `insert into trader_orders (tenant_id, contract_id, planned_optimization_id, state, request, settled_at)
        values ($1, $2, $3, 'confirmed', $4, now())`,
      contractId,
      plan.rows[0].id,
      JSON.stringify({ orders: [{ action: 'switch', isin: two, fromIsin: one }], savingsPlan: null }),
    );
    await world.bankDepot(externalKey, { positions: [{ isin: two, quantity: 50 }], cashValue: 3 });
    expect((await refreshOne(contractId)).body).toBe(true);
    expect((await world.pending(adviser, contractId)).body).toEqual([]);
    expect(await world.portfolio(contractId)).toMatchObject({ quantities: { [two]: 50 }, other: 3 });
  });
});
