import { randomUUID } from 'node:crypto';
import { user } from '@depotwerk/api/users/users';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { personBody, UserWorld } from '../../../test/user-world.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));

const search = async (query: string) => {
  const answer = await world.get(`/users?sort=userName&page=1&${query}`);
  const people = z.array(user).parse(answer.body);
  const total = answer.headers['x-total-count'];
  return {
    total: answer.headers['x-total-count-relation'] === undefined ? Number(total) : `≥ ${Number(total)}`,
    people,
  };
};

it('people are found by two letters anywhere in a word', async () => {
  const person = user.parse(
    (await world.post('/users', personBody(world.adviserRole, { fullName: 'Ämilie Groß' }))).body,
  );
  const found = await search(`pageSize=250&search=${encodeURIComponent('ÖSS')}`);
  expect(found.people.map(({ id }) => id)).not.toContain(person.id);
  const byTwo = await search('pageSize=250&search=LI');
  expect(byTwo.people.map(({ id }) => id)).toContain(person.id);
  expect((await search('pageSize=3&search=%25%25')).total).toBe(0);
});

it('people too many to be looked up one by one are found in the order of the list, and counted as far as anybody reads', async () => {
  const word = `zx${randomUUID().slice(0, 8)}`;
  await db.owner.query(
    `insert into users (tenant_id, user_name, full_name, company, role_id)
     select $1, $2 || n || '@haus.example', 'Zacharias ' || n, '', $3 from generate_series(1000, 2200) n`,
    [tenantA, word, world.emptyRole],
  );
  try {
    const first = [1000, 1001, 1002].map((n) => `${word}${n}@haus.example`);
    for (const [query, total, names] of [
      [`search=${word}`, '≥ 1000', first],
      [`search=${word}&isInactive=false`, '≥ 1000', first],
      [`search=${word}&isInactive=true`, 0, []],
      [`search=${word}100`, 10, first],
    ] as const) {
      const found = await search(`pageSize=3&${query}`);
      expect([query, found.total, found.people.map(({ userName }) => userName)]).toEqual([
        query,
        total,
        names,
      ]);
    }
    // By name the database reads the page itself: the same people on the same places, page after page to the end.
    for (const text of ['zx', '%25z', `${word}100`]) {
      const walk = async (order: string) => {
        const ids: string[] = [];
        for (let number = 1; number <= 6; number += 1) {
          const page = await world.get(`/users?${order}&page=${number}&pageSize=250&search=${text}`);
          ids.push(
            ...z
              .array(user)
              .parse(page.body)
              .map(({ id }) => id),
          );
        }
        return ids;
      };
      const byName = await walk('sort=fullName');
      expect(byName).toEqual(await walk('sort=fullName,userName'));
      expect(new Set(byName).size).toBe(byName.length);
    }
    const file = await world.get(`/users?format=csv&search=${word}`);
    expect(file.text.trimEnd().split('\n')).toHaveLength(1202);
  } finally {
    await db.owner.query(`delete from users where tenant_id = $1 and user_name like $2 || '%'`, [
      tenantA,
      word,
    ]);
  }
});

it('a walk along the list of people sorts nothing: it would read the whole house first', async () => {
  // The database expects a handful of hits of a long text, whatever everybody is called, and would sort what any index gives.
  const { rows } = await db.owner.query<{ settings: string[] }>(
    `select proconfig as settings from pg_proc where proname = 'users_found'`,
  );
  expect(rows[0]?.settings).toContain('enable_sort=off');
});
