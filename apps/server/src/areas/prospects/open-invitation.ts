import type { CallAnswer } from '@depotwerk/api/call';
import type {
  confirmPreregistrationIdentity as confirmCall,
  getPreregistration,
} from '@depotwerk/api/prospects/preregistrations';
import { underageUntil } from '@depotwerk/domain/customers/majority';
import { invitedConsentVersion, representedConsentVersion } from '@depotwerk/domain/depot-analysis/consent';
import { carryOver } from '@depotwerk/domain/questions/compare-questionnaires';
import { answersOf, type Question } from '@depotwerk/domain/questions/questionnaire';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayOfHouse } from '../../platform/http/client-zone.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { ProspectServices } from './analysis-services.ts';
import { endLinksOfInvitation, eraseAnalysesOfInvitation } from './bank-link/keep-bank-link.ts';
import { type OpenLink, signOutLater } from './bank-link/open-bank-link.ts';
import { type AnalysisRow, type VisitedHouse, visitHouse } from './open-analysis.ts';
import { isPaused } from './paused-invitation.ts';
import { insertAnalysis, todaysQuestions } from './start-analysis.ts';

export interface InvitationRow {
  readonly id: string;
  readonly status: 'open' | 'started' | 'submitted' | 'expired' | 'revoked';
  readonly customerId: string | null;
  readonly groupId: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly dateOfBirth: string | null;
  readonly message: string;
  /** null = whoever invited has left the house. */
  readonly adviserName: string | null;
  readonly attemptsLeft: number;
}

/**
 * The invitation a guid opens in the house of the host. Unknown guids and those of other houses answer alike, and are
 * counted with those of analyses. @throws 403, 404, 429
 */
export async function findInvitation(
  services: ProspectServices,
  context: Pick<RequestContext, 'host' | 'clientAddress'>,
  guid: string,
): Promise<{ readonly house: VisitedHouse; readonly invitation: InvitationRow }> {
  const house = await visitHouse(services, context);
  services.guesses.admit(context.clientAddress);
  const [invitation] = await services.database.read<InvitationRow>(house, {
    sql: `select p.id, p.customer_id as "customerId", p.group_id as "groupId", p.first_name as "firstName",
        p.last_name as "lastName", p.email, p.phone_number as "phoneNumber", p.date_of_birth as "dateOfBirth", p.message,
        p.identity_attempts_left as "attemptsLeft", case when not u.is_inactive then u.full_name end as "adviserName",
        case when p.status in ('open', 'started') and p.expires_at <= $2 then 'expired'
          when ${isPaused} then 'revoked' else p.status end as status
      from preregistrations p join users u on u.tenant_id = p.tenant_id and u.id = p.invited_by
     where p.guid_hash = $1`,
    parameters: [tokenHash(guid.toLowerCase()), new Date(services.clock()).toISOString()],
  });
  if (!invitation) {
    services.guesses.failed(context.clientAddress);
    throw notFound();
  }
  return { house, invitation };
}

/** The same while it can be answered. @throws preregistration.expired, .revoked, .alreadyCompleted */
export async function openInvitation(
  services: ProspectServices,
  context: Pick<RequestContext, 'host' | 'clientAddress'>,
  guid: string,
): Promise<{ readonly house: VisitedHouse; readonly invitation: InvitationRow }> {
  const found = await findInvitation(services, context, guid);
  const { status } = found.invitation;
  if (status === 'expired') throw new AppError('preregistration.expired');
  if (status === 'revoked') throw new AppError('preregistration.revoked');
  if (status === 'submitted') throw new AppError('preregistration.alreadyCompleted');
  return found;
}

/** Where an invitation stands; what was written in it only while it is open. */
export async function showInvitation(
  services: ProspectServices,
  context: RequestContext,
  guid: string,
): Promise<CallAnswer<typeof getPreregistration>> {
  const { house, invitation } = await findInvitation(services, context, guid);
  const { status, adviserName, firstName, message, attemptsLeft, dateOfBirth } = invitation;
  const isOpen = status === 'open' || status === 'started';
  const isUnderage = underageUntil(dateOfBirth, todayOfHouse(services)) !== null;
  return {
    status,
    // Nobody is sent to somebody who is not there any more: the house has her answers and can invite her anew.
    adviserName: adviserName ?? house.config.applicationTitle,
    whiteLabelId: house.config.whiteLabelId,
    firstName,
    message: isOpen ? message : '',
    attemptsLeft,
    // As the mail with the link says.
    ...(isUnderage && { isUnderage }),
  };
}

/**
 * Opens the analysis of an invited person by her date of birth. A wrong day takes one of three tries, the last one ends
 * the invitation with what was answered to it and a link to a bank; a right one gives the analysis a new guid, so that an address left behind opens nothing, and ends a link to
 * a bank.
 * @throws preregistration.identityMismatch with the tries left, and as openInvitation
 */
