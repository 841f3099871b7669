import type {
  createPreregistration as createCall,
  Invitation,
  revokePreregistration as revokeCall,
} from '@depotwerk/api/prospects/preregistrations';
import { earliestDay } from '@depotwerk/domain/date-text';
import { mailAddressShape } from '@depotwerk/domain/mail-address';
import { checkShape, issuesOf, noSuchDay } from '@depotwerk/domain/master-data/field-issue';
import { phoneNumberShape } from '@depotwerk/domain/phone-number';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues, refusing, unknownReference } from '../../platform/editing.ts';
import { requireTargetGroup } from '../../platform/group-right.ts';
import { houseOrigin } from '../../platform/house-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { canMail } from '../../platform/mail/mail-settings.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { readOne } from '../../platform/read-one.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { ProspectServices } from './analysis-services.ts';
import { eraseAnalysesOfInvitation } from './bank-link/keep-bank-link.ts';
import { type OpenLink, signOutLater } from './bank-link/open-bank-link.ts';
import { lockInvitedCustomer } from './new-client.ts';
import { isPaused } from './paused-invitation.ts';
import { visibleInvitations } from './shared-content.view.ts';
import { invitedOfDay, issuesOfLastDay, registrationModeOf, writeInvitation } from './write-invitation.ts';

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
  const { scope } = context;
  requirePermission(scope, 'customers.create');
  const now = services.clock();
  const today = todayIn(context.zone, new Date(now));
  return runOnce(services.database, context, 'createPreregistration', body, (transaction) =>
    refusing({ preregistrations_tenant_id_group_id_fkey: () => unknownReference('groupId') }, async () => {
      // Not before: a repetition gets the link it was answered, whatever the house has closed since.
      if ((await registrationModeOf(readerIn(transaction), scope)) === 0)
        throw new AppError('preregistration.closed');
      const present = await invitedOfDay(transaction, scope, now);
      const customer =
        body.customerId === null ? null : await lockInvitedCustomer(transaction, scope, body.customerId);
      if (customer === null) requireTargetGroup(scope, body.groupId);
      const dateOfBirth = customer?.dateOfBirth ?? body.dateOfBirth;
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
        ...issuesOfLastDay(services, today, body.expiresAt),
      ]);
      refuseAboveQuota(services, [{ name: 'invitationsPerUserAndDay', present, added: 1 }]);
      const origin = await houseOrigin(
        readerIn(transaction),
        scope,
        services.settings.publicOrigin,
        context.host,
      );
      const isMailed = await canMail(services, transaction);
      const { id, guid, link, until } = await writeInvitation(services, transaction, context, {
        ...body,
        customer,
        groupId: customer ? customer.groupId : body.groupId,
        dateOfBirth,
        origin,
        isMailed,
      });
      return isMailed
        ? { id, guid: null, link: null, expiresAt: until }
        : { id, guid, link, expiresAt: until };
    }),
  );
};

/** Invitations the caller sees, newest first. */
export function listInvitations(services: ProspectServices, scope: Scope): Promise<Invitation[]> {
  requirePermission(scope, 'customers.create');
  const parameters = new Parameters();
  const condition = visibleInvitations(scope, parameters);
  const now = parameters.add(new Date(services.clock()).toISOString());
  return services.database.read<Invitation>(scope, {
    sql: `select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.created_at as "createdAt",
        case when p.status in ('open', 'started') and p.expires_at <= ${now} then 'expired' else p.status end as status,
        p.status = 'revoked' and p.identity_attempts_left = 0 as "isEndedByTries", ${isPaused} and p.expires_at > ${now} as "isPaused",
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
