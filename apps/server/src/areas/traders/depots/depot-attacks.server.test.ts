import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, RefreshWorld } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));

type Body = Record<string, unknown>;
const order = async (): Promise<Body> => ({
  customerId: await world.customer(),
  issuerId: 1,
  tariffId: world.tariffId,
  iban: 'DE89 3704 0044 0532 0130 00',
  productKey: 'QB-DEPOT',
  consents: ['terms'],
});
const sms = (challengeId: string | null, token: string | null = null) => ({
  challengeId,
  tokenProviderType: 'sms',
  tokenProviderId: 'sms',
  token,
});
const open = (who: Adviser, body: Body, factor: object | null, key: string = randomUUID()) =>
  world.signIns.app.inject({
    method: 'POST',
    url: '/api/trader-depots',
    headers: { authorization: `Bearer ${who.accessToken}`, 'idempotency-key': key },
    payload: { ...body, secondFactorData: factor },
  });
const count = async (table: 'trader_depots' | 'second_factor_challenges'): Promise<number> => {
  const { rows } = await db.owner.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
};

/** A challenge whose code the bank has sent. */
async function challenged(who: Adviser, body: Body): Promise<string> {
  const first = await open(who, body, null);
  const { challengeId } = first.json<{ challengeId: string }>();
  expect((await open(who, body, sms(challengeId))).statusCode).toBe(200);
  return challengeId;
}

it('ten wrong codes an hour are all a user has, however many challenges he starts', async () => {
  const who = await world.adviser();
  const body = await order();
  const codes: string[] = [];
  for (let round = 0; round < 4 && codes.at(-1) !== 'auth.tooManyAttempts'; round += 1) {
    const challengeId = await challenged(who, body);
    for (let guess = 0; guess < 5; guess += 1) {
      const answer = await open(who, body, sms(challengeId, '000000'));
      codes.push(answer.json<{ code: string }>().code);
    }
  }
  expect(codes.filter((code) => code === 'secondFactor.invalidToken').length).toBeLessThanOrEqual(10);
  expect(codes).toContain('auth.tooManyAttempts');
  // The right code does not help any more either.
  const last = await open(who, body, sms(await challenged(who, body), await world.bank.newestCode()));
  expect([last.statusCode, last.json<{ code: string }>().code]).toEqual([429, 'auth.tooManyAttempts']);
  expect(last.headers['retry-after']).toMatch(/^\d+$/);
}, 60_000);

it('a right code costs nothing of the hour', async () => {
  const who = await world.adviser();
  for (let round = 0; round < 11; round += 1) {
    const body = await order();
    const challengeId = await challenged(who, body);
    const answer = await open(who, body, sms(challengeId, await world.bank.newestCode()));
    expect(answer.statusCode).toBe(201);
  }
}, 60_000);

it('ten calls with one key open one depot and give one answer', async () => {
  const who = await world.adviser();
  const body = await order();
  const challengeId = await challenged(who, body);
  const step = sms(challengeId, await world.bank.newestCode());
  const before = await count('trader_depots');
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(who, body, step, key)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 201));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect((await count('trader_depots')) - before).toBe(1);
});

it('a challenge of somebody else opens nothing, and neither state nor existence is told', async () => {
  const [who, other] = [await world.adviser(), await world.adviser()];
  const body = await order();
  const challengeId = await challenged(who, body);
  const code = await world.bank.newestCode();
  const before = await count('trader_depots');
  const stolen = await open(other, body, sms(challengeId, code));
  expect([stolen.statusCode, stolen.json<{ code: string }>().code]).toEqual([400, 'secondFactor.expired']);
  expect(await count('trader_depots')).toBe(before);
  // The owner's challenge lives on.
  expect((await open(who, body, sms(challengeId, code))).statusCode).toBe(201);
});

it('a confirmed signing opens no second depot, nor one for somebody else', async () => {
  const who = await world.adviser();
  const body = await order();
  const challengeId = await challenged(who, body);
  const code = await world.bank.newestCode();
  expect((await open(who, body, sms(challengeId, code))).statusCode).toBe(201);
  const before = await count('trader_depots');
  for (const again of [body, { ...body, customerId: await world.customer() }]) {
    const answer = await open(who, again, sms(challengeId, code));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'secondFactor.expired']);
  }
  expect(await count('trader_depots')).toBe(before);
});

it('ten calls with one key link a depot once and give one answer', async () => {
  const who = await world.adviser();
  const externalKey = `L-${randomUUID().slice(0, 8)}`;
  await world.bankDepot(externalKey);
  expect((await world.refresh(who, { issuerId: 1 })).body).toBe(true);
  const newContract = { customerId: await world.customer(), tariffId: world.tariffId };
  const key = randomUUID();
  const link = () =>
    world.signIns.app.inject({
      method: 'POST',
      url: '/api/trader-depots/link-to-contract',
      headers: { authorization: `Bearer ${who.accessToken}`, 'idempotency-key': key },
      payload: { contractId: null, externalKey, newContract },
    });
  const answers = await Promise.all(Array.from({ length: 10 }, link));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  // A stored answer has its members in another order.
  for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
  const { rows } = await db.owner.query('select 1 from contracts where external_key = $1', [externalKey]);
  expect(rows).toHaveLength(1);
});

it('opens no depot for a blocked customer, not even with the code the bank has sent', async () => {
  const who = await world.adviser();
  const body = await order();
  const block = (isBlocked: boolean) =>
    db.owner.query('update customers set is_blocked = $2 where id = $1', [body.customerId, isBlocked]);
  const challengeId = await challenged(who, body);
  const code = await world.bank.newestCode();
  await block(true);
  for (const factor of [null, sms(challengeId, code)]) {
    const answer = await open(who, body, factor);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'customers.blocked']);
  }
  await block(false);
  expect((await open(who, body, sms(challengeId, code))).statusCode).toBe(201);
});
