import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';

const test = useTestDatabase();
const tenant = randomUUID();
const [roles, groups, people] = [2, 3, 8].map((count) =>
  Array.from({ length: count }, () => randomUUID()),
) as [string[], string[], string[]];

beforeAll(async () => {
  await test.owner.query("insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, 't', 'T')", [
    tenant,
  ]);
  for (const [index, id] of roles.entries())
    await test.owner.query('insert into roles (tenant_id, id, role_name) values ($1, $2, $3)', [
      tenant,
      id,
      `R${index}`,
    ]);
  for (const [index, id] of groups.entries())
    await test.owner.query('insert into groups (tenant_id, id, group_name) values ($1, $2, $3)', [
      tenant,
      id,
      `G${index}`,
    ]);
});

const anyOf = (ids: readonly string[]) => fc.constantFrom(...ids);
type Step = readonly [sql: string, ...values: unknown[]];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(anyOf(people), anyOf(roles))
    .map(
      ([id, role]): Step => [
        `insert into users (tenant_id, id, user_name, full_name, role_id) values ($1, $2::uuid, $2::uuid::text || '@x.example', 'P', $3) on conflict do nothing`,
        id,
        role,
      ],
    ),
  fc
    .tuple(anyOf(people), anyOf(roles), fc.boolean())
    .map(
      ([id, role, isInactive]): Step => [
        'update users set role_id = $3, is_inactive = $4 where tenant_id = $1 and id = $2',
        id,
        role,
        isInactive,
      ],
    ),
  fc.constant<Step>(['update users set last_login = now() where tenant_id = $1']),
  anyOf(people).map((id): Step => ['delete from users where tenant_id = $1 and id = $2', id]),
  fc.tuple(anyOf(people), anyOf(groups)).map(
    ([id, group]): Step => [
      `insert into group_users (tenant_id, group_id, user_id) select $1, $3, id from users where tenant_id = $1 and id = $2
       on conflict do nothing`,
      id,
      group,
    ],
  ),
  anyOf(groups).map((id): Step => ['delete from group_users where tenant_id = $1 and group_id = $2', id]),
  fc.constant<Step>(['select compact_user_statistics($1)']),
);

it('keeps how many people have each role and group, whatever changes (property)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      for (const [sql, ...values] of steps) await test.owner.query(sql, [tenant, ...values]);
      for (const [kept, counted] of [
        [
          'select role_id, is_inactive, sum(user_count)::int as n from user_statistics group by 1, 2 having sum(user_count) <> 0 order by 1, 2',
          'select role_id, is_inactive, count(*)::int as n from users group by 1, 2 order by 1, 2',
        ],
        [
          'select group_id, sum(user_count)::int as n from group_user_statistics group by 1 having sum(user_count) <> 0 order by 1',
          'select group_id, count(*)::int as n from group_users group by 1 order by 1',
        ],
      ] as const) {
        expect((await test.owner.query(kept)).rows).toEqual((await test.owner.query(counted)).rows);
      }
    }),
    { numRuns: 40 },
  );
});
