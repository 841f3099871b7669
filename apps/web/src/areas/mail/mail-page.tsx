import type { MailSettings } from '@depotwerk/api/mail/mail';
import {
  getMailSettings,
  listMails,
  mailSettings,
  putMailSettings,
  removeMailSettings,
  resendMail,
  testMailSettings,
} from '@depotwerk/api/mail/mail';
import {
  checkMailSettings,
  isOwnMachine,
  type MailSettingsDraft,
  mailSecurities,
  usualPorts,
  withSecurity,
} from '@depotwerk/domain/mail/check-mail-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type EntityKind, entityKey } from '../../forms/entity-kind.ts';
import { EntityPage } from '../../forms/entity-page.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { orNull, textOrNone } from '../../forms/value-texts.ts';
import { callApi } from '../../platform/api-client.ts';
import { showApiError } from '../../platform/error-texts.ts';
import { useSession } from '../../platform/session.ts';
import { parseKnown } from '../../platform/without-unknown.ts';
import { t } from '../../texts/texts.ts';
import { Banner, QueryError, Skeleton } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { OutboxCard, useOutbox } from './public/outbox-card.tsx';
import { TestCard } from './test-card.tsx';

/** There is one for the whole house. */
const onlyId = 'house';

const mailKind = (): EntityKind<MailSettings, MailSettingsDraft, string> => ({
  key: 'mail',
  editPermission: 'userManagement.editUsers',
  readId: (text) => text,
  load: (_id, signal) => callApi(getMailSettings, {}, { signal }),
  create: (draft) => callApi(putMailSettings, { body: { ...draft } }, { ifMatch: '"0"' }),
  update: (_id, draft, ifMatch) => callApi(putMailSettings, { body: { ...draft } }, { ifMatch }),
  remove: (_id, ifMatch) => callApi(removeMailSettings, {}, { ifMatch }),
  parse: (value) => parseKnown(mailSettings, value).data,
  idOf: () => onlyId,
  nameOf: () => t('mail.title'),
  versionOf: ({ rowVersion }) => rowVersion,
  empty: () => ({ ...emptyDraft }),
  draftOf: ({ host, port, security, userName, senderAddress, senderName }) => ({
    host,
    port,
    security,
    userName,
    password: null,
    senderAddress,
    senderName,
  }),
  check: checkMailSettings,
  fields: () => [
    { path: 'host', label: t('mail.host'), text: (draft) => draft.host },
    {
      path: 'port',
      label: t('mail.port'),
      text: (draft) => textOrNone(draft.port === null ? null : String(draft.port)),
    },
    { path: 'security', label: t('mail.security'), text: (draft) => t(`mail.securities.${draft.security}`) },
    { path: 'userName', label: t('mail.userName'), text: (draft) => textOrNone(draft.userName) },
    { path: 'password', label: t('mail.password'), text: () => '••••••' },
    { path: 'senderAddress', label: t('mail.senderAddress'), text: (draft) => draft.senderAddress },
    { path: 'senderName', label: t('mail.senderName'), text: (draft) => draft.senderName },
  ],
  words: {
    create: t('mail.title'),
    loadFailed: t('mail.loadFailed'),
    removeQuestion: () => t('mail.removeQuestion'),
  },
  // Messages that wait say so for want of a server.
  affected: [['setup'], ['mails']],
});

const emptyDraft: MailSettingsDraft = {
  host: '',
  port: usualPorts.startTls,
  security: 'startTls',
  userName: null,
  password: null,
  senderAddress: '',
  senderName: '',
};

/** `/admin/mail`: the mail server of the house, its test, and what became of the mails. */
export function MailPage() {
  const client = useQueryClient();
  const kind = mailKind();
  const settings = useQuery({
    queryKey: entityKey(kind, onlyId),
    queryFn: ({ signal }) => callApi(getMailSettings, {}, { signal }),
    refetchOnWindowFocus: false,
  });
  return (
    <div className="stack">
      <PageHeader title={t('mail.title')} />
      <Banner tone="info">{t('mail.intro')}</Banner>
      {settings.error ? (
        <QueryError title={t('mail.loadFailed')} query={settings} />
      ) : !settings.data ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <SettingsForm
            key={String(settings.data.isSetUp)}
            kind={kind}
            settings={settings.data}
            onRemoved={() =>
              void Promise.all([
                client.invalidateQueries({ queryKey: entityKey(kind, onlyId) }),
                client.invalidateQueries({ queryKey: ['mails'] }),
              ])
            }
          />
          {settings.data.isSetUp ? <MailTest settings={settings.data} /> : null}
        </>
      )}
      <Outbox />
    </div>
  );
}

