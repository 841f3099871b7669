import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { chooseTenant } from '../platform/choose-tenant.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { Database } from '../platform/database/database.ts';
import { DatabaseUnavailable, errorCode } from '../platform/database/database-errors.ts';
import { houseOrigin } from '../platform/house-origin.ts';
import { hostOf } from '../platform/http/host-of.ts';
import { loadKeys } from '../platform/keys.ts';
import { type OpenDatabase, openDatabase } from '../platform/open-database.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { ownOrigin } from '../platform/own-origin.ts';
import type { KeyEncryptionKeys } from '../platform/secrets/envelope.ts';
import { activationLink } from '../platform/tokens/activation-token.ts';
import { createTenant, type NewTenant, placeholderName } from './create-tenant.ts';
import { newFirstLink } from './first-administrator.ts';
import { rescueUser } from './rescue-user.ts';

interface Console {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
}

/** The database the configuration names. */
export type OpenConfigured = (config: Config) => Promise<OpenDatabase>;

const openConfigured: OpenConfigured = (config) => openDatabase(config, { mayJoin: true });

/** The keys of the installation, which its mails are sealed with. @throws OperatorError where they are missing */
export type ConfiguredKeys = (config: Config) => KeyEncryptionKeys;

const configuredKeys: ConfiguredKeys = ({ keyFile, dataDirectory }) =>
  loadKeys(keyFile, dataDirectory, false).keyEncryptionKeys;

const usage = `Aufruf:
  npm run tenant -- create --key SCHLÜSSEL --name NAME [--host RECHNERNAME …]
  npm run tenant -- link --key SCHLÜSSEL
  npm run tenant -- host --key SCHLÜSSEL --host RECHNERNAME …
  npm run tenant -- rescue --key SCHLÜSSEL --user E-MAIL
  npm run tenant -- list
Näheres in docs/operations.md.`;

/** Runs `npm run tenant -- …`; answers the exit code. Says what is wrong in one sentence, without a stack. */
export async function runTenantCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  console: Console,
  open: OpenConfigured = openConfigured,
  keysOf: ConfiguredKeys = configuredKeys,
): Promise<number> {
  try {
    const { INIT_CWD: _place, ...rest } = variables;
    const command = readCommand(args);
    const config = readConfig(rest);
    const opened = await open(config);
    const database = new Database(opened.target, { poolSize: 2 });
    try {
      await command({ config, opened, database, keysOf, out: console.out });
      return 0;
    } finally {
      await database.close();
      await opened.close();
    }
  } catch (error) {
    if (error instanceof OperatorError) console.error(error.message);
    else if (error instanceof DatabaseUnavailable) console.error('Die Datenbank ist nicht erreichbar.');
    else throw error;
    return 1;
  }
}

interface Place {
  readonly config: Config;
  readonly opened: OpenDatabase;
  readonly database: Database;
  readonly keysOf: ConfiguredKeys;
  readonly out: (line: string) => void;
}

function readCommand(args: readonly string[]): (place: Place) => Promise<void> {
  const { values, positionals } = parse(args);
  const [verb, ...more] = positionals;
  const { key, name, user, host: hosts = [] } = values;
  if (more.length > 0) throw new OperatorError(usage);
  if (verb === 'list') return list;
  if (verb === 'link' && key !== undefined) return (place) => link(place, key);
  if (verb === 'rescue' && key !== undefined && user !== undefined)
    return (place) => rescue(place, key, user);
  if (verb === 'host' && key !== undefined && hosts.length > 0) {
    const names = checkedHosts(hosts);
    return (place) => addHosts(place, key, names);
  }
  if (verb === 'create' && key !== undefined && name !== undefined) {
    const tenant = checked({ key, name: name.trim(), hosts });
    return (place) => create(place, tenant);
  }
  throw new OperatorError(usage);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        name: { type: 'string' },
        user: { type: 'string' },
        host: { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    throw new OperatorError(usage, { cause: error });
  }
}

/** The rules of the tables `tenants` and `white_label_hosts`, in words. */
function checked(tenant: NewTenant): NewTenant {
  if (!/^[a-z0-9][a-z0-9.-]{0,49}$/.test(tenant.key)) {
    throw new OperatorError(
      'Der Schlüssel besteht aus höchstens 50 kleinen Buchstaben, Ziffern, Punkten und Bindestrichen.',
    );
  }
  if (tenant.name === '' || tenant.name.length > 200) {
    throw new OperatorError('Der Name hat 1 bis 200 Zeichen.');
  }
  return { ...tenant, hosts: checkedHosts(tenant.hosts) };
}

