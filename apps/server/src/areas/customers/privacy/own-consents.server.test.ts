import { randomUUID } from 'node:crypto';
import { listOwnConsents } from '@depotwerk/api/customers/own-consents';
import { keptConsentText, ownConsentTexts } from '@depotwerk/domain/customers/own-consents';
import { beforeAll, expect, it } from 'vitest';
import { ContractWorld, TestServer, tenantA } from '../../../../test/contract-world.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { followTaskChanges } from '../../workbench/follow-changes.ts';

const test = useTestDatabase();
let world: ContractWorld;
let server: TestServer;
let admin: string;

beforeAll(async () => {
  world = new ContractWorld(test.owner);
  await world.fill();
  server = await TestServer.start(test.database, test.owner);
  admin = await server.caller();
});

const post = (token: string, path: string, body?: unknown, key: string = randomUUID()) =>
  server.call(token, 'POST', path, {
    ...(body !== undefined && { body }),
    headers: { 'idempotency-key': key },
  });
const consent = {
  consentKind: 'mail',
  decision: 'given',
  textVersion: '2026-01',
  consentText: 'Ja, gern',
  decidedOn: '2026-01-02',
};

it('a customer reads what she agreed to and withdraws it once; her adviser sees who did', async () => {
  const { id } = await world.addCustomer(tenantA);
  const other = await world.addCustomer(tenantA);
  await post(admin, `/customers/${id}/consents`, consent);
  await post(admin, `/customers/${other.id}/consents`, { ...consent, consentKind: 'phone' });
  const client = await server.caller({ ownCustomerId: id, permissions: [] });
  const given = { consentKind: 'mail', decision: 'given', textVersion: '2026-01', consentText: 'Ja, gern' };
  const own = await server.get(client, '/my/consents');
  expect(own.body).toMatchObject([given]);
  expect(JSON.stringify(own.body)).not.toContain('recordedBy');

  const key = randomUUID();
  const withdrawn = await post(client, '/my/consents/mail/withdraw', undefined, key);
  expect(withdrawn.body).toMatchObject([{ ...given, decision: 'withdrawn' }]);
  expect((await post(client, '/my/consents/mail/withdraw', undefined, key)).body).toEqual(withdrawn.body);
  for (const kind of ['mail', 'phone']) {
    const refused = await post(client, `/my/consents/${kind}/withdraw`);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'customers.consentNotGiven' }]);
  }
  const seen = await server.get(admin, `/customers/${id}/privacy`);
  expect(seen.body).toMatchObject({
    consents: [{ decision: 'withdrawn', textVersion: '2026-01' }, { decision: 'given' }],
  });
  const { rows } = await test.owner.query(
    `select action from audit_entries where object_id = $1 and action like 'customers.%Consent' order by id`,
    [id],
  );
  expect(rows).toEqual([{ action: 'customers.giveConsent' }, { action: 'customers.withdrawConsent' }]);
});

it('her withdrawal makes a task for her adviser until it is given anew; an adviser’s own makes none', async () => {
  const { id } = await world.addCustomer(tenantA);
  await post(admin, `/customers/${id}/consents`, consent);
  const client = await server.caller({ ownCustomerId: id, permissions: [] });
  const tasks = async () => {
    await followTaskChanges({ database: test.database, clock: Date.now, forgetCounts: () => {} });
    const { rows } = await test.owner.query<{ cause_key: string }>(
      `select cause_key from workbench_tasks
        where task_type = 'consentWithdrawn' and ended_at is null and customer_id = $1`,
      [id],
    );
    return rows.map(({ cause_key: cause }) => cause);
  };
  expect(await tasks()).toEqual([]);
  const own = await post(client, '/my/consents/mail/withdraw');
  expect(own.status).toBe(200);
  expect(await tasks()).toEqual([`${id} mail`]);
  // What she said before she withdrew, entered late, ends nothing.
  await post(admin, `/customers/${id}/consents`, { ...consent, decidedOn: '2026-02-01' });
  expect(await tasks()).toEqual([`${id} mail`]);
  const decidedOn = listOwnConsents.answer.parse(own.body)[0]?.decidedOn;
  await post(admin, `/customers/${id}/consents`, { ...consent, decidedOn });
  expect(await tasks()).toEqual([]);
  const withdrawn = { ...consent, decision: 'withdrawn', decidedOn };
  expect((await post(admin, `/customers/${id}/consents`, withdrawn)).status).toBe(200);
  expect(await tasks()).toEqual([]);
});

