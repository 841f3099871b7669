import { realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type DatabaseAddresses, readDatabaseAddresses } from './database-addresses.ts';
import { type DocumentStoreSettings, readStoreSettings } from './document-store/store-settings.ts';
import { bareHost } from './http/bare-host.ts';
import { isLoopback } from './loopback.ts';
import type { PrivateMailHosts } from './mail/private-hosts.ts';
import { OperatorError } from './operator-error.ts';
import { defaultQuotas, parseQuotas, type Quotas } from './quotas.ts';
import type { HttpSmsSettings } from './sms/sms-provider.ts';
import { findStrayVariables } from './variable-names.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export const roles = ['all', 'server', 'worker'] as const;
export type Role = (typeof roles)[number];
export type LogLevel = (typeof logLevels)[number];

/** Everything an operator can set (docs/operations.md), read once at the start. */
export interface Config extends DatabaseAddresses {
  /** 0 = any free port. */
  readonly port: number;
  readonly host: string;
  /** What this process does of the product: answer people, work in the background, or both. */
  readonly role: Role;
  /** Absolute path. */
  readonly dataDirectory: string;
  /** `auto` = on for an empty or demo database of the embedded server on loopback. */
  readonly demo: 'on' | 'off' | 'auto';
  /** Where the demo starts its practice bank; 0 = it starts none. */
  readonly bankPort: number;
  /** Where the banks' interface is found: the only address ever called for it. */
  readonly bankUrl: string;
  readonly translationId: string;
  /** null = a few readable lines instead of JSON. */
  readonly logLevel: LogLevel | null;
  readonly isProduction: boolean;
  /** Development and tests compare every answer with its schema; else one in a hundred (it halves the throughput). */
  readonly checksEveryAnswer: boolean;
  /** Scheme, host and port under which browsers reach us, when that is not where we listen. */
  readonly publicOrigin: string | null;
  /** Proxies of our own in front of us whose X-Forwarded-For is believed. */
  readonly trustedProxyHops: number;
  /** Pages that may embed the application (mobile shell). */
  readonly parentOrigins: readonly string[];
  readonly keyFile: string | null;
  readonly metricsToken: string | null;
  /** Where traces and metrics go by OpenTelemetry's protocol; null = nowhere. */
  readonly telemetryEndpoint: string | null;
  /** Statements that take longer stand in the log with their call, in milliseconds. */
  readonly slowStatementMs: number;
  /** Where SMS of houses without an interface of their own are handed over; null = nowhere, in the demo its own outbox. */
  readonly sms: HttpSmsSettings | null;
  /** Where contents of documents go; null = they stay in the database. */
  readonly documentStore: DocumentStoreSettings | null;
  /** Where heads of the log's days are laid down outside of the database: a file of lines, an address; null = nowhere. */
  readonly auditAnchorFile: string | null;
  readonly auditAnchorMail: string | null;
  readonly quotas: Quotas;
  /** null = allowed where one tenant is alone. */
  readonly privateMailHosts: PrivateMailHosts;
  /** The same for providers people sign in through. */
  readonly privateSignInHosts: PrivateMailHosts;
  /** The same for interfaces SMS are handed to. */
  readonly privateSmsHosts: PrivateMailHosts;
  /** The same for systems that are told what happens. */
  readonly privateWebhookHosts: PrivateMailHosts;
  /** Sentences about variables that look misspelt and may be somebody else's. */
  readonly doubts: readonly string[];
}

/** All names we read. `docs/operations.md` describes each. */
export const variableNames = [
  'PORT',
  'HOST',
  'ROLE',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_TLS',
  'DEMO',
  'BANK_PORT',
  'BANK_URL',
  'TRANSLATION_ID',
  'LOG_LEVEL',
  'NODE_ENV',
  'PUBLIC_ORIGIN',
  'ALLOW_HTTP',
  'TRUSTED_PROXY_HOPS',
  'PARENT_ORIGINS',
  'KEY_FILE',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'SLOW_STATEMENT_MS',
  'AUDIT_ANCHOR_FILE',
  'AUDIT_ANCHOR_MAIL',
  'PRIVATE_MAIL_HOSTS',
  'PRIVATE_SIGN_IN_HOSTS',
  'PRIVATE_SMS_HOSTS',
  'PRIVATE_WEBHOOK_HOSTS',
  'QUOTAS',
  'SMS_URL',
  'SMS_SECRET',
  'DOCUMENT_STORE_URL',
  'DOCUMENT_STORE_REGION',
  'DOCUMENT_STORE_CREDENTIALS_FILE',
  'DOCUMENT_STORE_LOCK',
  'DOCUMENT_STORE_MOVES',
] as const;
const secretNames: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'METRICS_TOKEN',
  'SMS_SECRET',
];
type VariableName = (typeof variableNames)[number];

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads one variable; empty counts as not set. */
type Read = <T>(
  name: VariableName,
  expected: string,
  parse: (text: string) => T | undefined,
) => T | undefined;

