import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningChild, startProduct } from './children.ts';
import { type BenchServer, onServer, productEnvironment } from './database.ts';
import { milliseconds, report, verdict } from './report.ts';
import { signIn } from './sign-in.ts';

const customers = 200_000;
const groupName = 'Gruppe mit vielen Kunden';
const limit = 1000;
const rounds = 20;
const right = 'groupCustomers.view';

/**
 * Measures how long it takes until a changed right in a group that many customers hang on shows to a running session: over HTTP,
 * at the server that took the change with its next request, and at another server of the house.
 */
export async function benchGroupRights(server: BenchServer, port: number): Promise<void> {
  const target = await server.databaseOf(1000);
  await onServer(
    target,
    `with house as (select u.tenant_id, u.id as user_id, gen_random_uuid() as group_id from users u
         where u.user_name = 'berater@demo.example' and not exists (select from groups where group_name = '${groupName}')),
       made as (insert into groups (tenant_id, id, group_name) select tenant_id, group_id, '${groupName}' from house returning id),
       member as (insert into group_users (tenant_id, group_id, user_id, group_rights)
         select h.tenant_id, h.group_id, u.id, array['${right}'] from house h join users u on u.tenant_id = h.tenant_id
          where u.user_name in ('admin@demo.example', 'berater@demo.example'))
     insert into customers (tenant_id, id, group_id, external_key, last_name)
     select h.tenant_id, gen_random_uuid(), h.group_id, 'VIEL-' || n, 'Muster' || n
       from house h cross join generate_series(1, ${customers}) n`,
  );
  await onServer(target, 'vacuum analyze');
  const [member] = await onServer<{ groupId: string; userId: string }>(
    target,
    `select m.group_id as "groupId", m.user_id as "userId" from group_users m
       join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
       join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      where g.group_name = '${groupName}' and u.user_name = 'berater@demo.example'`,
  );
  if (!member) throw new Error('The adviser is in the group.');
  const products: RunningChild[] = [];
  try {
    for (const each of [port, port + 1]) products.push(await startProduct(each, productEnvironment(target)));
    const house = { ...member, admin: await signIn(port, 'admin@demo.example') };
    const adviser = await signIn(port, 'berater@demo.example');
    const here: number[] = [];
    const elsewhere: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const groupRights of [[], [right]] as const) {
        const wanted = groupRights.length === 0 ? 0 : customers;
        // Both servers know the rights as they were.
        for (const each of [port, port + 1]) await countCustomers(each, adviser, house.groupId);
        const started = performance.now();
        await setRights(port, house, groupRights);
        const seen = await countCustomers(port, adviser, house.groupId);
        if (seen !== wanted) throw new Error(`The next request saw ${seen} customers instead of ${wanted}.`);
        here.push(performance.now() - started);
        while ((await countCustomers(port + 1, adviser, house.groupId)) !== wanted) await pause(10);
        elsewhere.push(performance.now() - started);
      }
    }
    const row = (what: string, times: number[]) => {
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
      return [
        what,
        milliseconds(at(0.5)),
        milliseconds(at(0.95)),
        milliseconds(at(1)),
        verdict(at(1) <= limit),
      ];
    };
    report(
      'group-rights',
      'A right in a group changed',
      `${server.name}, a group with ${customers.toLocaleString('en')} customers; over HTTP, from sending the change until the list of a signed-in adviser has or lacks them, ${rounds * 2} changes. Aim: at most ${limit} ms.`,
      ['seen by', 'median', 'p95', 'worst', 'aim'],
      [
        row('the next request at the same server', here),
        row('requests at another server of the house', elsewhere),
      ],
    );
  } finally {
    for (const product of products) await product.stop();
  }
}

async function countCustomers(port: number, token: string, groupId: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/customers?groupId=${groupId}&pageSize=50`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the list answered ${response.status}`);
  return Number(response.headers.get('x-total-count'));
}

async function setRights(
  port: number,
  house: { readonly admin: string; readonly groupId: string; readonly userId: string },
  groupRights: readonly string[],
): Promise<void> {
  const path = `http://127.0.0.1:${port}/api/groups/${house.groupId}`;
  const headers = { authorization: `Bearer ${house.admin}` };
  const group = await fetch(path, { headers });
  const response = await fetch(`${path}/users`, {
    method: 'PUT',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'if-match': group.headers.get('etag') ?? '',
    },
    body: JSON.stringify({ set: [{ userId: house.userId, groupRights }], remove: [] }),
  });
  if (!response.ok) throw new Error(`the change answered ${response.status} ${await response.text()}`);
}