it('decisions stand in the order of their days, whichever was entered first, as where two records became one', async () => {
  const { id } = await world.addCustomer(tenantA);
  const decide = (decidedOn: string, change: object = {}) =>
    post(admin, `/customers/${id}/consents`, { ...consent, decidedOn, ...change });
  const withdrawn = { decision: 'withdrawn', textVersion: null };
  await decide('2026-01-10');
  await decide('2026-03-05', withdrawn);
  expect((await decide('2026-02-01')).body).toMatchObject({
    consents: [
      { decision: 'withdrawn', decidedOn: '2026-03-05' },
      { decision: 'given', decidedOn: '2026-02-01' },
      { decision: 'given', decidedOn: '2026-01-10' },
    ],
  });
  const client = await server.caller({ ownCustomerId: id, permissions: [] });
  expect((await server.get(client, '/my/consents')).body).toMatchObject([{ decision: 'withdrawn' }]);
  // There is nothing to withdraw any more, and nothing on a day before it was given anew.
  const nothing = { code: 'customers.consentNotGiven' };
  expect((await decide('2026-04-01', withdrawn)).body).toMatchObject(nothing);
  expect((await decide('2026-05-01')).status).toBe(200);
  expect((await decide('2026-04-01', withdrawn)).body).toMatchObject({
    ...nothing,
    message: 'Am 01.04.2026 war diese Einwilligung nicht erteilt. Bitte prüfen Sie den Tag des Widerrufs.',
  });
  expect((await post(client, '/my/consents/mail/withdraw')).body).toMatchObject([{ decision: 'withdrawn' }]);
});

it('nobody of the house has that side; the consents of others stay', async () => {
  expect((await server.get(admin, '/my/consents')).status).toBe(403);
  expect((await post(admin, '/my/consents/mail/withdraw')).status).toBe(403);
  const { id } = await world.addCustomer(tenantA);
  const client = await server.caller({ ownCustomerId: id, permissions: [] });
  expect((await server.get(client, '/my/consents')).body).toEqual([]);
  await test.owner.query('update customers set deleted_at = now() where id = $1', [id]);
  expect((await post(client, '/my/consents/mail/withdraw')).status).toBe(404);
});

it('a customer gives a consent herself to the text she saw; her adviser sees that she did, and a newer text asks anew', async () => {
  const { id } = await world.addCustomer(tenantA);
  const client = await server.caller({ ownCustomerId: id, permissions: [] });
  const { version } = ownConsentTexts.mail;
  const give = (textVersion: string, key?: string) =>
    post(client, '/my/consents/mail/give', { textVersion }, key);
  const other = await give('2024-01');
  expect([other.status, other.body]).toMatchObject([409, { code: 'customers.consentOutdated' }]);
  const key = randomUUID();
  const given = await give(version, key);
  const stands = {
    consentKind: 'mail',
    decision: 'given',
    textVersion: version,
    consentText: keptConsentText('mail'),
    isOwn: true,
  };
  expect([given.status, given.body]).toMatchObject([200, [stands]]);
  expect((await give(version, key)).body).toEqual(given.body);
  // Once more to the same text, as from a second window: it stands once.
  expect((await give(version)).body).toEqual(given.body);
  const seen = await server.get(admin, `/customers/${id}/privacy`);
  expect(seen.body).toMatchObject({ consents: [stands] });
  // What stood before the text was changed is agreed to anew, and stays to be read.
  await test.owner.query(
    `update customer_consents set text_version = '2025-01-own', consent_text = 'Früher' where customer_id = $1`,
    [id],
  );
  expect((await give(version)).status).toBe(200);
  expect((await post(client, '/my/consents/mail/withdraw')).body).toMatchObject([
    { ...stands, decision: 'withdrawn' },
  ]);
  const { rows } = await test.owner.query<{ decision: string; text_version: string; is_own: boolean }>(
    `select decision, text_version, is_own from customer_consents where customer_id = $1 order by entry_number`,
    [id],
  );
  expect(rows).toEqual([
    { decision: 'given', text_version: '2025-01-own', is_own: true },
    { decision: 'given', text_version: version, is_own: true },
    { decision: 'withdrawn', text_version: version, is_own: true },
  ]);
  const { rows: log } = await test.owner.query<{ action: string }>(
    `select action from audit_entries where object_id = $1 and action like 'customers.%Consent' order by id`,
    [id],
  );
  expect(log.map(({ action }) => action)).toEqual([
    'customers.giveConsent',
    'customers.giveConsent',
    'customers.withdrawConsent',
  ]);
});

it('nobody underage or blocked gives a consent, nor anybody of the house for her; she still withdraws', async () => {
  const { id } = await world.addCustomer(tenantA);
  await post(admin, `/customers/${id}/consents`, consent);
  const client = await server.caller({ ownCustomerId: id, permissions: [] });
  const give = (token: string) =>
    post(token, '/my/consents/phone/give', { textVersion: ownConsentTexts.phone.version });
  expect((await give(admin)).status).toBe(403);
  const change = (columns: string) => test.owner.query(`update customers set ${columns} where id = $1`, [id]);
  await change(`is_blocked = true, blocked_reason = 'Ruhend'`);
  expect((await give(client)).body).toMatchObject({ code: 'customers.consentNotAccepted' });
  expect((await post(client, '/my/consents/mail/withdraw')).status).toBe(200);
  await change(`is_blocked = false, blocked_reason = null, date_of_birth = current_date - 3000`);
  expect((await give(client)).body).toMatchObject({ code: 'customers.consentUnderage' });
  expect((await server.get(client, '/my/consents')).body).toMatchObject([{ consentKind: 'mail' }]);
  await change(`date_of_birth = '1980-01-01'`);
  expect((await give(client)).status).toBe(200);
});
