import type { Note, NotePage } from '@depotwerk/api/notes';
import type { Notification } from '@depotwerk/api/notifications';
import type { WorkbenchTask } from '@depotwerk/api/workbench';
import { addDays } from '@depotwerk/domain/add-days';
import { customerFields } from '@depotwerk/domain/customers/customer-fields';
import { emptyDraft } from '@depotwerk/domain/master-data/field-table';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../../test/add-member.ts';
import { codeOf, contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { unzip } from '../../../test/unzip.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { CountCache } from '../../platform/lists/count-cache.ts';
import { buildScope } from '../../platform/scope.ts';
import { notificationRoutes } from '../notifications/routes.ts';
import { tellPeople } from '../notifications/tell-people.ts';
import { followTaskChanges } from '../workbench/follow-changes.ts';
import { workbenchRoutes } from '../workbench/routes.ts';
import { readNotes } from './notes.view.ts';
import { noteRoutes } from './routes.ts';

const settings = { isDemo: true, publicOrigin: 'https://depotwerk.example', bankUrl: null };
const house = contractHouse((services) => [
  ...noteRoutes(services),
  ...notificationRoutes({ ...services, settings }),
  ...workbenchRoutes(services, new CountCache(Date.now), () => {}),
]);
const { test: db, world, server, admin, tariff, post, run } = house;

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date());
const rights = ['groupContracts.view', 'groupCustomers.view', 'groupCustomers.edit'] as const;
const without = (...codes: string[]) => permissionCodes.filter((code) => !codes.includes(code));
let anna = '';
let bert = '';
let customerId = '';
let contractId = '';
beforeAll(async () => {
  anna = await addMember(house, north, without('workbench.assign'), rights);
  bert = await addMember(house, north, permissionCodes, rights);
  customerId = (await world.addCustomer(tenantA, { lastName: 'Notiert' })).id;
  contractId = await world.addContract(tenantA, customerId, tariff);
});

const of = (id = customerId) => `/customers/${id}/notes`;
const write = (token: string, body: object, path = of()) =>
  post(token, path, { text: 'Ruft im März zurück', visibility: 'group', ...body });
const written = async (token: string, body: object, path = of()): Promise<Note> => {
  const answer = await write(token, body, path);
  expect([answer.status, codeOf(answer)[1]]).toEqual([201, undefined]);
  return answer.body as Note;
};
const put = (token: string, note: Note, body: object) =>
  server.call(token, 'PUT', `/notes/${note.id}`, {
    body: { text: note.text, visibility: note.visibility, ...body },
    headers: { 'if-match': `"${note.rowVersion}"` },
  });
const remove = (token: string, note: Note) =>
  server.call(token, 'DELETE', `/notes/${note.id}`, { headers: { 'if-match': `"${note.rowVersion}"` } });
const page = async (token: string, path = of()) => (await server.get(token, path)).body as NotePage;
const idsOf = async (token: string, path = of()) => (await page(token, path)).notes.map(({ id }) => id);
const faultsOf = ({ body }: { body: unknown }) =>
  (body as { validation?: { path: string; code: string }[] }).validation?.map(
    ({ path, code }) => `${path} ${code}`,
  );
const look = () => followTaskChanges({ database: db.database, clock: Date.now, forgetCounts: () => {} });
const tasksOf = async (token: string, status = 'open') => {
  await look();
  const answer = await server.get(token, `/workbench/tasks?taskType=followUp&status=${status}&pageSize=250`);
  return answer.body as WorkbenchTask[];
};
const notificationsOf = async (token: string) => {
  await tellPeople({ database: db.database, clock: Date.now });
  return (
    (await server.get(token, '/notifications')).body as { notifications: Notification[] }
  ).notifications.filter(({ kind }) => kind === 'noteMention');
};

