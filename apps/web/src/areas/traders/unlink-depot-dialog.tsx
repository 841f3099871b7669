import { deleteDepot, listDepotContracts } from '@depotwerk/api/trader-depots';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, LoadError, Skeleton } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import { reloadContract } from '../contracts/contract-queries.ts';
import { reloadDepots } from './depot-queries.ts';

const choiceSize = 250;

export interface UnlinkDepotDialogProps {
  contract: { readonly id: string; readonly externalKey: string; readonly customer: { readonly id: string } };
  onClose: () => void;
}

/** Asks once more, then removes the link between a contract and the depot that was shown; both stay. */
export function UnlinkDepotDialog({ contract, onClose }: UnlinkDepotDialogProps) {
  const depot = useQuery({
    queryKey: ['contract', contract.id, 'depot-link'],
    queryFn: async ({ signal }) => {
      const query = { customerId: contract.customer.id, isLinked: true, pageSize: choiceSize };
      const linked = await callApi(listDepotContracts, { query }, { signal });
      return linked.find(({ contractId }) => contractId === contract.id) ?? null;
    },
    // The version that is removed is the one on screen.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const isOutdated = error instanceof ApiError && error.code === 'common.versionConflict';
  const { traderDepotId = null, traderDepotVersion = null } = depot.data ?? {};

  const unlink = async () => {
    if (traderDepotId === null || traderDepotVersion === null) return;
    setBusy(true);
    setError(null);
    try {
      await callApi(deleteDepot, { params: { id: traderDepotId } }, { ifMatch: `"${traderDepotVersion}"` });
      showToast(t('traders.depots.unlinked', { externalKey: contract.externalKey }));
      onClose();
      reloadContract(contract.id);
      await reloadDepots();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const reload = async () => {
    setError(null);
    await depot.refetch();
  };
  return (
    <Dialog
      title={t('traders.depots.unlinkTitle')}
      size="small"
      onClose={onClose}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="danger"
            isBusy={isBusy}
            disabled={traderDepotId === null || isOutdated}
            onClick={() => void unlink()}
          >
            {t('traders.depots.unlink')}
          </Button>
        </>
      }
    >
      {depot.isError ? (
        <LoadError error={depot.error} isRetrying={depot.isFetching} onRetry={() => void depot.refetch()} />
      ) : depot.data === undefined ? (
        <Skeleton lines={2} />
      ) : traderDepotId === null ? (
        <Banner>{t('optimization.plan.executeNoDepot')}</Banner>
      ) : (
        <p>
          {t('traders.depots.unlinkHint', {
            externalKey: contract.externalKey,
            issuer: depot.data?.issuerName ?? '',
          })}
        </p>
      )}
      {error === null ? null : (
        <Banner
          tone="bad"
          role="alert"
          actions={
            isOutdated ? (
              <Button size="small" onClick={() => void reload()}>
                {t('optimization.plan.reload')}
              </Button>
            ) : undefined
          }
        >
          {errorMessageOf(error)}
        </Banner>
      )}
    </Dialog>
  );
}
