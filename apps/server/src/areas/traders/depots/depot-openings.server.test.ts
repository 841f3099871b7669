import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, quader, RefreshWorld } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { resolveOpenings } from './resolve-openings.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;
beforeAll(async () => {
  adviser = await world.adviser();
});
beforeEach(() => world.bank.clearFaults());

const sms = (challengeId: string, token: string | null = null) => ({
  challengeId,
  tokenProviderType: 'sms',
  tokenProviderId: 'sms',
  token,
});
const open = (body: object, factor: object | null, who = adviser) =>
  world.call(who, 'POST', '/trader-depots', { ...body, secondFactorData: factor });
const codeOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code?: string } | null)?.code,
];
const atBank = async (): Promise<number> =>
  ((await world.bank.control('GET', '/control/state')) as { depots: number }).depots;

const order = async () => ({
  customerId: await world.customer(),
  issuerId: 1,
  tariffId: world.tariffId,
  iban: 'DE89 3704 0044 0532 0130 00',
  productKey: 'QB-DEPOT',
  consents: ['terms'],
});

/** An order whose last step got no answer. */
async function lost(kind: 'lostAnswer' | 'reset') {
  const body = await order();
  const { challengeId } = (await open(body, null)).body as { challengeId: string };
  await open(body, sms(challengeId));
  const before = await atBank();
  await world.bank.fault('depots.open', kind, { bankId: quader.bankId });
  const answer = await open(body, sms(challengeId, await world.bank.newestCode()));
  expect(codeOf(answer)).toEqual([504, 'fundsApi.traderUnavailable']);
  // Not "nothing was done": the browser must not invite to open it anew.
  expect(answer.body).toMatchObject({ params: { orderState: 'unknown' } });
  return { body, before };
}

it('an opening begun anew after a lost answer opens no second depot', async () => {
  const { body, before } = await lost('lostAnswer');
  const anew = await open(body, null);
  expect(anew.status).toBe(201);
  expect(await atBank()).toBe(before + 1);
  const { id } = anew.body as { id: string };
  const listed = (await world.call(adviser, 'GET', '/trader-depots/new?pageSize=250')).body as {
    id: string;
    customer: { id: string };
  }[];
  expect(listed.find((depot) => depot.id === id)?.customer.id).toBe(body.customerId);
  // From here on another one may be opened for him.
  expect((await open(body, null)).status).toBe(200);
});

it('one the bank never heard of is sent again under its own id', async () => {
  const { body, before } = await lost('reset');
  expect(await atBank()).toBe(before);
  expect((await open(body, null)).status).toBe(201);
  expect(await atBank()).toBe(before + 1);
});

it('is found out without its user as well', async () => {
  for (const kind of ['lostAnswer', 'reset'] as const) {
    const { before } = await lost(kind);
    await world.run(
      "update depot_openings set created_at = now() - interval '1 minute' where tenant_id = $1",
    );
    expect(await resolveOpenings(world.services)).toBe(1);
    expect(await resolveOpenings(world.services)).toBe(0);
    expect(await atBank()).toBe(before + 1);
  }
});

it('is found out at an institution that became inactive, where nothing is sent again', async () => {
  const setInactive = (isInactive: boolean) =>
    world.run('update issuers set is_inactive = $2 where tenant_id = $1 and id = 1', isInactive);
  const late = () =>
    world.run("update depot_openings set created_at = now() - interval '1 minute' where tenant_id = $1");
  const opened = await lost('lostAnswer');
  const unheard = await lost('reset');
  await late();
  await setInactive(true);
  expect(await resolveOpenings(world.services)).toBe(1);
  expect(await atBank()).toBe(opened.before + 1);
  await setInactive(false);
  expect(await resolveOpenings(world.services)).toBe(1);
  expect(await atBank()).toBe(unheard.before + 1);
});

it('is found out whatever became of the institution of another one', async () => {
  const { before } = await lost('lostAnswer');
  const customerId = await world.customer();
  await world.run(
    `insert into depot_openings (tenant_id, user_id, customer_id, issuer_id, tariff_id, client_request_id, request,
       transaction_hash, created_at)
     select $1, $2, $3, i.id, $4, $5, '{}', sha256('a'), now() - interval '1 hour' from issuers i
      where i.tenant_id = $1 and not i.has_trader order by i.id limit 1`,
    adviser.userId,
    customerId,
    world.tariffId,
    randomUUID(),
  );
  await world.run(
    "update depot_openings set created_at = now() - interval '1 minute' where tenant_id = $1 and state = 'sent'",
  );
  expect(await resolveOpenings(world.services)).toBe(1);
  expect(await atBank()).toBe(before + 1);
  await world.run(
    "update depot_openings set state = 'refused', settled_at = now() where tenant_id = $1 and customer_id = $2",
    customerId,
  );
});

it('is gone on with by its giver only', async () => {
  const { body, before } = await lost('reset');
  const colleague = await world.adviser();
  expect(codeOf(await open(body, null, colleague))).toEqual([409, 'traderDepots.openingRunning']);
  expect(await atBank()).toBe(before);
  expect((await open(body, null)).status).toBe(201);
});

it('there is one at a time for a customer and an institution', async () => {
  const customerId = await world.customer();
  const insert = () =>
    world.run(
      `insert into depot_openings (tenant_id, user_id, customer_id, issuer_id, tariff_id, client_request_id, request,
          transaction_hash) values ($1, $2, $3, 1, $4, $5, '{}', sha256('a'))`,
      adviser.userId,
      customerId,
      world.tariffId,
      randomUUID(),
    );
  await insert();
  await expect(insert()).rejects.toThrow(/depot_openings_open/);
  await world.run(
    "update depot_openings set state = 'refused', settled_at = now() where tenant_id = $1 and customer_id = $2",
    customerId,
  );
});
