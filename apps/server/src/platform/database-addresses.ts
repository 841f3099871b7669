import { bareHost } from './http/bare-host.ts';
import { isLoopback } from './loopback.ts';
import { OperatorError } from './operator-error.ts';

/** Where an outside database is, as the operator says it. */
export interface DatabaseAddresses {
  /** null = embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | null;
  /** Login of the application role on an outside database; null = the user of `databaseUrl` gives up its rights. */
  readonly databaseAppUrl: string | null;
  /** The same database past a pooler of transactions, which the two others lead through; null = there is none. */
  readonly databaseDirectUrl: string | null;
  /** Standbys of the same database, always with the login of requests: they answer reads that may lag; null = there are none. */
  readonly databaseReplicaUrl: string | null;
}

type AddressVariable = 'DATABASE_URL' | 'DATABASE_APP_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL';

const expected = 'an address such as postgres://user:password@host:5432/database';

function parse(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPostgres = url.protocol === 'postgres:' || url.protocol === 'postgresql:';
  return isPostgres && url.pathname.length > 1 ? url : undefined;
}

const whereTo = (name: AddressVariable) => (name === 'DATABASE_REPLICA_URL' ? 'standbys' : 'the primary');

/** What libpq knows and our driver does not: taken in silence it would lead to a standby, or nowhere. */
function refuseSeveralHosts(name: AddressVariable, text: string): void {
  const [place = '', query = ''] = text.replace(/^[a-z]+:\/\/([^/?]*@)?/i, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const hosts = `${place.split('/')[0]}${parameters.get('host') ?? ''}`;
  if (hosts.includes(',')) {
    throw new OperatorError(
      `${name} names several hosts, and the driver connects to one: name the one address that always leads to ${whereTo(name)} (HAProxy or a virtual address; deploy/haproxy.cfg shows how).`,
    );
  }
  if (parameters.has('target_session_attrs')) {
    throw new OperatorError(
      `${name} has target_session_attrs, which the driver does not look at: leave it out and name an address that always leads to ${whereTo(name)} (deploy/haproxy.cfg shows how).`,
    );
  }
}

/** Over a network the server must prove who it is, or the operator says that the way is safe otherwise (ASVS 12.3.1). */
function checkTls(name: AddressVariable, url: URL, tls: 'required' | 'off'): void {
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname);
  const isLocal = host === '' || host.startsWith('/') || isLoopback(bareHost(host));
  if (isLocal || tls === 'off' || url.searchParams.get('sslmode') === 'verify-full') return;
  throw new OperatorError(
    `${name} leads to ${host} without a verified connection: add "?sslmode=verify-full" to it, or set DATABASE_TLS=off when the network between is your own.`,
  );
}

/** Standbys have the primary's logins: whom requests connect as is checked once, and holds for both. */
function withLoginOf(replica: string, primary: string): string {
  const url = new URL(replica);
  const { username, password } = new URL(primary);
  url.username = username;
  url.password = password;
  // The driver would take these before the ones of the address.
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  return url.href;
}

/**
 * The addresses of an outside database, or none.
 * @param read gives a variable's value as parsed, undefined when it is not set
 * @throws OperatorError
 */
export function readDatabaseAddresses(
  read: <T>(name: AddressVariable, expected: string, parse: (text: string) => T | undefined) => T | undefined,
  { tls, isProduction }: { readonly tls: 'required' | 'off'; readonly isProduction: boolean },
): DatabaseAddresses {
  const addressOf = (name: AddressVariable): string | null => {
    const url = read(name, expected, (text) => {
      refuseSeveralHosts(name, text);
      return parse(text);
    });
    if (url) checkTls(name, url, tls);
    return url?.href ?? null;
  };
  const databaseUrl = addressOf('DATABASE_URL');
  const databaseAppUrl = addressOf('DATABASE_APP_URL');
  const databaseDirectUrl = addressOf('DATABASE_DIRECT_URL');
  const replicaUrl = addressOf('DATABASE_REPLICA_URL');
  if (databaseAppUrl !== null && databaseUrl === null) {
    throw new OperatorError('DATABASE_APP_URL needs DATABASE_URL: it is another login to the same database.');
  }
  if (databaseDirectUrl !== null && databaseUrl === null) {
    throw new OperatorError(
      'DATABASE_DIRECT_URL needs DATABASE_URL: it is the same database past the pooler DATABASE_URL leads through.',
    );
  }
  if (replicaUrl !== null && databaseUrl === null) {
    throw new OperatorError(
      'DATABASE_REPLICA_URL needs DATABASE_URL: it leads to standbys of that database.',
    );
  }
  if (isProduction && databaseUrl !== null && databaseAppUrl === null) {
    throw new OperatorError(
      "In production DATABASE_APP_URL must name a login of depotwerk_app beside DATABASE_URL, so that no request can take the rights of the tables' owner (docs/operations.md says how to make one).",
    );
  }
  const login = databaseAppUrl ?? databaseUrl;
  const databaseReplicaUrl = replicaUrl !== null && login !== null ? withLoginOf(replicaUrl, login) : null;
  return { databaseUrl, databaseAppUrl, databaseDirectUrl, databaseReplicaUrl };
}
