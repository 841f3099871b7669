import { expect, it } from 'vitest';
import { addMember } from '../../../test/add-member.ts';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA } from '../../../test/contract-world.ts';
import { readMails } from '../../../test/read-mails.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import { mailNotifications } from './mail-notifications.ts';
import { notificationLink } from './notification-path.view.ts';
import { notificationRoutes } from './routes.ts';
import { tellPeople } from './tell-people.ts';

const settings = { isDemo: true, publicOrigin: 'https://depotwerk.example', bankUrl: null };
const house = contractHouse((services) => notificationRoutes({ ...services, settings }));

it('leave ten minutes between two also where the same line happens again, and take along what follows', async () => {
  const { test: db, world, server, run } = house;
  let now = Date.now();
  const services = { database: db.database, clock: () => now, keys: testKeys(), settings };
  const after = (minutes: number) => {
    now += minutes * 60_000;
    return mailNotifications(services);
  };
  const anna = await addMember({ server, run }, north);
  const subjects = async () =>
    (await readMails(db, { services }, { tenantId: tenantA, userId: anna })).map(({ subject }) => subject);
  const customer = await world.addCustomer(tenantA, { groupId: north });
  const contractId = await world.addContract(tenantA, customer.id, house.tariff);
  const happens = async (taskType: string) => {
    await db.database.transaction({ tenantId: tenantA, userId: null }, (_transaction, connection) =>
      connection.query(
        `insert into workbench_tasks (tenant_id, task_type, cause_key, severity, customer_id, contract_id, group_id)
         values ($1, $2, gen_random_uuid(), 1, $3, $4, $5)`,
        [tenantA, taskType, customer.id, contractId, north],
      ),
    );
    await tellPeople(services);
  };
  await server.call(anna, 'PUT', '/settings/notifications', {
    body: { wishes: [{ kind: 'orderUnclear', isInApp: true, mail: 'soon' }] },
  });
  await happens('lossReached');
  await after(2);
  expect(await subjects()).toEqual(['Eine ungelesene Benachrichtigung']);
  await happens('lossReached');
  await happens('orderUnclear');
  await after(3);
  expect(await subjects()).toHaveLength(1);
  await after(7);
  expect(await subjects()).toEqual(['Eine ungelesene Benachrichtigung', '3 ungelesene Benachrichtigungen']);
  // Nothing a third time.
  await after(30);
  expect(await subjects()).toHaveLength(2);
});

it('lead to where the line under the bell leads', () => {
  const linkOf = (targetType: 'contract' | 'customer' | 'task') =>
    notificationLink({ kind: 'noteMention', targetType, targetId: '7' });
  expect((['customer', 'contract', 'task'] as const).map(linkOf)).toEqual([
    '/goto/customer/7?tab=notes',
    '/goto/contract/7?tab=optimization',
    '/goto/task/7',
  ]);
});
