import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { compileCache, findNode, root, runToEnd } from './runtime.mjs';

/** The project of vitest.config.ts a test file belongs to. */
function projectOf(path: string): string {
  if (path.endsWith('.e2e.ts')) return 'browser';
  return /\.(server|process)\.test\.ts$/.test(path) ? 'server' : 'unit';
}

/**
 * `npm run test:file -- PATH [more paths] [options of Vitest]`: single test files or journeys, e.g.
 * `npm run test:file -- e2e/contracts.e2e.ts -t Suche`. Paths are looked for from here and from the root. With
 * `--watch` server and database stay up, and each save runs the file again.
 */
const args = process.argv.slice(2);
const found = args.map((arg) => [resolve(arg), resolve(root, arg)].find((path) => existsSync(path)));
const paths = found.flatMap((path) => (path === undefined ? [] : [relative(root, path)]));
const mode = args.includes('--watch') ? 'watch' : 'run';
const options = args.filter((arg, index) => found[index] === undefined && arg !== '--watch');
if (paths.length === 0) {
  console.error('Give the path of a test file or a journey: npm run test:file -- e2e/contracts.e2e.ts');
  process.exit(1);
}
process.chdir(root);
process.env['NODE_COMPILE_CACHE'] ??= compileCache;
// One journey needs one product.
if (paths.length === 1) process.env['E2E_PRODUCTS'] ??= '1';
for (const [project, files] of Map.groupBy(paths, projectOf)) {
  const vitest = ['node_modules/vitest/vitest.mjs', mode, '--project', project, ...files, ...options];
  process.exitCode ||= await runToEnd(findNode(), vitest);
}
