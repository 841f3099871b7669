import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** How to start PostgreSQL's programs: words in front of them, and whose they run as when we are root. */
export interface RunAs {
  readonly prefix: readonly string[];
  /** Set when files must be handed over to another user (we are root). */
  readonly owner: Owner | undefined;
  /** The user Node itself must switch to, where setpriv does not exist. */
  readonly switchTo: Owner | undefined;
}

/** setpriv ties PostgreSQL's life to its supervisor's (Linux); other systems do without. */
function canSetpriv(): boolean {
  return (
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' }).status === 0
  );
}

function findUser(name: string): Owner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** The owner of existing data, else the first usual user without rights of its own. */
function chooseOwner(clusterDirectory: string): Owner {
  const existing = statSync(clusterDirectory, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const owner = findUser('postgres') ?? findUser('nobody');
  if (!owner) {
    throw new OperatorError(
      'PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody" to run it as: start as an ordinary user or set DATABASE_URL.',
    );
  }
  return owner;
}

/** Capabilities that let the other user walk into folders closed to it, as far as we hold them ourselves. */
function heldCapabilities(): string[] {
  const bounding = /CapBnd:\s*([0-9a-f]+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '0';
  const bits = BigInt(`0x${bounding}`);
  const wanted: [bigint, string][] = [
    [1n, 'dac_override'],
    [2n, 'dac_read_search'],
  ];
  return wanted.filter(([bit]) => (bits >> bit) & 1n).map(([, name]) => `+${name}`);
}

function succeeds(command: readonly string[], switchTo?: Owner): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, args, { stdio: 'ignore', cwd: '/', ...switchTo }).status === 0;
}

/**
 * Decides whom PostgreSQL runs as. Ordinary users run it themselves; root hands it to another user and,
 * where that user cannot enter the folders, lends it the capability to (a clone under /root).
 * `paths` must be reachable for it. Throws `OperatorError` when no way is found.
 */
export function chooseRunAs(clusterDirectory: string, paths: readonly string[]): RunAs {
  const hasSetpriv = canSetpriv();
  const prefix = hasSetpriv ? ['setpriv', '--pdeathsig', 'INT'] : [];
  if (process.getuid?.() !== 0) return { prefix, owner: undefined, switchTo: undefined };
  const owner = chooseOwner(clusterDirectory);
  const test = ['sh', '-c', 'for path do cd "$path" || exit 1; done', 'sh', ...paths];
  if (hasSetpriv) {
    const change = [...prefix, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
    if (succeeds([...change, ...test])) return { prefix: change, owner, switchTo: undefined };
    const capabilities = heldCapabilities().join(',');
    // Without this bit access(2), by which initdb looks for its companions, would ignore what was lent.
    const lending = [
      ...change,
      '--securebits=+no_setuid_fixup',
      `--inh-caps=${capabilities}`,
      `--ambient-caps=${capabilities}`,
    ];
    if (capabilities !== '' && succeeds([...lending, ...test])) {
      return { prefix: lending, owner, switchTo: undefined };
    }
  } else if (succeeds(test, owner)) {
    return { prefix, owner, switchTo: owner };
  }
  throw new OperatorError(
    `PostgreSQL refuses to run as root, and user ${owner.uid} cannot enter ${paths.join(' and ')}: start as an ordinary user, set DATA_DIR to a folder it may enter, or set DATABASE_URL.`,
  );
}
