import type {
  createPreregistration as createCall,
  Invitation,
  revokePreregistration as revokeCall,
} from '@depotwerk/api/prospects/preregistrations';
import { addDays } from '@depotwerk/domain/add-days';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { personName } from '@depotwerk/domain/customers/person-name';
import { earliestDay, formatDate } from '@depotwerk/domain/date-text';
import { endOfInvitation, longestInvitationDays } from '@depotwerk/domain/depot-analysis/invitation-end';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { checkShape, issuesOf, noSuchDay } from '@depotwerk/domain/master-data/field-issue';
import { phoneNumberShape } from '@depotwerk/domain/phone-number';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues, refusing, unknownReference } from '../../platform/editing.ts';
import { requireTargetGroup } from '../../platform/group-right.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { readOne } from '../../platform/read-one.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { ProspectServices } from './analysis-services.ts';
import { eraseAnalysesOfInvitation } from './bank-link/keep-bank-link.ts';
import { type OpenLink, signOutLater } from './bank-link/open-bank-link.ts';
import { lockInvitedCustomer } from './new-client.ts';
import { newGuid } from './new-guid.ts';
import { visibleInvitations } from './shared-content.view.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Invites a person: the mail carries the only copy of the guid. Without a mail server the link is answered, to be handed
 * over. @throws 400 with the fields that are wrong, 404 and 403 for a customer the caller may not edit, 403 in registration mode 0,
 * 409 above what he may invite in a day
 */
