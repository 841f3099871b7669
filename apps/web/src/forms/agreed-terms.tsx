import type { User } from '@depotwerk/api/users/users';
import { termsAddress } from '@depotwerk/domain/white-label/check-terms';
import { t } from '../texts/texts.ts';
import { NewWindow } from '../ui/new-window.tsx';
import { agreedTermsText } from './agreed-terms-text.ts';

type Agreed = Pick<User, 'termsVersion' | 'termsAcceptedAt' | 'termsAgreements'>;

/** Every version of the terms somebody agreed to, the newest first, each with the way to its text where that is kept. */
export function AgreedTerms({ agreed }: { agreed: Agreed }) {
  const { termsAgreements = [] } = agreed;
  if (termsAgreements.length === 0) return agreedTermsText(agreed);
  return termsAgreements.map(({ version, agreedAt, isReadable }) => (
    <div key={version}>
      {agreedTermsText({ termsVersion: version, termsAcceptedAt: agreedAt })}
      {isReadable ? (
        <>
          {' · '}
          <TermsLink version={version} />
        </>
      ) : null}
    </div>
  ));
}

/** Opens the text of one version beside what is being done. */
export function TermsLink({ version }: { version: string }) {
  return (
    <a href={termsAddress(version)} target="_blank" rel="noopener noreferrer">
      <span aria-hidden="true">{t('masterData.termsRead')}</span>
      <span className="visually-hidden">{t('masterData.termsReadOf', { version })}</span>
      <NewWindow />
    </a>
  );
}
