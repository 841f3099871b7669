import { testWebhook, type Webhook } from '@depotwerk/api/webhooks/webhooks';
import { auditActionText } from '@depotwerk/domain/audit-texts';
import { type WebhookDraft, webhookEvents } from '@depotwerk/domain/webhooks/webhook-fields';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EntityPanel } from '../../forms/entity-panel.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { InactiveSwitch } from '../../forms/inactive-switch.tsx';
import type { EntityForm } from '../../forms/use-entity-form.ts';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { useMayChange } from '../../platform/session.ts';
import { said, t } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { webhookKind } from './webhook-kind.ts';

interface PanelProps {
  /** Id of the webhook, or `new`. */
  open: string;
  /** The address the stored secret belongs to. */
  keptFor: string | null;
  onClose: () => void;
}

/** One webhook: what it is told, where, and what signs it. */
export function WebhookPanel({ open, keptFor, onClose }: PanelProps) {
  const kind = useMemo(() => webhookKind(keptFor), [keptFor]);
  return (
    <EntityPanel
      kind={kind}
      open={open}
      onClose={onClose}
      renderFields={(form) => <Fields form={form} hasSecret={keptFor !== null} />}
      renderFacts={(entity) => <Test webhook={entity} />}
    />
  );
}

function Fields({ form, hasSecret }: { form: EntityForm<Webhook, WebhookDraft>; hasSecret: boolean }) {
  const { draft, change, errorOf } = form;
  const error = errorOf('events');
  return (
    <>
      <FormField path="webhookName">
        <TextField
          label={t('webhooks.name')}
          hint={t('webhooks.nameHint')}
          isRequired
          autoComplete="off"
          value={draft.webhookName}
          error={errorOf('webhookName')}
          onChange={(webhookName) => change((before) => ({ ...before, webhookName }))}
        />
      </FormField>
      <FormField path="url">
        <AddressField
          label={t('webhooks.url')}
          hint={t('webhooks.urlHint')}
          isRequired
          value={draft.url}
          error={errorOf('url')}
          onChange={(url) => change((before) => ({ ...before, url }))}
        />
      </FormField>
      <FormField path="secret">
        <TextField
          label={t('webhooks.secret')}
          hint={t(hasSecret ? 'webhooks.secretKept' : 'webhooks.secretHint')}
          autoComplete="off"
          spellCheck={false}
          value={draft.secret ?? ''}
          error={errorOf('secret')}
          onChange={(text) => change((before) => ({ ...before, secret: text === '' ? null : text }))}
        />
      </FormField>
      <div>
        <Button size="small" onClick={() => change((before) => ({ ...before, secret: newSecret() }))}>
          {t('webhooks.newSecret')}
        </Button>
      </div>
      <FormField path="events">
        <fieldset className="webhooks__events" aria-describedby={error ? 'webhook-events-error' : undefined}>
          <legend>{t('webhooks.events')}</legend>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              label={said(auditActionText(event))}
              isChecked={draft.events.includes(event)}
              onChange={(isChecked) =>
                change((before) => ({
                  ...before,
                  events: webhookEvents.filter((each) =>
                    each === event ? isChecked : before.events.includes(each),
                  ),
                }))
              }
            />
          ))}
          {error ? (
            <p id="webhook-events-error" className="webhooks__error" role="alert">
              {error}
            </p>
          ) : null}
        </fieldset>
      </FormField>
      <InactiveSwitch
        isInactive={draft.isInactive}
        hint={t('webhooks.inactiveHint')}
        onChange={(isInactive) => change((before) => ({ ...before, isInactive }))}
      />
    </>
  );
}

/** 43 characters of chance, as long as what they sign with. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
}

/** Sends an event by what is stored, and says what was answered. */
function Test({ webhook }: { webhook: Webhook }) {
  const mayAct = useMayChange();
  const test = useMutation({
    mutationFn: () => callApi(testWebhook, { params: { id: webhook.id } }),
    onError: showApiError,
  });
  const { data } = test;
  return (
    <section className="webhooks__test">
      <p className="hint">{t('webhooks.testHint')}</p>
      {data === undefined ? null : (
        <Banner tone={data.isAccepted ? 'ok' : 'bad'} role="status">
          {data.reason ?? t('webhooks.tested')}
        </Banner>
      )}
      <Button isBusy={test.isPending} disabled={!mayAct} onClick={() => test.mutate()}>
        {t('webhooks.test')}
      </Button>
    </section>
  );
}
