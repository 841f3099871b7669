import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { isLockName } from '../instance-lock/instance-lock.ts';
import { OperatorError } from '../operator-error.ts';
import { copyTree, hashOf } from './file-copy.ts';
import { type Manifest, manifestName, readManifest } from './manifest.ts';

/**
 * Puts a backup into a data folder that is not there yet, or empty. Every file is compared with its hash before, and nothing is
 * put there when one differs. The keys are put back by hand: they never lie beside what they open.
 * @throws OperatorError where the backup is damaged or the folder is in use
 */
export function restore(backup: string, dataDirectory: string): Manifest {
  const manifest = readManifest(join(backup, manifestName));
  for (const file of manifest.files) check(backup, file);
  const isThere = existsSync(dataDirectory);
  if (isThere && readdirSync(dataDirectory).some((name) => name !== 'keys'))
    throw new OperatorError(
      `${dataDirectory} is not empty: move it away first. A folder with nothing but the keys may stay.`,
    );
  mkdirSync(dirname(dataDirectory), { recursive: true });
  const unfinished = `${dataDirectory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  copyTree(backup, unfinished, '', {
    leavesOut: (path) => path === manifestName || isLockName(path),
    keepsEmpty: () => false,
  });
  if (isThere) {
    const { uid, gid } = statSync(dataDirectory);
    if (process.getuid?.() === 0) chownSync(unfinished, uid, gid);
    if (existsSync(join(dataDirectory, 'keys')))
      renameSync(join(dataDirectory, 'keys'), join(unfinished, 'keys'));
    rmSync(dataDirectory, { recursive: true });
  }
  renameSync(unfinished, dataDirectory);
  return manifest;
}

function check(backup: string, { path, size, sha256 }: Manifest['files'][number]): void {
  const file = join(backup, path);
  const isInside = !isAbsolute(path) && !normalize(path).startsWith('..');
  const found = isInside ? statSync(file, { throwIfNoEntry: false }) : undefined;
  if (found?.size !== size || hashOf(file) !== sha256)
    throw new OperatorError(`The backup is damaged: ${path} is not as it was written. Take another one.`);
}
