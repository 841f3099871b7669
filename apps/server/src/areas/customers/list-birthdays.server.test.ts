import { randomUUID } from 'node:crypto';
import type { Birthday } from '@depotwerk/api/customers/customers';
import { addDays } from '@depotwerk/domain/add-days';
import { birthdaysFrom, mostBirthdayDays, noBirthDay } from '@depotwerk/domain/customers/birthdays';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';

const { test, world, server, admin } = contractHouse();
const today = todayIn(houseZone, new Date());
/** Somebody born sixty years before the day so many days ahead. */
const bornBefore = (days: number) => {
  const birthday = addDays(today, days);
  return `${Number(birthday.slice(0, 4)) - 60}${birthday.slice(4)}`;
};

beforeAll(async () => {
  for (const [lastName, groupId, dateOfBirth] of [
    ['Morgen', north, bornBefore(1)],
    ['Heute', south, bornBefore(0)],
    ['Gestern', north, bornBefore(-1)],
    ['Später', north, bornBefore(40)],
  ] as const) {
    await world.addCustomer(tenantA, { lastName, groupId, dateOfBirth });
  }
  // A firm, somebody no longer served, and a day that stands for "unknown" are no birthdays.
  for (const [change, dateOfBirth] of [
    ["company_name = 'Groß GmbH'", bornBefore(0)],
    ['is_inactive = true', bornBefore(0)],
    [`date_of_birth = '${noBirthDay}'`, undefined],
  ] as const) {
    const { id } = await world.addCustomer(tenantA, { ...(dateOfBirth && { dateOfBirth }) });
    await test.owner.query(`update customers set ${change} where id = $1`, [id]);
  }
  await world.addCustomer(tenantB, { lastName: 'Fremd', groupId: null, dateOfBirth: bornBefore(0) });
});

async function names(token: string, query = '') {
  const answer = await server.get(token, `/customers/birthdays${query}`);
  expect([query, answer.status, answer.text]).toEqual([query, 200, answer.text]);
  return (answer.body as Birthday[]).map(({ lastName, age }) => `${lastName} ${age}`);
}

describe('birthdays', () => {
  it('need token, permission and days within the limit', async () => {
    expect((await server.get(null, '/customers/birthdays')).status).toBe(401);
    const stranger = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.get(stranger, '/customers/birthdays')).status).toBe(403);
    for (const days of ['0', '93', 'x']) {
      expect([days, (await server.get(admin, `/customers/birthdays?days=${days}`)).status]).toEqual([
        days,
        400,
      ]);
    }
  });

  it('come in their order, today first, and page by page', async () => {
    expect(await names(admin)).toEqual(['Heute 60', 'Morgen 60']);
    expect(await names(admin, '?days=60')).toEqual(['Heute 60', 'Morgen 60', 'Später 60']);
    expect(await names(admin, '?days=1')).toEqual(['Heute 60']);
    expect(await names(admin, '?page=2&pageSize=1')).toEqual(['Morgen 60']);
  });

  it('are found of every day of birth, that of a leap year among them, each on the day it is kept', async () => {
    const ahead = birthdaysFrom(today, mostBirthdayDays);
    const born = ['1904-02-29', '2000-02-29', `1904-${bornBefore(2).slice(5)}`];
    for (const dateOfBirth of born)
      await world.addCustomer(tenantA, { lastName: 'Schalttag', groupId: south, dateOfBirth });
    const { body } = await server.get(admin, `/customers/birthdays?days=${mostBirthdayDays}&pageSize=200`);
    const found = (body as Birthday[]).filter(({ lastName }) => lastName === 'Schalttag');
    const expected = ahead.flatMap(({ monthDay, day }) =>
      born.filter((date) => date.endsWith(monthDay)).map(() => day),
    );
    expect(found.map(({ birthday }) => birthday)).toEqual(expected);
    await test.owner.query(`delete from customers where last_name = 'Schalttag'`);
  });

  it('are those of customers the caller sees, without blocked ones', async () => {
    const northern = await server.caller({
      permissions: ['customers.view'],
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view'] }],
    });
    expect(await names(northern)).toEqual(['Morgen 60']);
    const [first] = (await server.get(admin, '/customers/birthdays')).body as Birthday[];
    const blocked = await server.call(admin, 'POST', `/customers/${first?.id}/block`, {
      body: { isBlocked: true, reason: 'Widerspruch' },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect([blocked.status, blocked.text]).toEqual([200, blocked.text]);
    expect(await names(admin)).toEqual(['Morgen 60']);
  });
});
