import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import pg from 'pg';
import { connectionConfig, unlimited } from '../database/connection.ts';
import { applicationTarget } from '../embedded-postgres/start-embedded-postgres.ts';
import { isLockName } from '../instance-lock/instance-lock.ts';
import { OperatorError } from '../operator-error.ts';
import { type CopiedFile, copyFile, copyTree, hashOf } from './file-copy.ts';
import { type Manifest, manifestName } from './manifest.ts';

/** Of the data folder: what lives only while the product runs, and the keys, which never lie beside what they open. */
const leftOutOfData = new Set(['keys', 'postgres', 'postgres.log', 'run']);
/**
 * Of the database: what PostgreSQL makes anew at its start, and the log of changes, of which exactly the needed part follows
 * (PostgreSQL 18, "Making a Base Backup Using the Low Level API", 25.3.4).
 */
const emptyInDatabase = new Set(
  [
    'pg_dynshmem',
    'pg_notify',
    'pg_replslot',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
    'pg_wal',
  ].map((name) => join('postgres', name)),
);
const leftOutOfDatabase =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|pgsql_tmp[^/]*|backup_label|tablespace_map)$/;
const segment = /^[0-9A-F]{24}$|\.history$/;

/**
 * Copies a running embedded database with the data folder around it into a new folder, consistent as of its end, while people
 * go on working. The last file written is a manifest with the hash of every other: a copy without it is none.
 * @param now as an ISO instant, for the manifest
 * @throws OperatorError where nothing runs in the data folder, or the target is there already or lies in it
 */
export async function backUp(dataDirectory: string, target: string, now: string): Promise<Manifest> {
  const source = realpathSync(dataDirectory);
  if (existsSync(target)) throw new OperatorError(`${target} is there already: name a folder that is not.`);
  if (liesIn(source, target))
    throw new OperatorError(
      `${target} lies in ${source}, which it is to be a copy of: name a folder elsewhere, best on another disk.`,
    );
  const client = new pg.Client(
    connectionConfig(applicationTarget(source), {
      role: 'owner',
      timeouts: unlimited,
      applicationName: 'depotwerk-backup',
    }),
  );
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(
      `No product runs in ${source}. Start it, or copy the folder as it is with cp -a while it stands still.`,
      { cause: error },
    );
  }
  const unfinished = `${target}.unfinished`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    const files = [...copyRest(source, unfinished), ...(await copyDatabase(client, source, unfinished))];
    const manifest: Manifest = { format: 1, madeAt: now, files };
    writeFileSync(join(unfinished, manifestName), JSON.stringify(manifest), { mode: 0o600, flush: true });
    renameSync(unfinished, target);
    await noteBackup(client, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

/** Whether a folder that is not there yet would lie in another, links followed as far as there is something. */
function liesIn(folder: string, target: string): boolean {
  let there = resolve(target);
  const missing: string[] = [];
  while (!existsSync(there)) {
    missing.unshift(basename(there));
    there = dirname(there);
  }
  const way = relative(folder, join(realpathSync(there), ...missing));
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** For the page that tells operators when the last one was made; a database of an older release has no place for it. */
async function noteBackup(client: pg.Client, { madeAt, files }: Manifest): Promise<void> {
  const { rows } = await client.query<{ place: string | null }>(
    `select to_regclass('backups')::text as place`,
  );
  if ((rows[0]?.place ?? null) === null) return;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  await client.query(
    'insert into backups (made_at, bytes, file_count) values ($1, $2, $3) on conflict do nothing',
    [madeAt, bytes, files.length],
  );
}

const copyRest = (source: string, target: string): CopiedFile[] =>
  readdirSync(source, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    if (leftOutOfData.has(name) || isLockName(name) || !(entry.isDirectory() || entry.isFile())) return [];
    const [from, to] = [join(source, name), join(target, name)];
    if (entry.isDirectory())
      return copyTree(from, to, name, { leavesOut: () => false, keepsEmpty: () => false });
    const copied = copyFile(from, to, name);
    return copied === null ? [] : [copied];
  });

async function copyDatabase(client: pg.Client, source: string, target: string): Promise<CopiedFile[]> {
  const [from, to] = [join(source, 'postgres'), join(target, 'postgres')];
  // Keeps the log of changes until this session ends: without it a long copy could outlive what it needs.
  await client.query(
    `select pg_create_physical_replication_slot('depotwerk_backup_' || pg_backend_pid(), true, true)`,
  );
  const started = await client.query<{ file: string }>(
    `select pg_walfile_name(pg_backup_start('depotwerk', true)) as file`,
  );
  const files = copyTree(from, to, 'postgres', {
    leavesOut: (path) => leftOutOfDatabase.test(path),
    keepsEmpty: (path) => emptyInDatabase.has(path),
  });
  const stopped = await client.query<{ labelfile: string; spcmapfile: string; last: string }>(
    `select labelfile, spcmapfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
  );
  const [first, end] = [started.rows[0]?.file ?? '', stopped.rows[0]];
  if (end === undefined) throw new Error('PostgreSQL did not end the backup');
  if (end.spcmapfile.trim() !== '')
    throw new OperatorError(
      'The database has tablespaces outside of its folder: use the tools of PostgreSQL.',
    );
  const logs = readdirSync(join(from, 'pg_wal')).filter(
    (name) => segment.test(name) && (name.endsWith('.history') || (name >= first && name <= end.last)),
  );
  for (const name of [first, end.last])
    if (!logs.includes(name)) throw new Error(`the log of changes ${name} is gone`);
  const copied = logs.flatMap(
    (name) =>
      copyFile(join(from, 'pg_wal', name), join(to, 'pg_wal', name), join('postgres', 'pg_wal', name)) ?? [],
  );
  const label = join(to, 'backup_label');
  writeFileSync(label, end.labelfile, { mode: 0o600, flush: true });
  const path = join('postgres', 'backup_label');
  return [...files, ...copied, { path, size: Buffer.byteLength(end.labelfile), sha256: hashOf(label) }];
}
