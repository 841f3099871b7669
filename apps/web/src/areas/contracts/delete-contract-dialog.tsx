import { deleteContract, restoreContract } from '@depotwerk/api/contracts/contracts';
import { listName } from '@depotwerk/domain/customers/person-name';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AskDialog } from '../../forms/ask-dialog.tsx';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { errorMessageOf } from '../../platform/error-texts.ts';
import { forgetContract, reloadContracts } from '../../queries/contract-cache.ts';
import { contractQuery } from '../../queries/contract-queries.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { knownValueText } from '../../ui/known-value.ts';
import { FactList } from '../../ui/layout.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { offerUndo } from '../../ui/undo.ts';
import { useAction } from '../../ui/use-action.ts';

/** `?dialog=deleteContract&contractId=…`: asks once more, then deletes the version that was shown. */
export function DeleteContractDialog({ params, onClose }: RoutedDialogProps) {
  const id = params['contractId'] ?? '';
  const detail = useQuery({ ...contractQuery(id), enabled: id !== '' });
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const { isBusy, failure: error, act, forget } = useAction();
  const isOutdated = error instanceof ApiError && error.code === 'common.versionConflict';

  const remove = async () => {
    await act(async () => {
      const query = reason.trim() === '' ? {} : { reason: reason.trim() };
      await callApi(deleteContract, { params: { id }, query }, { ifMatch: detail.data?.etag ?? undefined });
      const externalKey = detail.data?.contract.externalKey ?? '';
      offerUndo(
        t('contracts.delete.done', { externalKey }),
        async () => {
          await callApi(restoreContract, { params: { id } });
          reloadContracts();
        },
        t('contracts.delete.undone', { externalKey }),
      );
      // The page of the deleted contract goes first, so that it does not load what is gone.
      await navigate({ to: '/contracts', replace: true });
      forgetContract(id);
    });
  };
  const reload = async () => {
    forget();
    await detail.refetch();
  };

  const contract = detail.data?.contract;
  return (
    <AskDialog
      title={t('contracts.delete.title')}
      size="small"
      onClose={onClose}
      submit={t('contracts.delete.submit')}
      kind="danger"
      isDisabled={!contract || isOutdated}
      isBusy={isBusy}
      onSubmit={() => void remove()}
    >
      {detail.isError ? (
        <QueryError query={detail} />
      ) : contract ? (
        <FactList
          facts={[
            { key: 'key', label: t('contracts.columns.externalKey'), value: contract.externalKey },
            {
              key: 'customer',
              label: t('contracts.columns.customer'),
              value: listName(contract.customer),
            },
            { key: 'tariff', label: t('contracts.columns.tariff'), value: contract.tariff.name },
            {
              key: 'value',
              label: t('contracts.columns.totalValue'),
              value: knownValueText(contract, contract.totalValue),
            },
          ]}
        />
      ) : (
        <Skeleton lines={3} />
      )}
      <p>{t('contracts.delete.hint')}</p>
      <TextArea
        label={t('contracts.delete.reason')}
        rows={2}
        value={reason}
        maxLength={500}
        onChange={setReason}
      />
      {isOutdated ? (
        <Banner
          tone="warn"
          role="alert"
          title={t('contracts.delete.conflictTitle')}
          actions={
            <Button size="small" isBusy={detail.isFetching} onClick={() => void reload()}>
              {t('contracts.delete.reload')}
            </Button>
          }
        >
          {t('contracts.delete.conflict')}
        </Banner>
      ) : error === null ? null : (
        <Banner tone="bad" role="alert">
          {errorMessageOf(error)}
          {error instanceof ApiError && error.traceId ? (
            <div className="hint">{t('common.traceId', { traceId: error.traceId })}</div>
          ) : null}
        </Banner>
      )}
    </AskDialog>
  );
}
