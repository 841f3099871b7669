// Builds browser application, server, demo world and practice bank when their sources changed since the last time.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, root } from './runtime.mjs';

const parts = {
  web: {
    title: 'browser application',
    output: join(root, 'apps/web/dist'),
    proof: 'index.html',
    sources: ['apps/web', 'packages', 'package-lock.json', 'tools/build.mjs'],
    build: buildWeb,
  },
  server: {
    title: 'server',
    output: join(root, 'apps/server/dist'),
    proof: 'main.js',
    sources: ['apps/server/src', 'packages', 'package-lock.json', 'tools/build.mjs'],
    build: buildServer,
  },
  demo: {
    title: 'demo world',
    output: join(root, 'apps/demo/dist'),
    proof: 'demo-world.js',
    sources: ['apps/demo/src', 'apps/server/src', 'packages', 'package-lock.json', 'tools/build.mjs'],
    build: buildDemo,
  },
  bank: {
    title: 'practice bank',
    output: join(root, 'apps/bank/dist'),
    proof: 'main.js',
    sources: ['apps/bank/src', 'packages/domain', 'package-lock.json', 'tools/build.mjs'],
    build: buildBank,
  },
};

const ignored = new Set(['node_modules', 'dist', 'test']);

/** Path, size and time of every source file: equal texts mean equal sources. @param {string[]} sources */
function fingerprint(sources) {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ path) => {
    const status = lstatSync(join(root, path));
    if (!status.isDirectory()) {
      if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}:${status.size}:${status.mtimeMs}\n`);
      return;
    }
    for (const entry of readdirSync(join(root, path)).sort()) {
      if (!ignored.has(entry)) visit(join(path, entry));
    }
  };
  for (const source of sources) visit(source);
  return hash.digest('hex');
}

async function buildWeb() {
  const { build } = await import('vite');
  // What is built is what is served, also where tests ask for it: React takes its slow half from any other environment.
  process.env['NODE_ENV'] = 'production';
  await build({ root: join(root, 'apps/web'), logLevel: 'warn' });
  // Texts are spaced for people who read them in the repository; the first load of every page carries them without.
  const texts = join(root, 'apps/web/dist/assets/i18n');
  for (const name of readdirSync(texts)) {
    const file = join(texts, name);
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  }
}

/** Our own packages are bundled, those of npm stay where they are. @param {string} id */
function isForeign(id) {
  return !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@depotwerk/');
}

async function buildServer() {
  const { build } = await import('rolldown');
  const source = join(root, 'apps/server/src');
  await build({
    input: {
      main: join(source, 'main.ts'),
      'pdf-worker': join(source, 'areas/reports/pdf/pdf-worker.ts'),
      'allocation-worker': join(source, 'areas/components/allocation-worker.ts'),
      'file-worker': join(source, 'file-worker.ts'),
      'export-worker': join(source, 'export-worker.ts'),
      supervisor: join(source, 'platform/embedded-postgres/supervisor.ts'),
    },
    platform: 'node',
    external: isForeign,
    output: { dir: join(root, 'apps/server/dist'), format: 'esm', sourcemap: true, cleanDir: true },
    logLevel: 'warn',
  });
}

/** The demo world, with what it takes of the server: loaded by place, and only where the demo is on. */
async function buildDemo() {
  const { build } = await import('rolldown');
  const source = join(root, 'apps/demo/src');
  await build({
    input: {
      'demo-world': join(source, 'demo-world.ts'),
      'fill-demo-process': join(source, 'fill-demo-process.ts'),
    },
    platform: 'node',
    external: isForeign,
    output: { dir: join(root, 'apps/demo/dist'), format: 'esm', sourcemap: true, cleanDir: true },
    logLevel: 'warn',
  });
}

/** The practice bank, bundled as the server is, with the files of its page beside. */
async function buildBank() {
  const { build } = await import('rolldown');
  const source = join(root, 'apps/bank/src');
  const output = join(root, 'apps/bank/dist');
  await build({
    input: { main: join(source, 'main.ts') },
    platform: 'node',
    external: isForeign,
    output: { dir: output, format: 'esm', sourcemap: true, cleanDir: true },
    logLevel: 'warn',
  });
  cpSync(join(source, 'page'), join(output, 'page'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
}

/** Names of the parts whose sources changed. */
export function staleParts() {
  return Object.entries(parts).flatMap(([name, part]) => {
    const stamp = join(part.output, '.stamp');
    const isFresh =
      existsSync(join(part.output, part.proof)) &&
      existsSync(stamp) &&
      readFileSync(stamp, 'utf8') === fingerprint(part.sources);
    return isFresh ? [] : [name];
  });
}

/** @param {string[]} names */
async function buildParts(names) {
  for (const name of names) {
    const part = parts[/** @type {keyof typeof parts} */ (name)];
    if (!part) fail(`There is no part "${name}" to build.`);
    const before = fingerprint(part.sources);
    const started = Date.now();
    console.log(`Building the ${part.title} …`);
    rmSync(join(part.output, '.stamp'), { force: true });
    await part.build();
    writeFileSync(join(part.output, '.stamp'), before);
    console.log(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

// As a program: builds what is named, or everything that changed.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const named = process.argv.slice(2);
  await buildParts(named.length > 0 ? named : staleParts());
}
