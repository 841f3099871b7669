import { useEffect } from 'react';
import { whiteLabel } from './white-label.ts';

/** Names the page in the browser's tab: "Verträge – Depotwerk". */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} – ${whiteLabel().applicationTitle}`;
  }, [title]);
}
