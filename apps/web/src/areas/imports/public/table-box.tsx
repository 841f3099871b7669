import type { ReactNode } from 'react';

/** A table that scrolls sideways on narrow screens, with the keyboard as well. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable to be scrolled
    <section className="imports__table-box" aria-label={label} tabIndex={0}>
      <table className="imports__table">
        <caption className="visually-hidden">{label}</caption>
        {children}
      </table>
    </section>
  );
}
