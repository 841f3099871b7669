import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { connectionConfig, unlimited, withDatabase } from '../../platform/database/connection.ts';
import { migrate, readMigrations } from '../../platform/migrate.ts';

const migrations = readMigrations(fileURLToPath(new URL('../../../migrations', import.meta.url)));
const ids = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);

it('asks houses of before for exclusions in a second version, unless they have one of their own', async () => {
  const server = inject('databaseTarget');
  const name = `restrictions_${process.pid}`;
  const target = withDatabase(server, name);
  const on = async <T>(where: typeof server, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(connectionConfig(where, { role: 'owner', timeouts: unlimited }));
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await on(server, (client) => client.query(`create database ${name}`));
  try {
    await migrate(
      target,
      migrations.filter(({ version }) => version < 530),
    );
    const [plain, own] = await on(target, async (client) => {
      const tenants: string[] = [];
      for (const key of ['plain', 'own']) {
        const { rows } = await client.query<{ id: string }>(
          `insert into tenants (tenant_id, tenant_key, tenant_name) values (gen_random_uuid(), $1, $1)
           returning tenant_id as id`,
          [key],
        );
        const id = rows[0]?.id ?? '';
        await client.query(`select set_config('app.tenant_id', $1, false)`, [id]);
        await client.query('select add_delivered_questionnaires($1)', [id]);
        tenants.push(id);
      }
      await client.query(
        `insert into questionnaires (tenant_id, questionnaire_key, version, title, questions, scoring)
         select tenant_id, questionnaire_key, 2, title, questions, scoring from questionnaires where tenant_id = $1`,
        [tenants[1]],
      );
      return tenants;
    });
    await migrate(target, migrations);
    await on(target, async (client) => {
      const { rows } = await client.query<{
        tenant_id: string;
        version: number;
        state: string;
        questions: { id: string }[];
      }>(
        `select tenant_id, version, state, questions from questionnaires where questionnaire_key = 'riskProfile' order by version`,
      );
      const of = (tenant: string | undefined) => rows.filter(({ tenant_id }) => tenant_id === tenant);
      expect(of(plain).map(({ version, state }) => [version, state])).toEqual([
        [1, 'published'],
        [2, 'published'],
      ]);
      expect(of(own).map(({ version, state }) => [version, state])).toEqual([
        [1, 'published'],
        [2, 'draft'],
      ]);
      const [first, second] = of(plain).map(({ questions }) => ids(questions));
      expect(second?.filter((id) => !first?.includes(id))).toEqual([
        'restrictions',
        'excludedRegions',
        'excludedSectors',
        'excludedCompanies',
        'excludedFunds',
      ]);
      expect(second?.at(-1)).toBe('remarks');
      expect(second?.filter((id) => first?.includes(id))).toEqual(first);
    });
  } finally {
    await on(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}, 60_000);
