// Writes docs/engine-operations.md (every operation with its example's real answer) and the picture of frontier and
// bands from real output. `node tools/run.mjs tools/engine-docs.ts`; a test holds both up to date.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { automaticAllocation } from '@depotwerk/engine/allocation/automatic-allocation';
import { marketFixture } from '@depotwerk/engine/fixtures/market-fixture';
import { randomSource } from '@depotwerk/engine/fixtures/random-source';
import { examples } from '@depotwerk/engine/operations/examples';
import { riskBand } from '@depotwerk/engine/risk-band';
import { answerRequest } from './engine.ts';

/** Numbers to six digits: a reader compares, a program runs the command. */
function shortened(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(6));
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(shortened);
    return items.length > 6 ? [...items.slice(0, 4), `… ${items.length} elements`] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, shortened(element)]));
}

/** The text of docs/engine-operations.md. */
export async function operationsDocument(): Promise<string> {
  const parts = [
    '# Operations of the engine, one example each',
    '',
    'Made by `node tools/run.mjs tools/engine-docs.ts` from real answers (shortened to six digits; long lists cut). What the',
    'operations compute is explained in [engine.md](engine.md). Run one with',
    '`npm run --silent engine < request.json`, where the file holds `{"operation": "…", "input": {…}}`; a list as input runs',
    'the operation on every element.',
    '',
  ];
  for (const [operation, input] of Object.entries(examples)) {
    const { answer } = await answerRequest(JSON.stringify({ operation, input }));
    const shown = JSON.stringify(shortened(answer));
    parts.push(
      `## ${operation}`,
      '',
      '```json',
      JSON.stringify(shortened(input)),
      '```',
      '',
      '```json',
      shown,
      '```',
      '',
    );
  }
  return parts.join('\n');
}

const width = 720;
const height = 420;
const margin = { left: 60, right: 20, top: 20, bottom: 50 };

/** Frontier, bands of the classes and their columns as SVG. */
export function frontierPicture(): string {
  const market = marketFixture(33, randomSource(3));
  const { frontier, columns } = automaticAllocation(market);
  const highest = Math.max(...frontier.map((point) => point.volatility)) * 1.05;
  const returns = frontier.map((point) => point.expectedReturn);
  const [low, high] = [Math.min(...returns) * 0.9, Math.max(...returns) * 1.05];
  const x = (volatility: number) =>
    margin.left + (volatility / highest) * (width - margin.left - margin.right);
  const y = (value: number) =>
    height - margin.bottom - ((value - low) / (high - low)) * (height - margin.top - margin.bottom);
  const at = (value: number) => value.toFixed(1);
  const bands = market.classes.map(({ id, target, range }) => {
    const band = riskBand(target, range);
    const [from, to] = [x(band.low / 100), x(band.high / 100)];
    return `<rect x="${at(from)}" y="${margin.top}" width="${at(to - from)}" height="${height - margin.top - margin.bottom}" fill="${Number(id) % 2 ? '#dbe7f5' : '#eaf1ea'}"/><text x="${at((from + to) / 2)}" y="${margin.top + 14}" text-anchor="middle">${id}</text>`;
  });
  const line = frontier.map((point) => `${at(x(point.volatility))},${at(y(point.expectedReturn))}`).join(' ');
  const dots = columns.map(
    (column) =>
      `<circle cx="${at(x(column.volatility))}" cy="${at(y(column.expectedReturn))}" r="4" fill="#b3261e"/>`,
  );
  const ticks = Array.from({ length: Math.floor(highest * 100) + 1 }, (_, k) => k)
    .filter((k) => k % 2 === 0)
    .map(
      (k) =>
        `<text x="${at(x(k / 100))}" y="${height - margin.bottom + 18}" text-anchor="middle">${k}</text>`,
    );
  const levels = Array.from({ length: 12 }, (_, k) => k)
    .filter((k) => k / 100 >= low && k / 100 <= high)
    .map((k) => `<text x="${margin.left - 8}" y="${at(y(k / 100) + 4)}" text-anchor="end">${k}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    '<title>Efficient frontier, bands of seven risk classes and the rounded columns of the matrix</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...bands,
    `<polyline points="${line}" fill="none" stroke="#1f4e8c" stroke-width="2"/>`,
    ...dots,
    ...ticks,
    ...levels,
    `<text x="${width / 2}" y="${height - 12}" text-anchor="middle">volatility per year, %; shaded: bands of the classes</text>`,
    `<text x="16" y="${height / 2}" text-anchor="middle" transform="rotate(-90 16 ${height / 2})">expected return per year, %</text>`,
    '</svg>',
    '',
  ].join('\n');
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const docs = resolve(import.meta.dirname, '../docs');
  await writeFile(join(docs, 'engine-operations.md'), await operationsDocument());
  await writeFile(join(docs, 'pictures', 'engine-frontier.svg'), frontierPicture());
}
