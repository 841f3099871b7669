import type { MailSettings, OutboxMail } from '@depotwerk/api/mail/mail';
import { mailPasswordPlace } from '../../platform/mail/mail-settings.ts';
import type { Scope } from '../../platform/scope.ts';
import { closedSecret } from '../../platform/secrets/envelope.ts';
import type { ReadServices, SignInServices } from '../../platform/services.ts';

const empty: MailSettings = {
  isSetUp: false,
  host: '',
  port: 587,
  security: 'startTls',
  userName: null,
  senderAddress: '',
  senderName: '',
  hasPassword: false,
  testedAt: null,
  rowVersion: 0,
};

/** The mail server of the tenant, without its password; suggestions before the first. */
export async function readMailSettings(
  services: ReadServices & Pick<SignInServices, 'keys'>,
  scope: Scope,
): Promise<MailSettings> {
  const [row] = await services.database.read<MailSettings & { id: string; envelope: unknown }>(scope, {
    sql: `select true as "isSetUp", host, port, security, user_name as "userName", sender_address as "senderAddress",
        sender_name as "senderName", password_envelope is not null as "hasPassword", tested_at as "testedAt",
        row_version as "rowVersion", id::text as id, password_envelope as envelope from mail_settings`,
    parameters: [],
  });
  if (!row) return empty;
  const { id, envelope, ...settings } = row;
  return { ...settings, ...closedSecret(services.keys.keyEncryption, mailPasswordPlace(id), envelope) };
}

/** What a mail waits for where the house has no server: without a word it would wait for ever. After a day none sends it. */
const missingServer = `case when o.created_at < now() - interval '1 day'
    then 'Es ist kein Mailserver eingerichtet. Die Nachricht ist älter als einen Tag und geht nicht mehr hinaus.'
    else 'Es ist kein Mailserver eingerichtet. Geschieht das binnen eines Tages, geht die Nachricht hinaus.' end`;

/** A page of the outbox, newest first, and the number of all. In the demo the outbox itself is where mails are read. */
export async function readMails(
  services: ReadServices & { readonly settings: { readonly isDemo: boolean } },
  scope: Scope,
  state: string | undefined,
  page: { size: number; offset: number },
): Promise<{ items: OutboxMail[]; total: number }> {
  const [items, [count]] = await services.database.readMany<[OutboxMail, { total: number }]>(scope, [
    {
      sql: `select id, recipient, subject, state, attempts, created_at as "createdAt", sent_at as "sentAt",
          case when state = 'queued' then next_attempt_at end as "nextAttemptAt", case when $4::boolean and state = 'queued' and not exists (select from mail_settings) then ${missingServer}
            else last_error end as "lastError",
          state in ('failed', 'unclear') and body_envelope is not null as "isResendable"
        from mail_outbox o where $1::text is null or state = $1 order by id desc limit $2::int offset $3::int`,
      parameters: [state ?? null, page.size, page.offset, !services.settings.isDemo],
    },
    {
      sql: 'select count(*)::int as total from mail_outbox where $1::text is null or state = $1',
      parameters: [state ?? null],
    },
  ]);
  return { items, total: count?.total ?? 0 };
}
