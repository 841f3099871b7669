import { Outlet } from '@tanstack/react-router';
import { Brand } from '../../shell/brand.tsx';
import { LegalLinks } from '../../shell/legal-links.tsx';
import { t } from '../../texts/texts.ts';
import './auth-layout.css';

/** Warmth of each cell of the motif, 0–9: a small allocation matrix, the product's signature. */
const motif = [
  '0345777',
  '0245677',
  '1356677',
  '1346667',
  '1146666',
  '2136556',
  '3125556',
  '2214555',
  '2213545',
  '1122444',
];

/** Frame of the pages for visitors: brand panel beside the form, on the phone the form only. */
export function AuthLayout() {
  return (
    <div className="auth">
      <aside className="auth__panel">
        <Brand />
        <p className="auth__claim">{t('auth.login.claim')}</p>
        <div className="auth__motif" aria-hidden="true">
          {motif.map((row, line) =>
            [...row].map((warmth, column) => (
              // The motif never changes; its place is its identity.
              <span key={`${line}-${column}`} style={{ opacity: 0.04 + Number(warmth) * 0.05 }} />
            )),
          )}
        </div>
      </aside>
      <main className="auth__main">
        <div className="auth__form">
          <div className="auth__brand">
            <Brand />
          </div>
          <Outlet />
        </div>
        <LegalLinks />
      </main>
    </div>
  );
}
