import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { changeContracts } from '@depotwerk/api/contracts/contract-bulk';
import type { changeCustomers } from '@depotwerk/api/customers/customer-bulk';
import { type GroupRight, permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { north, region, south, tenantA, tenantB } from '../../../../test/contract-world.ts';

type Outcome = CallAnswer<typeof changeCustomers>;

const { test, world, server, admin, tariff } = contractHouse();

const person = async (groupId: string | null = north, lastName = `Kunde ${randomUUID().slice(0, 4)}`) =>
  (await world.addCustomer(tenantA, { groupId, lastName })).id;
const preview = (selection: object, change: object, token = admin) =>
  server.call(token, 'POST', '/customers/bulk-preview', { body: { selection, change } });
const confirm = (body: object, key: string = randomUUID(), token = admin) =>
  server.call(token, 'POST', '/customers/bulk-change', { body, headers: { 'idempotency-key': key } });
/** Previews and confirms; what both answered. */
async function change(selection: object, to: object, token = admin): Promise<Outcome> {
  const seen = await preview(selection, to, token);
  expect([seen.status, seen.text]).toEqual([200, seen.text]);
  const { fingerprint } = seen.body as Outcome;
  const done = await confirm({ selection, change: to, fingerprint }, randomUUID(), token);
  expect(done.status).toBe(200);
  expect(done.body).toMatchObject(seen.body as Outcome);
  return done.body as Outcome;
}
const reasonsOf = ({ skipped }: Outcome) =>
  Object.fromEntries(skipped.map(({ customerId, reason }) => [customerId, reason]));
const codeOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code: string }).code,
];
const column = async (sql: string, ...values: unknown[]) =>
  (await test.owner.query<{ value: unknown }>(sql, values)).rows.map(({ value }) => value);
const groupOf = async (id: string) =>
  (await column('select group_id as value from customers where id = $1', id))[0];
const logged = (id: string) =>
  column(
    `select action as value from audit_entries where tenant_id = $1 and object_id = $2 and result = 'done' order by 1`,
    tenantA,
    id,
  );
const tag = async (isInactive = false) =>
  (
    await column(
      `insert into tags (tenant_id, tag_name, colour, is_inactive) values ($1, $2, '#123456', $3) returning id as value`,
      tenantA,
      randomUUID().slice(0, 20),
      isInactive,
    )
  )[0] as number;