describe('a note', () => {
  it('is read by who sees the customer, newest first, and changed and deleted by its author alone', async () => {
    const first = await written(anna, { text: 'Erste\nZeile' });
    const second = await written(bert, {}, `/contracts/${contractId}/notes`);
    expect(first).toMatchObject({ text: 'Erste\nZeile', isOwn: true, contract: null, followUp: null });
    expect(await idsOf(bert)).toEqual([second.id, first.id]);
    expect(await idsOf(anna, `/contracts/${contractId}/notes`)).toEqual([second.id]);
    expect(codeOf(await put(bert, first, { text: 'Anders' }))).toEqual([404, 'common.notFound']);
    expect(codeOf(await remove(bert, first))).toEqual([404, 'common.notFound']);
    const changed = await put(anna, first, { text: 'Anders' });
    expect(changed.body).toMatchObject({ text: 'Anders', rowVersion: 2, editedAt: expect.any(String) });
    const stale = await put(anna, first, { text: 'Veraltet' });
    expect(codeOf(stale)).toEqual([412, 'common.versionConflict']);
    expect(stale.body).toMatchObject({ current: { text: 'Anders' } });
    expect(codeOf(await remove(anna, first))[0]).toBe(412);

    expect((await remove(anna, changed.body as Note)).status).toBe(204);
    expect(await idsOf(anna)).toEqual([second.id]);
    expect(codeOf(await post(bert, `/notes/${first.id}/restore`))[0]).toBe(404);
    expect((await post(anna, `/notes/${first.id}/restore`)).body).toMatchObject({ text: 'Anders' });
    expect(await idsOf(anna)).toEqual([second.id, first.id]);
    expect(codeOf(await post(anna, `/notes/${first.id}/restore`))[0]).toBe(404);
    const { rows } = await run(
      `select action, object_type, details::text as details from audit_entries where tenant_id = $1
        and action like 'notes.%' and object_id in ($2, $3) order by id`,
      customerId,
      contractId,
    );
    expect(rows.map(({ action, object_type: type }) => `${action} ${type}`)).toEqual([
      'notes.write customer',
      'notes.write contract',
      'notes.edit customer',
      'notes.delete customer',
      'notes.restore customer',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Anders|Zeile/);
    const history = await server.get(anna, `/customers/${customerId}/history`);
    expect(JSON.stringify(history.body)).toContain('Notiz geschrieben');
  });

  it('comes too late to be taken back after its minute', async () => {
    const note = await written(anna, {});
    await remove(anna, note);
    await run(
      `update notes set deleted_at = now() - interval '2 minutes' where tenant_id = $1 and id = $2`,
      note.id,
    );
    expect(codeOf(await post(anna, `/notes/${note.id}/restore`))).toEqual([409, 'notes.restoreTooLate']);
  });

  it('of ones own is nobody elses: not the colleagues, not the administrators, not in the history', async () => {
    const { id } = await world.addCustomer(tenantA);
    const own = await written(anna, { visibility: 'own', text: 'Schwierig' }, of(id));
    expect(await idsOf(anna, of(id))).toEqual([own.id]);
    for (const other of [bert, admin]) {
      expect(await idsOf(other, of(id))).toEqual([]);
      expect(codeOf(await put(other, own, { text: 'Anders' }))[0]).toBe(404);
      expect(codeOf(await post(other, `/notes/${own.id}/follow-up`, { isDone: true }))[0]).toBe(404);
    }
    const history = await server.get(admin, `/customers/${id}/history`);
    expect(JSON.stringify(history.body)).not.toContain('Notiz');
    const answer = await write(anna, { visibility: 'own', mentionIds: [bert] }, of(id));
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['mentionIds ownNoteMentions']]);
  });

  it('of ones own stays hidden from who looks at the product as its author', async () => {
    const { id } = await world.addCustomer(tenantA);
    const group = await written(anna, {}, of(id));
    const own = await written(anna, { visibility: 'own' }, of(id));
    const scope = buildScope({
      tenantId: tenantA,
      userId: anna,
      ownCustomerId: null,
      permissions: permissionCodes,
      groups: [{ id: north, parentGroupId: null }],
      memberships: [{ groupId: north, groupRights: rights }],
    });
    const seen = async (viewingAs?: string) => {
      const actor = {
        kind: 'user',
        userId: viewingAs === undefined ? anna : admin,
        sessionId: '',
        tenantId: tenantA,
        userName: '',
        fullName: '',
        ...(viewingAs !== undefined && { viewingAs }),
      } as const;
      const context: SignedInContext = {
        scope,
        actor,
        requestId: '',
        zone: { name: null, offsetMinutes: null },
        clientAddress: '',
        userAgent: '',
        host: '',
        cookies: new Map(),
        ifMatch: null,
        idempotencyKey: null,
        signal: new AbortController().signal,
      };
      const { notes } = await readNotes({ database: db.database }, context, { customerId: id }, undefined);
      return notes.map((note) => note.id);
    };
    expect(await seen()).toEqual([own.id, group.id]);
    expect(await seen(anna)).toEqual([group.id]);
  });

  it('is out of reach for other groups, other houses, customers and who may only look', async () => {
    const note = await written(anna, {});
    const southern = await addMember(house, south, permissionCodes, rights);
    const foreign = await server.caller({ tenantId: tenantB });
    for (const token of [southern, foreign]) {
      expect(codeOf(await server.get(token, of()))[0]).toBe(404);
      expect(codeOf(await server.get(token, `/contracts/${contractId}/notes`))[0]).toBe(404);
      expect(codeOf(await write(token, {}))[0]).toBe(404);
      expect(codeOf(await put(token, note, {}))[0]).toBe(404);
      expect(codeOf(await remove(token, note))[0]).toBe(404);
      expect(codeOf(await server.get(token, `/customers/${customerId}/note-people`))[0]).toBe(404);
    }
    const client = await server.caller({ ownCustomerId: customerId });
    expect(codeOf(await server.get(client, of()))[0]).toBe(404);
    expect(codeOf(await write(client, {}))[0]).toBe(404);
    const looking = await addMember(house, north, without('customers.edit'), rights);
    expect(await page(looking)).toMatchObject({ mayWrite: false });
    expect(codeOf(await write(looking, {}))).toEqual([403, 'auth.forbidden']);
    const guest = await addMember(house, north, permissionCodes, ['groupCustomers.view']);
    expect((await page(guest)).mayWrite).toBe(false);
    expect(codeOf(await write(guest, {}))).toEqual([403, 'auth.forbidden']);
    // Who sees the customer but none of her contracts does not see what is noted about those.
    const ofContract = await written(anna, {}, `/contracts/${contractId}/notes`);
    expect(await idsOf(guest)).not.toContain(ofContract.id);
    await run('update customers set is_blocked = true where tenant_id = $1 and id = $2', customerId);
    expect(codeOf(await write(anna, {}))).toEqual([409, 'customers.blocked']);
    expect(codeOf(await put(anna, note, {}))).toEqual([409, 'customers.blocked']);
    expect((await page(anna)).mayWrite).toBe(false);
    await run('update customers set is_blocked = false where tenant_id = $1 and id = $2', customerId);
  });

  it('is refused without a text, with one too long, and pages when there are many', async () => {
    const { id } = await world.addCustomer(tenantA);
    for (const text of ['  ', 'x'.repeat(4001), 'a\u0000b'])
      expect(codeOf(await write(anna, { text }, of(id)))).toEqual([400, 'common.validationFailed']);
    await run(
      `insert into notes (tenant_id, customer_id, note_text, visibility, created_by, created_at)
       select $1, $2, 'Nr. ' || n, 'group', $3, now() from generate_series(1, 35) n`,
      id,
      anna,
    );
    const first = await page(anna, of(id));
    expect([first.notes.length, first.hasOlder, first.notes[0]?.text]).toEqual([30, true, 'Nr. 35']);
    const rest = await page(anna, `${of(id)}?before=${first.notes.at(-1)?.entryNumber}`);
    expect([rest.notes.length, rest.hasOlder, rest.notes.at(-1)?.text]).toEqual([5, false, 'Nr. 1']);
  });
});