export const confirmIdentity: Verb<typeof confirmCall, ProspectServices, [], RequestContext> = async (
  services,
  context,
  { params, body },
) => {
  const { house, invitation } = await openInvitation(services, context, params.guid);
  const { questionnaireId, questions } = await todaysQuestions(services, house);
  const attemptsLeft = await takeTry(services, context, house, invitation, body.dateOfBirth);
  if (attemptsLeft !== null)
    throw new AppError('preregistration.identityMismatch', { params: { attemptsLeft } });
  // Nobody consents for who is of age, and no child for herself; whoever came of age since the page was opened reads her own text first.
  const isUnderage = underageUntil(invitation.dateOfBirth, todayOfHouse(services)) !== null;
  if (body.consentVersion === (isUnderage ? invitedConsentVersion : representedConsentVersion))
    throw new AppError('depotanalysis.consentOutdated');
  const { started, ended } = await services.database.transaction(house, async (transaction) => {
    const { rows: open } =
      await sql`update preregistrations set status = 'started', consent_version = ${body.consentVersion},
        consent_withdrawn_at = null
      where tenant_id = ${house.tenantId} and id = ${invitation.id} and status in ('open', 'started') returning id`.execute(
        transaction,
      );
    if (open.length === 0) await refuseEnded(transaction, house, invitation.id);
    const taken = await endLinksOfInvitation(services, transaction, house, invitation.id);
    // All of them: a former guid opens nothing, whatever questions it was begun with.
    const { rows } = await sql<Pick<AnalysisRow, 'answers'> & { questions: Question[]; holdings: string }>`
      delete from depot_analyses a using questionnaires q
      where a.tenant_id = ${house.tenantId} and a.preregistration_id = ${invitation.id}
        and q.tenant_id = a.tenant_id and q.id = a.questionnaire_id
      returning a.answers, a.holdings::text, q.questions`.execute(transaction);
    const inserted = await insertAnalysis(services, transaction, house.tenantId, {
      consentVersion: body.consentVersion,
      questionnaireId,
      preregistrationId: invitation.id,
    });
    const [before] = rows;
    if (before) {
      // The house may ask otherwise by now: what means the same is not asked twice, and what she holds is what it was.
      const kept = carryOver(before.questions, questions, answersOf(before.answers));
      const answers = [...kept].map(([questionId, value]) => ({ questionId, value }));
      await sql`update depot_analyses set answers = ${JSON.stringify(answers)}::jsonb, holdings = ${before.holdings}::jsonb
        where tenant_id = ${house.tenantId} and preregistration_id = ${invitation.id}`.execute(transaction);
    }
    await writeAudit(transaction, {
      actor: { kind: 'anonymous' },
      action: 'preregistrations.confirmIdentity',
      objectType: 'preregistration',
      objectId: invitation.id,
      groupId: invitation.groupId,
      details: { requestId: context.requestId },
    });
    return { started: inserted, ended: taken };
  });
  for (const access of ended) signOutLater(services, access);
  return started;
};

/** Completed or taken back since it was looked at: what became of it stays as it is. @throws what became of it */
export async function refuseEnded(
  transaction: Transaction<Schema>,
  { tenantId }: Pick<VisitedHouse, 'tenantId'>,
  invitationId: string,
): Promise<never> {
  const { rows } = await sql<Pick<InvitationRow, 'status'>>`select status from preregistrations
    where tenant_id = ${tenantId} and id = ${invitationId}`.execute(transaction);
  throw new AppError(
    rows[0]?.status === 'submitted' ? 'preregistration.alreadyCompleted' : 'preregistration.revoked',
  );
}

/**
 * Counts a try before the day is compared, so that tries at once count too; the last wrong one ends the invitation as its
 * inviter would. @returns tries left; null = the day is right
 */
async function takeTry(
  services: ProspectServices,
  context: RequestContext,
  house: VisitedHouse,
  invitation: InvitationRow,
  dateOfBirth: string,
): Promise<number | null> {
  const isRight = invitation.dateOfBirth === dateOfBirth;
  const { left, ended } = await services.database.transaction(house, async (transaction) => {
    const { rows } = await sql<{ left: number }>`update preregistrations
        set identity_attempts_left = identity_attempts_left - 1
      where tenant_id = ${house.tenantId} and id = ${invitation.id} and identity_attempts_left > 0
        and status in ('open', 'started') returning identity_attempts_left as left`.execute(transaction);
    const found = rows[0]?.left;
    if (found === undefined) return refuseEnded(transaction, house, invitation.id);
    if (isRight || found === 0) {
      await sql`update preregistrations set identity_attempts_left = ${isRight ? 3 : 0},
          status = case when ${isRight} then status else 'revoked' end
        where tenant_id = ${house.tenantId} and id = ${invitation.id}`.execute(transaction);
    }
    if (isRight) return { left: null, ended: [] };
    await writeAudit(transaction, {
      actor: { kind: 'anonymous' },
      action: 'preregistrations.refuseIdentity',
      objectType: 'preregistration',
      objectId: invitation.id,
      groupId: invitation.groupId,
      result: 'refused',
      details: { attemptsLeft: found, requestId: context.requestId },
    });
    const none: OpenLink['access'][] = [];
    const taken =
      found === 0 ? await eraseAnalysesOfInvitation(services, transaction, house, invitation.id) : none;
    return { left: found, ended: taken };
  });
  for (const access of ended) signOutLater(services, access);
  return left;
}
