/**
 * Fills an empty database with the demo world:
 * `npm run demo -- --contracts 1000000 [--customers N] [--funds N] [--seed N] [--anchor-date YYYY-MM-DD] [--database-url URL]`.
 */
import { parseArgs } from 'node:util';
import { DatabaseNotEmpty, defaultDemoSize } from '../apps/demo/src/fill-demo.ts';
import { fillDemoDatabase } from '../apps/demo/src/fill-demo-database.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { OperatorError } from '../apps/server/src/platform/operator-error.ts';

class WrongArgument extends Error {}

/** A whole number of at least `least`, or the default when the option is absent. */
function count(name: string, text: string | undefined, least: number, fallback: number): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least))
    throw new WrongArgument(`--${name} braucht eine ganze Zahl ab ${least}, nicht „${text}“.`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      contracts: { type: 'string' },
      customers: { type: 'string' },
      funds: { type: 'string' },
      seed: { type: 'string' },
      'anchor-date': { type: 'string' },
      'database-url': { type: 'string' },
    },
  });
  const contracts = count('contracts', values.contracts, 1, defaultDemoSize.contracts);
  const size = {
    contracts,
    customers: count('customers', values.customers, 1, Math.ceil(contracts * 0.6)),
    funds: count('funds', values.funds, 1, defaultDemoSize.funds),
  };
  const anchorDate = values['anchor-date'];
  if (
    anchorDate !== undefined &&
    (!/^\d{4}-\d\d-\d\d$/.test(anchorDate) || Number.isNaN(Date.parse(anchorDate)))
  )
    throw new WrongArgument(`--anchor-date braucht ein Datum wie 2026-11-20, nicht „${anchorDate}“.`);
  const url = values['database-url'];
  const config = readConfig(url === undefined ? process.env : { ...process.env, DATABASE_URL: url });
  const { target, close } = await openDatabase(config, { mayJoin: true });
  const start = Date.now();
  let shown = '';
  try {
    await fillDemoDatabase(target, {
      size,
      seed: count('seed', values.seed, 0, 1),
      ...(anchorDate === undefined ? {} : { anchorDate }),
      onProgress: (message, done) => {
        const line = `${message} (${Math.round(done * 100)} %)`;
        if (line !== shown) console.log(`${((Date.now() - start) / 1000).toFixed(0).padStart(4)} s  ${line}`);
        shown = line;
      },
    });
  } finally {
    await close();
  }
}

try {
  await main();
} catch (error) {
  const isExpected = [DatabaseNotEmpty, WrongArgument, OperatorError].some((kind) => error instanceof kind);
  console.error(
    isExpected || !(error instanceof Error)
      ? String(error instanceof Error ? error.message : error)
      : (error.stack ?? error.message),
  );
  process.exitCode = 1;
}