function checkedHosts(hosts: readonly string[]): string[] {
  const names = hosts.map((host) => {
    const name = hostOf(host);
    if (name === null || name !== host.toLowerCase()) {
      throw new OperatorError(`„${host}“ ist kein Rechnername. Ohne https:// und ohne Port angeben.`);
    }
    return name;
  });
  return [...new Set(names)];
}

/** Gives a tenant further hosts; they show its usual appearance until an administrator chooses another. */
async function addHosts(place: Place, key: string, hosts: readonly string[]): Promise<void> {
  const tenant = await chooseTenant(place.database, key, false);
  const context = { tenantId: tenant.id, userId: null };
  try {
    await place.database.transaction(context, (transaction) =>
      sql`insert into white_label_hosts (tenant_id, host, white_label_id)
        select ${tenant.id}, h.host, w.id from unnest(${hosts}::text[]) as h (host)
          join white_label_configs w on w.tenant_id = ${tenant.id} and w.is_default`.execute(transaction),
    );
  } catch (error) {
    if (errorCode(error) !== '23505') throw error;
    throw new OperatorError('Einer der Rechnernamen gehört schon zu einem Mandanten.');
  }
  place.out(`${tenant.name} (${tenant.key}): ${hosts.join(', ')}`);
}

async function create(place: Place, tenant: NewTenant): Promise<void> {
  const user = await createTenant(place.opened.target, tenant).catch((error: unknown) => {
    if (errorCode(error) !== '23505') throw error;
    throw new OperatorError(
      'Den Schlüssel oder einen der Rechnernamen gibt es schon. npm run tenant -- list zeigt, was vergeben ist.',
    );
  });
  place.out(`Der Mandant ${tenant.name} (${tenant.key}) ist angelegt.`);
  await tellLink(place, user);
}

/** A new link for a tenant whose first administrator has not come yet. */
async function link(place: Place, key: string): Promise<void> {
  const [user] = await place.database.read<{ tenantId: string; userId: string }>(
    { tenantId: null, userId: null },
    {
      sql: `select l.tenant_id as "tenantId", l.user_id as "userId"
        from find_login($1) l join list_tenants() t on t.tenant_id = l.tenant_id where t.tenant_key = $2`,
      parameters: [placeholderName(key), key],
    },
  );
  if (!user) {
    throw new OperatorError(
      `Den Mandanten „${key}“ gibt es nicht, oder seine erste Administratorin ist schon eingerichtet.`,
    );
  }
  await tellLink(place, user);
}

/** What links of a tenant begin with, as those in its mails do: beside a running server with the port it answers at. */
const originOf = ({ config, opened, database }: Place, tenantId: string): Promise<string> => {
  const port = opened.joinedPort ?? config.port;
  return houseOrigin(database, { tenantId, userId: null }, ownOrigin({ ...config, port }), '');
};

async function tellLink(place: Place, user: { tenantId: string; userId: string }): Promise<void> {
  const guid = await newFirstLink(place.database, user, Date.now());
  const origin = await originOf(place, user.tenantId);
  place.out('Die erste Administratorin richtet sich einmal und binnen 24 Stunden hier ein:');
  place.out(`  ${activationLink(origin, guid)}`);
}

/** For the only administrator, whom nobody inside the house can help any more. */
async function rescue(place: Place, key: string, userName: string): Promise<void> {
  const tenant = await chooseTenant(place.database, key, false);
  const keys = place.keysOf(place.config);
  const guid = await rescueUser(place.database, keys, tenant.id, userName.trim(), Date.now());
  if (guid === null) {
    throw new OperatorError(
      `Im Mandanten „${key}“ gibt es niemanden mit dem Benutzernamen „${userName.trim()}“, der aktiv ist und ein Passwort hat.`,
    );
  }
  place.out(
    'Alle zweiten Faktoren sind entfernt, alle Sitzungen beendet, das bisherige Passwort gilt nicht mehr. Ein neues, einmal ' +
      'und binnen 24 Stunden:',
  );
  place.out(`  ${activationLink(await originOf(place, tenant.id), guid, userName.trim())}`);
}

async function list({ database, out }: Place): Promise<void> {
  const nobody = { tenantId: null, userId: null };
  const tenants = await database.read<{ id: string; key: string; name: string }>(nobody, {
    sql: 'select tenant_id as id, tenant_key as key, tenant_name as name from list_tenants()',
    parameters: [],
  });
  for (const { id, key, name } of tenants) {
    const hosts = await database.read<{ host: string }>(
      { tenantId: id, userId: null },
      { sql: 'select host from white_label_hosts order by host', parameters: [] },
    );
    out([key, name, hosts.map(({ host }) => host).join(', ')].join('\t'));
  }
  if (tenants.length === 0) out('Es gibt noch keinen Mandanten. Zuerst die Anwendung mit npm start starten.');
}
