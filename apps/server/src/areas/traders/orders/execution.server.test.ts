import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { isins, talgrund, totpSecret } from '../../../../test/execution-world.ts';
import { codeOf, paramsOf, useExecutions } from '../../../../test/use-executions.ts';
import { findAuditBreaks } from '../../../platform/audit/find-audit-breaks.ts';
import { startReconciliation } from './reconciliation.ts';

const { db, world, adviser } = useExecutions();

const audits = async (contractId: string) => {
  const { rows } = await db.owner.query<{ action: string }>(
    'select action from audit_entries where object_id = $1 order by id',
    [contractId],
  );
  return rows.map((row) => row.action);
};

describe('executing a plan with a code', () => {
  it('goes from the challenge over the SMS to the booked order, once', async () => {
    const { depotId, contractId, planId } = await world.depot();
    const first = await world.step(adviser, depotId);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({
      purpose: 'plannedOptimization',
      attemptsLeft: 5,
      selectedTokenProviderId: null,
      pollAfterSeconds: null,
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      transactions: [
        { action: 'sell', isin: isins[0], name: 'Fonds 1', amount: 1000, quantity: 10 },
        { action: 'buy', isin: isins[1], name: 'Fonds 2', amount: 1000, quantity: 10 },
      ],
    });
    expect(await world.planState(planId)).toBe('waitingForSecondFactor');
    expect(await world.orders(contractId)).toEqual([]);
    const provider = { tokenProviderType: 'sms', tokenProviderId: 'sms' };
    const second = await world.step(adviser, depotId, provider);
    expect(second.json()).toMatchObject({ selectedTokenProviderId: 'sms' });
    const last = await world.step(adviser, depotId, { ...provider, token: await world.bank.newestCode() });
    expect([last.statusCode, last.body]).toEqual([204, '']);
    const [order] = await world.orders(contractId);
    expect(order).toMatchObject({ state: 'confirmed' });
    expect(await world.planState(planId)).toBe('confirmed');
    expect((await world.bank.ledger(order?.clientOrderId ?? '')).map((line) => line.action)).toEqual([
      'sell',
      'buy',
    ]);
    expect(await audits(contractId)).toEqual([
      'optimization.requestSigning',
      'optimization.requestCode',
      'optimization.execute',
      'traderOrders.send',
      'traderOrders.state',
    ]);
    expect(await findAuditBreaks(db.database, world.tenantId)).toEqual([]);
    const { rows } = await db.owner.query(
      "select payload from jobs where job_type = 'remoteRefresh' and payload::text like $1",
      [`%${contractId}%`],
    );
    expect(rows).toEqual([{ payload: { issuerId: 1, contractIds: [contractId] } }]);
    const shown = await world.call(adviser, 'GET', `/contracts/${contractId}/trader-depot`);
    expect(shown.json()).toMatchObject({
      traderDepotId: depotId,
      takesOrders: true,
      mayExecute: true,
      credentialStatus: 'valid',
      executions: [
        {
          state: 'confirmed',
          orders: [{ isin: isins[0] }, { isin: isins[1] }],
          results: [{ state: 'executed' }, { state: 'executed' }],
        },
      ],
    });
  });

  it('takes a code of an app that was never asked for', async () => {
    const { depotId, contractId } = await world.depot();
    await world.step(adviser, depotId);
    const token = generateSync({ secret: totpSecret, epoch: Math.floor(Date.now() / 1000) });
    const last = await world.step(adviser, depotId, {
      tokenProviderType: 'totp',
      tokenProviderId: 'totp',
      token,
    });
    expect(last.statusCode).toBe(204);
    expect(await world.orders(contractId)).toMatchObject([{ state: 'confirmed' }]);
  });

  it('refuses wrong codes, counts down, and ends after the fifth', async () => {
    const { depotId, contractId } = await world.depot();
    const step = await world.signed(adviser, depotId);
    const wrong = { ...step, token: step.token === '000000' ? '111111' : '000000' };
    for (const attemptsLeft of [4, 3, 2, 1, 0]) {
      const answer = await world.step(adviser, depotId, wrong);
      expect([answer.statusCode, codeOf(answer), paramsOf(answer)]).toEqual([
        400,
        'secondFactor.invalidToken',
        { attemptsLeft },
      ]);
    }
    const tooLate = await world.step(adviser, depotId, step);
    expect([tooLate.statusCode, codeOf(tooLate)]).toEqual([400, 'secondFactor.expired']);
    expect(await world.orders(contractId)).toEqual([]);
  });

  it('sends a new code on request; the old one is void', async () => {
    const { depotId } = await world.depot();
    const step = await world.signed(adviser, depotId);
    await world.step(adviser, depotId, { tokenProviderType: 'sms', tokenProviderId: 'sms' });
    const token = await world.bank.newestCode();
    expect((await world.step(adviser, depotId, step)).statusCode).toBe(400);
    expect((await world.step(adviser, depotId, { ...step, token })).statusCode).toBe(204);
  });

  it('an expired challenge cannot be used', async () => {
    const { depotId, contractId } = await world.depot();
    const step = await world.signed(adviser, depotId);
    world.signIns.clock.ahead = 5 * 60_000 + 1000;
    const answer = await world.step(adviser, depotId, step);
    world.signIns.clock.ahead = 0;
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'secondFactor.expired']);
    expect(await world.orders(contractId)).toEqual([]);
  });

  it('knows only the providers of its own challenge', async () => {
    const { depotId } = await world.depot();
    const without = await world.step(adviser, depotId, { tokenProviderType: 'sms', tokenProviderId: 'sms' });
    expect(codeOf(without)).toBe('secondFactor.expired');
    await world.step(adviser, depotId);
    for (const body of [
      { tokenProviderType: 'sms', tokenProviderId: 'fax' },
      { tokenProviderType: 'totp', tokenProviderId: 'sms' },
      { tokenProviderType: 'sms', tokenProviderId: 'sms', token: '123456' },
    ]) {
      expect(codeOf(await world.step(adviser, depotId, body))).toBe('secondFactor.unknownProvider');
    }
  });
});

