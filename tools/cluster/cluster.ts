import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createKeyFile } from '../../apps/server/src/platform/keys.ts';
import { writeWhole } from '../../apps/server/src/platform/write-whole.ts';
import { root } from '../runtime.mjs';
import {
  backupCommand,
  type ConfigurationFiles,
  databaseStatements,
  writeConfiguration,
} from './configuration.ts';
import { type HardshipNeeds, Hardships } from './hardships.ts';
import {
  databaseVariables,
  type Layout,
  loopback,
  type Node,
  type ProductProcess,
  packages,
  programs,
  superuserUrl,
} from './layout.ts';

/** What Patroni says of one node. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

interface Running {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
}

/** How a program is started where that is not as usual. */
interface Surroundings {
  readonly folder?: string;
  /** null = who runs us. */
  readonly user?: { readonly uid: number; readonly gid: number } | null;
  readonly environment?: Record<string, string>;
}

/** Milliseconds a program gets to end by itself. */
const patience = 10_000;

/** etcd, three nodes of Patroni, HAProxy, PgBouncer, two servers and two workers of the product, all on loopback. */
export class Cluster {
  readonly layout: Layout;
  readonly #running = new Map<string, Running>();
  readonly #files: ConfigurationFiles;
  /** Of PostgreSQL and everything around it: PostgreSQL and PgBouncer refuse to be root. */
  readonly #user: { uid: number; gid: number } | null;
  readonly #hardships: Hardships | null;
  #isEnding = false;

  /** @param apart what it needs where it runs in namespaces of its own: there nodes can be cut off and filled, and a clock set */
  constructor(layout: Layout, apart: HardshipNeeds | null = null) {
    const missing = Object.values(programs).filter((program) => !existsSync(program));
    if (missing.length > 0) {
      throw new Error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${packages}`);
    }
    this.layout = layout;
    rmSync(layout.folder, { recursive: true, force: true });
    for (const { folder } of layout.nodes) mkdirSync(folder, { recursive: true });
    this.#hardships = apart && new Hardships(layout.nodes, join(layout.folder, 'clock'), apart);
    this.#files = writeConfiguration(layout);
    this.#user = process.getuid?.() === 0 ? postgresUser() : null;
    if (this.#user) execFileSync('chown', ['-R', 'postgres:postgres', layout.folder]);
  }

  /** Everything, in order; `tell` hears what is done. */
  async start(tell: (line: string) => void): Promise<void> {
    for (const { name } of this.layout.etcd) this.startEtcd(name);
    for (const node of this.layout.nodes) this.startNode(node.name);
    this.startHaproxy();
    tell('etcd, three nodes and HAProxy are started; waiting for a primary with a standby …');
    await this.waitUntilWhole(120_000);
    await this.#makeDatabase();
    this.runAsDatabase(`${backupCommand(this.layout, this.node(await this.primary()))} stanza-create`);
    this.startPooler();
    writeWhole(this.#keyFile, createKeyFile());
    tell('The database is there; the first server makes the schema and fills the demo world …');
    const [first, ...others] = this.layout.product;
    if (first) await this.startProduct(first.name);
    await Promise.all(others.map(({ name }) => this.startProduct(name)));
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    const end = async (names: readonly string[]) => {
      await Promise.all(names.map((name) => this.#end(name)));
    };
    await end(this.layout.product.map(({ name }) => name));
    await end(['pgbouncer', 'haproxy']);
    await end(this.layout.nodes.map(({ name }) => name));
    for (const { name } of this.layout.nodes) this.killPostgres(name);
    await end(this.layout.etcd.map(({ name }) => name));
  }

  startEtcd(name: string): void {
    const { etcd } = this.layout;
    const member = etcd.find((one) => one.name === name);
    if (!member) throw new Error(`There is no ${name}.`);
    const client = `http://${loopback}:${member.client}`;
    const peer = `http://${loopback}:${member.peer}`;
    const all = etcd.map((one) => `${one.name}=http://${loopback}:${one.peer}`).join(',');
    const options = {
      name,
      'data-dir': join(this.layout.folder, name),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': all,
      'initial-cluster-state': 'new',
      'heartbeat-interval': '250',
      'election-timeout': '2500',
      'log-level': 'error',
    };
    this.#spawn(
      name,
      programs.etcd,
      Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
    );
  }

