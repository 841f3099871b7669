import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { report, verdict } from './report.ts';

/**
 * Size of the first load: every script and style a page needs before it is complete, each file gzipped on its own
 * (level 9), taken from the build's manifest. Fonts, pictures and texts are not counted; charts load later.
 */
interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

const dist = resolve(import.meta.dirname, '../apps/web/dist');

/** Loaded with every page, from index.html. */
const everywhere = ['index.html'];
const pages = [
  {
    name: 'Sign-in page',
    limit: 150,
    entries: ['src/areas/auth/auth-layout.tsx', 'src/areas/auth/login-page.tsx'],
  },
  {
    name: 'Depot analysis',
    limit: 150,
    entries: ['src/areas/prospects/depotanalysis-page.tsx'],
  },
  {
    name: 'Depot analysis in English',
    limit: 150,
    entries: ['src/areas/prospects/depotanalysis-page.tsx', 'change-language'],
  },
  {
    name: 'Contract list',
    limit: 220,
    entries: ['src/routes/all.tsx', 'src/shell/app-shell.tsx', 'src/areas/contracts/contracts-page.tsx'],
  },
] as const;

function readManifest(): Manifest {
  const file = join(dist, '.vite/manifest.json');
  if (!existsSync(file)) throw new Error('The browser application is not built: run `npm start` once.');
  // Written by our own build a moment ago; its shape is Vite's.
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** The files of the entries and of all they import statically. */
function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    // A chunk several parts share has no source of its own: it goes by its name.
    const entry =
      manifest[name] ?? Object.entries(manifest).find(([key]) => key.startsWith(`_${name}-`))?.[1];
    if (!entry) throw new Error(`The build has no chunk for ${name}`);
    files.add(entry.file);
    for (const style of entry.css ?? []) files.add(style);
    for (const imported of entry.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return files;
}

const manifest = readManifest();
const rows = pages.map((page) => {
  const files = [...filesOf(manifest, [...everywhere, ...page.entries]), 'theme-boot.js'];
  const bytes = files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  );
  const kilobytes = bytes / 1000;
  return [
    page.name,
    String(files.length),
    `${kilobytes.toFixed(1)} kB`,
    `${page.limit} kB`,
    verdict(kilobytes <= page.limit),
  ];
});

report(
  'first-load',
  'Size of the first load',
  'JavaScript and CSS a page needs before it is complete, gzipped file by file; 1 kB = 1000 bytes. Charts load later.',
  ['page', 'files', 'size', 'at most', ''],
  rows,
);
