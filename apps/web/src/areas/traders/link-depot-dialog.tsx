import { linkDepotToContract } from '@depotwerk/api/traders/trader-depots';
import { listName } from '@depotwerk/domain/customers/person-name';
import { formatMoney } from '@depotwerk/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { queryClient } from '../../platform/query-client.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, ErrorBanner } from '../../ui/feedback.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { reloadDepots, unlinkedContractsQuery } from './depot-queries.ts';
import { DepotTariffField } from './depot-tariff-field.tsx';
import type { NewDepot } from './depot-types.ts';
import { likelyContract } from './likely-contract.ts';
import type { PickedCustomer } from './public/customer-picker.tsx';
import { CustomerPicker } from './public/customer-picker.tsx';

export interface LinkDepotDialogProps {
  depot: NewDepot;
  /** Sets the depot aside instead: cards on phones have no menu. */
  onIgnore: (() => void) | undefined;
  onClose: () => void;
}

/** Links a reported depot: to a contract of the same institution, or to a new one of a customer. */
export function LinkDepotDialog({ depot, onIgnore, onClose }: LinkDepotDialogProps) {
  const contracts = useQuery(unlinkedContractsQuery(depot.issuerId));
  const [isNew, setNew] = useState(false);
  const [chosenContractId, setContractId] = useState<string | null>(null);
  const contractId = chosenContractId ?? likelyContract(depot, contracts.data ?? []) ?? '';
  const [customer, setCustomer] = useState<PickedCustomer | null>(depot.customer);
  const [tariffId, setTariffId] = useState(depot.tariff?.id ?? '');
  const { isBusy, failure: error, act, forget } = useAction();
  const [hasOtherHolder, setOtherHolder] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  const isChosen = isNew ? customer !== null && tariffId !== '' : contractId !== '';
  const isReady = isChosen && (!hasOtherHolder || isConfirmed);
  /** What was said of one customer does not hold for another. */
  const choose =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      forget();
      setOtherHolder(false);
      setConfirmed(false);
    };

  const link = async () => {
    if (!isReady) return;
    const { externalKey, externalConsumerKey, issuerId } = depot;
    await act(
      async () => {
        await callApi(linkDepotToContract, {
          body: {
            contractId: isNew ? null : contractId,
            externalKey,
            externalConsumerKey,
            issuerId,
            ...(isConfirmed ? { confirmHolderDiffers: true } : {}),
            ...(isNew && customer ? { newContract: { customerId: customer.id, tariffId } } : {}),
          },
        });
        showToast(t('traders.depots.linked', { externalKey }));
        onClose();
        await reloadDepots();
        await queryClient.invalidateQueries({ queryKey: ['contracts'] });
      },
      (failure) => {
        setOtherHolder(failure instanceof ApiError && failure.code === 'traderDepots.holderDiffers');
      },
    );
  };
  return (
    <Dialog
      title={t('traders.depots.linkTitle', { externalKey: depot.externalKey })}
      onClose={onClose}
      footer={
        <>
          {onIgnore ? (
            <Button kind="quiet" disabled={isBusy} onClick={onIgnore}>
              {t('traders.depots.ignore')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={!isReady} onClick={() => void link()}>
            {t('traders.depots.link')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          {t('traders.depots.linkIntro', {
            holder: depot.holderName || '–',
            issuer: depot.issuerName,
            value: depot.totalValue === null ? '–' : formatMoney(depot.totalValue),
          })}
        </p>
        <SelectField
          label={t('traders.depots.target')}
          value={isNew ? 'new' : 'existing'}
          options={[
            { value: 'existing', label: t('traders.depots.existingContract') },
            { value: 'new', label: t('traders.depots.newContract') },
          ]}
          onChange={choose((value: string) => setNew(value === 'new'))}
        />
        {isNew ? (
          <>
            <CustomerPicker value={customer} onChange={choose(setCustomer)} />
            <DepotTariffField issuerId={depot.issuerId} value={tariffId} onChange={setTariffId} />
          </>
        ) : contracts.data?.length === 0 ? (
          <Banner>{t('traders.depots.noUnlinked', { issuer: depot.issuerName })}</Banner>
        ) : (
          <SelectField
            label={t('traders.depots.contract')}
            isRequired
            value={contractId}
            emptyLabel={t('traders.depots.choose')}
            lookup={contracts}
            options={(contracts.data ?? []).map((contract) => ({
              value: contract.contractId,
              label: `${listName(contract.customer)} · ${contract.externalKey} · ${contract.tariff.name}`,
            }))}
            onChange={choose((id: string) => setContractId(id))}
          />
        )}
        <ErrorBanner error={error} />
        {hasOtherHolder ? (
          <Checkbox
            label={t('traders.depots.confirmHolder')}
            isChecked={isConfirmed}
            onChange={setConfirmed}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
