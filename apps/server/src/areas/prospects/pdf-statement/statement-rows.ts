import { isTitleOfMovements } from '../movement-words.ts';
import { statedText } from '../stated-text.ts';
import { type Block, isCompact, waysToCut } from './blocks.ts';
import { currencyOf, dayIn } from './figures.ts';
import type { MarkedLine } from './marked-lines.ts';
import { isSame, type PlacedFigure, type Proof, proofsOf } from './proofs.ts';

/** A holding of a statement as far as it can be read. */
export interface StatementRow {
  /** null = none, or its check digit is wrong. */
  readonly isin: string | null;
  readonly name: string;
  /** The figures that prove each other; null = none do, or several do. */
  readonly proof: Proof | null;
  /** What stands where units and value in euros stand, for a holding to confirm; null = nothing, or more than one number. */
  readonly stated: { readonly quantity: number | null; readonly value: number | null };
  /** Why it is to be confirmed; null = proved. */
  readonly doubt: Doubt | null;
  /** `yyyy-MM-dd`; null = none is named. */
  readonly day: string | null;
  readonly page: number;
  /** What the document says, line by line. */
  readonly source: string;
  /** Whether any number may be its units or its value. */
  readonly hasAmounts: boolean;
  /** Place of its first line, to tell what stands above it. */
  readonly at: number;
}
export type Doubt =
  | 'noIsin'
  | 'wrongIsin'
  | 'severalIsins'
  | 'noProof'
  | 'severalProofs'
  | 'unsureColumns'
  | 'noEuro'
  | 'movement'
  | 'repeated';

/** Rows of a document: one a security it names, and one for every proved line that names none. */
export function rowsOf(lines: readonly MarkedLine[]): StatementRow[] {
  const anchors = lines.flatMap(({ isins, kind }, index) =>
    kind === 'body' && isins.length > 0 ? [index] : [],
  );
  const rateOf = ratesNamed(lines);
  const prove = (block: Block) => proveBlock(lines, block, rateOf);
  const isOfMovements = lines.slice(0, anchors[0] ?? 0).some(({ line }) => isTitleOfMovements(line.text));
  const provedAlone = lines.flatMap((_, index) =>
    prove([index]).some(({ isSure }) => isSure) ? [index] : [],
  );
  const ways = waysToCut(lines, anchors).map((blocks) => {
    const proofs = blocks.map(prove);
    const taken = new Set(blocks.flat());
    return {
      blocks,
      proofs,
      proved: proofs.filter((found) => only(found)?.isSure).length,
      left: provedAlone.filter((index) => !taken.has(index)).length,
    };
  });
  const most = Math.max(...ways.map(({ proved }) => proved));
  const likely = ways.filter(({ proved }) => proved === most);
  const least = Math.min(...likely.map(({ left }) => left));
  const tied = likely.filter(({ left }) => left === least);
  // Lines of one holding stand closer than two holdings do: where that tells the ways apart, it decides.
  const compact = tied.filter(({ blocks }) => isCompact(lines, blocks));
  const best = compact.length > 0 ? compact : tied;
  const rows = anchors.map((anchor, index) => anchorRow(lines, anchor, best, index, isOfMovements));
  const covered = new Set(best.flatMap(({ blocks }) => blocks.flat()));
  const nameless = provedAlone
    .filter((index) => !covered.has(index) && lines[index]?.kind === 'body')
    .map((index) => namelessRow(lines, index, prove([index])));
  return dropEmptyMentions([...rows, ...nameless]).toSorted((a, b) => a.at - b.at);
}

interface Way {
  readonly blocks: readonly Block[];
  readonly proofs: readonly (readonly Proof[])[];
}

function anchorRow(
  lines: readonly MarkedLine[],
  anchor: number,
  best: readonly Way[],
  index: number,
  isOfMovements: boolean,
): StatementRow {
  const [first] = best;
  const block = first?.blocks[index] ?? [anchor];
  const isins = lines[anchor]?.isins ?? [];
  const isin = isins.length === 1 ? (isins[0] ?? null) : null;
  const proofs = first?.proofs[index] ?? [];
  const proof = only(proofs);
  // Where lines could be cut in several ways, what is read must be the same in all of them.
  const isOpen = best.some(({ proofs: other }) => !isSameProof(only(other[index] ?? []), proof));
  const doubt = ((): Doubt | null => {
    if (isins.length > 1) return 'severalIsins';
    if (isin === null) return 'wrongIsin';
    if (proofs.length === 0) return isOpen ? 'severalProofs' : 'noProof';
    if (isOpen || proof === null) return 'severalProofs';
    if (isOfMovements || block.some((at) => lines[at]?.isMovement)) return 'movement';
    return proof.isSure ? null : 'unsureColumns';
  })();
  return {
    isin,
    proof: isOpen ? null : proof,
    stated: proof === null && !isOpen ? statedIn(lines, block) : { quantity: null, value: null },
    doubt,
    ...describe(lines, block.length === 1 ? around(lines, anchor) : block),
    at: block[0] ?? anchor,
  };
}

