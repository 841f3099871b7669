import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';

/** Pause after the last change before it is stored. */
const pauseMilliseconds = 700;

export type Saving = 'none' | 'saving' | 'saved' | 'failed' | 'elsewhere';

export interface Kept<Value> {
  readonly value: Value;
  readonly saving: Saving;
  readonly change: (next: (value: Value) => Value) => void;
  /** Stores what is not stored yet. @returns whether everything is stored */
  readonly flush: () => Promise<boolean>;
}

/**
 * A value that is stored while it changes: half a second after the last key, one save after the other. `store` must stay
 * the same; a refusal with 412 says that somebody else changed it.
 */
export function useKept<Value>(
  initial: Value,
  isStored: boolean,
  store: (value: Value) => Promise<void>,
  /** Goes on from what was stored, and is stored at once. */
  newer?: Value,
): Kept<Value> {
  const [value, setValue] = useState(newer ?? initial);
  const [saving, setSaving] = useState<Saving>(isStored ? 'saved' : 'none');
  // Saves outlive renderings: they read and write the newest state here.
  const newest = useRef(newer ?? initial);
  const stored = useRef(initial);
  const running = useRef<Promise<void>>(Promise.resolve());

  const saveOnce = useCallback(async () => {
    const sent = newest.current;
    if (sent === stored.current) return;
    setSaving('saving');
    try {
      await store(sent);
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
    const leave = () => {
      if (document.visibilityState === 'hidden') void flush();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      void flush();
    };
  }, [flush]);

  return { value, saving, change, flush };
}
