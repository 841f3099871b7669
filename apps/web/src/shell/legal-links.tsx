import { languages } from '@depotwerk/domain/white-label/languages';
import { isSafeLink } from '@depotwerk/domain/white-label/shown-parts';
import { houseContact } from '../platform/house-contact.ts';
import { useSession } from '../platform/session.ts';
import { useWhiteLabel } from '../platform/white-label.ts';
import { languageNames } from '../texts/language-names.ts';
import { otherLanguages, t } from '../texts/texts.ts';
import { NewWindow } from '../ui/new-window.tsx';
import './brand.css';

/** Written by `npm run third-party`, served beside the page. */
const notices = '/third-party-notices.txt';

/** Imprint, privacy, terms and accessibility, as far as the white label names them (else what the product says of its own accessibility), and licences of others' software; to visitors also the other languages of the house. */
export function LegalLinks() {
  const config = useWhiteLabel();
  // Who is signed in chooses in her settings, where nothing else is being typed.
  const isVisitor = useSession(({ user }) => user === null);
  const links = [
    { label: t('shell.imprint'), href: config.imprintUrl },
    { label: t('shell.privacy'), href: config.privacyUrl },
    { label: t('shell.terms'), href: config.termsUrl },
    { label: t('shell.accessibility'), href: config.accessibilityStatementUrl ?? '/accessibility' },
  ].filter((link): link is { label: string; href: string } => link.href !== null && isSafeLink(link.href));
  const contact = houseContact(config);
  return (
    <footer className="legal">
      {[...links, { label: t('shell.licences'), href: notices }].map((link) => (
        <a key={link.label} href={link.href} target="_blank" rel="noopener noreferrer">
          {link.label}
          <NewWindow />
        </a>
      ))}
      {languages
        .filter((tag) => isVisitor && tag !== document.documentElement.lang && config.languages.includes(tag))
        .map((tag) => (
          <button
            key={tag}
            type="button"
            className="legal__language"
            lang={tag}
            onClick={() => void otherLanguages().then(({ switchLanguage }) => switchLanguage(tag))}
          >
            {languageNames[tag]}
          </button>
        ))}
      {contact ? <span>{t('shell.support', { contact })}</span> : null}
    </footer>
  );
}
