import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';

/** What a cluster that keeps each tenant on one node asks of a schema (decision 0105). */
const world = useTestDatabase();

const namesOf = async (text: string): Promise<string[]> => {
  const { rows } = await world.owner.query<{ name: string }>(text);
  return rows.map(({ name }) => name);
};

/** Tables with a tenant. */
const ofTenants = `(select c.oid, c.relname, a.attnum as tenant from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')`;

test('every row of a house names its tenant', async () => {
  expect(
    await namesOf(`select t.relname as name from ${ofTenants} t
      join pg_attribute a on a.attrelid = t.oid and a.attnum = t.tenant where not a.attnotnull`),
  ).toEqual([]);
});

test('primary keys of what belongs to a tenant begin with it, but for the host a stranger asks', async () => {
  expect(
    await namesOf(`select t.relname as name from ${ofTenants} t
      join pg_constraint k on k.conrelid = t.oid and k.contype = 'p' where k.conkey[1] <> t.tenant order by 1`),
  ).toEqual(['white_label_hosts']);
});

test('what refers from one to another names the tenant of both first', async () => {
  expect(
    await namesOf(`select k.conrelid::regclass || '.' || k.conname as name from pg_constraint k
      join ${ofTenants} t on t.oid = k.conrelid join ${ofTenants} u on u.oid = k.confrelid
     where k.contype = 'f' and (k.conkey[1] <> t.tenant or k.confkey[1] <> u.tenant) order by 1`),
  ).toEqual([]);
});

test('only what is looked for before the tenant is known is unique across all of them', async () => {
  expect(
    await namesOf(`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join ${ofTenants} t on t.oid = i.indrelid where i.indisunique and i.indkey[0] <> t.tenant order by 1`),
  ).toEqual([
    'activation_tokens_hash',
    'api_tokens_hash',
    'depot_analyses_guid',
    'passkeys_credential',
    'preregistrations_guid',
    'public_reports_guid',
    'public_reports_report_id',
    'registrations_token',
    'report_urls_hash',
    'second_factor_challenges_id',
    'sessions_id',
    'tenants_tenant_key_key',
    'trader_orders_client_order',
    'users_user_name',
    'white_label_hosts_pkey',
  ]);
});
