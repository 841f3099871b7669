import type { Note } from '@depotwerk/api/notes/notes';
import type { Notification } from '@depotwerk/api/notifications/notifications';
import { addDays } from '@depotwerk/domain/add-days';
import { describe, expect, it } from 'vitest';
import { addMember } from '../../../test/add-member.ts';
import { codeOf } from '../../../test/contract-house.ts';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { noteHouse, noteRights, today, without } from '../../../test/note-house.ts';
import { tellPeople } from '../notifications/tell-people.ts';

const house = noteHouse();
const { test: db, world, server, admin, tariff, post, run } = house;
const { known, of, write, written, put, remove, page, idsOf, faultsOf, tasksOf } = house;

const notificationsOf = async (token: string) => {
  await tellPeople({ database: db.database, clock: Date.now });
  return (
    (await server.get(token, '/notifications')).body as { notifications: Notification[] }
  ).notifications.filter(({ kind }) => kind === 'noteMention');
};

describe('who is mentioned', () => {
  it('sees the customer, is told once, and finds the way', async () => {
    const { id } = await world.addCustomer(tenantA, { firstName: 'Ilse', lastName: 'Erwähnt' });
    const southern = await addMember(house, south);
    const people = (await server.get(known.anna, `/customers/${id}/note-people`)).body as { id: string }[];
    const ids = people.map((person) => person.id);
    expect([ids.includes(known.bert), ids.includes(known.anna), ids.includes(southern)]).toEqual([
      true,
      false,
      false,
    ]);
    const refused = await write(known.anna, { mentionIds: [southern] }, of(id));
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['mentionIds unknownReference']]);
    const note = await written(known.anna, { mentionIds: [known.bert, known.bert] }, of(id));
    // The house has two of that name: the sign-in name tells them apart.
    expect(note.mentions).toEqual([
      { id: known.bert, fullName: expect.stringMatching(/^Berta Berater \(.+\)$/) },
    ]);
    expect(await notificationsOf(known.bert)).toEqual([
      expect.objectContaining({ count: 1, subject: 'Ilse Erwähnt', path: `/customers/${id}?tab=notes` }),
    ]);
    // Changed without a new mention nobody is told again.
    const changed = await put(known.anna, note, { text: 'Neu', mentionIds: [known.bert] });
    expect(changed.status).toBe(200);
    expect((await notificationsOf(known.bert)).map(({ count }) => count)).toEqual([1]);
    // What one may not see any more is a line that leads nowhere and names nobody.
    await run('update customers set group_id = $3 where tenant_id = $1 and id = $2', id, south);
    expect(await notificationsOf(known.bert)).toEqual([
      expect.objectContaining({ subject: null, path: null }),
    ]);
    expect((await put(known.anna, changed.body as Note, {})).status).toBe(404);
  });
});

