import type { Webhook } from '@depotwerk/api/webhooks/webhooks';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  putWebhook,
  webhook,
} from '@depotwerk/api/webhooks/webhooks';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { checkWebhook, type WebhookDraft } from '@depotwerk/domain/webhooks/webhook-fields';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { callApi } from '../../platform/api-client.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { said, t } from '../../texts/texts.ts';

export const webhooksKey = ['webhooks'] as const;

const bodyOf = (draft: WebhookDraft) => ({ ...draft, events: [...draft.events] });

/** Webhooks in the side panel. @param keptFor the address the stored secret belongs to; null = none is stored */
export const webhookKind = (keptFor: string | null): EntityKind<Webhook, WebhookDraft, string> => ({
  key: 'webhooks',
  editPermission: 'webhooks.manage',
  readId: (text) => text,
  load: (id, signal) => callApi(getWebhook, { params: { id } }, { signal }),
  create: (draft, idempotencyKey) => callApi(createWebhook, { body: bodyOf(draft) }, { idempotencyKey }),
  update: (id, draft, ifMatch) => callApi(putWebhook, { params: { id }, body: bodyOf(draft) }, { ifMatch }),
  remove: (id, ifMatch) => callApi(deleteWebhook, { params: { id } }, { ifMatch }),
  parse: (value) => parseKnown(webhook, value).data,
  idOf: ({ id }) => id,
  nameOf: ({ webhookName }) => webhookName,
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ webhookName: '', url: '', events: [], secret: null, isInactive: false }),
  draftOf: ({ webhookName, url, events, isInactive }) => ({
    webhookName,
    url,
    events,
    secret: null,
    isInactive,
  }),
  check: (draft) => checkWebhook(draft, keptFor !== null && draft.url.trim() === keptFor),
  fields: () => [
    { path: 'webhookName', label: t('webhooks.name'), text: (draft) => draft.webhookName },
    { path: 'url', label: t('webhooks.url'), text: (draft) => draft.url },
    {
      path: 'events',
      label: t('webhooks.events'),
      text: (draft) => draft.events.map((event) => said(auditActionText(event))).join(', '),
    },
    { path: 'secret', label: t('webhooks.secret'), text: () => '••••••' },
    {
      path: 'isInactive',
      label: t('webhooks.state'),
      text: (draft) => t(draft.isInactive ? 'common.inactive' : 'common.active'),
    },
  ],
  words: {
    create: t('webhooks.create'),
    loadFailed: t('webhooks.oneLoadFailed'),
    removeQuestion: (name) => t('webhooks.removeQuestion', { name }),
  },
  affected: [webhooksKey],
});
