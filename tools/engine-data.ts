// Price tables beside a request: `data` and `spy` of a request may name a CSV file (dates down, assets across) instead of
// carrying thousands of prices. The engine itself reads no files, so the command puts the prices in first.
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { EngineError } from '@depotwerk/engine/engine-error';

/** Folder that file names of a request refer to: the reference cases, or `ENGINE_DATA_DIR`. */
const folder = () =>
  resolve(
    process.env['ENGINE_DATA_DIR'] ??
      join(process.env['REFERENCE_DIR'] ?? resolve(import.meta.dirname, '../../shared/reference'), 'open'),
  );

interface PriceTable {
  readonly assets: readonly string[];
  readonly dates: readonly string[];
  /** One row per date; gaps inside a series hold the last price, leading ones are null. */
  readonly prices: readonly (readonly (number | null)[])[];
}

async function readTable(name: string, path: string): Promise<PriceTable> {
  const file = resolve(folder(), name);
  const inside = relative(folder(), file);
  if (inside.startsWith('..') || isAbsolute(inside) || !name.endsWith('.csv'))
    throw new EngineError('INPUT_INVALID', 'only a CSV file of the data folder may be named', path);
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch {
    throw new EngineError('INPUT_INVALID', `the file ${name} cannot be read`, path);
  }
  const [head = [], ...rows] = content
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const last: (number | null)[] = [];
  const prices = rows.map((row, t) =>
    head.slice(1).map((_, i) => {
      const cell = row[i + 1]?.trim() ?? '';
      const value = cell === '' ? null : Number(cell);
      if (value !== null && !Number.isFinite(value))
        throw new EngineError('INPUT_INVALID', `${name}: row ${t + 2} has no number`, path);
      return (last[i] = value ?? last[i] ?? null);
    }),
  );
  return { assets: head.slice(1).map((cell) => cell.trim()), dates: rows.map((row) => row[0] ?? ''), prices };
}

/** The input with the tables it names read in: `data` becomes prices, assets and 252 periods a year, `spy` market prices. */
export async function withTables(input: unknown): Promise<unknown> {
  if (Array.isArray(input)) return Promise.all(input.map((element: unknown) => withTables(element)));
  if (typeof input !== 'object' || input === null) return input;
  // Checked above: a non-null object that is no list.
  const fields = input as Readonly<Record<string, unknown>>;
  const { data, spy } = fields;
  let result: Record<string, unknown> = { ...fields };
  if (typeof data === 'string') {
    const { assets, dates, prices } = await readTable(data, 'data');
    const hasPeriods = 'periodsPerYear' in fields || 'frequency' in fields;
    result = { assets, dates, prices, ...(hasPeriods ? {} : { periodsPerYear: 252 }), ...result };
    delete result['data'];
  }
  if (typeof spy === 'string') {
    const { prices } = await readTable(spy, 'spy');
    result = { marketPrices: prices.map((row) => row[0]), ...result };
    delete result['spy'];
  }
  return result;
}