describe('a follow-up', () => {
  it('is a task from its day on, of whoever has it, and done in both places at once', async () => {
    const { id } = await world.addCustomer(tenantA, { lastName: 'Vorlage' });
    const later = await written(
      known.anna,
      { followUp: { day: addDays(today, 3), userId: known.anna } },
      of(id),
    );
    expect(await tasksOf(known.anna)).toEqual([]);
    const due = await put(known.anna, later, { followUp: { day: today, userId: known.anna } });
    const [task] = await tasksOf(known.anna);
    expect(task).toMatchObject({
      dueDate: today,
      customer: { lastName: 'Vorlage' },
      assignedUser: { id: known.anna },
      path: `/customers/${id}?tab=notes`,
      details: { noteId: later.id },
    });
    const stateOf = async () => (await page(known.anna, of(id))).notes[0]?.followUp;
    expect((await post(known.anna, `/workbench/tasks/${task?.id}/complete`)).status).toBe(200);
    expect((await stateOf())?.doneAt).toEqual(expect.any(String));
    expect(await tasksOf(known.anna)).toEqual([]);
    expect((await tasksOf(known.anna, 'done')).map((each) => each.id)).toEqual([task?.id]);
    expect((await post(known.anna, `/workbench/tasks/${task?.id}/reopen`)).status).toBe(200);
    expect((await stateOf())?.doneAt).toBeNull();

    const path = `/notes/${later.id}/follow-up`;
    expect((await post(known.bert, path, { isDone: true })).body).toMatchObject({
      followUp: { doneAt: expect.any(String) },
    });
    expect(await tasksOf(known.anna)).toEqual([]);
    await post(known.bert, path, { isDone: false });
    expect((await tasksOf(known.anna)).map((each) => each.id)).toEqual([task?.id]);

    // In other hands in the list, in other hands in the note.
    await post(known.bert, `/workbench/tasks/${task?.id}/assign`, {
      userId: known.bert,
      fromUserId: known.anna,
    });
    expect((await stateOf())?.user?.id).toBe(known.bert);
    const [now] = (await page(known.anna, of(id))).notes;
    if (!now || !due) throw new Error('The note is there.');
    await put(known.anna, now, { followUp: { day: addDays(today, 1), userId: known.bert } });
    expect(await tasksOf(known.bert)).toEqual([]);
    const [moved] = (await page(known.anna, of(id))).notes;
    if (!moved) throw new Error('The note is there.');
    await put(known.anna, moved, { followUp: { day: today, userId: known.anna } });
    const [again] = (await page(known.anna, of(id))).notes;
    expect(await tasksOf(known.anna)).toHaveLength(1);
    if (again) await remove(known.anna, again);
    expect(await tasksOf(known.anna)).toEqual([]);
    await post(known.anna, `/notes/${later.id}/restore`);
    expect(await tasksOf(known.anna)).toHaveLength(1);
    await post(known.anna, path, { isDone: true });
  });

  it('says in the list how the note begins, to who may read it, and in no answer that is kept', async () => {
    const { id } = await world.addCustomer(tenantA, { lastName: 'Anfang' });
    const followUp = { day: today, userId: known.anna };
    const text = `Wegen der\n Zahlung ${'anrufen und fragen '.repeat(10)}`;
    await written(known.anna, { text, followUp }, of(id));
    await written(known.anna, { text: 'Nur für mich', visibility: 'own', followUp }, of(id));
    const notesOf = async (token: string) =>
      new Set(
        (await tasksOf(token))
          .filter(({ customer }) => customer?.lastName === 'Anfang')
          .map(({ details }) => details['note'] ?? null),
      );
    const beginning = 'Wegen der Zahlung anrufen und fragen anrufen und fragen anrufen und fragen…';
    expect(await notesOf(known.anna)).toEqual(new Set(['Nur für mich', beginning]));
    expect(await notesOf(known.bert)).toEqual(new Set([beginning]));
    // Answers that are kept for a repetition know nothing of it.
    const task = (await tasksOf(known.anna)).find(({ details }) => details['note'] === 'Nur für mich');
    const taken = await post(known.anna, `/workbench/tasks/${task?.id}/complete`);
    expect(taken.body).toMatchObject({ details: {} });
    for (const note of (await page(known.anna, of(id))).notes) await remove(known.anna, note);
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
    const before = [await dueFor(known.anna), await dueFor(known.bert)];
    const first = await written(known.anna, { followUp: { day: today, userId: known.anna } }, of(id));
    const second = await written(known.anna, { followUp: { day: today, userId: known.anna } }, of(id));
    // One look opens both in one statement.
    expect(await tasksOf(known.anna)).toHaveLength(2);
    expect([await dueFor(known.anna), await dueFor(known.bert)]).toEqual([(before[0] ?? 0) + 2, before[1]]);
    for (const note of [first, second])
      await post(known.anna, `/notes/${note.id}/follow-up`, { isDone: true });
  });

  it('is never in the past, others get it by right, and who sees the customer only', async () => {
    const yesterday = await write(known.anna, { followUp: { day: addDays(today, -1), userId: known.anna } });
    expect([yesterday.status, faultsOf(yesterday)]).toEqual([400, ['followUp.day dayPassed']]);
    expect(codeOf(await write(known.anna, { followUp: { day: today, userId: known.bert } }))).toEqual([
      403,
      'auth.forbidden',
    ]);
    const southern = await addMember(house, south);
    const refused = await write(known.bert, { followUp: { day: today, userId: southern } });
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['followUp.userId unknownReference']]);
    const given = await written(known.bert, { followUp: { day: today, userId: known.anna } });
    expect((await tasksOf(known.anna)).map(({ assignedUser }) => assignedUser?.id)).toEqual([known.anna]);
    const none = await written(known.bert, {});
    expect(codeOf(await post(known.bert, `/notes/${none.id}/follow-up`, { isDone: true }))).toEqual([
      409,
      'notes.noFollowUp',
    ]);
    await post(known.bert, `/notes/${given.id}/follow-up`, { isDone: true });
  });

  it('of ones own note is ones own task, as long as one sees the customer', async () => {
    const { id } = await world.addCustomer(tenantA);
    const own = await written(
      known.anna,
      { visibility: 'own', followUp: { day: today, userId: known.anna } },
      of(id),
    );
    expect(await tasksOf(known.anna)).toHaveLength(1);
    expect(await tasksOf(known.bert)).toEqual([]);
    expect(await tasksOf(admin)).toEqual([]);
    await run('update customers set group_id = $3 where tenant_id = $1 and id = $2', id, south);
    expect(await tasksOf(known.anna)).toEqual([]);
    await run('update customers set group_id = $3 where tenant_id = $1 and id = $2', id, north);
    await remove(known.anna, own);
  });

  it('goes with its contract, and comes back with it', async () => {
    const contract = await world.addContract(tenantA, known.customerId, tariff);
    await written(
      known.anna,
      { followUp: { day: today, userId: known.anna } },
      `/contracts/${contract}/notes`,
    );
    expect(await tasksOf(known.anna)).toMatchObject([{ contract: { id: contract } }]);
    const version = async () =>
      (await run('select row_version as v from contracts where tenant_id = $1 and id = $2', contract)).rows[0]
        ?.v;
    await server.call(admin, 'DELETE', `/contracts/${contract}`, {
      headers: { 'if-match': `"${await version()}"` },
    });
    expect(await tasksOf(known.anna)).toEqual([]);
    expect((await idsOf(known.anna)).length).toBeGreaterThan(0);
    await post(admin, `/contracts/${contract}/restore`);
    expect(await tasksOf(known.anna)).toHaveLength(1);
  });

  it('of a customer without a group is given to who sees such customers', async () => {
    const { id } = await world.addCustomer(tenantA);
    await run('update customers set group_id = null where tenant_id = $1 and id = $2', id);
    const blind = await addMember(house, north, without('customers.viewWithoutGroup'), noteRights);
    await written(known.bert, { followUp: { day: today, userId: null } }, of(id));
    const task = (await tasksOf(known.bert)).find(({ customer }) => customer?.id === id);
    const answer = await server.get(known.bert, `/workbench/tasks/${task?.id}/owners`);
    const owners = answer.body as {
      id: string;
    }[];
    const ids = owners.map((owner) => owner.id);
    expect([ids.includes(known.anna), ids.includes(blind)]).toEqual([true, false]);
  });
});
