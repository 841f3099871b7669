import { randomUUID } from 'node:crypto';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { defaultSort, listCustomerPage } from '../apps/server/src/areas/customers/list-customers.view.ts';
import { putGroupUsers } from '../apps/server/src/areas/users/group-members.ts';
import { readGroup } from '../apps/server/src/areas/users/groups.view.ts';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { buildScope, type Scope } from '../apps/server/src/platform/scope.ts';
import { readUserScope } from '../apps/server/src/platform/sessions/read-user-scope.ts';
import { onServer } from './database.ts';
import { milliseconds, type Row, verdict } from './report.ts';

const customers = 200_000;
const limit = 1000;
const rounds = 10;
const right = 'groupCustomers.view';

/**
 * Measures how long it takes until a changed right in a group that many customers hang on shows: the verb that saves it, the
 * rights of the person read anew as the next request does, and his list of customers.
 */
export async function measureGroupRights(
  database: Database,
  target: DatabaseTarget,
  house: { readonly tenantId: string; readonly groupId: string; readonly userId: string },
): Promise<Row> {
  const { tenantId, groupId, userId } = house;
  await onServer(
    target,
    `insert into role_permissions (tenant_id, role_id, permission_id)
       select tenant_id, role_id, 'customers.view' from users where id = '${userId}';
     insert into customers (tenant_id, id, group_id, external_key, last_name)
       select '${tenantId}', gen_random_uuid(), '${groupId}', 'K' || n, 'Muster' || n from generate_series(1, ${customers}) n`,
  );
  await onServer(target, 'vacuum analyze');
  const services = { database, clock: Date.now };
  const admin = buildScope({
    tenantId,
    userId,
    ownCustomerId: null,
    permissions: permissionCodes,
    groups: [],
    memberships: [],
  });
  const seen = async (): Promise<number> => {
    const scope: Scope | null = await readUserScope(database, tenantId, userId);
    if (scope === null) throw new Error('The person is there.');
    const page = { number: 1, size: 50, offset: 0 };
    return (await listCustomerPage(services, scope, {}, null, defaultSort, page)).items.length;
  };
  const set = async (groupRights: readonly (typeof right)[]) => {
    const { rowVersion } = await readGroup(services, admin, groupId);
    await putGroupUsers(
      services,
      {
        scope: admin,
        actor: {
          kind: 'user',
          userId,
          sessionId: randomUUID(),
          tenantId,
          userName: 'muster1@haus.example',
          fullName: 'Anna Muster1',
        },
        requestId: randomUUID(),
        zone: { name: null, offsetMinutes: null },
        clientAddress: '127.0.0.1',
        userAgent: 'bench',
        host: 'localhost',
        cookies: new Map(),
        ifMatch: rowVersion,
        idempotencyKey: null,
        signal: new AbortController().signal,
      },
      {
        params: { groupId },
        body: { set: [{ userId, groupRights: [...groupRights] }], remove: [] },
        query: {},
      },
    );
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const groupRights of [[], [right]] as const) {
      const started = performance.now();
      await set(groupRights);
      const count = await seen();
      times.push(performance.now() - started);
      if (count !== (groupRights.length === 0 ? 0 : 50)) throw new Error(`${count} customers are shown.`);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return [
    `a right in a group of ${customers.toLocaleString('de-DE')} customers, until the list shows it`,
    '50.000',
    '5.000',
    `${milliseconds(at(0.5))} / ${milliseconds(at(0.95))}`,
    `${verdict(at(0.95) <= limit)} (at most 1 s)`,
  ];
}
