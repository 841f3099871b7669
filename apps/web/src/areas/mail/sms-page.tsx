import type { SmsSettings } from '@depotwerk/api/mail/sms';
import {
  getSmsSettings,
  listSms,
  putSmsSettings,
  removeSmsSettings,
  resendSms,
  smsSettings,
  testSmsSettings,
} from '@depotwerk/api/mail/sms';
import type { SmsSettingsDraft } from '@depotwerk/domain/sms/check-sms-settings';
import { checkSmsSettings } from '@depotwerk/domain/sms/check-sms-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntityKind } from '../../forms/entity-kind.ts';
import { entityKey } from '../../forms/entity-kind.ts';
import { EntityPage } from '../../forms/entity-page.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { PhoneField } from '../../forms/phone-field.tsx';
import { orNull, textOrNone } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { useSession } from '../../platform/session.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';
import { AddressField } from '../../ui/address-field.tsx';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { OutboxCard, useOutbox } from './public/outbox-card.tsx';
import { TestCard } from './test-card.tsx';

/** There is one for the whole house. */
const onlyId = 'house';

/** @param keptFor the address the stored secret belongs to; null = none is stored */
const smsKind = (keptFor: string | null): EntityKind<SmsSettings, SmsSettingsDraft, string> => ({
  key: 'sms',
  editPermission: 'userManagement.editUsers',
  readId: (text) => text,
  load: (_id, signal) => callApi(getSmsSettings, {}, { signal }),
  create: (draft) => callApi(putSmsSettings, { body: { ...draft } }, { ifMatch: '"0"' }),
  update: (_id, draft, ifMatch) => callApi(putSmsSettings, { body: { ...draft } }, { ifMatch }),
  remove: (_id, ifMatch) => callApi(removeSmsSettings, {}, { ifMatch }),
  parse: (value) => parseKnown(smsSettings, value).data,
  idOf: () => onlyId,
  nameOf: () => t('sms.title'),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ url: '', secret: null, sender: null }),
  draftOf: ({ url, sender }) => ({ url, sender, secret: null }),
  check: (draft) => checkSmsSettings(draft, keptFor !== null && draft.url.trim() === keptFor),
  fields: () => [
    { path: 'url', label: t('sms.url'), text: (draft) => draft.url },
    { path: 'secret', label: t('sms.secret'), text: () => '••••••' },
    { path: 'sender', label: t('sms.sender'), text: (draft) => textOrNone(draft.sender) },
  ],
  words: {
    create: t('sms.title'),
    loadFailed: t('sms.loadFailed'),
    removeQuestion: () => t('sms.removeQuestion'),
  },
  affected: [],
});

/** `/admin/sms`: the HTTP interface SMS are handed to, its test, and what became of the messages. */
export function SmsPage() {
  const client = useQueryClient();
  const queryKey = entityKey({ key: 'sms' }, onlyId);
  const settings = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(getSmsSettings, {}, { signal }),
    refetchOnWindowFocus: false,
  });
  const { data } = settings;
  return (
    <div className="stack">
      <PageHeader title={t('sms.title')} />
      <Banner tone="info">{t('sms.intro')}</Banner>
      {settings.error ? (
        <QueryError title={t('sms.loadFailed')} query={settings} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : (
        <>
          {data.way === 'own' ? null : <Banner tone="warn">{t(`sms.ways.${data.way}`)}</Banner>}
          <SettingsForm
            key={data.way}
            settings={data}
            onRemoved={() => void client.invalidateQueries({ queryKey })}
          />
          {data.way === 'own' ? <SmsTest settings={data} /> : null}
        </>
      )}
      <Outbox />
    </div>
  );
}

function SettingsForm({ settings, onRemoved }: { settings: SmsSettings; onRemoved: () => void }) {
  const isOwn = settings.way === 'own';
  return (
    <EntityPage
      kind={smsKind(settings.hasSecret ? settings.url : null)}
      entity={isOwn ? settings : null}
      title={t('sms.connection')}
      onSaved={() => {}}
      onRemoved={onRemoved}
      renderFields={({ draft, change, errorOf }) => (
        <>
          <FormField path="url">
            <AddressField
              label={t('sms.url')}
              hint={t('sms.urlHint')}
              isRequired
              value={draft.url}
              error={errorOf('url')}
              onChange={(url) => change((before) => ({ ...before, url }))}
            />
          </FormField>
          <div className="entity-form__row">
            <FormField path="secret">
              <PasswordField
                label={t('sms.secret')}
                hint={t(
                  settings.isSecretClosed
                    ? 'sms.secretClosed'
                    : settings.hasSecret
                      ? 'sms.secretKept'
                      : 'sms.secretHint',
                )}
                autoComplete="new-password"
                value={draft.secret ?? ''}
                error={errorOf('secret')}
                onChange={(text) => change((before) => ({ ...before, secret: text === '' ? null : text }))}
              />
            </FormField>
            <FormField path="sender">
              <TextField
                label={t('sms.sender')}
                hint={t('sms.senderHint')}
                autoComplete="off"
                value={draft.sender ?? ''}
                error={errorOf('sender')}
                onChange={(text) => change((before) => ({ ...before, sender: orNull(text) }))}
              />
            </FormField>
          </div>
        </>
      )}
    />
  );
}

function SmsTest({ settings }: { settings: SmsSettings }) {
  const client = useQueryClient();
  const own = useSession((state) => state.user?.phoneNumber ?? null);
  const [phoneNumber, setPhoneNumber] = useState<string | null>(own);
  const test = useMutation({
    mutationFn: (number: string) => callApi(testSmsSettings, { body: { phoneNumber: number } }),
    onSuccess: () => client.invalidateQueries({ queryKey: entityKey({ key: 'sms' }, onlyId) }),
    onError: showApiError,
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const { data } = test;
  return (
    <TestCard
      title={t('sms.test')}
      hint={t('sms.testHint')}
      outcome={
        data
          ? {
              isSent: data.outcome === 'sent',
              text: data.reason ?? t('sms.testSent', { phoneNumber: data.phoneNumber }),
            }
          : null
      }
      testedAt={settings.testedAt}
      isBusy={test.isPending}
      onTest={() => {
        setSubmitted(true);
        if (phoneNumber !== null) test.mutate(phoneNumber);
      }}
    >
      <PhoneField
        value={phoneNumber}
        error={isSubmitted && phoneNumber === null ? t('sms.numberMissing') : undefined}
        change={setPhoneNumber}
      />
    </TestCard>
  );
}

/** SMS, newest first, with what became of them; one that was refused can be sent again while its code is good. */
function Outbox() {
  const { messages, ...outbox } = useOutbox(
    'sms',
    (query, signal) => callApi(listSms, { query }, { signal }),
    (id) => callApi(resendSms, { params: { id } }),
  );
  return (
    <OutboxCard
      {...outbox}
      messages={messages?.map((each) => ({
        ...each,
        recipient: each.phoneNumber,
        about: each.userName ?? t('sms.nobody'),
        hint: null,
      }))}
    />
  );
}
