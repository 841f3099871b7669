import { bankConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CustomerBankWorld, customer, talgrundBank } from '../../../../test/customer-bank-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const db = useTestDatabase();
const world = startedForTests(() => CustomerBankWorld.start(db));

// Attempts are counted by the hour, and all of them come from this machine.
beforeEach(() => void (world.advice.later += 2 * 3_600_000));
afterEach(() => world.bank.clearFaults());

const entries = async () =>
  (
    await world.advice.owner.query<{ action: string; details: object; result: string }>(
      "select action, details, result from audit_entries where action like 'depotanalysis.bank%' order by id",
    )
  ).rows;

it('neither name, password nor token is stored in the clear, told to the log or the file of the log', async () => {
  const guid = await world.confirmed();
  await world.call(guid, 'POST', '/bank-link/holdings', { externalKeys: ['QB-K-100'] });
  await world.signIn(guid, { password: 'sehr-geheim-falsch' });
  const stored = JSON.stringify([await world.storedLinks(), await entries(), world.advice.failures]);
  for (const secret of [customer.loginName, customer.password, 'sehr-geheim-falsch', 'QB-K-100', guid])
    expect(stored).not.toContain(secret);
  const newest = (await entries()).slice(-3);
  expect(newest).toMatchObject([
    { action: 'depotanalysis.bankSignIn', result: 'done' },
    { action: 'depotanalysis.bankRead', details: { count: 3 } },
    { action: 'depotanalysis.bankSignIn', result: 'refused', details: { fault: 'wrongLogin' } },
  ]);
  const open = (await world.storedLinks()).find(({ envelope }) => envelope !== null);
  expect(open).toMatchObject({ envelope: { algorithm: 'A256GCM' }, consent_version: bankConsentVersion });
});

it("one analysis's permission opens nothing for another, and is over with its time", async () => {
  const guid = await world.confirmed();
  const other = await world.begin();
  await world.signIn(other, { issuerId: world.issuerOf(talgrundBank), loginName: 'tim.talgrund' });
  await world.advice.owner.query(
    `update depot_analysis_bank_links l set token_envelope = (select o.token_envelope
       from depot_analysis_bank_links o join depot_analyses a on a.id = o.analysis_id
      where a.guid_hash = sha256(convert_to($1, 'UTF8')))
      from depot_analyses a where a.id = l.analysis_id and a.guid_hash = sha256(convert_to($2, 'UTF8'))`,
    [guid, other],
  );
  expect((await world.link(other)).body.link).toBeNull();
  expect((await world.link(guid)).body.link).toMatchObject({ state: 'confirmed' });
  world.advice.later += 16 * 60_000;
  expect((await world.link(guid)).body.link).toBeNull();
  expect((await world.call(guid, 'GET', '/bank-link/depots')).body).toMatchObject({
    code: 'bankLink.ended',
  });
});

it('ends at the bank when it is left, replaced, or the analysis is erased', async () => {
  const sessionsOf = async () => {
    await world.services.background.settled();
    return ((await world.bank.control('GET', '/control/state')) as { customerSessions: number })
      .customerSessions;
  };
  const before = await sessionsOf();
  const left = await world.confirmed();
  const replaced = await world.confirmed();
  const erased = await world.confirmed();
  expect(await sessionsOf()).toBe(before + 3);
  await world.call(left, 'DELETE', '/bank-link');
  await world.signIn(replaced);
  await world.call(erased, 'DELETE', '');
  expect(await sessionsOf()).toBe(before + 1);
});

it('an analysis has four wrong tries an hour, so that it locks nobody out at the bank', async () => {
  const guid = await world.begin();
  for (let count = 0; count < 4; count += 1)
    expect((await world.signIn(guid, { loginName: `niemand${count}` })).status).toBe(400);
  expect(await world.signIn(guid)).toMatchObject({ status: 429, body: { code: 'auth.tooManyAttempts' } });
  expect((await world.signIn(await world.begin())).status).toBe(201);
});

it('what the bank itself refuses whatever the password is no try', async () => {
  const guid = await world.begin();
  for (let count = 0; count < 5; count += 1)
    expect((await world.signIn(guid, { loginName: 'gesa.gesperrt' })).body.code).toBe('bankLink.locked');
  expect((await world.signIn(guid)).status).toBe(201);
});

it('a network has twenty sign-ins an hour, whatever analyses it begins', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await world.signIn(await world.begin())).status);
  expect(statuses.slice(0, 20).every((status) => status === 201)).toBe(true);
  expect(statuses[20]).toBe(429);
});

it('nothing is read of depots that are not the customer’s, whatever their key', async () => {
  const guid = await world.confirmed();
  for (const key of ['TG-K-200', '..', '../customer-signing', 'x?y', '%2e%2e']) {
    const { status, body } = await world.call(guid, 'POST', '/bank-link/holdings', { externalKeys: [key] });
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'bankLink.refused' });
  }
});

it('a house that lets nobody sign in at banks offers none, and an unknown guid is told nothing', async () => {
  const guid = await world.begin();
  const { owner, tenantId } = world.advice;
  const set = (value: boolean) =>
    owner.query(
      `update white_label_configs set features = jsonb_set(features, '{bankCredentials}', to_jsonb($2::boolean))
        where tenant_id = $1`,
      [tenantId, value],
    );
  await set(false);
  // What a house looks like is kept for a moment.
  world.advice.later += 3_600_000;
  expect((await world.call(guid, 'GET', '/banks')).body).toEqual([]);
  expect((await world.signIn(guid)).body).toMatchObject({ code: 'traderAuth.unknownBank' });
  await set(true);
  world.advice.later += 3_600_000;
  const unknown = '0b8f4f5e-6c1e-4b3a-9d59-2f7a3c1d0002';
  for (const path of ['/banks', '/bank-link', '/bank-link/depots'])
    expect((await world.call(unknown, 'GET', path)).status).toBe(404);
  expect((await world.signIn(unknown)).status).toBe(404);
});
