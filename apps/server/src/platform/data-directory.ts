import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Node's own recursive way never returns on file systems that refuse folders with ENOENT (/proc). */
function makeDirectory(path: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) makeDirectory(parent);
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Makes sure the data folder exists, is a folder and ours to write; gives its real path.
 * Throws `OperatorError` with the one thing that is wrong.
 */
export function prepareDataDirectory(path: string): string {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing && !existing.isDirectory()) {
      throw new OperatorError(`DATA_DIR ${path} is a file and no folder.`);
    }
    if (!existing) makeDirectory(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reasons: Record<string, string> = {
      EACCES: 'may not be read and written by this user',
      EPERM: 'may not be read and written by this user',
      ENOENT: 'cannot be made there',
      EROFS: 'is on a read-only disk',
      ENOSPC: 'is on a full disk',
      ENOTDIR: 'leads through a file',
    };
    throw new OperatorError(`The data folder ${path} ${reasons[code] ?? `cannot be used (${code})`}.`, {
      cause: error,
    });
  }
}
