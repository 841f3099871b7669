import { randomUUID } from 'node:crypto';
import type { plannedOptimization } from '@depotwerk/api/optimization/optimization';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { AdviceRefusal } from '../../../test/advice-calls.ts';
import { adviceHouse } from '../../../test/advice-house.ts';

type Plan = z.output<typeof plannedOptimization>;

const { db, world, admin, inputOf, simulate } = adviceHouse('medium');

const plan = (id: string, body: object, headers = {}, token: string | null = admin) =>
  world.call<Plan & AdviceRefusal>(token, 'POST', `/contracts/${id}/plan-optimization`, body, headers);
const planned = (id: string, token = admin) =>
  world.call<Plan & AdviceRefusal>(token, 'GET', `/contracts/${id}/planned-optimization`);
const put = (id: string, etag: string | null, body: object, token = admin) =>
  world.call<Plan & AdviceRefusal>(
    token,
    'PUT',
    `/contracts/${id}/planned-optimization`,
    body,
    etag === null ? {} : { 'if-match': etag },
  );

/** Contracts whose full switch is feasible and trades something. */
async function tradable(count: number): Promise<string[]> {
  const found: string[] = [];
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const { body } = await simulate(id, { mode: 'full' });
    const [full] = body.proposals;
    if (full?.isFeasible && full.transactions.length > 1) found.push(id);
    if (found.length === count) break;
  }
  return found;
}

