import { laterPosition, parsePosition, positionText } from '@depotwerk/api/data-position';

/**
 * How far this page has seen the database, so that a replica which is behind never shows it less. Without a position the
 * primary answers, and gives one.
 */
export class SeenPosition {
  #seen: bigint | null = null;
  /** Grows with each {@link forget}: what was asked before then may be answered from before then. */
  #age = 0;

  /** For a request: its header, null = none. */
  get header(): string | null {
    return this.#seen === null ? null : positionText(this.#seen);
  }

  /** To be taken when something is asked, and given with what comes of it. */
  get age(): number {
    return this.#age;
  }

  /** What an answer or another tab says. */
  take(text: unknown, age = this.#age): void {
    if (age === this.#age) this.#seen = laterPosition(this.#seen, parsePosition(text));
  }

  /** Something was changed, and nobody knows up to where: only the primary has it for certain. */
  forget(): void {
    this.#seen = null;
    this.#age += 1;
  }

  /** What a change says of where it ended, if it does. */
  takeChange(text: unknown, age = this.#age): void {
    if (parsePosition(text) === null) this.forget();
    else this.take(text, age);
  }
}

/** Of this page. */
export const seenPosition = new SeenPosition();
