import { lazy, Suspense } from 'react';
import type { MenuEntry } from './menu.tsx';

const AnchoredMenu = lazy(async () => ({ default: (await import('./anchored-menu.tsx')).AnchoredMenu }));

export interface RowMenuProps {
  /** The button it hangs on; null = closed. */
  anchor: HTMLElement | null;
  entries: readonly MenuEntry[];
  onClose: () => void;
}

/**
 * The actions of a table row, one menu for the whole table: a menu per row would make scrolling heavy. The focus
 * returns to the row's button.
 */
export function RowMenu({ anchor, entries, onClose }: RowMenuProps) {
  if (!anchor) return null;
  return (
    <Suspense fallback={null}>
      <AnchoredMenu anchor={anchor} entries={entries} onClose={onClose} />
    </Suspense>
  );
}
