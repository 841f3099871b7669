import type pg from 'pg';
import { typesConfig } from './value-parsers.ts';

/**
 * Where a PostgreSQL server is and whom we connect as; `url` for an outside one, the rest for a socket. Requests use
 * `applicationUrl` where there is one. With `directUrl` both lead through a pooler that lends a connection for one
 * transaction: nothing may be left on it, and what belongs to a session (LISTEN, locks of a start, migrations) goes past it.
 */
export type DatabaseTarget =
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly applicationUrl?: string;
      readonly directUrl?: string;
    }
  | { readonly kind: 'socket'; readonly directory: string; readonly port: number; readonly database: string };

/** The role of all requests: not owner of any table, bound by row level security, no DDL. */
export const applicationRole = 'depotwerk_app';

/** Superuser of the embedded server, reachable only through a socket in a folder of mode 0700. */
export const embeddedOwner = 'depotwerk';

/** Milliseconds (docs/operations.md). */
export interface Timeouts {
  readonly statement: number;
  readonly lock: number;
  readonly idleInTransaction: number;
}

export const requestTimeouts: Timeouts = { statement: 5000, lock: 2000, idleInTransaction: 10_000 };
export const unlimited: Timeouts = { statement: 0, lock: 0, idleInTransaction: 0 };

interface ConnectionSettings {
  /**
   * `app` is the application role and nothing above it, so that no statement leads back to more rights (with an outside
   * server as far as `applicationUrl` names a login of its own); `owner` is for migrations and the demo world.
   */
  readonly role: 'app' | 'owner';
  readonly timeouts: Timeouts;
  readonly applicationName?: string;
  /** Past a pooler, where there is one: the session is ours alone. Always so for the owner. */
  readonly isDirect?: boolean;
}

/** Whether connections of requests are lent by a pooler for one transaction each. */
export const isPooled = (target: DatabaseTarget): boolean =>
  target.kind === 'url' && target.directUrl !== undefined;

/** What holds in every session of ours, whatever the server's own defaults are. */
function settingsOf({ role, timeouts }: ConnectionSettings): (readonly [name: string, value: string])[] {
  return [
    ...(role === 'app' ? [['role', applicationRole] as const] : []),
    ['statement_timeout', String(timeouts.statement)],
    ['lock_timeout', String(timeouts.lock)],
    ['idle_in_transaction_session_timeout', String(timeouts.idleInTransaction)],
    ['timezone', 'UTC'],
    ['datestyle', 'ISO'],
    ['search_path', 'public'],
    // Compiling a plan costs more than any of our reads takes.
    ['jit', 'off'],
  ];
}

/**
 * The same settings for one transaction, as further columns of the select that opens it; '' where they hold for the
 * session. A pooler refuses them at the connect, and what is set on its connections stays for whoever gets them next.
 */
export function transactionSettings(target: DatabaseTarget, timeouts: Timeouts): string {
  if (!isPooled(target)) return '';
  return settingsOf({ role: 'app', timeouts })
    .map(([name, value]) => `,set_config('${name}','${value}',true)`)
    .join('');
}

/** Where a connection goes, with whose name and password. */
function addressOf(
  target: DatabaseTarget & { kind: 'url' },
  { role, isDirect = role === 'owner' }: ConnectionSettings,
): URL {
  const { url, applicationUrl, directUrl } = target;
  const login = new URL((role === 'app' ? applicationUrl : undefined) ?? url);
  if (directUrl === undefined || !isDirect) return login;
  const direct = new URL(directUrl);
  if (role === 'app' && applicationUrl !== undefined) {
    direct.username = login.username;
    direct.password = login.password;
  }
  return direct;
}

/** Settings of the driver for a target, role and timeouts; sessions always run in UTC. */
export function connectionConfig(target: DatabaseTarget, settings: ConnectionSettings): pg.ClientConfig {
  const options = settingsOf(settings).map(([name, value]) => `-c ${name}=${value}`);
  const common = {
    types: typesConfig,
    application_name: settings.applicationName ?? 'depotwerk',
    connectionTimeoutMillis: 2000,
    keepAlive: true,
  };
  if (target.kind === 'socket') {
    return {
      ...common,
      options: options.join(' '),
      host: target.directory,
      port: target.port,
      database: target.database,
      user: settings.role === 'app' ? applicationRole : embeddedOwner,
    };
  }
  const url = addressOf(target, settings);
  if (isPooled(target) && settings.role === 'app' && settings.isDirect !== true) {
    return { ...common, connectionString: url.href };
  }
  // The driver lets the address win over single settings, so ours are added to the address itself.
  const given = url.searchParams.get('options');
  url.searchParams.set('options', given === null ? options.join(' ') : `${given} ${options.join(' ')}`);
  return { ...common, connectionString: url.href };
}

/** The same server, another database on it (tests clone one for each file). */
export function withDatabase(target: DatabaseTarget, database: string): DatabaseTarget {
  if (target.kind === 'socket') return { ...target, database };
  const rename = (address: string): string => {
    const url = new URL(address);
    url.pathname = `/${encodeURIComponent(database)}`;
    return url.href;
  };
  const { url, applicationUrl, directUrl } = target;
  return {
    kind: 'url',
    url: rename(url),
    ...(applicationUrl !== undefined && { applicationUrl: rename(applicationUrl) }),
    ...(directUrl !== undefined && { directUrl: rename(directUrl) }),
  };
}
