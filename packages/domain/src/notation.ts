/** How the readers of another language write figures and days. */
export interface Notation {
  /** A German figure or day in their form; undefined for what is neither. */
  readonly written: (german: string) => string | undefined;
  /** What they typed as a number, in its German form. */
  readonly typedNumber: (text: string) => string;
  /** What they typed as a day, in its German form. */
  readonly typedDay: (text: string) => string;
}

/** One for a whole browser, as its language is; a server has none, since papers, mails and files are German. */
let notation: Notation | undefined;

/** From now on figures and days are written and read so; as in German without one. Sentences of the rules stay German. */
export function setNotation(next: Notation | undefined): void {
  notation = next;
}

/** A German figure or day as the reader writes it. */
export const asReadersWrite = (german: string): string => notation?.written(german) ?? german;

/** A number as typed by the reader, in its German form. */
export const numberAsTyped = (text: string): string => notation?.typedNumber(text) ?? text;

/** A day as typed by the reader, in its German form. */
export const dayAsTyped = (text: string): string => notation?.typedDay(text) ?? text;
