import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fintsIssuer } from '../../../../test/execution-world.ts';
import { codeOf, paramsOf, useExecutions } from '../../../../test/use-executions.ts';

const { db, world, adviser } = useExecutions();

describe('who may execute', () => {
  it('needs permission, the right in the group, and a depot he sees', async () => {
    const { depotId } = await world.depot();
    expect((await world.step(await world.adviser(undefined, 'assistant'), depotId)).statusCode).toBe(403);
    expect((await world.step(await world.adviser(['groupContracts.view']), depotId)).statusCode).toBe(403);
    expect((await world.step(await world.adviser(['groupCustomers.view']), depotId)).statusCode).toBe(404);
    expect((await world.step(adviser, randomUUID())).statusCode).toBe(404);
    const anonymous = await world.signIns.app.inject({
      method: 'POST',
      url: `/api/trader-depots/${depotId}/execute-plannedoptimization`,
      payload: {},
    });
    expect(anonymous.statusCode).toBe(401);
  });

  it('needs a bank password and a bank with an adapter', async () => {
    const { depotId, contractId } = await world.depot();
    const answer = await world.step(await world.adviser(), depotId);
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'traderAuth.passwordMissing']);
    expect(paramsOf(answer)).toMatchObject({ bankName: 'Quaderbank Depotservice' });
    await db.owner.query('update trader_depots set issuer_id = $2 where id = $1', [depotId, fintsIssuer]);
    expect(codeOf(await world.step(adviser, depotId))).toBe('traderAuth.notSupported');
    expect(await world.orders(contractId)).toEqual([]);
  });

  it('a password the bank no longer takes is forgotten and asked for', async () => {
    const other = await world.adviserAtBanks();
    const { depotId } = await world.depot();
    await world.bank.control('PATCH', `/control/banks/90010001/logins/${other.userName}`, {
      password: 'Anders-2026',
    });
    const codes = [codeOf(await world.step(other, depotId)), codeOf(await world.step(other, depotId))];
    expect(codes).toEqual(['traderAuth.wrongPassword', 'traderAuth.passwordMissing']);
  });
});

describe('the key against doubling', () => {
  it('is needed; a repetition gets the same answer, another request with it is refused', async () => {
    const { depotId, contractId } = await world.depot();
    const path = `/trader-depots/${depotId}/execute-plannedoptimization`;
    const none = await world.call(adviser, 'POST', path, {
      tokenProviderType: null,
      tokenProviderId: null,
      token: null,
    });
    expect([none.statusCode, codeOf(none)]).toEqual([400, 'common.idempotencyKeyMissing']);
    const key = randomUUID();
    const [one, two] = [
      await world.step(adviser, depotId, {}, key),
      await world.step(adviser, depotId, {}, key),
    ];
    expect(two.json()).toEqual(one.json());
    const provider = { tokenProviderType: 'sms', tokenProviderId: 'sms' };
    expect((await world.step(adviser, depotId, provider, key)).statusCode).toBe(422);
    await world.step(adviser, depotId, provider);
    const body = { ...provider, token: await world.bank.newestCode() };
    const last = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.step(adviser, depotId, body, last)),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 204));
    const orders = await world.orders(contractId);
    expect(orders).toMatchObject([{ state: 'confirmed' }]);
    expect(await world.bank.ledger(orders[0]?.clientOrderId ?? '')).toHaveLength(2);
  });

  it('is free again when the process that held it died', async () => {
    const { depotId } = await world.depot();
    const key = randomUUID();
    await world.step(adviser, depotId, {}, key);
    const hang = (seconds: number) =>
      db.owner.query(
        `update idempotency_keys set state = 'running', status_code = null, body = null,
           created_at = now() - $2 * interval '1 second' where user_id = $1`,
        [adviser.userId, seconds],
      );
    await hang(1);
    const running = await world.step(adviser, depotId, {}, key);
    expect([running.statusCode, codeOf(running), running.headers['retry-after']]).toEqual([
      409,
      'common.inProgress',
      '1',
    ]);
    await hang(31);
    expect((await world.step(adviser, depotId, {}, key)).statusCode).toBe(200);
  });

  it('different keys at once place one order', async () => {
    const { depotId, contractId } = await world.depot();
    const body = await world.signed(adviser, depotId);
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.step(adviser, depotId, body)));
    expect(answers.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    const orders = await world.orders(contractId);
    expect(orders).toHaveLength(1);
    expect(await world.bank.ledger(orders[0]?.clientOrderId ?? '')).toHaveLength(2);
  });
});
