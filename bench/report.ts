import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';

const file = resolve(import.meta.dirname, '../docs/performance.md');

const frame = `# Performance

Measured by \`npm run bench\` (parts: \`list\`, \`search\`, \`start\`, \`first-load\`, \`scroll\`); every part rewrites its
own section below. Times depend on the machine; the ratios are what counts. Load comes from a process of its own with
keep-alive connections whose callers wait for their answer; only in \`open-loop\` they arrive by a clock.

`;

/** One row of a table: texts as they stand. */
export type Row = readonly string[];

/** Replaces the section of a part in docs/performance.md, unless it `isTrial`, and shows the table on the console. */
export function report(
  part: string,
  title: string,
  notes: string,
  head: Row,
  rows: readonly Row[],
  isTrial = false,
): void {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  const table = [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
  console.log(`\n${title}\n${table}\n`);
  if (isTrial) return;
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`;
  const start = `<!-- ${part} -->`;
  const end = `<!-- /${part} -->`;
  const section = `${start}\n## ${title}\n\n${notes}\n\n${table}\n\n_${machine}_\n${end}`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : frame;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  const next =
    from >= 0 && to > from
      ? text.slice(0, from) + section + text.slice(to + end.length)
      : `${text.trimEnd()}\n\n${section}\n`;
  writeFileSync(file, next);
}

export const milliseconds = (value: number) => `${value.toFixed(1)} ms`;
export const verdict = (holds: boolean) => (holds ? 'holds' : '**missed**');
