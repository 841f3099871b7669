import { endOtherSessions, endSession, listSessions } from '@depotwerk/api/auth/account';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';

const queryKey = ['auth', 'sessions'] as const;

/** Devices the user is signed in on; each can be signed out. */
export function SessionsSection() {
  const queryClient = useQueryClient();
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => callApi(listSessions, {}, { signal }) });
  const end = useMutation({
    mutationFn: (id: string) => callApi(endSession, { params: { id } }),
    onSuccess: () => showToast(t('settings.sessions.ended')),
    onError: showApiError,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const endOthers = useMutation({
    mutationFn: () => callApi(endOtherSessions, {}),
    onSuccess: () => showToast(t('settings.sessions.othersEnded')),
    onError: showApiError,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const others = sessions.data?.filter((session) => !session.isCurrent) ?? [];
  return (
    <Card
      title={t('settings.sessions.title')}
      actions={
        others.length > 0 ? (
          <Button size="small" isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('settings.sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      <p>{t('settings.sessions.intro')}</p>
      {sessions.isPending ? <Skeleton lines={4} /> : null}
      {sessions.error ? <QueryError query={sessions} /> : null}
      {sessions.data?.map((session) => (
        <div key={session.id} className="settings__line">
          <div>
            <div className="row">
              <strong>{session.deviceName}</strong>
              <ColourLabel>{t(`settings.sessions.${session.clientType}`)}</ColourLabel>
              {session.isCurrent ? (
                <ColourLabel tone="brand">{t('settings.sessions.current')}</ColourLabel>
              ) : null}
            </div>
            <div className="hint">
              {t('settings.sessions.lastUsed', { date: formatDateTime(session.lastUsedAt) })}
              {' · '}
              {t('settings.sessions.created', { date: formatDateTime(session.createdAt) })}
              {' · '}
              {t('settings.sessions.expires', { date: formatDateTime(session.expiresAt) })}
            </div>
          </div>
          {session.isCurrent ? null : (
            <Button
              size="small"
              kind="danger"
              isBusy={end.isPending && end.variables === session.id}
              onClick={() => end.mutate(session.id)}
            >
              {t('settings.sessions.end')}
            </Button>
          )}
        </div>
      ))}
      {sessions.data && others.length === 0 ? (
        <p className="hint">{t('settings.sessions.onlyThis')}</p>
      ) : null}
    </Card>
  );
}
