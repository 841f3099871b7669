import { foldText } from '@depotwerk/domain/fold-text';
import { findIsinFault, isIsin } from '@depotwerk/domain/isin';
import { isMovement } from '../movement-words.ts';
import { type Column, columnOf, columnsAt, isHeading, roleOf } from './columns.ts';
import { currencyOf, currencyOfCell, dayIn, figuresOf, type Marks } from './figures.ts';
import { labelledRole } from './labels.ts';
import type { PlacedFigure } from './proofs.ts';
import type { LineWord, TextLine, Word } from './text-lines.ts';

/** A line of a statement with what it says: what it is, its numbers in their roles, the securities it names. */
export interface MarkedLine {
  readonly line: TextLine;
  readonly kind: 'heading' | 'total' | 'carried' | 'body';
  readonly figures: readonly PlacedFigure[];
  /** Of the securities the line names; null = a text like an ISIN whose check digit is wrong. */
  readonly isins: readonly (string | null)[];
  /** ISO code in a column for currencies, or in a cell of its own whatever stands above it. */
  readonly currency: string | null;
  /** Whether it says that it is a purchase, a sale or another movement. */
  readonly isMovement: boolean;
  /** Text that is neither number, key nor label: the name of the security, if any. */
  readonly name: string;
}

const carried = /uebertrag|vortrag|zwischensumme/;
const total =
  /^(?:gesamt|gesamtsumme|gesamtwert|gesamtkurswert|gesamtbestand|gesamtvermoegen|summe|endsumme|total|depotwert|depotgesamtwert|depotvolumen|wert des depots|wert ihres depots|ihr depotwert|ihr depot|anzahl (?:der )?positionen)\b/;

/** What every line of a document says, under the headings above it. */
export function markLines(lines: readonly TextLine[], marks: Marks): MarkedLine[] {
  const marked: MarkedLine[] = [];
  let columns: readonly Column[] = [];
  const headings = headingLines(lines);
  for (const [index, line] of lines.entries()) {
    const heading = headings.get(index);
    if (heading !== undefined) {
      columns = heading;
      marked.push({
        line,
        kind: 'heading',
        figures: [],
        isins: [],
        currency: null,
        isMovement: false,
        name: '',
      });
    } else marked.push(markLine(line, columns, marks));
  }
  return marked;
}

/** Lines of headings with the columns that count from there on. */
function headingLines(lines: readonly TextLine[]): Map<number, readonly Column[]> {
  const found = new Map<number, readonly Column[]>();
  for (const [index, line] of lines.entries()) {
    if (found.has(index) || !isHeading(line)) continue;
    const { columns, first, last } = columnsAt(lines, index);
    for (let part = first; part <= last; part += 1) found.set(part, columns);
  }
  return found;
}

function markLine(line: TextLine, columns: readonly Column[], marks: Marks): MarkedLine {
  const words = line.cells.flatMap((cell) => cell.words);
  const read = figuresOf(line, marks);
  const isFigure = (index: number) => read.some(({ word }) => word === words[index]);
  const figures = read.map((figure): PlacedFigure => {
    const placed = columnOf(withItsUnit(line, figure.word), columns);
    const label = labelledRole(words, words.indexOf(figure.word), isFigure);
    // A column of its own says it, then a label beside; what a heading does not name, and the nearest column, say it only until
    // something contradicts ("10,00 Stk." below "Position").
    const isOwn = placed?.isBelow === true && placed.column.isNamed;
    const role = isOwn ? placed.column.role : (label ?? placed?.column.role ?? null);
    const isOfColumn = placed !== null && role === placed.column.role;
    return {
      ...figure,
      role,
      isSure: placed?.isBelow === true || label !== null,
      isPercent: figure.isPercent || (isOfColumn && placed.column.isPercent),
      currency: figure.currency ?? (isOfColumn ? placed.column.currency : null),
    };
  });
  const isins = isinsOf(line);
  const texts = line.cells.map(({ text }) => foldText(text));
  const hasRoles = figures.some(({ role, isSure }) => isSure && (role === 'units' || role === 'price'));
  const isSum = figures.length > 0 && isins.length === 0;
  return {
    line,
    kind:
      isSum && texts.some((text) => carried.test(text))
        ? 'carried'
        : isSum && !hasRoles && texts.some((text) => total.test(text))
          ? 'total'
          : 'body',
    figures,
    isins,
    currency:
      words
        .filter((word) => columnOf(word, columns)?.column.role === 'currency')
        .map(({ text }) => currencyOf(text))
        .find((code) => code !== null) ?? currencyAlone(line, columns, figures),
    isMovement: saysMovement(line, columns),
    name: nameIn(
      line,
      read.map(({ word }) => word),
    ),
  };
}

