import type { AuthenticatedUser } from '@depotwerk/api/auth/auth';
import { endViewing } from '@depotwerk/api/users/viewing';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../platform/api-client.ts';
import { showApiError } from '../platform/error-texts.ts';
import { t } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import './viewing-banner.css';

const clockOf = (instant: string) =>
  new Date(instant).toLocaleTimeString('de-DE', { hour: '2-digit', minute: '2-digit' });

/** Says as whom the product is looked at, and ends it; at its time it ends by itself. */
export function ViewingBanner({ viewing }: { viewing: NonNullable<AuthenticatedUser['viewing']> }) {
  const { userId, fullName, endsAt } = viewing;
  // What was read belongs to other rights: the product begins anew.
  const leave = () => window.location.assign(`/user-management/users/${userId}/info`);
  const end = useMutation({
    mutationFn: () => callApi(endViewing, {}),
    onSuccess: leave,
    onError: showApiError,
  });
  useEffect(() => {
    const timer = setTimeout(
      () => window.location.assign(`/user-management/users/${userId}/info`),
      Math.max(0, Date.parse(endsAt) - Date.now()) + 1000,
    );
    return () => clearTimeout(timer);
  }, [endsAt, userId]);
  return (
    <div className="viewing-banner" role="status" data-no-print>
      <span>{t('shell.viewing.as', { name: fullName, time: clockOf(endsAt) })}</span>
      <Button size="small" isBusy={end.isPending || end.isSuccess} onClick={() => end.mutate()}>
        {t('shell.viewing.end')}
      </Button>
    </div>
  );
}
