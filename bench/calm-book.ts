import { type DatabaseTarget, withDatabase } from '../apps/server/src/platform/database/connection.ts';
import { onServer } from './database.ts';

/** Why the bench takes contracts out of a book: by it they are found again. */
const outOfBook = `'bench: not of a calm month'`;

const ofContract = (table: string) => ({
  table,
  keys: ['id', 'contract_id'],
  joined: `${table} x on x.tenant_id = c.tenant_id and x.contract_id = c.id`,
});

/** Tables a contract is planned from, with the columns that name what is copied with it, and how its rows `x` are found from `contracts c`. */
const copied: readonly { table: string; keys: readonly string[]; joined: string }[] = [
  { ...ofContract('portfolios'), joined: `${ofContract('portfolios').joined} and x.is_current` },
  {
    table: 'portfolio_entries',
    keys: ['id', 'portfolio_id'],
    joined: `portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
      join portfolio_entries x on x.tenant_id = p.tenant_id and x.portfolio_id = p.id`,
  },
  ofContract('savings_plans'),
  {
    table: 'savings_plan_entries',
    keys: ['id', 'savings_plan_id'],
    joined: `savings_plans s on s.tenant_id = c.tenant_id and s.contract_id = c.id
      join savings_plan_entries x on x.tenant_id = s.tenant_id and x.savings_plan_id = s.id`,
  },
  ofContract('risk_assessments'),
  ofContract('contract_hints'),
  // Last: until then those of the book are the originals alone.
  { table: 'contracts', keys: ['id'], joined: 'contracts x on x.tenant_id = c.tenant_id and x.id = c.id' },
];

/**
 * A book of a calm month, in a database of its own beside the one it is made from, and kept: of the contracts just looked at there those that
 * need nothing, and as many that need a plan that they are one in fifty, each with what it is planned from copied until there are at least
 * `contracts`. Copies have keys computed from their original's, so that all lie mixed in the order of ids, and are written contract after
 * contract in every table, as a book that is taken over is; triggers and foreign keys rest meanwhile. Nobody but the caller may be connected to the database it is made from.
 */
export async function calmBook(target: DatabaseTarget, contracts: number): Promise<DatabaseTarget> {
  const [current] = await onServer<{ name: string }>(target, 'select current_database() as name');
  if (!current) throw new Error('The database does not say its name.');
  const name = `${current.name}_calm_${contracts}`;
  const calm = withDatabase(target, name);
  const server = withDatabase(target, 'postgres');
  const found = await onServer(server, `select 1 from pg_database where datname = '${name}'`);
  if (found.length > 0) return calm;
  const unfinished = `${name}_unfinished`;
  await onServer(server, `drop database if exists ${unfinished} with (force)`);
  await onServer(server, `create database ${unfinished} template ${current.name}`);
  const made = withDatabase(target, unfinished);
  await onServer(
    made,
    `set session_replication_role = replica;
     update contracts set deleted_at = now(), deletion_reason = ${outOfBook} where deleted_at is null and id not in (
       select contract_id from (select contract_id, state, row_number() over (partition by state order by contract_id) as place,
           count(*) filter (where state = 'nothingToDo') over () as quiet from continuous_plans) looked
        where state = 'nothingToDo' or state = 'waiting' and place <= quiet / 49);
     truncate continuous_plans, planned_optimizations cascade`,
  );
  const [kept] = await onServer<{ count: number }>(
    made,
    'select count(*)::integer as count from contracts where deleted_at is null',
  );
  const copies = Math.ceil(contracts / (kept?.count ?? 1)) - 1;
  for (const { table, keys, joined } of copied) {
    const columns = await onServer<{ name: string }>(
      made,
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}'
          and is_generated = 'NEVER' order by ordinal_position`,
    );
    const values = columns.map(({ name: column }) => {
      if (keys.includes(column)) return `md5(x.${column}::text || k)::uuid`;
      return column === 'external_key' ? `x.external_key || '-' || k` : `x.${column}`;
    });
    await onServer(
      made,
      `set session_replication_role = replica;
       insert into ${table} (${columns.map(({ name: column }) => column).join(', ')})
       select ${values.join(', ')} from contracts c cross join generate_series(1, ${copies}) k
         join ${joined}
        where c.deleted_at is null order by k, c.id`,
    );
  }
  await onServer(made, 'vacuum analyze');
  await onServer(server, `alter database ${unfinished} rename to ${name}`);
  return calm;
}