function SettingsForm({
  kind,
  settings,
  onRemoved,
}: {
  kind: ReturnType<typeof mailKind>;
  settings: MailSettings;
  onRemoved: () => void;
}) {
  return (
    <EntityPage
      kind={kind}
      entity={settings.isSetUp ? settings : null}
      title={t('mail.host')}
      onSaved={() => {}}
      onRemoved={onRemoved}
      renderFields={({ draft, change, errorOf }) => (
        <>
          <div className="entity-form__row">
            <FormField path="host">
              <TextField
                label={t('mail.host')}
                hint={t('mail.hostHint')}
                isRequired
                autoComplete="off"
                spellCheck={false}
                value={draft.host}
                error={errorOf('host')}
                onChange={(host) => change((before) => ({ ...before, host }))}
              />
            </FormField>
            <FormField path="port">
              <TextField
                label={t('mail.port')}
                hint={t('mail.portHint')}
                isRequired
                autoComplete="off"
                inputMode="numeric"
                value={draft.port === null ? '' : String(draft.port)}
                error={errorOf('port')}
                onChange={(text) =>
                  change((before) => ({ ...before, port: /^\d{1,6}$/.test(text) ? Number(text) : null }))
                }
              />
            </FormField>
          </div>
          <FormField path="security">
            <SelectField
              label={t('mail.security')}
              isRequired
              value={draft.security}
              options={mailSecurities
                .filter((value) => value !== 'none' || isOwnMachine(draft.host) || draft.security === 'none')
                .map((value) => ({ value, label: t(`mail.securities.${value}`) }))}
              error={errorOf('security')}
              onChange={(value) => {
                if (value !== '') change((before) => withSecurity(before, value));
              }}
            />
          </FormField>
          <div className="entity-form__row">
            <FormField path="userName">
              <TextField
                label={t('mail.userName')}
                autoComplete="off"
                value={draft.userName ?? ''}
                error={errorOf('userName')}
                onChange={(text) => change((before) => ({ ...before, userName: orNull(text) }))}
              />
            </FormField>
            <FormField path="password">
              <PasswordField
                label={t('mail.password')}
                hint={
                  settings.isSecretClosed
                    ? t('mail.passwordClosed')
                    : settings.hasPassword
                      ? t('mail.passwordKept')
                      : undefined
                }
                autoComplete="new-password"
                value={draft.password ?? ''}
                error={errorOf('password')}
                onChange={(text) => change((before) => ({ ...before, password: text === '' ? null : text }))}
              />
            </FormField>
          </div>
          <div className="entity-form__row">
            <FormField path="senderAddress">
              <TextField
                label={t('mail.senderAddress')}
                isRequired
                autoComplete="off"
                inputMode="email"
                value={draft.senderAddress}
                error={errorOf('senderAddress')}
                onChange={(senderAddress) => change((before) => ({ ...before, senderAddress }))}
              />
            </FormField>
            <FormField path="senderName">
              <TextField
                label={t('mail.senderName')}
                isRequired
                autoComplete="off"
                value={draft.senderName}
                error={errorOf('senderName')}
                onChange={(senderName) => change((before) => ({ ...before, senderName }))}
              />
            </FormField>
          </div>
        </>
      )}
    />
  );
}

function MailTest({ settings }: { settings: MailSettings }) {
  const client = useQueryClient();
  const mail = useSession((state) => state.user?.userName ?? '');
  const test = useMutation({
    mutationFn: () => callApi(testMailSettings, {}),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: entityKey({ key: 'mail' }, onlyId) }),
        client.invalidateQueries({ queryKey: ['setup'] }),
      ]),
    onError: showApiError,
  });
  const { data } = test;
  return (
    <TestCard
      title={t('mail.test')}
      hint={t('mail.testHint', { mail })}
      outcome={
        data
          ? {
              isSent: data.outcome === 'sent',
              text: t(`mail.outcomes.${data.outcome}`, { mail: data.recipient, reason: data.reason ?? '' }),
            }
          : null
      }
      testedAt={settings.testedAt}
      isBusy={test.isPending}
      onTest={() => test.mutate()}
    />
  );
}

/** Mails, newest first, with what became of them; what bounced can be sent again by a person. */
function Outbox() {
  const { messages, ...outbox } = useOutbox(
    'mails',
    (query, signal) => callApi(listMails, { query }, { signal }),
    (id) => callApi(resendMail, { params: { id } }),
  );
  return (
    <OutboxCard
      {...outbox}
      messages={messages?.map((mail) => ({
        ...mail,
        about: mail.subject,
        hint: mail.state === 'unclear' ? t('mail.resendQuestion') : null,
      }))}
    />
  );
}
