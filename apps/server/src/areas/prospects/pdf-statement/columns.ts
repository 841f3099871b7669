import { foldText } from '@depotwerk/domain/fold-text';
import { mayNameMovements } from '../movement-words.ts';
import { currencyOf, dayIn } from './figures.ts';
import type { Cell, TextLine, Word } from './text-lines.ts';

/** What a figure of a statement stands for; `other` are figures that prove nothing: what was paid, gains, shares. */
export type Role = 'units' | 'price' | 'value' | 'rate' | 'currency' | 'other';

export interface Column {
  readonly role: Role;
  readonly left: number;
  readonly right: number;
  /** Named in the heading. */
  readonly currency: string | null;
  readonly isPercent: boolean;
  /** Its heading names a role; else it is there to keep its numbers from the columns beside it. */
  readonly isNamed: boolean;
  /** Whether a word below its heading may say that a line is a purchase or a sale. */
  readonly mayNameMovements: boolean;
}

/** The first that fits decides: "Kaufkurs" is no price of today, "Anteilswert" no value of the holding. */
const roles: readonly (readonly [Role, RegExp])[] = [
  ['other', /einstand|kauf|anschaff|erwerb|einzahl|invest|cost|zins/],
  [
    'other',
    /gewinn|verlust|veraender|rendite|performance|entwickl|ertrag|^anteil( in| am|$)|gewicht|quote|steuer|differenz/,
  ],
  [
    'other',
    /datum|stichtag|fondswaehrung|fondswhg|fund currency|isin|wkn|wertpapierkenn|bezeichn|wertpapiername|fondsname|depotnummer|lagerland|verwahr|faellig/,
  ],
  ['rate', /devisen|umrechn|wechselkurs|exchange/],
  ['currency', /^(whg|waehrung|currency|kurswaehrung|waehrung kurs|whrg)\.?$/],
  [
    'price',
    /anteil(s)?wert|anteil(s)?preis|ruecknahmepreis|^nav\b|^price|^preis|(^|[^a-z])kurs(?!wert)|tageskurs|schlusskurs|fondspreis|marktpreis|bewertungskurs/,
  ],
  [
    'value',
    /kurswert|gegenwert|marktwert|depotwert|gesamtwert|bestandswert|^wert(?!papier)|^(?:aktueller )?wert\b|market value|betrag|wert in|bestand in(?! stueck| anteil)/,
  ],
  [
    'units',
    /stueck|^stck|^stk|^anteile|anteilbestand|anteilsbestand|nominal|nennwert|^bestand|menge|anzahl|units|shares|quantity/,
  ],
];

/** The role a heading or a label names; null for any other text. */
export function roleOf(text: string): Role | null {
  const folded = foldText(text);
  return roles.find(([, pattern]) => pattern.test(folded))?.[0] ?? null;
}

