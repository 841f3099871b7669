import { ApiError } from '../../../platform/api-error.ts';
import { refreshWhiteLabel } from '../../../platform/white-label.ts';
import { t } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { NewWindow } from '../../../ui/new-window.tsx';

/** Terms that were followed by others while the form was open: what was typed stays, and the box is for the new ones. */
export function askAgain(failure: unknown, untick: () => void): void {
  if (!(failure instanceof ApiError) || failure.code !== 'auth.termsOutdated') return;
  untick();
  void refreshWhiteLabel();
}

interface TermsAgreementProps {
  /** Where the house's terms stand: nobody is asked to agree to what cannot be read. */
  termsUrl: string | null;
  isAgreed: boolean;
  isTried: boolean;
  onChange: (isAgreed: boolean) => void;
}

/** The box for the terms of the house, with the way to read them. */
export function TermsAgreement({ termsUrl, isAgreed, isTried, onChange }: TermsAgreementProps) {
  if (termsUrl === null) return null;
  return (
    <>
      <Checkbox label={t('auth.registration.terms')} isChecked={isAgreed} onChange={onChange} />
      <a href={termsUrl} target="_blank" rel="noopener noreferrer">
        {t('shell.terms')}
        <NewWindow />
      </a>
      {isTried && !isAgreed ? (
        <Banner tone="bad" role="alert">
          {t('auth.registration.termsMissing')}
        </Banner>
      ) : null}
    </>
  );
}
