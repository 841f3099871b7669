import { register } from '@depotwerk/api/prospects/registration';
import { askedTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ContactField, isContact } from '../../forms/contact-field.tsx';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { useWhiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Arrival } from '../../ui/arrival.tsx';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { useFaults } from '../../ui/use-faults.ts';
import { askAgain, TermsAgreement } from './public/terms-agreement.tsx';

/** How far somebody is with the data about herself. */
type UserDataState = 'dataEntryStarted' | 'dataSent';

/** Whether a server refused a body for saying more than it knows. */
const isMemberUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.validation.some(({ code }) => code === 'unrecognized_keys');

const contactFields = ['firstName', 'lastName', 'email'] as const;

/** Who wants an access; the answer is the same whether the address has one or not. */
export function RegistrationForm({
  isApproved,
  analysisGuid = null,
}: {
  isApproved: boolean;
  /** The analysis she comes from; null = none. */
  analysisGuid?: string | null;
}) {
  const [person, setPerson] = useState({ firstName: '', lastName: '', email: '' });
  const [dateOfBirth, setDateOfBirth] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const [userData, setUserData] = useState<UserDataState>('dataEntryStarted');
  const faults = useFaults<'dateOfBirth'>();
  const house = useWhiteLabel();
  const { termsUrl } = house;
  const registration = useMutation({
    mutationFn: async () => {
      const body = { ...person, dateOfBirth, termsVersion: askedTermsVersion(house) };
      if (analysisGuid === null) return callApi(register, { body });
      try {
        return await callApi(register, { body: { ...body, analysisGuid } });
      } catch (error) {
        // A server of the release before refuses to be told of an analysis: she registers, and begins her profile anew.
        if (!isMemberUnknown(error)) throw error;
        return callApi(register, { body });
      }
    },
    onSuccess: () => setUserData('dataSent'),
    onError: (error) => askAgain(error, () => setAgreed(false)),
  });
  if (userData === 'dataSent') {
    return (
      <Arrival>
        <Banner tone="ok" role="status" title={t('auth.registration.sentTitle')}>
          {t('auth.registration.sent')}
        </Banner>
      </Arrival>
    );
  }
  return (
    <PlainForm
      onSubmit={() => {
        setTried(true);
        if (isContact(person) && !faults.isAny && (isAgreed || termsUrl === null)) registration.mutate();
        // What the server said was about what stood here before.
        else registration.reset();
      }}
    >
      <p>{t(isApproved ? 'auth.registration.introApproval' : 'auth.registration.intro')}</p>
      {analysisGuid === null ? null : <p>{t('auth.registration.ofAnalysis')}</p>}
      {contactFields.map((field) => (
        <ContactField
          key={field}
          field={field}
          value={person[field]}
          onChange={(text) => setPerson((known) => ({ ...known, [field]: text }))}
          isTried={isTried}
          isOwn
          {...(field === 'email' && { maxLength: 100 })}
        />
      ))}
      <DateField
        label={t('prospects.invited.dateOfBirth')}
        isBirthDay
        value={dateOfBirth}
        onChange={setDateOfBirth}
        onFault={faults.take('dateOfBirth')}
        error={isTried ? faults.of('dateOfBirth') : null}
      />
      <TermsAgreement termsUrl={termsUrl} isAgreed={isAgreed} isTried={isTried} onChange={setAgreed} />
      <ErrorBanner error={registration.error} />
      <Button type="submit" kind="primary" isFullWidth isBusy={registration.isPending}>
        {t('auth.registration.submit')}
      </Button>
    </PlainForm>
  );
}