const hasNumber = ({ words }: Cell) =>
  words.some(({ text }) => dayIn(text) === null && /^\(?[-+]?\d[\d.,'’]*\)?$/.test(text));

/** Whether a line names columns: at least two roles of figures, and no number. */
export function isHeading(line: TextLine): boolean {
  if (line.cells.some(hasNumber)) return false;
  const named = new Set(line.cells.map(({ text }) => roleOf(text)));
  named.delete(null);
  const figures = (['units', 'price', 'value'] as const).filter((role) => named.has(role));
  return figures.length >= 2;
}

/** "Rücknahmepreis" above "Bewertungsdatum": days are no figures, the column is one of prices. */
const roleOfColumn = (text: string): Role | null =>
  roleOf(text.replaceAll(/\S*(?:datum|stichtag)\S*/gi, ' ').trim()) ?? roleOf(text);

/** Columns of a heading with the lines it goes over: those close above and below add their words to the cells they stand over. */
export function columnsAt(
  lines: readonly TextLine[],
  at: number,
): { columns: Column[]; first: number; last: number } {
  const heading = lines[at];
  if (!heading) return { columns: [], first: at, last: at };
  let groups: Group[] = heading.cells.map(({ left, right, text }) => ({ left, right, text }));
  let [first, last] = [at, at];
  for (const step of [-1, 1])
    for (let index = at + step; Math.abs(index - at) <= 2; index += step) {
      const [line, beside] = [lines[index], lines[index - step]];
      const isNear =
        line &&
        beside &&
        line.page === heading.page &&
        Math.abs(line.top - beside.top) < headingGap * heading.size;
      if (!line || !isNear || !isPartOfHeading(line, groups)) break;
      groups = withLine(groups, line, step === -1);
      if (step === 1) last = index;
      else first = index;
    }
  return {
    columns: groups.map(({ text, left, right }) => ({
      role: roleOfColumn(text) ?? 'other',
      left,
      right,
      currency:
        text
          .split(/[\s/]+/)
          .map(currencyOf)
          .find((code) => code !== null) ?? null,
      isPercent: text.includes('%'),
      isNamed: roleOfColumn(text) !== null,
      mayNameMovements: mayNameMovements(text),
    })),
    first,
    last,
  };
}

/** A cell of a heading over all its lines. */
interface Group {
  readonly left: number;
  readonly right: number;
  readonly text: string;
}
/** Lines of one heading are closer than this many sizes of its letters; the first holding stands farther. */
const headingGap = 1.35;

const isOver = (a: Pick<Group, 'left' | 'right'>, b: Pick<Group, 'left' | 'right'>) =>
  a.left < b.right && b.left < a.right;

/** Further lines of a heading name columns, begin a word that goes on below or stand over columns, and are short; names of funds are not. */
const isPartOfHeading = (line: TextLine, groups: readonly Group[]) =>
  line.cells.every(
    (cell) =>
      !hasNumber(cell) &&
      cell.text.length <= 30 &&
      (roleOf(cell.text) !== null ||
        cell.text.endsWith('-') ||
        groups.some((group) => isOver(group, cell))) &&
      !cell.words.some(({ text }) => /[A-Z]{2}[A-Z0-9]{9}\d/.test(text)),
  );

function withLine(groups: readonly Group[], line: TextLine, isAbove: boolean): Group[] {
  const joined = [...groups];
  for (const cell of line.cells) {
    // Two cells may be set so close that they look like one: each word goes to the cell it stands over.
    const parts = joined.some((group) => isOver(group, cell)) ? cell.words : [cell];
    for (const part of parts) {
      const index = joined.findIndex((group) => isOver(group, part));
      const group = joined[index];
      if (!group) joined.push({ left: part.left, right: part.right, text: part.text });
      else
        joined[index] = {
          left: Math.min(group.left, part.left),
          right: Math.max(group.right, part.right),
          text: isAbove ? connect(part.text, group.text) : connect(group.text, part.text),
        };
    }
  }
  return joined;
}

/** "Einstands-" and "kurs" are one word, "Gewinn/" and "Verlust" are two. */
const connect = (before: string, after: string) =>
  before.endsWith('-') ? before.slice(0, -1) + after : `${before} ${after}`;

/** How a figure came to its column. */
export interface Placed {
  readonly column: Column;
  /** It stands below the heading itself, not only nearest to it. */
  readonly isBelow: boolean;
}

/** Farthest a figure may stand from the heading of its column, in points. */
const farthest = 45;

/** The column a word stands in: below its heading, else the nearest one. */
export function columnOf(word: Word, columns: readonly Column[]): Placed | null {
  const overlap = ({ left, right }: Column) => Math.min(right, word.right) - Math.max(left, word.left);
  const [below] = columns.filter((column) => overlap(column) > 0).toSorted((a, b) => overlap(b) - overlap(a));
  if (below) return { column: below, isBelow: true };
  const [nearest] = columns.toSorted((a, b) => overlap(b) - overlap(a));
  return nearest && -overlap(nearest) <= farthest ? { column: nearest, isBelow: false } : null;
}
