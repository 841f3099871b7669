import { listDemoOutbox } from '@depotwerk/api/auth/account';
import { formatDateTime } from '@depotwerk/domain/date-text';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import './demo-outbox-page.css';

/** Messages the demo would have sent; looks for new ones every few seconds. */
export function DemoOutboxPage() {
  const outbox = useQuery({
    queryKey: ['demo', 'outbox'],
    queryFn: ({ signal }) => callApi(listDemoOutbox, {}, { signal }),
    refetchInterval: 4000,
  });
  return (
    <main className="outbox">
      <PageHeader
        title={t('demo.outboxTitle')}
        subtitle={t('demo.outboxIntro')}
        actions={
          <>
            <Link to="/auth/login" className="ui-button ui-button--secondary ui-button--medium">
              {t('demo.toLogin')}
            </Link>
            <Button icon={<IconRefresh size={18} />} onClick={() => void outbox.refetch()}>
              {t('demo.refresh')}
            </Button>
          </>
        }
      />
      {outbox.error instanceof ApiError && outbox.error.status === 404 ? (
        <Banner tone="info">{t('demo.outboxUnavailable')}</Banner>
      ) : outbox.error ? (
        <QueryError query={outbox} />
      ) : null}
      {outbox.isPending ? <Skeleton lines={5} /> : null}
      {outbox.data?.length === 0 ? <EmptyState title={t('demo.outboxEmpty')} /> : null}
      {outbox.data?.map((message) => (
        <Card key={message.id}>
          <div className="outbox__head">
            <ColourLabel tone={message.kind === 'sms' ? 'brand' : 'info'}>
              {t(`demo.${message.kind}`)}
            </ColourLabel>
            <strong>{message.recipient}</strong>
            <time dateTime={message.createdAt} className="hint">
              {formatDateTime(message.createdAt)}
            </time>
          </div>
          <p className="outbox__text">{message.text}</p>
          {activationPath(message.text) ? (
            <div>
              <a
                href={activationPath(message.text)}
                className="ui-button ui-button--secondary ui-button--small"
              >
                {t('demo.openLink')}
              </a>
            </div>
          ) : null}
        </Card>
      ))}
    </main>
  );
}

/** Path of the activation link in a message, if there is one; other addresses stay plain text. */
function activationPath(text: string): string | undefined {
  return /\/auth\/activation(?:\/credentials)?\?[\w=&%.@+-]+/.exec(text)?.[0];
}
