/** Why a whole file is not taken: its form (`import.wrongFormat`) or the unit of its figures (`import.wrongUnit`). */
export type RefusalCode = 'import.wrongFormat' | 'import.wrongUnit';

/** A file that is refused as a whole; the message is the German sentence for the person who imports. */
export class ImportRefused extends Error {
  readonly code: RefusalCode;

  constructor(message: string, code: RefusalCode = 'import.wrongFormat', options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportRefused';
    this.code = code;
  }
}
