import { randomUUID } from 'node:crypto';
import { getCustomer } from '@depotwerk/api/customers/customers';
import { customerSortKeys } from '@depotwerk/domain/lists/sort-keys';
import { noGroupId } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, region, south, type TestCustomer, tenantA, tenantB } from '../../../test/contract-world.ts';
import type { CustomerListItem } from './customer-item.ts';

const { test, world, server, admin, tariff } = contractHouse();
let foreign: TestCustomer;
const people: TestCustomer[] = [];

beforeAll(async () => {
  const names = [
    ['Anna', 'Müller', north],
    ['Käthe', 'Anders', region],
    ['Jonas', 'Müller-Lüdenscheidt', south],
    ['Müller', 'Zimmer', null],
    ['Uwe', 'Groß', north],
    ['Ann', 'Özdemir', south],
    ['Bernd', "O'Neill", null],
    ['Mia', '100 % Zufall_', north],
  ] as const;
  for (const [index, [firstName, lastName, groupId]] of names.entries()) {
    people.push(
      await world.addCustomer(tenantA, {
        firstName,
        lastName,
        groupId,
        dateOfBirth: `19${60 + index}-04-0${index + 1}`,
        email: `person${index}@example.de`,
      }),
    );
  }
  for (const [index, person] of people.slice(0, 4).entries()) {
    await world.addContract(tenantA, person.id, tariff, {
      external_key: `V-77${index}`,
      total_value: 100,
      cash_value: 100,
    });
  }
  foreign = await world.addCustomer(tenantB, { groupId: null, lastName: 'Müller' });
});

async function names(token: string, query = '') {
  const answer = await server.get(token, `/customers?${query}`);
  expect([query, answer.status, answer.text]).toEqual([query, 200, answer.text]);
  const items = answer.body as CustomerListItem[];
  expect(answer.headers['x-total-count']).toBe(String(items.length));
  return items.map((item) => item.lastName);
}
const search = (text: string, token = admin) => names(token, `search=${encodeURIComponent(text)}`);

