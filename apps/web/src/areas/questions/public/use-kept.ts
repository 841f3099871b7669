import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';

/** Pause after the last change before it is stored. */
const pauseMilliseconds = 700;

export type Saving = 'none' | 'saving' | 'saved' | 'failed' | 'elsewhere';

export interface Kept<Value> {
  readonly value: Value;
  readonly saving: Saving;
  readonly change: (next: (value: Value) => Value) => void;
  /** Stores what is not stored yet. @returns whether everything is stored */
  readonly flush: () => Promise<boolean>;
  /** What is not stored yet, outside of renderings; undefined = nothing. */
  readonly unstored: () => Value | undefined;
}

/** Stores a value; `isLeaving`: with a request that outlives the page. */
type StoreKept<Value> = (value: Value, isLeaving: boolean) => Promise<void>;

/**
 * A value that is stored while it changes: half a second after the last key, one save after the other. `store` must stay
 * the same; a refusal with 412 says that somebody else changed it.
 */
export function useKept<Value>(
  initial: Value,
  isStored: boolean,
  store: StoreKept<Value>,
  /** Goes on from what was stored, and is stored at once. */
  newer?: Value,
): Kept<Value> {
  const [value, setValue] = useState(newer ?? initial);
  const [saving, setSaving] = useState<Saving>(isStored ? 'saved' : 'none');
  // Saves outlive renderings: they read and write the newest state here.
  const newest = useRef(newer ?? initial);
  const stored = useRef(initial);
  const running = useRef<Promise<void>>(Promise.resolve());
  const isLeaving = useRef(false);

  const saveOnce = useCallback(async () => {
    const sent = newest.current;
    if (sent === stored.current) return;
    setSaving('saving');
    try {
      await store(sent, isLeaving.current);
      stored.current = sent;
      setSaving('saved');
    } catch (error) {
      setSaving(error instanceof ApiError && error.status === 412 ? 'elsewhere' : 'failed');
    }
  }, [store]);

  const flush = useCallback(async () => {
    running.current = running.current.then(saveOnce);
    await running.current;
    return newest.current === stored.current;
  }, [saveOnce]);

  const change = useCallback((next: (value: Value) => Value) => {
    newest.current = next(newest.current);
    setValue(newest.current);
  }, []);

  useEffect(() => {
    if (value === stored.current) return undefined;
    const timer = setTimeout(() => void flush(), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value, flush]);
  // Who leaves the page, or puts the phone away, loses nothing.
  useEffect(() => {
    const leave = ({ type }: Event) => {
      isLeaving.current = type === 'pagehide' || document.visibilityState === 'hidden';
      if (isLeaving.current) void flush();
    };
    const listening = new AbortController();
    document.addEventListener('visibilitychange', leave, listening);
    // Not every browser says of a page it leaves that it is hidden; one may come back out of the memory of such pages.
    for (const name of ['pagehide', 'pageshow']) globalThis.addEventListener(name, leave, listening);
    return () => {
      listening.abort();
      void flush();
    };
  }, [flush]);
  const unstored = useCallback(() => (newest.current === stored.current ? undefined : newest.current), []);

  return { value, saving, change, flush, unstored };
}
