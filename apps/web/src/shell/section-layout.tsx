import type { LinkProps } from '@tanstack/react-router';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { TextKey } from '../texts/texts.ts';
import { t } from '../texts/texts.ts';
import './section-layout.css';

export interface SectionEntry {
  to: NonNullable<LinkProps['to']>;
  text: TextKey;
}

/** Pages of one area beside a list of links to them. */
export function SectionLayout({ label, entries }: { label: string; entries: readonly SectionEntry[] }) {
  const nav = useRef<HTMLElement>(null);
  // Each navigation renders the links anew.
  useLocation();
  // On phones the links are a row that scrolls; the current one must be seen. Only sideways: the page stays.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !current) return;
    const { left, right } = nav.current.getBoundingClientRect();
    const link = current.getBoundingClientRect();
    if (link.left < left || link.right > right) nav.current.scrollLeft += link.left - left - 16;
  });
  return (
    <div className="section">
      <nav ref={nav} aria-label={label} className="section__nav">
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