describe('who is mentioned', () => {
  it('sees the customer, is told once, and finds the way', async () => {
    const { id } = await world.addCustomer(tenantA, { firstName: 'Ilse', lastName: 'Erwähnt' });
    const southern = await addMember(house, south);
    const people = (await server.get(anna, `/customers/${id}/note-people`)).body as { id: string }[];
    const ids = people.map((person) => person.id);
    expect([ids.includes(bert), ids.includes(anna), ids.includes(southern)]).toEqual([true, false, false]);
    const refused = await write(anna, { mentionIds: [southern] }, of(id));
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['mentionIds unknownReference']]);
    const note = await written(anna, { mentionIds: [bert, bert] }, of(id));
    expect(note.mentions).toEqual([{ id: bert, fullName: 'Berta Berater' }]);
    expect(await notificationsOf(bert)).toEqual([
      expect.objectContaining({ count: 1, subject: 'Ilse Erwähnt', path: `/customers/${id}?tab=notes` }),
    ]);
    // Changed without a new mention nobody is told again.
    const changed = await put(anna, note, { text: 'Neu', mentionIds: [bert] });
    expect(changed.status).toBe(200);
    expect((await notificationsOf(bert)).map(({ count }) => count)).toEqual([1]);
    // What one may not see any more is a line that leads nowhere and names nobody.
    await run('update customers set group_id = $3 where tenant_id = $1 and id = $2', id, south);
    expect(await notificationsOf(bert)).toEqual([expect.objectContaining({ subject: null, path: null })]);
    expect((await put(anna, changed.body as Note, {})).status).toBe(404);
  });
});