describe('many customers at once', () => {
  it('move with their contracts, also those without one, each once in the log and only as previewed', async () => {
    const [first, empty, blocked, there] = [
      await person(),
      await person(),
      await person(),
      await person(south),
    ];
    await test.owner.query('update customers set is_blocked = true where id = $1', [blocked]);
    const contract = await world.addContract(tenantA, first, tariff, {});
    const selection = { customerIds: [first, empty, blocked, there] };
    const to = { kind: 'group', groupId: south };
    const looked = (await preview(selection, to)).body as Outcome;
    expect([looked.customerCount, looked.contractCount]).toEqual([2, 1]);
    expect(await groupOf(first)).toBe(north);
    expect(reasonsOf(await change(selection, to))).toEqual({
      [blocked]: 'customerBlocked',
      [there]: 'unchanged',
    });
    expect([await groupOf(first), await groupOf(empty), await groupOf(blocked)]).toEqual([
      south,
      south,
      north,
    ]);
    expect(await column('select group_id as value from contracts where id = $1', contract)).toEqual([south]);
    expect([await logged(first), await logged(blocked)]).toEqual([['customers.edit'], []]);
  });

  it('get and lose a tag under the filter of the list', async () => {
    const name = `Filter${randomUUID().slice(0, 6)}`;
    const [one, two] = [await person(north, name), await person(south, name)];
    const tagId = await tag();
    const selection = { filter: { search: name } };
    expect(await change(selection, { kind: 'addTag', tagId })).toMatchObject({
      customerCount: 2,
      contractCount: 0,
      skipped: [],
    });
    expect(reasonsOf(await change(selection, { kind: 'addTag', tagId }))).toEqual({
      [one]: 'unchanged',
      [two]: 'unchanged',
    });
    const tagged = { filter: { tagId: String(tagId), groupId: south } };
    expect((await change(tagged, { kind: 'removeTag', tagId })).customerCount).toBe(1);
    expect(await column('select customer_id as value from customer_tags where tag_id = $1', tagId)).toEqual([
      one,
    ]);
    expect(await logged(two)).toEqual(['customers.addTag', 'customers.removeTag']);
    const gone = await preview(selection, { kind: 'addTag', tagId: await tag(true) });
    expect(codeOf(gone)).toEqual([400, 'common.validationFailed']);
  });

  it('need the right in their group; whom the caller does not see is not there', async () => {
    const edit: GroupRight[] = ['groupCustomers.view', 'groupCustomers.edit'];
    const adviser = await server.caller({
      permissions: permissionCodes.filter((code) => code !== 'customers.viewWithoutGroup'),
      memberships: [
        { groupId: north, groupRights: edit },
        { groupId: region, groupRights: ['groupCustomers.view'] },
      ],
    });
    const [own, looked, hidden] = [await person(), await person(region), await person(south)];
    const foreign = await world.addCustomer(tenantB, { groupId: null });
    const selection = { customerIds: [own, looked, hidden, foreign.id, randomUUID()] };
    const tagId = await tag();
    const done = await change(selection, { kind: 'addTag', tagId }, adviser);
    expect([done.customerCount, reasonsOf(done)]).toEqual([1, { [looked]: 'noRight' }]);
    expect((await preview(selection, { kind: 'group', groupId: south }, adviser)).status).toBe(400);
    for (const missing of ['contracts.bulk', 'customers.edit'] as const) {
      const caller = await server.caller({ permissions: permissionCodes.filter((code) => code !== missing) });
      expect((await preview(selection, { kind: 'addTag', tagId }, caller)).status).toBe(403);
    }
  });

  it('are changed once however often the confirmation is sent, and not when something else would come out', async () => {
    const id = await person();
    const selection = { customerIds: [id] };
    const to = { kind: 'group', groupId: south };
    const { fingerprint } = (await preview(selection, to)).body as Outcome;
    const body = { selection, change: to, fingerprint };
    const key = randomUUID();
    const first = await confirm(body, key);
    expect([(await confirm(body, key)).body, await logged(id)]).toEqual([first.body, ['customers.edit']]);
    expect(codeOf(await confirm(body))).toEqual([412, 'common.versionConflict']);
  });

  it('have their contracts marked as checked by the change of contracts', async () => {
    const [id, other] = [await person(), await person()];
    const contracts = [
      await world.addContract(tenantA, id, tariff, {}),
      await world.addContract(tenantA, id, tariff, {}),
    ];
    const untouched = await world.addContract(tenantA, other, tariff, {});
    const body = { selection: { customers: { customerIds: [id] } }, change: { kind: 'checked' } };
    const seen = await server.call(admin, 'POST', '/contracts/bulk-preview', { body });
    const { contractCount, customerCount, fingerprint } = seen.body as CallAnswer<typeof changeContracts>;
    expect([contractCount, customerCount]).toEqual([2, 1]);
    const done = await server.call(admin, 'POST', '/contracts/bulk-change', {
      body: { ...body, fingerprint },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(done.status).toBe(200);
    const checked = await column(
      'select id as value from contracts where last_check is not null and id = any ($1::uuid[])',
      [...contracts, untouched],
    );
    expect(new Set(checked)).toEqual(new Set(contracts));
  });

  it('are no more than 1,000 at once, and say so', async () => {
    await test.owner.query(
      `insert into customers (tenant_id, id, group_id, external_key, last_name)
       select $1, gen_random_uuid(), $2, 'M' || n, 'Menge' from generate_series(1, 1001) n`,
      [tenantA, south],
    );
    const answer = await preview({ filter: { search: 'Menge' } }, { kind: 'group', groupId: north });
    expect(codeOf(answer)).toEqual([400, 'customers.selectionTooLarge']);
  });

  it('are saved as a file in the order in which they are named, without those unseen', async () => {
    const [zoe, adam] = [await person(north, 'Zuletzt'), await person(south, 'Anfang')];
    const foreign = await world.addCustomer(tenantB, { groupId: null, lastName: 'Fremd' });
    const body = { customerIds: [zoe, foreign.id, adam], format: 'csv', columns: 'lastName' };
    const file = await server.call(admin, 'POST', '/customers/export', { body });
    expect([
      file.status,
      file.text
        .replaceAll(/[\uFEFF"\r]/g, '')
        .trim()
        .split('\n'),
    ]).toEqual([200, ['Nachname', 'Zuletzt', 'Anfang']]);
    const stranger = await server.caller({ permissions: ['customers.view'] });
    expect((await server.call(stranger, 'POST', '/customers/export', { body })).status).toBe(403);
  });
});
