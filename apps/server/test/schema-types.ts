import type pg from 'pg';

interface ColumnRow {
  table_name: string;
  column_name: string;
  type_name: string;
  is_nullable: boolean;
  has_default: boolean;
  is_generated: boolean;
  is_view: boolean;
  choices: string | null;
}

const columnsQuery = `
  select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as type_name,
         not a.attnotnull as is_nullable, (a.atthasdef or a.attidentity <> '') and a.attgenerated = '' as has_default,
         a.attgenerated <> '' or a.attidentity = 'a' as is_generated, c.relkind = 'v' as is_view,
         (select pg_get_constraintdef(k.oid) from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['
           limit 1) as choices
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped
     and c.relname <> 'schema_migrations'
   order by c.relname, a.attnum`;

const scalarTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  inet: 'string',
  date: 'string',
  'timestamp with time zone': 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  'double precision': 'number',
  bytea: 'Buffer',
  jsonb: 'Json',
};

/** The union of an enumerating check constraint, or the plain type. */
function valueType(column: ColumnRow): string {
  const isArray = column.type_name.endsWith('[]');
  const base = scalarTypes[isArray ? column.type_name.slice(0, -2) : column.type_name];
  if (base === undefined) throw new Error(`No TypeScript type for ${column.type_name}.`);
  const texts = [...(column.choices ?? '').matchAll(/'([^']*)'::text/g)].map((match) => `'${match[1]}'`);
  const numbers = [...(column.choices ?? '').matchAll(/[[ ](\d+)(?=[,\]])/g)].map((match) => match[1]);
  const choices = texts.length > 0 ? texts : numbers;
  if (!isArray && choices.length > 0) return choices.join(' | ');
  return isArray ? `${base}[]` : base;
}

function propertyLine(column: ColumnRow): string {
  const type = valueType(column) + (column.is_nullable && !column.is_view ? ' | null' : '');
  if (column.is_generated) return `  ${column.column_name}: GeneratedAlways<${type}>;`;
  if (column.has_default) return `  ${column.column_name}: Generated<${type}>;`;
  return `  ${column.column_name}: ${type};`;
}

function interfaceName(table: string): string {
  return `${table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Table`;
}

/** The source text of schema.ts for the catalog's columns. */
function schemaSource(columns: readonly ColumnRow[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name);
  const interfaces = [...tables].map(
    ([table, rows]) => `export interface ${interfaceName(table)} {\n${rows.map(propertyLine).join('\n')}\n}`,
  );
  return `/**
 * Tables and views as Kysely sees them. Generated from the migrated database by
 * npm run schema; do not edit.
 */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** Written as JSON text or as a plain object; an array must be given as text, because the driver would make it a PostgreSQL array. */
export type Json = ColumnType<JsonValue, string | { [key: string]: unknown }, string | { [key: string]: unknown }>;

${interfaces.join('\n\n')}

export interface Schema {
${[...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)};`).join('\n')}
}
`;
}

/**
 * The text apps/server/src/platform/database/schema.ts must have for the schema of `client`'s database. The types
 * follow the value parsers of the server: numeric and int8 are numbers, dates and instants are strings.
 */
export async function schemaTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<ColumnRow>(columnsQuery);
  return schemaSource(rows);
}
