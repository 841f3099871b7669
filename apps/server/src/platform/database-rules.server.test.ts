import { randomUUID } from 'node:crypto';
import { contractMatchKey } from '@depotwerk/domain/book/book-fields';
import { foldText } from '@depotwerk/domain/fold-text';
import { isHolderName } from '@depotwerk/domain/holder-name';
import { isIsin } from '@depotwerk/domain/isin';
import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';

const world = useTestDatabase();
const tenant = randomUUID();
const other = randomUUID();
const component = randomUUID();

beforeAll(async () => {
  await world.owner.query(
    "insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 'eins', 'Eins'), ($2, 'zwei', 'Zwei')",
    [tenant, other],
  );
  await world.owner.query(
    "insert into issuers (tenant_id, id, issuer_name) values ($1, 1, 'Bank'), ($2, 1, 'Bank')",
    [tenant, other],
  );
  await world.owner.query(
    "insert into fund_categories (tenant_id, id, category_name, category_color) values ($1, 1, 'Aktien', '#112233')",
    [tenant],
  );
  await world.owner.query(
    "insert into peergroups (tenant_id, id, peergroup_key, peergroup_name, category_id) values ($1, 1, 'A', 'A', 1), ($1, 2, 'B', 'B', 1)",
    [tenant],
  );
  await world.owner.query(
    "insert into components (tenant_id, id, kind, name, key) values ($1, $2, 'risk', 'R', 'R')",
    [tenant, component],
  );
});

const tariff = (columns: string, values: string) =>
  `insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id${columns}) values ($1, 'Tarif', 'K' || floor(random() * 1e9)::text, 1, 7${values})`;
const fund = (columns: string, values: string) =>
  `insert into funds (tenant_id, isin, name${columns}) values ($1, 'DE0005140008', 'Fonds'${values})`;

