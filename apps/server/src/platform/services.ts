import type { Database } from './database/database.ts';

/** What verbs and views are given: no module holds a handle of its own, so tests can give another. */
export interface Services {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}