export const createInvitation: Verb<typeof createCall, ProspectServices> = async (
  services,
  context,
  { body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.create');
  const now = services.clock();
  const today = todayIn(context.zone, new Date(now));
  return runOnce(services.database, context, 'createPreregistration', body, (transaction) =>
    refusing({ preregistrations_tenant_id_group_id_fkey: () => unknownReference('groupId') }, async () => {
      // Not before: a repetition gets the link it was answered, whatever the house has closed since.
      if ((await modeOf(readerIn(transaction), scope)) === 0) throw new AppError('preregistration.closed');
      const customer =
        body.customerId === null ? null : await lockInvitedCustomer(transaction, scope, body.customerId);
      if (customer === null) requireTargetGroup(scope, body.groupId);
      const dateOfBirth = customer?.dateOfBirth ?? body.dateOfBirth;
      // It ends with its last day in the house: one that is over there would end before it is sent.
      const first = todayOfHouse(services);
      const last = addDays(today, longestInvitationDays);
      refuseIssues([
        ...issuesOf(
          checkShape('email', body.email, mailAddressShape, 'mailAddress'),
          checkShape('phoneNumber', body.phoneNumber, phoneNumberShape, 'phoneNumber'),
        ),
        ...(dateOfBirth === null ? [{ path: 'dateOfBirth', code: 'required' as const }] : []),
        ...(dateOfBirth !== null && dateOfBirth >= today
          ? [{ path: 'dateOfBirth', code: 'birthDay' as const }]
          : []),
        ...(dateOfBirth !== null && dateOfBirth < earliestDay ? [noSuchDay('dateOfBirth', today)] : []),
        ...(body.expiresAt < first || body.expiresAt > last ? [noSuchDay('expiresAt', last, first)] : []),
      ]);
      await refuseTooMany(services, transaction, scope, now);
      const guid = newGuid();
      const until = endOfInvitation(body.expiresAt);
      const { rows } = await sql<{ id: string }>`
        insert into preregistrations (tenant_id, guid_hash, customer_id, group_id, invited_by, first_name, last_name, email,
          phone_number, message, date_of_birth, expires_at)
        values (${scope.tenantId}, ${tokenHash(guid)}, ${customer?.id ?? null}, ${customer ? customer.groupId : body.groupId},
          ${scope.userId}, ${body.firstName}, ${body.lastName}, ${body.email}, ${body.phoneNumber || null}, ${body.message},
          ${dateOfBirth}, ${until}) returning id`.execute(transaction);
      const id = rows[0]?.id ?? '';
      const origin = await houseOrigin(
        readerIn(transaction),
        scope,
        services.settings.publicOrigin,
        context.host,
      );
      const link = `${origin}/depotanalysis/${guid}`;
      const isMailed = await canMail(services, transaction);
      if (isMailed) {
        const isUnderage = underageUntil(dateOfBirth, first) !== null;
        const name = personName(body);
        await sendMail(transaction, services.keys.keyEncryption, {
          tenantId: scope.tenantId,
          userId: null,
          recipient: body.email,
          subject: 'Einladung zur Depotanalyse',
          body:
            // What a child is asked her representatives answer: they are written to.
            (isUnderage
              ? `Guten Tag,\n\n${actor.fullName} lädt die gesetzlichen Vertreter von ${name} zu einer Depotanalyse ein.`
              : `Guten Tag ${name},\n\n${actor.fullName} lädt Sie zu einer Depotanalyse ein.`) +
            `${body.message === '' ? '' : `\n\n${body.message}`}\n\nMit diesem Link beginnen Sie; er gilt bis ` +
            `${formatDate(body.expiresAt)}:\n\n${link}\n\nZu Beginn wird nach ` +
            `${isUnderage ? `dem Geburtsdatum von ${name}` : 'Ihrem Geburtsdatum'} gefragt. Wenn Sie ` +
            'diese Nachricht nicht erwartet haben, müssen Sie nichts tun.',
        });
      }
      await writeAudit(transaction, {
        actor,
        action: 'preregistrations.create',
        objectType: 'preregistration',
        objectId: id,
        groupId: customer ? customer.groupId : body.groupId,
        details: {
          isMailed,
          isForCustomer: customer !== null,
          // Whoever holds the address becomes the customer: one nobody has on record is the inviter's word alone.
          ...(customer && { isAddressOnRecord: customer.email?.toLowerCase() === body.email.toLowerCase() }),
        },
      });
      return isMailed
        ? { id, guid: null, link: null, expiresAt: until }
        : { id, guid, link, expiresAt: until };
    }),
  );
};

/** @throws 409 when the caller invited as many in 24 hours as one person may */
async function refuseTooMany(
  services: ProspectServices,
  transaction: Transaction<Schema>,
  { tenantId, userId }: Scope,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from preregistrations
    where tenant_id = ${tenantId} and invited_by = ${userId} and created_at > ${new Date(now - dayMs).toISOString()}`.execute(
    transaction,
  );
  refuseAboveQuota(services, [{ name: 'invitationsPerUserAndDay', present: rows[0]?.count ?? 0, added: 1 }]);
}

/** Registration mode of the house itself, whichever host its people work at. */
async function modeOf(reader: Reader, scope: Scope): Promise<number> {
  const [row] = await reader.read<{ mode: number }>(scope, {
    sql: `select coalesce(max(registration_mode), 0)::integer as mode from white_label_configs
      where tenant_id = $1 and coalesce((features->>'preregistration')::boolean, true)`,
    parameters: [scope.tenantId],
  });
  return row?.mode ?? 0;
}

/** Invitations the caller sees, newest first. */
export function listInvitations(services: ProspectServices, scope: Scope): Promise<Invitation[]> {
  requirePermission(scope, 'customers.create');
  const parameters = new Parameters();
  const condition = visibleInvitations(scope, parameters);
  const now = parameters.add(new Date(services.clock()).toISOString());
  return services.database.read<Invitation>(scope, {
    sql: `select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.created_at as "createdAt",
        case when p.status in ('open', 'started') and p.expires_at <= ${now} then 'expired' else p.status end as status,
        p.status = 'revoked' and p.identity_attempts_left = 0 as "isEndedByTries",
        p.expires_at as "expiresAt", u.full_name as "invitedByName", p.customer_id as "customerId"
      from preregistrations p join users u on u.tenant_id = p.tenant_id and u.id = p.invited_by
     where ${condition} order by p.created_at desc, p.id limit 200`,
    parameters: parameters.values,
  });
}

/** Takes an invitation back, with what was answered to it and a link to a bank. @throws 404, 409 once it is completed */
export const revokeInvitation: Verb<typeof revokeCall, ProspectServices> = async (
  services,
  context,
  { params },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'customers.create');
  let ended: OpenLink['access'][] = [];
  const answer = await runOnce(
    services.database,
    context,
    'revokePreregistration',
    params,
    async (transaction) => {
      // Once more after a conflict: what was taken back with the first try is not ended.
      ended = [];
      const parameters = new Parameters();
      const condition = visibleInvitations(scope, parameters);
      const reader = readerIn(transaction);
      const row = await readOne<{ id: string; status: string; group_id: string | null }>(reader, scope, {
        sql: `select p.id, p.status, p.group_id from preregistrations p where ${condition} and p.id = ${parameters.add(params.id)}`,
        parameters: parameters.values,
      });
      const { rows } =
        await sql`update preregistrations set status = 'revoked' where tenant_id = ${scope.tenantId}
      and id = ${row.id} and status <> 'submitted' returning id`.execute(transaction);
      if (rows.length === 0) throw new AppError('preregistration.alreadyCompleted');
      const house = { tenantId: scope.tenantId, userId: null };
      ended = await eraseAnalysesOfInvitation(services, transaction, house, row.id);
      await writeAudit(transaction, {
        actor,
        action: 'preregistrations.revoke',
        objectType: 'preregistration',
        objectId: row.id,
        groupId: row.group_id,
        before: { status: row.status },
        after: { status: 'revoked' },
      });
      return {};
    },
  );
  for (const access of ended) signOutLater(services, access);
  return answer;
};
