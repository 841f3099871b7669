import { Store } from './store/store.ts';

const offsetName = 'clockOffsetMs';

/** What every part of the practice bank works with. */
export interface Bank {
  readonly store: Store;
  /** The bank's time in milliseconds since the epoch. */
  now(): number;
  /** Moves the bank's clock on, for tests of expiry; it stays so over a restart. */
  advanceClock(ms: number): void;
}

/** Opens the bank on a folder of its own; `clock` is the time its offset is added to. */
export function openBank(folder: string, clock: () => number): Bank {
  const store = new Store(folder);
  const readOffset = (): number =>
    Number(store.get<{ value: string }>('select value from meta where name = ?', offsetName)?.value ?? 0);
  return {
    store,
    now: () => clock() + readOffset(),
    advanceClock(ms) {
      store.run(
        'insert into meta (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        offsetName,
        String(readOffset() + ms),
      );
    },
  };
}

/** A time of the store as ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
