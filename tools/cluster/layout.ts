import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** Programs of Debian (bookworm) the cluster is made of; nothing else of the product needs them. */
export const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
} as const;
export const packages = 'etcd-server patroni python3-etcd postgresql-15 haproxy pgbouncer pgbackrest';

export const loopback = '127.0.0.1';

export interface Node {
  readonly name: string;
  readonly folder: string;
  readonly postgresPort: number;
  readonly restPort: number;
}

export interface ProductProcess {
  readonly name: string;
  readonly role: 'server' | 'worker';
  readonly port: number;
}

/** Names, ports and passwords of one cluster on loopback. */
export interface Layout {
  readonly folder: string;
  readonly etcd: readonly { readonly name: string; readonly client: number; readonly peer: number }[];
  readonly nodes: readonly Node[];
  readonly databasePort: number;
  readonly productPort: number;
  readonly poolerPort: number;
  readonly replicaPort: number;
  readonly product: readonly ProductProcess[];
  readonly passwords: {
    readonly superuser: string;
    readonly replication: string;
    readonly owner: string;
    readonly application: string;
    /** Opens the repository of backups. */
    readonly repository: string;
  };
}

export function layoutOf(folder: string, basePort: number): Layout {
  const password = () => randomBytes(16).toString('hex');
  const numbers = [1, 2, 3];
  return {
    folder,
    databasePort: basePort,
    productPort: basePort + 1,
    poolerPort: basePort + 2,
    replicaPort: basePort + 3,
    etcd: numbers.map((number) => ({
      name: `etcd${number}`,
      client: basePort + 10 + number,
      peer: basePort + 20 + number,
    })),
    nodes: numbers.map((number) => ({
      name: `node${number}`,
      folder: join(folder, `node${number}`),
      postgresPort: basePort + 30 + number,
      restPort: basePort + 40 + number,
    })),
    product: (['server', 'server', 'worker', 'worker'] as const).map((role, index) => ({
      name: `${role}${(index % 2) + 1}`,
      role,
      port: basePort + 51 + index,
    })),
    passwords: {
      superuser: password(),
      replication: password(),
      owner: password(),
      application: password(),
      repository: password(),
    },
  };
}

/** The addresses the product is given; `isPooled` leads requests through PgBouncer. */
export function databaseVariables(layout: Layout, isPooled = true): Record<string, string> {
  const { passwords, databasePort, poolerPort, replicaPort } = layout;
  const address = (user: string, password: string, port: number) =>
    `postgres://${user}:${password}@${loopback}:${port}/depotwerk`;
  const port = isPooled ? poolerPort : databasePort;
  return {
    DATABASE_URL: address('depotwerk', passwords.owner, port),
    DATABASE_APP_URL: address('depotwerk_app', passwords.application, port),
    DATABASE_REPLICA_URL: address('depotwerk_app', passwords.application, replicaPort),
    ...(isPooled && { DATABASE_DIRECT_URL: address('depotwerk', passwords.owner, databasePort) }),
  };
}

export const superuserUrl = ({ passwords }: Layout, port: number, database = 'postgres') =>
  `postgres://postgres:${passwords.superuser}@${loopback}:${port}/${database}`;