describe('a plan', () => {
  it('is stored, replaced, read with its version, and discarded', async () => {
    const [id = ''] = await tradable(1);
    const stored = await plan(id, { mode: 'full' });
    expect(stored.status).toBe(200);
    expect(stored.body).toMatchObject({ contractId: id, mode: 'full', isOutdated: false, isEdited: false });
    expect(stored.body.createdBy).toBe('Berta Berater');
    const simulated = await simulate(id, { mode: 'full' });
    const shown = ({ id: _id, ...order }: Plan['transactions'][number]) => order;
    const rounded = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value, (_key, part: unknown) =>
          typeof part === 'number' ? Math.round(part * 1e6) / 1e6 : part,
        ),
      ) as unknown;
    expect(rounded(stored.body.transactions.map(shown))).toEqual(
      rounded(simulated.body.proposals[0]?.transactions.map(shown)),
    );
    expect(stored.body.after).toEqual(simulated.body.proposals[0]?.after);
    const all = await simulate(id);
    const recommended = all.body.proposals.find(({ isRecommended }) => isRecommended);
    expect(stored.body.recommended).toMatchObject({
      mode: recommended?.mode,
      sentence: recommended?.recommendation,
      orderCount: recommended?.transactions.length,
      scoreAfter: recommended?.after.contractScore.value,
    });
    const replaced = (await planned(id)).etag ?? '';
    const again = await plan(id, { mode: 'savingsPlanOnly' });
    expect(again.body.id).not.toBe(stored.body.id);
    const read = await planned(id);
    expect([read.status, read.body.mode]).toEqual([200, 'savingsPlanOnly']);
    const seen = { 'if-match': read.etag ?? '' };
    // Who has seen the plan that was replaced changes and discards nothing of the one that took its place.
    expect((await put(id, replaced, { transactions: [], savingsPlan: null })).status).toBe(412);
    const path = `/contracts/${id}/planned-optimization`;
    expect((await world.call(admin, 'DELETE', path)).status).toBe(428);
    expect((await world.call(admin, 'DELETE', path, undefined, { 'if-match': replaced })).status).toBe(412);
    const block = (isBlocked: boolean) =>
      world.owner.query(
        `update customers set is_blocked = $2, blocked_reason = case when $2 then 'Widerspruch' end
          where id = (select customer_id from contracts where id = $1)`,
        [id, isBlocked],
      );
    await block(true);
    for (const answer of [
      await plan(id, { mode: 'full' }),
      await world.call<AdviceRefusal>(admin, 'DELETE', path, undefined, seen),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'customers.blocked']);
    }
    await block(false);
    expect((await world.call(admin, 'DELETE', path, undefined, seen)).status).toBe(204);
    expect((await planned(id)).status).toBe(404);
    expect((await world.call(admin, 'DELETE', path, undefined, seen)).status).toBe(404);
    const { rows } = await world.owner.query<{ action: string }>(
      `select action from audit_entries where object_id = $1 and action like 'optimization.%' order by id`,
      [id],
    );
    expect(rows.map((row) => row.action)).toEqual([
      'optimization.plan',
      'optimization.plan',
      'optimization.discard',
    ]);
  });

  it('is stored once for one key', async () => {
    const [id = ''] = await tradable(1);
    const key = { 'idempotency-key': randomUUID() };
    const first = await plan(id, { mode: 'full' }, key);
    const second = await plan(id, { mode: 'full' }, key);
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    const fresh = { 'idempotency-key': randomUUID() };
    const stored = () => db.owner.query('select 1 from planned_optimizations where contract_id = $1', [id]);
    const before = (await stored()).rows.length;
    const together = await Promise.all(Array.from({ length: 10 }, () => plan(id, { mode: 'full' }, fresh)));
    expect(together.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(together.map(({ body }) => body.id)).size).toBe(1);
    expect((await stored()).rows.length - before).toBeLessThanOrEqual(1);
    expect((await plan(id, { mode: 'keepPortfolio' }, key)).status).toBe(422);
    expect((await plan(id, { mode: 'full' }, { 'idempotency-key': '' })).status).toBe(400);
  });

  it('edited by hand is blocked where it buys what the client excludes or is not meant for her', async () => {
    const id = (await tradable(4)).at(-1) ?? '';
    const [wanted] = (await simulate(id, { mode: 'full' })).body.proposals;
    const fund = wanted?.transactions.find(({ action }) => action === 'buy');
    await world.owner.query(
      `update risk_assessments set excluded_isins = array[$2], loss_capacity = 'none'
        where contract_id = $1 and status = 'valid'`,
      [id, fund?.isin],
    );
    const write = (loss: string) =>
      world.owner.query(
        `update funds set target_market = target_market || jsonb_build_object('noCapitalLoss', $2::text) where id = $1`,
        [fund?.fundId, loss],
      );
    await write('N');
    const { body: before } = await plan(id, { mode: 'full' });
    expect(
      before.transactions.filter(({ action }) => action === 'buy').map(({ isin }) => isin),
    ).not.toContain(fund?.isin);
    const sale = before.transactions.find(({ action }) => action === 'sell');
    const { etag } = await planned(id);
    const edited = await put(id, etag, {
      transactions: [
        { action: 'sell', fundId: sale?.fundId, quantity: sale?.quantity, amount: null },
        { action: 'buy', fundId: fund?.fundId, quantity: null, amount: Math.floor((sale?.amount ?? 0) / 2) },
      ],
      savingsPlan: null,
    });
    await write('Neutral');
    expect([edited.status, edited.body.code]).toEqual([200, undefined]);
    const blocked = edited.body.checks.filter(({ result }) => result === 'blocked');
    const textOf = (key: string) => blocked.find(({ checkKey }) => checkKey === key)?.text;
    expect(textOf('restrictions')).toContain(`${fund?.fundName} fällt unter die festgehaltenen Ausschlüsse.`);
    expect(textOf('targetMarket')).toContain('gilt der negative Zielmarkt (Verlusttragfähigkeit)');
  });

  it('is edited by hand and checked again', async () => {
    const [id = ''] = await tradable(1);
    const { body: before, etag: _etag } = await plan(id, { mode: 'full' });
    const { etag } = await planned(id);
    const kept = before.transactions.map(({ action, fundId, quantity }) => ({
      action,
      fundId,
      quantity,
      amount: null,
    }));
    const same = await put(id, etag, { transactions: kept, savingsPlan: null });
    const later = (changes: number) => `"${Number((etag ?? '').slice(1, -1)) + changes}"`;
    expect([same.status, same.etag]).toEqual([200, later(1)]);
    expect(same.body.transactions.map(({ reason }) => reason)).toEqual(
      before.transactions.map(({ reason }) => reason),
    );
    expect(same.body.after.risk).toEqual(before.after.risk);
    expect(same.body.isEdited).toBe(true);
    const sales = kept.filter(({ action }) => action === 'sell');
    const none = await put(id, later(1), { transactions: [], savingsPlan: null });
    expect(none.body.after).toEqual(none.body.before);
    expect(sales.length).toBeGreaterThan(0);
    const [sale] = sales;
    const tooMuch = await put(id, later(2), {
      transactions: [{ ...sale, quantity: (sale?.quantity ?? 0) * 1000 }],
      savingsPlan: null,
    });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([400, 'optimization.invalidPlan']);
    expect(tooMuch.body.params?.reasons.map(({ limit }) => limit)).toEqual(['order.held']);
    const buy = before.transactions.find(({ action }) => action === 'buy');
    const unpaid = await put(id, later(2), {
      transactions: [{ action: 'buy', fundId: buy?.fundId, quantity: null, amount: 1000 }],
      savingsPlan: null,
    });
    expect(unpaid.body.params?.reasons.map(({ limit }) => limit)).toEqual(['cash']);
    const twice = await put(id, later(2), { transactions: [sale, sale], savingsPlan: null });
    expect(twice.body.params?.reasons.map(({ limit }) => limit)).toEqual(['order.twice']);
    const sum = await put(id, later(2), {
      transactions: [],
      savingsPlan: [{ fundId: buy?.fundId, fraction: 0.9 }],
    });
    expect(sum.body.params?.reasons.map(({ limit }) => limit)).toEqual(['savingsPlan.sum']);
    expect((await put(id, later(1), { transactions: [], savingsPlan: null })).status).toBe(412);
    expect((await put(id, null, { transactions: [], savingsPlan: null })).status).toBe(428);
    expect(
      (await put(id, later(2), { transactions: [{ action: 'switch' }], savingsPlan: null })).status,
    ).toBe(400);
    expect(
      (
        await put(id, later(2), {
          transactions: [{ action: 'buy', fundId: 999_999, quantity: 1, amount: null }],
          savingsPlan: null,
        })
      ).body.validation,
    ).toMatchObject([{ code: 'unknownFund' }]);
    expect((await planned(id)).etag).toBe(later(2));
  });

  it('goes stale when prices, holdings, profile or time move', async () => {
    const [id = ''] = await tradable(1);
    const reasons = async () => (await planned(id)).body.outdatedReasons;
    const { body } = await plan(id, { mode: 'full' });
    expect(await reasons()).toEqual([]);
    const fundId = body.transactions[0]?.fundId;
    const portfolioEntry = `update portfolio_entries e set`;
    const scope = `from portfolios p where p.tenant_id = e.tenant_id and p.id = e.portfolio_id and p.is_current and p.contract_id = $1`;
    await world.owner.query(
      `update funds set price = price * 1.01, price_date = price_date + 1 where tenant_id = $1 and id = $2`,
      [world.tenantId, fundId],
    );
    expect(await reasons()).toEqual(['Es liegen neuere Kurse vor.']);
    const { etag } = await planned(id);
    const outdated = await put(id, etag, { transactions: [], savingsPlan: null });
    expect([outdated.status, outdated.body.code]).toEqual([409, 'optimization.outdated']);
    expect(outdated.body).toMatchObject({
      message: 'Es liegen neuere Kurse vor. Bitte planen Sie die Umschichtung neu.',
    });
    await plan(id, { mode: 'full' });
    expect(await reasons()).toEqual([]);
    await world.owner.query(
      `${portfolioEntry} quantity = quantity + 1, value = round((quantity + 1) * price, 2) ${scope}`,
      [id],
    );
    expect(await reasons()).toEqual(['Bestand oder Sparplan haben sich geändert.']);
    await plan(id, { mode: 'full' });
    await world.owner.query(
      `update risk_assessments set valid_until = valid_until + 1 where contract_id = $1 and status = 'valid'`,
      [id],
    );
    expect(await reasons()).toEqual([
      'Risikoklasse, Risikoprofil, Präferenz oder Angaben zu den Vertragsinhabern haben sich geändert.',
    ]);
    await plan(id, { mode: 'full' });
    world.later = 4 * 86_400_000;
    expect(await reasons()).toEqual(['Die Kurse des Vorschlags sind älter als ein Bankarbeitstag.']);
    world.later = 0;
    expect(await reasons()).toEqual([]);
  });

  it('cannot be replaced, edited or discarded while the bank has it', async () => {
    const [id = ''] = await tradable(1);
    const { body } = await plan(id, { mode: 'full' });
    await world.owner.query(`update planned_optimizations set state = 'submitted' where id = $1`, [body.id]);
    const { etag } = await planned(id);
    const codes = [
      (await plan(id, { mode: 'full' })).body.code,
      (await put(id, etag, { transactions: [], savingsPlan: null })).body.code,
      (
        await world.call<AdviceRefusal>(admin, 'DELETE', `/contracts/${id}/planned-optimization`, undefined, {
          'if-match': etag ?? '',
        })
      ).body.code,
    ];
    expect(codes).toEqual(Array.from({ length: 3 }, () => 'optimization.planInExecution'));
  });

  it('is closed to strangers and to those without the right', async () => {
    const [id = ''] = await tradable(1);
    const stranger = await world.caller({ tenant: 'nord.example' });
    const reader = await world.caller({ permissions: ['contracts.view', 'optimization.view'] });
    const viewer = await world.caller({ rights: ['groupContracts.view'] });
    const outsider = await world.caller({ groupIds: [] });
    await plan(id, { mode: 'full' });
    for (const token of [stranger, outsider]) {
      expect((await inputOf(id, token)).status).toBe(404);
      expect((await simulate(id, {}, token)).status).toBe(404);
      expect((await plan(id, { mode: 'full' }, {}, token)).status).toBe(404);
      expect((await planned(id, token)).status).toBe(404);
      expect((await put(id, '"1"', { transactions: [], savingsPlan: null }, token)).status).toBe(404);
    }
    expect((await inputOf(id, reader)).status).toBe(200);
    expect((await planned(id, reader)).status).toBe(200);
    expect((await simulate(id, {}, reader)).status).toBe(403);
    expect((await plan(id, { mode: 'full' }, {}, reader)).status).toBe(403);
    expect((await simulate(id, {}, viewer)).status).toBe(200);
    expect((await plan(id, { mode: 'full' }, {}, viewer)).status).toBe(403);
    expect((await put(id, '"1"', { transactions: [], savingsPlan: null }, viewer)).status).toBe(403);
    expect((await plan(id, { mode: 'full' }, {}, null)).status).toBe(401);
  });

  it('records who read the money side of a contract', async () => {
    const [id = ''] = await world.contractIds('c.risk_class_id is not null');
    const own = await world.caller();
    await inputOf(id, own);
    await simulate(id, {}, own);
    const { rows } = await world.owner.query<{ part: string }>(
      `select details->>'part' as part from audit_entries where actor_user_id = $1 order by id`,
      [own],
    );
    expect(rows.map(({ part }) => part)).toEqual(['adviceInput', 'simulation']);
  });
});

