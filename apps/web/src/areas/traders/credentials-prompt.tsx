import { confirmTraderCredentials } from '@depotwerk/api/trader-credentials';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { queryClient } from '../../platform/query-client.ts';
import { useIsDialogOpen } from '../../ui/open-dialogs.ts';
import { dismissBank, dismissedBanks } from './dismissed-banks.ts';
import type { PasswordResult } from './password-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { followRefresh } from './remote-refresh.ts';
import { credentialTypesQuery, pendingIssuersQuery, reloadCredentials } from './trader-queries.ts';

interface PendingBank {
  issuerId: number;
  bankId: string;
}

/**
 * Asks for the passwords of the banks the user works with, one dialog after another, never beside another dialog. Once
 * all are confirmed, the contracts are read from the banks.
 */
export function CredentialsPrompt() {
  const types = useQuery(credentialTypesQuery());
  const isSomeMissing = types.data?.some((type) => type.credentialsAvailable && !type.loggedIn) ?? false;
  const pending = useQuery({ ...pendingIssuersQuery(), enabled: isSomeMissing });
  const [done, setDone] = useState<ReadonlyMap<number, PasswordResult>>(new Map());
  const [shown, setShown] = useState<PendingBank | null>(null);
  const isDialogOpen = useIsDialogOpen();

  if (shown === null) {
    const dismissed = dismissedBanks();
    const next = isSomeMissing
      ? pending.data?.find(({ issuerId }) => !done.has(issuerId) && !dismissed.has(issuerId))
      : undefined;
    if (!next || isDialogOpen) return null;
    // The bank on screen stays the same while the list behind it is read again.
    setShown(next);
    return null;
  }

  const close = (result: PasswordResult) => {
    const answered = new Map(done).set(shown.issuerId, result);
    setDone(answered);
    setShown(null);
    if (result === false) return;
    if (result === undefined) dismissBank(shown.issuerId);
    const banks = pending.data ?? [];
    const areAllConfirmed =
      banks.length > 0 && banks.every(({ issuerId }) => answered.get(issuerId) === true);
    if (areAllConfirmed) void confirmed();
    else if (result) void reloadCredentials();
  };
  return (
    <PasswordDialog key={shown.issuerId} issuerId={shown.issuerId} bankId={shown.bankId} onClose={close} />
  );
}

/** The credentials-confirmed action: a remote refresh on the server, then list and statistics anew. */
async function confirmed(): Promise<void> {
  try {
    await callApi(confirmTraderCredentials, {});
    await reloadCredentials();
    await followRefresh();
    // Also when the refresh changed nothing.
    await queryClient.invalidateQueries({ queryKey: ['contracts', 'list'] });
    await queryClient.invalidateQueries({ queryKey: ['contracts', 'stats'] });
  } catch (error) {
    showApiError(error);
  }
}
