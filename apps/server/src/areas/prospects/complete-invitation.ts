import type { completePreregistration as completeCall } from '@depotwerk/api/prospects/preregistrations';
import { personName } from '@depotwerk/domain/customers/person-name';
import { askedTermsVersion, prospectTermsVersion } from '@depotwerk/domain/depot-analysis/consent';
import { withHorizonYears } from '@depotwerk/domain/depot-analysis/horizon-answers';
import { findContradictions } from '@depotwerk/domain/questions/assess-risk';
import { visibleAnswers } from '@depotwerk/domain/questions/visible-questions';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { refuseIssues } from '../../platform/editing.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { requireStrongPassword } from '../../platform/passwords/require-strong-password.ts';
import type { ProspectServices } from './analysis-services.ts';
import { endLinks } from './bank-link/keep-bank-link.ts';
import { signOutLater } from './bank-link/open-bank-link.ts';
import { beginOwnProfile } from './begin-own-profile.ts';
import { addClientUser, findOrAddCustomer } from './new-client.ts';
import { openAnalysis } from './open-analysis.ts';
import { openInvitation, refuseEnded } from './open-invitation.ts';
import { requireAnswered } from './require-answered.ts';

/**
 * Makes the invited person a customer of the group that invites: the one the invitation names, one of the same group who
 * is her by the rule for doubles, or a new one. Her answers become the customer's; with credentials she gets a user of
 * role Kunde, unless the customer has one. Its name is the address the invitation went to: no other is proven to be hers, and
 * no other is told to be taken. A result is not asked for: who becomes a customer may have no depot yet, and a house may
 * have nothing to compare it with. A link to a bank ends with it.
 * @throws as openInvitation, 404 without her analysis, 400 without every answer, without agreeing to terms, for a weak password or when her address has a user already, 412 when
 *   answers were saved meanwhile
 */
export const completeInvitation: Verb<typeof completeCall, ProspectServices, [], RequestContext> = async (
  services,
  context,
  { params, body },
) => {
  const { house, invitation } = await openInvitation(services, context, params.guid);
  const { analysis } = await openAnalysis(services, context, body.analysisGuid);
  if (analysis.preregistrationId !== invitation.id) throw notFound();
  const today = todayIn(context.zone, new Date(services.clock()));
  const given = requireAnswered(analysis, today);
  const { tenantId } = house;
  const termsVersion = askedTermsVersion(house.config);
  // What is kept is what she saw: the house may have published terms, or others, while the page was open. A page that names no
  // version has shown the link of a house without its own.
  const { termsVersion: shown = prospectTermsVersion } = body;
  if (termsVersion !== null && shown !== termsVersion) throw new AppError('auth.termsOutdated');
  if (termsVersion !== null && !body.termsAccepted)
    refuseIssues([{ path: 'termsAccepted', code: 'required' }]);
  const { credentials } = body;
  const fullName = personName(invitation);
  const at = new Date(services.clock()).toISOString();
  let passwordHash: string | null = null;
  if (credentials) {
    await requireStrongPassword(
      services.database,
      { tenantId, userName: invitation.email, fullName, company: '' },
      credentials.password,
      'credentials.password',
    );
    passwordHash = await services.passwords.hash(credentials.password);
  }
  const { access, isUserCreated } = await services.database.transaction(house, async (transaction) => {
    const { rows } = await sql`update preregistrations set status = 'submitted',
        submitted_at = ${at}, terms_version = ${termsVersion}
      where tenant_id = ${tenantId} and id = ${invitation.id} and status in ('open', 'started') returning id`.execute(
      transaction,
    );
    if (rows.length === 0) await refuseEnded(transaction, house, invitation.id);
    // Answers saved since they were read, in another tab, would be lost; they are hers to look at once more.
    const { rows: seen } =
      await sql`select 1 from depot_analyses where tenant_id = ${tenantId} and id = ${analysis.id}
      and row_version = ${analysis.rowVersion} for update`.execute(transaction);
    if (seen.length === 0) throw new AppError('common.versionConflict');
    const customer = await findOrAddCustomer(transaction, tenantId, invitation);
    const userId =
      credentials !== undefined && passwordHash !== null
        ? await addClientUser(transaction, {
            tenantId,
            customerId: customer.id,
            userName: invitation.email,
            fullName,
            phoneNumber: invitation.phoneNumber,
            passwordHash,
            at,
            today: todayOfHouse(services),
            isInvited: true,
            terms: { version: termsVersion, acceptedAt: at },
          })
        : null;
    const { questions, scoring, questionnaireId } = analysis.questionnaire;
    if (userId !== null)
      await beginOwnProfile(
        transaction,
        house,
        { userId, customerId: customer.id },
        { questions, answers: given },
        { today, versionDay: todayOfHouse(services) },
      );
    const answers = visibleAnswers(questions, given);
    const contradictions = scoring
      ? findContradictions(questions, scoring, withHorizonYears(questions, answers, today))
      : [];
    await sql`insert into questionnaire_answers (tenant_id, questionnaire_id, customer_id, answers, result, comment, answered_on)
      values (${tenantId}, ${questionnaireId}, ${customer.id},
        ${JSON.stringify([...answers].map(([questionId, value]) => ({ questionId, value })))}::jsonb,
        ${JSON.stringify({ contradictions, classes: [] })}::jsonb, '', ${today}::date)`.execute(transaction);
    await sql`update preregistrations set customer_id = ${customer.id}
      where tenant_id = ${tenantId} and id = ${invitation.id}`.execute(transaction);
    const taken = await endLinks(services, transaction, { house, analysis });
    await sql`update depot_analyses set state = 'submitted', submitted_at = ${at}
      where tenant_id = ${tenantId} and id = ${analysis.id}`.execute(transaction);
    await writeAudit(transaction, {
      actor: { kind: 'anonymous' },
      action: 'preregistrations.complete',
      objectType: 'customer',
      objectId: customer.id,
      groupId: customer.groupId,
      details: { preregistrationId: invitation.id, isNew: customer.isNew, isUserCreated: userId !== null },
    });
    return { access: taken, isUserCreated: userId !== null };
  });
  if (access !== null) signOutLater(services, access);
  return { isUserCreated };
};
