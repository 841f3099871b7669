/** Why a whole file is not taken: its form, the unit of its figures, or its size. */
export const refusalCodes = ['import.wrongFormat', 'import.wrongUnit', 'common.payloadTooLarge'] as const;
export type RefusalCode = (typeof refusalCodes)[number];

export const isRefusalCode = (code: string): code is RefusalCode =>
  (refusalCodes as readonly string[]).includes(code);

/** A file that is refused as a whole; the message is the German sentence for the person who imports. */
export class ImportRefused extends Error {
  readonly code: RefusalCode;

  constructor(message: string, code: RefusalCode = 'import.wrongFormat', options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportRefused';
    this.code = code;
  }
}

/** A table of names alone is a mistake, whatever it is about. */
export const withoutRows = (): ImportRefused =>
  new ImportRefused('Die Datei enthält unter der Überschrift keine Zeilen.');
