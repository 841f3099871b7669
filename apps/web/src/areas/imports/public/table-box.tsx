import type { ReactNode } from 'react';

interface TableBoxProps {
  label: string;
  /** Its cells stand below each other on a phone, where they would be too narrow side by side. */
  isStacked?: boolean;
  children: ReactNode;
}

/** A table that scrolls sideways on narrow screens, with the keyboard as well. */
export function TableBox({ label, isStacked = false, children }: TableBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable to be scrolled
    <section className="imports__table-box" aria-label={label} tabIndex={0}>
      <table className={`imports__table${isStacked ? ' imports__table--stacked' : ''}`}>
        <caption className="visually-hidden">{label}</caption>
        {children}
      </table>
    </section>
  );
}
