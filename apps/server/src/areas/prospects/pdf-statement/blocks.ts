import type { MarkedLine } from './marked-lines.ts';

/** Lines that belong to one security, as indexes. */
export type Block = readonly number[];

/** Where a security's key stands among its lines; `lead` lines stand above it. */
interface Layout {
  readonly kind: 'same' | 'after' | 'before' | 'lead';
  readonly lead: number;
}

const layouts: readonly Layout[] = [
  { kind: 'same', lead: 0 },
  { kind: 'after', lead: 0 },
  { kind: 'before', lead: 0 },
  { kind: 'lead', lead: 1 },
  { kind: 'lead', lead: 2 },
];

/**
 * Ways to tell which lines belong to which security: its key may stand first, last or among them. Sums end a security;
 * headings and carried sums stand between its lines where a page ends. Only ways in which every key lies within its own lines.
 */
export function waysToCut(lines: readonly MarkedLine[], anchors: readonly number[]): Block[][] {
  return layouts.flatMap((layout) => {
    const blocks = anchors.map((anchor, index) =>
      cut(lines, layout, anchor, anchors[index - 1], anchors[index + 1]),
    );
    const isWhole = anchors.every((anchor, index) => blocks[index]?.includes(anchor));
    return isWhole ? [blocks] : [];
  });
}

function cut(
  lines: readonly MarkedLine[],
  layout: Layout,
  anchor: number,
  before: number | undefined,
  after: number | undefined,
): Block {
  if (layout.kind === 'same') return [anchor];
  const isSum = ({ kind }: MarkedLine) => kind === 'total';
  const end = after ?? lines.length;
  const sumBehind = lines.findIndex((line, index) => index > anchor && isSum(line));
  const sumAbove = lines.findLastIndex((line, index) => index < anchor && isSum(line));
  const behind = Math.min(end, sumBehind === -1 ? end : sumBehind);
  const above = Math.max(before ?? -1, sumAbove) + 1;
  const body = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).filter(
      (index) => lines[index]?.kind === 'body',
    );
  if (layout.kind === 'after') return body(anchor, behind);
  if (layout.kind === 'before') return body(above, anchor + 1);
  // Lines of headings do not count as lines of a security.
  const own = body(above, anchor).slice(-layout.lead);
  const next = body(anchor, behind);
  return [...own, ...(behind === after ? next.slice(0, next.length - layout.lead) : next)];
}

/** Whether lines of one block stand closer to each other than blocks do, on every page. */
export function isCompact(lines: readonly MarkedLine[], blocks: readonly Block[]): boolean {
  const gap = (above: number | undefined, below: number | undefined) => {
    const [a, b] = [lines[above ?? -1]?.line, lines[below ?? -1]?.line];
    return a && b && a.page === b.page && b.top > a.top ? [b.top - a.top] : [];
  };
  // The first and the last may reach to the ends of the document.
  const inner = blocks.length > 2 ? blocks.slice(1, -1) : blocks;
  const within = inner.flatMap((block) => block.slice(1).flatMap((index, at) => gap(block[at], index)));
  const between = blocks.slice(1).flatMap((block, at) => gap(blocks[at]?.at(-1), block[0]));
  return within.length > 0 && between.length > 0 && Math.max(...within) < 0.9 * Math.min(...between);
}
