import type { LinkProps } from '@tanstack/react-router';
import { Link, Outlet } from '@tanstack/react-router';
import type { TextKey } from '../texts/texts.ts';
import { t } from '../texts/texts.ts';
import './section-layout.css';

export interface SectionEntry {
  to: NonNullable<LinkProps['to']>;
  text: TextKey;
}

/** Pages of one area beside a list of links to them. */
export function SectionLayout({ label, entries }: { label: string; entries: readonly SectionEntry[] }) {
  return (
    <div className="section">
      <nav aria-label={label} className="section__nav">
        {entries.map((entry) => (
          <Link key={entry.to} to={entry.to} className="section__link">
            {t(entry.text)}
          </Link>
        ))}
      </nav>
      <div className="stack">
        <Outlet />
      </div>
    </div>
  );
}