describe('the database refuses', () => {
  test.each([
    [
      'an ISIN with a wrong check digit',
      "insert into funds (tenant_id, isin, name) values ($1, 'DE0005140009', 'F')",
    ],
    ['a fee of 115 %', fund(', ongoing_fee', ', 1.15')],
    ['a price of zero', "insert into fund_prices values ($1, 1, '2026-01-02', 0)"],
    ['a risk indicator of 8', fund(', risk_indicator, risk_indicator_type', ", 8, 'SRI'")],
    [
      'a blank tariff name',
      "insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id) values ($1, '  ', 'K', 1, 7)",
    ],
    [
      'a tariff key with a space',
      "insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id) values ($1, 'T', 'a b', 1, 7)",
    ],
    ['a description of 2,001 characters', tariff(', description', ", repeat('x', 2001)")],
    [
      'more securities at least than at most',
      tariff(', min_securities_portfolio, max_securities_portfolio', ', 5, 4'),
    ],
    [
      'a smallest share above the largest',
      tariff(', min_security_fraction_savings_plan, max_security_fraction_savings_plan', ', 0.5, 0.4'),
    ],
    ['a smallest value below one euro', tariff(', min_security_value_portfolio', ', 0.5')],
    [
      'an optimisation interval of two months',
      tariff(
        ', continuous_optimization, optimization_interval, optimization_start',
        ", true, 2, '2026-01-01'",
      ),
    ],
    ['an interval without continuous optimisation', tariff(', optimization_interval', ', 4')],
    [
      'a tariff without components unless it is hybrid',
      "insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id) values ($1, 'T', 'ohne', 1, 1)",
    ],
    [
      'four risk classes',
      `insert into risk_components (tenant_id, component_id, risk_type_id, risk_items_number) values ($1, '${component}', 1, 4)`,
    ],
    [
      'an allocation component that is a risk component',
      `insert into universe_components (tenant_id, component_id, is_manual) values ($1, '${component}', true)`,
    ],
    ['a customer without a name', "insert into customers (tenant_id, last_name) values ($1, ' ')"],
    [
      'a customer with a wrong IBAN',
      "insert into customers (tenant_id, last_name, iban) values ($1, 'A', 'DE89370400440532013001')",
    ],
    [
      'the id that means no group',
      "insert into groups (tenant_id, id, group_name) values ($1, '00000000-0000-0000-0000-000000000000', 'G')",
    ],
    [
      'a password that is not argon2id',
      "insert into users (tenant_id, user_name, full_name, role_id, password_hash) values ($1, 'a', 'A', $1, 'geheim')",
    ],
    [
      'an issuer of another tenant',
      "insert into tariffs (tenant_id, name, key, issuer_id, tariff_type_id) values ($1, 'T', 'fremd', 2, 7)",
    ],
  ])('%s', async (_, sql) => {
    const refused = world.owner.query(sql, sql.includes('$1') ? [tenant] : []);
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^23(514|503|502)$/) });
  });

  test('a second user of the same name, whatever the case and the tenant', async () => {
    for (const id of [tenant, other])
      await world.owner.query(
        "insert into roles (tenant_id, id, role_name) values ($1, $1, 'Rolle') on conflict do nothing",
        [id],
      );
    await world.owner.query(
      "insert into users (tenant_id, user_name, full_name, role_id) values ($1, 'Anna@eins.example', 'A', $1)",
      [tenant],
    );
    const again = world.owner.query(
      "insert into users (tenant_id, user_name, full_name, role_id) values ($1, 'anna@EINS.example', 'A', $1)",
      [other],
    );
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  test('a group that becomes its own ancestor', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await world.owner.query(
      "insert into groups (tenant_id, id, group_name, parent_group_id) values ($1, $2, 'Oben', null), ($1, $3, 'Unten', $2)",
      [tenant, first, second],
    );
    const moved = world.owner.query(
      'update groups set parent_group_id = $3 where tenant_id = $1 and id = $2',
      [tenant, first, second],
    );
    await expect(moved).rejects.toMatchObject({ constraint: 'groups_no_cycle' });
  });

  test('a matrix column that does not sum to 100 %, when the transaction ends', async () => {
    const id = randomUUID();
    const { owner } = world;
    await owner.query(
      'insert into risk_components (tenant_id, component_id, risk_type_id, risk_items_number) values ($1, $2, 1, 3)',
      [tenant, component],
    );
    await owner.query(
      "insert into components (tenant_id, id, kind, name, key) values ($1, $2, 'allocation', 'A', 'A')",
      [tenant, id],
    );
    await owner.query(
      'insert into allocation_components (tenant_id, component_id, risk_component_id, is_manual, allocation_type_id) values ($1, $2, $3, true, 1)',
      [tenant, id, component],
    );
    await owner.query(
      'insert into allocation_peergroups (tenant_id, component_id, peergroup_id) values ($1, $2, 1), ($1, $2, 2)',
      [tenant, id],
    );
    const insert = (first: number, second: number) =>
      owner.query(
        'insert into allocation_items (tenant_id, component_id, risk_class_id, peergroup_id, fraction, is_used) values ($1, $2, 1, 1, $3, true), ($1, $2, 1, 2, $4, true)',
        [tenant, id, first, second],
      );
    await expect(insert(0.6, 0.399)).rejects.toMatchObject({ constraint: 'allocation_items_column_sum' });
    await insert(0.6, 0.4);
    await expect(
      owner.query(
        'update allocation_items set fraction = 0.5 where tenant_id = $1 and component_id = $2 and peergroup_id = 1',
        [tenant, id],
      ),
    ).rejects.toMatchObject({ constraint: 'allocation_items_column_sum' });
  });

  test('any change of the audit, even by the owner', async () => {
    await world.owner.query(
      "insert into audit_entries (tenant_id, actor_kind, action, result, chain_day, entry_hash) values ($1, 'system', 'test', 'done', '2026-01-02', sha256('b'))",
      [tenant],
    );
    for (const sql of [
      "update audit_entries set action = 'x'",
      'delete from audit_entries',
      'truncate audit_entries',
    ])
      await expect(world.owner.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('row level security', () => {
  test('shows the application nothing without a tenant, and nothing of another one', async () => {
    const customer = randomUUID();
    await world.owner.query("insert into customers (tenant_id, id, last_name) values ($1, $2, 'Sichtbar')", [
      tenant,
      customer,
    ]);
    const look = (tenantId: string | null) =>
      world.database.read(
        { tenantId, userId: null },
        { sql: 'select id from customers where id = $1', parameters: [customer] },
      );
    expect(await look(null)).toEqual([]);
    expect(await look(other)).toEqual([]);
    expect(await look(tenant)).toEqual([{ id: customer }]);
  });

  test('lets the application write for its own tenant only', async () => {
    const write = world.database.transaction({ tenantId: tenant, userId: null }, (transaction) =>
      transaction.insertInto('customers').values({ tenant_id: other, last_name: 'Fremd' }).execute(),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
  });

  test.each([
    'create table evil (id int)',
    'alter table customers disable row level security',
    'drop table customers',
    'truncate customers',
    'delete from audit_entries',
    'update permissions set permission_name = id',
  ])('denies the application: %s', async (sql) => {
    const attempt = world.database.transaction({ tenantId: tenant, userId: null }, (_, connection) =>
      connection.query(sql),
    );
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the same rule in the database and in TypeScript', () => {
  test('folding of texts', async () => {
    const texts = fc
      .sample(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(..."aäÄöÖüÜßẞéÉłŁøÅœŒþñçŞığ -_/.,'&9Z"),
            fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
          ),
        }),
        { numRuns: 500, seed: 7 },
      )
      .filter((text) => !text.includes('\0') && text.isWellFormed());
    const { rows } = await world.owner.query<{ folded: string }>(
      'select fold_text(text) as folded from unnest($1::text[]) with ordinality as t (text, place) order by place',
      [texts],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
  });

  test('numbers of contracts as they are compared', async () => {
    const numbers = fc
      .sample(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom(...'aZ09 -/_.äÖßéıİ\u00a0\u2009\u3000\ufeff\t\n\u0308u'),
            fc.string({ unit: 'binary' }),
          ),
          maxLength: 12,
        }),
        { numRuns: 500, seed: 11 },
      )
      .filter((text) => !text.includes('\0') && text.isWellFormed());
    const { rows } = await world.owner.query<{ key: string }>(
      'select contract_match_key(number) as key from unnest($1::text[]) with ordinality as t (number, place) order by place',
      [numbers],
    );
    expect(rows.map(({ key }) => key)).toEqual(numbers.map(contractMatchKey));
  });

  test('holders of depots: who is named as one may be linked without being asked', async () => {
    const word = fc.constantFrom('', 'Jörg', 'MUELLER', 'Müller', 'Dr.', 'GmbH', 'Nord', 'von der');
    const names = fc.sample(fc.tuple(word, word, word, fc.array(word, { maxLength: 2 })), {
      numRuns: 2000,
      seed: 5,
    });
    const cases = names.map(([firstName, lastName, companyName, holder]) => ({
      firstName,
      lastName,
      companyName,
      holderName: holder.join(' '),
    }));
    const { rows } = await world.owner.query<{ named: boolean }>(
      `select is_named_holder(value->>'holderName', value->>'firstName', value->>'lastName', value->>'companyName') as named
         from jsonb_array_elements($1::jsonb) with ordinality as t (value, place) order by place`,
      [JSON.stringify(cases)],
    );
    const named = cases.filter((_case, index) => rows[index]?.named);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ holderName, ...customer }) => !isHolderName(holderName, customer))).toEqual([]);
    expect(named.filter(({ holderName }) => foldText(holderName) === '')).toEqual([]);
    const whole = cases.filter(
      ({ holderName, firstName, lastName, companyName }) =>
        foldText(holderName) !== '' &&
        [`${firstName} ${lastName}`, companyName].some((name) => foldText(name) === foldText(holderName)),
    );
    expect(named).toEqual(whole);
  });

  test('ISIN check digits', async () => {
    const isins = fc.sample(
      fc
        .tuple(
          fc.constantFrom('DE', 'LU', 'IE', 'US', 'FR'),
          fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZIO'), minLength: 9, maxLength: 9 }),
          fc.integer({ min: 0, max: 9 }),
        )
        .map((parts) => parts.join('')),
      { numRuns: 1000, seed: 3 },
    );
    const { rows } = await world.owner.query<{ valid: boolean }>(
      'select is_valid_isin(isin) as valid from unnest($1::text[]) with ordinality as t (isin, place) order by place',
      [isins],
    );
    expect(rows.map(({ valid }) => valid)).toEqual(isins.map(isIsin));
    expect(rows.some(({ valid }) => valid)).toBe(true);
  });

  test('permission codes and group rights', async () => {
    const codes = async (table: string): Promise<string[]> =>
      (await world.owner.query<{ id: string }>(`select id from ${table} order by sort_order`)).rows.map(
        ({ id }) => id,
      );
    expect(await codes('permissions')).toEqual(permissionCodes);
    expect(await codes('group_permissions')).toEqual(groupRights);
  });
});
