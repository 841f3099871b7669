import { whiteLabel } from '../platform/white-label.ts';
import { t } from '../texts/texts.ts';
import './brand.css';

/** Imprint, privacy, terms and accessibility, as far as the white label names them. */
export function LegalLinks() {
  const config = whiteLabel();
  const links = [
    { label: t('shell.imprint'), href: config.imprintUrl },
    { label: t('shell.privacy'), href: config.privacyUrl },
    { label: t('shell.terms'), href: config.termsUrl },
    { label: t('shell.accessibility'), href: config.accessibilityStatementUrl },
  ].filter((link): link is { label: string; href: string } => link.href?.startsWith('https://') ?? false);
  const contact = config.supportPhone ?? config.supportMail;
  if (links.length === 0 && !contact) return null;
  return (
    <footer className="legal">
      {links.map((link) => (
        <a key={link.label} href={link.href} target="_blank" rel="noopener noreferrer">
          {link.label}
        </a>
      ))}
      {contact ? <span>{t('shell.support', { contact })}</span> : null}
    </footer>
  );
}
