import { randomUUID } from 'node:crypto';
import { group, placedGroup, treeGroup } from '@depotwerk/api/users/groups';
import {
  type GroupRight,
  groupRights,
  type PermissionCode,
  permissionCodes,
} from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { north, region, south, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { problem, problemCodeOf, UserWorld } from '../../../test/user-world.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));

describe('groups', () => {
  const body = (values: Record<string, unknown> = {}) => ({
    groupName: `Gruppe ${randomUUID()}`,
    groupDescription: 'Zeile eins\nZeile zwei',
    isInactive: false,
    parentGroupId: region,
    ...values,
  });
  const create = async (values: Record<string, unknown> = {}) => {
    const answer = await world.post('/groups', body(values));
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return group.parse(answer.body);
  };

  it('stand in the tree below their parent, with their level', async () => {
    const one = await create({ groupName: 'Zweig' });
    const below = await create({ groupName: 'Blatt', parentGroupId: one.id });
    const tree = z.array(treeGroup).parse((await world.get('/groups/tree?pageSize=250')).body);
    const places = tree.map(({ id, level }) => [id, level]);
    expect(places.slice(places.findIndex(([id]) => id === one.id)).slice(0, 2)).toEqual([
      [one.id, 1],
      [below.id, 2],
    ]);
  });

  it('come page by page in the order of the tree, found with what stands above them', async () => {
    const word = randomUUID().slice(0, 8);
    const one = await create({ groupName: `Zweig ${word}` });
    const two = await create({ groupName: `Ast ${word}`, parentGroupId: one.id, isInactive: true });
    const three = await create({ groupName: `Blatt ${word}`, parentGroupId: two.id });
    const page = async (path: string) => {
      const answer = await world.get(path);
      const rows = z.array(treeGroup).parse(answer.body);
      return [answer.headers['x-total-count'], rows.map(({ id, level }) => [id, level])] as const;
    };
    const [total, places] = await page(`/groups/tree?search=blatt%20${word}`);
    expect([total, places]).toEqual([
      '4',
      [
        [region, 0],
        [one.id, 1],
        [two.id, 2],
        [three.id, 3],
      ],
    ]);
    expect(await page(`/groups/tree?search=${word}&page=3&pageSize=2`)).toEqual(['4', []]);
    expect(await page('/groups/tree?search=%25%25')).toEqual(['0', []]);
    // However many there are, an answer holds a page, says how many there are and where the rest is.
    const first = await world.get('/groups/tree?pageSize=2');
    const [count, whole] = await page('/groups/tree?pageSize=250');
    expect(
      z
        .array(treeGroup)
        .parse(first.body)
        .map(({ id, level }) => [id, level]),
    ).toEqual(whole.slice(0, 2));
    expect([first.headers['x-total-count'], whole.length]).toEqual([count, Number(count)]);
    expect(first.headers['link']).toContain('</api/groups/tree?page=2&pageSize=2>; rel="next"');
    // Neither itself nor what hangs below it, and nothing inactive.
    const parents = async (groupId: string) =>
      z
        .array(placedGroup)
        .parse(
          (await world.get(`/groups/possible-parents?pageSize=250&search=${word}&groupId=${groupId}`)).body,
        );
    expect((await parents(three.id)).map(({ id, namesAbove }) => [id, namesAbove.length])).toEqual([
      [one.id, 1],
    ]);
    expect(await parents(one.id)).toEqual([]);
    expect(group.parse((await world.get(`/groups/${three.id}`)).body).parentGroupName).toBe(two.groupName);
  });

  it('are never above themselves', async () => {
    const one = await create();
    const below = await create({ parentGroupId: one.id });
    for (const parentGroupId of [one.id, below.id]) {
      const answer = await world.put(`/groups/${one.id}`, body({ parentGroupId }), one.rowVersion);
      expect([answer.status, problemCodeOf(answer)]).toEqual([409, 'groups.cycle']);
    }
  });

  it('need name and description, and a name of their own below one parent', async () => {
    const one = await create();
    const empty = await world.post('/groups', body({ groupName: ' ', groupDescription: '' }));
    expect(problem.parse(empty.body).validation?.map(({ path }) => path)).toEqual([
      'groupName',
      'groupDescription',
    ]);
    const twice = await world.post('/groups', body({ groupName: one.groupName.toUpperCase() }));
    expect(problemCodeOf(twice)).toBe('masterData.nameExists');
    expect(
      (await world.post('/groups', body({ groupName: one.groupName, parentGroupId: south }))).status,
    ).toBe(201);
  });

  it('are deleted only when nothing belongs to them', async () => {
    const one = await create();
    const below = await create({ parentGroupId: one.id });
    expect(problemCodeOf(await world.remove(`/groups/${one.id}`, one.rowVersion))).toBe('groups.hasChildren');
    expect((await world.remove(`/groups/${below.id}`, below.rowVersion)).status).toBe(204);
    const customer = await world.contracts.addCustomer(tenantA, { groupId: one.id });
    expect(problemCodeOf(await world.remove(`/groups/${one.id}`, one.rowVersion))).toBe(
      'groups.hasCustomers',
    );
    await db.owner.query('update customers set group_id = null where id = $1', [customer.id]);
    expect((await world.remove(`/groups/${one.id}`, one.rowVersion)).status).toBe(204);
  });

  it('become inactive only while somebody sees their customers by rights given elsewhere', async () => {
    const top = await create({ parentGroupId: null });
    const one = await create({ parentGroupId: top.id });
    const below = await create({ parentGroupId: one.id });
    await world.contracts.addCustomer(tenantA, { groupId: one.id });
    await world.contracts.addCustomer(tenantA, { groupId: below.id });
    const viewer = async (groupId: string) => {
      const id = await world.caller(permissionCodes, [{ groupId, groupRights }]);
      await db.owner.query("update users set role_id = $2, password_hash = '$argon2id$x' where id = $1", [
        id,
        world.adviserRole,
      ]);
      await db.owner.query(
        "insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, '{groupCustomers.view}')",
        [tenantA, groupId, id],
      );
      return id;
    };
    await viewer(one.id);
    const { groupName, groupDescription } = one;
    const deactivate = async (parentGroupId = one.parentGroupId) => {
      const { rowVersion } = group.parse((await world.get(`/groups/${one.id}`)).body);
      const draft = { groupName, groupDescription, parentGroupId };
      return world.put(`/groups/${one.id}`, { ...draft, isInactive: true }, rowVersion);
    };
    const refused = await deactivate();
    expect([refused.status, problemCodeOf(refused)]).toEqual([409, 'groups.customersUnseen']);
    expect(problem.parse(refused.body)).toMatchObject({ params: { count: 2 } });
    // Rights below see the customers there only, those of an inactive person nobody.
    await viewer(below.id);
    const left = await viewer(top.id);
    await db.owner.query('update users set is_inactive = true where id = $1', [left]);
    expect(problem.parse((await deactivate()).body)).toMatchObject({ params: { count: 1 } });
    await db.owner.query('update users set is_inactive = false where id = $1', [left]);
    // Nor do rights above count of a group that moves away from them, in the same step or in a later one.
    expect(problem.parse((await deactivate(null)).body)).toMatchObject({ params: { count: 1 } });
    expect((await deactivate()).status).toBe(200);
    expect(problem.parse((await deactivate(null)).body)).toMatchObject({ params: { count: 1 } });
    await db.owner.query('delete from group_users where group_id = $1', [top.id]);
    expect((await deactivate(null)).status).toBe(200);
  });

  it('take customers in and let them go, by change or as a full list', async () => {
    const target = await create();
    const first = await world.contracts.addCustomer(tenantA, { groupId: north });
    const second = await world.contracts.addCustomer(tenantA, { groupId: null });
    const path = `/groups/${target.id}/customers`;
    const caller = await world.callerInEveryGroup();
    const added = await world.put(
      path,
      { add: [first.id, second.id], remove: [] },
      target.rowVersion,
      caller,
    );
    expect([added.status, group.parse(added.body).customerCount]).toEqual([200, 2]);
    const version = group.parse(added.body).rowVersion;
    expect((await world.put(path, { add: [], remove: [] }, target.rowVersion, caller)).status).toBe(412);
    const seen = z.array(z.looseObject({ id: z.string() })).parse((await world.get(path, caller)).body);
    expect(seen.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    const full = await world.put(path, { customerIds: [second.id] }, version, caller);
    expect(group.parse(full.body).customerCount).toBe(1);
    const foreign = await world.put(
      path,
      { add: [randomUUID()], remove: [] },
      group.parse(full.body).rowVersion,
      caller,
    );
    expect([foreign.status, problemCodeOf(foreign)]).toEqual([400, 'common.validationFailed']);
  });

  it('hide customers from those without a right in them', async () => {
    const hidden = await world.contracts.addCustomer(tenantA, { groupId: south });
    const blind = await world.caller(permissionCodes, [{ groupId: north, groupRights }]);
    expect((await world.get(`/groups/${south}/customers`, blind)).body).toEqual([]);
    const version = group.parse((await world.get(`/groups/${south}`, blind)).body).rowVersion;
    const answer = await world.put(
      `/groups/${south}/customers`,
      { add: [], remove: [hidden.id] },
      version,
      blind,
    );
    expect([answer.status, problemCodeOf(answer)]).toEqual([400, 'common.validationFailed']);
  });

  it('give rights to people, replace and take them; a stale list changes nothing', async () => {
    const target = await create();
    const path = `/groups/${target.id}/users`;
    const other = await world.caller([]);
    const set = [{ userId: world.administrator, groupRights: ['groupCustomers.view'] }];
    const first = await world.put(path, { set, remove: [] }, target.rowVersion);
    expect([first.status, group.parse(first.body).userCount]).toEqual([200, 1]);
    // Whoever is in the group is no candidate for it any more.
    const candidates = z
      .array(z.object({ id: z.string() }))
      .parse((await world.get(`/users?forGroup=${target.id}&pageSize=250`)).body);
    expect(candidates.map(({ id }) => id)).toContain(other);
    expect(candidates.map(({ id }) => id)).not.toContain(world.administrator);
    expect(
      (await world.put(path, { set: [], remove: [world.administrator] }, target.rowVersion)).status,
    ).toBe(412);
    const full = await world.put(
      path,
      [{ userId: other, groupRights: ['groupUsers.manage'] }],
      group.parse(first.body).rowVersion,
    );
    expect([full.status, full.text]).toEqual([200, expect.any(String)]);
    expect((await world.get(path)).body).toEqual([
      expect.objectContaining({ userId: other, groupRights: ['groupUsers.manage'] }),
    ]);
    const gone = await world.put(path, { set: [], remove: [other] }, group.parse(full.body).rowVersion);
    expect(group.parse(gone.body).userCount).toBe(0);
    const unknown = await world.put(
      path,
      { set: [{ userId: randomUUID(), groupRights: [] }], remove: [] },
      group.parse(gone.body).rowVersion,
    );
    expect(problemCodeOf(unknown)).toBe('common.validationFailed');
  });

  it('are managed below administrators only by those who manage their users, with the rights they have', async () => {
    const permissions: PermissionCode[] = ['userManagement.view', 'userManagement.editGroups'];
    const manager = await world.caller(permissions, [
      { groupId: north, groupRights: ['groupUsers.manage', 'groupCustomers.view'] },
    ]);
    const version = group.parse((await world.get(`/groups/${north}`)).body).rowVersion;
    const give = (groupRight: string) =>
      world.put(
        `/groups/${north}/users`,
        { set: [{ userId: manager, groupRights: [groupRight] }], remove: [] },
        version,
        manager,
      );
    expect(problemCodeOf(await give('groupContracts.execute'))).toBe('users.aboveOwnRights');
    expect((await give('groupCustomers.view')).status).toBe(200);
    const beside = await world.put(`/groups/${south}/users`, { set: [], remove: [] }, 1, manager);
    expect([beside.status, problemCodeOf(beside)]).toEqual([403, 'auth.forbidden']);
    expect(problemCodeOf(await world.post('/groups', body({ parentGroupId: null }), manager))).toBe(
      'auth.forbidden',
    );
  });

  it('moved below another give nobody rights he has not in them', async () => {
    const plain = await create();
    const rich = await create();
    const manager = await world.caller(
      ['userManagement.view', 'userManagement.editGroups'],
      [
        { groupId: plain.id, groupRights: ['groupUsers.manage'] },
        { groupId: rich.id, groupRights: ['groupUsers.manage', 'groupCustomers.view'] },
      ],
    );
    const move = async (id: string, parentGroupId: string, caller?: string) => {
      const { groupName, groupDescription, isInactive, rowVersion } = group.parse(
        (await world.get(`/groups/${id}`)).body,
      );
      const draft = { groupName, groupDescription, isInactive, parentGroupId };
      return world.put(`/groups/${id}`, draft, rowVersion, caller);
    };
    const refused = await move(plain.id, rich.id, manager);
    expect([refused.status, problemCodeOf(refused)]).toEqual([403, 'users.aboveOwnRights']);
    expect((await move(rich.id, plain.id, manager)).status).toBe(200);
    expect((await move(rich.id, region)).status).toBe(200);
    expect((await move(plain.id, rich.id)).status).toBe(200);
  });

  it('take only customers the caller may move by hand, and each has it in his history', async () => {
    const target = await create();
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const path = `/groups/${target.id}/customers`;
    const editable: GroupRight[] = ['groupUsers.manage', 'groupCustomers.view', 'groupCustomers.edit'];
    const put = (body: Record<string, readonly string[]>, caller: string, version = target.rowVersion) =>
      world.put(path, body, version, caller);
    const change = { add: [customer.id], remove: [] };
    const notInTarget = await world.caller(permissionCodes, [{ groupId: north, groupRights: editable }]);
    expect(problemCodeOf(await put(change, notInTarget))).toBe('groups.noRightToCustomers');
    const withoutEdit = await world.caller(
      permissionCodes.filter((code) => code !== 'customers.edit'),
      [north, target.id].map((groupId) => ({ groupId, groupRights: editable })),
    );
    expect(problemCodeOf(await put(change, withoutEdit))).toBe('auth.forbidden');
    const mover = await world.caller(
      permissionCodes,
      [north, target.id].map((groupId) => ({ groupId, groupRights: editable })),
    );
    const block = (isBlocked: boolean) =>
      db.owner.query('update customers set is_blocked = $2, blocked_reason = $3 where id = $1', [
        customer.id,
        isBlocked,
        isBlocked ? 'Widerspruch' : null,
      ]);
    await block(true);
    const blocked = await put(change, mover);
    expect([blocked.status, problemCodeOf(blocked)]).toEqual([409, 'customers.blocked']);
    await block(false);
    const moved = await put(change, mover);
    expect(moved.status).toBe(200);
    expect(await world.actionsOf('customer', customer.id)).toEqual(['customers.edit']);
    const version = group.parse(moved.body).rowVersion;
    expect((await put({ add: [], remove: [customer.id] }, mover, version)).status).toBe(200);
    expect(await world.actionsOf('customer', customer.id)).toEqual(['customers.edit', 'customers.edit']);
  });
});
