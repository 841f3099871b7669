import type { RefObject } from 'react';
import { useLayoutEffect, useState } from 'react';

/** Width of an element in whole pixels, and its distance from the top of the page; both follow every change. */
export function useElementPlace(ref: RefObject<HTMLElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const next = { width: Math.floor(box.width), top: Math.round(box.top + window.scrollY) };
      setPlace((current) => (current.width === next.width && current.top === next.top ? current : next));
    };
    measure();
    // The element moves when something above it grows; the body's height tells.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return place;
}
