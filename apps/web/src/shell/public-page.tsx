import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LegalLinks } from './legal-links.tsx';
import './public-page.css';

/** Frame of pages for people without a session: the house's name above, its duties below. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="public-page">
      <header className="public-page__top">
        <Brand />
      </header>
      <main className="public-page__main stack">{children}</main>
      <LegalLinks />
    </div>
  );
}