describe('plans that are kept', () => {
  it('are listed, read in whatever state, and only at their own contract', async () => {
    const [other = '', id = ''] = (await tradable(6)).slice(-2);
    const old = await plan(id, { mode: 'necessary' });
    await world.owner.query(`update planned_optimizations set state = 'confirmed' where id = $1`, [
      old.body.id,
    ]);
    const open = await plan(id, { mode: 'full' });
    const listed = await world.call<Plan[]>(admin, 'GET', `/contracts/${id}/stored-plans`);
    // Others of this file may have planned this contract, too.
    expect(listed.body.map((one) => [one.id, one.mode, one.state])).toEqual(
      expect.arrayContaining([
        [open.body.id, 'full', open.body.state],
        [old.body.id, 'necessary', 'confirmed'],
      ]),
    );
    const read = (contractId: string, planId: string, token = admin) =>
      world.call<Plan>(token, 'GET', `/contracts/${contractId}/stored-plan?plannedOptimizationId=${planId}`);
    const found = await read(id, old.body.id);
    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({ mode: 'necessary', state: 'confirmed', createdBy: 'Berta Berater' });
    expect(found.body.transactions).toEqual(old.body.transactions);
    expect((await read(other, old.body.id)).status).toBe(404);
    expect((await read(id, randomUUID())).status).toBe(404);
    const without = await world.caller({
      permissions: permissionCodes.filter((code) => code !== 'optimization.view'),
    });
    expect((await read(id, old.body.id, without)).status).toBe(403);
  });
});