function namelessRow(lines: readonly MarkedLine[], index: number, proofs: readonly Proof[]): StatementRow {
  const stated = { quantity: null, value: null };
  return { isin: null, proof: only(proofs), stated, doubt: 'noIsin', ...describe(lines, [index]), at: index };
}

/** The only number of units and the only value in euros of these lines. */
function statedIn(lines: readonly MarkedLine[], block: Block): StatementRow['stated'] {
  const figures = block.flatMap((index) => lines[index]?.figures ?? []);
  const alone = (role: 'units' | 'value') => {
    const named = figures.filter((figure) => figure.role === role && figure.isSure && !figure.isPercent);
    const [only] = named;
    const readings = named.length === 1 ? (only?.readings ?? []) : [];
    const isEuro = role === 'units' || only?.currency === 'EUR';
    const [reading] = readings;
    return readings.length === 1 && isEuro && reading && reading.value > 0 ? reading.value : null;
  };
  return { quantity: alone('units'), value: alone('value') };
}

/** The one proof there is, sure ones before others; null for none or several. */
function only(proofs: readonly Proof[]): Proof | null {
  const [first, ...rest] = proofs;
  return first && rest.every((other) => isSame(first, other)) ? first : null;
}
const isSameProof = (a: Proof | null, b: Proof | null) => (a && b ? isSame(a, b) : a === b);

/** A line with the one below where a name goes on, for the eye. */
const around = (lines: readonly MarkedLine[], anchor: number): Block =>
  lines[anchor + 1]?.kind === 'body' && lines[anchor + 1]?.isins.length === 0
    ? [anchor, anchor + 1]
    : [anchor];

function describe(
  lines: readonly MarkedLine[],
  block: Block,
): Pick<StatementRow, 'name' | 'day' | 'page' | 'source' | 'hasAmounts'> {
  const own = block.flatMap((index) => lines[index] ?? []);
  const days = own.flatMap(({ line }) =>
    line.cells.flatMap(({ words }) => words.flatMap(({ text }) => dayIn(text) ?? [])),
  );
  return {
    name: statedText(own.find(({ name }) => name !== '')?.name ?? ''),
    day: days.toSorted().at(-1) ?? null,
    page: own[0]?.line.page ?? 1,
    hasAmounts: own.some(({ figures }) => figures.some(({ role }) => role !== 'other' && role !== 'rate')),
    source: statedText(own.map(({ line }) => line.text).join(' · ')),
  };
}

function proveBlock(
  lines: readonly MarkedLine[],
  block: Block,
  rateOf: (currency: string) => readonly PlacedFigure[],
): Proof[] {
  const own = block.flatMap((index) => lines[index] ?? []);
  const currencies = new Set(own.flatMap(({ currency }) => currency ?? []));
  const [lineCurrency = null] = currencies;
  const together = proofsOf(
    own.flatMap(({ figures }) => figures),
    currencies.size === 1 ? lineCurrency : null,
    rateOf,
  );
  if (currencies.size < 2) return together;
  // Two lines in two currencies may be two holdings of which one lost its key: what each proves by itself counts too.
  return [...together, ...own.flatMap(({ figures, currency }) => proofsOf(figures, currency, rateOf))];
}

/** Rates a document names once for all, as "EUR/USD 1,0850" or "1 EUR = 1,0850 USD". */
function ratesNamed(lines: readonly MarkedLine[]): (currency: string) => readonly PlacedFigure[] {
  const found: { currency: string; figure: PlacedFigure }[] = [];
  for (const { line, figures } of lines) {
    const pair =
      /\b([A-Z]{3})\s?\/\s?([A-Z]{3})\b/.exec(line.text) ?? /\b1 (EUR) = .* ([A-Z]{3})\b/.exec(line.text);
    const codes = [pair?.[1] ?? '', pair?.[2] ?? ''];
    const [currency] = codes.filter((code) => code !== 'EUR' && currencyOf(code) !== null);
    if (!currency || !codes.includes('EUR')) continue;
    for (const figure of figures)
      if (figure.readings.some(({ decimals }) => decimals >= 3))
        found.push({ currency, figure: { ...figure, role: 'rate', isSure: true } });
  }
  return (currency) => found.filter((rate) => rate.currency === currency).map(({ figure }) => figure);
}

/** A security named again without figures, in a note or a heading, is no second holding. */
function dropEmptyMentions(rows: readonly StatementRow[]): StatementRow[] {
  const proved = new Set(rows.flatMap(({ isin, doubt }) => (doubt === null && isin !== null ? [isin] : [])));
  return rows.filter(
    ({ isin, doubt, hasAmounts }) =>
      !(isin !== null && proved.has(isin) && doubt === 'noProof' && !hasAmounts),
  );
}
