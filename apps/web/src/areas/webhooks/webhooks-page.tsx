import type { Webhook } from '@depotwerk/api/webhooks/webhooks';
import { listWebhookDeliveries, listWebhooks, resendWebhookDelivery } from '@depotwerk/api/webhooks/webhooks';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api-client.ts';
import { useMayChange } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ColourLabel } from '../../ui/cells.tsx';
import { Banner, EmptyState, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { moment, OutboxCard, useOutbox } from '../mail/public/outbox-card.tsx';
import { webhooksKey } from './webhook-kind.ts';
import { WebhookPanel } from './webhook-panel.tsx';
import './webhooks.css';

/** `/admin/webhooks`: systems that are told what happens, and what became of what they were told. */
export function WebhooksPage() {
  const mayAct = useMayChange();
  const [open, setOpen] = useState<string | null>(null);
  const list = useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => callApi(listWebhooks, {}, { signal }),
    refetchInterval: 5000,
  });
  const webhooks = list.data;
  const opened = webhooks?.find(({ id }) => id === open);
  return (
    <div className="stack">
      <PageHeader
        title={t('webhooks.title')}
        actions={
          <Button
            kind="primary"
            disabled={!mayAct}
            icon={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => setOpen('new')}
          >
            {t('webhooks.create')}
          </Button>
        }
      />
      <Banner tone="info">{t('webhooks.intro')}</Banner>
      {list.error && !webhooks ? (
        <QueryError title={t('webhooks.loadFailed')} query={list} />
      ) : !webhooks ? (
        <Skeleton lines={4} />
      ) : webhooks.length === 0 ? (
        <Card>
          <EmptyState title={t('webhooks.none')}>{t('webhooks.noneHint')}</EmptyState>
        </Card>
      ) : (
        <Card title={t('webhooks.systems')}>
          <ul className="webhooks__list">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onOpen={() => setOpen(webhook.id)} />
            ))}
          </ul>
        </Card>
      )}
      <Deliveries />
      {open === null ? null : (
        <WebhookPanel key={open} open={open} keptFor={opened?.url ?? null} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

function stateOf({ isInactive, pausedUntil }: Webhook) {
  if (isInactive) return { tone: 'neutral', text: t('common.inactive') } as const;
  if (pausedUntil !== null) return { tone: 'bad', text: t('webhooks.away') } as const;
  return { tone: 'ok', text: t('common.active') } as const;
}

function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: () => void }) {
  const { webhookName, url, events, waitingCount, pausedUntil, isInactive } = webhook;
  const { tone, text } = stateOf(webhook);
  return (
    <li className="webhooks__row">
      <span className="webhooks__what">
        <strong>{webhookName}</strong>
        <span className="hint">{url}</span>
        <span className="hint">{events.map((event) => said(auditActionText(event))).join(', ')}</span>
        {waitingCount > 0 ? (
          <span className="hint">{t('webhooks.waiting', { count: waitingCount })}</span>
        ) : null}
        {pausedUntil !== null && !isInactive ? (
          <span className="hint">{t('mail.nextAttempt', { date: moment(pausedUntil) })}</span>
        ) : null}
      </span>
      <span className="row">
        <ColourLabel tone={tone}>{text}</ColourLabel>
        <Button size="small" aria-label={`${t('common.edit')}: ${webhookName}`} onClick={onOpen}>
          {t('common.edit')}
        </Button>
      </span>
    </li>
  );
}

/** Deliveries, newest first, with what became of them; each can be sent again by a person. */
function Deliveries() {
  const { messages, ...outbox } = useOutbox(
    'webhookDeliveries',
    (query, signal) => callApi(listWebhookDeliveries, { query }, { signal }),
    (id) => callApi(resendWebhookDelivery, { params: { id } }),
  );
  return (
    <OutboxCard
      {...outbox}
      texts={{
        title: t('webhooks.log'),
        empty: t('webhooks.logEmpty'),
        failed: t('webhooks.logFailed'),
      }}
      messages={messages?.map((each) => ({
        ...each,
        recipient: each.webhookName,
        about: said(auditActionText(each.event)),
        createdAt: each.occurredAt,
        // Every answer that is no acceptance is said in words.
        hint: each.state === 'sent' ? t('webhooks.answered', { code: each.statusCode ?? 0 }) : null,
      }))}
    />
  );
}
