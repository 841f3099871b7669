import type { SearchHit } from '@depotwerk/api/search/search';
import { type GroupRight, groupRights, type PermissionCode } from '@depotwerk/domain/permissions';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { searchRoutes } from './routes.ts';

const { test, world, server, tariff, run } = contractHouse((services) => searchRoutes(services));
let customerId: string;
let first: string;
let second: string;
let caller: string;

const both = ['customers.view', 'contracts.view'] as const;
const inGroup = (
  groupId: string,
  permissions: readonly PermissionCode[] = both,
  rights: readonly GroupRight[] = groupRights,
) => server.caller({ permissions, memberships: [{ groupId, groupRights: rights }] });
const open = async (path: string, who = caller) => {
  expect((await server.call(who, 'GET', path)).status).toBe(200);
};
const last = async (who = caller) => {
  const { status, body } = await server.call(who, 'GET', '/search/opened-last');
  expect(status).toBe(200);
  return (body as SearchHit[]).map(({ type, title }) => `${type} ${title}`);
};
/** Gives the log of one person to another, as if it were one person whose rights were changed. */
const sameLog = async (from: string, to: string) => {
  await test.owner.query('alter table audit_entries disable trigger refuse_audit_change');
  await run(
    'update audit_entries set actor_user_id = $3 where tenant_id = $1 and actor_user_id = $2',
    from,
    to,
  );
  await test.owner.query('alter table audit_entries enable trigger refuse_audit_change');
};

beforeAll(async () => {
  customerId = (await world.addCustomer(tenantA, { firstName: 'Änne', lastName: 'Zuletzt' })).id;
  first = await world.addContract(tenantA, customerId, tariff, { external_key: 'Z-1' });
  second = await world.addContract(tenantA, customerId, tariff, { external_key: 'Z-2' });
});
beforeEach(async () => {
  caller = await inGroup(north);
});

it('lists what the caller opened, each once, newest first; the parts of a page and other people do not count', async () => {
  expect(await last()).toEqual([]);
  await open(`/contracts/${first}`);
  await open(`/customers/${customerId}`);
  await open(`/contracts/${second}`);
  await open(`/contracts/${first}`);
  await open(`/contracts/${second}/info`);
  await open(`/customers/${customerId}`, await inGroup(north));
  expect(await last()).toEqual(['contract Z-1', 'contract Z-2', 'customer Änne Zuletzt']);
  const { body } = await server.call(caller, 'GET', '/search/opened-last');
  expect(body).toEqual([
    expect.objectContaining({
      id: first,
      subtitle: 'Änne Zuletzt · Zukunft',
      path: `/contracts/${first}/overview`,
    }),
    expect.objectContaining({ id: second }),
    expect.objectContaining({ id: customerId, path: `/customers/${customerId}`, fund: null }),
  ]);
});

it('keeps to eight', async () => {
  for (let number = 10; number < 20; number += 1) {
    const id = await world.addContract(tenantA, customerId, tariff, { external_key: `Z-${number}` });
    await open(`/contracts/${id}`);
  }
  expect(await last()).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map((number) => `contract Z-${number}`));
});

it('goes by the rights of now: a group, a right or a permission taken away takes the line with it', async () => {
  await open(`/contracts/${first}`);
  await open(`/customers/${customerId}`);
  const all = ['customer Änne Zuletzt', 'contract Z-1'];
  let holder = caller;
  const asNow = async (next: Promise<string>) => {
    const who = await next;
    await sameLog(holder, who);
    holder = who;
    return last(who);
  };
  expect(await asNow(inGroup(north))).toEqual(all);
  expect(await asNow(inGroup(south))).toEqual([]);
  expect(await asNow(inGroup(north, both, ['groupContracts.view']))).toEqual(['contract Z-1']);
  expect(await asNow(inGroup(north, ['customers.view']))).toEqual(['customer Änne Zuletzt']);
  expect(await asNow(inGroup(north, []))).toEqual([]);
  const other = (await world.addCustomer(tenantA)).id;
  expect(await asNow(server.caller({ permissions: both, memberships: [], ownCustomerId: other }))).toEqual(
    [],
  );
  expect(await asNow(server.caller({ tenantId: tenantB }))).toEqual([]);
  expect(await asNow(inGroup(north))).toEqual(all);
});

it('shows neither name nor number of what was deleted', async () => {
  const goneCustomer = (await world.addCustomer(tenantA, { lastName: 'Gelöscht' })).id;
  const gone = await world.addContract(tenantA, goneCustomer, tariff, { external_key: 'Z-GONE' });
  await open(`/contracts/${gone}`);
  await open(`/customers/${goneCustomer}`);
  expect(await last()).toHaveLength(2);
  await run(
    'update contracts set deleted_at = now(), deletion_reason = $3, retention_until = current_date where tenant_id = $1 and id = $2',
    gone,
    'Test',
  );
  expect(await last()).toEqual(['customer Anna Gelöscht']);
  await run(
    'update customers set deleted_at = now(), retention_until = current_date where tenant_id = $1 and id = $2',
    goneCustomer,
  );
  expect(await last()).toEqual([]);
});

it('is quick in a long log: the newest of the person come from the index', async () => {
  const plan = await run(`explain select object_id, occurred_at from audit_entries
    where tenant_id = $1 and actor_user_id = '${caller}' and object_type = 'contract'
      and action in ('contracts.read', 'customers.read') and details ->> 'part' in ('contract', 'customer')
      and actor_kind = 'user' and not details ? 'viewingAs'
    order by occurred_at desc limit 2000`);
  expect(JSON.stringify(plan.rows)).toContain('audit_entries_opened');
});
