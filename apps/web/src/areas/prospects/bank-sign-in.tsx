import type { BankLink } from '@depotwerk/api/prospects/analysis-bank';
import { bankConsentText } from '@depotwerk/domain/depot-analysis/consent';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../texts/texts.ts';
import { BindingText } from '../../ui/binding-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { PlainForm } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { type AnalysisBank, analysisBanksQuery, signInAtBank } from './bank-link-queries.ts';
import { StepHeading } from './step-heading.tsx';
import { useGone } from './use-gone.ts';

const optionOf = ({ issuerId, bankName, isReachable }: AnalysisBank) => ({
  value: String(issuerId),
  label: isReachable ? bankName : t('analysis.bank.unreachable', { bank: bankName }),
  isDisabled: !isReachable,
});

/** Signs a customer in at her bank, under her consent. The password lives in its field alone and is gone after each try. */
export function BankSignIn({ guid, onSignedIn }: { guid: string; onSignedIn: (link: BankLink) => void }) {
  const banks = useQuery(analysisBanksQuery(guid));
  const [issuerId, setIssuerId] = useState('');
  const [loginName, setLoginName] = useState('');
  const [password, setPassword] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const signIn = useMutation({
    mutationFn: () => signInAtBank(guid, { issuerId: Number(issuerId), loginName, password }),
    // Not kept beside the form either.
    gcTime: 0,
    onSuccess: onSignedIn,
    onSettled: () => setPassword(''),
  });
  useGone(signIn.error);
  const missing = (text: string, isMissing: boolean) => (isTried && isMissing ? text : null);
  const isComplete = issuerId !== '' && loginName.trim() !== '' && password !== '' && isAgreed;
  const bank = banks.data?.find((one) => String(one.issuerId) === issuerId);
  return (
    <PlainForm
      className="stack"
      onSubmit={() => {
        setTried(true);
        if (!isComplete || signIn.isPending) return;
        signIn.mutate();
        // A password that was refused is missing again, and nobody is to blame for that.
        setTried(false);
      }}
    >
      <StepHeading>{t('analysis.bank.signInTitle')}</StepHeading>
      <div className="analysis__bank-fields">
        <SelectField
          label={t('analysis.bank.bank')}
          isRequired
          value={issuerId}
          emptyLabel={t('analysis.bank.bankChoose')}
          options={(banks.data ?? []).map(optionOf)}
          lookup={banks}
          error={missing(t('analysis.bank.bankMissing'), issuerId === '')}
          onChange={setIssuerId}
        />
        <TextField
          label={t('analysis.bank.loginName')}
          isRequired
          value={loginName}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={bank?.loginHint ?? undefined}
          error={missing(t('analysis.bank.loginNameMissing'), loginName.trim() === '')}
          onChange={setLoginName}
        />
        <PasswordField
          label={t('analysis.bank.password')}
          isRequired
          value={password}
          maxLength={200}
          autoComplete="off"
          error={missing(t('analysis.bank.passwordMissing'), password === '')}
          onChange={setPassword}
        />
      </div>
      {bankConsentText.map((paragraph) => (
        <BindingText key={paragraph} text={paragraph} />
      ))}
      <Checkbox label={t('analysis.bank.consent')} isChecked={isAgreed} onChange={setAgreed} />
      {isTried && !isAgreed ? (
        <Banner tone="bad" role="alert">
          {t('analysis.bank.consentMissing')}
        </Banner>
      ) : null}
      <ErrorBanner error={signIn.error} />
      <div className="row">
        <Button type="submit" kind="primary" isBusy={signIn.isPending}>
          {t('analysis.bank.signIn')}
        </Button>
      </div>
    </PlainForm>
  );
}
