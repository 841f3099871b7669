import { foldText } from '@depotwerk/domain/fold-text';
import { withHyphen, withSignBefore } from '@depotwerk/domain/minus-sign';
import { type DecimalHint, decimalHint, readDecimal } from '../../../platform/table-files/decimal-mark.ts';
import type { LineWord, TextLine } from './text-lines.ts';

/** A number of a statement with every way to read it: "1.234" alone may be a thousand or a fraction. */
export interface Figure {
  readonly word: LineWord;
  readonly readings: readonly Reading[];
  readonly isPercent: boolean;
  /** ISO code beside the number; null = none stands there. */
  readonly currency: string | null;
}

interface Reading {
  readonly value: number;
  /** Half of one unit of the last digit shown: what rounding may have taken. */
  readonly rounding: number;
  readonly decimals: number;
}

const currencies = new Set(
  'EUR USD CHF GBP JPY SEK NOK DKK PLN CZK HUF CAD AUD NZD HKD SGD ZAR TRY CNY CNH INR BRL MXN KRW RON ILS THB'.split(
    ' ',
  ),
);
const signs: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['US$', 'USD'],
]);

/** ISO code of a word that names a currency. */
export function currencyOf(text: string): string | null {
  const bare = text.replaceAll(/[():;,]/g, '');
  return signs.get(bare) ?? (currencies.has(bare) ? bare : null);
}

/** As they stand folded. */
const names: ReadonlyMap<string, string> = new Map([
  ['euro', 'EUR'],
  ['us dollar', 'USD'],
  ['dollar', 'USD'],
  ['schweizer franken', 'CHF'],
  ['franken', 'CHF'],
  ['britische pfund', 'GBP'],
  ['pfund', 'GBP'],
  ['japanische yen', 'JPY'],
  ['yen', 'JPY'],
]);

/** ISO code of a cell that says a currency and nothing else, by its code, its sign or its name. */
export const currencyOfCell = (text: string): string | null =>
  currencyOf(text) ?? names.get(foldText(text)) ?? null;

const named = `(${[...currencies, ...names.keys()].join('|').toLowerCase()})`;
/** Of folded texts; what a fund is kept in says nothing of amounts. */
const saysCurrency = [
  new RegExp(`(?:(?<!fonds)waehrung|currency) ${named}\\b`, 'g'),
  new RegExp(
    `\\b(?:betraege?n?|betrag|werte?|kurse?|angaben|amounts?|values?)\\b.{0,30}\\bin ${named}\\b`,
    'g',
  ),
];

/** Whether a text says of amounts that they are in another currency than the euro: "Referenzwährung: CHF", "Alle Beträge in US-Dollar". */
export const saysOtherCurrency = (text: string): boolean =>
  saysCurrency.some((pattern) =>
    [...foldText(text).matchAll(pattern)].some(
      ([, found = '']) => (names.get(found) ?? found.toUpperCase()) !== 'EUR',
    ),
  );

