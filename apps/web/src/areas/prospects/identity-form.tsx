import { confirmPreregistrationIdentity } from '@depotwerk/api/prospects/preregistrations';
import {
  invitedConsentText,
  invitedConsentVersion,
  representedConsentText,
  representedConsentVersion,
} from '@depotwerk/domain/depot-analysis/consent';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { t } from '../../texts/texts.ts';
import { BindingText } from '../../ui/binding-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { useFaults } from '../../ui/use-faults.ts';

interface IdentityFormProps {
  guid: string;
  /** First name of who is underage: her representatives answer; null = nobody is. */
  childName: string | null;
  /** Tries left when the page was opened; null = not known. */
  attemptsLeft: number | null;
  onConfirmed: (analysisGuid: string) => void;
  /** The invitation can no longer be answered. */
  onEnded: () => void;
}

/** Consent, and the date of birth as proof of who it is. */
export function IdentityForm({ guid, childName, attemptsLeft, onConfirmed, onEnded }: IdentityFormProps) {
  const [dateOfBirth, setDateOfBirth] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const faults = useFaults<'dateOfBirth'>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const left = attemptsAfter(failure) ?? attemptsLeft;
  const confirm = async () => {
    setTried(true);
    if (dateOfBirth === null || faults.isAny || !isAgreed) return;
    setBusy(true);
    setFailure(null);
    try {
      const consentVersion = childName === null ? invitedConsentVersion : representedConsentVersion;
      const body = { dateOfBirth, consentVersion };
      onConfirmed((await callApi(confirmPreregistrationIdentity, { params: { guid }, body })).guid);
    } catch (error) {
      setBusy(false);
      setFailure(error);
      if (error instanceof ApiError && isEnd(error)) onEnded();
    }
  };
  return (
    <PlainForm className="stack" onSubmit={() => void confirm()}>
      <div className="analysis__short">
        <DateField
          label={
            childName === null
              ? t('prospects.invited.dateOfBirth')
              : t('prospects.invited.dateOfBirthOf', { name: childName })
          }
          hint={[
            childName === null
              ? t('prospects.invited.dateOfBirthHint')
              : t('prospects.invited.dateOfBirthOfHint', { name: childName }),
            ...(left === null ? [] : [t('prospects.invited.attemptsLeft', { count: left })]),
          ].join(' ')}
          isRequired
          isBirthDay
          value={dateOfBirth}
          onChange={setDateOfBirth}
          onFault={faults.take('dateOfBirth')}
          error={
            isTried
              ? (faults.of('dateOfBirth') ?? (dateOfBirth === null ? t('validators.required') : null))
              : null
          }
        />
      </div>
      <section className="stack">
        <h2>{t('analysis.welcome.consentTitle')}</h2>
        {(childName === null ? invitedConsentText : representedConsentText).map((paragraph) => (
          <BindingText key={paragraph} text={paragraph} />
        ))}
        <Checkbox
          label={
            childName === null
              ? t('analysis.welcome.consent')
              : t('prospects.invited.consentFor', { name: childName })
          }
          isChecked={isAgreed}
          onChange={setAgreed}
        />
      </section>
      {isTried && !isAgreed ? (
        <Banner tone="bad" role="alert">
          {t('analysis.welcome.consentMissing')}
        </Banner>
      ) : null}
      <ErrorBanner error={failure} />
      <div className="row">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('analysis.welcome.start')}
        </Button>
      </div>
    </PlainForm>
  );
}

/** Whether the invitation can no longer be answered: it says so itself, or that was the last try. */
function isEnd(error: ApiError): boolean {
  return (
    /^preregistration\.(revoked|expired|alreadyCompleted)$/.test(error.code) || attemptsAfter(error) === 0
  );
}

/** Tries left after a wrong day; null = the answer says nothing of them. */
function attemptsAfter(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'preregistration.identityMismatch') return null;
  const left = error.problem?.params?.['attemptsLeft'];
  return typeof left === 'number' ? left : null;
}
