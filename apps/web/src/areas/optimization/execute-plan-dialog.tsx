import { executePlannedOptimization } from '@depotwerk/api/traders/trader-execution';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { queryClient } from '../../platform/query-client.ts';
import { reloadContract } from '../../queries/contract-cache.ts';
import { plannedOptimizationQuery } from '../../queries/plan-queries.ts';
import type { RoutedDialogProps } from '../../shell/dialog-registry.tsx';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.tsx';
import { PasswordDialog } from '../traders/public/password-dialog.tsx';
import { SecondFactorDialog } from '../traders/public/second-factor-dialog.tsx';
import { reloadCredentials } from '../traders/public/trader-queries.ts';
import type { SecondFactorPayload } from '../traders/public/use-second-factor.ts';
import { HandOverDialog } from './key-information/hand-over-dialog.tsx';
import { contractDepotQuery, keyInformationQuery } from './optimization-queries.ts';

/** `?dialog=secondFactor&contractId=…`: carries the contract's plan out at its bank. */
export function ExecutePlanDialog({ params, onClose }: RoutedDialogProps) {
  const contractId = params['contractId'] ?? '';
  const depot = useQuery({ ...contractDepotQuery(contractId), enabled: contractId !== '' });
  const traderDepotId = depot.data?.traderDepotId ?? null;
  const information = useQuery({
    ...keyInformationQuery(contractId),
    enabled: contractId !== '',
    staleTime: 0,
  });
  const [isAskingPassword, setAskingPassword] = useState(false);
  if (!depot.data || traderDepotId === null || !information.data) {
    return (
      <Dialog
        title={t('optimization.execution.title')}
        size="small"
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        {depot.isError ? (
          <QueryError query={depot} />
        ) : information.isError ? (
          <QueryError query={information} />
        ) : depot.data && traderDepotId === null ? (
          <Banner tone="warn">{t('optimization.execution.failure.noDepot')}</Banner>
        ) : (
          <Skeleton lines={4} />
        )}
      </Dialog>
    );
  }
  const send = async (payload: SecondFactorPayload, idempotencyKey: string) => {
    try {
      return await callApi(
        executePlannedOptimization,
        { params: { id: traderDepotId }, body: payload },
        { idempotencyKey },
      );
    } catch (error) {
      // Whatever failed: plan and orders may have moved on.
      void queryClient.invalidateQueries({ queryKey: plannedOptimizationQuery(contractId).queryKey });
      void queryClient.invalidateQueries({ queryKey: contractDepotQuery(contractId).queryKey });
      throw error;
    }
  };
  // Nothing is bought before its key information was handed over.
  if (information.data.missing !== null)
    return (
      <HandOverDialog
        contractId={contractId}
        information={information.data}
        onComplete={() => {}}
        onClose={onClose}
      />
    );
  const { bankId, issuerId } = depot.data;
  // One dialog at a time: the password takes the place of the signing, which then starts anew.
  if (isAskingPassword && bankId !== null)
    return (
      <PasswordDialog
        issuerId={issuerId}
        bankId={bankId}
        onClose={(result) => {
          if (result === true) void reloadCredentials();
          if (result === undefined) onClose();
          if (result !== false) setAskingPassword(false);
        }}
      />
    );
  return (
    <SecondFactorDialog
      title={t('optimization.execution.title')}
      submitLabel={t('optimization.execution.executeFree')}
      words={{
        refusedTitle: t('optimization.execution.failure.traderTitle'),
        unclearTitle: t('optimization.execution.failure.unclearTitle'),
        unclearText: t('optimization.execution.failure.unclear'),
      }}
      onBankPassword={bankId === null ? undefined : () => setAskingPassword(true)}
      send={send}
      onDone={() => {
        showToast(t('optimization.execution.done'));
        reloadContract(contractId);
        onClose();
      }}
      onGiveUp={(failure) => {
        onClose();
        // The dialog gets exception and status of a refusal, and nothing at all otherwise.
        showApiError(failure.kind === 'generic' ? failure.error : undefined);
      }}
      onClose={onClose}
    />
  );
}
