import { getOperationState, type OperationState } from '@depotwerk/api/operation/operation';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { formatNumber } from '@depotwerk/domain/number-text';
import { judgeOperation, type OperationConcern } from '@depotwerk/domain/operation/judge-operation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { hasPermission, useSession } from '../../platform/session.ts';
import { t } from '../../texts/texts.ts';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, FactList, PageHeader } from '../../ui/layout.tsx';

/** `/admin/operation`: how the product is, and what somebody has to look at. */
export function OperationPage() {
  const state = useQuery({
    queryKey: ['jobs', 'operation'],
    queryFn: ({ signal }) => callApi(getOperationState, {}, { signal }),
    refetchInterval: 30_000,
  });
  return (
    <>
      <PageHeader title={t('operation.title')} subtitle={t('operation.subtitle')} />
      {state.isError ? (
        <QueryError title={t('operation.loadFailed')} query={state} />
      ) : state.data ? (
        <div className="stack">
          <Concerns state={state.data} seenAt={state.dataUpdatedAt} />
          <Facts state={state.data} />
        </div>
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  );
}

const grave: readonly OperationConcern[] = [
  'diskLow',
  'storeAway',
  'archiveFailing',
  'certificateRefused',
  'jobsStuck',
  'mailPasswordClosed',
  'smsSecretClosed',
  'providerSecretClosed',
];
/** Where a concern is looked after, and who may go there. */
const places = {
  jobsStuck: { to: '/admin/jobs', permission: 'jobs.view' },
  jobsDead: { to: '/admin/jobs', permission: 'jobs.view' },
  mailPasswordClosed: { to: '/admin/mail', permission: 'userManagement.editUsers' },
  smsSecretClosed: { to: '/admin/sms', permission: 'userManagement.editUsers' },
  providerSecretClosed: { to: '/admin/identity-provider', permission: 'userManagement.editRoles' },
  mailsWaiting: { to: '/admin/mail', permission: 'userManagement.editUsers' },
  mailsFailed: { to: '/admin/mail', permission: 'userManagement.editUsers' },
  smsFailed: { to: '/admin/sms', permission: 'userManagement.editUsers' },
  webhooksWaiting: { to: '/admin/webhooks', permission: 'webhooks.manage' },
} as const;

function Concerns({ state, seenAt }: { state: OperationState; seenAt: number }) {
  const user = useSession((session) => session.user);
  const concerns = judgeOperation(state, seenAt);
  if (concerns.length === 0) return <Banner tone="ok">{t('operation.allWell')}</Banner>;
  return concerns.map((concern) => {
    const place = concern in places ? places[concern as keyof typeof places] : undefined;
    return (
      <Banner
        key={concern}
        tone={grave.includes(concern) ? 'bad' : 'warn'}
        title={t(`operation.concerns.${concern}.title`)}
        actions={
          place && hasPermission(user, place.permission) ? (
            <Link to={place.to} className="ui-button ui-button--secondary ui-button--small">
              {t('operation.look')}
            </Link>
          ) : undefined
        }
      >
        {t(`operation.concerns.${concern}.text`)}
      </Banner>
    );
  });
}

/** Bytes as people read them: a disk in gigabytes, a database in megabytes. */
const sizeText = (bytes: number): string =>
  bytes >= 1e9 ? `${formatNumber(bytes / 1e9, 1, 1)}\u00a0GB` : `${formatNumber(bytes / 1e6, 0, 0)}\u00a0MB`;

/** How long something waits, in the unit people count it in; null = nothing waits. */
function waitText(seconds: number | null): string {
  if (seconds === null) return t('operation.none');
  if (seconds < 120) return t('operation.seconds', { count: seconds });
  if (seconds < 7200) return t('operation.minutes', { count: Math.floor(seconds / 60) });
  return t('operation.hours', { count: Math.floor(seconds / 3600) });
}

function certificateText(certificate: NonNullable<OperationState['certificate']> | null): string {
  if (certificate === null) return t('operation.certificate.none');
  const { host, validUntil, isRefused } = certificate;
  if (validUntil !== null) return t('operation.certificate.until', { host, day: formatDateTime(validUntil) });
  return t(`operation.certificate.${isRefused ? 'refused' : 'unseen'}`, { host });
}

function Facts({ state }: { state: OperationState }) {
  const { database, disk, lastBackup, archive = null, certificate, queues, documentStore: store } = state;
  const { oldestMailSeconds, waitingWebhooks, oldestWebhookSeconds } = queues;
  const unknown = t('operation.unknown');
  // What is undefined is not shown: a server of the release before does not say it, and unsaid is not that nothing waits.
  const values = {
    productVersion: state.productVersion,
    startedAt: formatDateTime(state.startedAt),
    serverVersion: `PostgreSQL ${database.serverVersion}`,
    schemaVersion: String(database.schemaVersion),
    databaseSize: sizeText(database.sizeBytes),
    databaseStart: formatDateTime(database.startedAt),
    disk:
      disk === null
        ? unknown
        : t('operation.free', { free: sizeText(disk.freeBytes), total: sizeText(disk.totalBytes) }),
    lastBackup:
      lastBackup === null
        ? unknown
        : t('operation.backup', { day: formatDateTime(lastBackup.madeAt), size: sizeText(lastBackup.bytes) }),
    archive:
      archive === null
        ? undefined
        : archive.archivedAt === null
          ? t('operation.nothingArchived')
          : formatDateTime(archive.archivedAt),
    certificate: certificate === undefined ? undefined : certificateText(certificate),
    openJobs: formatNumber(queues.openJobs),
    oldestJob: waitText(queues.oldestJobSeconds),
    deadJobs: formatNumber(queues.deadJobs),
    waitingMails: formatNumber(queues.waitingMails),
    oldestMail: oldestMailSeconds === undefined ? undefined : waitText(oldestMailSeconds),
    failedMails: formatNumber(queues.failedMails),
    waitingSms: formatNumber(queues.waitingSms),
    failedSms: formatNumber(queues.failedSms),
    waitingWebhooks: waitingWebhooks === undefined ? undefined : formatNumber(waitingWebhooks),
    oldestWebhook: oldestWebhookSeconds === undefined ? undefined : waitText(oldestWebhookSeconds),
    store:
      store === null
        ? t('operation.store.none')
        : t(`operation.store.${store.problem === null ? 'answers' : store.problem}`),
    contentsWaiting: formatNumber(store?.waiting ?? 0),
    contentsOldest: store?.oldestWaitingAt ? formatDateTime(store.oldestWaitingAt) : t('operation.none'),
    contentsDeleting: formatNumber(store?.deleting ?? 0),
    contentsFailing: formatNumber(store?.failing ?? 0),
    storeLastFailure:
      store?.lastProblem && store.lastFailureAt
        ? t('operation.store.failure', {
            day: formatDateTime(store.lastFailureAt),
            problem: t(`operation.store.${store.lastProblem}`),
          })
        : t('operation.store.noFailure'),
  };
  const cards = {
    product: ['productVersion', 'startedAt', 'certificate'],
    database: ['serverVersion', 'schemaVersion', 'databaseSize', 'databaseStart'],
    safety: ['disk', 'lastBackup', 'archive'],
    store:
      store === null
        ? ['store']
        : [
            'store',
            'contentsWaiting',
            'contentsOldest',
            'contentsDeleting',
            'contentsFailing',
            'storeLastFailure',
          ],
    queues: [
      'openJobs',
      'oldestJob',
      'deadJobs',
      'waitingMails',
      'oldestMail',
      'failedMails',
      'waitingSms',
      'failedSms',
      'waitingWebhooks',
      'oldestWebhook',
    ],
  } as const satisfies Record<string, readonly (keyof typeof values)[]>;
  return (['product', 'database', 'safety', 'store', 'queues'] as const).map((card) => (
    <Card key={card} title={t(`operation.cards.${card}`)}>
      <FactList
        facts={cards[card].flatMap((key) => {
          const value = values[key];
          return value === undefined ? [] : [{ key, label: t(`operation.facts.${key}`), value }];
        })}
      />
    </Card>
  ));
}
