import { type SetupStepKey, setup } from '@depotwerk/api/setup/setup';
import { expect, it } from 'vitest';
import { north, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { UserWorld } from '../../../test/user-world.ts';
import { defaultRoles } from '../users/default-roles.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));

const read = async () => setup.parse((await world.get('/setup')).body);
const isDone = async (key: SetupStepKey) => (await read()).steps.find((step) => step.key === key)?.isDone;

it('a step is done when the data prove it, not when something was entered', async () => {
  expect(await isDone('mail')).toBe(false);
  await db.owner.query(
    `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
     values ($1, 'mail.firma.example', 587, 'startTls', 'a@firma.example', 'A')`,
    [tenantA],
  );
  expect(await isDone('mail')).toBe(false);
  await db.owner.query('update mail_settings set tested_at = now()');
  expect(await isDone('mail')).toBe(true);

  expect(await isDone('groups')).toBe(false);
  await db.owner.query(
    'insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, $4)',
    [tenantA, north, world.administrator, ['groupCustomers.view']],
  );
  expect(await isDone('groups')).toBe(true);

  expect(await isDone('people')).toBe(false);
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into users (tenant_id, user_name, full_name, role_id) values ($1, 'b@firma.example', 'B', $2) returning id`,
    [tenantA, world.adviserRole],
  );
  expect(await isDone('people')).toBe(false);
  const second = [tenantA, rows[0]?.id];
  // Through the provider of the house, until the link is undone; or with a password.
  await db.owner.query(
    `insert into identity_links (tenant_id, user_id, issuer, subject) values ($1, $2, 'https://login.example', 'b')`,
    second,
  );
  expect(await isDone('people')).toBe(true);
  await db.owner.query('delete from identity_links where tenant_id = $1 and user_id = $2', second);
  expect(await isDone('people')).toBe(false);
  await db.owner.query(
    `update users set password_hash = '$argon2id$x' where tenant_id = $1 and id = $2`,
    second,
  );
  expect(await isDone('people')).toBe(true);

  expect(await isDone('tariffs')).toBe(false);
  await db.owner.query(
    `with i as (insert into issuers (tenant_id, id, issuer_name) values ($1, 4711, 'Bank der Einrichtung') returning id)
     insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id, published_version_number, universe_fund_ids)
     select $1, 'T', 'EINRICHTUNG', id, 7, 1, '{}' from i`,
    [tenantA],
  );
  expect(await isDone('tariffs')).toBe(true);
  // With the last tariff taken out of use, the house needs one again.
  await db.owner.query('update tariffs set is_inactive = true where tenant_id = $1', [tenantA]);
  expect(await isDone('tariffs')).toBe(false);

  expect(await isDone('customers')).toBe(false);
  await world.contracts.addCustomer(tenantA);
  expect(await isDone('customers')).toBe(true);
});

it('ends when everything is done or left out, and can be taken up again', async () => {
  const open = (await read()).steps.filter((step) => !step.isDone).map(({ key }) => key);
  expect((await read()).isOpen).toBe(true);
  const skipped = await world.put('/setup/skips', { skipped: open }, 1);
  expect([skipped.status, setup.parse(skipped.body).isOpen]).toEqual([200, false]);
  const again = await world.put('/setup/skips', { skipped: open.slice(1) }, 1);
  expect(setup.parse(again.body).isOpen).toBe(true);
  expect(setup.parse(again.body).steps.filter(({ isSkipped }) => isSkipped)).toHaveLength(open.length - 1);
  const unknown = await world.put('/setup/skips', { skipped: ['unsinn'] }, 1);
  expect(unknown.status).toBe(400);
});

it('changes the step that was decided, and none that another administrator has decided meanwhile', async () => {
  const skippedNow = (body: unknown) =>
    setup.parse(body).steps.flatMap(({ key, isSkipped }) => (isSkipped ? [key] : []));
  await world.put('/setup/skips', { skipped: ['mail', 'banks'] }, 1);
  // Two pages showed mail and banks: one leaves out funds, the other takes mail up again.
  await world.put('/setup/skips', { skipped: ['mail', 'banks', 'funds'], shown: ['mail', 'banks'] }, 1);
  const second = await world.put('/setup/skips', { skipped: ['banks'], shown: ['mail', 'banks'] }, 1);
  expect(skippedNow(second.body)).toEqual(['funds', 'banks']);
  // A page of the release before says what is left out as a whole.
  expect(skippedNow((await world.put('/setup/skips', { skipped: ['mail'] }, 1)).body)).toEqual(['mail']);
});

it('belongs to administrators of the house', async () => {
  const approval = defaultRoles.find(({ key }) => key === 'tariffApproval');
  for (const permissions of [['contracts.view'] as const, approval?.permissions ?? []]) {
    const caller = await world.caller(permissions);
    const put = await world.put('/setup/skips', { skipped: [] }, 1, caller);
    expect([(await world.get('/setup', caller)).status, put.status]).toEqual([403, 403]);
  }
  const foreign = setup.parse((await world.get('/setup', world.foreignAdmin)).body);
  expect(foreign.steps.filter(({ isSkipped }) => isSkipped)).toEqual([]);
});
