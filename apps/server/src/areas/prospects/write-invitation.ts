import { addDays } from '@depotwerk/domain/add-days';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { personName } from '@depotwerk/domain/customers/person-name';
import { formatDate } from '@depotwerk/domain/date-text';
import { endOfInvitation, longestInvitationDays } from '@depotwerk/domain/depot-analysis/invitation-end';
import { type FieldIssue, noSuchDay } from '@depotwerk/domain/master-data/field-issue';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { ActingFor } from '../../platform/jobs/job-starter.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { Scope } from '../../platform/scope.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { SignInServices } from '../../platform/services.ts';
import { newGuid } from './new-guid.ts';

const dayMs = 24 * 60 * 60_000;

/** Who is invited, by what words, and how the link reaches her. */
interface NewInvitation {
  /** null = nobody's customer yet. */
  readonly customer: { readonly id: string; readonly email: string | null } | null;
  readonly groupId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly dateOfBirth: string | null;
  readonly message: string;
  /** The last day on which it can be opened. */
  readonly expiresAt: string;
  /** What the link begins with. */
  readonly origin: string;
  readonly isMailed: boolean;
}

/** Writes an invitation with its entry in the log and, where mail can go out, the mail that carries the only copy of its guid. */
export async function writeInvitation(
  services: Pick<SignInServices, 'keys' | 'clock'>,
  transaction: Transaction<Schema>,
  { scope, actor }: ActingFor,
  invited: NewInvitation,
): Promise<{ readonly id: string; readonly guid: string; readonly link: string; readonly until: string }> {
  const { customer, groupId, firstName, lastName, email, dateOfBirth, message, expiresAt, isMailed } =
    invited;
  const guid = newGuid();
  const until = endOfInvitation(expiresAt);
  const { rows } = await sql<{ id: string }>`
    insert into preregistrations (tenant_id, guid_hash, customer_id, group_id, invited_by, first_name, last_name, email,
      phone_number, message, date_of_birth, expires_at)
    values (${scope.tenantId}, ${tokenHash(guid)}, ${customer?.id ?? null}, ${groupId},
      ${scope.userId}, ${firstName}, ${lastName}, ${email}, ${invited.phoneNumber || null}, ${message},
      ${dateOfBirth}, ${until}) returning id`.execute(transaction);
  const id = rows[0]?.id ?? '';
  const link = `${invited.origin}/depotanalysis/${guid}`;
  if (isMailed) {
    const isUnderage = underageUntil(dateOfBirth, todayOfHouse(services)) !== null;
    const name = personName(invited);
    await sendMail(transaction, services.keys.keyEncryption, {
      tenantId: scope.tenantId,
      userId: null,
      recipient: email,
      subject: 'Einladung zur Depotanalyse',
      body:
        // What a child is asked her representatives answer: they are written to.
        (isUnderage
          ? `Guten Tag,\n\n${actor.fullName} lädt die gesetzlichen Vertreter von ${name} zu einer Depotanalyse ein.`
          : `Guten Tag ${name},\n\n${actor.fullName} lädt Sie zu einer Depotanalyse ein.`) +
        `${message === '' ? '' : `\n\n${message}`}\n\nMit diesem Link beginnen Sie; er gilt bis ` +
        `${formatDate(expiresAt)}:\n\n${link}\n\nZu Beginn wird nach ` +
        `${isUnderage ? `dem Geburtsdatum von ${name}` : 'Ihrem Geburtsdatum'} gefragt. Wenn Sie ` +
        'diese Nachricht nicht erwartet haben, müssen Sie nichts tun.',
    });
  }
  await writeAudit(transaction, {
    actor,
    action: 'preregistrations.create',
    objectType: 'preregistration',
    objectId: id,
    groupId,
    details: {
      isMailed,
      isForCustomer: customer !== null,
      // Whoever holds the address becomes the customer: one nobody has on record is the inviter's word alone.
      ...(customer && { isAddressOnRecord: customer.email?.toLowerCase() === email.toLowerCase() }),
    },
  });
  return { id, guid, link, until };
}

/** It ends with its last day in the house: one that is over there would end before it is sent. */
export function issuesOfLastDay(
  services: Pick<SignInServices, 'clock'>,
  today: string,
  expiresAt: string,
): readonly FieldIssue[] {
  const first = todayOfHouse(services);
  const last = addDays(today, longestInvitationDays);
  return expiresAt < first || expiresAt > last ? [noSuchDay('expiresAt', last, first)] : [];
}

/**
 * How many somebody has invited within 24 hours. Until the end of the transaction nobody else counts hers: two that count at once
 * would both find room below the limit. Before customers are locked, so that no two wait for each other.
 */
export async function invitedOfDay(
  transaction: Transaction<Schema>,
  scope: Scope,
  now: number,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invitations' || ${scope.userId}::text, 0))`.execute(
    transaction,
  );
  return countInvitedOfDay(readerIn(transaction), scope, now);
}

/** The same for who only asks. */
export async function countInvitedOfDay(reader: Reader, scope: Scope, now: number): Promise<number> {
  const [row] = await reader.read<{ count: number }>(scope, {
    sql: `select count(*)::int as count from preregistrations
      where tenant_id = $1 and invited_by = $2 and created_at > $3`,
    parameters: [scope.tenantId, scope.userId, new Date(now - dayMs).toISOString()],
  });
  return row?.count ?? 0;
}

/** Registration mode of the house itself, whichever host its people work at. */
export async function registrationModeOf(reader: Reader, scope: Scope): Promise<number> {
  const [row] = await reader.read<{ mode: number }>(scope, {
    sql: `select coalesce(max(registration_mode), 0)::integer as mode from white_label_configs
      where tenant_id = $1 and coalesce((features->>'preregistration')::boolean, true)`,
    parameters: [scope.tenantId],
  });
  return row?.mode ?? 0;
}
