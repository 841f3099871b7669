import { requireCellLength } from './table-limits.ts';
import { damagedWorkbook, readXmlPart } from './xml-events.ts';

/** What the cells of a workbook refer to. */
export interface Workbook {
  /** Visible sheets in the order of their tabs. */
  readonly sheets: readonly { readonly name: string; readonly content: Buffer }[];
  readonly hiddenSheetCount: number;
  readonly sharedTexts: readonly string[];
  /** By number of the cell's style: whether its numbers are days. */
  readonly isDayStyle: readonly boolean[];
  /** The same: whether they are shown as percent. */
  readonly isPercentStyle: readonly boolean[];
  /** Days count from 1904 instead of 1900. */
  readonly startsIn1904: boolean;
}

type Parts = ReadonlyMap<string, Buffer>;

/** Reads everything of a workbook but its cells. @throws ImportRefused */
export function readWorkbook(parts: Parts): Workbook {
  const main = parts.get('xl/workbook.xml');
  const relations = parts.get('xl/_rels/workbook.xml.rels');
  if (!main || !relations) throw damagedWorkbook();
  const targets = readTargets(relations);
  const sheets: { name: string; content: Buffer }[] = [];
  let startsIn1904 = false;
  let hiddenSheetCount = 0;
  readXmlPart(main, {
    open: (name, attributes) => {
      if (name === 'workbookPr') startsIn1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      // What nobody sees nobody meant to hand over.
      if (/^(hidden|veryHidden)$/.test(attributes['state'] ?? '')) {
        hiddenSheetCount += 1;
        return;
      }
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const content = relation === undefined ? undefined : parts.get(targets.get(relation) ?? '');
      // Sheets of charts and macros have other parts, or none that is kept.
      if (content) sheets.push({ name: attributes['name'] ?? '', content });
    },
  });
  const texts = parts.get('xl/sharedStrings.xml');
  const part = parts.get('xl/styles.xml');
  const styles = part ? readStyles(part) : [];
  return {
    sheets,
    hiddenSheetCount,
    sharedTexts: texts ? readSharedTexts(texts) : [],
    isDayStyle: styles.map(({ isDay }) => isDay),
    isPercentStyle: styles.map(({ isPercent }) => isPercent),
    startsIn1904,
  };
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Parts by the id of their relation. */
function readTargets(relations: Buffer): Map<string, string> {
  const targets = new Map<string, string>();
  readXmlPart(relations, {
    open: (name, { Id, Target, TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      if (TargetMode === 'External') return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

/** Texts that cells share; pieces of formatted text are joined, phonetic readings left out. */
function readSharedTexts(part: Buffer): string[] {
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let phonetics = 0;
  readXmlPart(part, {
    open: (name) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetics += 1;
      else if (name === 't') isText = phonetics === 0;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetics -= 1;
      else if (name === 'si') {
        requireCellLength(current.length, texts.length + 1);
        texts.push(current);
      }
    },
  });
  return texts;
}

/** Built-in formats of days and times (ECMA-376, 18.8.30). */
const isBuiltInDay = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Longest format a spreadsheet keeps; brackets that never end in a longer one would take the square of its length. */
const longestFormat = 255;

/** Built-in formats of percent: `0%` and `0.00%`. */
const isBuiltInPercent = (id: number) => id === 9 || id === 10;

interface NumberStyle {
  readonly isDay: boolean;
  readonly isPercent: boolean;
}

/** What a format shows a number as, by what stands outside of its quotes, brackets and escapes: parts of a day, or percent. */
function styleOf(code: string): NumberStyle {
  if (code.length > longestFormat) return { isDay: false, isPercent: false };
  const signs = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '');
  return { isDay: /[ymdhs]/i.test(signs), isPercent: signs.includes('%') };
}

function readStyles(part: Buffer): NumberStyle[] {
  const formats = new Map<number, NumberStyle>();
  const styles: NumberStyle[] = [];
  let isInCellFormats = false;
  readXmlPart(part, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId']);
      if (name === 'numFmt') formats.set(id, styleOf(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') isInCellFormats = true;
      else if (name === 'xf' && isInCellFormats)
        styles.push(formats.get(id) ?? { isDay: isBuiltInDay(id), isPercent: isBuiltInPercent(id) });
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return styles;
}
