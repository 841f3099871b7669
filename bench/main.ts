import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { benchAnalysis } from './analysis.ts';
import { benchBulkCheck } from './bulk-check.ts';
import { benchContinuous } from './continuous.ts';
import { benchContractPaint } from './contract-paint.ts';
import { openBenchServer } from './database.ts';
import { benchDay } from './day.ts';
import { benchGroupRights } from './group-rights.ts';
import { benchImpact } from './impact.ts';
import { benchList } from './list.ts';
import { benchLive } from './live.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchOpenContract } from './open-contract.ts';
import { benchOpenLoop } from './open-loop.ts';
import { benchPalettePaint } from './palette-paint.ts';
import { benchPeer } from './peer.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchWizardRoutes } from './wizard-routes.ts';
import { benchYearEnd } from './year-end.ts';

/**
 * `npm run bench` runs every part; `npm run bench -- list search --contracts 10000,100000` some of them.
 * The stocks are filled once into `.data/bench` (or on the server of DATABASE_URL) and kept.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    contracts: { type: 'string' },
    port: { type: 'string' },
    limit: { type: 'string' },
    seconds: { type: 'string' },
    running: { type: 'boolean' },
  },
});
const sizes = (values.contracts ?? '10000,100000,1000000').split(',').map(Number);
const port = Number(values.port ?? 23_080);
/** Most contracts of the impact preview and of the letters of a year: for a look on a busy machine. */
const limit = Number(values.limit ?? Number.MAX_SAFE_INTEGER);
/** Longest step of the open loop: for a look. */
const seconds = Number(values.seconds ?? Number.MAX_SAFE_INTEGER);
/** Parts on the stocks of the bench server. */
const onStocks = [
  'list',
  'search',
  'day',
  'open-loop',
  'peer',
  'palette-paint',
  'live',
  'open-contract',
  'contract-paint',
  'neighbours',
  'bulk-check',
  'continuous',
  'impact',
  'group-rights',
  'year-end',
];
/** Parts of a product, which may run already. */
const onProduct = ['wizard-routes', 'analysis'];
/** Parts with a file of their own that each write their section; the last two measure functions, not a product. */
const alone = [
  'first-load',
  'scroll',
  'what-if',
  'matrix',
  'reports',
  'questionnaire',
  'slow-phone',
  'people',
  'figures',
];
const parts = [...onStocks, ...onProduct, 'start', ...alone];
if (
  !sizes.every((size) => Number.isInteger(size) && size >= 100) ||
  !Number.isInteger(port) ||
  !(limit >= 1) ||
  !(seconds >= 1) ||
  !positionals.every((part) => parts.includes(part))
) {
  console.error(
    `Usage: npm run bench -- ${parts.map((part) => `[${part}]`).join(' ')} [--contracts 10000,100000] [--port 23080] [--limit 50000] [--seconds 60] [--running]`,
  );
  process.exit(1);
}
// A product serves its pages: built now, before a stock is filled for minutes.
if (!existsSync(join(import.meta.dirname, '../apps/web/dist/index.html'))) {
  const build = join(import.meta.dirname, '../tools/build.mjs');
  const { status } = spawnSync(process.execPath, [build, 'web'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

const isAsked = (part: string) => positionals.length === 0 || positionals.includes(part);

if (onStocks.some(isAsked) || (onProduct.some(isAsked) && !values.running)) {
  const server = await openBenchServer();
  try {
    if (isAsked('list')) await benchList(server, sizes, port);
    if (isAsked('search')) await benchSearch(server, sizes.slice(-1), port);
    if (isAsked('day')) await benchDay(server, sizes.at(-1) ?? 10_000, port);
    if (isAsked('open-loop'))
      await benchOpenLoop(server, values.contracts ? (sizes[0] ?? 50_000) : 50_000, port, seconds);
    if (isAsked('peer')) await benchPeer(server, values.contracts ? (sizes[0] ?? 100_000) : 100_000, port);
    if (isAsked('palette-paint')) await benchPalettePaint(server, sizes.at(-1) ?? 10_000, port);
    if (isAsked('live')) await benchLive(server, sizes[0] ?? 10_000, port);
    if (isAsked('open-contract')) await benchOpenContract(server, sizes.slice(-1), port);
    if (isAsked('contract-paint')) await benchContractPaint(server, sizes.at(-1) ?? 10_000, port);
    if (isAsked('neighbours')) await benchNeighbours(server, sizes[0] ?? 10_000, port);
    if (isAsked('group-rights')) await benchGroupRights(server, port);
    if (isAsked('continuous')) await benchContinuous(server, sizes);
    if (isAsked('bulk-check')) await benchBulkCheck(server, sizes.slice(-1));
    if (isAsked('wizard-routes') && !values.running)
      await benchWizardRoutes(server, sizes[0] ?? 10_000, port);
    if (isAsked('analysis') && !values.running) await benchAnalysis(server, sizes[0] ?? 10_000, port);
    if (isAsked('year-end')) await benchYearEnd(server, sizes[0] ?? 10_000, port, limit);
    if (isAsked('impact')) await benchImpact(server, sizes.at(-1) ?? 10_000, limit);
  } finally {
    await server.close();
  }
}
// Of a product that runs already on the port with --running, else of one of its own.
if (isAsked('wizard-routes') && values.running) await benchWizardRoutes(null, 0, port);
if (isAsked('analysis') && values.running) await benchAnalysis(null, 0, port);
if (isAsked('start')) await benchStart(port);
for (const part of alone) {
  if (isAsked(part)) await import(pathToFileURL(join(import.meta.dirname, `${part}.ts`)).href);
}