describe('a follow-up', () => {
  it('is a task from its day on, of whoever has it, and done in both places at once', async () => {
    const { id } = await world.addCustomer(tenantA, { lastName: 'Vorlage' });
    const later = await written(anna, { followUp: { day: addDays(today, 3), userId: anna } }, of(id));
    expect(await tasksOf(anna)).toEqual([]);
    const due = await put(anna, later, { followUp: { day: today, userId: anna } });
    const [task] = await tasksOf(anna);
    expect(task).toMatchObject({
      dueDate: today,
      customer: { lastName: 'Vorlage' },
      assignedUser: { id: anna },
      path: `/customers/${id}?tab=notes`,
      details: {},
    });
    const stateOf = async () => (await page(anna, of(id))).notes[0]?.followUp;
    expect((await post(anna, `/workbench/tasks/${task?.id}/complete`)).status).toBe(200);
    expect((await stateOf())?.doneAt).toEqual(expect.any(String));
    expect(await tasksOf(anna)).toEqual([]);
    expect((await tasksOf(anna, 'done')).map((each) => each.id)).toEqual([task?.id]);
    expect((await post(anna, `/workbench/tasks/${task?.id}/reopen`)).status).toBe(200);
    expect((await stateOf())?.doneAt).toBeNull();

    const path = `/notes/${later.id}/follow-up`;
    expect((await post(bert, path, { isDone: true })).body).toMatchObject({
      followUp: { doneAt: expect.any(String) },
    });
    expect(await tasksOf(anna)).toEqual([]);
    await post(bert, path, { isDone: false });
    expect((await tasksOf(anna)).map((each) => each.id)).toEqual([task?.id]);

    // In other hands in the list, in other hands in the note.
    await post(bert, `/workbench/tasks/${task?.id}/assign`, { userId: bert, fromUserId: anna });
    expect((await stateOf())?.user?.id).toBe(bert);
    const [now] = (await page(anna, of(id))).notes;
    if (!now || !due) throw new Error('The note is there.');
    await put(anna, now, { followUp: { day: addDays(today, 1), userId: bert } });
    expect(await tasksOf(bert)).toEqual([]);
    const [moved] = (await page(anna, of(id))).notes;
    if (!moved) throw new Error('The note is there.');
    await put(anna, moved, { followUp: { day: today, userId: anna } });
    const [again] = (await page(anna, of(id))).notes;
    expect(await tasksOf(anna)).toHaveLength(1);
    if (again) await remove(anna, again);
    expect(await tasksOf(anna)).toEqual([]);
    await post(anna, `/notes/${later.id}/restore`);
    expect(await tasksOf(anna)).toHaveLength(1);
    await post(anna, path, { isDone: true });
  });

  it('tells its owner alone, also when several come due at once', async () => {
    const { id } = await world.addCustomer(tenantA);
    const dueFor = async (token: string) => {
      await tellPeople({ database: db.database, clock: Date.now });
      const { body } = await server.get(token, '/notifications');
      return (body as { notifications: Notification[] }).notifications
        .filter(({ kind }) => kind === 'followUp')
        .reduce((sum, { count }) => sum + count, 0);
    };
    const before = [await dueFor(anna), await dueFor(bert)];
    const first = await written(anna, { followUp: { day: today, userId: anna } }, of(id));
    const second = await written(anna, { followUp: { day: today, userId: anna } }, of(id));
    // One look opens both in one statement.
    expect(await tasksOf(anna)).toHaveLength(2);
    expect([await dueFor(anna), await dueFor(bert)]).toEqual([(before[0] ?? 0) + 2, before[1]]);
    for (const note of [first, second]) await post(anna, `/notes/${note.id}/follow-up`, { isDone: true });
  });

  it('is never in the past, others get it by right, and who sees the customer only', async () => {
    const yesterday = await write(anna, { followUp: { day: addDays(today, -1), userId: anna } });
    expect([yesterday.status, faultsOf(yesterday)]).toEqual([400, ['followUp.day dayPassed']]);
    expect(codeOf(await write(anna, { followUp: { day: today, userId: bert } }))).toEqual([
      403,
      'auth.forbidden',
    ]);
    const southern = await addMember(house, south);
    const refused = await write(bert, { followUp: { day: today, userId: southern } });
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['followUp.userId unknownReference']]);
    const given = await written(bert, { followUp: { day: today, userId: anna } });
    expect((await tasksOf(anna)).map(({ assignedUser }) => assignedUser?.id)).toEqual([anna]);
    const none = await written(bert, {});
    expect(codeOf(await post(bert, `/notes/${none.id}/follow-up`, { isDone: true }))).toEqual([
      409,
      'notes.noFollowUp',
    ]);
    await post(bert, `/notes/${given.id}/follow-up`, { isDone: true });
  });

  it('of ones own note is ones own task, as long as one sees the customer', async () => {
    const { id } = await world.addCustomer(tenantA);
    const own = await written(anna, { visibility: 'own', followUp: { day: today, userId: anna } }, of(id));
    expect(await tasksOf(anna)).toHaveLength(1);
    expect(await tasksOf(bert)).toEqual([]);
    expect(await tasksOf(admin)).toEqual([]);
    await run('update customers set group_id = $3 where tenant_id = $1 and id = $2', id, south);
    expect(await tasksOf(anna)).toEqual([]);
    await run('update customers set group_id = $3 where tenant_id = $1 and id = $2', id, north);
    await remove(anna, own);
  });

  it('goes with its contract, and comes back with it', async () => {
    const contract = await world.addContract(tenantA, customerId, tariff);
    await written(anna, { followUp: { day: today, userId: anna } }, `/contracts/${contract}/notes`);
    expect(await tasksOf(anna)).toMatchObject([{ contract: { id: contract } }]);
    const version = async () =>
      (await run('select row_version as v from contracts where tenant_id = $1 and id = $2', contract)).rows[0]
        ?.v;
    await server.call(admin, 'DELETE', `/contracts/${contract}`, {
      headers: { 'if-match': `"${await version()}"` },
    });
    expect(await tasksOf(anna)).toEqual([]);
    expect((await idsOf(anna)).length).toBeGreaterThan(0);
    await post(admin, `/contracts/${contract}/restore`);
    expect(await tasksOf(anna)).toHaveLength(1);
  });
});

