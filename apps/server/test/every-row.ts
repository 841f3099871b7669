import type { OwnTestDatabase } from './database.ts';

/** Every row of every table as text, as whoever steals the database would see it. */
export async function everyRow({ owner }: OwnTestDatabase): Promise<string> {
  const tables = await owner.query<{ name: string }>(
    "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const found = await owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    rows.push(...found.rows.map((each) => each.row));
  }
  return rows.join('\n');
}
