import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './runtime.mjs';

const delivered = ['apps/web', 'apps/server', 'apps/demo', 'apps/bank'];

const names = z.optional(z.record(z.string(), z.string()));
const entrySchema = z.object({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  link: z.optional(z.boolean()),
  resolved: z.optional(z.string()),
  os: z.optional(z.unknown()),
  hasInstallScript: z.optional(z.boolean()),
  dependencies: names,
  optionalDependencies: names,
});
export type LockedPackage = z.infer<typeof entrySchema>;

/** The lock file's packages by their path. */
export const lock: Readonly<Record<string, LockedPackage>> = z
  .object({ packages: z.record(z.string(), entrySchema) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages;

/** Where Node finds a package from a folder: beside it, or in a folder above. */
function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const found = lock[path];
    if (found) return found.link === true ? found.resolved : path;
    if (folder === '') return undefined;
  }
}

/**
 * Every package the delivered parts need, by its path in the lock file, also where it lies in the folder of one part alone;
 * workspaces of ours are passed through.
 */
export function deliveredPackages(): Map<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const waiting = [...delivered];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = lock[path];
    if (!entry || found.has(path)) continue;
    found.set(path, entry);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const next = resolve(path, name);
      if (next !== undefined) waiting.push(next);
    }
  }
  return new Map([...found].filter(([path]) => path.includes('node_modules/')));
}
