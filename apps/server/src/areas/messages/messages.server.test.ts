import { randomUUID } from 'node:crypto';
import type { MessageThread } from '@depotwerk/api/messages/messages';
import { expect, test } from 'vitest';
import { south, tenantA } from '../../../test/contract-world.ts';
import { codeOf, useDocumentWorld } from '../../../test/document-world.ts';
import { followTaskChanges } from '../workbench/follow-changes.ts';

const world = useDocumentWorld();
const threadOf = async (token: string, path: string) =>
  (await world.server.get(token, path)).body as MessageThread;
const ofCustomer = () => `/customers/${world.customerId}/messages`;
const openTasks = async () => {
  await followTaskChanges({
    database: world.database.database,
    clock: () => world.now,
    forgetCounts: () => {},
  });
  const { rows } = await world.owner.query<{ cause_key: string; status: string; cause_bits: number }>(
    `select cause_key, status, cause_bits from workbench_tasks
      where tenant_id = $1 and task_type = 'messageWaiting' and ended_at is null`,
    [tenantA],
  );
  return rows;
};

test('a customer and her adviser write to each other, once a key, and see what was read', async () => {
  const client = await world.client();
  const key = randomUUID();
  const text = 'Guten Tag,\n<b>bitte</b> rufen Sie mich an.';
  const sent = await world.post(client, '/my/messages', { text }, key);
  expect(sent.status).toBe(201);
  expect((await world.post(client, '/my/messages', { text }, key)).body).toEqual(sent.body);
  expect(await threadOf(client, '/my/messages')).toMatchObject({
    messages: [{ text, isFromCustomer: true, readAt: null }],
    unreadCount: 0,
  });
  expect(await threadOf(world.adviser, ofCustomer())).toMatchObject({ unreadCount: 1, hasAccess: true });
  // Nor is she offered another access on her page.
  const page = `/customers/${world.customerId}`;
  expect((await world.server.get(world.adviser, page)).body).toMatchObject({ hasAccess: true });
  expect(await openTasks()).toMatchObject([{ cause_key: world.customerId, status: 'open' }]);

  expect((await world.post(world.adviser, `${ofCustomer()}/read`)).status).toBe(204);
  expect(await threadOf(world.adviser, ofCustomer())).toMatchObject({ unreadCount: 0 });
  expect((await threadOf(client, '/my/messages')).messages[0]?.readAt).not.toBeNull();
  // Reading alone answers nobody.
  expect(await openTasks()).toHaveLength(1);
  await world.post(world.adviser, ofCustomer(), { text: 'Gern, heute um drei.' });
  expect(await openTasks()).toEqual([]);
  const side = (await world.server.get(client, '/my')).body;
  expect(side).toMatchObject({ unreadMessages: 1 });
  await world.post(client, '/my/messages/read');
  expect((await world.server.get(client, '/my')).body).toMatchObject({ unreadMessages: 0 });

  const { rows } = await world.owner.query<{ action: string; details: object; text: string }>(
    `select action, details, details::text as text from audit_entries where action like 'messages.%' order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'messages.send',
    'messages.read',
    'messages.send',
    'messages.read',
  ]);
  expect(rows.some((row) => row.text.includes('rufen'))).toBe(false);
});

test('a task that was done comes back with the next message', async () => {
  const client = await world.client();
  await world.post(client, '/my/messages', { text: 'Erste Frage' });
  expect(await openTasks()).toMatchObject([{ status: 'open' }]);
  await world.owner.query(
    `update workbench_tasks set status = 'done', done_at = now() where task_type = 'messageWaiting' and ended_at is null`,
  );
  expect(await openTasks()).toMatchObject([{ status: 'done' }]);
  await world.post(client, '/my/messages', { text: 'Zweite Frage' });
  expect(await openTasks()).toMatchObject([{ status: 'open' }]);
});

test('only her side and those who may write to her see the thread', async () => {
  const { rows } = await world.owner.query<{ customer_id: string }>(
    'select customer_id from contracts where id = $1',
    [world.otherContractId],
  );
  const otherId = rows[0]?.customer_id ?? '';
  const other = await world.client(otherId);
  expect((await threadOf(other, '/my/messages')).messages).toEqual([]);
  expect(codeOf(await world.server.get(other, ofCustomer()))).toBe('auth.forbidden');
  expect(codeOf(await world.server.get(world.adviser, '/my/messages'))).toBe('auth.forbidden');
  const southern = await world.server.caller({
    memberships: [{ groupId: south, groupRights: ['groupCustomers.view', 'groupCustomers.edit'] }],
  });
  for (const request of [
    await world.server.get(southern, ofCustomer()),
    await world.post(southern, ofCustomer(), { text: 'Hallo' }),
    await world.post(southern, `${ofCustomer()}/read`),
  ])
    expect([request.status, codeOf(request)]).toEqual([404, 'common.notFound']);
  const looking = await world.server.caller({
    memberships: [{ groupId: south, groupRights: ['groupCustomers.view'] }],
  });
  expect((await world.server.get(looking, `/customers/${otherId}/messages`)).status).toBe(403);
});

test('nothing that cannot be read, is too long, changes later or floods is taken', async () => {
  const client = await world.client();
  const send = async (text: string) => codeOf(await world.post(client, '/my/messages', { text }));
  expect(await send('   ')).toBe('common.validationFailed');
  expect(await send('x'.repeat(4001))).toBe('common.validationFailed');
  expect(await send('a\u0000b')).toBe('common.validationFailed');
  expect(await send('x'.repeat(4000))).toBeUndefined();
  await expect(
    world.owner.query(`update messages set message_text = 'anders' where message_text like 'xxx%'`),
  ).rejects.toThrow(/cannot be changed/);
  // A customer without a sign-in would never read it.
  await world.owner.query('update users set is_inactive = true where customer_id = $1', [world.customerId]);
  const unread = await world.post(world.adviser, ofCustomer(), { text: 'Hallo' });
  expect(codeOf(unread)).toBe('messages.noAccess');
  expect(await threadOf(world.adviser, ofCustomer())).toMatchObject({ hasAccess: false });
  const page = `/customers/${world.customerId}`;
  expect((await world.server.get(world.adviser, page)).body).toMatchObject({ hasAccess: false });
  for (let count = 1; count < 60; count += 1)
    await world.post(client, '/my/messages', { text: `Nr. ${count}` });
  expect(await send('eine zu viel')).toBe('common.tooManyRequests');
  const thread = await threadOf(client, '/my/messages');
  expect([thread.messages.length, thread.hasOlder]).toEqual([50, true]);
  const before = thread.messages[0]?.entryNumber;
  const older = await threadOf(client, `/my/messages?before=${before}`);
  expect(older.hasOlder).toBe(false);
  expect(older.messages.at(-1)?.entryNumber).toBeLessThan(before ?? 0);
});
