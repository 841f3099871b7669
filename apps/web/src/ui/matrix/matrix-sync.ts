import { isSameMatrix, type MatrixContent } from './matrix-content.ts';
import type { MatrixStore } from './matrix-store.ts';

/** Quiet after the last change until it goes into the form. */
export const matrixChangeMilliseconds = 800;

export interface MatrixSyncOptions<Items> {
  readonly contentOf: (items: Items) => MatrixContent;
  readonly itemsOf: (content: MatrixContent) => Items;
  readonly push: (items: Items) => void;
  /** Items that stand for none yet: what was shown before stays in sight until others come. */
  readonly isHeld?: ((items: Items) => boolean) | undefined;
  /** Whether two are the same ones; without it, the same object. */
  readonly isSame?: ((one: Items, other: Items) => boolean) | undefined;
}

/**
 * Keeps a matrix and the form it belongs to together. What people do goes into the form after a pause, when the focus
 * leaves the grid, and when the page goes; so no key waits for the form. What changes in the form from outside (a draft
 * resumed, a comparison) goes into the matrix at once.
 */
export class MatrixSync<Items> {
  readonly #store: MatrixStore;
  #options: MatrixSyncOptions<Items>;
  #known: Items;
  #shape: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #isLoading = false;
  #isHolding = false;

  constructor(store: MatrixStore, items: Items, shape: string, options: MatrixSyncOptions<Items>) {
    this.#store = store;
    this.#known = items;
    this.#shape = shape;
    this.#options = options;
  }

  /** The form's functions of this moment. */
  use(options: MatrixSyncOptions<Items>): void {
    this.#options = options;
  }

  /** Listens to the matrix; answers how to stop, which keeps what is not in the form yet. */
  start(): () => void {
    const { topics } = this.#store;
    const stops = [
      // Rows that came or went count as values: the store tells both.
      topics.subscribe('values', () => {
        if (this.#isLoading) return;
        this.#isDirty = true;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.flush(), matrixChangeMilliseconds);
      }),
      topics.subscribe('left', () => this.flush()),
    ];
    return () => {
      this.flush();
      for (const stop of stops) stop();
    };
  }

  /** Puts what is not in the form yet there. */
  flush(): void {
    this.#stopWaiting();
    if (!this.#isDirty) return;
    this.#isDirty = false;
    this.#isHolding = false;
    this.#known = this.#options.itemsOf(this.#store.content);
    this.#options.push(this.#known);
  }

  /**
   * What the form holds: shown unless it came from here. With other rows or columns (`shape`) the matrix begins anew;
   * nothing before can be undone then.
   */
  show(items: Items, shape: string): void {
    const isSame = shape === this.#shape;
    const isHeld = this.#options.isHeld?.(items) === true;
    if (isSame && isHeld) {
      if (!this.#isKnown(items)) this.#forget(items);
      this.#isHolding = true;
      return;
    }
    if (isSame && this.#isKnown(items)) {
      // Nobody computes others any more: what is in sight is what counts.
      if (this.#isHolding) this.#isDirty = true;
      this.#isHolding = false;
      if (this.#isDirty && this.#timer === undefined) this.flush();
      return;
    }
    this.#forget(items);
    this.#isHolding = false;
    this.#shape = shape;
    const content = this.#options.contentOf(items);
    // What was saved comes back as another object with the same numbers; the history stays then.
    if (isSame && isSameMatrix(content, this.#store.content)) return;
    this.#isLoading = true;
    this.#store.load(content);
    this.#isLoading = false;
  }

  #isKnown(items: Items): boolean {
    return (this.#options.isSame ?? Object.is)(items, this.#known);
  }

  #forget(items: Items): void {
    this.#stopWaiting();
    this.#isDirty = false;
    this.#known = items;
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
