import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Looks at whom requests really connect as: a role that was given up comes back with `set role none`, so a login that
 * owns the tables, or can become their owner, makes row level security a matter of good will.
 * @returns a sentence for the operator where that is borne (an outside server that is not in production)
 * @throws OperatorError in production, and wherever DATABASE_APP_URL names such a login
 */
export async function checkApplicationLogin(
  config: Pick<Config, 'isProduction' | 'databaseUrl' | 'databaseAppUrl'>,
  database: Database,
): Promise<string | null> {
  const [login] = await database.read<{ name: string; isMighty: boolean }>(
    { tenantId: null, userId: null },
    {
      sql: `select session_user as name, r.rolsuper or r.rolcreaterole or r.rolbypassrls or exists (
          select from pg_class c where c.relnamespace = 'public'::regnamespace
             and pg_has_role(session_user, c.relowner, 'member')) or exists (
          select from pg_roles m where pg_has_role(session_user, m.oid, 'member')
             and (m.rolsuper or m.rolbypassrls or m.rolcreaterole or m.rolname = 'depotwerk_definer')) as "isMighty"
        from pg_roles r where r.rolname = session_user`,
      parameters: [],
    },
  );
  if (login?.isMighty === false) return null;
  const variable = config.databaseAppUrl === null ? 'DATABASE_URL' : 'DATABASE_APP_URL';
  const sentence = `Requests connect as "${login?.name ?? ''}" of ${variable}, who can take the rights of the tables' owner: set DATABASE_APP_URL to a login of depotwerk_app alone (docs/operations.md says how).`;
  if (config.isProduction || config.databaseAppUrl !== null) throw new OperatorError(sentence);
  return sentence;
}