describe('what an execution carries along', () => {
  it('a new savings plan is signed with it; hints its orders served are done, others stay open', async () => {
    const { depotId, contractId, planId } = await world.depot();
    const run = (sql: string, ...values: unknown[]) => db.owner.query(sql, [world.tenantId, ...values]);
    await run(
      // What follows later is not paid today.
      `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
        values ($1, $2, '2026-01-01', '2090-06-30', 150, 1), ($1, $2, '2090-07-01', null, 400, 1)`,
      contractId,
    );
    const { rows } = await run(
      `insert into contract_hints (tenant_id, contract_id, optimization_hint_id, title, text, severity, scope)
        select $1, $2, hint, 'Hinweis', 'Text', 1, 'portfolio' from unnest(array[1, 2]) hint returning id`,
      contractId,
    );
    await run(
      "update planned_transactions set hint_ids = array[$3::uuid] where tenant_id = $1 and planned_optimization_id = $2 and action = 'sell'",
      planId,
      rows[0].id,
    );
    const entries = [
      { fundId: 1, fractionBefore: 1, fractionAfter: 0.4 },
      { fundId: 2, fractionBefore: 0, fractionAfter: 0.6 },
    ];
    await run(
      'update planned_optimizations set savings_plan_changes = $3 where tenant_id = $1 and id = $2',
      planId,
      JSON.stringify(entries),
    );
    const challenge = await world.step(adviser, depotId);
    expect(challenge.json()).toMatchObject({
      savingsPlan: {
        contribution: 150,
        entries: [
          { isin: isins[0], fraction: 0.4 },
          { isin: isins[1], fraction: 0.6 },
        ],
      },
    });
    const provider = { tokenProviderType: 'sms', tokenProviderId: 'sms' };
    await world.step(adviser, depotId, provider);
    await run(
      'update planned_optimizations set savings_plan_changes = $3 where tenant_id = $1 and id = $2',
      planId,
      JSON.stringify([
        { ...entries[0], fractionAfter: 0.39 },
        { ...entries[1], fractionAfter: 0.61 },
      ]),
    );
    const changed = await world.step(adviser, depotId, { ...provider, token: await world.bank.newestCode() });
    expect(codeOf(changed)).toBe('secondFactor.transactionChanged');
    expect((await world.step(adviser, depotId, await world.signed(adviser, depotId))).statusCode).toBe(204);
    const hints = await run(
      'select optimization_hint_id as id, state from contract_hints where tenant_id = $1 and contract_id = $2 order by 1',
      contractId,
    );
    expect(hints.rows).toEqual([
      { id: 1, state: 'done' },
      { id: 2, state: 'open' },
    ]);
  });
});

