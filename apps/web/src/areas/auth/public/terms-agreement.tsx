import { t } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Banner } from '../../../ui/feedback.tsx';

interface TermsAgreementProps {
  label: string;
  /** Said once somebody tried without agreeing. */
  missing: string;
  /** Where the house's terms stand: nobody is asked to agree to what cannot be read. */
  termsUrl: string;
  isAgreed: boolean;
  isTried: boolean;
  onChange: (isAgreed: boolean) => void;
}

/** The box for the terms of the house, with the way to read them. */
export function TermsAgreement({
  label,
  missing,
  termsUrl,
  isAgreed,
  isTried,
  onChange,
}: TermsAgreementProps) {
  return (
    <>
      <Checkbox label={label} isChecked={isAgreed} onChange={onChange} />
      <a href={termsUrl} target="_blank" rel="noopener noreferrer">
        {t('shell.terms')}
      </a>
      {isTried && !isAgreed ? (
        <Banner tone="bad" role="alert">
          {missing}
        </Banner>
      ) : null}
    </>
  );
}
