import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsDialogOpen } from '../../ui/open-dialogs.ts';
import { passwordGiven } from './confirm-passwords.ts';
import { dismissBank, dismissedBanks } from './dismissed-banks.ts';
import type { PasswordResult } from './public/password-dialog.tsx';
import { PasswordDialog } from './public/password-dialog.tsx';
import { credentialTypesQuery, pendingIssuersQuery } from './public/trader-queries.ts';

interface PendingBank {
  issuerId: number;
  bankId: string;
}

/** Pages of the house itself: nothing there comes from a bank. */
const pagesOfTheHouse = /^\/(admin|user-management|setup)(\/|$)/;

/**
 * Asks for the passwords of the banks the user works with, one dialog after another, never beside another dialog. Once
 * all are confirmed, the contracts are read from the banks. Whoever furnishes the house is asked once she comes to
 * pages that show what banks say.
 */
export function CredentialsPrompt() {
  const types = useQuery(credentialTypesQuery());
  const isSomeMissing = types.data?.some((type) => type.credentialsAvailable && !type.loggedIn) ?? false;
  const pending = useQuery({ ...pendingIssuersQuery(), enabled: isSomeMissing });
  const [done, setDone] = useState<ReadonlyMap<number, PasswordResult>>(new Map());
  const [shown, setShown] = useState<PendingBank | null>(null);
  const isDialogOpen = useIsDialogOpen();
  const isHousePage = useLocation({ select: ({ pathname }) => pagesOfTheHouse.test(pathname) });

  if (shown === null) {
    const dismissed = dismissedBanks();
    const next = isSomeMissing
      ? pending.data?.find(({ issuerId }) => !done.has(issuerId) && !dismissed.has(issuerId))
      : undefined;
    if (!next || isDialogOpen || isHousePage) return null;
    // The bank on screen stays the same while the list behind it is read again.
    setShown(next);
    return null;
  }

  const close = (result: PasswordResult) => {
    setDone(new Map(done).set(shown.issuerId, result));
    setShown(null);
    if (result === undefined) dismissBank(shown.issuerId);
    if (result) void passwordGiven();
  };
  return (
    <PasswordDialog key={shown.issuerId} issuerId={shown.issuerId} bankId={shown.bankId} onClose={close} />
  );
}