/** `yyyy-MM-dd` of a day as statements write it; null for anything else. */
export function dayIn(text: string): string | null {
  const german = /^\(?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})[),;]?$/.exec(text);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [year, month, day] = german ? [german[3], german[2], german[1]] : iso ? iso.slice(1) : [];
  if (!year || !month || !day) return null;
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const date = new Date(Date.UTC(full, Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
    ? date.toISOString().slice(0, 10)
    : null;
}

/** How a document writes decimals: `both` where its numbers show both marks. */
export type Marks = 'comma' | 'point' | 'both' | 'unknown';

const bare = (text: string) =>
  withSignBefore(
    withHyphen(text)
      .replace(/^(?:US\$|[A-Z]{3}|[€$£])(?=[-+]?\d)/, '')
      .replace(/(?:[A-Z]{3}|[€$£%]|Stk\.?|St\.?)$/, '')
      .replaceAll(/(?<=\d)['’\u00a0\u202f](?=\d{3})/g, ''),
  ).replace(/^\((.*)\)$/, '$1');

const isNumeric = (text: string) => /^[+-]?\d[\d.,]*$/.test(text) && /\d$/.test(text);

/** The marks the numbers of a document show. */
export function marksOf(lines: readonly TextLine[]): Marks {
  const hints = new Set<DecimalHint>();
  for (const { cells } of lines)
    for (const { words } of cells)
      for (const { text } of words)
        if (dayIn(text) === null && isNumeric(bare(text))) hints.add(decimalHint(bare(text)));
  if (hints.has('comma')) return hints.has('point') ? 'both' : 'comma';
  return hints.has('point') ? 'point' : 'unknown';
}

/** "Ihr Depot Nr. 4711000815": what stands behind such a word is no amount. */
const isKeyOf = (before: LineWord | undefined): boolean =>
  before !== undefined && /(?:^|[^a-z])nr$|nummer$/.test(foldText(before.text).trim());

/** The numbers of a line with the currency that stands beside them; days, keys of securities and words are none. */
export function figuresOf({ cells, size }: TextLine, marks: Marks): Figure[] {
  const words = cells.flatMap((cell) => cell.words);
  const numbers = new Map<number, Reading[]>();
  for (const [index, { text }] of words.entries()) {
    const number = bare(text);
    if (dayIn(text) === null && isNumeric(number) && !isKeyOf(words[index - 1]))
      numbers.set(index, readingsOf(number, marks));
  }
  const beside = currenciesBeside(words, numbers, 1.5 * size);
  return [...numbers].flatMap(([index, readings]) => {
    const [word, after] = [words[index], words[index + 1]];
    if (!word || readings.length === 0) return [];
    const stuck = stuckCurrency.exec(word.text);
    const isPercent =
      word.text.endsWith('%') || (after?.text === '%' && after.left - word.right < 1.5 * size);
    return [
      {
        word,
        readings,
        isPercent,
        currency: currencyOf(stuck?.[1] ?? stuck?.[2] ?? '') ?? beside.get(index) ?? null,
      },
    ];
  });
}

const stuckCurrency = /^(US\$|[A-Z]{3}|[€$£])(?=[-+]?\d)|([A-Z]{3}|[€$£])$/;

/** The currency of each number: a word between two belongs to the one it was set with or that is nearer, else to the one that has none. */
function currenciesBeside(
  words: readonly LineWord[],
  numbers: ReadonlyMap<number, unknown>,
  farthest: number,
): Map<number, string> {
  const found = new Map<number, string>();
  for (const [index, word] of words.entries()) {
    const currency = currencyOf(word.text);
    if (currency === null) continue;
    const beside = [index - 1, index + 1].flatMap((at) => {
      const number = numbers.has(at) && !found.has(at) ? words[at] : undefined;
      const gap = number ? Math.max(word.left - number.right, number.left - word.right) : farthest;
      return number && gap < farthest ? [{ at, gap: number.run === word.run ? gap : gap + farthest }] : [];
    });
    const [first, second] = beside;
    const nearest = first && second && second.gap < 0.7 * first.gap ? second : first;
    if (nearest) found.set(nearest.at, currency);
  }
  return found;
}

function readingsOf(text: string, marks: Marks): Reading[] {
  const hint = decimalHint(text);
  const both = ['comma', 'point'] as const;
  // Where the document shows one mark, a number alone follows it.
  const possible = hint === 'open' && (marks === 'comma' || marks === 'point') ? [marks] : both;
  const read = possible.flatMap((mark) => {
    const canonical = readDecimal(text, mark);
    if (canonical === null) return [];
    const decimals = canonical.split('.')[1]?.length ?? 0;
    const value = Number(canonical);
    return Number.isFinite(value) ? [{ value, decimals, rounding: 0.5 * 10 ** -decimals }] : [];
  });
  return read.filter(({ value }, index) => read.findIndex((one) => one.value === value) === index);
}
