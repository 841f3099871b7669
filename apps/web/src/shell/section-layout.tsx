import { IconChevronDown } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import type { TextKey } from '../texts/texts.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Drawer } from '../ui/drawer.tsx';
import './section-layout.css';

export interface SectionEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: TextKey;
}

/** Pages that belong together; without a name they stand for themselves. */
export interface SectionGroup {
  readonly text: TextKey | null;
  readonly entries: readonly SectionEntry[];
}

/** Links to the pages of one area: a list that scrolls where it is long, on phones a row; the current one is seen. */
export function SectionNav({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  // Each navigation renders the links anew.
  useLocation();
  // Only the list itself: the page stays.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !current) return;
    const { left, right, top, bottom } = nav.current.getBoundingClientRect();
    const link = current.getBoundingClientRect();
    if (link.left < left || link.right > right) nav.current.scrollLeft += link.left - left - 16;
    if (link.top < top || link.bottom > bottom) nav.current.scrollTop += link.bottom - bottom + 16;
  });
  return (
    <nav ref={nav} aria-label={label} className="section__nav">
      {children}
    </nav>
  );
}

/**
 * Pages of one area beside a list of links to them. Where they have groups, a phone has a button that opens the list: two
 * dozen links in a row that scrolls are found by nobody.
 */
export function SectionLayout({ label, groups }: { label: string; groups: readonly SectionGroup[] }) {
  const isGrouped = groups.some(({ text }) => text !== null);
  return (
    <div className={classNames('section', isGrouped && 'section--grouped')}>
      {isGrouped ? <SectionMenu label={label} groups={groups} /> : null}
      <SectionNav label={label}>
        <LinksOfGroups groups={groups} />
      </SectionNav>
      <div className="stack">
        <Outlet />
      </div>
    </div>
  );
}

/** The list is longer than a phone: it opens where somebody is. */
const showCurrent = (nav: HTMLElement | null) =>
  nav?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'center' });

/** On phones: the way to the other pages; which one this is its heading says. */
function SectionMenu({ label, groups }: { label: string; groups: readonly SectionGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="section__menu">
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
        <IconChevronDown size={18} aria-hidden="true" />
      </Button>
      <Drawer label={label} isOpen={isOpen} onOpenChange={setOpen}>
        <nav ref={showCurrent} aria-label={label}>
          <LinksOfGroups groups={groups} onNavigate={() => setOpen(false)} />
        </nav>
      </Drawer>
    </div>
  );
}

interface LinksOfGroupsProps {
  readonly groups: readonly SectionGroup[];
  readonly onNavigate?: () => void;
}

function LinksOfGroups({ groups, onNavigate }: LinksOfGroupsProps) {
  const prefix = useId();
  return groups.map(({ text, entries }) => {
    const links = entries.map((entry) => (
      <Link key={entry.to} to={entry.to} className="section__link" onClick={onNavigate}>
        {t(entry.text)}
      </Link>
    ));
    if (text === null) return links;
    const heading = `${prefix}${text}`;
    return (
      // Links that belong together have no element of their own: `fieldset` is for forms.
      <div key={text} role="group" aria-labelledby={heading} className="section__group">
        <span id={heading} className="section__group-name">
          {t(text)}
        </span>
        {links}
      </div>
    );
  });
}
