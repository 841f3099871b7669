import type { ReactNode } from 'react';

/**
 * Link to the object of a table row. A plain link: the router's own would compute its address and watch the location
 * for every row while scrolling. VirtualRow turns a plain click into `onOpen`; a middle click opens a new tab.
 */
export function RowLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a href={path} data-row-link tabIndex={-1}>
      {children}
    </a>
  );
}
