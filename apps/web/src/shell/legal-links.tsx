import { isSafeLink } from '@depotwerk/domain/white-label/shown-parts';
import { whiteLabel } from '../platform/white-label.ts';
import { t } from '../texts/texts.ts';
import './brand.css';

/** Written by `npm run third-party`, served beside the page. */
const notices = '/third-party-notices.txt';

/** Imprint, privacy, terms and accessibility, as far as the white label names them (else what the product says of its own accessibility), and licences of others' software. */
export function LegalLinks() {
  const config = whiteLabel();
  const links = [
    { label: t('shell.imprint'), href: config.imprintUrl },
    { label: t('shell.privacy'), href: config.privacyUrl },
    { label: t('shell.terms'), href: config.termsUrl },
    { label: t('shell.accessibility'), href: config.accessibilityStatementUrl ?? '/accessibility' },
  ].filter((link): link is { label: string; href: string } => link.href !== null && isSafeLink(link.href));
  const contact = config.supportPhone ?? config.supportMail;
  return (
    <footer className="legal">
      {[...links, { label: t('shell.licences'), href: notices }].map((link) => (
        <a key={link.label} href={link.href} target="_blank" rel="noopener noreferrer">
          {link.label}
        </a>
      ))}
      {contact ? <span>{t('shell.support', { contact })}</span> : null}
    </footer>
  );
}