function integer(minimum: number, maximum: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  };
}

function oneOf<const T extends string>(values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function parseOrigin(text: string): string | undefined {
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && url.origin === text.replace(/\/$/, '') ? url.origin : undefined;
}

function parseOrigins(text: string): string[] | undefined {
  const origins = text.split(',').map((part) => parseOrigin(part.trim()));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

/** Plain HTTP is for this machine only (ASVS 12.2.1): elsewhere a proxy in front of us has to speak TLS. */
function checkTransport(
  host: string,
  publicOrigin: string | null,
  isProduction: boolean,
  allowHttp: boolean,
): void {
  if (publicOrigin?.startsWith('https:')) return;
  if (!isLoopback(host)) {
    throw new OperatorError(
      `HOST=${host} would serve plain HTTP to the network: put a TLS proxy in front and set PUBLIC_ORIGIN to its https address.`,
    );
  }
  if (isProduction && !allowHttp) {
    throw new OperatorError(
      'In production PUBLIC_ORIGIN must be the https address of the proxy in front; ALLOW_HTTP=1 permits plain HTTP on this machine.',
    );
  }
}

/** Where a path leads: through links, as far as there is something yet. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Keys that lie beside the data are copied and stolen with it, so production keeps them elsewhere. */
function checkKeyFile(keyFile: string | null, dataDirectory: string): void {
  if (keyFile === null) {
    throw new OperatorError(
      'In production KEY_FILE must name the file with the keys: make one with "node tools/run.mjs tools/make-keys.ts FILE" and keep it apart from the database.',
    );
  }
  // A link on either side must not hide where the keys are.
  const way = relative(realPathOf(dataDirectory), realPathOf(keyFile));
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) {
    throw new OperatorError(
      `In production KEY_FILE must lie outside DATA_DIR, so that a copy of the data holds no keys: move ${keyFile} elsewhere.`,
    );
  }
}

/**
 * Reads the configuration from environment variables. Throws `OperatorError` with one sentence when a value is
 * malformed, values contradict each other, or a variable looks like ours but is none.
 */
export function readConfig(variables: Variables): Config {
  const set = Object.keys(variables).filter((name) => variables[name] !== undefined);
  const strays = findStrayVariables(set, variableNames);
  const doubts = strays.map(({ name, meant }) => {
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return `The environment variable ${name} is unknown.${hint}`;
  });
  const own = strays.findIndex((stray) => stray.isOurs);
  if (own >= 0) throw new OperatorError(doubts[own] ?? '');
  const read: Read = (name, expected, parse) => {
    const text = variables[name];
    if (text === undefined || text === '') return undefined;
    const value = parse(text);
    if (value !== undefined) return value;
    // What could be a secret is not repeated on the console.
    const shown = secretNames.includes(name) ? '' : `"${text.slice(0, 60)}" `;
    throw new OperatorError(`The environment variable ${name} ${shown}is not ${expected}.`);
  };
  const host = read('HOST', 'an address or host name', parseHost) ?? '127.0.0.1';
  const port = read('PORT', 'a port number from 0 to 65535', integer(0, 65_535)) ?? 8080;
  const bankPort = read('BANK_PORT', 'a port number from 0 to 65535', integer(0, 65_535)) ?? 8081;
  const bankUrl = read('BANK_URL', 'an origin such as https://bank.example', parseOrigin);
  const environment = read(
    'NODE_ENV',
    '"development", "production" or "test"',
    oneOf(['development', 'production', 'test']),
  );
  const isProduction = environment === 'production';
  const publicOrigin =
    read('PUBLIC_ORIGIN', 'an origin such as https://beratung.example', parseOrigin) ?? null;
  const allowHttp = read('ALLOW_HTTP', '0 or 1', oneOf(['0', '1'])) === '1';
  const demo = read('DEMO', '"on" or "off"', oneOf(['on', 'off'])) ?? 'auto';
  const tls = read('DATABASE_TLS', '"required" or "off"', oneOf(['required', 'off'])) ?? 'required';
  const addresses = readDatabaseAddresses(read, { tls, isProduction });
  const keyFile = read('KEY_FILE', 'a path', (text) => resolve(text)) ?? null;
  const dataDirectory = resolve(variables['DATA_DIR'] || '.data');
  const hops = read('TRUSTED_PROXY_HOPS', 'a number from 0 to 10', integer(0, 10));
  const parentOrigins = read('PARENT_ORIGINS', 'a list of origins with commas between', parseOrigins) ?? [];

  checkTransport(host, publicOrigin, isProduction, allowHttp);
  if (publicOrigin !== null && hops === undefined) {
    throw new OperatorError(
      'PUBLIC_ORIGIN names a proxy in front, so TRUSTED_PROXY_HOPS must say how many proxies of your own set X-Forwarded-For (mostly 1; with 0 all visitors count as one address).',
    );
  }
  const role = read('ROLE', `one of ${roles.join(', ')}`, oneOf(roles)) ?? 'all';
  if (role !== 'all' && addresses.databaseUrl === null) {
    throw new OperatorError(
      `ROLE=${role} shares the work with other processes: it needs a database they all reach (DATABASE_URL).`,
    );
  }
  if (bankPort === port && port !== 0) throw new OperatorError(`PORT and BANK_PORT are both ${port}.`);
  if (bankUrl?.startsWith('http:') && !isLoopback(bareHost(new URL(bankUrl).hostname))) {
    throw new OperatorError('BANK_URL must be an https address: bank passwords go there.');
  }
  if (demo === 'on' && !isLoopback(host)) {
    throw new OperatorError(
      `DEMO=on has accounts with a known password: it runs on 127.0.0.1 only, not on ${host}.`,
    );
  }
  const isPublic = isProduction || publicOrigin !== null || parentOrigins.length > 0;
  if (demo === 'on' && isPublic) {
    throw new OperatorError(
      'DEMO=on has accounts with a known password: it does not go with PUBLIC_ORIGIN, PARENT_ORIGINS or NODE_ENV=production.',
    );
  }
  if (isProduction) checkKeyFile(keyFile, dataDirectory);
  return {
    port,
    host,
    role,
    bankPort,
    bankUrl: bankUrl ?? `http://127.0.0.1:${bankPort}`,
    dataDirectory,
    ...addresses,
    demo: isPublic ? 'off' : demo,
    translationId:
      read('TRANSLATION_ID', 'a language such as de-DE', (text) =>
        /^[a-z]{2}(-[A-Z]{2})?$/.test(text) ? text : undefined,
      ) ?? 'de-DE',
    logLevel: read('LOG_LEVEL', `one of ${logLevels.join(', ')}`, oneOf(logLevels)) ?? null,
    isProduction,
    checksEveryAnswer: environment === 'development' || environment === 'test',
    publicOrigin,
    trustedProxyHops: hops ?? 0,
    parentOrigins,
    keyFile,
    doubts,
    auditAnchorFile: read('AUDIT_ANCHOR_FILE', 'a path', (text) => resolve(text)) ?? null,
    auditAnchorMail:
      read('AUDIT_ANCHOR_MAIL', 'an address such as revision@beratung.example', (text) =>
        /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : undefined,
      ) ?? null,
    privateMailHosts:
      read('PRIVATE_MAIL_HOSTS', '"allowed" or "refused"', oneOf(['allowed', 'refused'])) ?? null,
    privateSignInHosts:
      read('PRIVATE_SIGN_IN_HOSTS', '"allowed" or "refused"', oneOf(['allowed', 'refused'])) ?? null,
    privateSmsHosts:
      read('PRIVATE_SMS_HOSTS', '"allowed" or "refused"', oneOf(['allowed', 'refused'])) ?? null,
    privateWebhookHosts:
      read('PRIVATE_WEBHOOK_HOSTS', '"allowed" or "refused"', oneOf(['allowed', 'refused'])) ?? null,
    quotas:
      read('QUOTAS', 'a list such as draftsPerUser=50,documentsPerCustomer=500', parseQuotas) ??
      defaultQuotas,
    sms: readSms(read),
    documentStore: readStoreSettings(read),
    telemetryEndpoint:
      read('OTEL_EXPORTER_OTLP_ENDPOINT', 'an address such as http://127.0.0.1:4318', (text) => {
        const url = parseUrl(text);
        const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
        return isWeb && url.username === '' && url.password === '' ? url.href : undefined;
      }) ?? null,
    slowStatementMs:
      read('SLOW_STATEMENT_MS', 'a number of milliseconds from 1 to 60000', integer(1, 60_000)) ?? 500,
    metricsToken:
      read('METRICS_TOKEN', 'at least 32 characters long', (text) =>
        text.length >= 32 ? text : undefined,
      ) ?? null,
  };
}

/** Where SMS are handed over. Codes that open accounts go there: https, or this machine. @throws OperatorError */
function readSms(read: Read): HttpSmsSettings | null {
  const url = read('SMS_URL', 'an https address such as https://sms.example/messages', (text) => {
    const parsed = parseUrl(text);
    const isSafe =
      parsed?.protocol === 'https:' ||
      (parsed?.protocol === 'http:' && isLoopback(bareHost(parsed.hostname)));
    return isSafe && parsed.username === '' && parsed.password === '' ? parsed.href : undefined;
  });
  const secret = read('SMS_SECRET', 'at least 32 characters long', (text) =>
    text.length >= 32 ? text : undefined,
  );
  if (url === undefined && secret === undefined) return null;
  if (url === undefined || secret === undefined)
    throw new OperatorError('SMS_URL and SMS_SECRET belong together: set both or none.');
  return { url, secret, sender: null };
}
