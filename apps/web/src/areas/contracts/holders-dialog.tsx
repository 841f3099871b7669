import { changeContractHolders } from '@depotwerk/api/contracts/contract-holders';
import { formatDate } from '@depotwerk/domain/date-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { reloadContract } from '../../queries/contract-cache.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CustomerPicker, type PickedCustomer } from '../traders/public/customer-picker.tsx';
import { type ContractHolder, contractHoldersQuery, holderName } from './holders.ts';

/** Who holds a contract beside its customer: adds one more, takes others away; nothing is done before "Speichern". */
export function HoldersDialog({ contractId, onClose }: { contractId: string; onClose: () => void }) {
  const holders = useQuery(contractHoldersQuery(contractId));
  const [added, setAdded] = useState<PickedCustomer | null>(null);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const { isBusy, failure, act } = useAction();
  const isHeldAlready = holders.data?.some(({ customerId }) => customerId === added?.id) === true;
  const save = async () => {
    await act(async () => {
      const body = { add: added ? [added.id] : [], remove: [...removed] };
      await callApi(changeContractHolders, { params: { id: contractId }, body });
      reloadContract(contractId);
      showToast(t('contracts.holders.saved'));
      onClose();
    });
  };
  const toggle = (id: string) =>
    setRemoved(removed.includes(id) ? removed.filter((one) => one !== id) : [...removed, id]);
  return (
    <AskDialog
      title={t('contracts.holders.title')}
      submit={t('common.save')}
      isBusy={isBusy}
      isDisabled={(added === null && removed.length === 0) || isHeldAlready}
      onSubmit={() => void save()}
      onClose={onClose}
      failure={failure}
    >
      <div className="stack">
        <p>{t('contracts.holders.hint')}</p>
        {holders.isError ? <QueryError query={holders} /> : null}
        {holders.isPending ? <Skeleton lines={2} /> : null}
        <ul className="stack">
          {(holders.data ?? []).map((holder) => (
            <li key={holder.customerId} className="row">
              <span>
                <strong>{holderName(holder)}</strong>
                <br />
                {removed.includes(holder.customerId) ? t('contracts.holders.leaves') : profileText(holder)}
              </span>
              {holder.isFirst ? null : (
                <Button size="small" onClick={() => toggle(holder.customerId)}>
                  {t(
                    removed.includes(holder.customerId)
                      ? 'contracts.holders.keep'
                      : 'contracts.holders.remove',
                    { name: holderName(holder) },
                  )}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <CustomerPicker value={added} onChange={setAdded} />
        {isHeldAlready ? <p role="status">{t('contracts.holders.already')}</p> : null}
      </div>
    </AskDialog>
  );
}

function profileText({ profile, isFirst }: ContractHolder): string {
  const of = isFirst ? `${t('contracts.holders.first')} · ` : '';
  if (profile === null) return `${of}${t('contracts.holders.noProfile')}`;
  const date = formatDate(profile.validUntil);
  return `${of}${t(profile.status === 'valid' ? 'contracts.holders.valid' : 'contracts.holders.over', {
    riskClass: String(profile.riskClassId ?? t('common.none')),
    date,
  })}`;
}