  startNode(name: string): void {
    const node = this.node(name);
    const hard = this.#hardships;
    this.#spawn(name, programs.patroni, [this.#files.patroni(node)], {
      ...(hard && this.#user && { user: { ...this.#user, gid: hard.groupOf(node) } }),
    });
  }

  startHaproxy(): void {
    this.#spawn('haproxy', programs.haproxy, ['-db', '-f', this.#files.haproxy]);
  }

  startPooler(): void {
    this.#spawn('pgbouncer', programs.pgbouncer, [this.#files.pgbouncer]);
  }

  /** Starts a server or worker and waits until it is ready. */
  async startProduct(name: string): Promise<void> {
    const one = this.layout.product.find((each) => each.name === name);
    if (!one) throw new Error(`There is no ${name}.`);
    this.#spawn(name, process.execPath, [join(root, 'tools/start.mjs')], {
      folder: root,
      user: null,
      environment: this.#environment(one),
    });
    await this.waitUntil(`${name} is ready`, 240_000, async () => {
      if (!this.isRunning(name)) throw new Error(`${name} ended: see ${this.logOf(name)}`);
      return isOk(`http://${loopback}:${one.port}/api/health/ready`);
    });
  }

  node(name: string): Node {
    const found = this.layout.nodes.find((node) => node.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found;
  }

  isRunning(name: string): boolean {
    const child = this.#running.get(name)?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  logOf(name: string): string {
    return join(this.layout.folder, `${name}.log`);
  }

  /**
   * Runs commands of the shell as PostgreSQL's user, to their end; what they wrote.
   * @throws when one of them fails, with what it said
   */
  runAsDatabase(script: string, environment: Readonly<Record<string, string>> = {}): string {
    return execFileSync('/bin/sh', ['-euc', script], {
      cwd: this.layout.folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...environment },
      ...this.#user,
    });
  }

  /** kill -9 of one program (a node: of its Patroni only). */
  async kill(name: string): Promise<void> {
    const running = this.#running.get(name);
    running?.child.kill('SIGKILL');
    await running?.gone;
  }

  terminate(name: string): Promise<void> {
    return this.#end(name);
  }

  /** kill -9 of a node's PostgreSQL, its Patroni lives. */
  killPostgres(name: string): void {
    const pid = postmasterOf(this.node(name));
    try {
      if (pid !== null) process.kill(pid, 'SIGKILL');
    } catch {
      // It had ended, its file stayed.
    }
  }

  /** Stops or continues the receiver of a standby: it lags, and nobody is told. */
  signalReceiver(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
    const postmaster = postmasterOf(this.node(name));
    if (postmaster === null) return;
    const found = execFileSync('pgrep', ['-P', String(postmaster), '-f', 'walreceiver'], {
      encoding: 'utf8',
    });
    for (const pid of found.trim().split('\n')) process.kill(Number(pid), signal);
  }

  /** What Patroni says of all nodes; of none when no node answers. */
  async members(): Promise<Member[]> {
    for (const { restPort } of this.layout.nodes) {
      // Its end may be up while the answer is read, too: then another node is asked.
      const found = await fetch(`http://${loopback}:${restPort}/cluster`, {
        signal: AbortSignal.timeout(1000),
      })
        .then(async (answer) => (answer.ok ? ((await answer.json()) as { members: Member[] }) : null))
        .catch(() => null);
      if (found) return found.members;
    }
    return [];
  }

  async primary(): Promise<string> {
    const leader = (await this.members()).find(({ role }) => role === 'leader');
    if (!leader) throw new Error('There is no primary.');
    return leader.name;
  }

  /** Until every node runs and one is the synchronous standby: only then may the next fault come. */
  waitUntilWhole(milliseconds: number): Promise<void> {
    return this.waitUntil('the cluster is whole', milliseconds, async () => {
      const members = await this.members();
      const leader = members.find(({ role }) => role === 'leader');
      // One on another timeline runs for a moment before it is rewound, and would be no standby in the next fault.
      const runs = ({ state, timeline }: Member) =>
        (state === 'running' || state === 'streaming') && timeline === leader?.timeline;
      return (
        members.length === this.layout.nodes.length &&
        leader !== undefined &&
        members.every(runs) &&
        members.some(({ role }) => role === 'sync_standby')
      );
    });
  }

  async waitUntil(what: string, milliseconds: number, isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + milliseconds;
    while (!(await isSo())) {
      if (this.#isEnding) throw new Error(`The cluster is ended before ${what}.`);
      if (performance.now() > end) throw new Error(`Not within ${milliseconds} ms: ${what}.`);
      await sleep(200);
    }
  }

  /** @throws outside of namespaces of its own */
  get hardships(): Hardships {
    if (!this.#hardships)
      throw new Error('This cluster is not apart: firewall and disks would be the machine’s.');
    return this.#hardships;
  }

  get #keyFile(): string {
    return join(this.layout.folder, 'keys.json');
  }

  #environment({ name, role, port }: ProductProcess): Record<string, string> {
    return {
      ...databaseVariables(this.layout),
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      ROLE: role,
      DEMO: 'on',
      BANK_PORT: '0',
      KEY_FILE: this.#keyFile,
      DATA_DIR: join(this.layout.folder, name),
      ...(name === 'server1' && this.#hardships?.clockEnvironment),
    };
  }

  /** Owner and login of requests, by the statements an administrator is given. */
  async #makeDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: superuserUrl(this.layout, this.layout.databasePort) });
    await client.connect();
    try {
      for (const statement of databaseStatements(this.layout)) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  #spawn(name: string, program: string, args: readonly string[], surroundings: Surroundings = {}): void {
    if (this.#isEnding) throw new Error(`The cluster is ended before ${name} starts.`);
    const { folder = this.layout.folder, user = this.#user, environment } = surroundings;
    const log = openSync(this.logOf(name), 'a');
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', log, log],
      env: environment ?? { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
      ...user,
    });
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    this.#running.set(name, { child, gone });
  }

  async #end(name: string): Promise<void> {
    const running = this.#running.get(name);
    if (!running || !this.isRunning(name)) return;
    running.child.kill('SIGTERM');
    await Promise.race([running.gone, sleep(patience, undefined, { ref: false })]);
    running.child.kill('SIGKILL');
    await running.gone;
  }
}

/** First line of PostgreSQL's own file; null when it does not run (any more). */
function postmasterOf(node: Node): number | null {
  try {
    const pid = Number(readFileSync(join(node.folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
    return isPostgres ? pid : null;
  } catch {
    return null;
  }
}

function postgresUser(): { uid: number; gid: number } {
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const isOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(1000) })
    .then(({ ok }) => ok)
    .catch(() => false);
