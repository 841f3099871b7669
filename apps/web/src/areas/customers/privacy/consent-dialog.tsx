import { recordConsent } from '@depotwerk/api/customers/customer-privacy';
import { type ConsentKind, consentKinds, consentKindTexts } from '@depotwerk/domain/customers/privacy-texts';
import { useState } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { today } from '../../../platform/today.ts';
import { said, t } from '../../../texts/texts.ts';
import { DateField } from '../../../ui/number-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { useFaults } from '../../../ui/use-faults.ts';
import { ActionDialog } from './action-dialog.tsx';

/** The day of a decision, today unless said otherwise, and the field that asks for it. */
function useDecisionDay() {
  const [decidedOn, setDecidedOn] = useState<string | null>(today());
  const faults = useFaults<'decidedOn'>();
  return {
    decidedOn: decidedOn ?? '',
    isKnown: decidedOn !== null && !faults.isAny,
    dayField: (label: string) => (
      <DateField
        label={label}
        isRequired
        max={today()}
        value={decidedOn}
        onChange={setDecidedOn}
        onFault={faults.take('decidedOn')}
      />
    ),
  };
}

/** Records that a customer agreed; the kind can be given where it is renewed. */
export function ConsentDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const [kind, setKind] = useState<ConsentKind>('dataProcessing');
  const [textVersion, setTextVersion] = useState('');
  const [consentText, setConsentText] = useState('');
  const { decidedOn, isKnown, dayField } = useDecisionDay();
  return (
    <ActionDialog
      title={t('customers.privacy.consentTitle')}
      submit={t('common.save')}
      done={t('customers.privacy.consentDone')}
      isDisabled={textVersion.trim() === '' || !isKnown}
      run={() => {
        const body = { consentKind: kind, decision: 'given', textVersion, consentText, decidedOn } as const;
        return callApi(recordConsent, { params: { id: customerId }, body });
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('customers.privacy.consentKind')}
        value={kind}
        options={consentKinds.map((value) => ({ value, label: said(consentKindTexts[value]) }))}
        onChange={(value) => setKind(value || kind)}
      />
      <TextField
        label={t('customers.privacy.textVersion')}
        hint={t('customers.privacy.textVersionHint')}
        isRequired
        maxLength={50}
        value={textVersion}
        onChange={setTextVersion}
      />
      <TextArea
        label={t('customers.privacy.consentText')}
        rows={4}
        maxLength={5000}
        value={consentText}
        onChange={setConsentText}
      />
      {dayField(t('customers.privacy.givenOn'))}
    </ActionDialog>
  );
}

/** Records that a customer withdrew; what he agreed to stays readable. */
export function WithdrawConsentDialog({
  customerId,
  kind,
  onClose,
}: {
  customerId: string;
  kind: ConsentKind;
  onClose: () => void;
}) {
  const { decidedOn, isKnown, dayField } = useDecisionDay();
  return (
    <ActionDialog
      title={t('customers.privacy.withdrawTitle')}
      submit={t('customers.privacy.withdraw')}
      done={t('customers.privacy.withdrawDone')}
      isDisabled={!isKnown}
      run={() => {
        const text = { textVersion: null, consentText: null };
        const body = { consentKind: kind, decision: 'withdrawn', ...text, decidedOn } as const;
        return callApi(recordConsent, { params: { id: customerId }, body });
      }}
      onClose={onClose}
    >
      <p>{t('customers.privacy.withdrawHint', { kind: said(consentKindTexts[kind]) })}</p>
      {dayField(t('customers.privacy.withdrawnOn'))}
    </ActionDialog>
  );
}
