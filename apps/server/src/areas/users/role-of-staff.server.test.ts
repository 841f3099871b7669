import { user } from '@depotwerk/api/users/users';
import { expect, it } from 'vitest';
import { north, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { personBody, UserWorld } from '../../../test/user-world.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));
const body = (values: Record<string, unknown> = {}) => personBody(world.adviserRole, values);

it('people get a role of customers only where they are one, and keep it', async () => {
  const refused = { validation: [{ path: 'roleId', code: 'clientRole' }] };
  const made = await world.post('/users', body({ roleId: world.clientRole }));
  expect([made.status, made.body]).toEqual([400, expect.objectContaining(refused)]);
  const { id, rowVersion } = user.parse((await world.post('/users', body())).body);
  const become = (version: number) => world.put(`/users/${id}`, body({ roleId: world.clientRole }), version);
  const changed = await become(rowVersion);
  expect([changed.status, changed.body]).toEqual([400, expect.objectContaining(refused)]);
  const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
  await db.owner.query('update users set customer_id = $2 where id = $1', [id, customer.id]);
  const now = user.parse((await world.get(`/users/${id}`)).body);
  const client = await become(now.rowVersion);
  expect(client.body).toMatchObject({ isOfCustomer: true });
  // The access of a customer never becomes one of the house; everything else about it can be changed.
  const { rowVersion: version } = user.parse(client.body);
  const back = await world.put(`/users/${id}`, body(), version);
  expect([back.status, back.body]).toEqual([
    400,
    expect.objectContaining({ validation: [{ path: 'roleId', code: 'staffRole' }] }),
  ]);
  const named = body({ roleId: world.clientRole, fullName: 'Anderer Name' });
  expect((await world.put(`/users/${id}`, named, version)).status).toBe(200);
});
