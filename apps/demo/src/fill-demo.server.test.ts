import { createPasswordHasher } from '@depotwerk/server/public';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../server/test/database.ts';
import { dumpSchema } from '../../server/test/schema-dump.ts';
import { DatabaseNotEmpty, demoPassword, fillDemo } from './fill-demo.ts';
import { sampleMark } from './write-fund-documents.ts';

const world = useTestDatabase();
const size = { contracts: 60, customers: 40, funds: 200 };
let schemaBefore = '';
const progress: number[] = [];

beforeAll(async () => {
  schemaBefore = await dumpSchema(world.owner);
  await fillDemo({
    client: world.owner,
    size,
    anchorDate: '2026-11-20',
    onProgress: (_, done) => progress.push(done),
  });
}, 120_000);

const count = async (sql: string): Promise<number> =>
  Number((await world.owner.query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]?.n);

test('the demo world has the size asked for and leaves the schema as it was', async () => {
  expect(await count('contracts')).toBe(60);
  expect(await count('customers')).toBe(40);
  expect(await count('tenants')).toBe(2);
  expect(
    await count(
      "tariffs where tenant_id = (select tenant_id from tenants where tenant_key = 'demo.example')",
    ),
  ).toBe(10);
  expect(await dumpSchema(world.owner)).toBe(schemaBefore);
  expect(progress.at(-1)).toBe(1);
});

test('a database with tenants is refused and stays as it is', async () => {
  await expect(fillDemo({ client: world.owner, size })).rejects.toThrow(DatabaseNotEmpty);
  expect(await count('contracts')).toBe(60);
  expect(await dumpSchema(world.owner)).toBe(schemaBefore);
});

test('copies and statistics equal what triggers would have written', async () => {
  expect(
    await count('(select * from contract_statistics except select * from contract_statistics_recount) as d'),
  ).toBe(0);
  expect(
    await count('(select * from contract_statistics_recount except select * from contract_statistics) as d'),
  ).toBe(0);
  expect(
    await count('(select * from customer_statistics_recount except select * from customer_statistics) as d'),
  ).toBe(0);
  for (const [ledger, columns] of [
    ['contract_counts', 'tenant_id, group_id, measure, value, contract_count'],
    ['task_counts', 'tenant_id, audience_id, task_type, severity, due_date, task_count'],
  ])
    expect(
      await count(`((select ${columns} from ${ledger} except select * from ${ledger}_recount)
        union all (select * from ${ledger}_recount except select ${columns} from ${ledger})) as d`),
    ).toBe(0);
  expect(
    await count(`contracts k join customers c on c.tenant_id = k.tenant_id and c.id = k.customer_id
      where k.group_id is distinct from c.group_id or k.customer_sort_name <> c.sort_name
         or k.search_text <> contract_search_text(c.last_name, c.first_name, c.company_name, k.external_key, k.external_consumer_key)`),
  ).toBe(0);
  expect(
    await count(`contracts k join portfolios p on p.tenant_id = k.tenant_id and p.contract_id = k.id and p.is_current
      where (k.total_value, k.cash_value, k.valuation_date) is distinct from (p.total_value, p.cash_value, p.valuation_date)`),
  ).toBe(0);
  expect(
    await count(`funds f cross join lateral (select price, price_date from fund_prices p where p.tenant_id = f.tenant_id and p.fund_id = f.id order by price_date desc limit 1) l
      where (f.price, f.price_date) is distinct from (l.price, l.price_date)`),
  ).toBe(0);
  expect(
    await count(
      'contracts k where not exists (select from portfolios p where p.contract_id = k.id and p.is_current)',
    ),
  ).toBe(0);
});