/**
 * The currency that stands by itself in a line: banks head such columns as they like, or not at all. Not what goes on from the line
 * above a name, nor what belongs to a figure that proves nothing; of several another than the euro, so that nothing is taken for euros.
 */
function currencyAlone(
  line: TextLine,
  columns: readonly Column[],
  figures: readonly PlacedFigure[],
): string | null {
  const codes = line.cells.flatMap((cell) => {
    const code = currencyOfCell(cell.text);
    if (code === null) return [];
    const column = columnOf(cell, columns)?.column;
    const provesNothing =
      (column?.isNamed === true && column.role === 'other') ||
      figures.some(({ role, currency }) => role === 'other' && currency === code);
    return provesNothing ? [] : [code];
  });
  return codes.find((code) => code !== 'EUR') ?? codes[0] ?? null;
}

/** Where a number stands with the currency or unit it was set with: "EUR 112,43" begins below its heading, its number may not. */
function withItsUnit({ cells }: TextLine, word: LineWord): Word {
  const cell = cells.find(({ words }) => words.includes(word));
  const isAlone = cell?.words.every(
    (one) => one === word || currencyOf(one.text) !== null || unitOnly.test(foldText(one.text)),
  );
  return cell && isAlone ? cell : word;
}
const unitOnly = /^(?:stueck|stk|st)$/;

/** "Verkauf 05.10.2026" in a cell of its own: what was sold is no holding. */
const saysMovement = ({ cells }: TextLine, columns: readonly Column[]): boolean =>
  cells.some(({ words }) => {
    const [first] = words;
    const below = first && columnOf(first, columns);
    return (
      !(below?.isBelow && !below.column.mayNameMovements) &&
      isMovement(
        words
          .map(({ text }) => text)
          .filter((text) => dayIn(text) === null)
          .join(' '),
      )
    );
  });

const edges = /^[(["„]|[)\]",.;“]$/g;
const likeIsin = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** What a word may hold of keys: "ISIN:DE…", "(DE…)", and "DE…/A0RPWH". */
const keysIn = (text: string): string[] =>
  text
    .replace(/^.*:/, '')
    .split('/')
    .map((part) => part.replaceAll(edges, ''));

/** ISINs of a line; banks write them behind a label, in brackets, before the national key, or in groups. */
function isinsOf({ cells }: TextLine): (string | null)[] {
  return cells.flatMap(({ words }) => {
    const texts = words.flatMap(({ text }) => keysIn(text));
    const found: (string | null)[] = [];
    for (let at = 0; at < texts.length; at += 1) {
      const text = texts[at] ?? '';
      if (likeIsin.test(text)) found.push(findIsinFault(text) === null ? text : null);
      else if (/^[A-Z]{2}[A-Z0-9]{0,9}$/.test(text))
        for (let count = 2; count <= 5; count += 1) {
          const joined = texts.slice(at, at + count).join('');
          if (!isIsin(joined)) continue;
          found.push(joined);
          at += count - 1;
          break;
        }
    }
    return found;
  });
}

/** Words that belong to no name: keys, labels, currencies, days, and numbers beside names. */
function nameIn({ cells }: TextLine, figures: readonly Word[]): string {
  const [first] = cells
    .map(({ words }) =>
      words
        .filter((word) => !figures.includes(word) || words.length > 2)
        .map(({ text }) => text)
        .filter((text) => !keysIn(text).some((key) => likeIsin.test(key)))
        .filter((text) => !/^(?:ISIN|WKN)(?:[:/].*)?$/i.test(text)),
    )
    // A currency alone stands beside a figure; "Amerika USD" is called so.
    .filter((words) => words.some((text) => currencyOf(text) === null))
    .map((words) => words.join(' '))
    .filter((text) => /\p{L}{3}/u.test(text) && roleOf(text) === null && !carried.test(foldText(text)));
  return first ?? '';
}