describe('what becomes of a customer', () => {
  it('takes her notes along: merged, taken back, handed out to her, erased', async () => {
    const [survivor, merged] = [await world.addCustomer(tenantA), await world.addCustomer(tenantA)];
    const contract = await world.addContract(tenantA, merged.id, tariff, {
      start_date: '2001-01-01',
      end_date: '2004-01-01',
    });
    const group = await written(bert, { text: 'Für alle', mentionIds: [anna] }, of(merged.id));
    await written(bert, { text: 'Zum Vertrag' }, `/contracts/${contract}/notes`);
    await written(anna, { text: 'Nur für mich', visibility: 'own' }, of(merged.id));
    const draft = {
      ...emptyDraft(customerFields),
      groupId: north,
      firstName: 'Anna',
      lastName: 'Müller',
      dateOfBirth: '1964-04-03',
    };
    const body = { mergedId: merged.id, rowVersion: 1, mergedRowVersion: 1, draft };
    expect((await post(admin, `/customers/${survivor.id}/merge`, body)).status).toBe(200);
    const textsOf = async (token: string, id: string) =>
      (await page(token, of(id))).notes.map(({ text }) => text);
    expect(await textsOf(anna, survivor.id)).toEqual(['Nur für mich', 'Zum Vertrag', 'Für alle']);
    expect(await textsOf(bert, survivor.id)).toEqual(['Zum Vertrag', 'Für alle']);
    expect((await page(bert, of(survivor.id))).notes.at(-1)).toMatchObject({
      id: group.id,
      mentions: [{ id: anna }],
    });
    expect((await post(admin, `/customers/${survivor.id}/merge/undo`)).status).toBe(200);
    expect(await textsOf(bert, survivor.id)).toEqual([]);
    expect(await textsOf(anna, merged.id)).toEqual(['Nur für mich', 'Zum Vertrag', 'Für alle']);

    // What she may ask for holds everything that is noted about her, whoever else may read it.
    const archive = unzip((await server.get(admin, `/customers/${merged.id}/export`)).bytes);
    const data = JSON.parse(archive.get('daten.json')?.toString() ?? '') as Record<string, unknown>;
    expect(data['notes']).toEqual([
      expect.objectContaining({ text: 'Für alle', contractNumber: null, visibility: 'group' }),
      expect.objectContaining({ text: 'Zum Vertrag', contractNumber: expect.any(String) }),
      expect.objectContaining({ text: 'Nur für mich', visibility: 'own' }),
    ]);
    expect(archive.get('auskunft.html')?.toString()).toContain('Nur für den Verfasser');

    await run('delete from contracts where tenant_id = $1 and id = $2', contract);
    expect(await textsOf(bert, merged.id)).toEqual(['Für alle']);
    expect((await post(admin, `/customers/${merged.id}/erase`, { basis: 'noLongerNeeded' })).status).toBe(
      200,
    );
    const { rows } = await run('select 1 from notes where tenant_id = $1 and customer_id = $2', merged.id);
    expect(rows).toEqual([]);
  });

  it('asked to be erased while papers are kept, she has no notes from then on', async () => {
    const customer = await world.addCustomer(tenantA);
    await run(
      `insert into consultations (tenant_id, customer_id, consultation_kind, initiative, started_at, completed_at, state,
         created_by) values ($1, $2, 'other', 'customer', now(), now(), 'completed', $3)`,
      customer.id,
      admin,
    );
    await written(bert, {}, of(customer.id));
    const answer = await post(admin, `/customers/${customer.id}/erase`, { basis: 'objection' });
    expect(answer.status).toBe(200);
    const { rows } = await run(
      `select (select count(*)::int from notes n where n.tenant_id = $1 and n.customer_id = $2) as notes,
         (select count(*)::int from customers u where u.tenant_id = $1 and u.id = $2) as kept`,
      customer.id,
    );
    expect(rows).toEqual([{ notes: 0, kept: 1 }]);
  });
});
