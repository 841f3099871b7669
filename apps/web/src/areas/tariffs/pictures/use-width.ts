import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/** Width of an element in pixels, so that a drawing keeps its letters at their size on every screen. */
export function useWidth<Kind extends Element>(start = 520): readonly [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null);
  const [width, setWidth] = useState(start);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const seen = Math.round(entry?.contentRect.width ?? 0);
      if (seen > 0) setWidth(seen);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
