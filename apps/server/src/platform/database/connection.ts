import type pg from 'pg';
import { typesConfig } from './value-parsers.ts';

/**
 * Where a PostgreSQL server is and whom we connect as; `url` for an outside one, the rest for a socket. Requests use
 * `applicationUrl` where there is one.
 */
export type DatabaseTarget =
  | { readonly kind: 'url'; readonly url: string; readonly applicationUrl?: string }
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
}

/** Settings of the driver for a target, role and timeouts; sessions always run in UTC. */
export function connectionConfig(target: DatabaseTarget, settings: ConnectionSettings): pg.ClientConfig {
  const { timeouts } = settings;
  const options = [
    settings.role === 'app' ? `-c role=${applicationRole}` : '',
    `-c statement_timeout=${timeouts.statement}`,
    `-c lock_timeout=${timeouts.lock}`,
    `-c idle_in_transaction_session_timeout=${timeouts.idleInTransaction}`,
    '-c timezone=UTC',
    '-c datestyle=ISO',
    '-c search_path=public',
    // Compiling a plan costs more than any of our reads takes.
    '-c jit=off',
  ].filter((option) => option !== '');
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
  // The driver lets the address win over single settings, so ours are added to the address itself.
  const url = new URL((settings.role === 'app' ? target.applicationUrl : undefined) ?? target.url);
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
  const { url, applicationUrl } = target;
  return {
    kind: 'url',
    url: rename(url),
    ...(applicationUrl !== undefined && { applicationUrl: rename(applicationUrl) }),
  };
}
