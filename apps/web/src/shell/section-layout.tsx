import type { LinkProps } from '@tanstack/react-router';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { TextKey } from '../texts/texts.ts';
import { t } from '../texts/texts.ts';
import './section-layout.css';

export interface SectionEntry {
  to: NonNullable<LinkProps['to']>;
  text: TextKey;
}

/** Links to the pages of one area: a list, on phones a row that scrolls, in which the current one is seen. */
export function SectionNav({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  // Each navigation renders the links anew.
  useLocation();
  // Only sideways: the page stays.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !current) return;
    const { left, right } = nav.current.getBoundingClientRect();
    const link = current.getBoundingClientRect();
    if (link.left < left || link.right > right) nav.current.scrollLeft += link.left - left - 16;
  });
  return (
    <nav ref={nav} aria-label={label} className="section__nav">
      {children}
    </nav>
  );
}

/** Pages of one area beside a list of links to them. */
export function SectionLayout({ label, entries }: { label: string; entries: readonly SectionEntry[] }) {
  return (
    <div className="section">
      <SectionNav label={label}>
        {entries.map((entry) => (
          <Link key={entry.to} to={entry.to} className="section__link">
            {t(entry.text)}
          </Link>
        ))}
      </SectionNav>
      <div className="stack">
        <Outlet />
      </div>
    </div>
  );
}