describe('customer list', () => {
  it('needs token, permission and well-formed parameters', async () => {
    expect((await server.get(null, '/customers')).status).toBe(401);
    const stranger = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.get(stranger, '/customers')).status).toBe(403);
    for (const query of [
      'search=a',
      'sort=email',
      'excludedIssuerId=x',
      'forGroup=1',
      'noGroupOnly=1',
      'foo=1',
      'page=-1',
    ]) {
      expect([query, (await server.get(admin, `/customers?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('is sorted by name as Germans sort', async () => {
    expect(await names(admin)).toEqual([
      '100 % Zufall_',
      'Anders',
      'Groß',
      'Müller',
      'Müller-Lüdenscheidt',
      "O'Neill",
      'Özdemir',
      'Zimmer',
    ]);
  });

  it('puts whose contracts nobody valued behind all others, whichever way it is sorted by value', async () => {
    const worth = (value: number, day: string | null = null) =>
      test.owner.query(
        `update contracts set cash_value = $1, total_value = $1, valuation_date = $2 where external_key = 'V-771'`,
        [value, day],
      );
    const versionOf = async () =>
      (await test.owner.query(`select row_version from customers where last_name = 'Anders'`)).rows;
    const before = await versionOf();
    await worth(0);
    // Those without a contract are worth nothing, which is known.
    const upwards = await names(admin, 'sort=totalValue');
    expect([upwards.length, upwards.at(-1)]).toEqual([8, 'Anders']);
    const downwards = await names(admin, 'sort=-totalValue');
    expect(downwards.indexOf('Anders')).toBeGreaterThan(2);
    // Sold out and valued at nothing is known: it stands among those worth 0, and the customer's form is as it was.
    await worth(0, '2026-11-27');
    expect((await names(admin, 'sort=totalValue')).at(-1)).not.toBe('Anders');
    expect(await versionOf()).toEqual(before);
    await worth(100);
  });

  it('shows groups of the caller with those below, customers without group by permission, own customer only', async () => {
    const of = (groupId: string) =>
      server.caller({
        permissions: ['customers.view'],
        memberships: [{ groupId, groupRights: ['groupCustomers.view'] }],
      });
    expect(await names(await of(region))).toEqual(['100 % Zufall_', 'Anders', 'Groß', 'Müller']);
    expect(await search('müller', await of(north))).toEqual(['Müller']);
    const contractsOnly = await server.caller({
      permissions: ['customers.view'],
      memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }],
    });
    expect(await names(contractsOnly)).toEqual([]);
    expect(await search('müller', contractsOnly)).toEqual([]);
    const own = await server.caller({ ownCustomerId: people[2]?.id ?? '' });
    expect(await names(own)).toEqual(['Müller-Lüdenscheidt']);
    expect(await search('müller', own)).toEqual(['Müller-Lüdenscheidt']);
  });

  it('shows number and value of contracts only to those who may see contracts', async () => {
    const item = async (token: string) =>
      ((await server.get(token, '/customers?search=anders')).body as CustomerListItem[])[0];
    expect(await item(admin)).toMatchObject({
      contractCount: 1,
      totalValue: 100,
      dateOfBirthFormatted: '02.04.1961',
    });
    const memberships = [{ groupId: region, groupRights: ['groupCustomers.view'] as const }];
    expect(await item(await server.caller({ memberships }))).toMatchObject({
      contractCount: 0,
      totalValue: 0,
    });
  });

  it('has its filters', async () => {
    expect(await names(admin, 'noGroupOnly=true')).toEqual(["O'Neill", 'Zimmer']);
    expect(await names(admin, 'noGroupOnly=false')).toHaveLength(8);
    expect(await names(admin, `groupId=${noGroupId}`)).toEqual(["O'Neill", 'Zimmer']);
    expect(await names(admin, `forGroup=${north}`)).toEqual([
      'Anders',
      'Müller-Lüdenscheidt',
      "O'Neill",
      'Özdemir',
      'Zimmer',
    ]);
    expect(await names(admin, `groupId=${region}`)).toEqual(['100 % Zufall_', 'Anders', 'Groß', 'Müller']);
    expect(await names(admin, 'excludedIssuerId=1')).toEqual(['100 % Zufall_', 'Groß', "O'Neill", 'Özdemir']);
    expect(await names(admin, 'search=m%C3%BCller&excludedIssuerId=1&noGroupOnly=true')).toEqual([]);
    expect(await names(admin, `search=m%C3%BCller&forGroup=${north}`)).toEqual([
      'Müller-Lüdenscheidt',
      'Zimmer',
    ]);
  });

  it.each([
    ['müller', ['Müller', 'Müller-Lüdenscheidt', 'Zimmer']],
    ['MUELLER', ['Müller', 'Müller-Lüdenscheidt', 'Zimmer']],
    ['anna mü', ['Müller']],
    ['müller anna', ['Müller']],
    ['lüden', ['Müller-Lüdenscheidt']],
    ['enscheid', ['Müller-Lüdenscheidt']],
    ['an', ['Anders', 'Müller', 'Özdemir']],
    ['gross', ['Groß']],
    ['4.4.1963', ['Zimmer']],
    ['Müller 04.04.63', ['Zimmer']],
    ['person4@example', ['Groß']],
    ['V-773', ['Zimmer']],
    ["o'neill", ["O'Neill"]],
    ['%%', []],
    ['100 %', ['100 % Zufall_']],
    ['zufall_', ['100 % Zufall_']],
    ["x' or 1=1 --", []],
    ['nobody', []],
  ])('finds "%s"', async (text, expected) => {
    const found = await search(text);
    expect(found).toEqual(expected);
  });

  it('pages without gap or overlap in every order', async () => {
    for (const sort of [...customerSortKeys, ...customerSortKeys.map((key) => `-${key}`)]) {
      const ids = async (query: string) =>
        ((await server.get(admin, `/customers?${query}`)).body as CustomerListItem[]).map((item) => item.id);
      const whole = await ids(`sort=${sort}&pageSize=250`);
      const pages = [
        ...(await ids(`sort=${sort}&pageSize=3`)),
        ...(await ids(`sort=${sort}&pageSize=3&page=2`)),
        ...(await ids(`sort=${sort}&pageSize=3&page=3`)),
      ];
      expect([sort, pages]).toEqual([sort, whole]);
    }
    const beyond = await server.get(admin, '/customers?search=m%C3%BCller&page=5&pageSize=2');
    expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '3']);
  });

  it('says "at least" when a search has more than 1,000 hits, ranked and without overlap', async () => {
    await test.owner.query(
      `insert into customers (tenant_id, group_id, first_name, last_name)
       select $1, $2, case when n % 2 = 0 then 'Quirin' else 'Anna' end, case when n % 2 = 0 then 'Vogel' || n else 'Quirinius' || n end
         from generate_series(1, 1200) n`,
      [tenantA, south],
    );
    const first = await server.get(admin, '/customers?search=quirin&pageSize=250');
    expect([first.headers['x-total-count'], first.headers['x-total-count-relation']]).toEqual([
      '1000',
      'atLeast',
    ]);
    const seen: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await server.get(admin, `/customers?search=quirin&pageSize=250&page=${page}`);
      seen.push(...(body as CustomerListItem[]).map((item) => item.id));
    }
    expect(new Set(seen).size).toBe(1000);
    const { body } = await server.get(admin, '/customers?search=quirin&pageSize=250&page=3');
    expect(
      (body as CustomerListItem[]).slice(0, 100).every((item) => item.lastName.startsWith('Quirinius')),
    ).toBe(true);
    await test.owner.query(
      `delete from customers where last_name like 'Quirinius%' or first_name = 'Quirin'`,
    );
  });
});

describe('customers by id', () => {
  it('keeps the order asked and leaves out what is not visible', async () => {
    const wanted = [people[3]?.id, people[0]?.id];
    const answer = await server.call(admin, 'POST', '/customers/CustomerList', {
      body: [...wanted, foreign.id, randomUUID()],
    });
    expect((answer.body as CustomerListItem[]).map((item) => item.id)).toEqual(wanted);
    expect((await server.call(admin, 'POST', '/customers/CustomerList', { body: [] })).body).toEqual([]);
    expect((await server.call(null, 'POST', '/customers/CustomerList', { body: [] })).status).toBe(401);
    expect((await server.call(admin, 'POST', '/customers/CustomerList', { body: { ids: [] } })).status).toBe(
      400,
    );
  });
});

describe('one customer', () => {
  it('comes with contracts and version', async () => {
    const answer = await server.get(admin, `/customers/${people[0]?.id}`);
    expect(answer.headers['etag']).toMatch(/^"\d+"$/);
    expect(answer.body).toMatchObject({
      lastName: 'Müller',
      contractCount: 1,
      contracts: [{ externalKey: 'V-770', tariffName: 'Zukunft' }],
    });
  });

  it('has, of the profiles of one day, the one that holds first', async () => {
    const contract = `(select id from contracts where tenant_id = $1 and customer_id = $2 limit 1)`;
    for (const [place, status] of ['superseded', 'valid', 'superseded'].entries())
      await test.owner.query(
        `insert into risk_assessments (tenant_id, id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id, status)
          values ($1, $3::uuid, ${contract}, '2026-01-10', '2040-01-10', 2, 1, $4)`,
        [tenantA, people[0]?.id, `0d000000-0000-4000-8000-00000000000${place}`, status],
      );
    const { body } = await server.get(admin, `/customers/${people[0]?.id}`);
    const { riskAssessments } = getCustomer.answer.parse(body);
    expect(riskAssessments.map(({ status }) => status)).toEqual(['valid', 'expired', 'expired']);
    await test.owner.query('delete from risk_assessments where tenant_id = $1', [tenantA]);
  });

  it('hides contracts from those who may see the customer only', async () => {
    const limited = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view'] }],
    });
    expect((await server.get(limited, `/customers/${people[0]?.id}`)).body).toMatchObject({
      contractCount: 0,
      totalValue: 0,
      contracts: [],
    });
  });

  it('of another tenant, another group or nowhere is the same 404', async () => {
    const limited = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupCustomers.view'] }],
    });
    const answers = [
      await server.get(admin, `/customers/${foreign.id}`),
      await server.get(admin, `/customers/${randomUUID()}`),
      await server.get(limited, `/customers/${people[2]?.id}`),
    ];
    const bodies = answers.map((answer) => ({
      status: answer.status,
      ...(answer.body as object),
      requestId: '',
      traceId: '',
    }));
    expect(bodies[0]).toMatchObject({ status: 404 });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect((await server.get(null, `/customers/${people[0]?.id}`)).status).toBe(401);
    expect((await server.get(admin, '/customers/x')).status).toBe(400);
  });
});

describe('export of customers', () => {
  it('writes what the list shows and needs its own permission', async () => {
    const csv = await server.get(
      admin,
      '/customers?format=csv&search=anders&columns=lastName,dateOfBirth,totalValue',
    );
    expect(csv.text).toBe(
      '\uFEFFNachname;Geburtsdatum;Gesamtwert;Verträge ohne bekannten Wert\r\nAnders;02.04.1961;100,00;0\r\n',
    );
    const reader = await server.caller({ permissions: ['customers.view'] });
    expect((await server.get(reader, '/customers?format=xlsx')).status).toBe(403);
    const { rows } = await test.owner.query(
      `select count(*)::int as count from audit_entries where action = 'customers.export'`,
    );
    expect(rows[0]).toEqual({ count: 1 });
  });
});

describe('insurers', () => {
  it('are those of the tenant', async () => {
    expect((await server.get(admin, '/insurers')).body).toEqual([
      { id: 2, insurerName: 'Ähre', shortName: null, isInactive: false },
      { id: 1, insurerName: 'Nordstern', shortName: 'NS', isInactive: false },
    ]);
    expect((await server.get(null, '/insurers')).status).toBe(401);
  });
});
