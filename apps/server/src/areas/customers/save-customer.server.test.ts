import { randomUUID } from 'node:crypto';
import { type CustomerDraft, customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA } from '../../../test/contract-world.ts';

const { test, world, server, admin } = contractHouse();

const draft: CustomerDraft = {
  ...emptyDraft(customerFields),
  groupId: north,
  salutation: 'Frau',
  firstName: 'Özlem',
  lastName: 'Groß',
  dateOfBirth: '1971-02-28',
  email: 'oezlem@example.de',
  street: 'Am Markt 1',
  postalCode: '20095',
  city: 'Hamburg',
  iban: 'DE89 3704 0044 0532 0130 00',
};
type Body = { id: string; rowVersion: number; code?: string; current?: unknown; validation?: unknown };
const create = (token: string, change: Partial<typeof draft> = {}, key: string = randomUUID()) =>
  server.call(token, 'POST', '/customers', {
    body: { ...draft, ...change },
    headers: { 'idempotency-key': key },
  });
const put = (token: string, id: string, version: number, change: Partial<typeof draft>) =>
  server.call(token, 'PUT', `/customers/${id}`, {
    body: { ...draft, ...change },
    headers: { 'if-match': `"${version}"` },
  });
const patch = (token: string, id: string, version: number | null, body: Record<string, unknown>) =>
  server.call(token, 'PATCH', `/customers/${id}`, {
    body,
    headers: version === null ? {} : { 'if-match': `"${version}"` },
  });
const block = (token: string, id: string, isBlocked: boolean, reason: string | null) =>
  server.call(token, 'POST', `/customers/${id}/block`, {
    body: { isBlocked, reason },
    headers: { 'idempotency-key': randomUUID() },
  });