test('the demo sign-ins exist, open with the demo password and see groups', async () => {
  const { rows } = await world.owner.query<{
    user_name: string;
    role_name: string;
    password_hash: string;
    groups: number;
    has_customer: boolean;
  }>(
    `select user_name, role_name, password_hash, customer_id is not null as has_customer,
            (select count(*) from group_users g where g.user_id = u.id) as groups
       from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id`,
  );
  const byName = new Map(rows.map((row) => [row.user_name, row]));
  const expected: Record<string, string> = {
    'admin@demo.example': 'Administrator',
    'tarif@demo.example': 'Tarifmanager',
    'freigabe@demo.example': 'Tariffreigabe',
    'berater@demo.example': 'Berater',
    'beraterin@demo.example': 'Berater',
    'assistenz@demo.example': 'Assistenz',
    'revision@demo.example': 'Compliance/Revision',
    'kunde@demo.example': 'Kunde',
    'admin@nord.example': 'Administrator',
    'berater@nord.example': 'Berater',
  };
  expect(Object.keys(expected).map((name) => byName.get(name)?.role_name)).toEqual(Object.values(expected));
  expect(byName.get('kunde@demo.example')?.has_customer).toBe(true);
  const released = await world.owner.query<{ state: string }>(
    `select d.state from documents d join users u on u.customer_id = d.customer_id where u.user_name = 'kunde@demo.example'`,
  );
  expect(released.rows).toEqual([{ state: 'released' }]);
  expect(byName.get('berater@demo.example')?.groups).toBe(1);
  const check = await createPasswordHasher().verify(
    demoPassword,
    byName.get('admin@demo.example')?.password_hash ?? '',
  );
  expect(check).toMatchObject({ isCorrect: true });
});

test('ids given out later do not collide with those of the demo world', async () => {
  const { rows } = await world.owner.query<{ id: number }>(
    "insert into insurers (tenant_id, insurer_name) select tenant_id, 'Neu' from tenants limit 1 returning id",
  );
  expect(rows[0]?.id).toBeGreaterThan(4);
  await world.owner.query("delete from insurers where insurer_name = 'Neu'");
});

test('every table shows the application its own tenant only, and nothing without one', async () => {
  const { rows: tables } = await world.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege('depotwerk_app', c.oid, 'select') order by 1`,
  );
  const { rows: tenants } = await world.owner.query<{ id: string }>(
    'select tenant_id as id from tenants order by tenant_key',
  );
  const sums = (tenantId: string | null) =>
    world.database.read<Record<string, number>>(
      { tenantId, userId: null },
      {
        sql: `select ${tables.map(({ name }) => `(select count(*) from ${name}) as "${name}"`).join(', ')}`,
        parameters: [],
      },
    );
  const [none] = await sums(null);
  expect(Object.values(none ?? {}).reduce((sum, rows) => sum + rows, 0)).toBe(0);
  for (const { id } of tenants) {
    const [seen = {}] = await sums(id);
    const { rows: owned } = await world.owner.query<Record<string, number>>(
      `select ${tables.map(({ name }) => `(select count(*) from ${name} where tenant_id = $1) as "${name}"`).join(', ')}`,
      [id],
    );
    expect(seen).toEqual(owned[0]);
    expect(seen['contracts']).toBeGreaterThan(0);
  }
  expect(tables.length).toBeGreaterThan(60);
});

test('nearly every fund has key information on file that says it is a sample', async () => {
  const { rows } = await world.owner.query<{ isin: string; content: Buffer; share: number }>(
    `select f.isin, d.content, count(d.id) over () / count(f.id) over ()::float8 as share
       from funds f left join documents d on d.tenant_id = f.tenant_id and d.fund_id = f.id and d.document_type = 'kiid'
      where f.fund_status not in ('merged', 'liquidated') order by d.content is null, f.id`,
  );
  expect(rows[0]?.share).toBeGreaterThan(0.9);
  expect(rows[0]?.share).toBeLessThan(1);
  const pdf = await getDocumentProxy(Uint8Array.from(rows[0]?.content ?? []));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain(sampleMark);
  expect(text).toContain(rows[0]?.isin);
  expect(text).toContain('Welche Kosten entstehen?');
});

test('of the first tenant one version waits for approval and one is drafted; every published one has its content', async () => {
  const { rows } = await world.owner.query<{ state: string; count: number; whole: boolean }>(
    `select v.state, count(*)::int as count, bool_and(v.content->'components' <> 'null'
         or (t.tariff_type_id in (7, 8) and v.content->'tariff'->'fundMatrix' <> 'null')) as whole
       from tariff_versions v join tariffs t on t.tenant_id = v.tenant_id and t.id = v.tariff_id
      where v.tenant_id = (select tenant_id from tenants where tenant_key = 'demo.example') group by v.state order by 1`,
  );
  expect(rows).toEqual([
    { state: 'draft', count: 1, whole: false },
    { state: 'published', count: 10, whole: true },
    { state: 'submitted', count: 1, whole: true },
  ]);
});
