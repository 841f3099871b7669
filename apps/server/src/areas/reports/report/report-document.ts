/**
 * The content of a report as data: texts exactly as printed (formatted by packages/domain, like on screen) and chart
 * geometry from 0 to 1. It is what the content hash covers; templates/blocks.typ draws each kind.
 */

export type Tone = 'ok' | 'info' | 'warn' | 'bad';

export interface RichCell {
  readonly text: string;
  /** Second line, small. */
  readonly sub: string;
  /** Colour of a square before the text, `#rrggbb`. */
  readonly swatch: string | null;
  readonly tone: Tone | null;
}

export type Cell = string | RichCell;

export interface TableColumn {
  readonly label: string;
  readonly align: 'left' | 'right';
  /** `auto`, `2fr` or `20mm`. */
  readonly width: string;
}

export interface TableRow {
  readonly kind: 'normal' | 'total' | 'group';
  readonly cells: readonly Cell[];
  /** Long texts may run over to the next page. */
  readonly isBreakable: boolean;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Never torn over two pages. */
  readonly isWhole: boolean;
  readonly note: string;
}

export interface DonutBlock {
  readonly kind: 'donut';
  readonly parts: readonly {
    readonly label: string;
    readonly value: string;
    readonly start: number;
    readonly fraction: number;
    readonly colour: string;
  }[];
  readonly centre: { readonly label: string; readonly value: string } | null;
  readonly alt: string;
}

export interface BandBlock {
  readonly kind: 'band';
  readonly rows: readonly {
    readonly label: string;
    readonly value: string;
    readonly tone: Tone;
    /** Places along the bar, 0 to 1. */
    readonly bandStart: number;
    readonly bandWidth: number;
    readonly marker: number | null;
  }[];
  readonly legend: string;
  readonly alt: string;
}

export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface TimeChartBlock {
  readonly kind: 'timeChart';
  readonly series: readonly {
    readonly label: string;
    readonly colour: string;
    readonly isDashed: boolean;
    readonly isFilled: boolean;
    readonly points: readonly (readonly [number, number])[];
  }[];
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly alt: string;
}

export interface BarsBlock {
  readonly kind: 'bars';
  readonly rows: readonly {
    readonly label: string;
    readonly bars: readonly { readonly share: number; readonly value: string; readonly colour: string }[];
  }[];
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
  readonly alt: string;
}

/** Bands of all risk classes of a tariff on one scale; places from 0 to 1. */
export interface RiskBandsBlock {
  readonly kind: 'riskBands';
  readonly rows: readonly {
    readonly label: string;
    readonly value: string;
    readonly start: number;
    readonly end: number;
    readonly target: number | null;
    /** Up to where the band reaches into the one below; null = it does not. */
    readonly overlap: number | null;
  }[];
  readonly ticks: readonly Tick[];
  readonly alt: string;
}

/** Shares of a whole, one bar a row; places from 0 to 1. */
export interface StackedBarsBlock {
  readonly kind: 'stackedBars';
  readonly rows: readonly {
    readonly label: string;
    readonly segments: readonly {
      readonly start: number;
      readonly fraction: number;
      readonly colour: string;
      /** Written inside; '' where there is no room. */
      readonly value: string;
    }[];
  }[];
  readonly legend: readonly { readonly label: string; readonly colour: string }[];
  readonly alt: string;
}

export interface CheckItem {
  readonly result: 'ok' | 'warning' | 'blocked';
  readonly label: string;
  /** The result in a word. */
  readonly word: string;
  readonly text: string;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly isSmall: boolean }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'facts';
      readonly columns: 1 | 2;
      readonly rows: readonly (readonly [string, string])[];
    }
  | {
      readonly kind: 'figures';
      readonly items: readonly {
        readonly label: string;
        readonly value: string;
        readonly note: string;
        readonly tone: Tone | null;
      }[];
    }
  | TableBlock
  | DonutBlock
  | BandBlock
  | TimeChartBlock
  | BarsBlock
  | RiskBandsBlock
  | StackedBarsBlock
  | {
      readonly kind: 'scale';
      readonly count: number;
      readonly current: number;
      readonly suggested: number | null;
      readonly lowLabel: string;
      readonly highLabel: string;
      readonly alt: string;
    }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly title: string; readonly text: string }
  | { readonly kind: 'checks'; readonly items: readonly CheckItem[] }
  | {
      readonly kind: 'signatures';
      readonly items: readonly { readonly role: string; readonly name: string }[];
    }
  | {
      /** A signature drawn by hand: lines of points, places from 0 to 1. */
      readonly kind: 'drawing';
      readonly strokes: readonly (readonly (readonly [number, number])[])[];
      readonly alt: string;
    }
  | { readonly kind: 'pageBreak' };

/** What is hashed: two reports of equal content have equal hashes, whenever they were made. */
export interface ReportDocument {
  readonly reportType: string;
  readonly title: string;
  readonly subtitle: string;
  /** One sentence for the metadata. */
  readonly subject: string;
  readonly keywords: readonly string[];
  /** Opening line of a letter; '' = none. */
  readonly salutation: string;
  readonly blocks: readonly Block[];
}

/** What surrounds the content on every page: house, addressee, creation. */
export interface ReportFrame {
  readonly house: {
    readonly applicationTitle: string;
    readonly primaryColour: string;
    /** Lines of the letterhead, e.g. phone and mail. */
    readonly contact: readonly string[];
    /** Line above the addressee. */
    readonly sender: string;
  };
  /** File name of the logo for the template; null = the application title as text. */
  readonly logo: string | null;
  /** Lines of the address; empty = no letter. */
  readonly recipient: readonly string[];
  /** Label and value of the reference block. */
  readonly references: readonly (readonly [string, string])[];
  /** Stable address of what the first of them names; null = none. */
  readonly link: string | null;
  readonly runningHead: string;
  /** „Erstellt am … von …“ of the footer. */
  readonly created: string;
  /** SHA-256 of the document, hexadecimal. */
  readonly hash: string;
  /** Creation in UTC, for the metadata. */
  readonly date: {
    readonly year: number;
    readonly month: number;
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
    readonly second: number;
  };
}

export const heading = (text: string, level: 1 | 2 = 1): Block => ({ kind: 'heading', level, text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text, isSmall: false });
export const smallPrint = (text: string): Block => ({ kind: 'paragraph', text, isSmall: true });
export const cell = (text: string, more: Partial<Omit<RichCell, 'text'>> = {}): RichCell => ({
  text,
  sub: '',
  swatch: null,
  tone: null,
  ...more,
});
export const row = (...cells: Cell[]): TableRow => ({ kind: 'normal', cells, isBreakable: false });
export const totalRow = (...cells: Cell[]): TableRow => ({ kind: 'total', cells, isBreakable: false });
export const column = (label: string, width = 'auto', align: TableColumn['align'] = 'left'): TableColumn => ({
  label,
  align,
  width,
});
/** More rows than this, or cells of several lines, may run over to the next page. */
const mostRowsOfWhole = 9;

export const table = (columns: readonly TableColumn[], rows: readonly TableRow[], note = ''): TableBlock => ({
  kind: 'table',
  columns,
  rows,
  isWhole:
    rows.length <= mostRowsOfWhole &&
    !rows.some(({ cells }) => cells.some((one) => typeof one !== 'string' && one.sub.includes('\n'))),
  note,
});
