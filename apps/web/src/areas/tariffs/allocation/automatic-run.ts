import { Topics } from '../../../ui/matrix/topics.ts';
import type { AutomaticAnswer, AutomaticRequest } from './allocation-queries.ts';

/** Quiet before the automatic allocation is computed. */
export const quietMilliseconds = 3000;

export type AutomaticState =
  /** Manual mode, or the automatic matrix is up to date, or it was computed and still lacks something. */
  | { readonly kind: 'settled' }
  /** Marked: the computation begins after three seconds without a change. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown };

type Compute = (request: AutomaticRequest, signal: AbortSignal) => Promise<AutomaticAnswer>;

/**
 * Computes an automatic matrix after three seconds of quiet once it is marked. What changes meanwhile begins the quiet
 * anew, and an answer to what was asked before counts no more.
 */
export class AutomaticRun {
  readonly topics = new Topics<'state'>();
  readonly #compute: Compute;
  #onAnswer: (answer: AutomaticAnswer) => void = () => undefined;
  #state: AutomaticState = { kind: 'settled' };
  #answer: AutomaticAnswer | null = null;
  #request: AutomaticRequest | null = null;
  #key = '';
  /** What was computed, whatever came of it: it is not tried again by itself. */
  #doneKey: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | null = null;

  constructor(compute: Compute) {
    this.#compute = compute;
  }

  get state(): AutomaticState {
    return this.#state;
  }
  /** What the last computation said; null once something it depends on has changed. */
  get answer(): AutomaticAnswer | null {
    return this.#answer;
  }

  /** Who takes the numbers. */
  use(onAnswer: (answer: AutomaticAnswer) => void): void {
    this.#onAnswer = onAnswer;
  }

  /** What the matrix depends on now (null: not all of it is known), and whether it is marked. */
  demand(request: AutomaticRequest | null, isMarked: boolean): void {
    const key = request === null ? '' : JSON.stringify(request);
    this.#request = request;
    if (key !== this.#key) {
      this.#key = key;
      this.#doneKey = null;
      this.#answer = null;
      this.#cancel();
      this.#become({ kind: 'settled' });
    }
    if (request === null || !isMarked) {
      if (!isMarked) this.#doneKey = null;
      if (this.#state.kind === 'waiting') this.#cancel();
      if (this.#state.kind !== 'loading') this.#become({ kind: 'settled' });
      return;
    }
    if (this.#doneKey === key || this.#state.kind === 'waiting' || this.#state.kind === 'loading') return;
    this.#become({ kind: 'waiting' });
    this.#timer = setTimeout(() => void this.#run(), quietMilliseconds);
  }

  /** Computes without waiting, also what is up to date. */
  computeNow(): void {
    if (this.#request === null) return;
    this.#cancel();
    void this.#run();
  }

  /** Nothing more is wanted. */
  stop(): void {
    this.#cancel();
    this.#become({ kind: 'settled' });
  }

  async #run(): Promise<void> {
    const request = this.#request;
    if (request === null) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#become({ kind: 'loading' });
    try {
      const answer = await this.#compute(request, abort.signal);
      if (abort.signal.aborted) return;
      this.#doneKey = this.#key;
      this.#answer = answer;
      this.#onAnswer(answer);
      this.#become({ kind: 'settled' });
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#doneKey = this.#key;
      this.#answer = null;
      this.#become({ kind: 'failed', error });
    }
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  #become(state: AutomaticState): void {
    this.#state = state;
    this.topics.tell(['state']);
  }
}
