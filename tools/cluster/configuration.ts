import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../runtime.mjs';
import { type Layout, loopback, type Node, programs } from './layout.ts';

/** A file of `deploy/` with its names filled in: what is drilled is what operators take. */
function fill(file: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(join(root, 'deploy', file), 'utf8').replaceAll(
    /\$\{([A-Z_]+)\}/g,
    (whole, name: string) => {
      // The comment at the head speaks of names.
      if (name === 'NAMES') return whole;
      const value = values[name];
      if (value === undefined)
        throw new Error(`deploy/${file} asks for ${name}, which the cluster does not have.`);
      return String(value);
    },
  );
}

const lines = (rows: readonly string[]): string => rows.map((row) => `    ${row}`).join('\n');

/** pgBackRest for one node: the same words for archiving, backups and restoring. */
export function backupCommand({ folder }: Layout, { name }: Node): string {
  const [file, keys] = [join(folder, `${name}.pgbackrest.conf`), join(folder, 'repository-key')];
  return `${programs.pgbackrest} --config=${file} --config-include-path=${keys} --stanza=depotwerk`;
}

/** The statements an administrator of the database makes once, one by one: creating a database stands in no transaction. */
export function databaseStatements({ passwords }: Layout): string[] {
  return fill('database.sql', { OWNER_PASSWORD: passwords.owner, APP_PASSWORD: passwords.application })
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

export interface ConfigurationFiles {
  patroni(node: Node): string;
  readonly haproxy: string;
  readonly pgbouncer: string;
}

/** Writes the configuration of every program into the cluster's folder; the paths. */
export function writeConfiguration(layout: Layout): ConfigurationFiles {
  const { folder, passwords } = layout;
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o640 });
    return path;
  };
  const shared = {
    HAPROXY_ADDRESS: loopback,
    DATABASE_PORT: layout.databasePort,
    PRODUCT_PORT: layout.productPort,
    REPLICA_PORT: layout.replicaPort,
    TRUSTED_NETWORK: '127.0.0.0/8',
    SHARED_BUFFERS: '128MB',
  };
  const users = write(
    'users.txt',
    `"depotwerk" "${passwords.owner}"\n"depotwerk_app" "${passwords.application}"\n`,
  );
  for (const name of ['repository', 'repository-key', 'locks']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  write('repository-key/passphrase.conf', `[global]\nrepo1-cipher-pass=${passwords.repository}\n`);
  const written = new Map<string, string>();
  for (const node of layout.nodes) {
    mkdirSync(node.folder, { recursive: true });
    const text = fill('patroni.yml', {
      ...shared,
      NODE: node.name,
      NODE_ADDRESS: loopback,
      NODE_FOLDER: node.folder,
      REST_PORT: node.restPort,
      POSTGRES_PORT: node.postgresPort,
      ETCD_HOSTS: layout.etcd.map(({ client }) => `${loopback}:${client}`).join(','),
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: passwords.replication,
      ARCHIVE_COMMAND: backupCommand(layout, node),
    });
    written.set(node.name, write(`${node.name}.yml`, text));
    const backups = fill('pgbackrest.conf', {
      BACKUP_FOLDER: join(folder, 'repository'),
      LOCK_FOLDER: join(folder, 'locks'),
      NODE_FOLDER: node.folder,
      POSTGRES_PORT: node.postgresPort,
    });
    write(`${node.name}.pgbackrest.conf`, backups);
  }
  return {
    patroni: (node) => written.get(node.name) ?? '',
    haproxy: write(
      'haproxy.cfg',
      fill('haproxy.cfg', {
        ...shared,
        DATABASE_SERVERS: lines(
          layout.nodes.map(
            ({ name, postgresPort, restPort }) =>
              `server ${name} ${loopback}:${postgresPort} check port ${restPort}`,
          ),
        ),
        PRODUCT_SERVERS: lines(
          layout.product
            .filter(({ role }) => role === 'server')
            .map(({ name, port }) => `server ${name} ${loopback}:${port} check`),
        ),
      }),
    ),
    pgbouncer: write(
      'pgbouncer.ini',
      fill('pgbouncer.ini', {
        ...shared,
        PGBOUNCER_ADDRESS: loopback,
        PGBOUNCER_PORT: layout.poolerPort,
        PGBOUNCER_USERS: users,
        POOL_SIZE: 30,
      }),
    ),
  };
}
