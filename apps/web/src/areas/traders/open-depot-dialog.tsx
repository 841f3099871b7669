import { createDepot } from '@depotwerk/api/traders/trader-depots';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { reloadDepots } from './depot-queries.ts';
import { DepotTariffField } from './depot-tariff-field.tsx';
import type { PickedCustomer } from './public/customer-picker.tsx';
import { CustomerPicker } from './public/customer-picker.tsx';
import { PasswordDialog } from './public/password-dialog.tsx';
import { SecondFactorDialog } from './public/second-factor-dialog.tsx';
import { credentialTypesQuery, reloadCredentials } from './public/trader-queries.ts';
import type { SecondFactorPayload } from './public/use-second-factor.ts';

const ibanPattern = /^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,40}$/;

/** Opens a depot at a bank: first what is wanted, then the bank's second factor, bound to exactly that. */
export function OpenDepotDialog({ onClose }: { onClose: () => void }) {
  const banks = useQuery(credentialTypesQuery());
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const [issuerId, setIssuerId] = useState('');
  const [tariffId, setTariffId] = useState('');
  const [iban, setIban] = useState('');
  const [productKey, setProductKey] = useState('');
  const [hasConsent, setConsent] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const [step, setStep] = useState<'form' | 'signing' | 'password'>('form');
  const challengeId = useRef<string | null>(null);
  const bank = banks.data?.find((entry) => String(entry.issuerId) === issuerId);
  const isIbanValid = ibanPattern.test(iban.toUpperCase());
  const isReady =
    customer !== null &&
    bank !== undefined &&
    tariffId !== '' &&
    isIbanValid &&
    productKey.trim() !== '' &&
    hasConsent;

  const send = async (payload: SecondFactorPayload, idempotencyKey: string) => {
    const isFirst = payload.tokenProviderId === null;
    if (isFirst) challengeId.current = null;
    const answer = await callApi(
      createDepot,
      {
        body: {
          customerId: customer?.id ?? '',
          issuerId: Number(issuerId),
          tariffId,
          iban: iban.toUpperCase().replaceAll(' ', ''),
          productKey: productKey.trim(),
          consents: ['terms'],
          secondFactorData: isFirst ? null : { ...payload, challengeId: challengeId.current },
        },
      },
      { idempotencyKey },
    );
    if (!('challengeId' in answer)) return null;
    challengeId.current = answer.challengeId;
    return answer;
  };

  if (step === 'password' && bank && bank.bankId !== null) {
    return (
      <PasswordDialog
        issuerId={bank.issuerId}
        bankId={bank.bankId}
        onClose={(result) => {
          if (result === true) void reloadCredentials();
          if (result !== false) setStep('form');
        }}
      />
    );
  }
  if (step === 'signing') {
    return (
      <SecondFactorDialog
        title={t('traders.depots.openTitle')}
        submitLabel={t('traders.depots.open')}
        words={{
          refusedTitle: t('traders.depots.openRefusedTitle'),
          unclearTitle: t('traders.depots.openUnclearTitle'),
          unclearText: t('traders.depots.openUnclear'),
        }}
        onBankPassword={bank?.bankId ? () => setStep('password') : undefined}
        send={send}
        onDone={() => {
          showToast(t('traders.depots.opened'));
          onClose();
          void reloadDepots();
        }}
        onGiveUp={(failure) => {
          setStep('form');
          showApiError(failure.kind === 'generic' ? failure.error : undefined);
        }}
        onClose={() => setStep('form')}
      />
    );
  }
  return (
    <Dialog
      title={t('traders.depots.openTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" disabled={!isReady} onClick={() => setStep('signing')}>
            {t('traders.depots.continue')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <CustomerPicker value={customer} onChange={setCustomer} />
        <SelectField
          label={t('traders.depots.columns.issuer')}
          isRequired
          value={issuerId}
          emptyLabel={t('traders.depots.choose')}
          lookup={banks}
          options={(banks.data ?? [])
            .filter((entry) => entry.credentialsAvailable)
            .map((entry) => ({ value: String(entry.issuerId), label: entry.credentialTypeName }))}
          onChange={(chosen) => {
            setIssuerId(chosen);
            setTariffId('');
          }}
        />
        <DepotTariffField
          issuerId={issuerId === '' ? null : Number(issuerId)}
          value={tariffId}
          onChange={setTariffId}
        />
        <TextField
          label={t('traders.depots.iban')}
          isRequired
          value={iban}
          autoComplete="off"
          maxLength={42}
          error={isLeft && iban !== '' && !isIbanValid ? t('traders.depots.ibanFault') : null}
          onChange={setIban}
          onBlur={() => setLeft(true)}
        />
        <TextField
          label={t('traders.depots.productKey')}
          hint={t('traders.depots.productKeyHint')}
          isRequired
          value={productKey}
          autoComplete="off"
          maxLength={50}
          onChange={setProductKey}
        />
        <Checkbox label={t('traders.depots.consent')} isChecked={hasConsent} onChange={setConsent} />
      </div>
    </Dialog>
  );
}
