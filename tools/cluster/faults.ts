import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { loopback, superuserUrl } from './layout.ts';

/** What is done to a cluster. */
interface Fault {
  /** Milliseconds between two acknowledged writes, at most. */
  readonly limit: number;
  /** Strikes; the answer mends what does not come back by itself. */
  readonly strike: (cluster: Cluster) => Promise<() => Promise<void> | void>;
}

const lostPostgres = 15_000;
const lostNode = 35_000;

const faults: Record<string, Fault> = {
  postgres: {
    limit: lostPostgres,
    strike: async (cluster) => {
      cluster.killPostgres(await cluster.primary());
      return () => {};
    },
  },
  node: {
    limit: lostNode,
    strike: async (cluster) => {
      const name = await cluster.primary();
      await cluster.kill(name);
      cluster.killPostgres(name);
      return () => cluster.startNode(name);
    },
  },
  standby: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const name = await standbyOf(cluster);
      await cluster.kill(name);
      cluster.killPostgres(name);
      return () => cluster.startNode(name);
    },
  },
  lag: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const name = await standbyOf(cluster);
      cluster.signalReceiver(name, 'SIGSTOP');
      await sleep(8000);
      cluster.signalReceiver(name, 'SIGCONT');
      return () => {};
    },
  },
  etcd: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const name = await etcdLeaderOf(cluster);
      await cluster.kill(name);
      return () => cluster.startEtcd(name);
    },
  },
  switchover: {
    limit: lostPostgres,
    strike: async (cluster) => {
      const leader = await cluster.primary();
      const body = JSON.stringify({ leader, candidate: await standbyOf(cluster) });
      const { restPort } = cluster.node(leader);
      const answer = await fetch(`http://${loopback}:${restPort}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
      return () => {};
    },
  },
  haproxy: {
    limit: lostPostgres,
    strike: async (cluster) => {
      await cluster.kill('haproxy');
      await sleep(1000);
      cluster.startHaproxy();
      return () => {};
    },
  },
  pgbouncer: {
    limit: lostPostgres,
    strike: async (cluster) => {
      await cluster.kill('pgbouncer');
      await sleep(1000);
      cluster.startPooler();
      return () => {};
    },
  },
  server: {
    limit: lostPostgres,
    strike: async (cluster) => {
      await cluster.kill('server1');
      return () => cluster.startProduct('server1');
    },
  },
  restart: {
    limit: 2000,
    strike: async (cluster) => {
      await cluster.terminate('server2');
      await cluster.startProduct('server2');
      return () => {};
    },
  },
};

/** Faults that need namespaces; the primary's are mended when others have taken over or have had a minute for it. */
export const faultsApart: Record<string, Fault> = {
  partition: {
    limit: lostNode,
    strike: async (cluster) => {
      const node = cluster.node(await cluster.primary());
      cluster.hardships.cutOff(node);
      return () => cluster.hardships.heal(node);
    },
  },
  disk: {
    limit: lostNode,
    strike: async (cluster) => {
      const node = cluster.node(await cluster.primary());
      cluster.hardships.fillDisk(node);
      await useUpWal(superuserUrl(cluster.layout, node.postgresPort));
      return () => cluster.hardships.freeDisk(node);
    },
  },
  // Of one server of two: what Patroni and Python wait by does not bear a clock of its own.
  clock: {
    limit: lostPostgres,
    strike: async (cluster) => {
      cluster.hardships.setClock('+1h');
      await sleep(15_000);
      cluster.hardships.setClock('+0');
      return () => {};
    },
  },
};

/** Ends files of WAL until there is no room for another one, which takes long under a drill's load. */
async function useUpWal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let file = 0; file < 60; file += 1) {
      await client.query("select pg_logical_emit_message(false, 'drill', repeat('x', 1000))");
      await client.query('select pg_switch_wal()');
    }
  } catch {
    // That is what a full disk does.
  } finally {
    await client.end().catch(() => {});
  }
}

/** Every fault by its name. */
export const allFaults: Record<string, Fault | undefined> = { ...faults, ...faultsApart };

async function standbyOf(cluster: Cluster): Promise<string> {
  const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby');
  if (!standby) throw new Error('There is no synchronous standby.');
  return standby.name;
}

async function etcdLeaderOf({ layout }: Cluster): Promise<string> {
  for (const { name, client } of layout.etcd) {
    const url = `http://${loopback}:${client}/v3/maintenance/status`;
    const answer = await fetch(url, { method: 'POST', body: '{}' }).catch(() => null);
    if (!answer) continue;
    // The gateway of etcd answers so.
    const status = (await answer.json()) as { leader: string; header: { member_id: string } };
    if (status.leader === status.header.member_id) return name;
  }
  throw new Error('etcd has no leader.');
}
