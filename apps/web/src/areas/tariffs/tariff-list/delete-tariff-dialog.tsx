import { deleteTariff } from '@depotwerk/api/tariffs/tariffs';
import { formatNumber } from '@depotwerk/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { callApi } from '../../../platform/api-client.ts';
import { errorMessageOf } from '../../../platform/error-texts.ts';
import type { RoutedDialogProps } from '../../../shell/dialog-registry.tsx';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../../ui/feedback.tsx';
import { offerTakingBack } from '../../../ui/take-back.ts';
import { useAction } from '../../../ui/use-action.ts';
import { reloadTariffs } from '../tariff-steps/tariff-queries.ts';
import { tariffQuery } from './tariff-list-queries.ts';

/** `?dialog=deleteTariff&tariffId=…`: asks once more, then deletes the version that was shown. */
export function DeleteTariffDialog({ params, onClose }: RoutedDialogProps) {
  const id = params['tariffId'] ?? '';
  const tariff = useQuery({ ...tariffQuery(id), staleTime: 0 });
  const { isBusy, failure, act } = useAction();
  const cancel = useRef<HTMLButtonElement>(null);
  const contractCount = tariff.data?.contractCount ?? 0;
  const name = tariff.data?.tariff.name ?? '';

  const remove = async () => {
    await act(
      async () => {
        await callApi(deleteTariff, { params: { id } }, { ifMatch: tariff.data?.etag ?? undefined });
        offerTakingBack(
          t('tariffList.deleted', { name }),
          { objectType: 'tariff', objectId: id },
          reloadTariffs,
        );
        onClose();
        reloadTariffs();
      },
      async () => {
        // Somebody may have changed it or a contract follow it now.
        await tariff.refetch();
      },
    );
  };

  return (
    <Dialog
      size="small"
      title={t('tariffList.deleteTitle')}
      onClose={onClose}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(contractCount > 0 ? 'common.close' : 'common.cancel')}
          </Button>
          {contractCount > 0 ? null : (
            <Button
              kind="danger"
              isBusy={isBusy}
              disabled={tariff.data === undefined || tariff.isFetching}
              onClick={() => void remove()}
            >
              {t('common.delete')}
            </Button>
          )}
        </>
      }
    >
      {tariff.isError ? (
        <QueryError query={tariff} />
      ) : tariff.data === undefined ? (
        <Skeleton lines={3} />
      ) : contractCount > 0 ? (
        <Banner tone="warn" role="alert" title={t('tariffList.inUseTitle', { name })}>
          {t('tariffList.inUse')}{' '}
          <Link to="/contracts" search={{ tariffId: id }}>
            {t('tariffList.contracts', { count: contractCount, number: formatNumber(contractCount) })}
          </Link>
        </Banner>
      ) : (
        <p>{t('tariffList.deleteHint', { name })}</p>
      )}
      {failure === null || contractCount > 0 ? null : (
        <Banner tone="bad" role="alert">
          {errorMessageOf(failure)}
        </Banner>
      )}
    </Dialog>
  );
}
