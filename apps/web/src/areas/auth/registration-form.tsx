import { register } from '@depotwerk/api/registration';
import { prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { whiteLabel } from '../../platform/white-label.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { DateField } from '../../ui/number-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TermsAgreement } from './terms-agreement.tsx';

/** Who wants an access; the answer is the same whether the address has one or not. */
export function RegistrationForm({ isApproved }: { isApproved: boolean }) {
  const [person, setPerson] = useState({ firstName: '', lastName: '', email: '' });
  const [dateOfBirth, setDateOfBirth] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const { termsUrl } = whiteLabel();
  const registration = useMutation({
    mutationFn: () =>
      callApi(register, {
        body: { ...person, dateOfBirth, termsVersion: termsUrl === null ? null : prospectTermsVersion },
      }),
  });
  if (registration.isSuccess) {
    return (
      <Banner tone="ok" role="status" title={t('auth.registration.sentTitle')}>
        {t('auth.registration.sent')}
      </Banner>
    );
  }
  const field = (name: keyof typeof person) => ({
    value: person[name],
    onChange: (text: string) => setPerson((known) => ({ ...known, [name]: text })),
    isRequired: true,
    error: isTried && person[name].trim() === '' ? t('validators.required') : null,
  });
  return (
    <PlainForm
      onSubmit={() => {
        setTried(true);
        const isComplete = Object.values(person).every((text) => text.trim() !== '');
        if (isComplete && (isAgreed || termsUrl === null)) registration.mutate();
      }}
    >
      <p>{t(isApproved ? 'auth.registration.introApproval' : 'auth.registration.intro')}</p>
      <TextField
        {...field('firstName')}
        label={t('analysis.contact.firstName')}
        autoComplete="given-name"
        maxLength={200}
      />
      <TextField
        {...field('lastName')}
        label={t('analysis.contact.lastName')}
        autoComplete="family-name"
        maxLength={200}
      />
      <TextField
        {...field('email')}
        label={t('analysis.contact.email')}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        maxLength={100}
      />
      <DateField
        label={t('prospects.invited.dateOfBirth')}
        isBirthDay
        value={dateOfBirth}
        onChange={setDateOfBirth}
      />
      {termsUrl === null ? null : (
        <TermsAgreement
          label={t('auth.registration.terms')}
          missing={t('auth.registration.termsMissing')}
          termsUrl={termsUrl}
          isAgreed={isAgreed}
          isTried={isTried}
          onChange={setAgreed}
        />
      )}
      <ErrorBanner error={registration.error} />
      <Button type="submit" kind="primary" isFullWidth isBusy={registration.isPending}>
        {t('auth.registration.submit')}
      </Button>
    </PlainForm>
  );
}