describe('executing with approval in the app of the bank', () => {
  const provider = { tokenProviderType: 'bankDecoupled', tokenProviderId: 'decoupled' };

  it('is polled, approved, executed; an accepted order is followed until it is booked', async () => {
    const { depotId, contractId, planId } = await world.depot(talgrund);
    const { challengeId } = (await world.step(adviser, depotId)).json<{ challengeId: string }>();
    const asked = await world.step(adviser, depotId, provider);
    expect(asked.json()).toMatchObject({ pollAfterSeconds: 2, selectedTokenProviderId: 'decoupled' });
    const poll = async () => (await world.call(adviser, 'GET', `/second-factor/${challengeId}`)).json();
    expect(await poll()).toMatchObject({ state: 'pending', pollAfterSeconds: 2 });
    expect((await world.step(adviser, depotId, provider)).statusCode).toBe(200);
    expect(await world.orders(contractId)).toEqual([]);
    await world.bank.decide('approve');
    expect(await poll()).toMatchObject({ state: 'confirmed', pollAfterSeconds: null });
    expect((await world.step(adviser, depotId, provider)).statusCode).toBe(204);
    expect(await world.planState(planId)).toBe('submitted');
    const reconciliation = startReconciliation(world.services);
    await expect.poll(() => world.planState(planId), { timeout: 10_000 }).toBe('confirmed');
    await reconciliation.stop();
    const [order] = await world.orders(contractId);
    expect(await world.bank.ledger(order?.clientOrderId ?? '')).toHaveLength(2);
  });

  it('rejected there is rejected here', async () => {
    const { depotId, contractId } = await world.depot(talgrund);
    const { challengeId } = (await world.step(adviser, depotId)).json<{ challengeId: string }>();
    await world.step(adviser, depotId, provider);
    await world.bank.decide('reject');
    const polled = await world.call(adviser, 'GET', `/second-factor/${challengeId}`);
    expect(polled.json()).toMatchObject({ state: 'rejected' });
    expect(codeOf(await world.step(adviser, depotId, provider))).toBe('secondFactor.rejected');
    expect(await world.orders(contractId)).toEqual([]);
  });

  it('a challenge is nobody else’s', async () => {
    const { depotId } = await world.depot(talgrund);
    const { challengeId } = (await world.step(adviser, depotId)).json<{ challengeId: string }>();
    const other = await world.adviser();
    expect((await world.call(other, 'GET', `/second-factor/${challengeId}`)).statusCode).toBe(404);
    expect((await world.call(adviser, 'GET', `/second-factor/${randomUUID()}`)).statusCode).toBe(404);
  });
});

describe('what moved since', () => {
  const alter = (sql: string, ...values: unknown[]) => db.owner.query(sql, [world.tenantId, ...values]);

  it('a plan changed after its challenge voids it', async () => {
    const { depotId, planId, contractId } = await world.depot();
    const step = await world.signed(adviser, depotId);
    await alter(
      'update planned_transactions set amount = 1000.01 where tenant_id = $1 and planned_optimization_id = $2 and action = $3',
      planId,
      'buy',
    );
    const answer = await world.step(adviser, depotId, step);
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'secondFactor.transactionChanged']);
    expect(codeOf(await world.step(adviser, depotId, step))).toBe('secondFactor.expired');
    expect(await world.orders(contractId)).toEqual([]);
    const anew = await world.signed(adviser, depotId);
    expect((await world.step(adviser, depotId, anew)).statusCode).toBe(204);
  });

  it.each([
    [
      'two bank days',
      "update planned_optimizations set created_at = now() - interval '8 days' where tenant_id = $1 and id = $2",
      'pricesTooOld',
    ],
    [
      'its own end',
      'update planned_optimizations set expires_at = now() where tenant_id = $1 and id = $2',
      'expired',
    ],
    [
      'another price',
      'update planned_transactions set price = 99 where tenant_id = $1 and planned_optimization_id = $2',
      'pricesMoved',
    ],
    [
      'another portfolio',
      'update planned_optimizations set portfolio_id = gen_random_uuid() where tenant_id = $1 and id = $2',
      'portfolioChanged',
    ],
  ])('%s make a plan outdated, and void its challenge', async (_name, sql, reason) => {
    const { depotId, planId } = await world.depot();
    const step = await world.signed(adviser, depotId);
    await alter(sql, planId);
    for (const body of [{}, step]) {
      const answer = await world.step(adviser, depotId, body);
      expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'optimization.outdated']);
      expect((paramsOf(answer) as { reasons: string }).reasons).toContain(reason);
    }
    const { rows } = await db.owner.query(
      "select count(*)::int as count from second_factor_challenges where user_id = $1 and state = 'pending'",
      [adviser.userId],
    );
    expect(rows[0].count).toBe(0);
  });

  it('a plan in state draft is not executed', async () => {
    const state = 'draft';
    const { depotId, planId } = await world.depot();
    await alter(
      'update planned_optimizations set state = $3 where tenant_id = $1 and id = $2',
      planId,
      state,
    );
    const answer = await world.step(adviser, depotId);
    expect([answer.statusCode, codeOf(answer), paramsOf(answer)]).toEqual([
      409,
      'optimization.notExecutable',
      { reason: state },
    ]);
  });

  it('a plan a check forbids is not executed; without a plan there is nothing', async () => {
    const { depotId, planId } = await world.depot();
    await alter(
      `update planned_optimizations set checks = '[{"checkKey":"targetMarket","result":"blocked","text":""}]' where tenant_id = $1 and id = $2`,
      planId,
    );
    expect(paramsOf(await world.step(adviser, depotId))).toEqual({ reason: 'targetMarket' });
    await alter('delete from planned_optimizations where tenant_id = $1 and id = $2', planId);
    expect((await world.step(adviser, depotId)).statusCode).toBe(404);
  });
});