describe('customers by hand', () => {
  it('are created once, found at once and written to the log', async () => {
    const key = randomUUID();
    const first = await create(admin, {}, key);
    expect([first.status, first.text]).toEqual([200, first.text]);
    const body = first.body as Body & { iban: string };
    expect(body.iban).toBe('DE89370400440532013000');
    expect(((await create(admin, {}, key)).body as Body).id).toBe(body.id);
    const found = await server.get(admin, '/customers?search=gross');
    expect((found.body as Body[]).map(({ id }) => id)).toEqual([body.id]);
    const { rows } = await test.owner.query(`select action from audit_entries where object_id = $1`, [
      body.id,
    ]);
    expect(rows.map((row: { action: string }) => row.action)).toContain('customers.create');
  });

  it('refuse wrong fields, a number somebody has and groups that are not the caller’s', async () => {
    const wrong = await create(admin, { lastName: null, iban: 'DE1' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({
      validation: [
        { path: 'lastName', code: 'nameMissing' },
        { path: 'iban', code: 'iban' },
      ],
    });
    expect((await create(admin, { externalKey: 'K-1' })).status).toBe(200);
    const taken = await create(admin, { externalKey: 'K-1' });
    expect([taken.status, (taken.body as Body).code]).toEqual([409, 'masterData.keyExists']);
    const northerner = await server.caller({
      permissions: ['customers.view', 'customers.create', 'customers.edit'],
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    for (const groupId of [south, randomUUID()]) {
      const refused = await create(northerner, { groupId });
      expect([refused.status, refused.body]).toEqual([
        400,
        expect.objectContaining({ validation: [{ path: 'groupId', code: 'unknownReference' }] }),
      ]);
    }
    const withoutGroup = await create(northerner, { groupId: null });
    expect([withoutGroup.status, withoutGroup.body]).toEqual([
      400,
      expect.objectContaining({ validation: [{ path: 'groupId', code: 'required' }] }),
    ]);
    const reader = await server.caller({ permissions: ['customers.view'] });
    expect((await create(reader)).status).toBe(403);
  });

  it('are changed with their version; a stale one gets the stored one back', async () => {
    const { id, rowVersion } = (await create(admin)).body as Body;
    const moved = await put(admin, id, rowVersion, {
      groupId: south,
      companyName: 'Groß GmbH',
      lastName: null,
    });
    expect([moved.status, moved.body]).toEqual([
      200,
      expect.objectContaining({ lastName: 'Groß GmbH', group: { id: south, groupName: 'Süd' } }),
    ]);
    const stale = await put(admin, id, rowVersion, { firstName: 'Anna' });
    expect(stale.status).toBe(412);
    expect((stale.body as Body).current).toMatchObject({ id, lastName: 'Groß GmbH' });
    expect((await put(admin, randomUUID(), 1, {})).status).toBe(404);
  });

  it('are saved with an old value nobody touched, which is refused as soon as it is changed', async () => {
    const { id } = (await create(admin)).body as Body;
    const { rows } = await test.owner.query<{ version: number }>(
      `update customers set phone_number = 'unbekannt', postal_code = '1067' where id = $1 returning row_version as version`,
      [id],
    );
    const old = { phoneNumber: 'unbekannt', postalCode: '1067' };
    const saved = await put(admin, id, rows[0]?.version ?? 0, { ...old, firstName: 'Anna' });
    expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ firstName: 'Anna', ...old })]);
    const { rowVersion } = saved.body as Body;
    const again = await patch(admin, id, rowVersion, { city: 'Dresden' });
    expect([again.status, again.body]).toEqual([200, expect.objectContaining({ city: 'Dresden', ...old })]);
    const worse = await patch(admin, id, rowVersion + 1, { phoneNumber: 'weiß nicht' });
    expect(worse.body).toMatchObject({ validation: [{ path: 'phoneNumber', code: 'phoneNumber' }] });
  });

  it('moved by one who may edit in one group only stay where they are', async () => {
    const { id, rowVersion } = (await create(admin)).body as Body;
    const half = await server.caller({
      permissions: ['customers.view', 'customers.edit'],
      memberships: [
        { groupId: north, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] },
        { groupId: south, groupRights: ['groupCustomers.view'] },
      ],
    });
    expect((await put(half, id, rowVersion, { groupId: south })).status).toBe(403);
    expect((await put(half, id, rowVersion, { firstName: 'Öznur' })).status).toBe(200);
  });

  it('are blocked with a reason; nothing of them and their contracts is changed until it is lifted', async () => {
    const { id } = (await create(admin)).body as Body;
    const tariff = await world.addTariff(tenantA, 'Sperre', 1);
    const contract = await world.addContract(tenantA, id, tariff);
    expect((await block(admin, id, true, ' ')).status).toBe(400);
    const blocked = await block(admin, id, true, 'Widerspruch');
    expect(blocked.body).toMatchObject({ isBlocked: true, blockedReason: 'Widerspruch' });
    const version = (blocked.body as Body).rowVersion;
    const refused = await put(admin, id, version, { firstName: 'Anna' });
    expect([refused.status, (refused.body as Body).code]).toEqual([409, 'customers.blocked']);
    const check = await server.call(admin, 'POST', `/contracts/${contract}/last-checked`, {
      headers: { 'idempotency-key': randomUUID() },
    });
    expect([check.status, (check.body as Body).code]).toEqual([409, 'customers.blocked']);
    const lifted = (await block(admin, id, false, null)).body as Body;
    expect((await put(admin, id, lifted.rowVersion, { firstName: 'Anna' })).status).toBe(200);
  });

  it('are deactivated once none of their contracts runs; then nobody adds one until they are active again', async () => {
    const { id } = (await create(admin)).body as Body;
    const tariff = await world.addTariff(tenantA, 'Beendet', 1);
    const contract = await world.addContract(tenantA, id, tariff);
    const deactivate = (isInactive: boolean, token = admin) =>
      server.call(token, 'POST', `/customers/${id}/deactivate`, {
        body: { isInactive },
        headers: { 'idempotency-key': randomUUID() },
      });
    const running = await deactivate(true);
    expect([running.status, (running.body as Body).code]).toEqual([409, 'customers.runningContracts']);
    await test.owner.query('update contracts set end_date = current_date - 1 where id = $1', [contract]);
    expect((await block(admin, id, true, 'Widerspruch')).status).toBe(200);
    expect([(await deactivate(true)).status]).toEqual([409]);
    await block(admin, id, false, null);
    const reader = await server.caller({
      permissions: ['customers.view', 'customers.edit'],
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view'] }],
    });
    expect((await deactivate(true, reader)).status).toBe(403);
    expect((await deactivate(true)).body).toMatchObject({ isInactive: true });
    // The same once more changes nothing and says nothing in the log.
    expect((await deactivate(true)).body).toMatchObject({ isInactive: true });
    const add = () =>
      server.call(admin, 'POST', '/contracts', {
        body: {
          customerId: id,
          tariffId: tariff,
          externalKey: `V-${randomUUID().slice(0, 8)}`,
          externalConsumerKey: null,
          startDate: '2026-01-01',
          endDate: null,
          useETF: true,
          beneficiary: null,
          riskClassId: null,
          valuationDate: null,
          nonFundsValue: null,
          holdings: [],
          planValidFrom: null,
          contribution: null,
          contributionInterval: 12,
          dynamicPercent: null,
          planEntries: [],
        },
        headers: { 'idempotency-key': randomUUID() },
      });
    const refused = await add();
    expect([refused.status, (refused.body as Body).code]).toEqual([409, 'customers.inactive']);
    // Nor does one of his run again by another end, nor does he come beside the holder of one that runs.
    const form = await server.call(admin, 'GET', `/contracts/${contract}/form`, {});
    const reopened = await server.call(admin, 'PATCH', `/contracts/${contract}`, {
      body: { endDate: null },
      headers: { 'if-match': String(form.headers.etag) },
    });
    expect([reopened.status, (reopened.body as Body).code]).toEqual([409, 'customers.inactive']);
    const other = (await create(admin)).body as Body;
    const beside = await server.call(
      admin,
      'POST',
      `/contracts/${await world.addContract(tenantA, other.id, tariff)}/holders`,
      { body: { add: [id], remove: [] }, headers: { 'idempotency-key': randomUUID() } },
    );
    expect([beside.status, (beside.body as Body).code]).toEqual([409, 'customers.inactive']);
    const merged = await server.call(admin, 'POST', `/customers/${id}/merge`, {
      body: {
        mergedId: other.id,
        rowVersion: 1,
        mergedRowVersion: 1,
        draft: { ...draft, externalKey: null },
      },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect([merged.status, (merged.body as Body).code]).toEqual([409, 'customers.inactive']);
    expect((await deactivate(false)).body).toMatchObject({ isInactive: false });
    expect((await add()).status).toBe(200);
    const { rows } = await test.owner.query<{ action: string }>(
      `select action from audit_entries where object_id = $1 and action like '%activate' order by occurred_at`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['customers.deactivate', 'customers.activate']);
    const history = (await server.get(admin, `/customers/${id}/history`)).body as { title: string }[];
    expect(history.slice(1, 3).map(({ title }) => title)).toEqual([
      'Kunde wieder aktiviert',
      'Kunde deaktiviert',
    ]);
  });

  it('have a history of their own and of the contracts the caller sees', async () => {
    const { id, rowVersion } = (await create(admin)).body as Body;
    await put(admin, id, rowVersion, { firstName: 'Anna' });
    const titles = async (token: string) =>
      ((await server.get(token, `/customers/${id}/history`)).body as { title: string }[]).map(
        ({ title }) => title,
      );
    expect(await titles(admin)).toEqual(['Kunde geändert: Vorname', 'Kunde angelegt']);
    const southerner = await server.caller({
      memberships: [{ groupId: south, groupRights: ['groupCustomers.view'] }],
    });
    expect((await server.get(southerner, `/customers/${id}/history`)).status).toBe(404);
    const client = await server.caller({ ownCustomerId: id });
    expect((await server.get(client, `/customers/${id}/history`)).status).toBe(404);
  });

  it('go into an address book as a card, which is a read of them', async () => {
    const { id } = (await create(admin, { street: 'Am Markt 1, Hof', city: 'Köln' })).body as Body;
    const card = await server.get(admin, `/customers/${id}/vcard`);
    expect([card.status, card.headers['content-type'], card.headers['content-disposition']]).toEqual([
      200,
      'text/vcard; charset=utf-8',
      expect.stringContaining('.vcf'),
    ]);
    expect(card.text).toContain('ADR;TYPE=HOME:;;Am Markt 1\\, Hof;Köln;;');
    const southerner = await server.caller({
      memberships: [{ groupId: south, groupRights: ['groupCustomers.view'] }],
    });
    expect((await server.get(southerner, `/customers/${id}/vcard`)).status).toBe(404);
    const { rows } = await test.owner.query(
      `select details->>'part' as part from audit_entries where object_id = $1 and action = 'customers.read'`,
      [id],
    );
    expect(rows).toContainEqual({ part: 'card' });
  });

  it('choose among the groups the caller may edit in', async () => {
    const caller = await server.caller({
      permissions: ['customers.view'],
      memberships: [{ groupId: south, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    expect((await server.get(caller, '/customers/choices')).body).toEqual({
      groups: [{ id: south, groupName: 'Süd', level: 0 }],
      mayBeWithoutGroup: false,
    });
  });
});

describe('some fields of a customer', () => {
  it('change alone; the rest stays, a masked number and the name of a firm as well', async () => {
    const taxIdentificationNumber = '86095742719';
    const firm = (await create(admin, { lastName: null, companyName: 'Groß GmbH', firstName: '' }))
      .body as Body;
    const person = (await create(admin, { taxIdentificationNumber })).body as Body;
    const changed = await patch(admin, person.id, person.rowVersion, { city: ' Bremen ', title: null });
    expect(changed.status).toBe(200);
    const { rowVersion: _first, ...before } = person;
    const { rowVersion, ...after } = changed.body as Body;
    expect(after).toEqual({ ...before, city: 'Bremen' });
    const named = await patch(admin, firm.id, firm.rowVersion, { email: 'kontakt@gross.example' });
    expect(named.body).toMatchObject({ lastName: 'Groß GmbH', companyName: 'Groß GmbH' });
    const renamed = await patch(admin, firm.id, (named.body as Body).rowVersion, {
      companyName: 'Klein GmbH',
    });
    expect(renamed.body).toMatchObject({ lastName: 'Klein GmbH', companyName: 'Klein GmbH' });
    const { rows } = await test.owner.query<{ number: string; fields: string }>(
      `select u.tax_identification_number as number, (select e.details ->> 'fields' from audit_entries e
          where e.object_id = u.id::text and e.action = 'customers.edit') as fields from customers u where u.id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ number: taxIdentificationNumber, fields: 'city' }]);
    const stale = await patch(admin, person.id, rowVersion - 1, { city: 'Kiel' });
    expect([stale.status, (stale.body as { current: { city: string } }).current.city]).toEqual([
      412,
      'Bremen',
    ]);
    expect((await patch(admin, person.id, null, { city: 'Kiel' })).status).toBe(428);
  });

  it('are kept to the rules and rights of the whole', async () => {
    const { id, rowVersion } = (await create(admin)).body as Body;
    const faultOf = async (body: Record<string, unknown>) => {
      const answer = await patch(admin, id, rowVersion, body);
      return [answer.status, (answer.body as { validation?: { path: string }[] }).validation?.[0]?.path];
    };
    expect(await faultOf({ lastName: ' ' })).toEqual([400, 'lastName']);
    expect(await faultOf({ iban: 'DE1' })).toEqual([400, 'iban']);
    expect((await faultOf({ isBlocked: true }))[0]).toBe(400);
    const northerner = await server.caller({
      permissions: ['customers.view', 'customers.edit'],
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
    });
    expect((await patch(northerner, id, rowVersion, { groupId: south })).status).toBe(400);
    expect((await patch(northerner, id, rowVersion, { groupId: null })).status).toBe(400);
    expect((await patch(northerner, id, rowVersion, { city: 'Kiel' })).status).toBe(200);
    const stranger = await server.caller({
      permissions: ['customers.view', 'customers.edit'],
      memberships: [],
    });
    expect((await patch(stranger, id, rowVersion + 1, { city: 'Ulm' })).status).toBe(404);
  });
});
