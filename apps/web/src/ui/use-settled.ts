import { useEffect, useState } from 'react';

/** A plain value once it has stayed the same for some milliseconds; the first one at once. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(
      // The text is the value's own: plain JSON.
      () => setSettled(JSON.parse(text) as Value),
      milliseconds,
    );
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
