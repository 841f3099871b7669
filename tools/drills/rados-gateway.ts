import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the gateway is reached and signed for. */
export interface GatewayAccess {
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * An S3 server nobody of this project wrote: the RADOS gateway of Ceph with one monitor and one store in memory, from
 * Debian's packages (`apt-get install radosgw ceph-mon ceph-osd`), on loopback. It keeps versions and locks.
 */
export class RadosGateway {
  readonly #folder = mkdtempSync(join(tmpdir(), 'depotwerk-rados-'));
  readonly #port: number;
  readonly #processes: ChildProcess[] = [];
  #gateway: ChildProcess | undefined;

  /** @param port the gateway's; the three above it are the monitor's and the store's */
  constructor(port: number) {
    this.#port = port;
  }

  async start(): Promise<GatewayAccess> {
    this.#configure();
    const at = (name: string) => join(this.#folder, name);
    const monitor = `[v2:127.0.0.1:${this.#port + 1},v1:127.0.0.1:${this.#port + 2}]`;
    const keyring = at('keyring');
    const key = (name: string, ...rights: string[]) =>
      this.#run('ceph-authtool', keyring, '--gen-key', '-n', name, ...rights);
    this.#run(
      'ceph-authtool',
      '--create-keyring',
      keyring,
      '--gen-key',
      '-n',
      'mon.',
      '--cap',
      'mon',
      'allow *',
    );
    key('client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *');
    key('client.rgw', '--cap', 'mon', 'allow rw', '--cap', 'osd', 'allow rwx');
    key('osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *');
    this.#run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', this.#id, at('monmap'));
    this.#run(
      'ceph-mon',
      ...this.#common,
      '-i',
      'a',
      '--mkfs',
      '--monmap',
      at('monmap'),
      '--keyring',
      keyring,
    );
    this.#spawn('ceph-mon', '-i', 'a', '-f');
    const store = randomUUID();
    this.#run('ceph', ...this.#common, '--connect-timeout', '60', 'osd', 'new', store);
    this.#run('ceph-osd', ...this.#common, '-i', '0', '--mkfs', '--osd-uuid', store);
    this.#spawn('ceph-osd', '-i', '0', '-f');
    await this.startGateway();
    const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
    const user = ['--uid', 'depotwerk', '--display-name', 'Depotwerk', '--access-key', accessKeyId];
    this.#run(
      'radosgw-admin',
      ...this.#common,
      '--no-mon-config',
      'user',
      'create',
      ...user,
      '--secret-key',
      secretAccessKey,
    );
    return { url: this.#url, accessKeyId, secretAccessKey };
  }

  /** Starts the gateway alone, again after `killGateway`. */
  async startGateway(): Promise<void> {
    this.#gateway = this.#spawn('radosgw', '-n', 'client.rgw', '--no-mon-config', '-f');
    for (let tries = 0; tries < 600; tries += 1) {
      const isUp = await fetch(this.#url).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await sleep(100);
    }
    throw new Error('the gateway did not start within a minute');
  }

  async killGateway(): Promise<void> {
    await ended(this.#gateway, 'SIGKILL');
  }

  /** It takes connections and answers nothing, until `go`. */
  hold(): void {
    this.#gateway?.kill('SIGSTOP');
  }

  go(): void {
    this.#gateway?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.go();
    for (const child of this.#processes.toReversed()) await ended(child, 'SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  readonly #id = randomUUID();

  get #url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get #common(): string[] {
    return ['-c', join(this.#folder, 'ceph.conf')];
  }

  #configure(): void {
    const folder = this.#folder;
    for (const name of ['mon', 'osd', 'rgw', 'log', 'run']) mkdirSync(join(folder, name));
    const monitor = `[v2:127.0.0.1:${this.#port + 1},v1:127.0.0.1:${this.#port + 2}]`;
    writeFileSync(
      join(folder, 'ceph.conf'),
      `[global]
fsid = ${this.#id}
keyring = ${folder}/keyring
mon host = ${monitor}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
mon allow pool size one = true
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 2147483648
mon data = ${folder}/mon
osd data = ${folder}/osd
mon data avail crit = 1
log file = ${folder}/log/$name.log
mon cluster log file = ${folder}/log/cluster.log
admin socket = ${folder}/run/$name.sock
pid file = ${folder}/run/$name.pid
run dir = ${folder}/run
[client.rgw]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${this.#port}
`,
    );
  }

  #run(program: string, ...args: string[]): void {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 120_000 });
  }

  #spawn(program: string, ...args: string[]): ChildProcess {
    const child = spawn(program, [...this.#common, ...args], { stdio: 'ignore' });
    this.#processes.push(child);
    return child;
  }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
