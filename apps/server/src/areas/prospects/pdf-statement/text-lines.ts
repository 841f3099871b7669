import type { PdfText } from '../../../platform/pdf-text/read-pdf-text.ts';

/** A word where it stands. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** A word of a line; words set as one text share its `run`. */
export interface LineWord extends Word {
  readonly run: number;
}

/** What stands together without a gap: a cell of a table, a heading, a sentence. */
export interface Cell extends Word {
  readonly words: readonly LineWord[];
}

/** What stands at one height, from left to right. */
export interface TextLine {
  readonly page: number;
  readonly top: number;
  readonly size: number;
  readonly cells: readonly Cell[];
  /** The line as a person reads it; cells are two blanks apart. */
  readonly text: string;
}

/** Gaps as shares of the size of letters: below the first a word goes on, from the second on a new cell begins. */
const wordGap = 0.13;
const cellGap = 0.6;
/** Texts whose feet differ by less than this share of their size stand in one line. */
const lineShare = 0.35;

/** Texts of a document as lines from top to bottom, page by page. */
export function linesOf(texts: readonly PdfText[]): TextLine[] {
  return [...Map.groupBy(texts, ({ page }) => page)].flatMap(([page, onPage]) => {
    const lines: PdfText[][] = [];
    for (const text of onPage.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
      const current = lines.at(-1);
      const first = current?.[0];
      if (first && text.top - first.top <= lineShare * Math.min(text.size, first.size)) current.push(text);
      else lines.push([text]);
    }
    return lines.map((line) => lineOf(page, line));
  });
}

function lineOf(page: number, texts: readonly PdfText[]): TextLine {
  const cells: { words: LineWord[]; right: number; isOpen: boolean }[] = [];
  let size = 0;
  let top = 0;
  for (const [run, text] of texts.toSorted((a, b) => a.left - b.left).entries()) {
    size = Math.max(size, text.size);
    top = Math.max(top, text.top);
    const words = wordsOf(text, run);
    const cell = cells.at(-1);
    const gap = cell ? (text.left - cell.right) / text.size : Number.POSITIVE_INFINITY;
    if (!cell || gap >= cellGap) cells.push({ words: [...words], right: text.right, isOpen: goesOn(text) });
    else {
      const last = cell.words.at(-1);
      const [first, ...rest] = words;
      // A word may be set in pieces: letters of another font, or set closer.
      if (last && first && gap < wordGap && cell.isOpen && !text.text.startsWith(' '))
        cell.words.splice(
          -1,
          1,
          { text: last.text + first.text, left: last.left, right: first.right, run },
          ...rest,
        );
      else cell.words.push(...words);
      cell.right = Math.max(cell.right, text.right);
      cell.isOpen = goesOn(text);
    }
  }
  const read = cells.map(({ words }) => ({
    text: words.map(({ text }) => text).join(' '),
    left: words[0]?.left ?? 0,
    right: words.at(-1)?.right ?? 0,
    words,
  }));
  return { page, top, size, cells: read, text: read.map(({ text }) => text).join('  ') };
}

const goesOn = ({ text }: PdfText) => !/\s$/.test(text);

/** Words of a text, each at its share of the width: letters differ, but numbers stand where they are. */
function wordsOf({ text, left, right }: PdfText, run: number): LineWord[] {
  const letter = text.length === 0 ? 0 : (right - left) / text.length;
  // No-break blanks group digits, and do not end a word.
  return [...text.matchAll(/[^ \t\n\r]+/g)].map(({ 0: word, index }) => ({
    text: word,
    left: left + index * letter,
    right: left + (index + word.length) * letter,
    run,
  }));
}
