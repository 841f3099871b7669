import { handOverKeyInformation, type PlanKeyInformation } from '@depotwerk/api/optimization/key-information';
import type { HandingOverForm } from '@depotwerk/domain/contracts/key-information';
import { useState } from 'react';
import { AskDialog } from '../../../forms/ask-dialog.tsx';
import { callApi } from '../../../platform/api-client.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { t } from '../../../texts/texts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { keyInformationQuery } from '../optimization-queries.ts';
import { HandingOverFormField } from './handing-over-form-field.tsx';
import { KeyInformationList } from './key-information-list.tsx';

interface HandOverDialogProps {
  contractId: string;
  information: PlanKeyInformation;
  /** Everything a purchase waits for is there now; else the dialog stays. */
  onComplete: () => void;
  onClose: () => void;
}

/** Shows the documents of what a plan buys, and records that the holders got them. */
export function HandOverDialog({ contractId, information, onComplete, onClose }: HandOverDialogProps) {
  const [form, setForm] = useState<HandingOverForm | ''>('');
  const [isTouched, setTouched] = useState(false);
  const { isBusy, failure, act } = useAction();
  const { holders, funds } = information;
  const [absent, setAbsent] = useState<ReadonlySet<string>>(new Set());
  const receivers = holders.filter(({ customerId }) => !absent.has(customerId));
  const open = funds.flatMap(({ fundId, document, handedOver }) =>
    document !== null && handedOver.length < holders.length ? [{ fundId, version: document.version }] : [],
  );
  const withoutDocument = funds.filter(({ document }) => document === null).length;
  const submit = async () => {
    setTouched(true);
    if (form === '' || receivers.length === 0) return;
    await act(
      async () => {
        const answer = await callApi(handOverKeyInformation, {
          params: { id: contractId },
          body: { form, customerIds: receivers.map(({ customerId }) => customerId), documents: open },
        });
        queryClient.setQueryData(keyInformationQuery(contractId).queryKey, answer);
        showToast(t('optimization.keyInformation.done'));
        if (answer.missing === null) onComplete();
      },
      (error) => {
        // What holds now is shown before it is confirmed again.
        if (error instanceof ApiError && error.code === 'optimization.keyInformationChanged')
          void queryClient.invalidateQueries({ queryKey: keyInformationQuery(contractId).queryKey });
      },
    );
  };
  return (
    <AskDialog
      title={t('optimization.keyInformation.title')}
      submit={t('optimization.keyInformation.confirm')}
      isBusy={isBusy}
      isDisabled={open.length === 0}
      onSubmit={() => void submit()}
      onClose={onClose}
      failure={failure}
    >
      <p>{t('optimization.keyInformation.hint')}</p>
      {withoutDocument > 0 ? (
        <Banner tone="warn">
          {t('optimization.keyInformation.withoutDocument', { count: withoutDocument })}
        </Banner>
      ) : null}
      <KeyInformationList information={information} />
      {holders.length > 1 && open.length > 0 ? (
        <fieldset className="key-information__holders">
          <legend>{t('optimization.keyInformation.holders')}</legend>
          {holders.map(({ customerId, name }) => (
            <Checkbox
              key={customerId}
              label={name}
              isChecked={!absent.has(customerId)}
              onChange={(isThere) => {
                const next = new Set(absent);
                if (isThere) next.delete(customerId);
                else next.add(customerId);
                setAbsent(next);
              }}
            />
          ))}
        </fieldset>
      ) : null}
      {open.length > 0 ? (
        <HandingOverFormField value={form} isTouched={isTouched} onChange={setForm} />
      ) : null}
    </AskDialog>
  );
}
