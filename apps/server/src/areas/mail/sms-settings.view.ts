import type { OutboxSms, SmsSettings } from '@depotwerk/api/mail/sms';
import type { Reader } from '../../platform/database/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { closedSecret } from '../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { maskPhoneNumber } from '../../platform/sms/phone-number.ts';
import { smsSecretPlace } from '../../platform/sms/sms-settings.ts';

interface ViewServices extends Pick<SignInServices, 'sms' | 'clock'> {
  readonly database: Reader;
}

interface OwnRow extends Omit<SmsSettings, 'way' | 'hasSecret' | 'isSecretClosed'> {
  readonly id: string;
  readonly envelope: unknown;
}

/** The SMS interface of the tenant without its secret, and how messages go out now. */
export async function readSmsSettings(
  services: ViewServices & Pick<SignInServices, 'keys'>,
  scope: Scope,
): Promise<SmsSettings> {
  const [row] = await services.database.read<OwnRow>(scope, {
    sql: `select url, sender, tested_at as "testedAt", row_version as "rowVersion", id::text as id,
        secret_envelope as envelope from sms_settings`,
    parameters: [],
  });
  if (row) {
    const { id, envelope, ...settings } = row;
    const closed = closedSecret(services.keys.keyEncryption, smsSecretPlace(id), envelope);
    return { way: 'own', hasSecret: true, ...settings, ...closed };
  }
  const { isAvailable, keepsText } = services.sms;
  const way = !isAvailable ? 'none' : keepsText ? 'demo' : 'operator';
  return { way, url: '', sender: null, hasSecret: false, testedAt: null, rowVersion: 0 };
}

/** A page of the outbox, newest first, and the number of all. */
export async function readSms(
  services: ViewServices,
  scope: Scope,
  state: string | undefined,
  page: { size: number; offset: number },
): Promise<{ items: OutboxSms[]; total: number }> {
  const at = new Date(services.clock()).toISOString();
  const [rows, [count]] = await services.database.readMany<[OutboxSms, { total: number }]>(scope, [
    {
      sql: `select o.id, o.phone_number as "phoneNumber", u.user_name as "userName", o.state, o.attempts,
          o.created_at as "createdAt", o.sent_at as "sentAt",
          case when o.state = 'queued' then o.next_attempt_at end as "nextAttemptAt", o.last_error as "lastError",
          o.state = 'failed' and o.text_envelope is not null and o.expires_at > $4::timestamptz as "isResendable"
        from sms_outbox o left join users u on u.id = o.user_id
       where $1::text is null or o.state = $1 order by o.id desc limit $2::int offset $3::int`,
      parameters: [state ?? null, page.size, page.offset, at],
    },
    {
      sql: 'select count(*)::int as total from sms_outbox where $1::text is null or state = $1',
      parameters: [state ?? null],
    },
  ]);
  const items = rows.map((row) => ({ ...row, phoneNumber: maskPhoneNumber(row.phoneNumber) }));
  return { items, total: count?.total ?? 0 };
}
